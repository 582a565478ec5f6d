"""Inputs of the site that a client can make longer, each with its limit and the request that sends it at a size."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, partial
from typing import Any, NamedTuple
from urllib.parse import quote_plus, urlencode
from uuid import UUID, uuid4

FOLDER = tempfile.TemporaryDirectory(prefix="carta-growth-")
os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER.name}/matches.sqlite3"
os.environ |= {"MATCHES_OPENED": "1000000/hour", "JUDGE_SECONDS": "1000000/minute"}

from rulesite.asgi import application  # noqa: E402, I001  # it sets Django up, by the environment above

from bench.deals import machiavelli  # noqa: E402
from bench.site import hidden  # noqa: E402
from games.catalogue import GAMES, SHEETS  # noqa: E402
from games.judge import MAX_QUESTION, MAX_QUESTIONS, MAX_REQUEST  # noqa: E402
from games.notation import NOTATIONS  # noqa: E402
from matches.store import MOST_EVENTS  # noqa: E402
from rulesite import lessons  # noqa: E402
from rulesite.entrance import LARGEST_BODY, LARGEST_FORM, LONGEST_PATH  # noqa: E402

HEAD = 60_000
"""Bytes of a head, of the 64 kB that the server takes."""
MOST_FIELDS = 990
"""Parameters of an address or a form; Django refuses more than a thousand."""
EVERY_CARD = " ".join(rank + suit for suit in "shdc" for rank in "A23456789TJQK") + " "
TEXTS = {
    "one card": "As ", "every card": EVERY_CARD, "a word of cards": "As", "short forms": "7* ", "groups": "As Ah Ad / ",
    "garbage": "zz ", "names of cards": "queen of hearts ", "blank lines": "\n",
}  # fmt: skip
WAYS: dict[str, tuple[str, str, dict[str, str]]] = {
    "as a fragment": ("", "", {"HX-Request": "true"}),
    "as a draft": ("", "&draft=on", {}),
    "in other letters": ("", "&notation=it", {}),
    "as a picture": ("picture.png", "", {}),
}
"""Other ways to ask a question than on its page: the end of the path, further parameters, headers."""
HEADERS = {
    "Cookie": ("a%d=b; ", "a", '"\\1', "=;"), "Accept-Language": ("it-%d;q=0.5,", "a-", ","), "Accept-Encoding": ("gzip;q=0,", "a"),
    "If-None-Match": ('"a%d",', 'W/"'), "X-Forwarded-For": ("1.2.3.4,", "::1,", ":"), "Host": ("a.", "[", ":1"), "Origin": ("a", "http://"),
    "Content-Type": ("a=b;", "; charset=utf-8", '="\\'), "HX-Current-URL": ("a", "%41", "/"), "Referer": ("a", "/"), "X-Request-ID": ("a",),
}  # fmt: skip
VALUES: dict[str, Callable[[int], Any]] = {
    "text": lambda size: "As " * (size // 3), "garbage": lambda size: "zz " * (size // 3), "a word": lambda size: "z" * size,
    "groups": lambda size: "As Ah Ad/" * (size // 9), "list": lambda size: ["As"] * (size // 6), "lists": lambda size: [["As"]] * (size // 8),
    "object": lambda size: {f"n{at}": 1 for at in range(size // 12)}, "number": lambda size: int("9" * min(size, 4000)),
    "hands": lambda size: [[f"{at}{seat}" for seat in "abcd"] for at in range(size // 32)],
    "counts": lambda size: [{f"{at}{seat}": 1 for seat in "abc"} for at in range(size // 36)],
    "deals": lambda size: [{"winner": "A", "hands": {f"b{at}": "As" for at in range(size // 14)}}],
    "players": lambda size: [{"name": f"n{at}", "maal": "As", "seen": True} for at in range(size // 46)],
}  # fmt: skip
BODIES: dict[str, Callable[[int], str]] = {
    "a word": lambda size: json.dumps({"game": "z" * size}), "keys": lambda size: json.dumps({f"k{at}": at for at in range(size // 14)}),
    "deep": lambda size: "[" * (size // 2) + "]" * (size // 2), "objects": lambda size: '{"a":' * (size // 5), "figures": lambda size: "9" * size,
    "numbers": lambda size: json.dumps([int("9" * 4000)] * (size // 4002)), "same key": lambda size: "{" + '"a":1,' * (size // 6) + '"a":1}',
}  # fmt: skip
PIECE = '--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
PARTS: dict[str, Callable[[int], str]] = {
    "fields": lambda size: "".join(PIECE % (f"f{at}", "", "1") for at in range(size // 60)),
    "files": lambda size: "".join(PIECE % (f"f{at}", '; filename="a"', "1") for at in range(size // 75)),
    "a long name": lambda size: PIECE % ("z" * size, "", "1"), "a long field": lambda size: PIECE % ("f", "", "1" * size),
    "a long file name": lambda size: PIECE % ("file", f'; filename="{"/" * size}"', "1"),
    "parameters of a part": lambda size: PIECE % ("file", "; a=b" * (size // 5), "1"),
    "headers of a part": lambda size: PIECE % ("file", "\r\nA: b" * (size // 6), "1"),
    "an encoded name": lambda size: PIECE % ("file", "; filename*=utf-8''" + "%41" * (size // 3), "1"),
    "blank lines": lambda size: "\r\n" * (size // 2), "boundaries": lambda size: "--b\r\n" * (size // 5),
    "a file": lambda size: PIECE % ("file", '; filename="a"', "[" * size),
    "a file of blanks": lambda size: PIECE % ("file", '; filename="a"', " " * size),
}  # fmt: skip
Pairs = list[tuple[str, str]]
HANDS: dict[str, tuple[str, Any, Pairs]] = {
    "murlan": ("ABCD", list("ABCD"), [("out", str(seat)) for seat in range(4)]),
    "marriage": ("AB", {"players": [{"name": "A", "maal": 1, "seen": True, "winner": True}, {"name": "B", "maal": 2, "seen": True}]},
                 [("winner", "0"), ("shown.0", "seen"), ("shown.1", "seen"), ("maal.1", "2")]),
    "ramino": ("AB", {"winner": "A", "hands": {"B": "9s"}}, [("winner.0", "0"), ("left.0.1", "5")]),
    "machiavelli": ("AB", {"A": 0, "B": 5}, [("left.0", "0"), ("left.1", "5")]),
    "muriel": ("ABCDEFGHI", dict.fromkeys("ABCDEFGHI", 5), [(f"points.0.{seat}", "5") for seat in range(9)]),
}  # fmt: skip
"""Of each game the players of a match, a hand as it is stored, and one as it is sent."""
loop = asyncio.new_event_loop()


class Request(NamedTuple):
    path: str
    query: str = ""
    body: bytes = b""
    headers: Mapping[str, str] = {}


class Input(NamedTuple):
    """Something that a stranger makes longer, and the request in which it has a size."""

    name: str
    filling: str
    limit: int
    made: Callable[[int], Request]
    is_solved: bool = False


def send(asked: Request) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and content of the answer."""
    length = {"Content-Length": str(len(asked.body))} if asked.body else {}
    scope = {
        "type": "http", "method": "POST" if asked.body else "GET", "http_version": "1.1", "scheme": "http",
        "path": asked.path, "raw_path": asked.path.encode(), "query_string": asked.query.encode(),
        "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1),
        "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in {"Host": "localhost", **length, **asked.headers}.items()],
    }  # fmt: skip
    messages: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def sent(message: Any) -> None:
        messages.append(message)

    loop.run_until_complete(application(scope, receive, sent))
    headers = dict[str, str]()
    for name, value in messages[0]["headers"]:
        key = name.decode().title()
        headers[key] = ", ".join(filter(None, (headers.get(key), value.decode("latin-1"))))
    return messages[0]["status"], headers, messages[1]["body"]


