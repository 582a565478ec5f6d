"""The pages round the games: home, rules, glossary, and what robots and errors need."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import partial
from unicodedata import combining, normalize

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_language_from_request, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

import games.views
from games.agreement import agreement
from games.catalogue import GAMES
from games.judge import MAX_QUESTION
from games.notation import NOTATIONS
from games.puzzles import puzzles
from games.words.forms import forms
from matches.codes import qr
from rulesite import lessons, rulecard
from rulesite.context_processors import twins
from rulesite.glossary import EVERYWHERE, terms
from rulesite.icons import COLOUR, ICONS, PAPER
from rulesite.rulebook import book, tool_address
from rulesite.stored import lent, origin, packed, stored


@require_safe
def root(request: HttpRequest) -> HttpResponse:
    """``/``: on to the home page in the reader's language."""
    with translation.override(get_language_from_request(request)):
        response = HttpResponseRedirect(reverse("home"))
    patch_vary_headers(response, ("Accept-Language",))
    return response


@require_safe
@stored
def home(request: HttpRequest) -> HttpResponse:
    """The three doors, and the games, each with the questions that are asked first."""
    entries = [
        (book(name), *(game.asks[ask] for ask in (book(name).tile.ask, book(name).tile.dispute)))
        for name, game in GAMES.items()
    ]
    sample = next((book(name).sample() for name in GAMES if book(name).tile.sample), None)
    return render(request, "home.html", {"entries": entries, "sample": sample})


@require_safe
@stored
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game."""
    if game not in GAMES:
        raise Http404(game)
    standard = agreement(game)({})
    standard.full_clean()
    context = {
        "book": book(game),
        "dispute": GAMES[game].asks[book(game).tile.dispute],
        "page": book(game).page(get_language() or "en"),
        "agreement": standard,
        "here": game,
    }
    return render(request, "rules.html", context)


@csp_update({"font-src": [SELF]})
@require_safe
@partial(stored, own_origin=True)
def card(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game on a sheet of paper, with a QR code that leads to its page."""
    if game not in GAMES:
        raise Http404(game)
    language = get_language() or "en"
    context = {
        "book": book(game),
        "page": book(game).page(language),
        "parts": rulecard.card(game, language),
        "code": qr(f"{origin(request)}{reverse('rules', args=[game])}"),
        "here": game,
    }
    return render(request, "card.html", context)


