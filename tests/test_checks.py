"""What ``manage.py check`` names: each piece that a ruling or a house rule may lack, left out in turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, make_dataclass, replace

import pytest
from django.conf import settings

from games.asks import Ask
from games.catalogue import GAMES, NAMES
from games.house import HouseRule
from games.ramino.wording import SENTENCES
from rulesite import checks, lessons, rulebook
from rulesite.checks import check_example, check_game
from rulesite.glossary import terms
from rulesite.lessons import Lesson, lesson
from rulesite.rulebook import Book, book
from tests import proved
from tests.test_answers import approved

LANGUAGES = [code for code, _name in settings.LANGUAGES]
Damage = Callable[[str, Callable[[str, str], str]], None]


def asks_of(game: str) -> type[Ask]:
    """What all questions of a game share."""
    return next(ask for ask in next(iter(GAMES[game].asks.values())).mro() if "house_rules" in vars(ask))


HOUSE_RULES = [(game, rule) for game in NAMES for rule in asks_of(game).house_rules]
ASKED = [(game, rule) for game, rule in HOUSE_RULES if rule.asks]
each_house_rule = pytest.mark.parametrize(
    ("game", "rule"), HOUSE_RULES, ids=[f"{game}-{rule.name}" for game, rule in HOUSE_RULES]
)
each_that_is_asked = pytest.mark.parametrize(
    ("game", "rule"), ASKED, ids=[f"{game}-{rule.name}" for game, rule in ASKED]
)


def named(the: Book) -> dict[str, str]:
    """What is named, by id."""
    return {str(error.id): str(error.msg) for error in check_game(the)}


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch) -> Damage:
    """Changes the text of a game's pages, by language."""

    def damage(game: str, change: Callable[[str, str], str]) -> None:
        whole = rulebook.source_text
        monkeypatch.setattr(checks, "source_text", lambda game, language: change(whole(game, language), language))

    return damage


def replaced(monkeypatch: pytest.MonkeyPatch, game: str, rule: HouseRule, *by: HouseRule) -> None:
    """Puts other house rules in the place of one."""
    shared = asks_of(game)
    others = [other for other in shared.house_rules if other.name != rule.name]
    monkeypatch.setattr(shared, "house_rules", (*others, *by))


# Rulings


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_without_a_section_or_with_a_dangling_link_is_named(damaged: Damage, language: str) -> None:
    damaged("murlan", lambda text, code: text.replace("{#bombs}", "{#bomb}", 1) if code == language else text)
    found = named(book("murlan"))
    assert f"{language}.md: the ruling bombs" in found["content.E003"]
    assert {"content.E004", "content.E007"} <= found.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_without_its_note_is_named(damaged: Damage, language: str) -> None:
    damaged("murlan", lambda text, code: text.replace("!!! silent\n", "!!! tip\n", 1) if code == language else text)
    found = named(book("murlan"))
    assert set(found) == {"content.E006"}
    assert f"{language}.md: the ruling deck says silent in game.toml and nothing" in found["content.E006"]


def test_a_note_that_the_ruling_does_not_have_is_named() -> None:
    the = book("murlan")
    changed = replace(the, rules={**the.rules, "deck": replace(the.rules["deck"], note="")})
    assert set(named(changed)) == {"content.E006"}


@pytest.mark.parametrize("game", NAMES)
def test_a_ruling_without_an_example_is_named(game: str) -> None:
    the = book(game)
    changed = replace(the, rules={name: replace(rule, example=not rule.example) for name, rule in the.rules.items()})
    found = [error.msg for error in check_game(changed) if error.id == "content.E014"]
    assert [text.split(" the ruling ")[1].split(" has ")[0] for text in found] == list(the.rules)


def test_an_example_that_has_no_steps_to_tell_is_named(damaged: Damage) -> None:
    damaged("murlan", lambda text, _code: text.replace('!!! example "', '!!! steps "', 1))
    assert set(named(book("murlan"))) == {"content.E013"}


