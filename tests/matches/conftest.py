"""What every test of the matches can count on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.board import boards
from matches.models import Clock


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """No board of a match that another test rolled back."""
    boards.clear()


@pytest.fixture
def steady_clock() -> None:
    """The clock has been seen to run evenly for long enough that it is believed."""
    now = timezone.now()
    Clock.objects.update_or_create(pk=1, defaults={"seen": now, "steady_since": now - timedelta(days=2)})
