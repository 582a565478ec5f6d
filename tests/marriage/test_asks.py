"""Marriage at its doors: the judge's contract, the worked figures, every error by name, the pages."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from games.asks import Ask
from games.cards import Card
from games.catalogue import GAMES
from games.judge import reply
from games.notation import NOTATIONS
from games.questions import HOUSE
from games.table import Laid
from rulesite.rulebook import LANGUAGES

COMPLETE = "3s 4s 5s 9h 9h 9h Qd Kd Ad 2c 3c 4c Ts Th Tc 5h 6h 7s Jd Jc 7h"
AWAY = "3s 4s 5s 9h 9h 9h Qd Kd Ad 2c 3c 4c 5c 6h 6d 6s 8c 8c 7d Tc Jc"
DUBLEES = "As As 3s 3s 5h 5h 7h 7h 9d 9d Jd Jd Kc Kc 2c 2c 4s 6h 8d Tc Qs"


def ask(name: str, **question: Any) -> dict[str, Any]:
    return reply({"game": "marriage", "ask": name, **question}, "en")


def player(name: str, maal: Any = 0, seen: bool = True, **more: Any) -> dict[str, Any]:
    return {"name": name, "maal": maal, "seen": seen, **more}


TABLE = [
    player("Asha", 10, winner=True),
    player("Bina", 5),
    player("Chir", 3, seen=False),
    player("Devi", 0, seen=False),
]
DUBLEE_TABLE = [
    player("Asha", 8, winner=True, dublee=True),
    player("Bina", 4),
    player("Chir", 6, dublee=True),
    player("Devi", 0, seen=False),
]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


# --- the contract ---


@pytest.mark.parametrize(
    ("cards", "tiplu", "kind", "primary"),
    [
        ("9h 9h 9h", None, "tunnel", True),
        ("Qd Kd Ad", None, "pure-sequence", True),
        ("Ad 2d 3d", None, "pure-sequence", True),
        ("Kd Ad 2d", None, None, False),
        ("6s 7s 8s", "7s", "pure-sequence", True),
        ("5h 6h 7s", "7s", "sequence", False),
        ("Qs Qh Qc", None, "trial", False),
        ("Js Jd 7s", "7s", "dirty-trial", False),
        ("Kd Kd", None, "dublee", False),
        ("4d 4d 7s", "7s", None, False),
        ("4d 4d 4c", None, None, False),
        ("4d", None, None, False),
    ],
)
def test_set(cards: str, tiplu: str | None, kind: str | None, primary: bool) -> None:
    answer = ask("set", cards=cards, tiplu=tiplu) if tiplu else ask("set", cards=cards)
    assert (answer["kind"], answer["primary"]) == (kind, primary)
    assert answer["because"]
    assert all(rule.startswith("marriage.") for rule in answer["rules"])


def test_set_says_which_card_stands_for_which() -> None:
    def stand_ins(cards: str) -> list[tuple[str, str]]:
        return [
            (each.card.text, each.stands_for.text)
            for each in form("set", cards=cards, tiplu="7s").verdict.group.stand_ins
        ]

    assert stand_ins("5h 6h 7s") == [("7s", "7h")]
    assert stand_ins("6s 7s 8s") == []


def test_printed_jokers_are_in_the_pack_by_house_rule_and_wild_without_a_tiplu() -> None:
    jokers = {"jokers": True}
    assert ask("set", cards="X X X", house=jokers)["kind"] == "tunnel"
    assert ask("set", cards="Xr Ts Td", house=jokers)["kind"] == "dirty-trial"
    assert ask("set", cards="X X", house=jokers)["kind"] == "dublee"
    assert ask("set", cards="X Ts Td")["error"]["code"] == "not-in-pack"


def test_arrange() -> None:
    answer = ask("arrange", hand=COMPLETE, tiplu="7s")
    assert answer["complete"] is True
    assert answer["away"] == 0
    assert answer["discard"] == []
    assert len(answer["primary"]) == 3
    assert sorted(card for group in answer["sets"] for card in group) == sorted(COMPLETE.split())
    for group in answer["primary"]:
        assert ask("set", cards=group)["primary"] is True
    for group in answer["sets"]:
        assert ask("set", cards=group, tiplu="7s")["kind"] is not None


def test_arrange_one_away_names_the_cards_that_would_do() -> None:
    answer = ask("arrange", hand=AWAY, tiplu="7d")
    assert (answer["complete"], answer["away"]) == (False, 1)
    completing = [card.text for card in form("arrange", hand=AWAY, tiplu="7d").verdict.completing]
    assert "9c" in completing
    for card in completing:
        drawn = ask("arrange", hand=f"{AWAY} {card}", tiplu="7d")
        assert drawn["complete"] is True
        for discard in drawn["discard"]:
            rest = f"{AWAY} {card}".split()
            rest.remove(discard)
            assert ask("arrange", hand=rest, tiplu="7d")["complete"] is True


def test_arrange_before_the_tiplu_is_known() -> None:
    answer = ask("arrange", hand=AWAY)
    assert len(answer["primary"]) == 3
    assert "marriage.tiplu" in answer["rules"]
    none = ask("arrange", hand="As 3s 5s 7s 9s Js Ks Ah 3h 5h 7h 9h Jh Kh Ad 3d 5d 7d 9d Jd Kd")
    assert none["primary"] is None
    assert none["complete"] is False


def test_arrange_lists_dublees_with_four_players_or_more() -> None:
    assert ask("arrange", hand=DUBLEES)["complete"] is True
    assert len(ask("arrange", hand=DUBLEES, players=5)["dublees"]) == 8
    few = ask("arrange", hand=DUBLEES, players=3)
    assert (few["dublees"], few["complete"]) == ([], False)
    assert "marriage.dublee" in few["rules"]


@pytest.mark.parametrize(
    ("tiplu", "poplu", "jhiplu", "points"),
    [(1, 3, 3, 23), (1, 2, 3, 18), (2, 1, 3, 19), (2, 2, 2, 30), (1, 1, 1, 10), (0, 2, 0, 5)],
)
def test_maal_takes_the_best_count(tiplu: int, poplu: int, jhiplu: int, points: int) -> None:
    cards = ["7s"] * tiplu + ["8s"] * poplu + ["6s"] * jhiplu
    answer = ask("maal", tiplu="7s", cards=cards)
    assert answer["points"] == points
    assert sum(item["points"] for item in answer["items"]) == points
    counted = form("maal", tiplu="7s", cards=cards).verdict
    assert all(other.points <= points for other in counted.others)
    held = [card for item in answer["items"] for card in item["cards"]]
    assert sorted(held) == sorted(cards)


def test_maal_on_the_floor_and_in_hand() -> None:
    answer = ask("maal", tiplu="7s", cards="6s 7s 8s", floor=["6s 7s 8s", "5d 5d 5d"])
    assert {item["item"]: item["points"] for item in answer["items"]} == {
        "floor-marriage": 15,
        "tunnel-ordinary": 5,
        "marriage": 10,
    }
    assert answer["points"] == 30
    assert ask("maal", tiplu="7s", cards="6s 7s 8s", floor="6s 7s 8s / 5d5d5d / ")["points"] == 30


def test_maal_with_and_without_alter_and_main_card() -> None:
    assert ask("maal", tiplu="7s", cards="7c 7c")["points"] == 0
    assert ask("maal", tiplu="7s", cards="7c 7c", house={"alter": True})["points"] == 15
    assert ask("maal", tiplu="7s", cards="X", house={"main_card": True})["points"] == 5
    assert ask("maal", tiplu="7s", cards="X X X X", house={"main_card": True, "jokers": True})["points"] == 30


def form(name: str, **question: Any) -> Ask[Any]:
    """A question put to its form, as a page does."""
    asked = GAMES["marriage"].asks[name](question)
    assert asked.is_valid(), asked.errors
    return asked


def test_a_value_that_is_no_amount_is_named() -> None:
    for value in (0, "much", "-1", "1e-99999999999"):
        asked = GAMES["marriage"].asks["settle"]({"players": TABLE, "value": value})
        assert [error.code for error in asked.errors.as_data()["value"]] == ["no-value"]


def shown(tiplu: str, **house: bool) -> dict[str, list[str]]:
    """What the tool that only teaches says of a tiplu: the judge's contract has no such question."""
    return form("tiplu", tiplu=tiplu, **house).result()["roles"]  # type: ignore[return-value]


