"""The pocket in a CPython of its own, without what it leaves out: cases from a file in, a line of each answer out."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

LEFT_OUT = {
    "brotli", "dj_database_url", "granian", "psycopg", "psycopg_pool", "rcssmin", "resvg_py", "minify", "whitenoise",
    "rulesite.settings", "rulesite.limits", "rulesite.pictures", "rulesite.server", "rulesite.asgi", "matches.store",
    "matches.models", "sqlite3", "_sqlite3",
}  # fmt: skip
"""What the pocket does not bring along."""


class Nothing(MetaPathFinder):
    """Finds none of it."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in LEFT_OUT:
            raise ModuleNotFoundError(name)


if __name__ == "__main__":
    sys.meta_path.insert(0, Nothing())
    from pocket import parity

    parity.without_clock()
    from pocket.answer import answer

    with open(sys.argv[1]) as cases:
        for said in parity.answers(cases, answer):
            print(said)