# --- Inputs ---


def filled(path: str, rest: str, key: str, text: str, size: int, headers: Mapping[str, str] | None = None) -> Request:
    """A parameter that holds a text again and again."""
    unit = quote_plus(text)
    return Request(
        path, f"{rest}&{key}={unit * (max(0, size - len(rest) - len(key) - 2) // len(unit))}", headers=headers or {}
    )


def repeated(path: str, rest: str, part: str, size: int) -> Request:
    """Parameters of which each has its number, ``%d`` in the part."""
    room = min(max(0, size - len(rest)) // (len(part) + 1 + part.count("%d")), MOST_FIELDS // (part.count("&") + 1))
    return Request(path, "&".join([rest, *(part.replace("%d", str(at)) for at in range(room))]))


def example(game: str, ask: str) -> Pairs:
    """The first example of a question as its address has it; none where there is none."""
    found = (one.asked(game).pairs(NOTATIONS["en"]) for one in lessons.examples(game).values() if one.ask == ask)
    return next(found, [])


def questions() -> Iterator[Input]:
    """Each field of each question."""
    for game, ask, kind in ((played.name, *one) for played in GAMES.values() for one in played.asks.items()):
        path, pairs, is_solved = f"/en/{game}/{ask}/", example(game, ask), kind.heavy
        whole = urlencode(pairs)
        fields = {key.split(".")[0]: key for key in (*dict(pairs), *kind().fields)}
        for first, key in fields.items():
            rest = urlencode([pair for pair in pairs if pair[0] != key])
            for filling, text in TEXTS.items() if first != "house" else [("a word", "z")]:
                yield Input(path + first, filling, MAX_QUESTION, partial(filled, path, rest, key, text), is_solved)
            for part in (f"{first}=As", f"{first}.%d=As", f"{first}.%d.1=%d", f"{first}.0.%d=z"):
                yield Input(f"{path}many", part, MAX_QUESTION, partial(repeated, path, whole, part), is_solved)
        key = next(iter(fields.values()))
        rest = urlencode([pair for pair in pairs if pair[0] != key])
        for way, (end, more, headers) in WAYS.items():
            made = partial(filled, path + end, rest + more, key, EVERY_CARD if end else "zz ", headers=headers)
            yield Input(f"{path}{key} {way}", "", MAX_QUESTION, made, is_solved)
        rows = [
            (re.sub(r"\.0", ".%d", key, count=1), text)
            for key, text in pairs
            if re.fullmatch(r"[a-z_]+\.0(\.\d+)?", key)
        ]
        for part in filter(None, ("&".join(f"{key}={quote_plus(text)}" for key, text in rows), "unknown%d=1")):
            yield Input(f"{path}many", part, MAX_QUESTION, partial(repeated, path, whole, part), is_solved)

    def dealt(decks: int, size: int) -> Request:
        table, hand = machiavelli(random.Random(1), size, min(52, size), decks)
        texts = {
            "table": " / ".join(" ".join(card.text for card in group) for group in table),
            "hand": " ".join(card.text for card in hand),
        }
        return Request("/en/machiavelli/best/", urlencode({**texts, "house.decks": decks, "house.wrap": "on"}))

    yield from (
        Input(f"tables of {decks} decks", "groups", 12 * decks, partial(dealt, decks), True) for decks in (2, 3, 4)
    )


def pages() -> Iterator[Input]:
    """House rules, drills, puzzles, lessons, and addresses that are none."""
    many: list[tuple[str, str, str, int]] = [
        (path, "", "u%d=1", HEAD) for path in ("/", "/en/", "/en/glossary/", "/api/", "/healthz", "/en/puzzle/archive/")
    ]
    long: list[tuple[str, str, str, str, int]] = []
    for name, game in GAMES.items():
        start = f"/en/{name}/"
        for path in (f"{start}house/", f"/en/match/new/{name}/"):
            many += [(path, "", part, HEAD) for part in ("house.%d=on", "player=Ann%d", "player.%d=Ann")]
            rules = [f"house.{rule.name}" for rule in next(iter(game.asks.values())).house_rules]
            many += [(path, "", f"{rule}=on", HEAD) for rule in rules]
            long += [(path, "", key, "z", HEAD) for key in (*rules, "player", "player.0")]
        long += [
            (f"{start}drill/", "level=1&seed=7", "only", text, HEAD)
            for text in (" ".join(game.practised) + " ", "zz ", "\n")
        ]
        for kind, drill in game.drills.items():
            many.append((f"{start}drill/{kind}/", "seed=7&given=on", "answer=%d", MAX_QUESTION))
            long += [
                (f"{start}drill/{kind}/", "seed=7", key, EVERY_CARD, MAX_QUESTION)
                for key in (*drill.ask.base_fields, "only", "answer")
            ]
        many.append((f"{start}puzzle/1/", "given=on", "answer=%d", MAX_QUESTION))
        many += [
            (lessons.step_address(name, at), "given=on", "answer=%d", MAX_QUESTION)
            for at in range(2, len(lessons.told(name, "en").steps) + 1)
        ]
    yield from (
        Input(f"{path} many", part, limit, partial(repeated, path, rest, part)) for path, rest, part, limit in many
    )
    yield from (
        Input(f"{path} {key}", text[:9], limit, partial(filled, path, rest, key, text))
        for path, rest, key, text, limit in long
    )
    for path in ("/", "/en/murlan/", "/en/match/", "/it/marriage/"):
        for text in ("a", "play-", "m/"):
            yield Input(
                f"no such page {path}",
                text,
                LONGEST_PATH,
                partial(lambda path, text, size: Request((path + text * size)[:size]), path, text),
            )


def judged() -> Iterator[Input]:
    """Questions of programs, one and many."""

    def asked(content: Callable[[int], Any], size: int) -> Request:
        return Request(
            "/api/judge", body=json.dumps(content(size)).encode(), headers={"Content-Type": "application/json"}
        )

    def with_value(question: dict[str, Any], key: str, value: Callable[[int], Any], size: int) -> dict[str, Any]:
        return question | {key: value(size)}

    for game, ask, kind in ((played.name, *one) for played in GAMES.values() for one in played.judged.items()):
        known = next((dict(one.question) for one in lessons.examples(game).values() if one.ask == ask), {}) | {
            "game": game,
            "ask": ask,
        }
        for key in [*(key for key in kind().judged_fields if "." not in key), "house", "unknown"]:
            for filling, value in VALUES.items():
                made = partial(asked, partial(with_value, known, key, value))
                yield Input(f"judge {game}.{ask} {key}", filling, MAX_QUESTION - 1500, made, kind.heavy)
        yield Input(
            f"judge, many {game}.{ask}",
            "questions",
            40,
            partial(asked, partial(lambda known, size: [known] * size, known)),
            True,
        )
    yield Input("judge, many", "numbers", MAX_QUESTIONS, partial(asked, lambda size: [1] * size))
    for filling, text in BODIES.items():
        yield Input(
            "judge, a long body",
            filling,
            MAX_REQUEST,
            partial(lambda text, size: Request("/api/judge", body=text(size).encode()), text),
        )


def heads() -> Iterator[Input]:
    """Headers."""

    def made(path: str, name: str, text: str, size: int) -> Request:
        value = "".join(text.replace("%d", str(at)) for at in range(size // len(text)))
        return Request(path, "cards=As", b"{}" if path.startswith("/api") else b"", {name: value})

    for path in ("/en/murlan/play/", "/en/match/", "/api/judge"):
        yield from (
            Input(f"{path} {name}", text, HEAD, partial(made, path, name, text))
            for name, texts in HEADERS.items()
            for text in texts
        )


# --- Matches ---


class Phone:
    """A browser that keeps its cookies."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    @cached_property
    def token(self) -> str:
        return hidden(self.ask(Request("/en/match/"))[2].decode(), "csrfmiddlewaretoken")

    def sent(self, asked: Request) -> Request:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return asked._replace(headers={**asked.headers, **({"Cookie": cookies} if cookies else {})})

    def ask(self, asked: Request) -> tuple[int, dict[str, str], bytes]:
        status, headers, content = send(self.sent(asked))
        self.cookies |= re.findall(r"(csrftoken|manager_en)=([^;]+)", headers.get("Set-Cookie", ""))
        return status, headers, content

    def form(self, path: str, fields: Callable[[int], Pairs], size: int) -> Request:
        body = urlencode([("csrfmiddlewaretoken", self.token), *fields(size)]).encode()
        return self.sent(Request(path, body=body, headers={"Content-Type": "application/x-www-form-urlencoded"}))

    def upload(self, parts: Callable[[int], str], size: int) -> Request:
        body = PIECE % ("csrfmiddlewaretoken", "", self.token) + parts(size) + "--b--\r\n"
        return self.sent(
            Request("/en/match/file/", body=body.encode(), headers={"Content-Type": "multipart/form-data; boundary=b"})
        )


def numbered(part: str, size: int) -> Pairs:
    return [(part.replace("%d", str(at)), "5") for at in range(size)]


def one_long(key: str, text: str, size: int) -> Pairs:
    return [(key, text * (size // len(quote_plus(text))))]


def file_of(game: str, events: int) -> str:
    """A file of a match with so many hands, as a part of a form."""
    names, hand, _form = HANDS[game]
    head = {"format": "carta-canta-match", "version": 1, "game": game, "players": list(names), "house": {}}
    head |= {
        "terms": {"match": {"deals": 999}} if "match" in SHEETS[game].terms else {},
        "opened": "2026-11-21T20:00:00+00:00",
    }
    event = {"kind": "entered", "content": hand, "at": "2026-11-21T20:00:00+00:00", "role": "score"}
    events_ = [event | {"number": at, "hand": at, "key": str(UUID(int=at))} for at in range(1, events + 1)]
    return PIECE % ("file", '; filename="a"', json.dumps(head | {"events": events_}))


@cache
def entered(game: str, events: int) -> tuple[Phone, str]:
    """A match of so many hands: the browser that manages it, and its address."""
    phone = Phone()
    _status, headers, _content = phone.ask(phone.upload(partial(file_of, game), events))
    return phone, headers["Location"].partition("?")[0]


def shown(game: str, page: str, events: int) -> Request:
    phone, board = entered(game, events)
    path, _mark, query = page.partition("?")
    return phone.sent(Request(board + path, query))


def one_more(game: str, events: int) -> Request:
    phone, board = entered(game, events)
    seen = re.findall(r'name="(seen)" value="([^"]*)"', phone.ask(Request(board))[2].decode())[:1]
    return phone.form(board, lambda _size: [("key", str(uuid4())), *seen, *HANDS[game][2]], 0)


def matches() -> Iterator[Input]:
    """The forms of matches, and a match with more and more events."""
    phone = Phone()
    pages = (
        "",
        "board/",
        "hands/",
        "hands/?page=9999",
        "history/",
        "history/?page=2",
        "players/",
        "count/",
        "links/",
        "hand/1/",
    )
    for game in SHEETS:
        new, (own, board) = f"/en/match/new/{game}/", entered(game, 3)
        for part in ("player", "player.%d", "house.%d"):
            yield Input(f"{new} sent", part, MOST_FIELDS, partial(phone.form, new, partial(numbered, part)))
        yield Input(
            f"{new} sent", "a word", LARGEST_FORM - 300, partial(phone.form, new, partial(one_long, "player", "A"))
        )
        for key in [*dict(HANDS[game][2]), "key", "seen", "event", "without"]:
            for filling in ("every card", "garbage", "blank lines"):
                made = partial(own.form, board, partial(one_long, key, TEXTS[filling]))
                yield Input(f"{game} match, {key} sent", filling, MAX_QUESTION - 500, made)
                for page in ("", "count/"):
                    asked = partial(filled, board + page, "checked=on", key, TEXTS[filling])
                    yield Input(
                        f"{game} match/{page} {key}",
                        filling,
                        MAX_QUESTION,
                        partial(lambda own, asked, size: own.sent(asked(size)), own, asked),
                    )
        for part, page in (
            (part, page)
            for part in ("left.%d", "out", "points.0.%d", "absent.%d", "without", "name.%d")
            for page in ("", "players/")
        ):
            yield Input(
                f"{game} match/{page} sent", part, MOST_FIELDS, partial(own.form, board + page, partial(numbered, part))
            )
        for page in (*pages, "match.csv", "match.json", "picture.png"):
            yield Input(f"{game} match/{page}", "events", MOST_EVENTS - 20, partial(shown, game, page))
        yield Input(f"{game} match, a hand more", "events", MOST_EVENTS - 20, partial(one_more, game))
        yield Input(f"{game} match out of a file", "events", MOST_EVENTS, partial(phone.upload, partial(file_of, game)))
    yield from (
        Input("/en/match/file/ sent", filling, LARGEST_BODY - 1000, partial(phone.upload, parts))
        for filling, parts in PARTS.items()
    )
