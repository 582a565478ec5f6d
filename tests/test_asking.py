"""Questions on their way to being asked: drafts in each language's letters, and what is said of those that are wrong."""

from __future__ import annotations

import re
from itertools import permutations
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from games.catalogue import GAMES
from games.fields import letters_read
from games.notation import NOTATIONS
from rulesite.rulebook import LANGUAGES, book, tool_address

ANSWER = re.compile('id="(verdict|faults)"')
FAULT = re.compile(r'class="error"[^>]*>\s*[^<\s]|aria-invalid')


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


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
    assert re.findall("“(.+?)”", faults["table"]) == ["3z", "4z", "QQ", "9z"]
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
        assert [(name, str(label)) for name, _text, label in summary] == [
            (name, str(ask.fields[name].label)) for name in ("table", "cards", "hand")
        ]
    for culprits, (_name, text, _label) in zip((("zz", "yy"), ("1z",), ("zyz",)), summary, strict=True):
        assert all(culprit in text for culprit in culprits)
    assert not any(legend in text for _name, text, _label in summary), "it stands at the field"
    assert sum(legend in text for _element, text in ask.faults()) == 1
    assert re.search(r'id="faults"[^>]*>[^<]*3', html)
    for name, _text, label in summary:
        assert f'<a href="#{name}"><strong>{label}:</strong>' in html


def test_an_error_that_says_where_it_is_says_it_once(client: Client) -> None:
    for address in ("machiavelli/best/?table=3c&hand=4c", "marriage/arrange/?hand=4c", "murlan/play/?table=4"):
        ask = client.get(f"/en/{address}").context["ask"]
        assert [label for _name, _text, label in ask.summary()] == [""]


def test_choices_that_are_figures_stand_in_a_row(client: Client) -> None:
    assert 'class="field choice figures" id="players"' in client.get("/en/marriage/arrange/").content.decode()
    assert "figures" not in client.get("/en/murlan/play/").content.decode()
