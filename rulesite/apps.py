"""The site as a Django application: it brings its system checks."""

from django.apps import AppConfig


class RulesiteConfig(AppConfig):
    name = "rulesite"

    def ready(self) -> None:
        from rulesite import checks  # noqa: F401  registers itself
