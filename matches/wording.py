"""A match in words."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.asks import Headline
from games.sheets import Outcome, Sheet, Standing, Table
from games.words import listed
from matches.ledger import Event, Kind
from matches.links import Role

ROLES: dict[Role, str | Promise] = {
    Role.WATCH: gettext_lazy("Watch"),
    Role.SCORE: gettext_lazy("Keep the score"),
    Role.MANAGE: gettext_lazy("Manage"),
}
WRITERS: dict[Role, str | Promise] = {
    Role.SCORE: gettext_lazy("by a score keeper"),
    Role.MANAGE: gettext_lazy("by the manager"),
}
"""Through whose link an event came."""
MEANINGS: dict[Role, str | Promise] = {
    Role.WATCH: gettext_lazy("Sees the score as it changes, and can change nothing."),
    Role.SCORE: gettext_lazy("Enters hands, corrects them, takes them back."),
    Role.MANAGE: gettext_lazy("Everything, and the other links as well. Keep this one to yourself, and keep it safe."),
}


def headline(sheet: Sheet, standing: Standing, closed: bool) -> Headline:
    """How the match stands, in a few words."""
    if standing.winner is not None:
        return Headline("yes", _("%(name)s wins the match") % {"name": standing.winner})
    if not standing.rows:
        return Headline(
            "open", _("The evening is over, and nothing was played.") if closed else _("Nothing played yet")
        )
    figures = {"names": listed(standing.leaders), "total": sheet.lead(standing)}
    count = len(standing.leaders)
    if closed:
        text = ngettext("%(names)s wins the evening: %(total)s", "%(names)s win the evening: %(total)s", count)
        return Headline("yes", text % figures)
    text = ngettext("%(names)s leads with %(total)s", "%(names)s lead with %(total)s", count)
    if standing.target is not None:
        target = _("target %(target)d") % {"target": standing.target}
        return Headline("open", f"{text % figures} · {target}")
    return Headline("open", text % figures)


def day(when: datetime) -> str:
    """A day as it is written out in the active language: ``8 December 2026``."""
    # Django's own English is American, and its Italian has a capital at the month.
    match get_language():
        case "en":
            return date_format(when, "j F Y")
        case "it":
            return date_format(when, "j F Y").lower()
    return date_format(when)


def what_happened(event: Event, number: int | None) -> str:
    """An event as a line of the history; ``number`` is how people call its hand."""
    figures = {"number": number}
    if event.changes_nothing:
        return _("Hand %(number)d: empty correction, nothing changed") % figures
    match event.kind:
        case Kind.ENTERED:
            return _("Hand %(number)d entered") % figures
        case Kind.CORRECTED:
            return _("Hand %(number)d corrected") % figures
        case Kind.REMOVED:
            return _("Hand %(number)d taken back") % figures
        case Kind.CLOSED:
            return _("The evening closed")
        case Kind.REOPENED:
            return _("The evening opened again")


def gains(sheet: Sheet, table: Table, outcome: Outcome) -> str:
    """What a hand brings each player, in a line: ``Ana 3 · Ben 1``."""
    return " · ".join(f"{name} {sheet.written(outcome['gains'].get(name, 0))}" for name in table.players)


def unread(event: Event) -> str:
    """That what an event says cannot be read."""
    return _("Entry %(number)d cannot be read.") % {"number": event.number}
