"""Browsers driven by WebDriver: what those of other engines have in common."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.keys import SPOT

LIMIT = 60
"""Seconds that a condition may take: the machine may be busy."""
PAUSE = 0.05
"""Seconds between two looks at a condition."""
KEYS = {"Shift": "\ue008", "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": " "}
"""Keys without a character of their own, as WebDriver writes them."""
ASYNC = """const done = arguments[arguments.length - 1];
(async (...given) => { %s })(...[...arguments].slice(0, -1)).then(
  (value) => done({ value: value ?? null }), (fault) => done({ fault: String(fault) }))"""
"""A script that awaits; its arguments are ``given``."""


class Failed(Exception):
    """A command that the browser did not carry out."""


class Browser(ABC):
    """A browser of another engine with a profile that outlives a restart.

    :param profile: an empty folder.
    """

    name: str
    programs: dict[str, str]
    """Debian package by program; each is needed."""

    def __init__(self, profile: Path) -> None:
        missing = [package for program, package in self.programs.items() if shutil.which(program) is None]
        if missing:
            pytest.fail(f"These tests need {self.name}. Install it with: apt-get install {' '.join(missing)}")
        self.profile = profile
        self.running = ExitStack()
        """Processes and connections that are closed together with the browser."""
        self.log: list[str] = []
        """Lines that its processes have written."""

    @abstractmethod
    def start(self) -> None:
        """Start with an empty window."""

    @abstractmethod
    def quit(self) -> None:
        """Ask it to end."""

    @abstractmethod
    def command(self, name: str, **parameters: Any) -> Any:
        """Return the value of a WebDriver command, named as Marionette does: ``PerformActions``.

        :raises Failed: with the kind of error and its message.
        """

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size in CSS pixels."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return the lines of the log that tell of an error in a script of a page."""

    # --- Processes ---

    def spawn(self, command: Sequence[str | Path], **environment: str) -> None:
        """Run a program in a process group of its own, and collect the output of all its processes."""
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"HOME": str(self.profile)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self.running.callback(self._kill)
        self.reader = threading.Thread(target=self._read, args=[self.process], daemon=True)
        self.reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        with process.stdout:
            for line in process.stdout:
                self.log.append(line)

    def restart(self) -> None:
        """End in order, so that everything is in the profile, and start with it again."""
        with suppress(Failed, OSError):
            self.quit()
        self.reader.join(LIMIT)  # the output ends with the last process
        self.running.close()
        self.start()

    def close(self) -> None:
        """End all processes at once, and close the connection to them."""
        self.running.close()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def wait(self, condition: Callable[[], Any], what: str, limit: float = LIMIT) -> Any:
        """Return what this function returns, once it is true."""
        until = time.monotonic() + limit
        while not (value := condition()):
            if time.monotonic() > until:
                pytest.fail("\n".join([f"{self.name}: {what}", *self.log[-20:], self.shown()]))
            time.sleep(PAUSE)
        return value

    def shown(self) -> str:
        """Return the text of the page that is shown, for the message of a failure."""
        try:
            return str(self.run("return document.querySelector('main').innerText"))
        except Failed as failed:
            return str(failed)

    # --- Pages ---

    def open(self, address: str) -> None:
        """Load a page, with everything that is in it."""
        self.command("Navigate", url=address)

    def run(self, script: str, *given: Any) -> Any:
        """Return what this body of an asynchronous function returns; its arguments are ``given``."""
        answer = self.command("ExecuteAsyncScript", script=ASYNC % script, args=[*given])
        if "fault" in answer:
            raise Failed(answer["fault"])
        return answer["value"]

    def until(self, expression: str, limit: float = LIMIT) -> None:
        """Wait until this expression is true on the page that is shown; the page may change meanwhile."""

        def holds() -> Any:
            with suppress(Failed):
                return self.run(f"return Boolean(await ({expression}))")

        self.wait(holds, f"never {expression}", limit)

    def until_text(self, selector: str, text: str) -> None:
        """Wait until an element in sight has this text in it."""
        self.until(
            f"((at) => at?.checkVisibility() && at.innerText.includes({json.dumps(text)}))"
            f"(document.querySelector({json.dumps(selector)}))"
        )

    def value(self, selector: str) -> str:
        """Return the value of a field."""
        return str(self.run("return document.querySelector(given[0]).value", selector))

    def type(self, selector: str, text: str) -> None:
        """Focus a field, and type into it."""
        self.run("document.querySelector(given[0]).focus()", selector)
        self.press(*text)

    def click(self, selector: str) -> None:
        """Click on the middle of an element, once it lies still and nothing covers it."""
        script = f"""const target = document.querySelector(given[0]);
            target?.scrollIntoView({{ block: "center", behavior: "instant" }});
            return target && await ({SPOT})(target)"""
        x, y = self.wait(lambda: self.run(script, selector), f"nothing to click at {selector}")
        acts: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        acts += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": acts})

    def press(self, *keys: str) -> None:
        """Press keys by their names or characters, with others held: ``Shift+Tab``."""
        acts = []
        for key in keys:
            codes = [KEYS.get(one, one) for one in key.split("+")]
            acts += [{"type": "keyDown", "value": code} for code in codes]
            acts += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self._act({"type": "key", "id": "keyboard", "actions": acts})

    def _act(self, source: dict[str, Any]) -> None:
        self.command("PerformActions", actions=[source])