def test_all_that_a_language_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(checks.check_languages()) == []
    monkeypatch.setattr(checks, "LANGUAGES", [*LANGUAGES, "de"])
    lacking = [error.msg.removeprefix("the language de: ") for error in checks.content()]
    assert lacking == [
        "there is no games/words/de.toml",
        *(f"there is no content/{game}/de.md" for game in NAMES),
        *(f"there is no content/{game}/lesson.de.md" for game in NAMES if lesson(game)),
        "there is no rulesite/locale/de/LC_MESSAGES/django.mo",
        "games/notation.py has no Notation",
        "rulesite/context_processors.py has no locale",
        f"content/glossary.toml has no word for {', '.join(term.anchor for term in terms())}",
        *(f"content/{game}/game.toml has no words for the tile" for game in NAMES),
    ]


# Examples


@pytest.mark.parametrize("game", NAMES)
def test_every_worked_example_holds(game: str) -> None:
    assert [error for example in book(game).examples.values() for error in check_example(book(game), example)] == []


@pytest.mark.parametrize("game", NAMES)
def test_an_example_that_is_changed_no_longer_holds(game: str) -> None:
    the = book(game)
    for example in the.examples.values():
        claimed = {name: [value] for name, value in example.answer.items()}
        changed = replace(example, answer=claimed)
        assert {error.id for error in check_example(the, changed)} == {"content.E009"}
        elsewhere = replace(example, rule="no-such-rule")
        assert {error.id for error in check_example(the, elsewhere)} == {"content.E008", "content.E011"}


def test_a_reason_without_a_sentence_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    the = book("ramino")
    at_once = the.examples["at-once"]
    monkeypatch.delitem(SENTENCES, "deal-score-doubled")
    (error,) = check_example(the, at_once)
    assert error.id == "content.E022"
    assert "deal-score-doubled" in error.msg


# Lessons

each_lesson = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in NAMES for language in LANGUAGES]
)


@pytest.mark.parametrize("game", NAMES)
def test_every_move_holds(game: str) -> None:
    assert [error for move in book(game).told for error in check_example(book(game), move)] == []


@pytest.mark.parametrize("game", NAMES)
def test_a_move_that_is_told_otherwise_is_named_with_its_file(game: str) -> None:
    the = book(game)
    for at, move in proved.sample(f"told otherwise {game}", [*enumerate(the.told)], 3):
        claimed = replace(move, answer={name: [value] for name, value in move.answer.items()})
        changed = replace(the, told=(*the.told[:at], claimed, *the.told[at + 1 :]))
        assert list(named(changed)) == ["content.E009"]
        assert f"content/{game}/told.toml: told-{at + 1}: " in named(changed)["content.E009"]


@pytest.mark.exhaustive(sample=5)
@each_lesson
def test_a_hand_that_is_not_told_or_lacks_a_caption_is_named(damaged: Damage, game: str, language: str) -> None:
    for wrong, text in (("!!! tip\n", "tells 0 hands"), ("!!! told\n    1. Once more.\n", "captions for the")):
        damaged(game, lambda page, code: page.replace("!!! told\n", wrong) if code == language else page)  # noqa: B023
        found = named(book(game))
        assert set(found) == {"content.E024"}
        assert f"{language}.md: " in found["content.E024"]
        assert text in found["content.E024"]


@pytest.mark.exhaustive(sample=5)
@each_lesson
def test_a_lesson_without_the_picture_of_its_table_is_named(damaged: Damage, game: str, language: str) -> None:
    damaged(game, lambda page, code: page.replace("!!! seats\n", "!!! tip\n") if code == language else page)
    found = named(book(game))
    assert set(found) == {"content.E025"}
    assert f"{language}.md: " in found["content.E025"]
    assert "content.E025" in named(replace(book(game), seats=None))


