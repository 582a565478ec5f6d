"""A hand from turn to turn; the tests bear the names of the rulings they prove."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import Card, cards_of
from games.murlan import wording
from games.murlan.rules import PACK, STANDARD, House, plays
from games.murlan.turns import SEATS, Hand, Table, Turn, begun, play, replay, resume
from games.notation import NOTATIONS
from games.rulings import Refused, rules_of
from rulesite.rulebook import LANGUAGES
from tests import proved
from tests.house_rules import houses as every_house
from tests.murlan import slow

ALL = sorted(PACK)
DEAL = [tuple(ALL[seat::SEATS]) for seat in range(SEATS)]
"""The 3♠ is dealt to seat 2."""
NAMES = ("Arta", "Besnik", "Drita", "Ermal")


def table(*hands: str, lies: str = "", owner: int | None = None, turn: int = 0, out: tuple[int, ...] = ()) -> Table:
    """A table late in a hand."""
    return Table(tuple(map(cards_of, hands)), cards_of(lies), owner, turn, out)


def codes(turn: Turn) -> list[tuple[str, str]]:
    return [(reason.rule.removeprefix("murlan."), reason.code) for reason in turn.follows]


def fault(moves: Sequence[str], starter: int | None = None) -> tuple[str, str, int, list[str]]:
    """The field, code and number of the fault, and the rulings that it names."""
    with pytest.raises(Refused) as refused:
        replay(DEAL, [cards_of(cards) for cards in moves], starter)
    figures = refused.value.figures
    return refused.value.field, refused.value.code, figures["number"], rules_of(figures["reasons"])


def test_opening_is_by_the_holder_of_the_three_of_spades_with_it() -> None:
    hand = replay(DEAL, [cards_of("3s")])
    assert (hand.start.turn, hand.starts.rule) == (2, "murlan.opening")
    assert rules_of(hand.turns[0].reasons)[0] == "murlan.opening"
    assert fault(["4c"]) == ("moves.0", "no-move", 1, ["murlan.opening"])
    assert replay(DEAL, [cards_of("3s"), cards_of("4s")]).table.lies == cards_of("4s"), "only the first play of all"


def test_starter_of_a_later_hand_plays_whatever_they_like() -> None:
    hand = replay(DEAL, [cards_of("4h")], starter=0)
    assert (hand.start.turn, hand.starts.rule) == (0, "murlan.starter")
    assert rules_of(hand.turns[0].because)[0] == "murlan.lead"


def test_lead_cannot_be_a_pass() -> None:
    assert fault([""]) == ("moves.0", "no-move", 1, ["murlan.pass"])
    assert fault(["3s", "8s", "", "", "", ""]) == ("moves.5", "no-move", 6, ["murlan.pass"])


def test_follow_is_judged_by_the_judge() -> None:
    assert fault(["3s", "8s", "5s"]) == ("moves.2", "no-move", 3, ["murlan.follow"])
    assert fault(["3s", "4s", "5s", "6s", "6s"])[:3] == ("moves.4", "not-held", 5)


def test_pass_lets_one_play_again_in_the_same_round() -> None:
    hand = replay(DEAL, [cards_of(cards) for cards in ("3s", "", "4h", "", "", "5c")])
    assert hand.turns[1].seat == hand.turns[5].seat == 3
    assert not any(turn.follows for turn in hand.turns)


def test_round_end_gives_the_lead_to_whoever_played_last() -> None:
    hand = replay(DEAL, [cards_of(cards) for cards in ("3s", "8s", "", "", "", "4s")])
    assert codes(hand.turns[4]) == [("round-end", "round-over")]
    assert (hand.turns[4].after.turn, hand.turns[4].after.lies) == (3, ())
    assert [len(turns) for turns in hand.rounds] == [5, 1]


def test_out_passes_the_lead_to_the_next_player_who_still_has_cards() -> None:
    first = play(table("9h", "", "4c 5c", "6c 7c", lies="8h", owner=3, out=(1,)), cards_of("9h"))
    assert codes(first) == [("out", "goes-out")]
    assert (first.after.turn, first.after.out) == (2, (1, 0))
    second = play(first.after, ())
    assert (second.after.turn, second.follows) == (3, ())
    third = play(second.after, ())
    assert codes(third) == [("out", "lead-goes-on")]
    assert (third.after.turn, third.after.lies) == (2, ()), "seat 1 is out, too"


def test_out_may_be_beaten_and_the_round_goes_on() -> None:
    first = play(table("9h", "Tc 3c", "4c 5c", "6c 7c", lies="8h", owner=3), cards_of("9h"))
    second = play(first.after, cards_of("Tc"))
    assert second.after.turn == 2
    ends = play(play(second.after, ()).after, ())
    assert (codes(ends), ends.after.turn) == ([("round-end", "round-over")], 1)


def test_the_hand_is_over_when_one_player_has_cards() -> None:
    last = play(table("9h", "", "", "6c 7c", lies="8h", owner=3, out=(2, 1)), cards_of("9h"))
    assert codes(last) == [("out", "goes-out"), ("out", "hand-over")]
    assert (last.after.over, last.after.out) == (True, (2, 1, 0, 3))
    with pytest.raises(Refused) as refused:
        play(last.after, ())
    assert rules_of(refused.value.figures["reasons"]) == ["murlan.out"]


def test_cards_named_by_rank_alone_are_found_in_the_hand() -> None:
    hand = replay(DEAL, [cards_of("3"), cards_of("4")])
    assert [turn.cards for turn in hand.turns] == [cards_of("3s"), cards_of("4s")]
    assert len(hand.table.hands[3]) == 12


@pytest.mark.parametrize(
    ("deal", "starter", "expected"),
    [
        (DEAL[:3], None, ("deal", "four-hands")),
        ([*DEAL[:3], DEAL[3][:-1]], None, ("deal", "uneven")),
        ([DEAL[0] + DEAL[1][:1], DEAL[1][1:], *DEAL[2:]], None, ("deal", "uneven")),
        ([*DEAL[:3], (*DEAL[3][:-1], DEAL[0][0])], None, ("deal.3", "too-many")),
        ([*DEAL[:3], (*DEAL[3][:-1], Card.of("X"))], None, ("deal.3", "not-in-pack")),
        ([*DEAL[:3], (*DEAL[3][:-1], Card.of("K"))], None, ("deal.3", "not-in-pack")),
        (DEAL, 4, ("starter", "no-seat")),
        (DEAL, -1, ("starter", "no-seat")),
    ],
)
def test_deck_is_dealt_whole_to_four(
    deal: list[tuple[Card, ...]], starter: int | None, expected: tuple[str, str]
) -> None:
    with pytest.raises(Refused) as refused:
        begun(deal, starter)
    assert (refused.value.field, refused.value.code) == expected


# Whole hands


houses = st.sampled_from(every_house("murlan"))


def played_at_random(data: st.DataObject, starter: int | None, house: House) -> tuple[list[tuple[Card, ...]], Hand]:
    """A deal, and a hand in which everybody chooses among all that the judge allows."""
    cards = data.draw(st.permutations(ALL))
    deal = [tuple(cards[seat::SEATS]) for seat in range(SEATS)]
    chance = data.draw(st.randoms(use_true_random=False))
    at, _starts = begun(deal, starter)
    moves: list[tuple[Card, ...]] = []
    while at.turn is not None:
        choice = [found.cards for found in plays(at.hands[at.turn], at.lies, opening=at.opening, house=house).plays]
        choice.sort(key=len, reverse=True)
        moves.append(() if at.lies and (not choice or chance.random() < 0.3) else chance.choice(choice[:5]))
        at = play(at, moves[-1], house).after
    return deal, replay(deal, moves, starter, house)


class Simulated:
    """The same by another way: it counts who has passed since the last play."""

    def __init__(self, deal: Sequence[Sequence[Card]], starter: int | None, house: House) -> None:
        self.held = [set(hand) for hand in deal]
        self.house = house
        self.turn = self.held.index(next(hand for hand in self.held if Card.of("3s") in hand))
        self.turn = self.turn if starter is None else starter
        self.must_hold_three = starter is None
        self.lies: tuple[Card, ...] = ()
        self.owner = -1
        self.silent = set[int]()
        self.order: list[int] = []

    @property
    def over(self) -> bool:
        return len(self.order) == 4

    def move(self, cards: tuple[Card, ...]) -> None:
        seat = self.turn
        assert not self.over
        if cards:
            assert self.held[seat] >= set(cards)
            assert slow.read(cards, self.house)
            assert not self.lies or slow.beats(cards, self.lies, self.house)
            assert not self.must_hold_three or Card.of("3s") in cards
            self.must_hold_three = False
            self.held[seat] -= set(cards)
            self.lies, self.owner, self.silent = cards, seat, set()
            if not self.held[seat]:
                self.order.append(seat)
                if len(self.order) == 3:
                    self.order += [last for last in range(4) if self.held[last]]
                    return
        else:
            assert self.lies
            self.silent.add(seat)
        waiting = {other for other in range(4) if self.held[other]} - self.silent - {self.owner}
        if waiting:
            self.turn = (seat + 1) % 4
        else:
            self.lies, self.silent = (), set()
            self.turn = self.owner
        while not self.held[self.turn] or (self.lies and self.turn == self.owner):
            self.turn = (self.turn + 1) % 4


@settings(deadline=None, max_examples=proved.examples(60))
@given(st.data(), st.sampled_from([None, 0, 1, 2, 3]), houses)
def test_whole_hands_go_as_an_independent_simulation_has_them(
    data: st.DataObject, starter: int | None, house: House
) -> None:
    deal, hand = played_at_random(data, starter, house)
    slowly = Simulated(deal, starter, house)
    for turn, before in zip(hand.turns, (hand.start, *(each.after for each in hand.turns)), strict=False):
        assert (turn.seat, before.turn, set(before.lies)) == (slowly.turn, slowly.turn, set(slowly.lies))
        slowly.move(turn.cards)
        assert [set(held) for held in turn.after.hands] == slowly.held
        assert turn.because
    assert slowly.over
    assert hand.over
    assert list(hand.placings) == slowly.order
    assert sorted(hand.placings) == [0, 1, 2, 3]
    played = [card for turn in hand.turns for card in turn.cards]
    left = hand.table.hands[hand.placings[-1]]
    assert sorted((*played, *left)) == ALL
    assert left
    assert [turn for turns in hand.rounds for turn in turns] == list(hand.turns)
    for turns in hand.rounds:
        assert turns[0].cards
        passed = [turn for turn in turns if not turn.cards]
        ends = turns[-1].follows
        assert ends or turns is hand.rounds[-1]
        assert all(not turn.after.lies or turn is not turns[-1] or turn.after.over for turn in passed)
    for one, other in pairwise(hand.rounds):
        owner = [turn.seat for turn in one if turn.cards][-1]
        leads = other[0].seat
        assert ("murlan.round-end" in rules_of(one[-1].follows)) is (leads == owner)


@settings(deadline=None, max_examples=proved.examples(20))
@given(st.data())
def test_a_move_out_of_place_is_named_with_its_number(data: st.DataObject) -> None:
    deal, hand = played_at_random(data, None, STANDARD)
    moves = [turn.cards for turn in hand.turns]
    at = data.draw(st.integers(0, len(moves) - 1))
    stranger = hand.turns[at].seat
    wrong = next(card for seat, held in enumerate(deal) for card in held if seat != stranger)
    with pytest.raises(Refused) as refused:
        replay(deal, [*moves[:at], (wrong,), *moves[at + 1 :]])
    assert (refused.value.field, refused.value.code) == (f"moves.{at}", "not-held")
    with pytest.raises(Refused) as after:
        replay(deal, [*moves, ()])
    assert (after.value.field, rules_of(after.value.figures["reasons"])) == (f"moves.{len(moves)}", ["murlan.out"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_and_fault_is_told_with_the_names_of_the_players(language: str) -> None:
    with translation.override(language):
        hand = replay(DEAL, [cards_of(cards) for cards in ("3s", "8s", "", "", "")])
        last = play(table("9h", "", "", "6c 7c", lies="8h", owner=3, out=(2, 1)), cards_of("9h"))
        reasons = [hand.starts, *(reason for turn in (*hand.turns, last) for reason in turn.reasons)]
        said = [wording.tell(reason, NAMES.__getitem__) for reason in reasons]
        assert all(text[0].isupper() and text.endswith(".") for text in said)
        assert "Drita" in said[0]
        assert "Ermal" in wording.tell(hand.turns[-1].follows[0], NAMES.__getitem__)
        for moves in ([""], ["3s", "3h 3d"]):
            with pytest.raises(Refused) as refused:
                replay(DEAL, [cards_of(cards) for cards in moves])
            text = wording.refusal(refused.value, NOTATIONS[language], NAMES.__getitem__)
            assert str(refused.value.figures["number"]) in text
            assert any(name in text for name in NAMES)


def whose(hands: str, moves: str) -> tuple[int | None, list[tuple[str, str]]]:
    """Whose turn it is after some turns of a late hand, a pass by a dash, and by which rulings."""
    hand = resume(
        [cards_of(cards) for cards in hands.split("/")],
        [() if move.strip() == "-" else cards_of(move) for move in moves.split("/") if move.strip()],
    )
    return hand.table.turn, [(reason.rule.removeprefix("murlan."), reason.code) for reason in hand.reasons]


def test_lead_of_a_hand_that_is_taken_up_late_is_with_the_first() -> None:
    assert whose("9s/Td/Jh/7c", "") == (0, [("lead", "leads")])
    for hands in ("9s/Td/Jh", "9s/Td//7c", "9s/Td/Jh/7c/8c"):
        with pytest.raises(Refused) as refused:
            resume([cards_of(cards) for cards in hands.split("/")], ())
        assert (refused.value.field, refused.value.code) == ("hands", "four-hands")


def test_deck_passes_the_turn_to_the_left() -> None:
    assert whose("9s 3s/Td/Jh/7c", "9s/-") == (2, [("deck", "turn-passes")])


def test_pass_is_no_end_and_whoever_passed_is_asked_again() -> None:
    turn, reasons = whose("9s Kd/Td 2c/Jh 4d/7c", "9s/-/Jh/-/Kd")
    assert (turn, reasons) == (1, [("out", "goes-out"), ("pass", "plays-again"), ("deck", "turn-passes")])


def test_round_end_is_told_of_whoever_played_last() -> None:
    assert whose("9s Kd/Td 2c/Jh 4d/7c", "9s/Td/-/-/-") == (1, [("round-end", "round-over")])


def test_out_passes_the_turn_over_whoever_has_no_cards() -> None:
    assert whose("9s Kd 4c/Td/Jh 5s/7c 8c", "9s/Td/Jh/-/Kd") == (2, [("out", "turn-skips")])
    turn, reasons = whose("9s Kd 4c/Td/Jh/7c 8c", "9s/Td/Jh/-/Kd")
    assert (turn, reasons) == (3, [("out", "turn-skips"), ("pass", "plays-again")])


def test_out_gives_the_lead_to_the_next_who_has_cards() -> None:
    assert whose("9s/Td 2c/Jh 4d/7c", "9s/-/-/-") == (1, [("out", "lead-goes-on")])
    assert whose("9s/Td/Jh 4d/7c", "9s/Td/-/-") == (2, [("out", "lead-goes-on")])


def test_out_ends_the_hand_where_one_player_is_left() -> None:
    assert whose("9s/Td/Jh/7c 8c", "9s/Td/Jh") == (None, [("out", "goes-out"), ("out", "hand-over")])


@settings(max_examples=proved.examples(60), deadline=None)
@given(st.randoms(use_true_random=False))
def test_every_state_of_a_hand_has_a_reason_for_whose_turn_it_is(chance: object) -> None:
    """And the reason names the player: whoever is to play or lead."""
    pack = list(ALL)
    chance.shuffle(pack)  # type: ignore[attr-defined]
    hands = [tuple(pack[seat * 3 : seat * 3 + 3]) for seat in range(SEATS)]
    hand = resume(hands, ())
    moves: list[tuple[Card, ...]] = []
    while not hand.over:
        assert hand.table.turn is not None
        found = plays(hand.table.hands[hand.table.turn], hand.table.lies).plays
        skip = hand.table.lies and chance.random() < 0.4  # type: ignore[attr-defined]
        moves.append(() if skip or not found else chance.choice(found).cards)  # type: ignore[attr-defined]
        hand = resume(hands, moves)
        told = [reason.figures.get("leader", reason.figures.get("who")) for reason in hand.reasons]
        assert hand.over or hand.table.turn in told
    assert hand.reasons[-1].code == "hand-over"
