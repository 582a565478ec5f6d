"""A match in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.asks import Headline
from games.days import day
from games.sheets import Outcome, Sheet, Standing
from games.words import listed
from games.words.forms import NO_BREAK
from matches.curious import Curious
from matches.ledger import Event, Kind, Ledger, Payment
from matches.links import Role
from matches.seating import Seating

ROLES: dict[Role, str | Promise] = {
    Role.WATCH: gettext_lazy("Watch"),
    Role.SCORE: gettext_lazy("Keep score"),
    Role.MANAGE: gettext_lazy("Manage"),
}
WRITERS: dict[Role, str | Promise] = {
    Role.SCORE: gettext_lazy("by a scorekeeper"),
    Role.MANAGE: gettext_lazy("by the manager"),
}
"""Through whose link an event came."""
MEANINGS: dict[Role, str | Promise] = {
    Role.WATCH: gettext_lazy("People with this link can watch the score but not change it."),
    Role.SCORE: gettext_lazy("People with this link can enter, correct and delete hands."),
    Role.MANAGE: gettext_lazy(
        "This link can do everything and manages the other links. Keep it to yourself, and keep it safe."
    ),
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
    if count == len(standing.totals) > 1:
        text = _("All level on %(total)s")
    else:
        text = ngettext("%(names)s leads with %(total)s", "%(names)s lead with %(total)s", count)
    if standing.target is not None:
        target = _("target %(target)d") % {"target": standing.target}
        return Headline("open", f"{text % figures} · {target}")
    return Headline("open", text % figures)


def moment(when: datetime) -> str:
    """A day and the time of day as they are written out: ``8 December 2026, 20:55``."""
    local = timezone.localtime(when)
    between = NO_BREAK if get_language() == "cs" else ", "
    return f"{day(local)}{between}{date_format(local, 'H:i')}"


def what_happened(ledger: Ledger, event: Event, names: Mapping[str, str]) -> str:
    """An event as a line of the history; what changes the people is told by :func:`people_changed`.

    :param names: what those are called by then whom a payment that it takes back names otherwise.
    """
    assert event.kind is not Kind.SEATED
    hand = ledger.every_hand[event.hand] if event.hand else None
    figures = {"number": hand and hand.place}
    if event.changes_nothing:
        return _("Hand %(number)d: empty correction, nothing changed") % figures
    match event.kind:
        case Kind.ENTERED:
            return _("Hand %(number)d entered") % figures
        case Kind.CORRECTED if hand and hand.was_gone_before(event):
            is_as_before = hand.after(event.number - 1).content == event.content
            text = _("Hand %(number)d restored") if is_as_before else _("Hand %(number)d entered again")
            return text % figures
        case Kind.CORRECTED:
            return _("Hand %(number)d corrected") % figures
        case Kind.REMOVED:
            return _("Hand %(number)d deleted") % figures
        case Kind.CLOSED:
            return _("Evening ended")
        case Kind.REOPENED:
            return _("Evening reopened")
        case Kind.PAID | Kind.UNPAID:
            return _paid(event.kind, ledger.payment(event, names))


def _paid(kind: Kind, payment: Payment) -> str:
    """A payment, or that one was taken back."""
    if kind is Kind.PAID:
        text = ngettext(
            "%(payer)s paid %(payee)s %(count)d point", "%(payer)s paid %(payee)s %(count)d points", payment.points
        )
    else:
        text = ngettext(
            "Payment undone: %(payer)s to %(payee)s, %(count)d point",
            "Payment undone: %(payer)s to %(payee)s, %(count)d points",
            payment.points,
        )
    return text % {"payer": payment.payer, "payee": payment.payee, "count": payment.points}


def undone(ledger: Ledger, event: Event, names: Mapping[str, str]) -> str:
    """That an event was undone, and how it stands since.

    :param names: what those were called when it was undone whom the event names otherwise.
    """
    figures = {"number": ledger.every_hand[event.hand].place if event.hand else None}
    match event.kind:
        case Kind.CORRECTED if not ledger.brings_a_hand(event):
            return _("Undone: hand %(number)d is as it was before.") % figures
        case Kind.ENTERED | Kind.CORRECTED:
            return _("Undone: hand %(number)d has been deleted.") % figures
        case Kind.REMOVED:
            return _("Hand %(number)d counts again.") % figures
        case Kind.CLOSED:
            return _("Undone: the evening goes on.")
        case Kind.REOPENED:
            return _("Undone: the evening is over again.")
        case Kind.PAID | Kind.UNPAID:
            payment = ledger.payment(event, names)
            return _("Undone: the payment from %(payer)s to %(payee)s no longer counts.") % {
                "payer": payment.payer,
                "payee": payment.payee,
            }
        case Kind.SEATED:
            raise ValueError("people are changed again, and nothing undoes it")


def people_changed(before: Seating, after: Seating, deals: str = "") -> str:
    """What an entry changed about the people, in a line.

    :param deals: who deals the next hand, where the entry says so.
    """
    told = [
        _("%(was)s is called %(name)s from now on") % {"was": was, "name": name}
        for was, name in zip(before.people, after.people, strict=False)
        if was != name
    ]
    known = range(len(before.people))
    told += [_("%(name)s joins") % {"name": name} for name in after.people[len(known) :]]
    for one in known:
        if one in after.present and one not in before.present:
            told.append(_("%(name)s comes back") % {"name": after.people[one]})
        elif one in before.present and one not in after.present:
            told.append(_("%(name)s leaves") % {"name": after.people[one]})
    stayed = [one for one in before.present if one in after.present]
    if stayed != [one for one in after.present if one in before.present]:
        told.append(_("The order of the seats changes"))
    if deals:
        told.append(_("%(name)s deals next") % {"name": deals})
    return " · ".join(told) or _("Nothing changed at the table")


def gains(sheet: Sheet, players: Iterable[str], outcome: Outcome) -> str:
    """What a hand brings each of these players, in a line: ``Ana 3 · Ben 1``."""
    each = (f"{name}{NO_BREAK}{sheet.written(outcome['gains'].get(name, 0))}" for name in players)
    return f"{NO_BREAK}· ".join(each)


def curious(sheet: Sheet, found: Curious) -> list[str]:
    """What is curious about a match, each in a sentence."""
    told = []
    if found.best_by:
        who = listed(
            [_("%(name)s (hand %(number)d)") % {"name": name, "number": place} for name, place in found.best_by]
        )
        figures = {"points": sheet.written(found.best), "who": who}
        told.append(_("Best result in one hand: %(points)s, %(who)s.") % figures)
    if found.led:
        if len(found.led) == 1:
            text = ngettext(
                "Longest in the lead: %(names)s, %(count)d hand running.",
                "Longest in the lead: %(names)s, %(count)d hands running.",
                found.lead,
            )
        else:
            text = ngettext(
                "Longest in the lead: %(names)s, %(count)d hand running each.",
                "Longest in the lead: %(names)s, %(count)d hands running each.",
                found.lead,
            )
        told.append(text % {"names": listed(found.led), "count": found.lead})
    if found.comeback:
        name, place = found.comeback
        told.append(
            _("Comeback: %(name)s was still in last place after hand %(number)d.") % {"name": name, "number": place}
        )
    for owed in found.owed:
        text = ngettext(
            "Biggest debt between two players over all the hands: %(payer)s owes %(payee)s %(count)d point.",
            "Biggest debt between two players over all the hands: %(payer)s owes %(payee)s %(count)d points.",
            owed.points,
        )
        told.append(text % {"payer": owed.payer, "payee": owed.payee, "count": owed.points})
    return told


def unread(event: Event) -> str:
    """That what an event says cannot be read."""
    return _("Entry %(number)d cannot be read.") % {"number": event.number}
