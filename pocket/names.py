"""Static files as the server calls them; in the pocket there are their names only, the files are the browser's."""

from __future__ import annotations

import json
from functools import cached_property
from urllib.parse import urljoin

from django.conf import settings
from django.core.files.storage import Storage

from pocket.settings import STATIC_NAMES


class Names(Storage):
    """The hashed names that the server gave when its files were collected."""

    @cached_property
    def hashed(self) -> dict[str, str]:
        """The name with its hash of each name without."""
        paths: dict[str, str] = json.loads(STATIC_NAMES.read_text())["paths"]
        return paths

    def url(self, name: str | None) -> str:
        """The address of a static file.

        :raises KeyError: where there is none of this name.
        """
        return urljoin(settings.STATIC_URL, self.hashed[name or ""])