def test_tiplu_closes_the_circle_at_the_ace() -> None:
    assert ask("tiplu", tiplu="7s")["error"]["code"] == "unknown-ask"
    for tiplu, poplu, jhiplu in (("Kd", "Ad", "Qd"), ("Ad", "2d", "Kd"), ("2d", "3d", "Ad"), ("7s", "8s", "6s")):
        roles = shown(tiplu)
        assert (roles["poplu"], roles["jhiplu"]) == ([poplu], [jhiplu])
        assert len(roles["ordinary-joker"]) == 3
    scoring = shown("7s", **{"house.alter": True, "house.jokers": True})
    assert (scoring["alter"], scoring["ordinary-joker"], scoring["putali"]) == (["7c"], ["7h", "7d"], ["X"])


@pytest.mark.parametrize(
    ("players", "house", "results"),
    [
        (TABLE, {}, (45, -1, -16, -28)),
        (TABLE, {"unseen_maal": "murder"}, (48, 2, -25, -25)),
        (TABLE, {"tunnel_pachaunu": True, "maal_pachaunu": True}, (48, 2, -25, -25)),
        (TABLE, {"unseen_maal": "kidnap"}, (57, -1, -28, -28)),
        (TABLE, {"better": True}, (90, -2, -32, -56)),
        (TABLE, {"better": True, "dhoos": "Chir"}, (105, -2, -47, -56)),
        (TABLE, {"dhoos": "Asha"}, (45, -1, -16, -28)),
        (DUBLEE_TABLE, {}, (42, -10, 1, -33)),
        (DUBLEE_TABLE, {"dublee_bonus": 7}, (48, -12, -1, -35)),
        (DUBLEE_TABLE, {"dublee_bonus": 0}, (27, -5, 6, -28)),
        (DUBLEE_TABLE, {"dublee_better": True}, (84, -20, 2, -66)),
    ],
)
def test_settle(players: list[dict[str, Any]], house: dict[str, Any], results: tuple[int, ...]) -> None:
    answer = ask("settle", players=players, house=house)
    assert tuple(answer["results"].values()) == results
    assert sum(results) == 0
    settled = form("settle", players=players, **{f"house.{rule}": value for rule, value in house.items()}).verdict
    fewest = [{"from": payer, "to": payee, "points": points} for payer, payee, points in settled.fewest_payments()]
    for found in settled.results:
        assert sum(found.entries.values()) == found.points == answer["results"][found.name]
        for payments in (answer["pays"], fewest):
            received = sum(
                pay["points"] * ((pay["to"] == found.name) - (pay["from"] == found.name)) for pay in payments
            )
            assert received == found.points
    assert len(fewest) < len(players)


