"""Connections to the database that ended threads have left open are closed.

The server ends threads that have nothing to do and starts others later. Django leaves the connection of one that ended
to the garbage collector, which may come long after a process has run out of files to open.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


class _Life:
    """What goes when its thread goes."""


_thread = threading.local()
_opened: list[tuple[weakref.ref[_Life], BaseDatabaseWrapper]] = []
_lock = threading.Lock()


def close_left_behind(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Whenever a thread connects, close what threads that have ended since left open.

    Not as they end: closing SQLite's connection within a thread of the server that is ending crashes the process.
    """
    with _lock:
        left = [(life, other) for life, other in _opened if life() is None]
        for gone in left:
            _opened.remove(gone)
        if not hasattr(_thread, "life"):  # a thread that connects again does so by the same wrapper
            _thread.life = _Life()
            _opened.append((weakref.ref(_thread.life), connection))
    for _life, other in left:
        other.inc_thread_sharing()
        other.close()
