"""``compilemessages``, which typesets each text: where no line may end stands a space that holds."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.commands import compilemessages

from games.words.forms import Forms, forms

TEXT = re.compile(r'(?<=^msgstr ").*(?="$)|(?<=^msgstr\[\d\] ").*(?="$)', re.MULTILINE)


def typeset(catalogue: str, spoken: Forms) -> str:
    """A catalogue whose translations are typeset."""
    return TEXT.sub(lambda found: spoken.typeset(found[0]), catalogue)


class Command(compilemessages.Command):
    def compile_messages(self, locations: list[tuple[str | os.PathLike[str], str | os.PathLike[str]]]) -> None:
        """Compile catalogues; those that people write and search keep the spaces of a keyboard."""
        with TemporaryDirectory() as folder:
            for place, name in locations:
                source = Path(place, name)
                language = source.parts[-3]
                copy = Path(folder, language, name)
                copy.parent.mkdir(exist_ok=True)
                copy.write_text(typeset(source.read_text(), forms(language)))
                super().compile_messages([(copy.parent, name)])
                if (compiled := copy.with_suffix(".mo")).exists():
                    shutil.copyfile(compiled, source.with_suffix(".mo"))
