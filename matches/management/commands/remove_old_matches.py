"""``manage.py remove_old_matches``: what a daily job runs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches import store


class Command(BaseCommand):
    help = "Remove the matches in which nothing was written for MATCHES_KEPT_DAYS days."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{sum(iter(store.remove_old, 0))} matches removed")
