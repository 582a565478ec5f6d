"""Rates of use: an amount in a period."""

from __future__ import annotations

from dataclasses import dataclass

PERIODS = {"second": 1, "minute": 60, "hour": 3600, "day": 24 * 3600}


@dataclass(frozen=True)
class Rate:
    """An amount in a period of seconds."""

    amount: int
    period: int

    @classmethod
    def of(cls, text: str) -> Rate:
        """Return the rate that a text of the settings names.

        :raises ValueError: for any other text.

        >>> Rate.of("20/hour")
        Rate(amount=20, period=3600)
        >>> Rate.of("20")
        Traceback (most recent call last):
        ValueError: '20' is not an amount, a slash and one of second, minute, hour, day
        """
        amount, _slash, period = text.partition("/")
        if not (amount.isascii() and amount.isdecimal() and int(amount) and period in PERIODS):
            raise ValueError(f"{text!r} is not an amount, a slash and one of {', '.join(PERIODS)}")
        return cls(int(amount), PERIODS[period])
