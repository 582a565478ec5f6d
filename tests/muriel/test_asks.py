"""Muriel at the judge's doors and on its pages: every field, the house rule, every refusal."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.test import Client

from games.catalogue import GAMES
from games.judge import MAX_QUESTION, reply
from games.muriel.rules import PACK, play, replay
from games.notation import NOTATIONS
from rulesite.rulebook import LANGUAGES

ALL = [card.text for card in PACK]
DEAL = [" ".join(ALL[seat::9]) for seat in range(9)]
"""Player 1 holds As T♠ 6♥ 2♦ J♦ 7♣, and so on round the table."""
FIRST = " ".join(ALL[:9])
NAMES = ["Ada", "Bea", "Cyd", "Dan", "Eva", "Fay", "Gil", "Hal", "Ivy"]


def ask(name: str, **question: Any) -> dict[str, Any]:
    return reply({"game": "muriel", "ask": name, **question}, "en")


def error(name: str, **question: Any) -> tuple[str, str]:
    found = ask(name, **question)["error"]
    assert found["message"]
    assert "%" not in found["message"]
    return found["field"], found["code"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def test_the_three_asks() -> None:
    assert set(GAMES["muriel"].asks) == {"trick", "hand", "score"}


# --- trick


def test_trick() -> None:
    answer = ask("trick", cards="4s Kd 9h Kc 2s")
    assert answer == {
        "game": "muriel",
        "ask": "trick",
        "taker": 3,
        "claims": ["Kd", "Kc"],
        "bonus": [],
        "strays": ["4s", "9h", "2s"],
        "points": 30,
        "rules": ["muriel.claims-tied", "muriel.values", "muriel.strays", "muriel.next-lead"],
        "because": "The two highest cards, K♦ and K♣, are equal: player 4, who played the second of them, takes both."
        " That scores 15 + 15 = 30 points.",
    }


def test_trick_with_names() -> None:
    answer = ask("trick", cards=["4s", "Xr", "Xb"], players=["Ada", "Bea", "Cyd"])
    assert (answer["taker"], answer["bonus"], answer["points"]) == ("Cyd", ["4s"], 44)
    assert "Cyd, who played the second, takes both" in answer["because"]


def test_trick_house_rule() -> None:
    left = ask("trick", cards="4s Kd 9h")
    taker = ask("trick", cards="4s Kd 9h", house={"next_lead": "taker"})
    assert left["strays"] == taker["strays"]
    assert taker["rules"] == left["rules"]
    assert error("trick", cards="4s", house={"next_lead": "right"}) == ("house.next_lead", "unknown-choice")
    assert error("trick", cards="4s", house={"wrap": True}) == ("house.wrap", "unknown-field")


@pytest.mark.parametrize(
    ("question", "field", "code"),
    [
        ({}, "cards", "required"),
        ({"cards": ""}, "cards", "required"),
        ({"cards": "4s 1Z"}, "cards", "unknown-card"),
        ({"cards": "4s 4s"}, "cards", "too-many"),
        ({"cards": "4s X Xb Xr"}, "cards", "too-many"),
        ({"cards": "7 7 7 7s 7"}, "cards", "too-many"),
        ({"cards": "7h 8d 7c 7s 7d 7"}, "cards", "too-many"),
        ({"cards": " ".join(ALL[:10])}, "cards", "how-many-cards"),
        ({"cards": "4s 5s", "players": ["Ada"]}, "players", "names-for-cards"),
        ({"cards": "4s", "players": ["Ada", "Bea"]}, "players", "names-for-cards"),
        ({"cards": "4s 5s", "players": ["Ada", "Ada"]}, "players", "same-name"),
        ({"cards": "4s 5s", "players": ["Ada", " "]}, "players", "no-names"),
        ({"cards": "4s 5s", "players": "Ada Bea"}, "players", "no-names"),
        ({"cards": "4s 5s", "players": [1, 2]}, "players", "no-names"),
        ({"cards": "4s 5s", "players": 7}, "players", "no-names"),
        ({"cards": "4s", "hand": "4s"}, "hand", "unknown-field"),
    ],
)
def test_errors_of_a_trick_name_the_culprit(question: dict[str, Any], field: str, code: str) -> None:
    assert error("trick", **question) == (field, code)


def test_no_names_at_all_are_no_error() -> None:
    assert ask("trick", cards="4s 5s", players=[])["taker"] == 1


def test_odd_characters_in_names_are_kept() -> None:
    answer = ask("trick", cards="4s 5s", players=["5% %s", "100% %(who)s"])
    assert answer["taker"] == "100% %(who)s"
    assert answer["because"].startswith("100% %(who)s played the highest card")


def test_the_page_of_a_trick_draws_what_becomes_of_each_card(client: Client) -> None:
    response = client.get("/en/muriel/trick/?cards=4s+Xr+9h+Qc+Xb+2s&player.0=Ada&player.4=Eva")
    html = response.content.decode()
    drawn = re.findall(r'aria-label="([^"]+)" data-badge="([^"]+)"', html)
    assert drawn == [
        ("four of spades, stray", "→"),
        ("red joker, claim", "+20"),
        ("nine of hearts, bonus claim", "+9"),
        ("queen of clubs, bonus claim", "+14"),
        ("black joker, claim", "+20"),
        ("two of spades, stray", "→"),
    ]
    assert response.context["headline"].text == "Eva takes 63 points so far"
    assert [shown.who for shown in response.context["ask"].trick()] == ["Ada", "2", "3", "4", "Eva", "6"]
    assert "the player on Ada’s left" in html
    assert "= 63" in html


def test_the_page_tells_who_gets_the_strays_under_the_house_rule(client: Client) -> None:
    html = client.get("/en/muriel/trick/?cards=4s+Kd+9h&house.next_lead=taker").content.decode()
    assert "next leader: player 2" in html


def test_names_on_the_page_may_be_missing_but_not_be_too_many(client: Client) -> None:
    assert client.get("/en/muriel/trick/?cards=4s+5s&player.0=Ada").status_code == 200
    wrong = client.get("/en/muriel/trick/?cards=4s+5s&player.0=Ada&player.3=Dan")
    assert wrong.status_code == 422
    assert "The number of names (4) does not match the number of cards (2)" in wrong.content.decode()
    assert 'value="Dan"' in wrong.content.decode()
    assert dict(parse_qsl(wrong.context["ask"].address(NOTATIONS["it"]))) == {
        "cards": "4P 5P",
        "player.0": "Ada",
        "player.3": "Dan",
    }


# --- hand


def test_hand_before_the_first_trick() -> None:
    answer = ask("hand", deal=DEAL, tricks=[], dealer=4)
    assert answer["piles"] == [0] * 9
    assert (answer["leader"], answer["over"]) == (4, False)
    assert answer["hands"] == [hand.split() for hand in DEAL]
    assert answer["rules"] == ["muriel.dealer", "muriel.players", "muriel.lead"]


def test_hand_after_a_trick() -> None:
    answer = ask("hand", deal=[hand.split() for hand in DEAL], tricks=[FIRST], dealer=0)
    assert answer["piles"] == [0] * 8 + [17]
    assert answer["leader"] == 1
    assert answer["hands"][1] == [*DEAL[1].split()[1:], *ALL[:7]]
    assert answer["rules"] == ["muriel.next-lead", "muriel.strays", "muriel.lead"]
    assert answer["because"].startswith("The lead passes to the left, from Player 1 to Player 2.")
    taker = ask("hand", deal=DEAL, tricks=FIRST, dealer=0, house={"next_lead": "taker"})
    assert taker["leader"] == 8
    assert taker["hands"][1] == DEAL[1].split()[1:]


def whole_hand(seed: int) -> dict[str, Any]:
    """A question with a hand played to its end at random."""
    rng = random.Random(seed)
    cards = rng.sample(list(PACK), 54)
    deal = [tuple(cards[6 * seat : 6 * seat + 6]) for seat in range(9)]
    table, tricks = replay(deal, 3).table, []
    while table.leader is not None:
        tricks.append(tuple(rng.choice(table.hands[seat]) for seat in table.order))
        table = play(table, tricks[-1]).after
    return {
        "deal": [" ".join(card.text for card in hand) for hand in deal],
        "tricks": [[card.text for card in trick] for trick in tricks],
        "dealer": 3,
    }


def test_hand_played_to_its_end() -> None:
    answer = ask("hand", **whole_hand(5))
    assert (answer["leader"], answer["over"], sum(answer["piles"])) == (None, True, 420)
    assert answer["hands"] == [[]] * 9
    assert answer["rules"] == ["muriel.hand-end", "muriel.score", "muriel.values"]


SHORT = [*DEAL[:3], DEAL[3][:14], *DEAL[4:]]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"deal": None}, "deal", "required"),
        ({"deal": []}, "deal", "required"),
        ({"deal": 7}, "deal", "no-groups"),
        ({"deal": DEAL[:8]}, "deal", "nine-hands"),
        ({"deal": " / ".join(DEAL[:8])}, "deal", "nine-hands"),
        ({"deal": SHORT}, "deal.3", "six-cards"),
        ({"deal": [*DEAL[:5], [], *DEAL[6:]]}, "deal.5", "six-cards"),
        ({"deal": [*DEAL[:5], 7, *DEAL[6:]]}, "deal.5", "no-cards"),
        ({"deal": [*DEAL[:5], "1Z", *DEAL[6:]]}, "deal.5", "unknown-card"),
        ({"deal": [*DEAL[:8], DEAL[0]]}, "deal.8", "too-many"),
        ({"deal": [DEAL[0].replace("As", "X"), *DEAL[1:]]}, "deal.8", "too-many"),
        ({"deal": [*DEAL[:1], DEAL[1].replace("2s", "3"), *DEAL[2:]]}, "deal.6", "too-many"),
        ({"dealer": None}, "dealer", "required"),
        ({"dealer": 9}, "dealer", "unknown-choice"),
        ({"dealer": "0"}, "dealer", "unknown-choice"),
        ({"dealer": True}, "dealer", "unknown-choice"),
        ({"tricks": None}, "tricks", "required"),
        ({"tricks": 7}, "tricks", "no-groups"),
        ({"tricks": [FIRST, "1Z"]}, "tricks.1", "unknown-card"),
        ({"tricks": ["Kd" + FIRST[2:]]}, "tricks.0", "not-held"),
        ({"tricks": [FIRST, FIRST]}, "tricks.1", "not-held"),
        ({"tricks": [FIRST[:-2] + "As"]}, "tricks.0", "twice-in-trick"),
        ({"tricks": [FIRST + " Ts"]}, "tricks.0", "one-too-many"),
        ({"tricks": [FIRST[:-2]]}, "tricks.0", "unfinished"),
        ({"tricks": ["X" + FIRST[2:]]}, "tricks.0", "not-held"),
        ({"tricks": ["5" + FIRST[2:]]}, "tricks.0", "not-held"),
        ({"tricks": [""]}, "tricks.0", "empty-trick"),
        ({"tricks": [FIRST, []]}, "tricks.1", "empty-trick"),
        ({"now": "As"}, "now", "unknown-field"),
        ({"rest": "hand"}, "rest", "unknown-field"),
        ({"players": NAMES}, "players", "unknown-field"),
    ],
)
def test_errors_of_a_hand_name_the_culprit(change: dict[str, Any], field: str, code: str) -> None:
    assert error("hand", **{"deal": DEAL, "tricks": [], "dealer": 0} | change) == (field, code)


def test_a_card_out_of_turn_is_told_with_player_and_trick() -> None:
    found = ask("hand", deal=DEAL, tricks=[FIRST, "Kd"], dealer=0)["error"]
    assert found["at"] == "Kd"
    assert found["message"] == ("Trick 2: it is Player 2’s turn, but Player 3 holds the king of diamonds.")
    gone = ask("hand", deal=DEAL, tricks=[FIRST, "9s"], dealer=0)["error"]["message"]
    assert gone == (
        "Trick 2: it is Player 2’s turn, but the nine of spades cannot be played, because it is in a scoring pile."
    )


def test_a_trick_after_the_hand_is_named() -> None:
    question = whole_hand(5)
    question["tricks"].append("As")
    assert error("hand", **question) == (f"tricks.{len(question['tricks']) - 1}", "after-the-hand")


def page(tricks: str = "", now: str = "", **more: str) -> str:
    fields = {f"deal.{seat}": hand for seat, hand in enumerate(DEAL)} | {"tricks": tricks, "dealer": "0", "now": now}
    return "/en/muriel/hand/?" + urlencode({name: text for name, text in (fields | more).items() if text})


class Buttons(HTMLParser):
    """The cards that a page offers to play, as its buttons send them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.cards: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "button" and found.get("name") == "play":
            self.cards.append(str(found["value"]))


