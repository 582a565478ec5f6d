"""Questions on their way to being asked: drafts in each language's letters, and what is said of those that are wrong."""

from __future__ import annotations

import re
from itertools import permutations
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK
from games.catalogue import GAMES
from games.fields import CardsField, GroupsField, letters_read
from games.notation import NOTATIONS
from games.words import card_name, in_letters
from rulesite.rulebook import LANGUAGES, book, tool_address
from tests import proved

ANSWER = re.compile('id="(verdict|faults)"')
FAULT = re.compile(r'class="error"[^>]*>\s*[^<\s]|aria-invalid')


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


@pytest.mark.exhaustive(sample=5)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("typed_in", "read_in"), list(permutations(LANGUAGES, 2)))
def test_a_draft_is_shown_in_the_reader_s_letters_and_not_judged(
    client: Client, game: str, typed_in: str, read_in: str
) -> None:
    with translation.override(typed_in):
        known = [tool_address(one.asked(game)) for one in book(game).examples.values()]
    for address in known:
        path = address.replace(f"/{typed_in}/", f"/{read_in}/", 1)
        response = client.get(f"{path}&notation={typed_in}&draft=on")
        query = parse_qs(urlsplit(response["Location"]).query)
        assert (response.status_code, query["draft"], "notation" in query) == (302, ["on"], False)
        draft = client.get(response["Location"])
        html = draft.content.decode()
        assert draft.status_code == 200
        assert not ANSWER.search(html), address
        assert not FAULT.search(html), address
        asked = client.get(response["Location"].replace("draft=on", ""))
        assert (asked.status_code, bool(ANSWER.search(asked.content.decode()))) == (200, True), address


@pytest.mark.parametrize(
    "query", ["table=4+5", "table=4&cards=zz", "cards=4+4+4+4+4", "opening=on", "house.straight_step=any", "x=1", ""]
)
def test_a_draft_that_could_not_be_asked_is_no_fault(client: Client, query: str) -> None:
    for fragment in ({}, {"hx-request": "true"}):
        response = client.get(f"/en/murlan/play/?{query}&draft=on", headers=fragment)
        html = response.content.decode()
        assert response.status_code == 200
        assert not ANSWER.search(html)
        assert not FAULT.search(html)
    kept = parse_qs(query)
    html = client.get(f"/en/murlan/play/?{query}&draft=on").content.decode()
    for name in {"table", "cards"} & kept.keys():
        assert f'value="{kept[name][0]}"' in html
    for name in {"opening", "house.straight_step"} & kept.keys():
        assert re.search(rf'name="{name}"[^>]*(value="any" )?[^>]* checked', html)
    assert '<link rel="canonical" href="http://localhost/en/murlan/play/">' in html


def test_every_card_of_a_table_that_cannot_be_read_is_named_and_the_letters_once_after_the_last(client: Client) -> None:
    ask = client.get("/en/machiavelli/best/?table=3z+4z+/+5h+/+QQx+9z&hand=5h").context["ask"]
    faults = dict(ask.faults())
    assert list(faults) == ["table"]
    assert re.findall("“(.+?)”", faults["table"]) == ["3z", "4z", "QQx", "9z"]
    assert re.search(re.escape(letters_read(NOTATIONS["en"])) + " Your table plays without jokers", faults["table"])
    assert faults["table"].count(letters_read(NOTATIONS["en"])) == 1


def test_a_draft_goes_on_being_one_in_the_next_language(client: Client) -> None:
    html = client.get("/en/murlan/plays/?hand=Qh+zz&draft=on").content.decode()
    assert '"/it/murlan/plays/?hand=DC+zz&amp;draft=on"' in html
    assert '"/cs/murlan/plays/?hand=DS+zz&amp;draft=on"' in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fragment", [{}, {"hx-request": "true"}])
