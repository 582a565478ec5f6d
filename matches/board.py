"""A match as everybody sees it: totals, sheet, chart, reasons. Made once for each change and kept for all who look."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import days
from games.asks import Headline
from games.questions import house_in_words
from games.sheets import Made, Row, Sheet, Standing, Unread
from matches import chart, curious, wording
from matches.ledger import Hand, Ledger, Payment
from matches.seating import deals_next
from matches.store import Opened, brings, came_to

SHOWN = 20
"""Rows of hands that the board shows, the last ones; those before stand on pages of as many."""
NO_TOKEN = "\ue000"
"""Stands in a board for the token that every form sends back, and that each browser has for itself: in no name."""
MOST_KEPT = 16_000_000
"""Bytes of the boards that a process keeps."""


@dataclass(frozen=True)
class Board:
    """What is shown of a match, and what its pages need to know of it."""

    mark: str
    """Which state of which match it shows."""
    revision: int
    seen: str
    """What a form on the page sends back, so that it is known what its sender saw."""
    top: str
    """The headline and the totals, as HTML."""
    rest: str
    """The sheet, the chart, the reasons, as HTML."""
    title: str
    """The headline alone."""
    tone: str
    over: bool
    """Whether the match takes no further hand."""
    closed: bool
    """Whether the players ended it."""
    next_place: int
    """How people will call the hand that comes next."""
    people: int = 0
    """The event that seated those who are shown; 0 where they sit as at first."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """What each player has."""


@dataclass(frozen=True)
class Line:
    """A hand, with what it and the match come to; one after the end, or taken back, comes to nothing."""

    hand: Hand
    row: Row | None
    made: Made | None
    unread: str = ""
    """That it cannot be read now, where the calculator does not read it any more."""
    gone: Mapping[str, int] | None = None
    """What it would bring each player, had it not been taken back."""
    players: Sequence[str] = ()
    """Players who took part in the hand; the others sat out."""


class Paid(NamedTuple):
    """A payment that was ticked off."""

    payment: Payment
    when: str


Placed = tuple[int, list[str], str]
"""A place, who shares it, and what they are ranked by, in words."""


class Told(NamedTuple):
    """How a match stands, in few words."""

    headline: Headline
    places: list[Placed]
    """None before the first hand."""
    podium: list[int]
    """Which of the places stand on a podium: none before the match is over."""


class Boards:
    """Boards that were drawn. When they grow too many, those that nobody looked at for longest go.

    >>> boards = Boards(most=100)
    >>> board = Board("", 0, "0", "x" * 60, "", "", "", False, False, 1)
    >>> boards.keep("first", board)
    >>> boards.keep("second", board)
    >>> boards.find("first"), boards.find("second") is board
    (None, True)
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[Board, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0
        """Bytes of what is kept, as it is sent."""

    def find(self, name: str) -> Board | None:
        """The board of this name, if it is kept."""
        with self._lock:
            if name not in self._kept:
                return None
            self._kept.move_to_end(name)
            return self._kept[name][0]

    def keep(self, name: str, board: Board) -> None:
        """Keep a board under a name, unless it alone is more than may be kept."""
        size = sum(len(text.encode()) for text in (board.top, board.rest, board.title))
        with self._lock:
            if name in self._kept:
                self.size -= self._kept.pop(name)[1]
            self._kept[name] = board, size
            self.size += size
            while self.size > self._most:
                self.size -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
            self.size = 0


boards = Boards()


def board(opened: Opened) -> Board:
    """Return the board of a match in the active language, of the state at which the match was read."""
    name = f"{opened.match.mark}.{get_language()}.{opened.role.may_score}"
    found = boards.find(name)
    if found is None:
        found = _drawn(opened, opened.ledger)
        boards.keep(name, found)
    return found


def rows(counted: Sequence[Hand], standing: Standing) -> dict[int, Row]:
    """The row of each hand that counts, by the hand's number."""
    return {hand.number: row for hand, row in zip(counted, standing.rows, strict=False)}


def lines(opened: Opened, hands: Sequence[Hand], rows: Mapping[int, Row]) -> list[Line]:
    """Some of the hands, each with its row and with what it is made of, or with what it would bring."""
    return [_line(opened, hand, rows.get(hand.number)) for hand in hands]


def _line(opened: Opened, hand: Hand, row: Row | None) -> Line:
    players = opened.sheet.players_of(hand.content, opened.table.players)
    if row is None:
        outcome = came_to(opened.match, hand)
        if outcome is None or not brings(outcome, opened.table.people):
            return Line(hand, None, None, wording.unread(hand.said))
        return Line(hand, None, None, gone=None if hand.stands else outcome["gains"], players=players)
    try:
        return Line(hand, row, made(opened, hand), players=players)
    except Unread:
        return Line(hand, row, None, wording.unread(hand.said), players=players)


def made(opened: Opened, hand: Hand) -> Made:
    """What a hand is made of."""
    return opened.sheet.made(opened.table, hand.content, hand.place)


def _drawn(opened: Opened, ledger: Ledger) -> Board:
    sheet, table, match = opened.sheet, opened.table, opened.match
    hands, counted = tuple(ledger.every_hand.values()), opened.counted(ledger)
    standing = opened.tally(counted)
    headline = wording.headline(sheet, standing, ledger.closed)
    written = {name: sheet.written(total) for name, total in standing.totals.items()}
    counted = counted[: len(standing.rows)]
    first = max(0, len(hands) - SHOWN)
    known = rows(counted, standing)
    last = next((line.made for line in lines(opened, counted[-1:], known)), None)
    # Once the players have ended it, nobody is about to reach anything.
    of_the_match = () if sheet.ends and ledger.closed and standing.winner is None else standing.sentences
    over = ledger.closed or standing.winner is not None
    seated = opened.seatings(ledger)
    deals = deals_next(seated, ledger)
    context = {
        "match": match,
        "role": opened.role,
        "sheet": sheet,
        "table": table,
        "standing": standing,
        "headline": headline,
        "written": written,
        "long": any(_is_long(name, total) for name, total in written.items()),
        "earlier": first,
        "lines": lines(opened, hands[first:], known),
        "sentences": [*of_the_match, *(last.sentences if last else ())],
        "house_said": house_said(opened),
        "removal": days.day(match.removal) if match.removal else "",
        "uneven": sheet.fewest_lead and _is_uneven(table.players, counted),
        "goes_on": not over and not match.removal,
        "deals": "" if deals is None else table.people[deals],
        "chart": chart.chart(
            table.players,
            [row.totals for row in standing.rows],
            written,
            standing.target,
            [hand.place for hand in counted],
        )
        if len(counted) > 1
        else None,
        "podium": _placed(sheet, standing, curious.podium) if over else [],
        "curious": wording.curious(sheet, _curious(sheet, counted, standing)) if over else [],
        "debts": opened.debts(ledger, counted),
        "paid": [Paid(payment, wording.moment(payment.event.at)) for payment in ledger.paid],
        "seen": ledger.mark,
        "may_write": opened.role.may_score and match.removal is None,
        "csrf_token": NO_TOKEN,
    }
    return Board(
        str(match.mark),
        ledger.revision,
        ledger.mark,
        render_to_string("matches/board_top.html", context),
        render_to_string("matches/board_rest.html", context),
        headline.text,
        headline.tone,
        over or match.removal is not None,
        ledger.closed,
        ledger.next_place,
        seated[-1].number,
        standing.totals,
    )


def _is_long(name: str, total: str) -> bool:
    """Whether a tile as narrow as on a phone would break the name, or not hold the total."""
    return len(total) > 4 or any(len(word) > 6 for word in name.split())


def _is_uneven(players: Sequence[str], counted: Sequence[Hand]) -> bool:
    """Whether some have played more of these hands than others."""
    played = Counter(name for hand in counted for name in hand.outcome["gains"])
    return len({played[name] for name in players}) > 1


def for_browser(html: str, request: HttpRequest) -> SafeString:
    """A part of a board for one browser, whose forms send its own token; where there are none, it needs no cookie."""
    return mark_safe(html.replace(NO_TOKEN, get_token(request)) if NO_TOKEN in html else html)


def told(opened: Opened) -> Told:
    """How a match stands, in few words."""
    ledger = opened.ledger
    standing, sheet = opened.standing(ledger), opened.sheet
    return Told(
        wording.headline(sheet, standing, ledger.closed),
        _placed(sheet, standing, curious.places),
        [place for place, _names, _figure in _placed(sheet, standing, curious.podium)]
        if ledger.closed or standing.winner is not None
        else [],
    )


def _placed(sheet: Sheet, standing: Standing, places: Callable[..., list[tuple[int, list[str]]]]) -> list[Placed]:
    """Places, each with those who share it and what they are ranked by, in words; none before the first hand."""
    ahead = sheet.ranks(standing)[-1] if standing.rows else {}
    return [
        (place, names, sheet.ranked_by(standing, ahead[names[0]]))
        for place, names in places(ahead, fewest=sheet.fewest_lead)
    ]


def _curious(sheet: Sheet, counted: Sequence[Hand], standing: Standing) -> curious.Curious:
    """What is curious about the hands that count."""
    hands = [
        curious.Hand(hand.place, row.gains, ahead, hand.outcome.get("pays", ()))
        for hand, row, ahead in zip(counted, standing.rows, sheet.ranks(standing), strict=True)
    ]
    return curious.curious(hands, fewest=sheet.fewest_lead)


def house_said(opened: Opened) -> list[tuple[str, str]]:
    """The house rules of the match in words, each with the id of its ruling."""
    ask = opened.sheet.ask
    chosen = {rule.name: opened.match.house.get(rule.name, rule.default) for rule in ask.house_rules}
    return house_in_words(ask, ask.house_class(**chosen))


def is_due(opened: Opened, ledger: Ledger, content: Any) -> bool:
    """Whether this payment is one of those that are left to settle a match as written."""
    debts = opened.debts(ledger, opened.counted(ledger))
    return debts is not None and content in [
        {"from": debt.payer, "to": debt.payee, "points": debt.points} for debt in debts.fewest
    ]


def is_over(opened: Opened, ledger: Ledger) -> bool:
    """Whether the score has ended a match as written."""
    return opened.sheet.ends and opened.standing(ledger).winner is not None
