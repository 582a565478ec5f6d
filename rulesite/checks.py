"""What ``manage.py check`` holds of the content: text and engine cannot part company unnoticed.

A ruling needs its section, the note of what its document leaves open, an example. The chapters that a page begins with
need the picture of the table, and a caption for each move of the hand they tell. A lesson needs few words a step, and
questions that the game answers as it claims, by the ruling it names; it leaves out no ruling of its core. A house rule needs a field of the
game's ``House``, a switch, a note on the page in each language, an example that it turns, and a sentence that tells so.
A language needs its letters, its forms, its catalogue, its pages and its words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, cast

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from games.asks import Ask
from games.catalogue import GAMES
from games.house import HouseRule
from games.notation import NOTATIONS
from games.words.forms import TABLES
from rulesite.context_processors import LOCALES
from rulesite.glossary import entries, terms
from rulesite.lessons import WHICH_RULE, Lesson, Step, Try, lesson, lesson_text, steps
from rulesite.rulebook import HEADING, HOUSE_NOTE, LANGUAGES, LINE, Book, Example, book, source_text

LESSON = ("aim", "seats", "your-turn", "told", "to-win", "tip", "agree")
"""The chapters of a lesson, in their order."""
PLACED = re.compile(r'^!!! (example|steps) "(.+?)"', re.MULTILINE)
NOTE = re.compile(r"^!!! (silent|ambiguous)\b", re.MULTILINE)
CAPTIONS = re.compile(r"^!!! told\n((?: {4}.*\n|\n)*)", re.MULTILINE)
CAPTION = re.compile(r"^ {4}\d+\. ", re.MULTILINE)
PICTURE = re.compile(r"^!!! seats$", re.MULTILINE)
ANY_PLACED = re.compile(r'^!!! (\w+) "(.+?)"', re.MULTILINE)
FEWEST_STEPS, MOST_STEPS, MOST_WORDS, OTHERS = 6, 8, 60, 3
"""Of a lesson: its steps, the words of one, and the wrong rules to choose from beside the right one."""
WORD = re.compile(r"\w[\w’'–-]*")
TARGET = re.compile(r"\]\((#|term:|ask:|rule:)([^)\s]+)\)")


@register()
def content(**_options: Any) -> list[CheckMessage]:
    """Every page of every game, in every language."""
    return list(check_languages()) or [message for game in GAMES for message in check_game(book(game))]


def check_languages() -> Iterator[CheckMessage]:
    """What a language lacks."""
    for language in LANGUAGES:
        files = [TABLES / f"{language}.toml", *(settings.CONTENT_DIR / game / f"{language}.md" for game in GAMES)]
        files += [settings.CONTENT_DIR / game / f"lesson.{language}.md" for game in GAMES if lesson(game)]
        if language != settings.LANGUAGE_CODE:
            files += [folder / language / "LC_MESSAGES" / "django.mo" for folder in settings.LOCALE_PATHS]
        lacking = [f"there is no {file.relative_to(settings.BASE_DIR)}" for file in files if not file.exists()]
        lacking += ["games/notation.py has no Notation"] if language not in NOTATIONS else []
        lacking += ["rulesite/context_processors.py has no locale"] if language not in LOCALES else []
        wordless = [anchor for anchor, entry in entries().items() if language not in entry]
        lacking += [f"content/glossary.toml has no word for {', '.join(wordless)}"] if wordless else []
        untold = [game for game in GAMES if not {language} <= book(game).tile.says.keys() & book(game).tile.asks.keys()]
        lacking += [f"content/{game}/game.toml has no words for the tile" for game in untold]
        for lacks in lacking:
            yield Error(f"the language {language}: {lacks}", id="content.E023")


def check_game(the: Book) -> Iterator[CheckMessage]:
    """What is wrong with one game's pages and examples, and with its house rules."""
    if unmatched := list(_check_house_fields(the.game)):
        yield from unmatched
        return  # nothing can be asked under such a house
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
        for sought in the.seek.get(language, {}).keys() - {*anchors, *LESSON}:
            yield Error(f"content/{the.game}/seek.toml: {language}.{sought} leads to no section", id="content.E039")
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
            notes = set(NOTE.findall(_section(text, rule)))
            if notes != {entry.note} - {""}:
                told = f"says {entry.note or 'nothing'} in game.toml and {' and '.join(notes) or 'nothing'} in its note"
                yield Error(f"{where}: the ruling {rule} {told}", id="content.E006")
        yield from _check_house_notes(the, text, where)
        yield from _check_lesson(the, text, where)
    if len({tuple(order) for order in orders.values()}) > 1:
        yield Error(f"content/{the.game}: the languages differ in their anchors or their order", id="content.E007")
    for example in (*the.examples.values(), *the.told):
        yield from check_example(the, example)
    for ask in {the.tile.ask, the.tile.dispute} - GAMES[the.game].asks.keys():
        yield Error(f"content/{the.game}/game.toml: the tile asks {ask}, which is not a question", id="content.E027")
    if the.tile.sample and the.tile.sample not in the.examples:
        yield Error(f"content/{the.game}/game.toml: the sample {the.tile.sample} is not an example", id="content.E038")
    shown = {example.rule for example in the.examples.values()}
    for rule, entry in the.rules.items():
        if entry.example != (rule in shown):
            lacks = "has an example all the same: drop example = false" if rule in shown else "has no example"
            yield Error(f"content/{the.game}: the ruling {rule} {lacks}", id="content.E014")
    for name in {*the.card.get("examples", ())} - the.examples.keys():
        yield Error(f"content/{the.game}: the rules card has an example {name} that is none", id="content.E028")
    for anchor in {*the.card.get("lesson", ())} - set(LESSON):
        yield Error(f"content/{the.game}: the rules card has a chapter {anchor} that is none", id="content.E028")
    yield from check_house(the)
    if learnt := lesson(the.game):
        yield from check_lesson(learnt)


