"""What static files say beside their content."""

from wsgiref.headers import Headers


def safe(headers: Headers, path: str, url: str) -> None:
    """Let no browser take a file for something else than its type says."""
    headers["X-Content-Type-Options"] = "nosniff"
