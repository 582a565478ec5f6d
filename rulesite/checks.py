"""What ``manage.py check`` holds of the content: text and engine cannot part company unnoticed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from django.core.checks import CheckMessage, Error, register

from games.asks import Ask
from games.catalogue import GAMES
from rulesite.glossary import terms
from rulesite.rulebook import HEADING, LANGUAGES, Book, Example, book, source_text

PLACED = re.compile(r'^!!! (example|steps) "(.+?)"', re.MULTILINE)
TARGET = re.compile(r"\]\((#|term:|ask:|rule:)([^)\s]+)\)")


@register()
def content(**_options: Any) -> list[CheckMessage]:
    """Every page of every game, in every language."""
    return [message for game in GAMES for message in check_game(book(game))]


def check_game(the: Book) -> Iterator[CheckMessage]:
    """What is wrong with one game's pages and examples."""
    orders = {}
    for language in LANGUAGES:
        text = source_text(the.game, language)
        where = f"content/{the.game}/{language}.md"
        headings = HEADING.findall(text)
        anchors = [anchor for _hashes, _title, anchor in headings[1:]]
        orders[language] = anchors
        if "" in anchors:
            yield Error(f"{where}: a heading has no anchor", id="content.E001")
        if len(set(anchors)) < len(anchors):
            yield Error(f"{where}: an anchor stands twice", id="content.E002")
        for rule in the.rules.keys() - set(anchors):
            yield Error(f"{where}: the ruling {rule} has no section", id="content.E003")
        for kind, target in TARGET.findall(text):
            if target not in _targets(the, kind, anchors):
                yield Error(f"{where}: the link {kind}{target} leads nowhere", id="content.E004")
        placed = {name: kind for kind, name in PLACED.findall(text)}
        for name in set(placed) ^ set(the.examples):
            yield Error(f"{where}: the example {name} is not both written and placed", id="content.E005")
        for name, example in the.examples.items():
            if placed.get(name) == "steps" and GAMES[the.game].asks[example.ask].story is Ask.story:
                yield Error(f"{where}: the example {name} has no steps to tell", id="content.E013")
        for rule, entry in the.rules.items():
            if entry.note and f"!!! {entry.note} " not in _section(text, rule):
                yield Error(f"{where}: the ruling {rule} lacks its note ({entry.note})", id="content.E006")
    if len({tuple(order) for order in orders.values()}) > 1:
        yield Error(f"content/{the.game}: the languages differ in their anchors or their order", id="content.E007")
    for example in the.examples.values():
        yield from check_example(the, example)


def check_example(the: Book, example: Example) -> Iterator[CheckMessage]:
    """Whether the engine says of an example what the page says."""
    where = f"content/{the.game}/examples.toml: {example.name}"
    if example.rule not in the.rules:
        yield Error(f"{where}: there is no ruling {example.rule}", id="content.E008")
    try:
        answer = example.asked(the.game).as_json()
    except ValueError as error:
        yield Error(f"{where}: {error}", id="content.E012")
        return
    for name, claimed in example.answer.items():
        if answer.get(name) != (None if claimed == "" else claimed):  # TOML has no null
            yield Error(f"{where}: {name} is claimed to be {claimed!r}, the answer is {answer!r}", id="content.E009")
    if not example.answer:
        yield Error(f"{where}: claims nothing", id="content.E010")
    if f"{the.game}.{example.rule}" not in cast(list[str], answer["rules"]):
        yield Error(f"{where}: decided by {answer.get('rules')}, not by {example.rule}", id="content.E011")


def _targets(the: Book, kind: str, anchors: list[str]) -> set[str]:
    if kind == "#":
        return set(anchors)
    if kind == "term:":
        return {term.anchor for term in terms()}
    if kind == "ask:":
        return set(GAMES[the.game].asks)
    return {f"{game}.{rule}" for game in GAMES for rule in book(game).rules}


def _section(text: str, anchor: str) -> str:
    found = re.search(rf"\{{#{anchor}\}}.*?(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""