def test_errors_name_field_and_culprit_and_explain_the_letters_once(
    client: Client, language: str, fragment: dict[str, str]
) -> None:
    query = "table=zz+yy&cards=1z+5&hand=zyz"
    response = client.get(f"/{language}/murlan/play/?{query}", headers=fragment)
    ask, html = response.context["ask"], response.content.decode()
    with translation.override(language):
        legend = letters_read(NOTATIONS[language])
        summary = ask.summary()
        assert [(name, str(label)) for name, _text, label, _cure in summary] == [
            (name, str(ask.fields[name].label)) for name in ("table", "cards", "hand")
        ]
    for culprits, (_name, text, *_rest) in zip((("zz", "yy"), ("1z",), ("zyz",)), summary, strict=True):
        assert all(culprit in text for culprit in culprits)
    assert not any(legend in text for _name, text, *_rest in summary), "it stands on the page"
    assert sum(legend in text for _element, text in ask.faults()) == 1
    assert html.count(legend) == ("hx-request" not in fragment), "on the page it stands below the fields"
    assert re.search(r'id="faults"[^>]*>[^<]*3', html)
    for name, _text, label, _cure in summary:
        assert f'<a href="#{name}"><strong>{label}:</strong>' in html


@pytest.mark.parametrize(
    ("address", "things"),
    [
        ("machiavelli/turn/?before=5h+6h+7h+/+Qs+Qd&hand=9x", [("before", "Group 2"), ("hand", "“9x”")]),
        ("machiavelli/turn/?before=5h+6h+zz+/+Qs+Qd&hand=9c", [("before", "“zz”")]),  # it may be one with the others
        ("murlan/play/?table=9h+8h&cards=zz", [("table", "not a combination"), ("cards", "“zz”")]),
        ("murlan/play/?table=3c&cards=5d+zz&hand=9c", [("cards", "“zz”"), ("cards", "five of diamonds")]),
        ("murlan/play/?table=3c&cards=5d&hand=9c+zz", [("hand", "“zz”")]),  # which may be the five
        ("murlan/play/?table=3c&cards=X+zz&hand=9c", [("cards", "“zz”")]),  # which joker it is, nobody knows
        ("murlan/play/?table=9h+8h&cards=5d&hand=9c", [("table", "not a combination"), ("cards", "five of diamonds")]),
        ("murlan/exchange/?first_hand=zz&last_hand=3c", [("first_hand", "“zz”")]),
        ("ramino/lay_off/?table=5h+6h+8h&hand=zz", [("hand", "“zz”"), ("table", "Meld 1")]),
        ("marriage/maal/?tiplu=zz&floor=5h+6h", [("tiplu", "“zz”")]),
    ],
)
def test_what_cannot_be_read_hides_nothing_else_and_accuses_nothing_else(
    client: Client, address: str, things: list[tuple[str, str]]
) -> None:
    found = client.get(f"/en/{address}").context["ask"].summary()
    assert [fault.element for fault in found] == [element for element, _culprit in things]
    for fault, (_element, culprit) in zip(found, things, strict=True):
        assert culprit in fault.text


@pytest.mark.parametrize(
    ("language", "said", "letters"),
    [
        ("it", "tre di cuori, Fante picche 7 di fiori", "3C, FP 7F"),
        ("it", "asso di quadri", "AQ"),
        ("it", "jolly rosso", "Xr"),
        ("cs", "černý žolík", "Xb"),
        ("cs", "srdcová trojka, Pikova desitka, dáma trefová", "3S, 10P, DT"),
    ],
)
def test_cards_may_be_said_by_name_among_others(client: Client, language: str, said: str, letters: str) -> None:
    ask = client.get(f"/{language}/murlan/play/?{urlencode({'table': '2', 'cards': said})}").context["ask"]
    assert ask.cures()["cards"].text == letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_may_be_said_by_its_name(language: str) -> None:
    notation = NOTATIONS[language]
    with translation.override(language):
        for card in (card for card in DECK if not card.is_joker):
            assert in_letters(f"{card_name(card)}!", notation) == f"{notation.spelt([card])}!"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_are_not_told_again_in_a_fault_of_a_score_sheet(client: Client, language: str) -> None:
    page = client.get(f"/{language}/ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=1O").content.decode()
    with translation.override(language):
        first = letters_read(NOTATIONS[language]).split()[:3]
    assert len(re.findall(r"\s+".join(map(re.escape, first)), page)) == 1


def test_what_was_meant_stands_beside_what_it_puts_right(client: Client) -> None:
    ranks, missing = client.get("/en/murlan/play/?table=3c&cards=9d+10s+99&hand=9d").context["ask"].summary()
    assert (ranks.cure.text, missing.cure) == ("9d 10s 9 9", None)
    assert "ten of spades" in missing.text


