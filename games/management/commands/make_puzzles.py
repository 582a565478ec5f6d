"""``manage.py make_puzzles``: find puzzles of a game and add them to those that it has."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.catalogue import NAMES
from games.chance import Chance, NothingDrawn
from games.puzzles import maker, puzzles


class Command(BaseCommand):
    help = "Finds puzzles and adds them to content/<game>/puzzles.jsonl, where each keeps its place."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=NAMES)
        parser.add_argument("--count", type=int, default=120, help="how many there are to be in all")
        parser.add_argument("--seed", default="1", help="another seed finds others")

    def handle(self, *args: Any, **options: Any) -> None:
        game, make = options["game"], maker(options["game"])
        known = {json.dumps(puzzle.made.question, sort_keys=True) for puzzle in puzzles(game)}
        chance = Chance(f"{game} {options['seed']} {len(known)}")
        with (settings.CONTENT_DIR / game / "puzzles.jsonl").open("a") as file:
            while len(known) < options["count"]:
                try:
                    made = make(chance)
                except NothingDrawn:
                    continue
                key = json.dumps(made.question, sort_keys=True)
                if key not in known:
                    known.add(key)
                    file.write(json.dumps(asdict(made), ensure_ascii=False) + "\n")
                    file.flush()
        self.stdout.write(f"{game}: {len(known)} puzzles")
