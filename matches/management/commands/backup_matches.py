"""``manage.py backup_matches FILE``: all matches as they stand, while the site goes on."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection


class Command(BaseCommand):
    help = "Copy all matches into a new SQLite file while the site goes on. On PostgreSQL, pg_dump does it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to; nothing that is there is overwritten")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The matches are kept in PostgreSQL: copy them with pg_dump (see the README).")
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise CommandError(f"{file} is there already, and stays as it is.") from None
        except OSError as wrong:
            raise CommandError(str(wrong)) from None
        try:
            self.stdout.write(f"{_copied(file)} matches copied to {file}")
        except (DatabaseError, sqlite3.Error, OSError) as wrong:
            file.unlink()
            raise CommandError(f"Nothing was copied: {wrong}") from None


def _copied(file: Path) -> int:
    """Copy the database into an empty file; how many matches can be read in the copy."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])
    with file.open("rb") as copy:
        os.fsync(copy.fileno())  # which SQLite leaves to the one who asks for the copy
    with closing(sqlite3.connect(file)) as copy_read:
        (count,) = copy_read.execute("SELECT count(*) FROM matches_match").fetchone()
    return int(count)
