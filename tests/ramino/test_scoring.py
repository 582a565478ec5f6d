"""Card values, the score of a deal, the match."""

from __future__ import annotations

import random

import pytest

from games.cards import DECK, Card, cards_of
from games.ramino.rules import House, card_value, itemised
from games.ramino.scoring import Aim, Deal, Goal, score, tally
from games.rulings import Refused, rules_of


def ended(winner: str, **hands: str) -> Deal:
    return Deal(winner, {name: cards_of(text) for name, text in hands.items()})


FIRST = ended("Ada", Bea="Kh 7d As", Cyd="9c 9s")


def test_card_values() -> None:
    assert [card_value(Card.of(f"{rank}s")) for rank in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert sum(map(card_value, DECK)) == 4 * 85
    assert [item.points for item in itemised(cards_of("Kh As 7d"))] == [10, 1, 7]


def test_deal_score_goes_to_the_winner_alone() -> None:
    match = score([FIRST])
    assert match.totals == {"Ada": 36, "Bea": 0, "Cyd": 0}
    assert [(left.name, left.points) for left in match.rows[0].left] == [("Bea", 18), ("Cyd", 18)]
    assert rules_of(match.reasons) == ["ramino.match", "ramino.deal-score", "ramino.card-values"]


def test_deal_score_is_the_sum_of_its_parts() -> None:
    rng = random.Random("parts")
    for _time in range(100):
        players = ["Ada", "Bea", "Cyd", "Dan", "Eva", "Fay"][: rng.randint(2, 6)]
        deals = []
        for _deal in range(rng.randint(1, 6)):
            cards = iter(rng.sample(DECK, 52))
            winner = rng.choice(players)
            hands = {name: tuple(next(cards) for _ in range(rng.randint(1, 6))) for name in players if name != winner}
            deals.append(Deal(winner, hands))
        match = score(deals, Aim(Goal.POINTS, 10_000))
        assert set(match.totals) == set(players)
        assert sum(match.totals.values()) == sum(
            item.points for row in match.rows for left in row.left for item in left.items
        )
        for row, deal in zip(match.rows, deals, strict=True):
            assert (
                row.points
                == sum(left.points for left in row.left)
                == sum(min(card.rank, 10) for cards in deal.hands.values() for card in cards)
            )
        assert sum(match.won.values()) == len(deals)


def test_match_to_points() -> None:
    deals = [FIRST, ended("Bea", Ada="2c", Cyd="3c"), ended("Ada", Bea="Kh Qh Jh Th", Cyd="9c 8c 7c")]
    assert score(deals[:2]).winner is None
    assert score(deals).totals["Ada"] == 100
    assert score(deals).winner == "Ada"
    assert score(deals, Aim(Goal.POINTS, 101)).winner is None


def test_match_to_deals_is_won_by_deals_and_not_by_points() -> None:
    deals = [ended("Ada", Bea="2h"), ended("Bea", Ada="Kc Qc Jh"), ended("Ada", Bea="Ad")]
    match = score(deals, Aim(Goal.DEALS, 2))
    assert (match.winner, match.totals, match.won) == ("Ada", {"Ada": 3, "Bea": 30}, {"Ada": 2, "Bea": 1})
    assert score(deals[:2], Aim(Goal.DEALS, 2)).winner is None


@pytest.mark.parametrize("aim", [Aim(Goal.POINTS, 100), Aim(Goal.POINTS, 31), Aim(Goal.DEALS, 2)])
def test_match_of_outcomes_alone_is_the_match_of_the_deals(aim: Aim) -> None:
    deals = [ended("Ada", Bea="2h"), ended("Bea", Ada="Kc Qc Jh"), ended("Ada", Bea="Ad Ks Qs")]
    matches = [score(deals[: number + 1], aim) for number in range(len(deals))]
    tallied = tally([(match.rows[-1].winner, match.rows[-1].points) for match in matches], ["Ada", "Bea"], aim)
    assert [(row.totals, row.won) for row in tallied.rows] == [(match.totals, match.won) for match in matches]
    last = matches[-1]
    assert (tallied.totals, tallied.won, tallied.winner) == (last.totals, last.won, last.winner)
    assert tallied.reasons == last.reasons[:1]


def test_deal_score_is_doubled_only_where_the_deal_was_won_in_a_single_turn() -> None:
    hands = {"Bea": cards_of("Kh")}
    assert score([Deal("Ada", hands)], house=House(at_once=True)).totals["Ada"] == 10
    assert score([Deal("Ada", hands, at_once=True)], house=House(at_once=True)).totals["Ada"] == 20
    assert score([Deal("Ada", hands, at_once=True)]).totals["Ada"] == 10


def test_deal_score_points_below_zero_are_named() -> None:
    with pytest.raises(Refused) as refused:
        score([Deal("Ada", {"Bea": -3})])
    assert (refused.value.field, refused.value.code) == ("deals.0.hands.Bea", "below-zero")
    assert refused.value.figures["at"] == "-3"


def test_match_before_the_first_deal() -> None:
    match = score([])
    assert (match.totals, match.winner, match.rows) == ({}, None, ())
    assert rules_of(match.reasons) == ["ramino.match"]


@pytest.mark.parametrize(
    ("deals", "field", "code"),
    [
        ([ended("Ada")], "deals.0", "how-many-players"),
        ([ended("G", **dict.fromkeys("ABCDEF", "2h"))], "deals.0", "how-many-players"),
        ([FIRST, ended("Dan", Bea="2h", Cyd="3h")], "deals.1.winner", "other-player"),
        ([FIRST, ended("Ada", Bea="2h", Cyd="3h", Dan="4h")], "deals.1.hands.Dan", "other-player"),
        ([FIRST, ended("Ada", Bea="2h")], "deals.1.hands.Cyd", "holds-nothing"),
        ([ended("Ada", Bea="2h", Cyd="")], "deals.0.hands.Cyd", "holds-nothing"),
        ([ended("Ada", Ada="3h", Bea="2h")], "deals.0.hands.Ada", "winner-holds"),
        ([ended("Ada", Bea="Kh Kd Kc Ks Qh Qd Qc Qs Jh Jd"), FIRST], "deals.1", "after-the-end"),
    ],
)
def test_what_no_deal_can_be_is_refused_by_name(deals: list[Deal], field: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        score(deals)
    assert (refused.value.field, refused.value.code) == (field, code)


def test_the_winner_may_be_listed_with_no_cards() -> None:
    assert score([ended("Ada", Ada="", Bea="2h")]).totals == {"Ada": 2, "Bea": 0}
