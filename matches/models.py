"""What is stored of a match: its table, its links, its events."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.catalogue import SHEETS
from games.sheets import Sheet, Table
from matches.ledger import Kind
from matches.links import Role
from matches.seating import Seating


def table_of(laid: Table, seated: Seating) -> Table:
    """A table as it is with these people, by what it agreed as it was laid."""
    names, left = seated.names, [seated.people[one] for one in seated.left]
    return replace(laid, players=(*names, *left), present=names, people=seated.people)


class Match(models.Model):
    """A table at which a game is played, and what it agreed."""

    game = models.CharField(max_length=20)
    players = models.JSONField()
    """Who sat there at first."""
    seating = models.JSONField(null=True)
    """Who sits there now, as the entries have it: everybody's name by number, and the numbers of those who play, in the
    order of play. None where they sit as at first."""
    house = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    """The number of its last event."""
    mark = models.UUIDField(default=uuid4)
    """Another one after every change: one state of one match, in this database and in any other, so that nothing made
    of a state is taken for that of another one which has its number, as after a backup was restored."""
    opened = models.DateTimeField(default=timezone.now)
    touched = models.DateTimeField(default=timezone.now, db_index=True)
    """When something was written last; its time on this server runs from here."""
    removal = models.DateTimeField(null=True, db_index=True)
    """When it goes because its manager said so."""

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    @property
    def sheet(self) -> Sheet:
        return SHEETS[self.game]

    @property
    def table(self) -> Table:
        """With those who sit there now, under their names of now."""
        laid = Table(tuple(self.players), self.house, self.terms)
        return laid if self.seating is None else table_of(laid, Seating.of(self.players, self.seating))

    @property
    def kept_until(self) -> datetime:
        """When it will be removed unless something more is written."""
        return self.touched + settings.MATCHES_KEPT


class Link(models.Model):
    """One way in. A link that is renewed gets another generation, one that is revoked no longer opens."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=10, choices=[(role.value, role.value) for role in Role])
    generation = models.PositiveIntegerField(default=0)
    prefix = models.CharField(max_length=8, unique=True)
    digest = models.CharField(max_length=64)
    revoked = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "role"], name="one_link_for_each_role")]

    def __str__(self) -> str:
        return f"{self.match} {self.role}"


class Entry(models.Model):
    """An event of the ledger, as it was written."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.UUIDField()
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in Kind])
    hand = models.PositiveIntegerField(null=True)
    content = models.JSONField(null=True)
    outcome = models.JSONField(null=True)
    """What the content comes to by itself, counted once; None where it is still to be counted."""
    at = models.DateTimeField(default=timezone.now)
    role = models.CharField(max_length=10, choices=[(role.value, role.value) for role in Role])

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_for_each_number"),
            models.UniqueConstraint(fields=["match", "key"], name="one_entry_for_each_key"),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.number} {self.kind}"


class Clock(models.Model):
    """What the store has seen of the clock, in one row: removal trusts no time that has just leapt."""

    seen = models.DateTimeField()
    """When it was looked at last."""
    steady_since = models.DateTimeField()
    """From when on it ran as clocks run."""

    def __str__(self) -> str:
        return f"{self.seen}, steady since {self.steady_since}"


class Use(models.Model):
    """What one client did since its time began."""

    what = models.CharField(max_length=20)
    client = models.CharField(max_length=64)
    """A digest of its address."""
    began = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "client"], name="one_use_for_each_client")]

    def __str__(self) -> str:
        return f"{self.what} {self.count}"


class Debt(models.Model):
    """What one client had of something that is counted by amounts, as the time at which all of it is forgiven."""

    what = models.CharField(max_length=20)
    client = models.CharField(max_length=64)
    """A digest of its address."""
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "client"], name="one_debt_for_each_client")]

    def __str__(self) -> str:
        return f"{self.what} until {self.until}"
