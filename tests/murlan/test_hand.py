"""The page of a hand turn by turn: dealt, played, taken back, told."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from games.catalogue import GAMES
from games.murlan.rules import PACK
from games.notation import NOTATIONS
from rulesite.rulebook import LANGUAGES

NEXT = GAMES["murlan"].asks["next"]
PAGE = "/en/murlan/next/"
HANDS = "4d 9s 9h / Js Jd / 6h Kd / 7c 8c"


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def test_a_deal_at_random_is_the_whole_pack_and_stands_in_the_address(client: Client) -> None:
    page = client.get(f"{PAGE}?shuffle=1")
    assert page.status_code == 302
    (hands,) = parse_qs(urlsplit(page.url).query)["hands"]  # type: ignore[attr-defined]
    ask = NEXT({"hands": hands})
    assert ask.is_valid()
    dealt = ask.cleaned_data["hands"]
    assert sorted(card for hand in dealt for card in hand) == sorted(PACK)
    assert sorted(map(len, dealt)) == [13, 13, 14, 14]
    assert "shuffle" not in page.url  # type: ignore[attr-defined]


def test_hands_that_are_there_are_not_dealt_anew(client: Client) -> None:
    page = client.get(f"{PAGE}?{urlencode({'hands': HANDS, 'shuffle': '1'})}", follow=True)
    assert page.context["ask"].address(NOTATIONS["en"]) == urlencode({"hands": HANDS})


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ({"play": "9s 9h"}, "9s 9h"),
        ({"moves": "9s 9h", "play": "-"}, "9s 9h / -"),
        ({"moves": "9s 9h / -", "back": "1"}, "9s 9h"),
        ({"moves": "9s 9h", "back": "1"}, None),
        ({"moves": "9s 9h\n–; - / —"}, "9s 9h / - / - / -"),
    ],
)
def test_what_is_tapped_is_a_turn_more_or_less(client: Client, said: dict[str, str], moves: str | None) -> None:
    page = client.get(f"{PAGE}?{urlencode({'hands': HANDS} | said)}", follow=True)
    assert page.status_code == 200
    ask = page.context["ask"]
    assert dict(ask.pairs(NOTATIONS["en"])).get("moves") == moves


def test_passes_are_kept_in_the_letters_of_another_language(client: Client) -> None:
    asked = {"hands": HANDS, "moves": "9s 9h / Js Jd / -"}
    page = client.get(f"{PAGE}?{urlencode(asked)}")
    assert urlencode({"moves": "9P 9C / FP FQ / -"}) in page.context["queries"]["it"]
    broken = client.get(f"{PAGE}?{urlencode(asked | {'moves': '9s 9h / zz / -'})}")
    assert broken.status_code == 422
    assert urlencode({"moves": "9P 9C / zz / -"}) in broken.context["queries"]["it"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_to_play_sees_what_they_may_play(client: Client, language: str) -> None:
    names = {f"player.{seat}": name for seat, name in enumerate(("Arta", "Besnik", "Drita", "Ermal"))}
    asked = {"hands": HANDS, "moves": "9s 9h", "notation": "en"} | names
    page = client.get(f"/{language}/murlan/next/?{urlencode(asked)}", follow=True)
    html = page.content.decode()
    with translation.override(language):
        (cards, _written) = page.context["ask"].choices()[0]
    assert [card.text for card in cards] == ["Js", "Jd"]
    assert html.count('name="play"') == 2, "the jacks, and a pass"
    assert [seat.left for seat in page.context["ask"].around()] == [1, 2, 2, 2]
    assert "Besnik" in str(page.context["headline"].text)


def test_whoever_leads_cannot_pass_and_when_the_hand_is_over_nobody_plays(client: Client) -> None:
    assert 'value="-"' not in client.get(f"{PAGE}?{urlencode({'hands': HANDS})}").content.decode()
    over = client.get(f"{PAGE}?{urlencode({'hands': '9s / Td / Jh / 7c 8c', 'moves': '9s / Td / Jh'})}")
    assert 'name="play"' not in over.content.decode()
    assert 'name="back"' in over.content.decode()
    assert over.context["headline"].text == "The hand is over"


@pytest.mark.parametrize(
    ("fields", "path", "said"),
    [
        ({"hands": "9s / Td / Jh"}, "hands", "Murlan is for four players: enter four hands, not three."),
        ({"hands": HANDS, "moves": "-"}, "moves.0", "Move 1: Player 1 leads this round and cannot pass."),
        ({"hands": HANDS, "moves": "9s / 7c"}, "moves.1", "Move 2: the seven of clubs is not in the hand of Player 2."),
        ({"hands": HANDS, "moves": "9s / Js / 6h"}, "moves.2", "Move 3: It has to be higher"),
    ],
)
def test_what_cannot_be_is_named(fields: dict[str, str], path: str, said: str) -> None:
    ask = NEXT(fields)
    assert not ask.is_valid()
    ((error,),) = ask.errors.as_data().values()
    assert (error.params or {})["path"] == path
    assert error.messages[0].startswith(said)


def test_it_is_no_question_of_the_judge() -> None:
    assert "next" not in GAMES["murlan"].judged
