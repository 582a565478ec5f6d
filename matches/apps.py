"""The app of the matches."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from matches.connections import close_left_behind


class MatchesConfig(AppConfig):
    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(close_left_behind)