def check_example(the: Book, example: Example) -> Iterator[CheckMessage]:
    """Whether the engine says of an example what the page says."""
    where = f"content/{the.game}/{'told' if example in the.told else 'examples'}.toml: {example.name}"
    if example.rule not in the.rules:
        yield Error(f"{where}: there is no ruling {example.rule}", id="content.E008")
    try:
        answer = example.asked(the.game).as_json()
    except ValueError as error:
        yield Error(f"{where}: {error}", id="content.E012")
        return
    except KeyError as code:
        yield Error(
            f"{where}: games/{the.game}/wording.py has no sentence, or a figure lacks: {code}", id="content.E022"
        )
        return
    for name, claimed in example.answer.items():
        if answer.get(name) != (None if claimed == "" else claimed):  # TOML has no null
            yield Error(f"{where}: {name} is claimed to be {claimed!r}, the answer is {answer!r}", id="content.E009")
    if not example.answer:
        yield Error(f"{where}: claims nothing", id="content.E010")
    if f"{the.game}.{example.rule}" not in cast(list[str], answer["rules"]):
        yield Error(f"{where}: decided by {answer.get('rules')}, not by {example.rule}", id="content.E011")


def _check_lesson(the: Book, text: str, where: str) -> Iterator[CheckMessage]:
    """Whether a page teaches: its chapters, the picture of the table, the hand told move by move."""
    captions = [CAPTION.findall(block) for block in CAPTIONS.findall(text)]
    if len(captions) != 1:
        yield Error(f"{where}: tells {len(captions)} hands, not one", id="content.E024")
    elif len(captions[0]) != len(the.told):
        moves = f"has {len(captions[0])} captions for the {len(the.told)} moves"
        yield Error(f"{where}: {moves} of content/{the.game}/told.toml", id="content.E024")
    if not the.seats:
        yield Error(f"content/{the.game}/game.toml: there is no table to draw: [seats]", id="content.E025")
    if len(PICTURE.findall(text)) != 1:
        yield Error(f"{where}: the picture of the table is not there, or twice: !!! seats", id="content.E025")
    lesson, *reference = LINE.split(text)
    chapters = [anchor for hashes, _title, anchor in HEADING.findall(lesson) if hashes == "##"]
    if len(reference) != 1:
        yield Error(f"{where}: no line parts the lesson from the reference, or more than one", id="content.E026")
    elif chapters != list(LESSON):
        lacks = ", ".join(anchor for anchor in LESSON if anchor not in chapters) or "none"
        others = ", ".join(anchor for anchor in chapters if anchor not in LESSON) or "none"
        wrong = f"lacks {lacks}, has besides {others}, or has them in another order"
        yield Error(f"{where}: the lesson’s chapters are {', '.join(LESSON)}; it {wrong}", id="content.E026")