@pytest.mark.exhaustive(sample=5)
@pytest.mark.parametrize("chapter", checks.LESSON)
@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_without_one_of_its_chapters_is_named(damaged: Damage, game: str, chapter: str) -> None:
    damaged(game, lambda page, _code: page.replace(f"{{#{chapter}}}", "{#made-up}"))
    found = named(book(game))
    assert set(found) == {"content.E026"}
    assert f"it lacks {chapter}, has besides made-up" in found["content.E026"]


@pytest.mark.parametrize("game", NAMES)
def test_a_page_whose_lesson_does_not_end_is_named(damaged: Damage, game: str) -> None:
    damaged(game, lambda page, _code: page.replace("\n---\n", "\n"))
    assert set(named(book(game))) == {"content.E026"}


# Lessons that are played

LEARNT = [game for game in NAMES if lesson(game)]
each_learnt = pytest.mark.parametrize("game", LEARNT)


def the_lesson(game: str) -> Lesson:
    found = lesson(game)
    assert found
    return found


def faults(the: Lesson) -> dict[str, str]:
    """What is named of a lesson, by id."""
    return {str(error.id): str(error.msg) for error in checks.check_lesson(the)}


@pytest.fixture
def rewritten(monkeypatch: pytest.MonkeyPatch) -> Damage:
    """Changes the text of a game's lesson, by language."""

    def rewrite(game: str, change: Callable[[str, str], str]) -> None:
        whole = lessons.lesson_text
        monkeypatch.setattr(checks, "lesson_text", lambda game, language: change(whole(game, language), language))

    return rewrite


