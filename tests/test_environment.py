"""The variables of the environment that configure the site."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from rulesite.environment import VARIABLES, read

ROOT = Path(__file__).parent.parent
UNREADABLE = {
    "DEBUG": ("maybe", "2"),
    "ALLOWED_HOSTS": ("https://carta.example", "carta.example:443", "carta.example,", "carta example"),
    "HTTPS": ("https",),
    "PROXIES": ("-1", "one", "1.5"),
    "PUBLIC_PORT": ("0", "65536", "http"),
    "DATABASE_URL": ("carta", "mysql://carta@localhost/carta"),
    "DATABASE_POOL": ("0",),
    "MATCHES_KEPT_DAYS": ("0", "1 year"),
    "MATCHES_OPENED": ("500", "500/week", "0/hour", "-1/hour", "/hour", "twenty/hour"),
    "JUDGE_SECONDS": ("30", "30/", "1.5/minute"),
    "BODY_SECONDS": ("0", "-1", "inf", "nan", "ten"),
    "WORKERS": ("0", "two"),
    "LOG_REQUESTS": ("json",),
    "TIME_ZONE": ("Rome", "Europe/Roma", "../etc/passwd"),
    "TODAY": ("24.12.2026", "2026-13-01", "tomorrow"),
}


def test_each_variable_but_text_has_an_unreadable_value() -> None:
    assert {*UNREADABLE} == {name for name, variable in VARIABLES.items() if variable.read is not str}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in UNREADABLE.items() for text in texts])
def test_unreadable_value_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        read({name: text})
    [line] = str(caught.value).splitlines()[1:]
    assert line.startswith(f"{name} must be ")
    assert (text in line) is not VARIABLES[name].is_secret


def test_all_unreadable_variables_are_named_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        read({name: texts[0] for name, texts in UNREADABLE.items()})
    assert {*re.findall("^([A-Z_]+) must be", str(caught.value), re.MULTILINE)} == {*UNREADABLE}


def test_password_of_the_database_is_not_repeated() -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        read({"DATABASE_URL": "mysql://carta:secret@localhost/carta"})
    assert "secret" not in str(caught.value)


def test_empty_variable_has_its_default() -> None:
    assert read(dict.fromkeys(VARIABLES, "")) == read({})


def test_site_does_not_start_with_an_unreadable_setting() -> None:
    for command in (["manage.py", "check"], ["-m", "rulesite.server", "--port", "0"]):
        started = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env={"MATCHES_OPENED": "500"}, capture_output=True, text=True
        )
        assert started.returncode
        assert "MATCHES_OPENED must be a rate such as 20/hour, not '500'." in started.stderr


def test_machine_s_file_names_only_variables_there_are() -> None:
    text = (ROOT / "deploy" / "carta.env").read_text()
    assert {*re.findall("^#?([A-Z_]+)=", text, re.MULTILINE)} < {*VARIABLES}
    for name, value in re.findall("^#([A-Z_]+)=(.*)$", text, re.MULTILINE):
        assert value == VARIABLES[name].default