def test_an_error_that_says_where_it_is_says_it_once(client: Client) -> None:
    for address in ("machiavelli/best/?table=3c&hand=4c", "marriage/arrange/?hand=4c", "murlan/play/?table=4"):
        ask = client.get(f"/en/{address}").context["ask"]
        assert [fault.label for fault in ask.summary()] == [""]


def test_choices_that_are_figures_stand_in_a_row(client: Client) -> None:
    assert 'class="field choice figures" id="players"' in client.get("/en/marriage/arrange/").content.decode()
    assert "figures" not in client.get("/en/murlan/play/").content.decode()


@pytest.mark.parametrize(
    ("address", "cures"),
    [
        ("murlan/play/?table=45678&cards=6-10", {"table": "4 5 6 7 8", "cards": "6 7 8 9 10"}),
        ("murlan/play/?table=44&cards=qq", {"table": "4 4", "cards": "Q Q"}),
        ("murlan/combination/?cards=4-5-6-7-8", {"cards": "4 5 6 7 8"}),
        ("murlan/combination/?cards=3h+10JQ", {"cards": "3h 10 J Q"}),
        ("murlan/combination/?cards=44+zz", {}),
        ("murlan/combination/?cards=K-4", {}),
        ("murlan/play/?table=44&cards=5&house.joker_pair=maybe", {}),
        ("muriel/trick/?cards=7-9+Q", {"cards": "7 8 9 Q"}),
        ("muriel/hand/?deal.0=4-8+9&deal.1=qq", {"deal.0": "4 5 6 7 8 9", "deal.1": "Q Q"}),
        ("muriel/score/?player.0=A&player.1=B&points.0.0=qq&points.0.1=44", {"points.0.0": "Q Q"}),
        ("ramino/meld/?cards=4-8", {}),
        ("marriage/maal/?tiplu=44&cards=45678", {}),
        ("murlan/play/?table=3s&cards=9h+10d&hand=4h+5h", {"cards": "4h 5h 9h 10d"}),
        ("murlan/play/?cards=4h+9h&hand=4h", {"cards": "4h 9h"}),
        ("murlan/play/?cards=9+9h&hand=4h", {"cards": "4h 9h 9"}),
        ("murlan/play/?table=6d+6d&cards=7h", {"table": "6d 6"}),
        ("murlan/play/?table=9s+9s&cards=KsKhKs", {"table": "9s 9", "cards": "Ks Kh K"}),
        ("marriage/set/?cards=9h+9h+9h+9h+4s+4s+4s+4s&tiplu=2s", {"cards": "9h 9h 9h 4s 4s 4s"}),
        ("marriage/set/?cards=9h+9h+9h+9h+4s+4s+4s+4s+4s&tiplu=2s", {}),  # no slip of the hand
        ("murlan/combination/?cards=1h+12s+10d", {"cards": "Ah Qs 10d"}),
        ("murlan/combination/?cards=4h+14s+15s", {}),
        ("machiavelli/best/?table=1c+2c+3c+/+11s+12s+13s&hand=", {"table": "Ac 2c 3c / Js Qs Ks"}),
        ("marriage/tiplu/?tiplu=11h", {"tiplu": "Jh"}),
        ("murlan/combination/?cards=sK+hQ+D10", {"cards": "Ks Qh 10D"}),
        ("murlan/combination/?cards=sK+hQ+D1", {}),
        ("murlan/combination/?cards=9h.l0d%2B1OS", {"cards": "9h 10d 10S"}),
        ("murlan/play/?table=9&cards=black+joker", {"cards": "Xb"}),
        ("ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=1O", {"left.0.1": "10"}),
        ("marriage/tiplu/?tiplu=Queen+of+Spades", {"tiplu": "Qs"}),
        ("murlan/play/?table=9h&cards=three+hearts,+3+of+clubs+3s", {"cards": "3h, 3c 3s"}),
        ("murlan/play/?table=9h&cards=three+of+hats", {}),
        ("murlan/play/?table=9h&cards=9s+king", {"cards": "9s K"}),
        ("machiavelli/turn/?before=QS+QD&hand=9x&after=", {}),
        ("machiavelli/best/?table=4+of+hearts+5h+6h+/+7c+7d+7s&hand=9d", {"table": "4h 5h 6h / 7c 7d 7s"}),
        ("murlan/play/?table=4+/&cards=5+5+5+5+5+/", {}),
        ("muriel/trick/?cards=3h+5h+5h+5h", {}),  # whose card it is that comes too often
        ("ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=27+pts", {"left.0.1": "27"}),
        ("ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=27+A", {"left.0.1": "2 7 A"}),
        ("murlan/combination/?cards=T+T+T+T+T", {}),
        ("murlan/play/?table=6d&cards=7h&hand=6d+7h", {}),  # nobody knows where it belongs
        ("ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=27+x", {"left.0.1": "27"}),
        ("ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=27+pt.", {"left.0.1": "27"}),
        ("ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=88q", {"left.0.1": "8 8 Q"}),
        ("machiavelli/best/?table=4c+4c+4c+5c+6c&hand=Qc", {}),
        ("murlan/play/?table=4Q+4F&cards=7h", {"table": "4d 4c"}),
        ("machiavelli/best/?table=4C+5C+6C+/+7F+8F+9F&hand=Rq", {"table": "4h 5h 6h / 7c 8c 9c", "hand": "Kd"}),
        ("machiavelli/best/?table=4C+5C+6C+/+7F+8F+9S&hand=Kd", {}),  # some are of one language, some of another
        ("machiavelli/best/?table=4P+5P+6P+/+7F+8F+9F&hand=RQ", {"table": "4s 5s 6s / 7c 8c 9c", "hand": "Kd"}),
    ],
)
def test_what_was_meant_is_offered_where_it_is_clear(client: Client, address: str, cures: dict[str, str]) -> None:
    response = client.get(f"/en/{address}")
    ask, html = response.context["ask"], response.content.decode()
    assert response.status_code == 422
    assert {element: cure.text for element, cure in ask.cures().items()} == cures
    assert html.count(" cure") == 2 * len(cures), "at the field and in the list of all that is wrong"
    for element, cure in ask.cures().items():
        assert element not in dict(client.get(cure.address).context["ask"].faults()), "a link, without scripts"


