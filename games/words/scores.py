"""What is said of scores in every game that is counted hand by hand, or player by player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.words import AS_IT_IS, Book, Number, Sentence

SCORES: dict[str, Sentence] = {
    "now": _("Score so far: {scores}."),
    "won": _("Hands won so far: {scores}."),
    "hand": _("Hand {number}: {scores}."),
    "left": _("Cards left: {scores}."),
    "so-far": _("So far: {scores:signed}."),
    "in-all": _("In all: {scores:signed}."),
}


class Score(NamedTuple):
    """A player and what is counted of them."""

    name: str
    points: int


class ScoreFigure:
    """A score in a sentence: “Ada 5”, or with its sign."""

    def __init__(self, score: Score) -> None:
        self.score = score

    def __format__(self, form: str) -> str:
        return f"{AS_IT_IS}{self.score.name}\u00a0{Number(self.score.points):{form}}"


BOOK = Book(SCORES, {}, {Score: ScoreFigure})


def scores(code: str, points: Mapping[str, int], number: int = 0) -> str:
    """What everybody has, in a sentence of :data:`SCORES`; of which hand it is the ``number``, from 1."""
    return BOOK.write(SCORES[code], scores=tuple(Score(*each) for each in points.items()), number=number)
