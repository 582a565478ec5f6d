"""The pages on which a game is practised: what there is, and one question after another."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.asks import Ask
from games.catalogue import GAMES
from games.chance import Chance
from games.fields import Pairs
from games.judge import MAX_QUESTION
from games.notation import NOTATIONS, Notation
from games.practice import LEVELS, MOST_SEED, Drill, Given, Option, Reply, kind_of, mixed
from games.puzzles import puzzles

MOST_SOUGHT = 400
"""Seeds that are tried for a question of one ruling."""
MIX = 3
"""From so many rulings on, questions on ``only`` these are a mix."""
HINTS = 3
"""The ruling's name, where to look, the answer."""
OWN = ("seed", "level", "mix", "only", "rule", "hint", "given", "answer")
"""What an address says besides the question."""


def whole(request: HttpRequest, name: str, known: range) -> int | None:
    """A whole number of the address; None where there is none, or none of these."""
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 8 and int(said) in known else None


class Way(NamedTuple):
    """A way on from an answer."""

    address: str
    text: str
    plain: bool = False
    """Whether it is one beside the main one."""


class Exercise:
    """A question of a drill, perhaps with hints, perhaps with an answer to it.

    :param rule: the ruling that decides, without the game.
    :param path: the page that it stands on.
    :param hint: how many hints are given.
    :param said: what was answered, as it was sent; None as long as nothing was.
    """

    def __init__(
        self, drill: Drill[Any], ask: Ask[Any], rule: str, path: str, hint: int = 0, said: Sequence[str] | None = None
    ) -> None:
        self.drill, self.ask, self.rule, self.path, self.hint, self.said = drill, ask, rule, path, hint, said
        self.game = drill.ask.game
        self.own = NOTATIONS[get_language() or "en"]
        self.is_whole = ask.is_valid()

    @property
    def is_sent(self) -> bool:
        return self.said is not None

    @cached_property
    def reply(self) -> Reply:
        return self.drill.reply(self.ask)

    @cached_property
    def given(self) -> Given | None:
        """What was answered; None as long as nothing was, or nothing that is an answer."""
        return None if self.said is None else self.reply.read(self.said)

    @property
    def is_lacking(self) -> bool:
        """Whether something was sent that is no answer."""
        return self.is_sent and self.given is None

    @cached_property
    def right(self) -> Given:
        return self.drill.right(self.ask)

    @cached_property
    def rights(self) -> list[list[Option]]:
        """All right answers, each as the options it chooses."""
        found = [self.reply.chosen(given) for given in self.drill.rights(self.ask)]
        # A hand of two packs may hold the same card twice, and each of them is an option of its own.
        looks = {tuple((option.text, tuple(option.row)) for option in options): options for options in found}
        return list(looks.values())

    @cached_property
    def is_right(self) -> bool:
        return self.given is not None and self.drill.is_right(self.ask, self.given)

    @property
    def is_told(self) -> bool:
        """Whether its page tells the right answer."""
        return self.given is not None or self.hint >= HINTS

    remembered: ClassVar[str]
    """As what a browser keeps the answer: of a ``drill``, a ``lesson`` or a ``puzzle``."""

    @property
    def in_mix(self) -> bool:
        """Whether the learner had to see which ruling it is about."""
        return False

    @property
    def mark(self) -> str:
        """What a browser knows the question by: the same in all languages, whatever is answered."""
        raise NotImplementedError

    def asked(self, notation: Notation) -> Pairs:
        """What its address says, but for answer and hints, in these letters."""
        raise NotImplementedError

    @property
    def ways(self) -> list[Way]:
        """Where one goes on, the main way first."""
        raise NotImplementedError

    @property
    def pairs(self) -> Pairs:
        """What its form sends besides an answer, in this language's letters."""
        return self.asked(self.own)

    def query(self, notation: Notation, **more: object) -> str:
        """Its address, the answer included, in these letters."""
        answer = [("given", "on"), *(("answer", value) for value in self.given)] if self.given is not None else []
        return urlencode([*self.asked(notation), *answer, *more.items()])

    @property
    def more_hint(self) -> str:
        hint = self.hint + 1 if self.hint or self.drill.names_rule else 2
        return f"{self.path}?{self.query(self.own, hint=hint)}"

    @property
    def tool(self) -> str:
        """The same question in the game's own tool, as far as the tool asks for it."""
        kind = GAMES[self.game].asks[self.ask.name]
        query = urlencode(self.ask.passed(kind, self.own))
        return f"{reverse('tool', args=[self.game, kind.name])}?{query}"

    def context(self) -> dict[str, Any]:
        """What the components of a question and of its answer show."""
        begun_with = self.drill.hinted(self.ask)
        reasons = self.drill.why(self.ask) if self.is_told else []
        decisive = [reason for reason in reasons if reason[1] == f"{self.game}.{self.rule}"] or reasons
        shown = (self.drill.shown if self.is_told else self.drill.beside)(self.ask)
        return {
            "it": self,
            "drill": self.drill,
            "ask": self.ask,
            "verdict": self.ask.verdict,
            "reply": self.reply,
            "prompt": self.drill.asks(self.ask),
            "shown": [(label, row) for label, row in shown if row],
            "house_said": self.ask.house_said(),
            "lacking": self.is_lacking,
            "answered": self.given is not None,
            "chosen": self.reply.chosen(self.given or ()),
            "rights": self.rights if self.is_told else [],
            "reasons": reasons,
            "decisive": decisive[:1],
            "further": [reason for reason in reasons if reason not in decisive[:1]],
            "hinted": f"{self.game}.{begun_with or self.rule}" if self.drill.names_rule else "",
            "hint_decides": not begun_with,
            "steps": self.ask.story() if self.is_told and self.drill.in_steps else [],
            "here": self.game,
            "roomy": True,
            "hint": self.hint,
            "queries": {code: self.query(notation) for code, notation in NOTATIONS.items()},
        }