def test_settle_takes_cards_for_maal_and_a_value_for_points() -> None:
    players = [player("Asha", "7s 8s 6s", winner=True), player("Bina", ["8s", "8s"], tunnels=5)]
    answer = ask("settle", players=players, tiplu="7s")
    assert answer["results"] == {"Asha": 3, "Bina": -3}
    for value in (0.5, "0,5", "0.5", "5e-1"):
        assert form("settle", players=players, tiplu="7s", value=value).cleaned_data["value"] * 3 == 1.5
    assert ask("settle", players=players, tiplu="7s", value=0.5)["error"]["field"] == "value", "the page's own field"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_speaks_every_language(lang: str) -> None:
    said = {
        code: reply({"game": "marriage", "ask": "settle", "players": TABLE, "lang": code}, "en")["because"]
        for code in LANGUAGES
    }
    assert said[lang]
    assert len(set(said.values())) == len(LANGUAGES)


# --- what is refused ---


@pytest.mark.parametrize(
    ("name", "question", "field", "code", "named"),
    [
        ("set", {"cards": "5s 5s 5s 5s"}, "cards", "too-many", "five of spades"),
        ("set", {"cards": "7s 7s 7s", "tiplu": "7s"}, "cards", "third-tiplu", "7♠"),
        ("set", {"cards": ""}, "cards", "required", ""),
        ("set", {"cards": "4s 1Z"}, "cards", "unknown-card", "1Z"),
        ("set", {"cards": "4s 5s 6s", "tiplu": "7s 8s"}, "tiplu", "one-card", "8s"),
        ("set", {"cards": "4s 5s 6s", "tiplu": "X", "house": {"jokers": True}}, "tiplu", "joker-tiplu", "joker"),
        ("set", {"cards": "4s 5s 6s", "house": {"wrap": True}}, "house.wrap", "unknown-field", "wrap"),
        ("set", {"cards": "4s 5s 6s", "house": {"alter": 1}}, "house.alter", "no-switch", ""),
        ("arrange", {"hand": ""}, "hand", "hand-size", "0"),
        ("arrange", {"hand": "4s"}, "hand", "hand-size", "1"),
        ("arrange", {"hand": f"{COMPLETE} 2d 3d"}, "hand", "hand-size", "23"),
        ("arrange", {"hand": COMPLETE, "players": 6}, "players", "unknown-choice", "6"),
        ("arrange", {"hand": COMPLETE.replace("Jd", "9h")}, "hand", "too-many", "nine of hearts"),
        ("maal", {"cards": "7s"}, "tiplu", "required", ""),
        ("maal", {"tiplu": "7s"}, "cards", "required", ""),
        ("maal", {"tiplu": "7s", "cards": "4s 4s", "floor": ["4s 4s 4s"]}, "floor.0", "too-many", "four of spades"),
        ("maal", {"tiplu": "7s", "cards": "4s", "floor": ["5d 5d 5d", "4h 5h 6h"]}, "floor.1", "no-tunnel-no-marriage", "4♥"),
        ("maal", {"tiplu": "As", "cards": "4s", "floor": ["Ks As 2s"]}, "floor.0", "ace-marriage", "K-A-2"),
        ("maal", {"tiplu": "7s", "cards": "7s", "floor": ["6s 7s 8s", "6s 7s 8s"]}, "floor.1", "third-tiplu", "7♠"),
        ("settle", {}, "players", "required", ""),
        ("settle", {"players": "Asha"}, "players", "no-list", ""),
        ("settle", {"players": [3]}, "players.0", "no-object", ""),
        ("settle", {"players": TABLE[:1]}, "players", "players-number", "one"),
        ("settle", {"players": [*TABLE, player("Eka"), player("Fulu")]}, "players", "players-number", "six"),
        ("settle", {"players": [*TABLE, player("Eka", winner=True)]}, "players", "two-winners", "Asha and Eka"),
        ("settle", {"players": TABLE[1:]}, "players", "no-winner", "winner"),
        ("settle", {"players": [*TABLE[1:], player("Eka", seen=False, winner=True)]}, "players", "unseen-winner", "Eka"),
        ("settle", {"players": [*TABLE, player("Eka", seen=False, dublee=True)]}, "players", "unseen-dublee", "Eka"),
        ("settle", {"players": [*TABLE[:2], player("Eka", dublee=True)]}, "players", "dublees-need-players", "Eka"),
        ("settle", {"players": [*TABLE, player("Asha")]}, "players.4.name", "name-twice", "Asha"),
        ("settle", {"players": [*TABLE, player(" ")]}, "players.4.name", "no-name", ""),
        ("settle", {"players": [*TABLE, player(5)]}, "players.4.name", "no-name", ""),
        ("settle", {"players": [*TABLE, player("Eka", -1)]}, "players.4.maal", "below-zero", "Eka"),
        ("settle", {"players": [*TABLE, player("Eka", "-1")]}, "players.4.maal", "below-zero", "Eka"),
        ("settle", {"players": [*TABLE, player("Eka", 2.5)]}, "players.4.maal", "no-points", "2.5"),
        ("settle", {"players": [*TABLE, player("Eka", True)]}, "players.4.maal", "no-points", "Eka"),
        ("settle", {"players": [*TABLE, player("5% %s", -1)]}, "players.4.maal", "below-zero", "5% %s"),
        ("settle", {"players": [*TABLE, player("Eka", "")]}, "players.4.maal", "required", ""),
        ("settle", {"players": [*TABLE, player("Eka", [])], "tiplu": "7s"}, "players.4.maal", "required", ""),
        ("settle", {"players": [*TABLE, player("Eka", [5])], "tiplu": "7s"}, "players.4.maal", "unknown-card", "[5]"),
        ("settle", {"players": [*TABLE, player("Eka", 10**6)]}, "players.4.maal", "too-many-points", "Eka"),
        ("settle", {"players": [*TABLE, player("Eka", "9" * 5000)]}, "players.4.maal", "no-points", "Eka"),
        ("settle", {"players": [*TABLE, player("Eka", "7s 1Z")], "tiplu": "7s"}, "players.4.maal", "unknown-card", "1Z"),
        ("settle", {"players": [*TABLE, player("Eka", "7s")]}, "tiplu", "tiplu-needed", "tiplu"),
        ("settle", {"players": [player("A", "7s", winner=True), player("B", "7s 7s")], "tiplu": "7s"}, "players.1.maal", "third-tiplu", "7♠"),
        ("settle", {"players": [*TABLE, player("Eka", tunnels=-5)]}, "players.4.tunnels", "below-zero", "Eka"),
        ("settle", {"players": [*TABLE, player("Eka", tunnels="x")]}, "players.4.tunnels", "no-points", "x"),
        ("settle", {"players": [*TABLE, player("Eka", winner="yes")]}, "players.4.winner", "no-switch", ""),
        ("settle", {"players": [*TABLE, player("Eka", cards="7s")]}, "players.4.cards", "unknown-field", "cards"),
        ("settle", {"players": [*TABLE, {"name": "Eka", "maal": 0}]}, "players.4.seen", "required", "seen"),
        ("settle", {"players": TABLE, "house": {"dhoos": "Nobody"}}, "house.dhoos", "unknown-name", "Nobody"),
        ("settle", {"players": TABLE, "house": {"dhoos": 3}}, "house.dhoos", "no-name", ""),
        ("settle", {"players": TABLE, "house": {"dublee_bonus": 6}}, "house.dublee_bonus", "unknown-choice", "6"),
        ("settle", {"players": TABLE, "house": {"unseen_maal": ["murder", "kidnap"]}}, "house.unseen_maal", "murder-with-kidnap", "Murder"),
        ("settle", {"players": TABLE, "house": {"unseen_maal": "murder kidnap"}}, "house.unseen_maal", "murder-with-kidnap", "Kidnap"),
        ("settle", {"players": TABLE, "house": {"unseen_maal": "both"}}, "house.unseen_maal", "unknown-choice", "both"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(name: str, question: dict[str, Any], field: str, code: str, named: str) -> None:
    answers = {lang: reply({"game": "marriage", "ask": name, "lang": lang, **question}, "en") for lang in LANGUAGES}
    found = answers["en"]["error"]
    assert (found["field"], found["code"]) == (field, code)
    assert named in found["message"]
    assert all(answer["error"]["code"] == code for answer in answers.values())
    assert len({answer["error"]["message"] for answer in answers.values()}) == len(LANGUAGES)


def test_of_a_maal_that_is_none_the_culprit_is_quoted_as_it_was_typed() -> None:
    table = [*TABLE, player("Eka", "7h x2 5%")]
    error = reply({"game": "marriage", "ask": "settle", "players": table, "tiplu": "7s"}, "en")["error"]
    assert error["at"] == "x2", "to a program the first culprit"
    assert "not as “x2”." in error["message"]


# --- addresses and pages ---

ROUND = {
    "player.0": "Asha", "shown.0": "seen", "maal.0": "10", "winner": "0",
    "player.1": "Bina", "shown.1": "seen", "maal.1": "5",
    "player.2": "Chir", "shown.2": "unseen", "maal.2": "3",
    "player.3": "Devi", "shown.3": "unseen",
}  # fmt: skip


def settle(**changes: Any) -> dict[str, Any]:
    return {name: value for name, value in (ROUND | changes).items() if value is not None}


def test_a_round_is_an_address_that_keeps_names_and_answer(client: Client) -> None:
    response = client.get("/en/marriage/settle/", settle(**{"house.dhoos": "2", "value": "0,5"}))
    assert response.status_code == 200
    asked = response.context["ask"]
    assert asked.result()["results"] == {"Asha": 60, "Bina": -1, "Chir": -31, "Devi": -28}
    for notation in NOTATIONS.values():
        again = type(asked)(type(asked).from_address(QueryDict(asked.address(notation))), notation=notation)
        assert again.is_valid()
        assert again.result() == asked.result()


def test_a_free_row_is_no_player_and_is_always_there(client: Client) -> None:
    blank = GAMES["marriage"].asks["settle"]()
    assert [bool(name) for name in blank.names] == [True] * 4 + [False]
    three = client.get("/en/marriage/settle/", settle(**{"player.2": "", "maal.2": "", "shown.2": ""}))
    assert three.status_code == 200
    assert list(three.context["ask"].result()["results"]) == ["Asha", "Bina", "Devi"]
    assert three.context["ask"].names == ("Asha", "Bina", "", "Devi", "")


def test_the_winner_has_seen_unless_it_is_said_otherwise(client: Client) -> None:
    assert client.get("/en/marriage/settle/", settle(**{"shown.0": None})).status_code == 200
    unsaid = client.get("/en/marriage/settle/", settle(**{"shown.1": None}))
    assert unsaid.status_code == 422
    assert "Bina" in unsaid.context["faults"][0][1]


def test_winner_marked_unseen_has_seen(client: Client) -> None:
    seen, unseen = (client.get("/en/marriage/settle/", settle(**{"shown.0": it})) for it in ("seen", "unseen"))
    assert [unseen.context["ask"].result(), unseen.status_code] == [seen.context["ask"].result(), 200]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"winner": ["0", "1"]}, "Asha and Bina"),
        ({"winner": None}, "winner"),
        ({"player.4": "Eka", "shown.4": "seen", "player.5": "Fulu", "shown.5": "seen"}, "“Fulu” is one too many"),
        ({"player.0": "", "maal.0": "10"}, "no name"),
        ({"maal.1": "5z"}, "Bina"),
        ({"house.unseen_maal": ["murder", "kidnap"]}, "Choose Murder or Kidnap, not both"),
    ],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_a_round_that_cannot_be_is_sent_back_whole(
    client: Client, changes: dict[str, Any], named: str, htmx: bool
) -> None:
    asked = settle(**changes)
    headers = {"hx-request": "true"} if htmx else {}
    response = client.get(f"/en/marriage/settle/?{urlencode(asked, doseq=True)}", headers=headers)
    assert response.status_code == 422
    html = response.content.decode()
    assert named in html
    kept = parse_qs(urlsplit(response.context["address"]).query, keep_blank_values=True)
    filled = {name: value for name, value in asked.items() if value}
    assert kept == {name: value if isinstance(value, list) else [value] for name, value in filled.items()}
    if not htmx:
        for name in ("player.1", "player.2", "maal.2"):
            assert re.search(rf'name="{re.escape(name)}" value="{asked[name]}"', html)