@pytest.mark.parametrize(
    ("table", "meant"),
    [
        ("4c 5c 6c, 7s 7h 7d", "4c 5c 6c / 7s 7h 7d"),
        ("4c 5c 6c 7s 7h 7d", "4c 5c 6c / 7s 7h 7d"),
        ("8-10c,7shd,", "8-10c / 7shd"),
        ("8-10c 7shd", "8c 9c 10c / 7s 7h 7d"),
        ("2s2h2d / 4c5c6c7s7h7d / KsKhKd", "2s2h2d / 4c 5c 6c / 7s 7h 7d / KsKhKd"),
        ("3c 4c 5c 6c 7c 8c 7s 7h 7d", "3c 4c 5c 6c 7c 8c / 7s 7h 7d"),
        ("4c 5c 6c 7c 7s 7h 7d", None),  # the seven of clubs may lie in either
        ("4c 5c 6c, 7s 7h", None),
        ("4c 5c 6c, 7s 7h 7z", None),
        ("4c 5c 7c", None),
        ("4c 5c", None),
    ],
)
@pytest.mark.parametrize(
    ("address", "field"), [("machiavelli/best/?hand=9s", "table"), ("ramino/lay_off/?house.pack=two&hand=9s", "table")]
)
def test_groups_that_stand_as_one_are_parted_where_it_is_clear(
    client: Client, address: str, field: str, table: str, meant: str | None
) -> None:
    cures = client.get(f"/en/{address}&{urlencode({field: table})}").context["ask"].cures()
    assert {name: cure.text for name, cure in cures.items()} == ({field: meant} if meant else {})
    if meant:
        assert client.get(cures[field].address).status_code == 200


@pytest.mark.parametrize(
    "address", ["ramino/meld/?cards=7x+8c+X", "machiavelli/group/?cards=7x+X", "marriage/set/?cards=7x+X"]
)
def test_a_joker_that_the_pack_has_not_is_told_beside_what_is_no_card(client: Client, address: str) -> None:
    ask = client.get(f"/en/{address}").context["ask"]
    [(_field, text)] = ask.faults()
    assert "“7x” (no. 1) is not a card." in text
    assert "plays without" in text
    assert [error.code for error in ask.errors.as_data()["cards"]] == ["unknown-card", "not-in-pack"]
    of_a_suit = client.get(f"/en/{address.removesuffix('+X')}").context["ask"]
    assert "plays without" not in of_a_suit.faults()[0][1], "nobody wrote a joker"
    assert (
        "plays without" not in dict(client.get("/en/murlan/combination/?cards=z+Xb").context["ask"].faults())["cards"]
    )


