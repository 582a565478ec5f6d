"""``makemessages``, which leaves the figures of sentences to our own tests."""

from __future__ import annotations

from pathlib import Path

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    def write_po_file(self, potfile: str, locale: str) -> None:
        """Merge what was found into a catalogue.

        Marked as ``python-brace-format`` a text may not ask for forms (``{card:acc}``): msgfmt knows those of numbers only.
        """
        found = Path(potfile)
        found.write_text(found.read_text().replace("#, python-brace-format\n", ""))
        super().write_po_file(potfile, locale)
