"""What all questions of Marriage share: the pack, the house rules, what a tiplu makes of the cards."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Ask, V
from games.cards import JOKER, Card, Pack
from games.fields import AskField, ChoiceField, Pairs, as_written
from games.house import HouseRule
from games.marriage import rules, scoring, wording
from games.notation import Notation
from games.sheets.field import MOST_LETTERS

TIPLU = gettext_lazy("The tiplu")
FIGURE, FIGURE_QUOTED = re.compile(r'"*[0-9]+"*'), re.compile(r'""*[0-9]+"*"')
"""A name that could be taken for a seat, and one that is marked as a name."""


class UnseenMaalField(ChoiceField):
    """What becomes of an unseen player's maal; two answers at once are refused by name."""

    def from_address(self, data: QueryDict, name: str) -> Any:
        said = list(dict.fromkeys(data.getlist(name)))
        return said if len(said) > 1 else super().from_address(data, name)

    def to_python(self, value: Any) -> Any:
        if "murder" in str(value) and "kidnap" in str(value):
            raise ValidationError(
                wording.murder_with_kidnap(),
                "murder-with-kidnap",
                {"at": as_written(value)},
            )
        return super().to_python(value)

    def typed(self, name: str, raw: Any, notation: Notation) -> Pairs:
        return [(name, each) for each in raw] if isinstance(raw, list) else super().typed(name, raw, notation)


class ValueField(AskField):
    """What one point is worth: a number above zero, with a point or a comma."""

    judged = False
    least, below = Decimal("0.000001"), 1_000_000

    schema = {"oneOf": [{"type": "number"}, {"type": "string"}], "example": "0.05"}

    def to_python(self, value: Any) -> Decimal | None:
        if value is None or value == "":
            return None
        try:
            number = Decimal(str(value).strip().replace(",", "."))
        except InvalidOperation:
            number = Decimal(0)
        if isinstance(value, bool) or not number.is_finite() or not self.least <= number < self.below:
            raise ValidationError(
                _("“%(at)s” is not a value for a point: enter a number above zero."),
                "no-value",
                {"at": as_written(value)[:40]},
            )
        return number

    def to_address(self, name: str, value: Decimal | None, notation: Notation) -> Pairs:
        return [(name, f"{value:f}")] if value else []


class NameField(AskField):
    """One of the players of the round, or nobody: by name in a question, by seat or name in an address.

    A name that is a figure, and could be taken for a seat, stands in quotes there.
    """

    template_name = "marriage/field_name.html"

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, initial="", **options)

    def to_python(self, value: Any) -> str:
        if value is None:
            return ""
        if not isinstance(value, str):
            raise ValidationError(_("Enter the name of a player."), "no-name", {"at": as_written(value)})
        return value.strip()

    def from_address(self, data: QueryDict, name: str) -> Any:
        said = data.get(name, "")
        if FIGURE_QUOTED.fullmatch(said):
            return said[1:-1]
        return data.get(f"player.{said}", said).strip()[:MOST_LETTERS] or None

    def to_address(self, name: str, value: str, notation: Notation) -> Pairs:
        # Somebody who is called 1 need not sit at seat 1.
        return [(name, f'"{value}"' if FIGURE.fullmatch(value) else value)] if value else []