def test_every_card_that_the_pack_has_not_or_not_so_often_is_told_at_once(client: Client) -> None:
    """Each at its field and once, however often it is there; the first is the one that the judge names."""
    ask = client.get("/en/murlan/play/?table=7s+7s&cards=8h&hand=8h+8h+8h+9d+9d+9c").context["ask"]
    told = {field: [str(error.params["at"]) for error in errors] for field, errors in ask.errors.as_data().items()}
    assert told == {"table": ["7s"], "hand": ["8h", "9d"]}
    assert len(ask.faults()) == 2


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("machiavelli/best/?table=4c+5c+/+7s+7h+7d+/+8s+8h&hand=Qc", {"table": ["Group 1 on", "Group 3 on"]}),
        ("ramino/lay_off/?table=4c+5c+/+7s+7h+7d+/+8s+8h&hand=Qc", {"table": ["Meld 1 on", "Meld 3 on"]}),
        ("murlan/play/?table=8&cards=9h+9h&hand=Qq", {"cards": ["nine of hearts"], "hand": ["“Qq”"]}),
        ("marriage/arrange/?tiplu=7s&hand=foo+Ah+Ah+Ah+Ah+Kh+Kh+Kh+Kh", {"hand": ["“foo”", "ace of", "king of"]}),
        (
            "marriage/settle/?player.0=Asha&player.1=Bina&winner=0&maal.0=9z&maal.1=Ah+Ah+Ah+Ah&tiplu=7s",
            {"maal.0": ["“9z”"], "maal.1": ["ace of hearts"]},
        ),
        (
            "marriage/settle/?player.0=Ann&player.1=Ann&player.2=Bo&player.3=Cy&maal.0=ten&floor.1=-3&value=abc",
            {
                "maal.0": ["“ten”"],
                "floor.1": ["Ann (2)"],
                "shown.2": ["Bo: choose"],
                "players": ["“Ann” appears twice"],
                "winner": ["Nobody is marked as the winner"],
                "value": ["“abc”"],
            },
        ),
        (
            "ramino/score/?player.0=Ann&player.1=Ben&player.2=Bo&to=lots&winner.0=0&left.0.1=-5&left.0.2=6&left.1.0=5",
            {"match": ["“lots”"], "left.0.1": ["Ben’s points"], "winner.1": ["choose who won"]},
        ),
        (
            "ramino/score/?player.0=Ann&player.1=Ben&winner.0=0&left.0.1=-5&winner.1=1&left.1.0=-6",
            {"left.0.1": ["Hand 1: Ben’s points"], "left.1.0": ["Hand 2: Ann’s points"]},
        ),
        (
            "murlan/score/?player=Ann&player=Ann&player=Bo&player=Cy&out=0&out=&out=&out=",
            {"hands": ["“Ann” appears twice", "Hand 1: choose who went out"]},
        ),
        (
            "murlan/play/?table=3s&cards=9h+9s+9d&hand=4h+5h",
            {"cards": ["nine of hearts", "nine of spades", "nine of d"]},
        ),
        (
            "murlan/play/?table=5h&cards=9h+9s&hand=5h+6h",
            {"table": ["five of hearts"], "cards": ["nine of hearts", "nine of spades"]},
        ),
        (
            "ramino/lay_off/?table=7h+8h+9h+/+4d+5d+zz&hand=7h+2s",
            {"table": ["“zz”", "The seven of hearts appears too many times, in"]},
        ),
        (
            "ramino/score/?player.0=A&player.1=B&winner.0=0&left.0.1=27+x",
            {"left.0.1": ["“27 x” is not a number of points."]},
        ),
        ("muriel/trick/?cards=three+hearts+7h8dZZ", {"cards": ["“three hearts” (no. 1)", "“ZZ” (no. 4)"]}),
        (
            "ramino/score/?player.0=Ann&player.1=ann&winner.0=0&left.0.1=many",
            {"deals": ["“Ann” appears twice"], "left.0.1": ["“many”"]},
        ),
        ("murlan/play/?table=5h&cards=6h&hand=5h+6h", {"table": ["in “Cards in hand” and “On the table”"]}),
        ("ramino/lay_off/?table=7h+8h+9h&hand=7h+2s", {"table": ["in “Cards in hand” and “Melds on the table”"]}),
    ],
)
def test_all_that_is_wrong_is_told_at_once(client: Client, address: str, told: dict[str, list[str]]) -> None:
    faults = dict(client.get(f"/en/{address}").context["ask"].faults())
    for element, pieces in told.items():
        assert all(piece in faults[element] for piece in pieces), faults