def test_a_hand_is_played_card_by_card_from_the_buttons_of_the_page(client: Client) -> None:
    address = page(**{f"player.{seat}": name for seat, name in enumerate(NAMES)})
    for _card in range(20):
        response = client.get(address)
        form = response.context["ask"]
        offered = Buttons(response.content.decode()).cards
        assert sorted(offered) == sorted(card.text for card in form.hand.table.hands[form.hand.turn])
        assert NAMES[form.hand.turn] in response.context["headline"].text
        address = f"{response.context['address']}&play={offered[-1]}"
    form = client.get(address).context["ask"]
    assert (len(form.hand.tricks), len(form.hand.now)) == (2, 2)
    assert dict(parse_qsl(form.address(NOTATIONS["en"])))["now"] == " ".join(card.text for card in form.hand.now)


def test_the_last_card_of_a_trick_makes_it_a_trick(client: Client) -> None:
    response = client.get(page(now=FIRST[:-3]) + "&play=9s")
    assert response.status_code == 200
    assert dict(parse_qsl(urlsplit(response.context["address"]).query))["tricks"] == FIRST
    assert "now" not in dict(parse_qsl(response.context["address"]))
    answer = response.context["ask"].as_json()
    assert answer == ask("hand", deal=DEAL, tricks=[FIRST], dealer=0)


