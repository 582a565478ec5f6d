"""The app of the matches."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MatchesConfig(AppConfig):
    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(count_stored, sender=self)


def count_stored(*, apps: Any = None, **_said: Any) -> None:
    """After the tables were made or updated: count what was stored before outcomes were kept, or counted otherwise."""
    from matches import store  # the models of which are there only once every app is

    if apps is None:  # the tables were emptied
        return
    if any(field.name == "seating" for field in apps.get_model("matches", "Match")._meta.fields):
        store.count_stored()
