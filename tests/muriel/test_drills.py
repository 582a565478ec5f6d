"""Drills of Muriel: what is right by the slow resolver, what tempts and is wrong, and what each level has."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from django.test import Client

from games.cards import cards_of
from games.muriel import drills, rules, scoring
from games.muriel.practice import DRILLS, TableAsk
from games.practice import Drill, Given
from tests.muriel import slow

SEEDS = range(150)
KINDS: dict[str, Drill[Any]] = {drill.name: drill for drill in DRILLS}
OF_TRICKS = ("takes", "claims", "points")
OF_HANDS = ("next", "held", "turn")
LEVELS = (1, 2, 3)


@cache
def asked(kind: str, level: int) -> list[tuple[dict[str, Any], str, Any, Given]]:
    """Of each seed the question, its ruling, how the game decided it, and the right answer."""
    found = []
    for seed in SEEDS:
        drawn = KINDS[kind].drawn(seed, level)
        ask = KINDS[kind].asked(drawn.question)
        assert ask.is_valid()
        found.append((dict(drawn.question), drawn.rule, ask, KINDS[kind].right(ask)))
    return found


# --- A trick ---


@pytest.mark.parametrize("level", LEVELS)
def test_of_a_trick_the_slow_resolver_gives_the_same_answers(level: int) -> None:
    for question, _rule, _ask, right in asked("takes", level):
        assert right == (str(slow.trick(question["cards"].split()).taker),)
    for question, _rule, _ask, right in asked("claims", level):
        cards = question["cards"].split()
        assert set(right) == {cards[place] for place in slow.trick(cards).taken}
    for question, _rule, _ask, right in asked("points", level):
        cards = question["cards"].split()
        assert right == (str(sum(slow.worth(cards[place]) for place in slow.trick(cards).taken)),)


@pytest.mark.parametrize("kind", OF_TRICKS)
def test_a_first_trick_is_plain(kind: str) -> None:
    """No two cards are equal, but for those that the ruling is about."""
    for question, rule, _ask, _right in asked(kind, 1):
        worths = Counter(slow.worth(card) for card in question["cards"].split())
        equal = {worth for worth, count in worths.items() if count > 1}
        assert equal <= {max(worths)}
        if rule in ("claims", "values"):
            assert not equal
        assert len(question["cards"].split()) in ((1, 2) if rule == "short-trick" else (5, 6))


@pytest.mark.parametrize("kind", OF_TRICKS)
def test_near_misses_come_often(kind: str) -> None:
    """In half of the tricks the taken cards are not told by their rank alone, or those left over look like a pair."""
    tricks = [question["cards"].split() for question, rule, _ask, _right in asked(kind, 2) if rule != "short-trick"]
    near = 0
    for cards in tricks:
        taken = slow.trick(cards).taken
        left = [slow.worth(card) for place, card in enumerate(cards) if place not in taken]
        near += max(Counter([*left, slow.worth(cards[taken[-1]])]).values()) > 1
    assert near > len(tricks) / 2
    assert any(slow.worth(cards[0]) == max(map(slow.worth, cards)) for cards in tricks)


def test_of_a_muriel_the_taker_is_not_always_who_plays_the_highest_first() -> None:
    takers = {right for _question, rule, _ask, right in asked("takes", 2) if rule == "muriel"}
    assert len(takers) > 4


def test_tricks_of_the_third_level_have_any_size() -> None:
    sizes = {len(question["cards"].split()) for kind in OF_TRICKS for question, *_others in asked(kind, 3)}
    assert sizes == set(range(1, 10))


def test_players_sit_in_the_order_of_their_names() -> None:
    for question, *_others in asked("takes", 3):
        seats = [drills.NAMES.index(name) for name in question["players"]]
        leader = seats.index(min(seats))
        assert seats[leader:] + seats[:leader] == sorted(seats)


# --- A hand ---


def played(question: dict[str, Any]) -> slow.Game:
    """The hand of a question as the slow table plays it."""
    is_taker = question.get("house", {}).get("next_lead") == "taker"
    game = slow.Game([hand.split() for hand in question["deal"]], question["dealer"], is_taker)
    for trick in question["tricks"]:
        game.play(trick.split())
    return game


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("level", LEVELS)
def test_of_a_hand_the_slow_table_gives_the_same_answers(level: int) -> None:
    for question, _rule, _ask, right in asked("next", level):
        game = played(question)
        assert right == (str(game.seats.index(game.leader)) if game.leader else "none",)
    for question, _rule, _ask, right in asked("held", level):
        leader = played(question).leader
        assert leader
        assert right == (str(len(leader.hand)),)
    for question, _rule, _ask, right in asked("turn", level):
        game = played(question)
        assert right == (str(game.seats.index(game.players()[len(question.get("now", "").split())])),)


@pytest.mark.parametrize("kind", OF_HANDS)
def test_a_house_rule_comes_with_the_third_level_and_where_it_bears(kind: str) -> None:
    assert not any("house" in question for level in (1, 2) for question, *_others in asked(kind, level))
    with_house = [found for found in asked(kind, 3) if "house" in found[0]]
    assert bool(with_house) == (kind != "turn")
    for question, rule, ask, _right in with_house:
        *before, cards = question["tricks"]
        as_usual = rules.play(_before(question, before), cards_of(cards))
        here = ask.verdict.tricks[-1]
        assert as_usual.heir != here.heir
        if rule != "no-strays":
            told = drills.next_held if kind == "held" else lambda played: played.after.leader
            assert told(as_usual) != told(here)


def _before(question: dict[str, Any], tricks: list[str]) -> rules.Table:
    deal = [cards_of(hand) for hand in question["deal"]]
    return rules.replay(deal, question["dealer"], map(cards_of, tricks), house=rules.House(**question["house"])).table


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_house_rule_taking_does_not_give_the_lead(level: int) -> None:
    for question, rule, ask, right in asked("next", level):
        if "house" not in question and rule in ("next-lead", "strays"):
            assert right != (str(ask.verdict.tricks[-1].taker),)


def test_strays_are_asked_of_where_nobody_else_has_cards() -> None:
    """It looks like the end of the hand, and is none."""
    left = [drills.left_over(ask.verdict.tricks[-1]) for _q, rule, ask, _r in asked("next", 2) if rule == "strays"]
    assert sum(not any(counts) for counts in left) > len(left) / 5


def test_a_lead_passed_on_without_a_house_rule_comes_back_to_the_last_who_has_cards() -> None:
    for kind in ("next", "held"):
        for _question, rule, ask, _right in asked(kind, 2):
            if rule == "no-strays":
                last = ask.verdict.tricks[-1]
                assert last.seats == (last.after.leader,)
                assert drills.next_held(last) == 1


@pytest.mark.parametrize("level", [2, 3])
def test_muriels_leave_fewer_strays_to_lead_with(level: int) -> None:
    muriels = [ask.verdict.tricks[-1] for _q, rule, ask, _r in asked("held", level) if rule == "strays"]
    assert sum(played.trick.is_muriel for played in muriels) > len(muriels) / 5


def test_at_first_everybody_has_cards_and_later_somebody_passes() -> None:
    for level in LEVELS:
        for _question, rule, ask, _right in asked("turn", level):
            hand = ask.verdict
            if rule == "dealer":
                assert not hand.tricks
                continue
            assert bool(hand.table.passing) == (level > 1)
            step = (hand.turn - hand.table.order[len(hand.now) - 1]) % rules.SEATS
            assert step == 1 if rule == "lead" else step >= level


def test_what_is_shown_of_a_hand_is_as_it_lay_before_anybody_picked_strays_up() -> None:
    for kind in ("next", "held"):
        for question, _rule, ask, _right in asked(kind, 3):
            assert isinstance(ask, TableAsk)
            *before, cards = question["tricks"]
            table = played(question | {"tricks": before})
            assert [shown.laid.cards[0] for shown in ask.lying()] == list(cards_of(cards))
            counts = [len(seat.hand) - (seat in table.players()) for seat in table.seats]
            assert ask.counts() == list(zip(drills.NAMES, counts, strict=True))


def test_what_is_shown_of_a_trick_begun_has_the_led_card_face_down() -> None:
    for question, rule, ask, _right in asked("turn", 2):
        if rule == "dealer":
            assert not ask.lying()
            continue
        now = cards_of(question["now"])
        assert [shown.laid.cards[0] for shown in ask.lying()] == [None, *now[1:]]
        counts = dict(ask.counts())
        assert sum(counts.values()) + len(now) == sum(map(len, ask.verdict.table.hands))


# --- A match ---


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_is_alone_ahead_with_enough_has_won(level: int) -> None:
    for question, _rule, _ask, right in asked("won", level):
        totals = Counter[str]()
        for hand in question["hands"]:
            assert sum(hand.values()) == rules.PACK_POINTS
            assert min(hand.values()) >= 0
            totals.update(hand)
        (first, best), (_second, next_best) = totals.most_common(2)
        assert right == (first if best >= scoring.TARGET and best > next_best else "none",)


def test_matches_are_close_beyond_the_first_level() -> None:
    for level in LEVELS:
        near, tied, first_of_many = 0, 0, 0
        for _question, _rule, ask, _right in asked("won", level):
            totals = sorted(ask.verdict.totals.values(), reverse=True)
            near += scoring.TARGET - 1 in totals or scoring.TARGET in totals
            tied += totals[0] == totals[1] >= scoring.TARGET
            first_of_many += totals[0] > totals[1] >= scoring.TARGET
        if level == 1:
            assert not tied
            assert not first_of_many
        else:
            assert min(near, tied, first_of_many) > len(SEEDS) / 20


def test_at_the_third_level_some_matches_went_on_after_a_tie() -> None:
    after_a_tie = 0
    for question, *_others in asked("won", 3):
        before = scoring.score(question["hands"][:-1])
        assert before.winner is None
        after_a_tie += max(before.totals.values()) >= scoring.TARGET
    assert after_a_tie > len(SEEDS) / 5


# --- The page ---


@pytest.mark.parametrize("kind", ["takes", "points", "next", "held"])
def test_what_becomes_of_the_cards_shows_only_with_the_answer(kind: str, client: Client) -> None:
    address = f"/en/muriel/drill/{kind}/?seed=3&level=2"
    page = client.get(address).content.decode()
    marked = re.compile(r'class="card [\w ]*(claim|bonus|stray)\b')
    assert 'class="felt trick"' in page
    assert not marked.search(page)
    assert marked.search(client.get(f"{address}&hint=3").content.decode())


def test_a_match_is_shown_with_its_totals(client: Client) -> None:
    page = client.get("/en/muriel/drill/won/?seed=3&level=2").content.decode()
    assert page.count("<strong>") >= len(drills.NAMES)


@pytest.mark.parametrize("level", LEVELS)
def test_how_many_cards_the_leader_holds_is_told_as_a_sum(level: int) -> None:
    for _question, _rule, ask, right in asked("held", level):
        said, strays = KINDS["held"].why(ask)[-1][0], len(ask.last().trick.strays)
        held = int(right[0])
        if strays and held > strays:
            assert said.endswith(f"that makes {held}.")
        else:
            assert (
                said.endswith("are the whole hand.") if strays else said.startswith(ask.who(ask.verdict.table.leader))
            )


def test_whose_turn_it_is_is_told_by_who_played_last() -> None:
    for _question, rule, ask, right in asked("turn", 2):
        ((said, told),) = KINDS["turn"].why(ask)
        assert told == f"muriel.{rule}"
        if rule != "dealer":
            order = ask.verdict.table.order
            names = ask.who(order[len(ask.verdict.now) - 1]), ask.who(int(right[0]))
            assert said.startswith("After {} it is {}’s turn".format(*names))
