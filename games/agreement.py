"""What a table agrees on before the first deal: the house rules of a game, filled in by themselves."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.house import Text
from games.questions import HOUSE, Question


class Agreement(Question):
    """The house rules of a game that hold for an evening. Its address goes before any question of that game."""

    name = "house"

    @property
    def chosen(self) -> list[tuple[Text, str, str]]:
        """Each house rule, what the table chose, and the id of its ruling."""
        found: list[tuple[Text, str, str]] = []
        for rule in self.house_rules:
            value = self.cleaned_data[HOUSE + rule.name]
            said = str(rule.choices[value]) if rule.choices else _("Yes") if value else _("No")
            found.append((rule.label, said, f"{self.game}.{rule.rule}"))
        return found


@cache
def agreement(game: str) -> type[Agreement]:
    """The agreement of a game's tables."""
    played = GAMES[game]
    ask = next(iter(played.asks.values()))
    told = {
        "game": game,
        "house_class": ask.house_class,
        "whole_pack": ask.whole_pack,
        "house_rules": tuple(played.sheet.house_rules if played.sheet else ask.house_rules),
    }
    return type("Agreement", (Agreement,), told)