def test_the_address_of_a_round_with_a_fault_can_be_switched_to_another_language(client: Client) -> None:
    html = client.get("/en/marriage/settle/", settle(winner=None)).content.decode()
    twin = re.search(r'href="(/cs/marriage/settle/[^"]*)"', html)
    assert twin
    again = client.get(twin[1].replace("&amp;", "&"))
    assert again.status_code == 422
    assert again.context["ask"].names == ("Asha", "Bina", "Chir", "Devi", "")


def test_a_fragment_carries_each_seat_s_result(client: Client) -> None:
    html = client.get("/en/marriage/settle/", settle(), headers={"hx-request": "true"}).content.decode()
    assert re.findall(r'<output id="seat-(\d)" hx-swap-oob="true">(.*?)</output>', html) == [
        ("0", "+45"), ("1", "−1"), ("2", "−16"), ("3", "−28"), ("4", ""),
    ]  # fmt: skip


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_that_is_suggested_leads_to_a_question_that_holds(client: Client, language: str) -> None:
    write = NOTATIONS[language].write
    read = NOTATIONS["en"].read
    response = client.get(f"/{language}/marriage/arrange/", {"hand": write(read(AWAY)), "tiplu": write(read("7d"))})
    asked = response.context["ask"]
    steps = [step.address for step in asked.completing()]
    assert steps
    for address in steps:
        drawn = client.get(address).context["ask"]
        assert drawn.result()["complete"] is True
        assert drawn.result()["discard"]
    for row in (*asked.primary_rows(), *asked.other_rows()):
        assert client.get(row.address).context["ask"].result()["kind"]
    assert client.get(asked.maal_link()).status_code == 200


