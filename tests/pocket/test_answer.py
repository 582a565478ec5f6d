"""The pocket answers as the server does: here in one Python, so that what differs is the house's own doing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings


def test_every_case_is_answered_as_on_the_server(tmp_path: Path) -> None:
    both = tmp_path / "cases.jsonl"
    plain = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run([sys.executable, "-m", "pocket.parity", both], cwd=settings.BASE_DIR, env=plain, check=True)
    lines = both.read_text().splitlines()
    cases, expected = lines[::2], lines[1::2]
    answered = subprocess.run(
        [sys.executable, "-m", "tests.pocket.answering"],
        cwd=settings.BASE_DIR,
        env=plain | {"STATIC_NAMES": str(settings.STATIC_ROOT / "staticfiles.json")},
        input="\n".join(cases),
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout.splitlines()
    assert len(cases) == len(answered) > 4000
    differ = [case for case, one, other in zip(cases, expected, answered, strict=True) if one != other]
    assert differ == []
    statuses = {line[1:4] for line in expected}
    assert {"200", "302", "404", "422"} <= statuses
