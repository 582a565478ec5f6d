"""A turn of Machiavelli as it is drawn: which card comes from where, and what hands have to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.cards import Card
from games.machiavelli import rules
from games.table import Laid, Mark


def laid_before(groups: Sequence[Sequence[Card]]) -> list[Laid]:
    """The table before, its groups numbered."""
    return [Laid(tuple(group), (None,) * len(group), str(number)) for number, group in enumerate(groups, 1)]


def laid_missing(judged: rules.Judgement) -> list[Laid]:
    """The table before, its groups numbered; cards that are not there any more are marked where they lay."""
    stay = Counter(pair for group in judged.after for pair in zip(group.sources, group.cards, strict=True))
    rows, gone = [], Counter(judged.missing)
    for at, group in enumerate(judged.before):
        marks: list[Mark | None] = []
        for card in group:
            is_gone = stay[at, card] < 1 and gone[card] > 0
            marks.append(Mark("nowhere", "✗", _("missing afterwards")) if is_gone else None)
            gone[card] -= is_gone
            stay[at, card] -= 1
        rows.append(Laid(tuple(group), tuple(marks), str(at + 1)))
    return rows


def laid_after(group: rules.Placed) -> Laid:
    """A group of the table after: cards from the hand, from another group and from nowhere are marked."""
    marks: list[Mark | None] = []
    for source, nowhere in zip(group.sources, group.nowhere, strict=True):
        if nowhere:
            marks.append(Mark("nowhere", "?", _("from nowhere")))
        elif source is None:
            marks.append(Mark("hand", "", _("from your hand")))
        elif source != group.origin:
            marks.append(Mark("moved", str(source + 1), _("from group %(number)d") % {"number": source + 1}))
        else:
            marks.append(None)
    return Laid(group.cards, tuple(marks), wrong=not group.valid)


def laid_lessened(laid: Laid, at: int, rest: rules.Placed) -> Laid:
    """A group of the table before of which some cards stay and the others, marked, go elsewhere."""
    stay = [card for card, source in zip(rest.cards, rest.sources, strict=True) if source == at]
    marks: list[Mark | None] = []
    for card in laid.cards:
        marks.append(None if card in stay else Mark("moved", "", _("goes elsewhere")))
        if card in stay:
            stay.remove(card)
    return laid._replace(marks=tuple(marks))


def looks(groups: Iterable[Laid]) -> list[tuple[str, str, str]]:
    """How marked cards look among these groups, a badge to show for it, and what it means."""
    seen = {mark.look for group in groups for mark in group.marks if mark}
    legend = (
        ("hand", "", _("from your hand")),
        ("moved", "1", _("number: the group it came from")),
        ("nowhere", "?", _("from nowhere")),
    )
    return [row for row in legend if row[0] in seen]
