"""Static files as they are served: our own style sheets and scripts without what only their readers need."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PUNCTUATION = re.compile(r"\s*([{};,])\s*")


def lean_css(text: str) -> str:
    """A style sheet without comments and without the spaces that mean nothing.

    >>> lean_css('/* Cards. */\\n.card { color: red; margin: 0 auto; }\\n')
    '.card{color:red;margin:0 auto;}'
    """
    return PUNCTUATION.sub(r"\1", COMMENT.sub("", text)).replace(": ", ":").strip()


def lean_js(text: str) -> str:
    """A script without indents, empty lines and lines that are a comment. Its texts hold no line ends.

    >>> lean_js('// Count.\\nlet n = 0;\\n\\n  n += 1; // one\\n')
    'let n = 0;\\nn += 1; // one'
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


LEAN = {"site.css": lean_css, "tools.css": lean_css, "site.js": lean_js, "tools.js": lean_js}


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed and compressed files, as WhiteNoise keeps them, made lean first."""

    def _save(self, name: str, content: File[Any]) -> str:
        if name in LEAN:
            content = ContentFile(LEAN[name](content.read().decode()).encode())
        return str(super()._save(name, content))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        # Hashed copies are made of the sources: for lean ones that is what has just been saved.
        return super().post_process(paths | {name: (self, name) for name in LEAN if name in paths}, dry_run, **options)
