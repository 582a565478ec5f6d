"""What a table agrees on before the first deal: the house rules of a game, filled in by themselves."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.house import HouseRule, Text
from games.questions import HOUSE, Question


class Agreement(Question):
    """The house rules of a game that hold for an evening. Its address goes before any question of that game."""

    name = "house"

    @property
    def ways(self) -> list[tuple[Text, list[tuple[str, str]]]]:
        """Each house rule with all that it may be: what holds by our rulings, then the rest, with the address that chooses it."""
        found = []
        for rule in self.house_rules:
            ways = [(self._said(rule, rule.default), "")]
            for value in rule.values:
                if value != rule.default:
                    ways.append((self._said(rule, value), self._address(**{HOUSE + rule.name: value})))
            found.append((rule.label, ways))
        return found

    def _address(self, **changed: Any) -> str:
        pairs = [pair for name in self.fields for pair in self._pairs(self, name, self.notation, changed)]
        return f"{reverse('house', args=[self.game])}?{urlencode(pairs)}"

    @staticmethod
    def _said(rule: HouseRule, value: Any) -> str:
        return str(rule.choices[value]) if rule.choices else _("yes") if value else _("no")

    @property
    def chosen(self) -> list[tuple[Text, str, str]]:
        """Each house rule, what the table chose, and the id of its ruling."""
        found: list[tuple[Text, str, str]] = []
        for rule in self.house_rules:
            value = self.cleaned_data[HOUSE + rule.name]
            found.append((rule.label, self._said(rule, value), f"{self.game}.{rule.rule}"))
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