def test_house_rules_of_the_round_are_folded_until_one_is_chosen_and_lead_to_their_rulings(client: Client) -> None:
    unfolded = re.compile(r'<details class="house"[^>]*\sopen\s*>')
    html = client.get("/en/marriage/settle/").content.decode()
    assert not unfolded.search(html)
    assert unfolded.search(client.get("/en/marriage/settle/?house.better=on").content.decode())
    for rule in GAMES["marriage"].asks["settle"].house_rules:
        assert f'name="house.{rule.name}"' in html
        assert f"/en/marriage/#{rule.rule}" in html


# --- how an example is drawn ---


def drawn(name: str, **question: Any) -> list[tuple[str, list[tuple[str, ...]]]]:
    """The picture of a question: each label with its groups, their cards as texts, those that stand in starred."""
    form = GAMES["marriage"].asks[name](question)
    assert form.is_valid()
    found = []
    for label, row in form.picture():
        groups = row if row and not isinstance(row[0], Card) and not isinstance(row, Laid) else [row]
        found.append((str(label), [_starred(group) for group in groups]))
    return found


def _starred(group: Any) -> tuple[str, ...]:
    laid = group if isinstance(group, Laid) else Laid(tuple(group))
    marks = laid.marks or (None,) * len(laid.cards)
    return tuple(f"{card}{'*' if mark else ''}" for card, mark in zip(laid.cards, marks, strict=True))