def test_the_led_card_lies_face_down_until_the_trick_is_complete(client: Client) -> None:
    open_trick = client.get(page(now="As 2s 3s"))
    shown = open_trick.context["ask"].placed()
    assert [(card.laid.cards[0] and card.laid.cards[0].text, card.who) for card in shown] == [
        (None, "1"),
        ("2s", "2"),
        ("3s", "3"),
    ]
    assert 'aria-label="face-down card"' in open_trick.content.decode()
    assert [reason.code for reason in open_trick.context["verdict"].reasons] == ["following"]
    assert "face-down card" not in client.get(page(tricks=FIRST)).content.decode()


def test_cards_can_be_taken_back_to_the_very_first(client: Client) -> None:
    form, steps = client.get(page(tricks=FIRST, now="Js")).context["ask"], 0
    while form.has_begun:
        form = client.get(f"{form.link()}&back=card", follow=True).context["ask"]
        steps += 1
    assert steps == 10
    assert (form.hand.tricks, form.hand.now) == ((), ())
    form = client.get(f"{form.link()}&back=card", follow=True).context["ask"]
    assert (form.hand.tricks, form.hand.now) == ((), ())


def test_what_is_taken_back_stays_in_the_address_with_what_was_typed(client: Client) -> None:
    card = client.get(page(tricks=FIRST, now="Js", back="card", **{"player.3": "Dora"}))
    assert card.status_code == 302
    assert "back" not in card["Location"]
    assert "now=" not in card["Location"]
    assert client.get(card["Location"]).context["ask"].names[3] == "Dora"
    trick = client.get(page(tricks=FIRST, now="Js", back="1", **{"player.3": "Dora"}), follow=True).context["ask"]
    assert (trick.hand.tricks, trick.hand.now, trick.names[3]) == ((), (), "Dora")
    late = client.get(page(tricks=FIRST, now="Js", back="2"), follow=True).context["ask"]
    assert (len(late.hand.tricks), len(late.hand.now)) == (1, 1)


