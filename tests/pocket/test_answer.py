"""The pocket answers as the server does: here in one Python, so that what differs is the house's own doing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests import proved

pytestmark = pytest.mark.processes

SAMPLE = 150
"""Cases of a run that is not ``make prove``."""
ODD = 9
"""The first cases, which are of no page and no question."""


def test_the_cases_are_answered_as_on_the_server(tmp_path: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}

    def run(module: str, *arguments: Path, **more: str) -> list[str]:
        asked = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=settings.BASE_DIR,
            env=plain | more,
            text=True,
            stdout=subprocess.PIPE,
            check=True,
        )
        return asked.stdout.splitlines()

    names = str(settings.STATIC_ROOT / "staticfiles.json")
    all_of_them, some, answers = (tmp_path / name for name in ("all", "some", "answers"))
    run("pocket.parity", all_of_them)
    cases = all_of_them.read_text().splitlines()
    assert len(cases) > 4000
    cases = cases[:ODD] + proved.sample("answers", cases[ODD:], SAMPLE)
    some.write_text("\n".join(cases))
    run("pocket.parity", some, answers)
    expected = answers.read_text().splitlines()
    answered = run("tests.pocket.answering", some, STATIC_NAMES=names)
    assert [case for case, one, other in zip(cases, expected, answered, strict=True) if one != other] == []
    assert {"200", "302", "400", "404"} <= {line[1:4] for line in expected}
