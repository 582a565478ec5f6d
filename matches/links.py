"""The links behind which a match lives: who holds one may watch, keep the score, or manage.

A link's token is random, or follows from the manager's by a keyed hash. The database holds digests only, so a copy of
it opens nothing, while the manager's page can show the other links at any time.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from base64 import urlsafe_b64encode
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a link allows; each includes those before it."""

    WATCH = "watch"
    SCORE = "score"
    MANAGE = "manage"

    @property
    def may_score(self) -> bool:
        return self is not Role.WATCH

    @property
    def may_manage(self) -> bool:
        return self is Role.MANAGE


LENGTH, PREFIX = 32, 8
"""Characters of a token, 6 bits each, and how many of them only serve to find its row: 144 bits are left to guess."""


class Kept(NamedTuple):
    """What the database keeps of a token."""

    prefix: str
    digest: str


def is_token(text: str) -> bool:
    """Whether this could be a token."""
    return _TOKEN.fullmatch(text) is not None


def new_token() -> str:
    """A token for a manager."""
    return secrets.token_urlsafe(LENGTH * 6 // 8)


def derived(manager: str, role: Role, generation: int) -> str:
    """The token of another role that follows from the manager's; every generation has its own."""
    key = hmac.new(manager.encode(), f"{role}:{generation}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(key).decode()[:LENGTH]


def follows(token: str, manager: str, role: Role, generation: int) -> bool:
    """Whether this is the token of that role and that generation to this manager's, compared in constant time."""
    return hmac.compare_digest(derived(manager, role, generation), token)


def kept(token: str) -> Kept:
    """A token as the database keeps it. Tokens are random and long, so a plain hash is as good as a slow one."""
    return Kept(token[:PREFIX], hashlib.sha256(token.encode()).hexdigest())


def is_of(token: str, digest: str) -> bool:
    """Whether this is the token of the digest, compared in constant time."""
    return hmac.compare_digest(kept(token).digest, digest)


def without_tokens(record: logging.LogRecord) -> bool:
    """Blot out of a line of the log whatever could be a token; for a filter, which the line passes."""
    record.msg, record.args = _TOKEN.sub("…", record.getMessage()), ()
    return True


def blotted(path: str) -> str:
    """An address without what could be a token, also where more was typed after it.

    >>> blotted("/en/match/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab/hand/2/")
    '/en/match/…/hand/2/'
    """
    return _AS_LONG.sub("…", path)


_TOKEN = re.compile(rf"(?<![\w-])[\w-]{{{LENGTH}}}(?![\w-])", re.ASCII)
_AS_LONG = re.compile(rf"[\w%-]{{{LENGTH},}}", re.ASCII)
