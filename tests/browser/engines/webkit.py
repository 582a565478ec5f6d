"""WebKitGTK, driven by its own WebDriver, in a window of ours on a display of its own."""

from __future__ import annotations

import os
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.engines.webdriver import LIMIT, Browser, Failed

WINDOW = Path(__file__).with_name("webkit_window.py")
PATHS = {
    "ExecuteAsyncScript": "execute/async",
    "Navigate": "url",
    "PerformActions": "actions",
    "SetTimeouts": "timeouts",
    "SetWindowRect": "window/rect",
}


class WebKit(Browser):
    """WebKitGTK in a bare window."""

    name = "WebKitGTK"
    programs = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb", "/usr/bin/python3": "python3"}

    def __init__(self, profile: Path) -> None:
        super().__init__(profile)
        if subprocess.run([WINDOW, "--check"], capture_output=True).returncode:
            pytest.fail(f"These tests need {self.name}. Install it with: apt-get install python3-gi gir1.2-webkit2-4.1")
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        self.display = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.environment = {
                "DISPLAY": f":{number.readline().strip()}",
                "GDK_BACKEND": "x11",
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "NO_AT_BRIDGE": "1",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # which root in a container does not get
            }

    def start(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.spawn(["WebKitWebDriver", f"--port={port}"], **self.environment)
        client = httpx.Client(base_url=f"http://127.0.0.1:{port}/", timeout=2 * LIMIT, trust_env=False)
        self.client = self.running.enter_context(client)
        self.wait(self._is_ready, "did not start")
        options = {"binary": str(WINDOW), "args": [str(self.profile)]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"session/{self._ask('POST', 'session', asked)['sessionId']}"
        self.command("SetTimeouts", script=1000 * LIMIT, pageLoad=1000 * LIMIT)

    def _is_ready(self) -> bool:
        with suppress(httpx.ConnectError):
            return self.client.get("status").is_success
        return False

    def quit(self) -> None:
        with suppress(Failed):  # the window that it closes is the last one
            self._ask("DELETE", self.session)
        self.process.terminate()

    def close(self) -> None:
        super().close()
        self.display.terminate()
        self.display.wait()

    def command(self, name: str, **parameters: Any) -> Any:
        return self._ask("POST", f"{self.session}/{PATHS[name]}", parameters)

    def _ask(self, method: str, path: str, parameters: Any = None) -> Any:
        value = self.client.request(method, path, json=parameters).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise Failed(f"{value['error']}: {value['message']}")
        return value

    def resize(self, width: int, height: int) -> None:
        self.command("SetWindowRect", width=width, height=height)
        self.until(f"innerWidth === {width} && innerHeight === {height}")

    def errors(self) -> list[str]:
        # A request that ends as its page is left is logged as an error, too.
        errors = [line for line in self.log if "CONSOLE JS ERROR" in line]
        return [line for line in errors if "Fetch API cannot load" not in line]