def check_lesson(the: Lesson) -> Iterator[CheckMessage]:
    """What is wrong with a lesson: with its steps in each language, and with what they let the reader try."""
    shared = f"content/{the.game}/lesson.toml"
    shapes = {}
    for language in LANGUAGES:
        text = lesson_text(the.game, language)
        where = f"content/{the.game}/lesson.{language}.md"
        found = list(steps(text))
        shapes[language] = [(step.anchor, *(name for _kind, name in ANY_PLACED.findall(step.source))) for step in found]
        yield from _check_steps(the, found, where)
        for kind, target in TARGET.findall(text):
            if kind == "#" or target not in _targets(the.book, kind, []):
                yield Error(f"{where}: the link {kind}{target} leads nowhere", id="content.E004")
        for rule in set(the.core) - set(_met(the, found)):
            yield Error(f"{where}: no step shows the ruling {rule}, which is of the core", id="content.E036")
    if any(shape != shapes[LANGUAGES[0]] for shape in shapes.values()):
        yield Error(
            f"content/{the.game}: the lessons differ in their steps, or in what they try and show", id="content.E031"
        )
    for rule in set(the.core) - the.book.rules.keys():
        yield Error(f"{shared}: the core has a ruling {rule} that is none", id="content.E008")
    for example in the.examples.values():
        yield from check_example(the.book, example)
    for one in the.tries.values():
        yield from check_try(the, one)


def _check_steps(the: Lesson, found: list[Step], where: str) -> Iterator[CheckMessage]:
    """Whether a lesson has steps enough, none of them too long, with what there is to try and to see, each once."""
    if not FEWEST_STEPS <= len(found) <= MOST_STEPS:
        told = f"has {len(found)} steps, not {FEWEST_STEPS} to {MOST_STEPS}"
        yield Error(f"{where}: {told}", id="content.E030")
    for step in found:
        if not step.anchor or [other.anchor for other in found].count(step.anchor) > 1:
            yield Error(f"{where}: the step “{step.title}” has no anchor of its own", id="content.E001")
        if (count := len(WORD.findall(step.words))) > MOST_WORDS:
            yield Error(f"{where}: the step {step.anchor} has {count} words, not {MOST_WORDS}", id="content.E029")
    if found and found[-1].tries:
        yield Error(f"{where}: the last step, {found[-1].anchor}, has something to try", id="content.E032")
    tried = [name for step in found for name, _words in step.tries]
    shown = [name for step in found for _kind, name in PLACED.findall(step.text)]
    wrong = {name for name in tried if tried.count(name) > 1} | (set(tried) ^ the.tries.keys())
    wrong |= (set(shown) - the.book.examples.keys()) | (the.examples.keys() - set(shown))
    for name in sorted(wrong):
        yield Error(f"{where}: {name} is not both written in lesson.toml and placed once", id="content.E032")


def _met(the: Lesson, found: list[Step]) -> Iterator[str]:
    """The rulings that the steps show, but for those that the last one leaves for later."""
    for step in found[:-1]:
        yield from (the.tries[name].rule for name, _words in step.tries if name in the.tries)
        yield from (the.book.examples[name].rule for _kind, name in PLACED.findall(step.text))
        yield from (
            target.removeprefix(f"{the.game}.") for kind, target in TARGET.findall(step.text) if kind == "rule:"
        )


def check_try(the: Lesson, one: Try) -> Iterator[CheckMessage]:
    """Whether the game takes a question of a lesson, answers it as it is claimed, and by the ruling that is named."""
    where = f"content/{the.game}/lesson.toml: {one.name}"
    kinds = GAMES[the.game].drills
    if (one.of if one.kind == WHICH_RULE else one.kind) not in kinds:
        yield Error(f"{where}: is of no kind that the game has: {', '.join(kinds)}, {WHICH_RULE}", id="content.E033")
        return
    drill = one.drill(the.game)
    ask = drill.asked(one.question)
    if not ask.is_valid():
        yield Error(f"{where}: {ask.errors.as_json()}", id="content.E034")
        return
    decided = [reason.rule.removeprefix(f"{the.game}.") for reason in ask.verdict.reasons]
    if one.rule not in decided:
        yield Error(f"{where}: decided by {', '.join(decided)}, not by {one.rule}", id="content.E011")
    if one.kind == WHICH_RULE:
        others = set(one.others) - {one.rule, *decided}
        if len(one.others) != OTHERS or len(others) != OTHERS or others - the.book.rules.keys():
            text = f"needs {OTHERS} other rulings to choose from, none of which decides it: not {', '.join(one.others)}"
            yield Error(f"{where}: {text}", id="content.E037")
        return
    reply = drill.reply(ask)
    given = reply.read(one.claimed(reply))
    if given is None or len(given) < len(one.answer) or not drill.is_right(ask, given):
        claimed = f"{list(one.answer)} is claimed to be right, {list(drill.right(ask))} is"
        yield Error(f"{where}: {claimed}", id="content.E035")


