"""The drills of Marriage: what is right by a slow way of its own, what tempts, and what each level asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from games.cards import DECK, JOKER, Card, Rank, Suit, cards_of
from games.marriage import drills, rules
from games.marriage.practice import DRILLS
from games.marriage.rules import House
from games.marriage.scoring import count_maal

KINDS = {drill.name: drill for drill in DRILLS}
LEVELS = (1, 2, 3)
SEEDS = 60


@cache
def asked(name: str, level: int, seeds: int = SEEDS) -> list[tuple[Any, Any]]:
    """The questions of some seeds, each as it was drawn and as the game decided it."""
    the, found = KINDS[name], []
    for seed in range(seeds):
        drawn = the.drawn(seed, level)
        ask = the.asked(drawn.question)
        assert ask.is_valid()
        found.append((drawn, ask))
    return found


def all_asked(name: str) -> list[tuple[Any, Any]]:
    return [each for level in LEVELS for each in asked(name, level)]


# --- Sets ---


@cache
def natural(count: int) -> list[tuple[str, Counter[Card]]]:
    """Every set of so many cards in which each card is itself."""
    found = [("tunnel", Counter({card: 3})) for card in DECK] if count == 3 else []
    for suit in Suit:
        order = [Card(Rank(n), suit) for n in (*range(1, 14), 1)]
        found += [("pure-sequence", Counter(order[at : at + count])) for at in range(15 - count)]
    for rank in list(Rank)[:13]:
        found += [("trial", Counter(Card(rank, suit) for suit in suits)) for suits in combinations(Suit, count)]
    return found


def readings(cards: Iterable[Card], wild: frozenset[Card]) -> set[str]:
    """What cards can be read as: as they are, else with wild cards in any places."""
    held = Counter(cards)
    if held.total() == 2:
        return {"dublee"} if len(held) == 1 else {"none"}
    known = natural(held.total())
    as_it_is = {kind for kind, found in known if found == held}
    others = held - Counter({card: copies for card, copies in held.items() if card in wild})
    dirty = {"pure-sequence": "sequence", "trial": "dirty-trial"}
    return as_it_is or {dirty[kind] for kind, found in known if kind in dirty and not others - found} or {"none"}


def test_sets_every_reading_of_the_cards_is_right_and_no_other_is() -> None:
    for _drawn, ask in all_asked("set"):
        cards, tiplu = ask.cleaned_data["cards"], ask.cleaned_data["tiplu"]
        the = KINDS["set"]
        accepted = {option.value for option in the.reply(ask).options if the.is_right(ask, (option.value,))}
        assert accepted == readings(cards, rules.wild_cards(tiplu, ask.house)), (cards, tiplu)


def test_primary_is_what_is_a_pure_set_without_a_wild_card() -> None:
    for _drawn, ask in all_asked("primary"):
        is_pure = bool(readings(ask.cleaned_data["cards"], frozenset()) & {"tunnel", "pure-sequence"})
        assert KINDS["primary"].right(ask) == ("yes" if is_pure else "no",)


def test_wild_cards_cards_that_are_wild_but_themselves_tempt() -> None:
    tempted = [ask for drawn, ask in all_asked("primary") if drawn.rule == "wild-cards"]
    assert tempted
    for ask in tempted:
        assert set(ask.cleaned_data["cards"]) & rules.wild_cards(ask.cleaned_data["tiplu"], ask.house)
        assert KINDS["primary"].right(ask) == ("yes",)


# --- The tiplu ---


@pytest.mark.parametrize("name", ["wild", "scores"])
def test_tiplu_by_the_ranks_counted_round(name: str) -> None:
    for _drawn, ask in all_asked(name):
        tiplu, right = ask.cleaned_data["tiplu"], set()
        for card in ask.cleaned_data["cards"]:
            is_next = card.suit is tiplu.suit and (card.rank - tiplu.rank) % 13 in (0, 1, 12)
            is_alter = card.rank is tiplu.rank and card.colour is tiplu.colour and ask.house.alter
            if card is JOKER or is_next or is_alter or (name == "wild" and card.rank is tiplu.rank):
                right.add(card.text)
        assert set(KINDS[name].right(ask)) == right


@pytest.mark.parametrize("name", ["wild", "scores"])
def test_poplu_jhiplu_turn_on_the_ace_from_the_second_level_on(name: str) -> None:
    for level in LEVELS:
        ranks = {ask.cleaned_data["tiplu"].rank for drawn, ask in asked(name, level) if drawn.rule == "poplu-jhiplu"}
        assert (ranks <= {Rank.ACE, Rank.TWO, Rank.KING}) == (level > 1)


def test_alter_stands_among_the_cards_where_it_is_asked_about() -> None:
    about = [
        ask
        for drawn, ask in all_asked("scores")
        if drawn.rule == "alter" or drawn.question.get("house", {}).get("alter")
    ]
    assert {ask.house.alter for ask in about} == {True, False}
    for ask in about:
        tiplu = ask.cleaned_data["tiplu"]
        assert any(
            card.rank is tiplu.rank and card.colour is tiplu.colour and card is not tiplu
            for card in ask.cleaned_data["cards"]
        )


# --- The maal ---


def test_best_count_another_count_comes_near() -> None:
    for drawn, ask in all_asked("maal"):
        if drawn.rule == "best-count":
            count = ask.verdict
            assert count.others
            assert count.best.marriages < max(other.marriages for other in count.others) or any(
                count.points - other.points <= 20 for other in count.others
            )


def test_hand_values_of_all_cards_by_hand() -> None:
    values = {"tiplu": (0, 3, 7), "poplu": (0, 2, 5, 10), "jhiplu": (0, 2, 5, 10), "alter": (0, 5, 15, 25)}
    values["putali"] = values["alter"]
    for drawn, ask in all_asked("maal"):
        if drawn.question.get("floor"):
            continue
        tiplu, cards = ask.cleaned_data["tiplu"], list(ask.cleaned_data["cards"])
        points = 0
        if ask.house.main_card and cards.count(JOKER) > 3 * ask.house.jokers:
            cards.remove(JOKER)
            points = 5
        held = Counter(str(role) for card in cards if (role := rules.role(card, tiplu, ask.house)))
        trio = ("tiplu", "poplu", "jhiplu")
        ways = [
            (0, 10, 30)[marriages] + sum(values[kind][held[kind] - marriages * (kind in trio)] for kind in values)
            for marriages in range(min(held[kind] for kind in trio) + 1)
        ]
        assert KINDS["maal"].right(ask) == (str(points + max(ways)),)


def test_floor_values_lie_on_the_table() -> None:
    for drawn, ask in all_asked("maal"):
        if drawn.rule == "floor-values":
            in_hand = count_maal(ask.cleaned_data["tiplu"], ask.cleaned_data["cards"], house=ask.house).points
            assert ask.verdict.points >= in_hand + 5


# --- The missing card ---


@cache
def sets_with(card: Card) -> list[tuple[bool, tuple[Card, ...]]]:
    """The sets of three to five cards that this one is in, and whether they are pure."""
    return [
        (kind != "trial", tuple(found.elements()))
        for count in (3, 4, 5)
        for kind, found in natural(count)
        if card in found
    ]


def covers(held: list[Card], left_out: int, pure: int) -> bool:
    """Whether all cards but so many lie in sets where each is itself, so many of them pure."""
    if not held:
        return pure <= 0
    first, *others = held
    if left_out and covers(others, left_out - 1, pure):
        return True
    for is_pure, found in sets_with(first):
        rest = list(held)
        for card in found:
            if card not in rest:
                break
            rest.remove(card)
        else:
            if covers(rest, left_out, pure - is_pure):
                return True
    return False


def test_ending_before_the_tiplu_is_known_by_trying_all_arrangements() -> None:
    tried = 0
    for level in LEVELS:
        for _drawn, ask in asked("completes", level)[:15]:
            if ask.cleaned_data["tiplu"] or ask.house.jokers:
                continue
            the, hand = KINDS["completes"], sorted(ask.cleaned_data["hand"])
            assert not covers(hand, 0, 3)
            for option in the.reply(ask).options:
                drawn = sorted([*hand, *option.row])
                ends = covers(drawn, 1, 3) or sum(copies // 2 for copies in Counter(drawn).values()) >= 8
                assert ends == (option.value in the.right(ask)), (ask.data, option.value)
            tried += 1
    assert tried > 20


def test_dublee_a_third_card_of_a_kind_tempts() -> None:
    tempted = 0
    for drawn, ask in all_asked("completes"):
        if drawn.rule == "dublee":
            held, the = Counter(ask.cleaned_data["hand"]), KINDS["completes"]
            wrong = [option.row[0] for option in the.reply(ask).options if option.value not in the.right(ask)]
            tempted += any(held[card] == 2 for card in wrong)
            others = [card for card in ask.verdict.completing if held[card] != 1]
            assert all(covers(sorted([*ask.cleaned_data["hand"], card]), 1, 3) for card in others)
    assert tempted


def test_primary_no_wild_card_stands_in_for_the_third_pure_set() -> None:
    seen = 0
    for drawn, ask in all_asked("completes"):
        if drawn.rule == "primary":
            assert ask.verdict.primary is None
            tiplu = ask.cleaned_data["tiplu"]
            wrong = [card for card in rules.wild_cards(tiplu, ask.house) if card not in ask.verdict.completing]
            seen += bool(tiplu and wrong)
    assert seen


@pytest.mark.parametrize(("level", "seed"), [(1, 1041), (2, 518), (3, 583), (3, 889), (3, 5072), (3, 5110)])
def test_dublee_seven_in_a_hand_are_asked_about_or_not_there(level: int, seed: int) -> None:
    drawn = KINDS["completes"].drawn(seed, level)
    ask = KINDS["completes"].asked(drawn.question)
    assert ask.is_valid()
    assert ask.verdict.away == 1
    assert f"marriage.{drawn.rule}" in [reason.rule for reason in ask.verdict.reasons]
    assert len(ask.verdict.dublees) < rules.PRIMARY_DUBLEES or drawn.rule == "dublee"


def test_offered_are_some_that_do_and_some_that_do_not() -> None:
    for _drawn, ask in all_asked("completes"):
        the = KINDS["completes"]
        options = the.reply(ask).options
        assert 1 <= len(the.right(ask)) <= 6
        assert len(the.right(ask)) < len(options) <= 11


# --- The settlement ---


def test_maal_exchange_of_the_first_by_the_sum_of_all() -> None:
    for drawn, ask in [*asked("result", 1), *asked("result", 2)]:
        if drawn.question.get("house"):
            continue
        (players,) = ask.cleaned_data["players"].hands
        maal = [player.maal + player.tunnels for player in players]
        bonus = 5 * any(player.winner and player.dublee for player in players)
        owed = [
            0 if player.winner else bonus + (0 if player.dublee else 3 if player.seen else 10) for player in players
        ]
        first = len(players) * maal[0] - sum(maal) + (sum(owed) if players[0].winner else -owed[0])
        assert KINDS["result"].right(ask) == (str(first),)


def test_pays_is_a_part_of_what_the_first_gets() -> None:
    for _drawn, ask in all_asked("pays"):
        one = ask.verdict.results[0].name
        got = sum(pay.points * ((pay.payee == one) - (pay.payer == one)) for pay in ask.verdict.pays)
        assert got == drills.won(ask.verdict)
        two = {one, ask.verdict.results[1].name}
        between = [pay for pay in ask.verdict.pays if {pay.payer, pay.payee} == two]
        assert abs(drills.paid(ask.verdict)) == sum(pay.points for pay in between)


def test_variant_dhoos_sometimes_the_winner_owes_it() -> None:
    about = [ask for level in (2, 3) for drawn, ask in asked("pays", level, 200) if drawn.rule == "variant-dhoos"]
    won = [next(player.name for player in ask.cleaned_data["players"].hands[0] if player.winner) for ask in about]
    owing = [ask.house.dhoos for ask in about]
    assert any(one == other for one, other in zip(won, owing, strict=True))
    assert any(one != other for one, other in zip(won, owing, strict=True))


@pytest.mark.parametrize("name", ["pays", "result"])
def test_what_is_offered_comes_of_mistakes_and_the_right_figure_stands_anywhere(name: str) -> None:
    the, places = KINDS[name], Counter[int]()
    for _drawn, ask in all_asked(name):
        values = [option.value for option in the.reply(ask).options]
        assert 4 <= len(values) <= 7
        assert values == sorted(values, key=int)
        if len(values) > 5:
            places[values.index(the.right(ask)[0])] += 1
    assert len(places) >= 6
    assert max(places.values()) <= 0.3 * places.total()


def test_who_pays_is_not_to_be_seen_in_what_is_offered() -> None:
    for _drawn, ask in all_asked("pays"):
        values = {int(option.value) for option in KINDS["pays"].reply(ask).options}
        assert values == {-value for value in values} | {0}


def test_what_is_said_of_a_sum_comes_to_what_is_right() -> None:
    for name in ("pays", "result"):
        for _drawn, ask in all_asked(name):
            right = int(KINDS[name].right(ask)[0])
            (text, _rule) = KINDS[name].why(ask)[-1]
            if "=" in text:
                left, _equals, found = text.rpartition(" = ")
                figure = found.split(":")[0].rstrip(".").replace("−", "-")
                assert abs(int(figure)) == abs(right) if name == "pays" else int(figure) == right
                reckoned = left.rpartition("makes ")[2]
                assert abs(total(reckoned)) == abs(right)


def total(sum_: str) -> int:
    """A sum of so many points as it is written, reckoned."""
    text = sum_.replace("\u202f", "").replace("−", "-").replace(" ", "")
    _doubled, times, rest = text.partition("2×(") if text.startswith("2×(") else ("", "", text)
    if times:
        inner, _end, after = rest.partition(")")
        return 2 * total(inner) + (int(after) if after else 0)
    found = 0
    for term in text.replace("-", "+-").split("+"):
        if term:
            times_, _times, factor = term.partition("×")
            found += int(times_) * int(factor or 1)
    return found


def test_a_card_that_completes_lies_in_the_sets_that_are_drawn() -> None:
    for _drawn, ask in all_asked("completes")[::6]:
        *sets, left = ask.ended()
        drawn = [card for group in sets for card in group.cards]
        assert sorted([*drawn, *left]) == sorted([*ask.cleaned_data["hand"], ask.right[0]])
        assert len(left) == 1 or all(len(group.cards) == 2 for group in sets)


# --- Levels ---


@pytest.mark.parametrize("name", KINDS)
def test_house_rules_come_one_at_a_time_and_then_together(name: str) -> None:
    for level, most in ((1, 0), (2, 1), (3, 3)):
        assert all(len(drawn.question.get("house", {})) <= most for drawn, _ask in asked(name, level))
    assert any(drawn.question.get("house") for drawn, _ask in asked(name, 3))


@pytest.mark.parametrize("name", KINDS)
def test_a_house_rule_turns_what_it_is_asked_with(name: str) -> None:
    the = KINDS[name]
    for drawn, ask in all_asked(name):
        for rule in drawn.question.get("house", {}):
            house = {other: value for other, value in drawn.question["house"].items() if other != rule}
            without = the.asked({**drawn.question, "house": house})
            if rule == "dhoos" and drawn.rule == "variant-dhoos":  # who wins pays nothing, which is worth asking
                continue
            if without.is_valid():
                asks = [(the.right(each), the.reply(each).options) for each in (ask, without)]
                assert asks[0] != asks[1], (drawn, rule)


def test_first_level_cards_are_sorted_and_of_no_house() -> None:
    for name in ("set", "primary"):
        for _drawn, ask in asked(name, 1):
            assert list(ask.cleaned_data["cards"]) == sorted(ask.cleaned_data["cards"])
            assert ask.house == House()


def test_what_is_offered_stays_within_the_pack() -> None:
    hand = cards_of("3s 4s 5s 9h 9h 9h Qd Kd Ad 2c 3c 4c 5c 6h 6d 6s 8c 8c 7d 7d Jc")
    found = drills.offered(hand, Card.of("7d"), [Card.of("9c")])
    assert not {Card.of("9h"), Card.of("7d"), JOKER} & set(found)
    assert JOKER in drills.offered(hand, Card.of("7d"), [Card.of("9c")], House(jokers=True))