def test_a_set_is_drawn_as_it_lies_with_the_wild_cards_that_stand_in_marked() -> None:
    assert drawn("set", cards="8s 3h 2h", tiplu="7s") == [("", [("2h", "3h", "8s*")])]
    assert drawn("set", cards="8s 7s 6s", tiplu="7s") == [("", [("6s", "7s", "8s")])]
    assert drawn("set", cards="5h 6h 7s") == [("", [("5h", "6h", "7s")])]


def test_a_hand_is_drawn_in_its_sets_and_what_is_in_none() -> None:
    ((_label, groups),) = drawn("arrange", hand=f"{COMPLETE} Ks", tiplu="7s", players=4)
    assert sorted(len(group) for group in groups) == [1, 3, 3, 3, 3, 3, 3, 3]
    assert groups[-1] == ("Ks",)
    assert sum(card.endswith("*") for group in groups for card in group) == 2


# --- what was told wrong once ---

EIGHT = "As As 2s 2s 3h 3h 5d 5d 9c 9c Jc Jc Kd Kd Qs Qs 4h 6h 8h Td 7c"
SEVEN = EIGHT.replace("Qs Qs", "Qs 4s")
UNSEEN = [player("Asha", 10, winner=True), player("Bina", 3, seen=False, tunnels=5)]