CARDS = ("arrange", "set", "maal", "tiplu", "settle")
"""The questions on which it bears what cards are and score."""
HOUSE_RULES = (
    HouseRule(
        "jokers",
        "putali",
        gettext_lazy("There are three printed jokers in the pack"),
        help_text=gettext_lazy("Each is wild and scores as a putali."),
        asks=CARDS,
    ),
    HouseRule(
        "alter",
        "variant-alter",
        gettext_lazy("The alter scores"),
        help_text=gettext_lazy("The card of the tiplu’s rank and colour: 5, 15 or 25 points."),
        asks=CARDS,
    ),
    HouseRule(
        "main_card",
        "variant-main-card",
        gettext_lazy("There is a main card in the pack"),
        help_text=gettext_lazy("One more printed joker (X), wild and worth 5."),
        asks=CARDS,
    ),
    HouseRule(
        "unseen_maal",
        "unseen-maal",
        gettext_lazy("The maal of unseen players"),
        {
            "counts": gettext_lazy("Unseen players’ maal scores like anyone else’s"),
            "murder": gettext_lazy("Murder: unseen players’ maal scores nothing"),
            "kidnap": gettext_lazy("Kidnap: unseen players’ maal goes to the winner"),
        },
        help_text=gettext_lazy("A table plays Murder or Kidnap, not both."),
        make=UnseenMaalField,
        asks=("settle",),
    ),
    HouseRule(
        "tunnel_pachaunu",
        "variant-tunnel-pachaunu",
        gettext_lazy("Tunnel Pachaunu"),
        help_text=gettext_lazy("The tunnels of unseen players score nothing. Murder includes this."),
        asks=("settle",),
    ),
    HouseRule(
        "maal_pachaunu",
        "variant-maal-pachaunu",
        gettext_lazy("Maal Pachaunu"),
        help_text=gettext_lazy("The maal cards of unseen players score nothing. Murder includes this."),
        asks=("settle",),
    ),
    HouseRule(
        "dublee_bonus",
        "dublee-bonus",
        gettext_lazy("Winning with dublees"),
        {
            5: gettext_lazy("A player who wins with dublees gets 5 more from each of the others"),
            7: gettext_lazy("A player who wins with dublees gets 7 more from each of the others"),
            0: gettext_lazy("A player who wins with dublees gets nothing more"),
        },
        asks=("settle",),
    ),
    HouseRule(
        "better",
        "variant-better",
        gettext_lazy("Better"),
        help_text=gettext_lazy("Every result of the hand is doubled."),
        asks=("settle",),
    ),
    HouseRule(
        "dublee_better",
        "variant-dublee",
        gettext_lazy("Dublee game"),
        help_text=gettext_lazy("If a player shows seven dublees, the hand counts as Better; it is doubled only once."),
        asks=("settle",),
    ),
    HouseRule(
        "dhoos",
        "variant-dhoos",
        gettext_lazy("Dhoos from the previous hand is owed by"),
        help_text=gettext_lazy("15 to the winner of this hand, and nothing if they win it themselves."),
        make=NameField,
        clause=gettext_lazy("%(value)s owes dhoos from the previous hand"),
        asks=("settle",),
    ),
)


class Legend(NamedTuple):
    """What the tiplu makes of some cards."""

    name: str
    rule: str
    cards: tuple[Card, ...]
    values: str
    """What one, two, three of them score in hand."""


IN_ORDER = (
    rules.Role.JHIPLU,
    rules.Role.TIPLU,
    rules.Role.POPLU,
    rules.Role.ALTER,
    rules.Role.ORDINARY_JOKER,
    rules.Role.PUTALI,
)
"""As they are drawn: the tiplu between its neighbours."""


class MarriageAsk(Ask[V]):
    house_rules = HOUSE_RULES
    pack_rules = ("jokers", "main_card")
    styles = ("marriage/marriage.css",)

    def pack(self, house: rules.House) -> Pack:
        return rules.pack(house)

    @property
    def legend(self) -> list[Legend]:
        """The wild cards of the tiplu asked about, by what they are; nothing before it is known."""
        tiplu = self.cleaned_data.get("tiplu")
        if tiplu is None:
            return []
        found = rules.roles(tiplu, self.house)
        legend = [
            Legend(
                wording.role_name(role),
                role.rule,
                found[role],
                " · ".join(map(str, scoring.HAND_VALUES.get(role, (0, 0))[1:])),
            )
            for role in IN_ORDER
            if role in found and (role is not rules.Role.PUTALI or self.house.jokers)
        ]
        if self.house.main_card:
            legend.append(Legend(wording.main_card(), rules.MAIN_CARD_RULE, (JOKER,), str(scoring.MAIN_CARD)))
        return legend