def test_every_trick_leads_back_to_the_hand_before_it(client: Client) -> None:
    form = client.get(page(rest="hand"), follow=True).context["ask"]
    tricks = form.history()
    assert [trick.number for trick in tricks] == list(range(len(tricks), 0, -1))
    for trick in (tricks[0], tricks[-2], tricks[-1]):
        before = client.get(f"{form.link()}&back={trick.number}", follow=True).context["ask"].hand
        assert before.tricks == form.hand.tricks[: trick.number - 1]


def test_the_seats_tell_what_there_is_to_know(client: Client) -> None:
    seats = client.get(page(tricks=FIRST, now="Js")).context["ask"].seats()
    assert [seat.tags for seat in seats[:3]] == [["dealer"], ["leads"], ["to play"]]
    assert [card.text for card in seats[1].cards] == ["Qd", "8c", "7s", "7h", "6s", "5s", "4s", "3s", "3d", "2s", "As"]
    assert (seats[8].points, [item.points for item in seats[8].pile]) == (17, [9, 8])
    late = client.get(page(rest="hand"), follow=True).context["ask"]
    known, passing = set(), set()
    for trick in late.history():
        before = client.get(f"{late.link()}&back={trick.number}", follow=True).context["ask"]
        for seat in before.seats():
            known |= {"strategic known"} & set(seat.tags)
            passing |= {"passes"} & set(seat.tags)
    assert known
    assert passing