@pytest.mark.parametrize("cards", [{}, {"cards": ""}, {"cards": []}, {"cards": None}])
def test_maal_may_lie_on_the_floor_altogether(cards: dict[str, Any]) -> None:
    answer = ask("maal", tiplu="7s", floor="6-8s", **cards)
    assert (answer["points"], [item["item"] for item in answer["items"]]) == (15, ["floor-marriage"])
    for floor in ({}, {"floor": ""}, {"floor": " / "}, {"floor": [[]]}):
        found = ask("maal", tiplu="7s", **cards, **floor)["error"]
        assert (found["field"], found["code"]) == ("cards", "required")


def test_maal_on_the_floor_altogether_is_a_page_too(client: Client) -> None:
    html = client.get("/en/marriage/maal/?tiplu=7s&floor=8s+8s+8s%0A9h+9h+9h").content.decode()
    assert "Your maal: 20 points" in html


@pytest.mark.parametrize(
    ("house", "void", "counts"),
    [
        (
            {"maal_pachaunu": True},
            "unseen players (here Bina) score nothing for maal cards, so 3 points in all are lost",
            "Bina stayed unseen, but their tunnels",
        ),
        (
            {"tunnel_pachaunu": True},
            "unseen players (here Bina) score nothing for tunnels, so 5 points in all are lost",
            "Bina stayed unseen, but their maal cards",
        ),
        ({"maal_pachaunu": True, "tunnel_pachaunu": True}, "score nothing", ""),
        ({}, "", "Bina stayed unseen, but their maal still"),
    ],
)
def test_unseen_maal_is_never_said_to_be_void_and_to_count(
    client: Client, house: dict[str, Any], void: str, counts: str
) -> None:
    said = {"player.0": "Asha", "maal.0": "10", "shown.0": "seen", "winner": "0"}
    said |= {"player.1": "Bina", "maal.1": "3", "floor.1": "5", "shown.1": "unseen"} | {
        f"house.{name}": "on" for name in house
    }
    reasons = [text for text, _rule in client.get("/en/marriage/settle/", said).context["reasons"]]
    told = " ".join(reasons)
    assert void in told
    counted = [text for text in reasons if "still score" in text]
    assert counted == [text for text in counted if text.startswith(counts or "?")]
    assert bool(counted) is bool(counts)
    assert ("marriage.unseen-maal" in ask("settle", players=UNSEEN, house=house)["rules"]) is bool(counts)


def test_only_those_who_have_tunnels_are_said_to_have_some_that_count() -> None:
    without = player("Chir", 4, seen=False)
    house = {"maal_pachaunu": True}
    settle = GAMES["marriage"].asks["settle"]
    told = []
    for players in ([*UNSEEN, without], [UNSEEN[0], without]):
        form = settle({"players": players} | {f"{HOUSE}{name}": value for name, value in house.items()})
        assert form.is_valid()
        told.append([(text, rule) for text, rule in form.sentences() if rule == "marriage.unseen-maal"])
    assert told == [[("Bina stayed unseen, but their tunnels still score.", "marriage.unseen-maal")], []]


