"""What is told to whoever listens, without knowing them."""

from django.dispatch import Signal

given_up = Signal()
"""A question was given up for the work it makes: ``ask`` names it, ``machiavelli.best``; a list to the judge is ``judge``."""