@each_learnt
def test_a_lesson_as_it_is_has_no_faults(game: str) -> None:
    assert faults(the_lesson(game)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_of_too_many_words_is_named(rewritten: Damage, language: str) -> None:
    more = "word " * checks.MOST_WORDS
    rewritten(
        "murlan", lambda text, code: re.sub("(## .*)", rf"\1\n\n{more}", text, count=1) if code == language else text
    )
    found = faults(the_lesson("murlan"))
    assert set(found) == {"content.E029"}
    assert f"lesson.{language}.md: the step {first_step('murlan')} has " in found["content.E029"]


def first_step(game: str) -> str:
    return next(lessons.steps(lessons.lesson_text(game, "en"))).anchor


def test_words_are_those_that_are_read() -> None:
    (step,) = lessons.steps(
        '## A title {#one}\n\nA-2-3 isn’t [a link](rule:murlan.pass) **J Q** – 3♠.\n\n!!! example "x-y"\n    Seen.\n\n'
        '!!! try "z"\n    Done?\n'
    )
    assert checks.WORD.findall(step.words) == ["A-2-3", "isn’t", "a", "link", "J", "Q", "3", "Seen", "Done"]


@each_learnt
def test_a_lesson_of_too_few_or_too_many_steps_is_named(rewritten: Damage, game: str) -> None:
    rewritten(game, lambda text, _code: text + "".join(f"\n## More {{#more-{at}}}\n\nMore.\n" for at in range(3)))
    found = faults(the_lesson(game))
    assert "content.E030" in found
    rewritten(game, lambda text, _code: "# None\n\n## One {#one}\n\nOne.\n")
    assert "has 1 steps, not 6 to 8" in faults(the_lesson(game))["content.E030"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_or_tries_that_differ_between_languages_are_named(rewritten: Damage, language: str) -> None:
    first, second = list(the_lesson("murlan").tries)[:2]
    swapped = {first: second, second: first}

    def swap(text: str) -> str:
        return re.sub('(?<=!!! try ")[^"]+', lambda found: swapped.get(found[0], found[0]), text)

    for change in (swap, lambda text: re.sub(r"\{#[^}]+\}", "{#made-up}", text, count=1)):
        rewritten("murlan", lambda text, code: change(text) if code == language else text)  # noqa: B023
        assert set(faults(the_lesson("murlan"))) == {"content.E031"}


def test_a_step_without_an_anchor_is_named(rewritten: Damage) -> None:
    rewritten("murlan", lambda text, _code: re.sub(r" \{#[^}]+\}", "", text, count=1))
    assert set(faults(the_lesson("murlan"))) == {"content.E001"}


@each_learnt
def test_a_try_or_an_example_that_is_not_written_or_not_placed_once_is_named(rewritten: Damage, game: str) -> None:
    the = the_lesson(game)
    name, one = next(iter(the.tries.items()))
    more = replace(the, tries={**the.tries, "made-up": replace(one, name="made-up")})
    assert "made-up is not both" in faults(more)["content.E032"]
    less = replace(the, tries={other: one for other, one in the.tries.items() if other != name})
    assert f"{name} is not both" in faults(less)["content.E032"]
    example = next(iter(book(game).examples.values()))
    assert "made-up is not both" in faults(replace(the, examples={**the.examples, "made-up": example}))["content.E032"]
    rewritten(game, lambda text, _code: text.replace(f'!!! try "{name}"', f'!!! try "{name}"\n\n!!! try "{name}"'))
    assert set(faults(the)) == {"content.E032"}


@each_learnt
def test_a_last_step_with_something_to_try_is_named(rewritten: Damage, game: str) -> None:
    name = list(the_lesson(game).tries)[-1]
    rewritten(game, lambda text, _code: text.replace(f'!!! try "{name}"\n', "") + f'\n!!! try "{name}"\n')
    found = faults(the_lesson(game))
    assert "the last step" in found["content.E032"]


@each_learnt
def test_a_question_that_is_none_or_of_no_kind_is_named(game: str) -> None:
    the = the_lesson(game)
    for name, one in proved.sample(f"no question {game}", [*the.tries.items()], 2):
        spoilt = replace(one, question={field: "nonsense" for field in one.question if field != "house"})
        found = faults(replace(the, tries={**the.tries, name: spoilt}))
        assert f"lesson.toml: {name}: " in found["content.E034"]
        found = faults(replace(the, tries={**the.tries, name: replace(one, kind="made-up")}))
        assert f"lesson.toml: {name}: " in found["content.E033"]


@each_learnt
def test_an_answer_that_is_not_the_judge_s_is_named(game: str) -> None:
    the = the_lesson(game)
    asked = [(name, one) for name, one in the.tries.items() if one.kind != lessons.WHICH_RULE]
    for name, one in proved.sample(f"wrong answer {game}", asked, 2):
        for answer in (["made-up"], [*one.answer, "made-up"]):
            found = faults(replace(the, tries={**the.tries, name: replace(one, answer=answer)}))
            assert set(found) == {"content.E035"}
            assert f"lesson.toml: {name}: " in found["content.E035"]


@each_learnt
def test_a_try_that_is_not_decided_by_its_rule_is_named(game: str) -> None:
    the = the_lesson(game)
    for name, one in proved.sample(f"other rule {game}", [*the.tries.items()], 3):
        found = faults(replace(the, core=(), tries={**the.tries, name: replace(one, rule="made-up")}))
        assert f"lesson.toml: {name}: decided by " in found["content.E011"]


@pytest.mark.exhaustive(sample=2)
@each_learnt
def test_a_ruling_of_the_core_that_no_step_shows_is_named(rewritten: Damage, game: str) -> None:
    the = the_lesson(game)
    others = [rule for rule in book(game).rules if rule not in the.core]
    unmet = [rule for rule in others if "content.E036" in faults(replace(the, core=(*the.core, rule)))]
    for rule in (*unmet, "made-up"):
        found = faults(replace(the, core=(*the.core, rule)))
        assert f"the ruling {rule}," in found["content.E036"]
        assert ("content.E008" in found) is (rule == "made-up")
    if not unmet:
        assert game == "machiavelli", "every other lesson leaves rulings for later"
        return
    later = unmet[0]
    text = f"\n[Later](rule:{game}.{later}).\n"
    rewritten(game, lambda page, _code: page + text)  # the last step is not the place for it
    assert "content.E036" in faults(replace(the, core=(*the.core, later)))
    rewritten(game, lambda page, _code: re.sub("(## .*\n)", rf"\1{text}", page, count=1))
    assert "content.E036" not in faults(replace(the, core=(*the.core, later)))


@pytest.mark.exhaustive(sample=2)
@each_learnt
def test_rules_to_choose_from_that_are_too_few_or_right_or_none_are_named(game: str) -> None:
    the = the_lesson(game)
    for name, one in the.tries.items():
        if one.kind != lessons.WHICH_RULE:
            continue
        first, second, third = one.others
        for others in ([first, second], [first, second, one.rule], [first, second, "made-up"], [first, first, third]):
            found = faults(replace(the, tries={**the.tries, name: replace(one, others=others)}))
            assert set(found) == {"content.E037"}
            assert f"lesson.toml: {name}: " in found["content.E037"]


def test_a_link_of_a_lesson_that_leads_nowhere_is_named(rewritten: Damage) -> None:
    for target in ("#follow", "rule:murlan.made-up", "term:made-up", "ask:made-up"):
        rewritten("murlan", lambda text, _code: re.sub("(## .*\n)", rf"\1\n[there]({target})\n", text, count=1))  # noqa: B023
        assert set(faults(the_lesson("murlan"))) >= {"content.E004"}


def test_what_is_wrong_with_a_lesson_is_named_with_its_game(rewritten: Damage) -> None:
    rewritten("murlan", lambda text, _code: re.sub(r" \{#[^}]+\}", "", text, count=1))
    assert set(named(book("murlan"))) == {"content.E001"}


# House rules


@pytest.mark.exhaustive(sample=5)
@each_house_rule
def test_a_house_rule_that_is_not_in_the_rules_or_not_offered_is_named(
    monkeypatch: pytest.MonkeyPatch, game: str, rule: HouseRule
) -> None:
    replaced(monkeypatch, game, rule, replace(rule, name="made_up"))
    found = list(check_game(book(game)))
    assert [error.id for error in found] == ["content.E015"] * 2
    assert {error.msg.split(": ")[1] for error in found} == {
        f"the house rule {rule.name} has no HouseRule",
        "the house rule made_up has no field in House",
    }


@pytest.mark.exhaustive(sample=5)
@each_house_rule
def test_a_house_rule_of_another_default_is_named(monkeypatch: pytest.MonkeyPatch, game: str, rule: HouseRule) -> None:
    asks = list(GAMES[game].asks.values())
    changed = [(rule.name, object, field(default=values(rule)[1]))]
    house = make_dataclass("House", changed, bases=(asks[0].house_class,), frozen=True)
    for ask in asks:
        monkeypatch.setattr(ask, "house_class", house)
    (found,) = check_game(book(game))
    assert found.id == "content.E016"
    assert f"the house rule {rule.name} is " in found.msg


@pytest.mark.exhaustive(sample=5)
@each_house_rule
def test_a_house_rule_that_varies_no_ruling_or_bears_on_no_question_is_named(
    monkeypatch: pytest.MonkeyPatch, game: str, rule: HouseRule
) -> None:
    replaced(monkeypatch, game, rule, replace(rule, rule="made-up", asks=("guess", *rule.asks)))
    found = {error.id: error.msg for error in checks.check_house(book(game))}
    assert found.keys() - {"content.E020"} == {"content.E017", "content.E018"}
    assert all(f"the house rule {rule.name} " in text for text in found.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.exhaustive(sample=5)
@each_house_rule
def test_a_house_rule_without_its_note_in_one_language_is_named(
    damaged: Damage, game: str, rule: HouseRule, language: str
) -> None:
    note = f"{{: #house.{rule.name} }}"
    damaged(game, lambda text, code: re.sub(f"\n *{re.escape(note)}", "", text) if code == language else text)
    found = named(book(game))
    assert set(found) == {"content.E019"}
    assert f"{language}.md: the house rule {rule.name}: " in found["content.E019"]


@pytest.mark.exhaustive(sample=5)
@each_house_rule
def test_the_note_of_a_house_rule_can_be_linked_to(game: str, rule: HouseRule) -> None:
    for language in LANGUAGES:
        (section,) = (section for section in book(game).page(language).sections if section.anchor == rule.rule)
        assert section.body.count(f'<p id="house.{rule.name}">') == 1
        assert "{:" not in section.body


def test_a_note_in_another_section_or_of_no_house_rule_is_named(damaged: Damage) -> None:
    note = "{: #house.ace }"
    for change in (
        lambda text, _code: text.replace(note, "{: #house.aces }"),
        lambda text, _code: text.replace(note, "") + f"\n\nElsewhere.\n{note}\n",
        lambda text, _code: f"{text}\n\nTwice.\n{note}\n",
    ):
        damaged("ramino", change)
        assert set(named(book("ramino"))) == {"content.E019"}


@pytest.mark.exhaustive(sample=5)
@each_that_is_asked
def test_a_house_rule_without_an_example_is_named(game: str, rule: HouseRule) -> None:
    the = book(game)
    plain = {
        name: replace(example, question={**example.question, "house": {**house, rule.name: rule.default}})
        if rule.name in (house := example.question.get("house", {}))
        else example
        for name, example in the.examples.items()
    }
    (found,) = checks.check_house(replace(the, examples=plain))
    assert found.id == "content.E020"
    assert f"the house rule {rule.name} " in found.msg


def test_a_house_rule_of_which_no_sentence_tells_is_named() -> None:
    the = book("ramino")
    at_once = the.examples["at-once"]
    deals = [{**deal, "at_once": False} for deal in at_once.question["deals"]]
    changed = replace(at_once, question={**at_once.question, "deals": deals})
    (found,) = checks.check_house(replace(the, examples={**the.examples, "at-once": changed}))
    assert found.id == "content.E021"
    assert "the house rule at_once" in found.msg


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("game", NAMES)
def test_a_house_rule_is_offered_wherever_it_changes_an_answer(game: str) -> None:
    """A page on which it cannot be switched would hide from its reader what the answer turns on."""
    asked = [example.question | {"ask": example.ask} for example in book(game).examples.values()]
    asked += [line["question"] for line in approved(game)]
    hidden = set()
    for question in asked:
        ask = question["ask"]
        for rule in asks_of(game).house_rules:
            if ask not in rule.asks:
                said = [answer(game, question, rule, value) for value in values(rule)]
                if any(one != said[0] for one in said):
                    hidden.add((ask, rule.name))
    assert hidden == set()


def values(rule: HouseRule) -> list[object]:
    """All that a house rule may be; of names, nobody's and one."""
    if isinstance(rule.default, bool):
        return [False, True]
    return list(rule.choices or ("", "Asha"))


def answer(game: str, question: dict[str, object], rule: HouseRule, value: object) -> object:
    house = {**question.get("house", {}), rule.name: value}  # type: ignore[dict-item]
    try:
        return rulebook.Example("", "", str(question["ask"]), {**question, "house": house}, {}).asked(game).as_json()
    except ValueError:
        return None


@pytest.mark.parametrize("wrong", ["examples", "lesson"])
def test_what_a_rules_card_shall_have_and_is_not_there_is_named(wrong: str) -> None:
    the = book("muriel")
    assert "nowhere" in named(replace(the, card={**the.card, wrong: ["nowhere"]}))["content.E028"]


def test_a_section_that_is_sought_but_not_there_is_named() -> None:
    found = named(replace(book("muriel"), seek={"it": {"made-up": "inventato"}}))["content.E039"]
    assert "it.made-up leads to no section" in found


def test_a_tile_that_asks_what_is_no_question_is_named() -> None:
    the = book("muriel")
    for asked in ("ask", "dispute"):
        assert "nothing" in named(replace(the, tile=replace(the.tile, **{asked: "nothing"})))["content.E027"]
    assert "nothing" in named(replace(the, tile=replace(the.tile, sample="nothing")))["content.E038"]
