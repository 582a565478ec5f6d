"""What the site itself keeps: how often its clients did what each may do only so often."""

from __future__ import annotations

from django.db import models


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
