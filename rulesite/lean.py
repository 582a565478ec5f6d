"""Static files as they are served: our own style sheets and scripts without what only their readers need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

LEAN = {".css": cssmin, ".js": jsmin}


def is_ours(name: str) -> bool:
    """Whether a file is the site's own style or script as it was written.

    Those of other packages lie in folders; a hashed copy has its hash between two dots, and is made of the lean file.
    """
    return "/" not in name and name.count(".") == 1 and Path(name).suffix in LEAN


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed and compressed files, as WhiteNoise keeps them, made lean first."""

    def _save(self, name: str, content: File[Any]) -> str:
        if is_ours(name):
            content = ContentFile(LEAN[Path(name).suffix](content.read().decode()).encode())
        return str(super()._save(name, content))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        # Hashed copies are made of the sources: for lean ones that is what has just been saved.
        return super().post_process(paths | {name: (self, name) for name in paths if is_ours(name)}, dry_run, **options)
