"""What the dearest questions to Machiavelli's judge cost: ``python -m bench.dear [random questions]``.

Each of the dearest goes through a ``manage.py judge`` of its own; then so many random ones, over all house rules, go
through one that stays. Processor time is that of the question alone, memory that of the whole process.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from bench.deals import machiavelli
from bench.measure import TICKS, p95
from games.cards import DECK, JOKER, Card
from games.machiavelli.rules import House

ROOT = Path(__file__).parent.parent
JUDGE = [sys.executable, "manage.py", "judge"]
PLAIN = {"sets": "distinct", "decks": 2, "jokers": False, "wrap": False}
Question = dict[str, Any]


def main(questions: int) -> None:
    with Judge() as judge:
        judge.ask(question([], [], PLAIN))
        print(f"a judge that was asked next to nothing: {judge.megabytes()} MB")
    worst = 0.0
    for name, asked in dearest():
        with Judge() as judge:
            judge.ask(question([], [], PLAIN))
            spent, answer = judge.ask(asked)
            worst = max(worst, spent)
            print(f"  {name:52} {spent * 1000:6.0f} ms {judge.megabytes():4} MB  {len(json.dumps(asked)):5} bytes  "
                  f"{answer['count']:2} cards  {'proved' if answer['proved'] else 'cut off'}", flush=True)  # fmt: skip
    print(f"the dearest of them: {worst * 1000:.0f} ms")
    costs, proved = [], 0
    with Judge() as judge:
        for asked in at_random(questions):
            spent, answer = judge.ask(asked)
            costs.append(spent * 1000)
            proved += answer["proved"]
        if costs:
            print(f"{questions} at random: half in {sorted(costs)[len(costs) // 2]:.0f} ms, 95 of 100 in {p95(costs):.0f}, "
                  f"all in {max(costs):.0f}; {judge.megabytes()} MB; proved: {proved}")  # fmt: skip


class Judge:
    """A ``manage.py judge`` that is asked one question after the other."""

    def __enter__(self) -> Judge:
        self.process = subprocess.Popen(JUDGE, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *error: object) -> None:
        self.process.communicate()

    def ask(self, asked: Question) -> tuple[float, dict[str, Any]]:
        """Seconds of processor time, and the answer."""
        assert self.process.stdin
        assert self.process.stdout
        before = self._seconds()
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer
        return self._seconds() - before, answer

    def _seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self) -> int:
        """The most memory it has taken so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) // 1024


def question(table: list[tuple[Card, ...]], hand: list[Card], house: dict[str, Any]) -> Question:
    return {
        "game": "machiavelli",
        "ask": "best",
        "table": " / ".join(" ".join(card.text for card in group) for group in table),
        "hand": " ".join(card.text for card in hand),
        "house": house,
    }


def dearest() -> Iterator[tuple[str, Question]]:
    """Thirty-two questions that took seconds, minutes or gigabytes, or might."""
    wide = PLAIN | {"jokers": True, "wrap": True}
    equal = wide | {"sets": "any_suit"}
    for decks, groups, rules, times in (
        (2, 12, wide, 3),
        (2, 20, wide, 2),
        (3, 12, wide, 2),
        (3, 41, wide, 1),
        (4, 55, wide, 2),
        (2, 12, equal, 1),
        (2, 20, equal, 2),
        (3, 30, equal, 1),
        (3, 41, equal, 2),
        (4, 55, equal, 2),
        (3, 41, equal | {"wrap": False}, 1),
        (4, 55, equal | {"jokers": False}, 1),
        (4, 55, equal | {"jokers": False, "wrap": False}, 1),
        (4, 55, PLAIN | {"wrap": True}, 1),
        (4, 55, PLAIN, 1),
    ):
        for time in range(times):
            yield deal(groups, 13, rules | {"decks": decks}, time)
    for decks, groups, held, rules in (
        (2, 6, 52, wide),
        (2, 20, 30, wide),
        (4, 40, 52, equal),
        (4, 0, 52, equal),
        (3, 20, 52, PLAIN),
    ):
        yield deal(groups, held, rules | {"decks": decks}, 0)
    jokers = [JOKER, JOKER]
    name, asked = deal(12, 11, wide | {"decks": 2}, 7, without=jokers)
    yield f"{name}, jokers in hand", asked | {"hand": f"{asked['hand']} X X"}
    few = [card for card in DECK if card.rank in (6, 7, 8)]
    yield "many equal cards in hand", question([], [*few * 4, *jokers], equal | {"decks": 4})
    sets = [tuple(DECK[13 * suit + rank] for suit in range(4)) for rank in range(13)]
    yield "a table of four whole decks", question(sets * 4, jokers, equal | {"decks": 4})
    runs = [(*DECK[13 * suit : 13 * suit + 13], DECK[13 * suit]) for suit in range(4)]
    yield "runs from ace to ace, and two to king in hand", question(runs * 2, [*DECK[1:13], JOKER], wide | {"decks": 4})


def deal(
    groups: int, held: int, house: dict[str, Any], time: int, without: list[Card] | None = None
) -> tuple[str, Question]:
    laws = House(**(house | {"jokers": house["jokers"] and not without})).laws
    table, hand = machiavelli(random.Random(f"{groups} {time}"), groups, held, house["decks"], laws)
    rules = ", ".join(name for name, value in house.items() if value is True or value == "any_suit")
    return f"{house['decks']} decks, {groups} groups, {held} in hand, {rules or 'plain'}", question(table, hand, house)


def at_random(count: int) -> Iterator[Question]:
    """Random questions over all house rules."""
    houses = [
        {"sets": sets, "decks": decks, "jokers": jokers, "wrap": wrap}
        for sets, decks, jokers, wrap in product(("distinct", "any_suit"), (2, 3, 4), (False, True), (False, True))
    ]
    for at in range(count):
        dice = random.Random(f"at random {at}")
        house = houses[at % len(houses)]
        held = dice.choice((dice.randint(0, 13), 13, dice.randint(14, 52)))
        groups = dice.randint(0, 14 * house["decks"])  # type: ignore[operator]
        table, hand = machiavelli(dice, groups, held, house["decks"], House(**house).laws)  # type: ignore[arg-type]
        yield question(table, hand, house)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
