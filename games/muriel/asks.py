"""The questions Muriel answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.asks import Ask, Headline, Rows, Step
from games.fields import CardsField
from games.muriel import rules, wording
from games.muriel.game import Item, MurielAsk, Shown, itemised, laid, shown
from games.muriel.hand import HandAsk
from games.muriel.sheet import ScoreAsk
from games.notation import canonical
from games.rulings import Refused
from games.sheets.names import NamesField
from games.table import Laid


class TrickAsk(MurielAsk[rules.Trick]):
    name = "trick"
    title = gettext_lazy("Who takes what?")
    intro = gettext_lazy("Who takes the claims of a trick, which cards are strays, and why.")
    action = gettext_lazy("Who takes what?")
    counted_together = (("cards",),)

    cards = CardsField(
        label=gettext_lazy("Cards in order of play"),
        in_order=True,
        help_text=gettext_lazy("The led card first, though it is turned up last."),
    )
    players = NamesField(
        seats=rules.SEATS,
        label=gettext_lazy("Names in the same order"),
        required=False,
        template_name="muriel/field_players.html",
    )

    unnamed = staticmethod(wording.player_of_card)

    def decide(self, asked: Mapping[str, Any], house: rules.House) -> rules.Trick:
        cards, names = asked["cards"], asked["players"]
        trick = rules.resolve(cards, house)
        if names and (len(names) < len(cards) or any(names[len(cards) :])):
            count = max(place for place, name in enumerate(names, 1) if name)
            raise Refused("players", "names-for-cards", names=count, cards=len(cards))
        return trick

    def result(self) -> dict[str, object]:
        names, taker = self.cleaned_data["players"], self.verdict.taker
        return {
            "taker": (names[taker] if names else "") or taker,
            "claims": canonical(self.verdict.claims),
            "bonus": canonical(self.verdict.bonus),
            "strays": canonical(self.verdict.strays),
            "points": self.verdict.points,
        }

    def headline(self) -> Headline:
        trick = self.verdict
        is_whole = len(trick.cards) == rules.SEATS
        text = wording.takes(self.who(trick.taker), trick.points, is_whole=is_whole)
        return Headline("yes" if is_whole else "open", text)

    def places(self) -> list[tuple[str, str]]:
        """For each card a trick may hold, what it is called and the name of its player as it was filled in."""
        return [(wording.card_number(place), name) for place, name in enumerate(self.names)]

    def trick(self) -> list[Shown]:
        """The trick, each card with its player."""
        trick = self.verdict
        return shown(trick, [self.names[place] or wording.short_number(place) for place in range(len(trick.cards))])

    def taken(self) -> list[Item]:
        """What goes into the taker's scoring pile, card by card."""
        return itemised(self.verdict.taken)

    def taken_by(self) -> str:
        """Who takes them, in words."""
        return wording.pile_of(self.who(self.verdict.taker))

    def strays_go(self) -> str:
        """Who takes the strays, in words: on the left of the leader sits nobody that the question knows."""
        if self.house.next_lead == "taker":
            return wording.strays_to(self.who(self.verdict.taker))
        return wording.strays_left_of(self.who(0))

    def picture(self) -> Rows:
        """The trick; where its players have names each card under that of its player, with what becomes of it."""
        if not self.cleaned_data["players"]:
            return [("", self.cleaned_data["cards"])]
        return [(card.who, card.laid) for card in self.trick()]

    def story(self) -> list[Step]:
        trick = self.verdict
        leader, others = self.who(0), trick.cards[1:]
        whose = [reason for reason in trick.reasons if reason.rule not in wording.AFTERWARDS]
        afterwards = [reason for reason in trick.reasons if reason.rule in wording.AFTERWARDS]
        ends = [(_("Into the scoring pile"), trick.taken), (_("Into the next leader’s hand"), trick.strays)]
        follow = Step(_("The others follow in turn, face up."), [("", Laid((None, *others)))], [wording.LEAD])
        return [
            Step(wording.leads(leader), [("", Laid((None,)))], [wording.LEAD]),
            *([follow] if others else []),
            self.step(whose, [("", laid(trick))], wording.turns_up(leader)),
            self.step(afterwards, [end for end in ends if end[1]]),
        ]


ASKS: tuple[type[Ask[Any]], ...] = (TrickAsk, HandAsk, ScoreAsk)
