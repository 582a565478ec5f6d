"""What static files say beside their content."""

from __future__ import annotations

import re
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.http import FileResponse, HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]


def safe(headers: Headers, path: str, url: str) -> None:
    """Let no browser take a file for something else than its type says."""
    headers["X-Content-Type-Options"] = "nosniff"


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Static files as WhiteNoise serves them; those that never change say so in few words, and not when they did."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if settings.POCKET_ROOT.is_dir():
            self.add_files(str(settings.POCKET_ROOT), prefix="pocket/")

    def immutable_file_test(self, path: str, url: str) -> bool:
        return bool(super().immutable_file_test(path, url) or re.match(r"/pocket/[0-9a-f]{12}/", url))

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> FileResponse:
        response: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in response.headers.get("Cache-Control", ""):
            # Nobody asks for them again, and a slow link carries every header.
            response.headers["Cache-Control"] = "max-age=31536000,immutable"
            # Scripts are UTF-8 by their standard, styles by that of the page that asks for them.
            response.headers["Content-Type"] = response.headers["Content-Type"].partition(";")[0]
            for validator in ("Last-Modified", "ETag"):
                del response.headers[validator]
        return response