CARDS = st.lists(st.sampled_from([f"{rank}{suit}" for rank in "A57TQK" for suit in "shd"]), min_size=1, max_size=13)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=proved.examples(60))
@given(data=st.data())
def test_what_else_is_wrong_is_told_of_cards_that_are_there_too_often_whatever_they_are(
    game: str, data: st.DataObject
) -> None:
    for kind in GAMES[game].asks.values():
        fields = [name for name, field in kind.base_fields.items() if type(field) in (CardsField, GroupsField)]
        asked = {name: " ".join(data.draw(CARDS)) for name in fields}
        ask = kind(asked | {fields[0]: f"{asked[fields[0]]}{' 7h' * 9}"} if fields else asked)
        for errors in ask.errors.as_data().values():
            told = [(error.code, error.params and error.params["at"]) for error in errors if error.code == "too-many"]
            assert len(told) == len(set(told))
        assert not ask.is_valid()


def test_whoever_may_be_the_winner_is_not_asked_for_cards(client: Client) -> None:
    address = "/en/ramino/score/?player.0=Ann&player.1=Ben&player.2=Bo&left.0.1=many&left.0.2=6"
    faults = dict(client.get(address).context["ask"].faults())
    assert faults.keys() == {"left.0.1", "winner.0"}


def test_away_from_its_cell_a_fault_says_whose_it_is_in_the_order_of_the_seats(client: Client) -> None:
    table = "player.0=Asha&shown.0=seen&player.1=Bina&shown.1=seen&player.2=Chir&shown.2=unseen&winner=0"
    ask = client.get(f"/en/marriage/settle/?{table}&maal.0=X&maal.1=7h+7h+7h+7h&maal.2=-5").context["ask"]
    assert [fault.label for fault in ask.summary()][:3] == ["Asha", "Bina", ""]
    assert ask.summary()[2].text.startswith("Chir’s maal")


def test_a_rank_alone_is_told_to_want_its_suit_and_how_that_is_written_once(client: Client) -> None:
    faults = dict(client.get("/it/marriage/arrange/?tiplu=7P&hand=7+8+DDD").context["ask"].faults())
    assert faults["hand"].endswith(
        "«7»: manca il seme. «8»: manca il seme. «DDD»: manca il seme. Aggiungilo, per esempio DP DC DQ."
    )


@pytest.mark.parametrize(
    ("address", "wrong"),
    [
        ("ramino/score/?player.0=Ann&player.1=ann&player.2=Bo&left.0.0=27&winner.0=1", ["player.0", "player.1"]),
        ("ramino/score/?player.0=Ann&left.0.0=27", ["player.1"]),
        ("marriage/settle/?player.0=Ann&player.1=Bo&floor.2=4&winner=0&shown.1=seen", ["player.2"]),
        ("marriage/settle/?player.0=Ann&player.1=&player.2=Cy&winner=1&shown.0=seen&shown.2=seen", ["player.1"]),
        (f"marriage/settle/?player.0=Ann&player.1=Bo&winner={'9' * 5000}&shown.0=seen&shown.1=seen", []),
        ("marriage/settle/?player.0=Ann&player.1=Bo&shown.0=seen&shown.1=seen", []),  # whose winner is not chosen
        ("machiavelli/score/?player=Ann&player=Bo&player=Bo&left=3&left=0", ["player", "player"]),
        ("muriel/trick/?cards=3h+5h&player.0=Ann&player.1=ANN", ["player.0", "player.1"]),
        ("muriel/score/?player.0=Ann&player.1=Bo&player.2=ann&points.0.0=4", ["player.0", "player.2"]),
        ("murlan/next/?deal.0=3s&player.0=Ann&player.1=ann", ["player.0", "player.1"]),
    ],
)
def test_of_the_names_those_are_red_that_are_wrong_or_lacking(client: Client, address: str, wrong: list[str]) -> None:
    html = client.get(f"/en/{address}").content.decode()
    boxes = re.findall(r'<input[^>]*name="(player[^"]*)"([^>]*)>', html)
    assert [name for name, rest in boxes if "aria-invalid" in rest] == wrong
