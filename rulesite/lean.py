"""Static files as they are served: our own style sheets and scripts without what only their readers need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

ROOMS = ("rulesite", "games", "matches")


def _script(text: str) -> str:
    """A script with short names for what only it sees."""
    import minify  # when files are collected: no server has to carry another language's runtime

    return str(minify.string("text/javascript", text))


LEAN = {".css": cssmin, ".js": _script}


def is_ours(name: str) -> bool:
    """Whether a file is a style or script of this site as it was written.

    Other packages' files lie elsewhere; hashed copies, which are made of the lean files, lie nowhere but in the storage.
    """
    found = find(name) if Path(name).suffix in LEAN else None
    return found is not None and any(Path(str(found)).is_relative_to(settings.BASE_DIR / room) for room in ROOMS)


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed and compressed files, as WhiteNoise keeps them, made lean first; modules import hashed ones too."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: File[Any]) -> str:
        if is_ours(name):
            content = ContentFile(LEAN[Path(name).suffix](content.read().decode()).encode())
        return str(super()._save(name, content))

    def url_converter(self, name: str, hashed_files: Any, template: str | None = None) -> Any:
        # The comments of other packages' scripts speak of imports that lead nowhere.
        if name.endswith(".js") and not is_ours(name):
            return lambda found: found[0]
        return super().url_converter(name, hashed_files, template)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        # Hashed copies are made of the sources: for lean ones that is what has just been saved.
        return super().post_process(paths | {name: (self, name) for name in paths if is_ours(name)}, dry_run, **options)
