"""``manage.py judge``: questions as JSON Lines in, answers as JSON Lines out, line by line in step."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.judge import reply_to_text


class Command(BaseCommand):
    help = "Answers questions about the games: one JSON object a line on standard input, one answer a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--lang", choices=[code for code, name in settings.LANGUAGES], default="en", help="language of the answers"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for line in sys.stdin.buffer:
            answer = reply_to_text(line.strip(), options["lang"])
            text = json.dumps(answer, ensure_ascii=False)
            self.stdout.write(text.encode("utf-8", "replace").decode())  # half a character cannot be printed
            self.stdout.flush()  # a program that asks line by line waits for this answer before the next question