@pytest.mark.parametrize(("hand", "complete"), [(EIGHT, True), (SEVEN, False)])
def test_dublees_enough_need_no_pure_sets(client: Client, hand: str, complete: bool) -> None:
    assert ask("arrange", hand=hand, tiplu="7s")["complete"] is complete
    response = client.get("/en/marriage/arrange/", {"hand": hand, "tiplu": "7s"})
    assert "you need three before you can show them" not in response.content.decode()
    few = client.get("/en/marriage/arrange/", {"hand": hand, "tiplu": "7s", "players": "3"})
    assert "you need three before you can show them" in few.content.decode()
    six = client.get("/en/marriage/arrange/", {"hand": hand.replace("As As", "As 5s").replace("Qs Qs", "Qs 4s")})
    assert "you need three before you can show them" in six.content.decode()


@pytest.mark.parametrize(
    ("house", "names"),
    [
        ({"main_card": "on"}, {"The main card": "5"}),
        ({"jokers": "on"}, {"Putali": "5 · 15 · 25"}),
        ({"jokers": "on", "main_card": "on"}, {"Putali": "5 · 15 · 25", "The main card": "5"}),
        ({}, {}),
    ],
)
def test_the_legend_calls_a_main_card_by_its_name(client: Client, house: dict[str, str], names: dict[str, str]) -> None:
    said = {f"house.{name}": value for name, value in house.items()}
    for tool in ("tiplu/?", "set/?cards=5h+6h+7h&", "maal/?cards=5h&", f"arrange/?hand={COMPLETE.replace(' ', '+')}&"):
        form = client.get(f"/en/marriage/{tool}tiplu=7s&{urlencode(said)}").context["ask"]
        printed = {each.name: each.values for each in form.legend if any(card.is_joker for card in each.cards)}
        assert printed == names
    reasons = {
        rule: text for text, rule in client.get("/en/marriage/tiplu/", {"tiplu": "7s"} | said).context["reasons"]
    }
    assert ("marriage.putali" in reasons) is ("jokers" in house)
    assert ("marriage.variant-main-card" in reasons) is ("main_card" in house)


def test_a_main_card_stands_in_as_one() -> None:
    main = ask("set", cards="X 5h 6h", house={"main_card": True})
    assert (main["kind"], main["rules"][1]) == ("sequence", "marriage.variant-main-card")
    assert ask("set", cards="X 5h 6h", house={"jokers": True})["rules"][1] == "marriage.putali"


def test_names_in_an_address_are_at_most_forty_characters_long(client: Client) -> None:
    long = "Asha" * 20
    said = {"player.0": long, "maal.0": "10", "shown.0": "seen", "winner": "0", "player.1": "Bina", "shown.1": "seen"}
    response = client.get("/en/marriage/settle/", said | {"house.dhoos": "0"})
    assert response.status_code == 200
    assert list(response.context["verdict"].points) == [long[:40], "Bina"]
    assert client.get("/en/marriage/settle/", said | {"house.dhoos": long}).status_code == 200


@pytest.mark.parametrize("name", ["1", '"1"', '"0', "0"])
def test_a_name_that_is_a_figure_is_not_taken_for_a_seat(name: str) -> None:
    players = [{"name": name, "maal": 3, "seen": True, "winner": True}, {"name": "Bina", "maal": 1, "seen": False}]
    asked = GAMES["marriage"].asks["settle"]({"players": players, "house.dhoos": name})
    assert asked.is_valid()
    again = type(asked)(type(asked).from_address(QueryDict(asked.address(NOTATIONS["en"]))))
    assert again.is_valid()
    assert again.cleaned_data["house.dhoos"] == name
    assert again.result() == asked.result()


def test_maal_given_in_short_forms_or_as_a_number() -> None:
    cards = [player("Asha", "3-5c 7*", winner=True), player("Bina", 4)]
    written_out = [player("Asha", "3c 4c 5c 7s 7h 7d 7c", winner=True), player("Bina", "4")]
    assert ask("settle", players=cards, tiplu="4c") == ask("settle", players=written_out, tiplu="4c")
    found = ask("settle", players=[player("Asha", "9-6c", winner=True), player("Bina", 4)], tiplu="4c")["error"]
    assert (found["field"], found["at"]) == ("players.0.maal", "9-6c")


def test_a_round_that_cannot_be_read_changes_the_letters_of_what_can(client: Client) -> None:
    said = {
        "player.0": "Asha",
        "maal.0": "7C 3-4F",
        "shown.0": "seen",
        "winner": "0",
        "player.1": "Bina",
        "maal.1": "hm 7C",
    }
    found = client.get("/en/marriage/settle/", said | {"notation": "it"})["Location"]
    query = parse_qs(urlsplit(found).query)
    assert (query["maal.0"], query["maal.1"]) == (["7h 3c 4c"], ["hm 7h"])