def test_a_random_deal_stays_in_the_address(client: Client) -> None:
    response = client.get("/en/muriel/hand/?shuffle=1&dealer=2")
    assert response.status_code == 302
    assert "shuffle" not in response["Location"]
    form = client.get(response["Location"]).context["ask"]
    assert sorted(card.text for hand in form.hand.start.hands for card in hand) == sorted(ALL)
    assert form.hand.table.leader == 2
    assert client.get("/en/muriel/hand/?shuffle=1&dealer=2")["Location"] != response["Location"]


def test_a_random_deal_keeps_what_is_written_and_deals_the_rest(client: Client) -> None:
    mine = "Xb Xr Ks Kh Kd Kc"
    response = client.get("/en/muriel/hand/", {"shuffle": "1", "dealer": "0", "deal.4": mine, "deal.5": "As"})
    deal = client.get(response["Location"]).context["ask"].hand.start.hands
    assert " ".join(card.text for card in deal[4]) == mine
    assert deal[5][0].text == "As"
    eight = {f"deal.{seat}": hand for seat, hand in enumerate(DEAL[:8])}
    response = client.get("/en/muriel/hand/", {"shuffle": "1", "dealer": "0"} | eight)
    last = client.get(response["Location"]).context["ask"].hand.start.hands[8]
    assert sorted(card.text for card in last) == sorted(DEAL[8].split())


def test_a_random_deal_of_what_cannot_be_dealt_is_an_error_and_nothing_is_lost(client: Client) -> None:
    typed = {"deal.4": "Xb 1Z", "deal.5": "As As", "player.4": "Eva"}
    response = client.get("/en/muriel/hand/", {"shuffle": "1", "dealer": "0"} | typed, follow=True)
    assert response.status_code == 422
    assert dict(parse_qsl(response.context["address"].split("?")[1])) == typed | {"dealer": "0"}
    assert "Player 5: “1Z”" in response.content.decode()


def test_the_rest_of_a_trick_or_of_the_hand_at_random(client: Client) -> None:
    trick = client.get(page(now="As 2s", rest="trick"))
    assert trick.status_code == 302
    form = client.get(trick["Location"]).context["ask"]
    assert (len(form.hand.tricks), form.hand.now) == (1, ())
    assert [card.text for card in form.hand.tricks[0].trick.cards[:2]] == ["As", "2s"]
    hand = client.get(page(tricks=FIRST, rest="hand", **{"house.next_lead": "taker"}))
    form = client.get(hand["Location"]).context["ask"]
    assert form.hand.over
    assert form.as_json()["over"] is True
    assert "rest" not in dict(parse_qsl(urlsplit(hand["Location"]).query))
    assert dict(parse_qsl(urlsplit(hand["Location"]).query))["house.next_lead"] == "taker"


def test_an_odd_wish_for_chance_is_dropped(client: Client) -> None:
    form = client.get(page(tricks=FIRST, rest="both"), follow=True).context["ask"]
    assert len(form.hand.tricks) == 1


def test_a_hand_over_offers_the_score_sheet_and_another_hand(client: Client) -> None:
    names = {f"player.{seat}": name for seat, name in enumerate(NAMES)}
    form = client.get(page(rest="hand", **names), follow=True).context["ask"]
    sheet = client.get(form.to_score()).context["ask"]
    assert sheet.result()["totals"] == dict(zip(NAMES, form.hand.table.points, strict=True))
    again = client.get(form.again(), follow=True).context["ask"]
    assert (again.names, again.hand.tricks) == (tuple(NAMES), ())
    assert again.hand.start != form.hand.start


def test_even_a_long_hand_with_long_names_fits_into_an_address(client: Client) -> None:
    """A trick retires two cards as long as two play it: 27 of nine cards and 54 of one are more than can ever be."""
    names = {f"player.{seat}": f"{seat}" + "ř" * 39 for seat in range(9)}
    cards = len(urlencode({"tricks": " / ".join(["10P 10P 10P 10P 10P 10P 10P 10P 10P"] * 27 + ["10P"] * 54)}))
    assert cards + len(urlencode(names)) + len(page()) < MAX_QUESTION / 2
    form = client.get(page(rest="hand", **names), follow=True).context["ask"]
    assert form.hand.over