class Practised(Exercise):
    """A question as an address has it: made by its seed, or spelt out.

    A question that was asked stands at an address that spells it out, so that it stays what it is when seeds come to
    mean something else.
    """

    remembered = "drill"

    def __init__(self, request: HttpRequest, drill: Drill[Any]) -> None:
        self.level = whole(request, "level", range(1, len(LEVELS) + 1)) or 1
        self.seed = whole(request, "seed", range(MOST_SEED))
        self.mode = {name: request.GET[name] for name in ("mix", "only") if name in request.GET}
        """Where the next question comes from: any kind, some rulings, or else this kind again."""
        asked = request.GET.copy()
        for name in OWN:
            asked.pop(name, None)
        question, rule = drill.ask.from_address(asked), request.GET.get("rule", "")
        if question:
            own = NOTATIONS[get_language() or "en"]
            ask = drill.ask(question, notation=NOTATIONS.get(request.GET.get("notation", ""), own))
        else:
            self.seed = secrets.randbelow(MOST_SEED) if self.seed is None else self.seed
            made = drill.drawn(self.seed, self.level)
            ask, rule = drill.asked(made.question), made.rule
        said = request.GET.getlist("answer") if "given" in request.GET else None
        super().__init__(drill, ask, rule, request.path, whole(request, "hint", range(HINTS + 1)) or 0, said)
        if self.is_whole and f"{self.game}.{self.rule}" not in [one.rule for one in ask.verdict.reasons]:
            self.rule = drill.decides(ask).partition(".")[2]

    @property
    def in_mix(self) -> bool:
        return "mix" in self.mode or len(set(self.mode.get("only", "").split())) >= MIX

    @property
    def mark(self) -> str:
        question = [self.game, self.drill.name, self.level, self.seed, self.ask.pairs(NOTATIONS["en"])]
        return hashlib.sha256(repr(question).encode()).hexdigest()[:12]

    @property
    def kept(self) -> Pairs:
        """What its address says besides the question."""
        seed = [("seed", str(self.seed))] if self.seed is not None else []
        return [("level", str(self.level)), ("rule", self.rule), *self.mode.items(), *seed]

    def asked(self, notation: Notation) -> Pairs:
        return [*self.ask.pairs(notation), *self.kept]

    @property
    def ways(self) -> list[Way]:
        return [Way(self.next, _("Next question"))]

    @property
    def next(self) -> str:
        """Where the next question is."""
        query = {"level": self.level} | self.mode | {"seed": ((self.seed or 0) + 1) % MOST_SEED}
        path = reverse("practice", args=[self.game]) if self.mode else self.path
        return f"{path}?{urlencode(query)}"


def practice(request: HttpRequest, game: str) -> HttpResponse:
    """What there is to practise; with a level in the address, on to a question of any kind, or of ``only`` some rulings.

    Where rulings are named and no level is, they are practised at the middle one.

    The seed of the address chooses the kind and makes the question; without one chance does.
    """
    if game not in GAMES or not GAMES[game].drills:
        raise Http404(game)
    drills = GAMES[game].drills
    only = request.GET.get("only", "")
    level = whole(request, "level", range(1, len(LEVELS) + 1)) or (2 if only else None)
    if level is None:
        context = {"drills": drills.values(), "levels": LEVELS, "puzzles": len(puzzles(game)), "here": game}
        return render(request, "practice.html", context)
    # What a browser remembers may be of a time when the game had other rulings.
    wanted = [rule for rule in dict.fromkeys(only.split()) if rule in GAMES[game].practised]
    if only and not wanted:
        raise Http404(only)
    seed = whole(request, "seed", range(MOST_SEED))
    mode = {"only": only} if only else {"mix": "on"}
    if seed is None:
        query = urlencode({"level": level} | mode | {"seed": secrets.randbelow(MOST_SEED)})
        response = HttpResponseRedirect(f"{request.path}?{query}")
        response.headers["Cache-Control"] = "no-store"
        return response
    rule = Chance(f"only {seed}").one_of(wanted) if wanted else ""
    kinds = {name: drill for name, drill in drills.items() if not rule or rule in drill.rules}
    kind, seed = _sought(kinds, seed, level, rule) if rule else mixed(kinds, seed, level)
    query = urlencode({"level": level} | mode | {"seed": seed})
    return HttpResponseRedirect(f"{reverse('drill', args=[game, kind.name])}?{query}")


def _sought(kinds: Mapping[str, Drill[Any]], seed: int, level: int, only: str) -> tuple[Drill[Any], int]:
    """The kind and the seed of the first question of ``only`` one ruling from this seed on.

    :raises Http404: where none is found, as of a ruling that comes at no such level.
    """
    for number in range(seed, seed + MOST_SOUGHT):
        kind, at = kind_of(kinds, number), number % MOST_SEED
        if kind.drawn(at, level).rule == only:
            return kind, at
    raise Http404(only)


def drill(request: HttpRequest, game: str, kind: str) -> HttpResponse:
    """One question: asked, with hints, or answered, with the ruling that decides it."""
    if game not in GAMES or kind not in GAMES[game].drills:
        raise Http404(kind)
    if len(request.META["QUERY_STRING"]) > MAX_QUESTION:
        return render(request, "error.html", {"status": 422}, status=422)
    it = Practised(request, GAMES[game].drills[kind])
    if not it.is_whole or it.ask.is_crowded:
        return render(request, "error.html", {"status": 422}, status=422)
    return render(request, "drill.html", it.context(), status=422 if it.is_lacking else 200)
