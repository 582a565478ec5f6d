"""What static files say beside their content."""

from wsgiref.headers import Headers


def safe(headers: Headers, path: str, url: str) -> None:
    """Let no browser take a file for something else than its type says, and say no more than it needs.

    A file that is known is told by its ETag: when it was changed need not be said as well.
    """
    headers["X-Content-Type-Options"] = "nosniff"
    del headers["Last-Modified"]
