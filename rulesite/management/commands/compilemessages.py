"""``compilemessages``, which sets the type of each text: what may not part at the end of a line has a space that holds."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.commands import compilemessages

from games.words.forms import forms

TEXT = re.compile(r'(?<=^msgstr ").*(?="$)|(?<=^msgstr\[\d\] ").*(?="$)', re.MULTILINE)


class Command(compilemessages.Command):
    def compile_messages(self, locations: list[tuple[Path, str]]) -> None:
        """Compile catalogues: those kept in the house stay as they are typed, so that they can be read and searched."""
        with TemporaryDirectory() as folder:
            for place, name in locations:
                source = Path(place, name)
                language = source.parts[-3]
                spoken, copy = forms(language), Path(folder, language, name)
                copy.parent.mkdir(exist_ok=True)
                copy.write_text(TEXT.sub(lambda found: spoken.typeset(found[0]), source.read_text()))
                super().compile_messages([(copy.parent, name)])
                if copy.with_suffix(".mo").exists():
                    shutil.copyfile(copy.with_suffix(".mo"), source.with_suffix(".mo"))