WRONG = [
    ({"deal.3": "4s 1Z"}, "unknown-card", "deal.3"),
    ({"deal.3": "4s"}, "six-cards", "deal.3"),
    ({"deal.3": "4s 4s Kd 9c 5d 9h"}, "too-many", "deal.3"),
    ({"dealer": "9"}, "unknown-choice", "dealer"),
    ({"tricks": "4s 5s"}, "not-held", "tricks"),
    ({"tricks": FIRST[:-3]}, "unfinished", "tricks"),
    ({"tricks": FIRST + " / 1Z"}, "unknown-card", "tricks"),
    ({"now": "Kd"}, "not-held", "now"),
    ({"now": "1Z"}, "unknown-card", "now"),
    ({"player.0": "Ada", "player.1": "Ada"}, "same-name", "deal"),
]


@pytest.mark.parametrize(("change", "code", "place"), WRONG)
def test_what_is_wrong_with_a_hand_is_said_where_it_is_and_nothing_is_lost(
    client: Client, change: dict[str, str], code: str, place: str
) -> None:
    query = page(**change)
    response = client.get(query)
    assert response.status_code == 422
    form = response.context["ask"]
    assert code in {error.code for errors in form.errors.as_data().values() for error in errors}
    assert place in {element for element, text in form.faults()}
    html = response.content.decode()
    assert f'id="{place}"' in html
    assert f'href="#{place}"' in html
    kept = dict(parse_qsl(form.address(NOTATIONS["en"])))
    assert kept == dict(parse_qsl(urlsplit(query).query))
    for name, text in change.items():
        if name in ("tricks", "now") or name.startswith(("deal", "player")):
            assert text in html


def test_a_half_read_deal_changes_its_letters_where_it_can(client: Client) -> None:
    response = client.get(page(**{"deal.3": "4s 1Z"}))
    kept = dict(parse_qsl(response.context["queries"]["cs"]))
    assert (kept["deal.0"], kept["deal.3"]) == ("AP 10P 6S 2K JK 7T", "4P 1Z")


def test_the_language_switch_keeps_the_hand(client: Client) -> None:
    response = client.get(page(tricks=FIRST, now="Js Qs"))
    italian = client.get("/it/muriel/hand/?" + response.context["queries"]["it"]).context["ask"]
    assert italian.as_json() | {"because": ""} == response.context["ask"].as_json() | {"because": ""}
    assert italian.hand.now == response.context["ask"].hand.now


# --- score


def test_score() -> None:
    answer = ask("score", hands=[{"Ada": 220, "Bea": 200}, {"Bea": 101, "Cyd": 319}])
    assert answer | {"because": ""} == {
        "game": "muriel",
        "ask": "score",
        "totals": {"Ada": 220, "Bea": 301, "Cyd": 319},
        "winner": "Cyd",
        "rules": ["muriel.score"],
        "because": "",
    }
    none = ask("score", hands=[])
    assert (none["totals"], none["winner"]) == ({}, None)


def test_score_of_piles_given_as_cards() -> None:
    answer = ask("score", hands=[{"Ada": "Xb Ks", "Bea": ["Qd", "As"], "Cyd": "57", "Dan": ""}])
    assert answer["totals"] == {"Ada": 35, "Bea": 15, "Cyd": 57, "Dan": 0}
    assert answer["rules"] == ["muriel.score", "muriel.values"]


