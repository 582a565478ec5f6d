"""SQLite whose file is its owner's alone, and is missed at once where it was deleted, replaced or overwritten.

A process goes on writing to a file that has lost its name: everything seems stored, and is gone with the process. So a
connection remembers which files it opened. Django looks whether a connection is still usable before it uses it in a
request; one whose files are others now is closed, and what is to be written is acknowledged only where they still are
the same after it was committed.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing, suppress
from typing import Any, ClassVar

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

MAGIC = b"SQLite format 3\0"
"""How a database begins."""
File = tuple[int, int]
"""Device and number."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to one file."""

    makes: ClassVar[bool] = True
    """Whether a database that is not there is made."""
    opened: tuple[File | None, File | None] = (None, None)
    """The database's file and the one beside it in which new entries come first."""

    @property
    def path(self) -> str:
        """Where the database lies; nothing for one in memory."""
        return "" if self.is_in_memory_db() else str(self.settings_dict["NAME"])

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.path:
            return super().get_new_connection(conn_params)
        self._prepare()
        connection = super().get_new_connection(conn_params)
        # Only now is the second file there: SQLite opens it when it first reads.
        with closing(connection.execute("SELECT count(*) FROM sqlite_master")) as read:
            read.fetchone()
        self.opened = self._there()
        return connection

    def _prepare(self) -> None:
        """Make the file, or see that it is a database, and its owner's alone.

        SQLite gives the files beside it the same rights.

        :raises sqlite3.OperationalError: where it is not there and is not to be made, or is not a database.
        """
        if self.makes:
            with suppress(OSError):  # it is there; or SQLite says what is wrong
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        elif _begins(self.path) != MAGIC:
            raise sqlite3.OperationalError(f"there is no database in {self.path} any more")
        for name in (self.path, f"{self.path}-wal", f"{self.path}-shm"):
            with suppress(OSError):
                rights = os.stat(name).st_mode & 0o777
                if rights & 0o077:
                    os.chmod(name, rights & ~0o077)

    def _there(self) -> tuple[File | None, File | None]:
        """What lies under the names of the files now."""
        return _file(self.path), _file(f"{self.path}-wal")

    def is_usable(self) -> bool:
        return super().is_usable() and (not self.path or self._is_kept())

    def _is_kept(self) -> bool:
        """Whether what this connection writes is still there when it is opened again."""
        return self._there() == self.opened and _begins(self.path) == MAGIC

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        if self.path and self.connection is not None and not self._is_kept():
            self.errors_occurred = True
            raise OperationalError(f"{self.path} was deleted or replaced while it was written to")


def _file(path: str) -> File | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


_watched: dict[File, int] = {}
_lock = threading.Lock()


def _begins(path: str) -> bytes:
    """The first bytes of a file; none where there is no such file, or it cannot be read.

    It is opened once and never closed: with any of its descriptors, a process loses all of SQLite's locks on a file.
    """
    known = _file(path)
    if known is None:
        return b""
    with _lock:
        try:
            if known not in _watched:
                _watched[known] = os.open(path, os.O_RDONLY)
            return os.pread(_watched[known], len(MAGIC), 0)
        except OSError:
            return b""
