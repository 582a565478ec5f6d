"""Signals: what questions announce without knowing who listens."""

from django.dispatch import Signal

given_up = Signal()
"""A question was given up for the work it makes: ``ask`` names it, ``machiavelli.best``; a list to the judge is ``judge``."""