@pytest.mark.parametrize(
    ("hands", "field", "code"),
    [
        (None, "hands", "required"),
        ({}, "hands", "no-hands"),
        (["Ada"], "hands.0", "no-hand"),
        ([{"Ada": 1}, {" ": 1}], "hands.1", "no-hand"),
        ([{"Ada": -1}], "hands.0.Ada", "below-zero"),
        ([{"Ada": "-1"}], "hands.0.Ada", "below-zero"),
        ([{"Ada": 1.5}], "hands.0.Ada", "no-points"),
        ([{"Ada": True}], "hands.0.Ada", "no-points"),
        ([{"Ada": None}], "hands.0.Ada", "no-points"),
        ([{"Ada": "", "Bea": {}}], "hands.0.Bea", "no-points"),
        ([{"Ada": "lots"}], "hands.0.Ada", "no-points"),
        ([{"Ada": "9" * 5000}], "hands.0.Ada", "no-points"),
        ([{"Ada": 10**6}], "hands.0.Ada", "too-many-points"),
        ([{"Ada": "Ks X Xb", "Bea": "X"}], "hands.0.Bea", "too-many"),
        ([{"Ada": "K K K", "Bea": "Ks Kd"}], "hands.0.Bea", "too-many"),
        ([{"Ada": "Ks Ks"}], "hands.0.Ada", "too-many"),
        ([{"Ada": "Ks", "Bea": "Ks"}], "hands.0.Bea", "too-many"),
        ([{"Ada": 300}, {"Ada": 1}], "hands.1", "after-the-end"),
        ([dict.fromkeys("ABCDEFGHIJ", 42)], "hands", "too-many-players"),
    ],
)
def test_errors_of_a_score_name_the_culprit(hands: Any, field: str, code: str) -> None:
    assert error("score", hands=hands) == (field, code)


def test_the_same_card_may_be_scored_in_two_different_hands() -> None:
    assert ask("score", hands=[{"Ada": "Ks"}, {"Ada": "Ks"}])["totals"] == {"Ada": 30}


def test_a_hand_that_does_not_make_420_is_accepted_and_told() -> None:
    answer = ask("score", hands=[{"Ada": 220, "Bea": 200}, {"Ada": 10}])
    assert answer["totals"] == {"Ada": 230, "Bea": 200}
    assert answer["rules"] == ["muriel.score", "muriel.values"]
    assert "Hand 2 adds up to 10 points, but the pack holds 420" in answer["because"]


SHEET = "player.0=Ada&player.1=Bea&player.2=Cyd&points.0.0=220&points.0.1=180&points.0.2=Xb&points.1.2=Ks+Kd+2s"


def test_the_page_and_the_judge_count_alike(client: Client) -> None:
    answer = client.get(f"/en/muriel/score/?{SHEET}").context["ask"].as_json()
    assert answer == ask("score", hands=[{"Ada": 220, "Bea": 180, "Cyd": "Xb"}, {"Cyd": "Ks Kd 2s"}])


def test_the_address_keeps_the_whole_sheet(client: Client) -> None:
    form = client.get(f"/en/muriel/score/?{SHEET}").context["ask"]
    assert dict(parse_qsl(form.address(NOTATIONS["en"]))) == dict(parse_qsl(SHEET))
    italian = client.get("/it/muriel/score/?" + form.address(NOTATIONS["it"])).context["ask"]
    assert italian.result() == form.result()


def test_a_hand_can_be_removed_and_a_name_corrected(client: Client) -> None:
    response = client.get(f"/en/muriel/score/?{SHEET}&remove=0")
    assert response.status_code == 302
    kept = client.get(response["Location"]).context["ask"]
    assert kept.result()["totals"] == {"Ada": 0, "Bea": 0, "Cyd": 32}
    renamed = client.get(f"/en/muriel/score/?{SHEET.replace('Ada', 'Ida')}").context["ask"]
    assert renamed.result()["totals"] == {"Ida": 220, "Bea": 180, "Cyd": 52}


def test_a_won_match_has_no_row_for_another_hand(client: Client) -> None:
    open_match = client.get(f"/en/muriel/score/?{SHEET}").context["ask"]
    assert len(list(open_match.rows())) == 3
    over = client.get("/en/muriel/score/?player.0=Ada&player.1=Bea&points.0.0=320&points.0.1=100").context["ask"]
    assert len(list(over.rows())) == 1
    again = client.get(over.rematch()).context["ask"]
    assert (again.sheet.names[:2], again.sheet.rows) == (("Ada", "Bea"), ())