def step(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """A step of a lesson, with what there is to try, or what is said of an answer to it."""
    the = lessons.lesson(game) if game in GAMES else None
    language = get_language() or "en"
    told = the and lessons.told(game, language)
    if not told or not 1 <= number <= len(told.steps):
        raise Http404(number)
    if len(request.META["QUERY_STRING"]) > MAX_QUESTION:
        return render(request, "error.html", {"status": 422}, status=422)
    here = told.steps[number - 1]
    ways = [(one.title, lessons.step_address(game, at), one.to_do) for at, one in enumerate(told.steps, 1)]
    context = {
        "told": told,
        "step": here,
        "number": number,
        "text": lessons.drawn(game, language, here.text),
        "all": ways,
        "before": ways[number - 2][1] if number > 1 else "",
        "after": ways[number][1] if number < len(ways) else "",
        "here": game,
    }
    status = 200
    names = [name for name, _words in here.tries]
    if request.GET.get("try", "") not in ("", *names):
        raise Http404(request.GET["try"])
    if names:
        at = names.index(request.GET.get("try") or names[0])
        it = lessons.Attempt(request, game, number, at, here)
        words = lessons.drawn(game, language, here.tries[at][1])
        context |= it.context() | {"words": words, "count": len(names)}
        status = 422 if it.is_lacking else 200
    if not request.GET:
        context["queries"] = {}
    return render(request, "lesson.html", context, status=status)


UNTRIED, TRIED = stored(step), lent(packed(step))


@require_safe
def lesson(request: HttpRequest, game: str, number: int | None = None) -> HttpResponse:
    """A step of a lesson: as long as nothing is tried, a page that says the same to everybody; no number is the first."""
    if number == 1:
        return HttpResponsePermanentRedirect(reverse("lesson", args=[game]))
    return (TRIED if request.META["QUERY_STRING"] else UNTRIED)(
        request, game=game, number=1 if number is None else number
    )


BLANK, ASKED = stored(games.views.tool), lent(packed(games.views.tool))


@require_safe
@vary_on_headers("HX-Request")
def tool(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """A question: as long as nothing is asked, a page that says the same to everybody."""
    is_blank = not request.META["QUERY_STRING"] and not request.htmx  # type: ignore[attr-defined]
    return (BLANK if is_blank else ASKED)(request, game=game, name=name)


@require_safe
def example(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """An example of a page by its name, so that the page need not spell out each of its questions: on to the question."""
    examples = lessons.examples(game) if game in GAMES else {}
    if name not in examples:
        raise Http404(name)
    return HttpResponseRedirect(tool_address(examples[name].asked(game)))


@require_safe
def house(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one table: the house rules of its address, and the ways to all that goes by them."""
    if game not in GAMES:
        raise Http404(game)
    kind = agreement(game)
    form = kind(kind.from_address(request.GET) or {})
    form.full_clean()
    queries = {code: form.address(notation) for code, notation in NOTATIONS.items()}
    page = book(game).page(get_language() or "en")
    context = {
        "form": form,
        "agreed": page.section("agree"),
        "faults": form.faults(),
        "query": queries[get_language() or "en"],
        "own_address": f"{request.path}?{queries[get_language() or 'en']}",
        "queries": queries,
        "here": game,
    }
    return render(request, "house.html", context, status=422 if form.errors else 200)


@require_safe
@stored
def glossary(request: HttpRequest) -> HttpResponse:
    """Every term with its words in the three languages, by game."""
    language = get_language() or "en"
    groups: dict[str, list[dict[str, object]]] = {}
    for term in sorted(terms(), key=lambda term: _in_the_alphabet(term.words[language])):
        others = [(code, term.words[code]) for code, name in settings.LANGUAGES if code != language]
        entry = {"anchor": term.anchor, "word": term.words[language], "meaning": term.meanings[language]}
        groups.setdefault(term.game, []).append(entry | {"others": others})
    chapters = [("", groups.get(EVERYWHERE, []))]
    chapters += [(book(name).name, groups[name]) for name in GAMES if name in groups]
    small = " ".join(forms(language).tables["search"]["small"].split())
    seek = json.dumps({game: book(game).seek.get(language, {}) for game in GAMES}, ensure_ascii=False)
    return render(request, "glossary.html", {"groups": chapters, "small": small, "seek": seek})


STANDINGS = (
    ("new", pgettext_lazy("ruling", "new"), gettext_lazy("You have not answered any question on it yet.")),
    ("met", pgettext_lazy("ruling", "met"), gettext_lazy("You have met it in a lesson or a drill.")),
    ("knows", pgettext_lazy("ruling", "known"), gettext_lazy("Your last five answers were right.")),
    (
        "keeps",
        pgettext_lazy("ruling", "remembered"),
        gettext_lazy("You were right again in a mix of rules, at least 16 hours later."),
    ),
    (
        "due",
        pgettext_lazy("ruling", "due"),
        gettext_lazy("Time to answer it again in a mix: after 16 hours, then after 2 days, then after 7."),
    ),
)
"""How a browser remembers a ruling, by the script's name for it: the word, and what it means."""


@require_safe
@stored
def know(request: HttpRequest) -> HttpResponse:
    """The rulings of every game as a map, on which a browser's scripts show what it remembers of them."""
    language = get_language() or "en"
    maps = []
    for name, game in GAMES.items():
        if not game.drills:
            continue
        the, page = book(name), book(name).page(language)
        chapters: list[tuple[str, list[tuple[str, str, str]]]] = []
        for section in page.reference:
            if section.level == 2:
                chapters.append((section.title, []))
            if section.rule:
                rule = f"{name}.{section.anchor}"
                chapters[-1][1].append(
                    (rule, section.title, section.anchor if section.anchor in game.practised else "")
                )
        found = [(title, rules) for title, rules in chapters if rules]
        maps.append({"game": name, "name": the.name, "chapters": found, "puzzles": len(puzzles(name))})
    return render(request, "know.html", {"maps": maps, "standings": STANDINGS})


@require_safe
@stored
def look(request: HttpRequest) -> HttpResponse:
    """Which colours a browser shows: its scripts keep what is chosen, and no server hears of it."""
    return render(request, "look.html")


@require_safe
@packed
def take(request: HttpRequest) -> HttpResponse:
    """Where the whole site can be taken along, if it was built (``make pocket``)."""
    told = settings.POCKET_ROOT and settings.POCKET_ROOT / "pocket.json"
    bundle = json.loads(told.read_text()) if told and told.exists() else None
    scripts = {name: static(f"{name}.js") for name in ("python", "snapshot")}
    return render(request, "take.html", {"bundle": bundle, "files": json.dumps(bundle and bundle["files"]), **scripts})


@require_safe
@stored
def offline(request: HttpRequest) -> HttpResponse:
    """What a browser shows in the place of a page that it has not kept, while there is no network."""
    return render(request, "offline.html")


@require_safe
@stored
def manifest(request: HttpRequest) -> HttpResponse:
    """How a phone puts the site among its own: its name, its picture, the ways into it."""
    icons = [
        {"src": static(icon.file), "sizes": f"{icon.size}x{icon.size}", "type": "image/png", "purpose": icon.purpose}
        for icon in ICONS
    ]
    ways = [(_("Settle a dispute"), f"{reverse('home')}#dispute"), (_("Score sheet"), reverse("matches"))]
    told = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": str(settings.SITE_MOTTO),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": COLOUR,
        "icons": icons,
        "shortcuts": [{"name": str(name), "url": address} for name, address in ways],
    }
    return HttpResponse(json.dumps(told, ensure_ascii=False), content_type="application/manifest+json")


def _in_the_alphabet(word: str) -> tuple[str, str]:
    """A word's place in a list: letters with marks beside those without, not after z."""
    plain = "".join(sign for sign in normalize("NFD", word.casefold()) if not combining(sign))
    return plain, word


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """``/robots.txt``."""
    address = request.build_absolute_uri(reverse("sitemap"))
    return HttpResponse(f"User-agent: *\nAllow: /\nSitemap: {address}\n", content_type="text/plain; charset=utf-8")


@require_safe
@stored
def sitemap(request: HttpRequest) -> HttpResponse:
    """``/sitemap.xml``: every page, with its twins."""
    context = {"pages": [twins(path) for path in every_page()], "origin": origin(request)}
    return HttpResponse(render_to_string("sitemap.xml", context), content_type="application/xml")


def every_page() -> list[str]:
    """The addresses of all pages in the active language, without those that hold a question or a match."""
    paths = [
        reverse("home"),
        reverse("glossary"),
        reverse("matches"),
        reverse("archive"),
        reverse("know"),
        *lessons.addresses(),
    ]
    for name, game in GAMES.items():
        paths += [reverse(page, args=[name]) for page in ("rules", "card", "house")]
        if game.puzzle:
            paths.append(reverse("puzzles", args=[name]))
        if game.sheet:
            paths.append(reverse("new_match", args=[name]))
        paths += [reverse("tool", args=[name, ask]) for ask in game.asks]
    return paths


LIKE, MOST_MISTYPED = 0.8, 80
"""How alike an address and one that there is are, of 1, where that is offered; and how long the mistyped one may be."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404, with the page that is called much like it."""
    asked = f"?{query}" if (query := request.META["QUERY_STRING"]) else ""
    typed = request.path.lower()
    like = get_close_matches(typed, every_page(), 1, LIKE) if len(typed) <= MOST_MISTYPED else []
    kept = "" if like == [request.path] else asked  # of a page that is there it is what it cannot answer
    return render(request, "error.html", {"status": 404, "like": like, "asked": kept}, status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a request that no browser of good faith sends."""
    return render(request, "error.html", {"status": 400}, status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return render(request, "error.html", {"status": 500}, status=500)