def check_house(the: Book) -> Iterator[CheckMessage]:
    """What is wrong with the house rules of a game, or lacks to them."""
    asks = GAMES[the.game].asks
    ask = next(iter(asks.values()))
    house = {rule.name: rule for rule in ask.house_rules}
    for name, rule in house.items():
        if rule.rule not in the.rules:
            yield Error(f"games/{the.game}: the house rule {name} varies no ruling: {rule.rule}", id="content.E017")
        for other in set(rule.asks) - set(asks):
            yield Error(f"games/{the.game}: the house rule {name} names no question: {other}", id="content.E018")
        examples = [example for example in the.examples.values() if _is_on(rule, example)]
        if rule.asks and not examples:
            text = f"content/{the.game}/examples.toml: the house rule {name} has no example"
            yield Error(text, id="content.E020")
        elif rule.asks and not any(_turns(the.game, rule, example) for example in examples):
            text = f"content/{the.game}/examples.toml: no sentence of an example changes with the house rule {name}"
            yield Error(text, id="content.E021")


def _check_house_fields(game: str) -> Iterator[CheckMessage]:
    """Whether the house rules of the page and those of the rules are the same, and the same by default."""
    ask = next(iter(GAMES[game].asks.values()))
    house = {rule.name: rule.default for rule in ask.house_rules}
    defaults = {field.name: field.default for field in fields(ask.house_class)}
    for name in house.keys() ^ defaults.keys():
        lacks = f"no field in {ask.house_class.__name__}" if name in house else "no HouseRule"
        yield Error(f"games/{game}: the house rule {name} has {lacks}", id="content.E015")
    for name in house.keys() & defaults.keys():
        if (house[name], type(house[name])) != (defaults[name], type(defaults[name])):
            told = f"{house[name]!r} on the page and {defaults[name]!r} in the rules"
            yield Error(f"games/{game}: the house rule {name} is {told} by default", id="content.E016")


def _check_house_notes(the: Book, text: str, where: str) -> Iterator[CheckMessage]:
    """Whether a page tells of each house rule once, in the section of the ruling that it varies."""
    house = {rule.name: rule for rule in next(iter(GAMES[the.game].asks.values())).house_rules}
    for name, rule in house.items():
        if HOUSE_NOTE.findall(_section(text, rule.rule)).count(name) != 1:
            note = f"the section of {rule.rule} lacks its note {{: #house.{name} }}"
            yield Error(f"{where}: the house rule {name}: {note}", id="content.E019")
    for name in Counter(HOUSE_NOTE.findall(text)) - Counter(list(house)):
        yield Error(f"{where}: the note {{: #house.{name} }} is of no house rule, or stands twice", id="content.E019")


def _is_on(rule: HouseRule, example: Example) -> bool:
    """Whether the example names this house rule, and as something else than the ruling has it."""
    return bool(example.question.get("house", {}).get(rule.name, rule.default) != rule.default)


def _turns(game: str, rule: HouseRule, example: Example) -> bool:
    """Whether what the example's ruling says of it is something else without this house rule."""
    house = {name: value for name, value in example.question["house"].items() if name != rule.name}
    without = replace(example, question={**example.question, "house": house})
    try:
        return _said(game, example) != _said(game, without)
    except (ValueError, KeyError):
        return True  # without the house rule it is refused; where the example itself is wrong, it is named for that


def _said(game: str, example: Example) -> list[str]:
    """The sentences that rest on the example's ruling."""
    return [text for text, rule in example.asked(game).sentences() if rule == f"{game}.{example.rule}"]


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