def test_the_sheet_shows_piles_card_by_card_and_the_sum_of_every_hand(client: Client) -> None:
    response = client.get(f"/en/muriel/score/?{SHEET}")
    html = response.content.decode()
    items = re.findall(r'aria-label="([^"]+)">[^<]*<svg>.*?</svg></span> <span>(\d+)</span>', html)
    assert items == [
        ("black joker", "20"),
        ("king of spades", "15"),
        ("king of diamonds", "15"),
        ("two of spades", "2"),
    ]
    assert [row.sum for row in response.context["verdict"].rows] == [420, 32]
    assert "= 32" in html


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        (("points.0.0=220", "points.0.0=lots"), "no-points", "points.0.0"),
        (("points.0.0=220", "points.0.0=-2"), "below-zero", "points.0.0"),
        (("points.0.2=Xb", "points.0.2=X+X+X"), "too-many", "points.0.2"),
        (("Ks+Kd+2s", "Ks+Ks"), "too-many", "points.1.2"),
        (("points.0.0=220", "points.0.0=320"), "after-the-end", "hands"),
        (("player.1=Bea", "player.1=Ada"), "same-name", "hands"),
        (("player.1=Bea", "player.1="), "no-name", "hands"),
        (("player.0=Ada&player.1=Bea&player.2=Cyd", "x=y"), "too-few-players", "hands"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_where_it_is_and_nothing_is_lost(
    client: Client, change: tuple[str, str], code: str, place: str
) -> None:
    query = SHEET.replace(*change)
    assert query != SHEET
    response = client.get(f"/en/muriel/score/?{query}")
    assert response.status_code == 422
    form = response.context["ask"]
    assert code in {error.code for errors in form.errors.as_data().values() for error in errors}
    assert place in {element for element, text in form.faults()}
    html = response.content.decode()
    assert f'id="{place}"' in html
    assert f'href="#{place}"' in html
    sent = {key: value for key, value in parse_qsl(query, keep_blank_values=True) if value and key != "x"}
    assert dict(parse_qsl(form.address(NOTATIONS["en"]))) == sent


# --- in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_refusal_can_be_said(language: str) -> None:
    tricks = ["As", "As 7c", "7d 7c", "4s Kd 9h", "Kd 4s Kc", "Kd Kc Kh 2s", "Xr 9h Xb", "Xr Xb", "4s Xr 9h 9c 9d Xb",
              "4s Kd Qh Qc"]  # fmt: skip
    questions: list[dict[str, Any]] = [{"ask": "trick", "cards": cards} for cards in tricks]
    questions += [question | {"house": {"next_lead": "taker"}} for question in questions]
    for number in range(25):
        hand = whole_hand(number)
        questions += [
            {"ask": "hand", **hand, "tricks": hand["tricks"][:count]}
            for count in (0, 1, 20, 24, 26, len(hand["tricks"]))
        ]
    for hands in (
        [],
        [{"A": 1}],
        [{"A": 300}],
        [{"A": 210, "B": 210}] * 2,
        [{"A": 200, "B": 199}, {"A": 101, "B": 105}],
    ):
        questions.append({"ask": "score", "hands": hands})
    for question in questions:
        answer = reply({"game": "muriel", **question}, language)
        assert answer["because"], question
        assert "%" not in answer["because"]
        assert answer["because"][0].upper() == answer["because"][0]


@pytest.mark.parametrize("points", [1, 2, 5])
def test_a_trick_s_points_are_declined(points: int) -> None:
    said = [reply({"game": "muriel", "ask": "trick", "cards": f"{'A' if points == 1 else points}s"}, "cs")["because"]]
    forms = {1: "1\u00a0bod.", 2: "2\u00a0body.", 5: "5\u00a0bodů."}
    assert said[0].endswith(forms[points])


def test_numbers_in_addresses_tell_seats_apart() -> None:
    from django.http import QueryDict

    from games.sheets.field import numbered

    data = QueryDict("deal.0=As&deal.12=2s&deal.x=3s&deal.0.1=4s&deal=5s&other.0=6s&deal.99999=7s")
    assert numbered(data, "deal") == {(0,): "As", (12,): "2s", (0, 1): "4s", (): "5s"}


def test_a_muriel_of_two_cards_has_no_bonus_claims_and_claims_none() -> None:
    answer = ask("trick", cards="Xb Xr")
    assert (answer["claims"], answer["bonus"]) == (["Xb", "Xr"], [])
    assert "bonus" not in answer["because"]


def test_groups_are_counted_as_they_are_read() -> None:
    assert error("hand", deal=DEAL, dealer=0, tricks="/ Zz")[0] == "tricks.0"
    assert error("hand", deal=DEAL, dealer=0, tricks=["", "Zz"])[0] == "tricks.1", "an empty trick is one as well"
    assert error("hand", deal=DEAL, dealer=0, tricks=[None]) == ("tricks.0", "no-cards")
