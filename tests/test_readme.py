"""What the README shows is what happens."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from django.conf import settings

TEXT = (settings.BASE_DIR / "README.md").read_text()


def test_the_judge_answers_as_shown() -> None:
    shown = re.search(r"\$ echo '(.*)' \| \.venv/bin/python manage\.py judge\n(.*)\n", TEXT)
    assert shown
    done = subprocess.run(
        [sys.executable, "manage.py", "judge"],
        input=shown[1] + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=settings.BASE_DIR,
    )
    assert json.loads(done.stdout) == json.loads(shown[2])


def test_the_places_it_names_are_there() -> None:
    for name in re.findall(r"`((?:games|rulesite|templates|content|tests|bench|deploy|pocket|matches)/[\w./]*)`", TEXT):
        if "<" not in name:
            assert (settings.BASE_DIR / name).exists(), name
    for target in re.findall(r"\]\(([\w./]+)\)", TEXT):
        assert (settings.BASE_DIR / target).exists(), target


def test_no_script_is_without_a_word() -> None:
    for script in (settings.BASE_DIR / "rulesite" / "static").glob("*.js"):
        assert f"`{script.name}`" in TEXT, script.name


def test_its_commands_are_those_of_the_makefile() -> None:
    makefile = (settings.BASE_DIR / "Makefile").read_text()
    for target in re.findall(r"^ {4}make (\w+)", TEXT, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
