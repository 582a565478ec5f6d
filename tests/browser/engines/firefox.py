"""Firefox ESR, driven by Marionette: the protocol that is built in, which geckodriver translates WebDriver to."""

from __future__ import annotations

import json
import socket
from typing import Any

from tests.browser.engines.webdriver import LIMIT, Browser, Failed

PREFERENCES = {
    "browser.dom.window.dump.enabled": True,  # errors in scripts are written to the log
    "intl.accept_languages": "en-GB",
    "marionette.port": 0,
    "ui.allPointerCapabilities": 6,  # a mouse, which hovers: a browser without windows has none
    "ui.primaryPointerCapabilities": 6,
    "ui.useOverlayScrollbars": 1,
}
STORAGE_ALLOWED = {
    "dom.storageManager.prompt.testing": True,
    "dom.storageManager.prompt.testing.allow": True,
}
"""Preferences by which a site's storage stays without a question to the reader."""
CONTROL = ["--marionette", "--remote-allow-system-access"]
RESIZE = """const [width, height] = arguments;
document.documentElement.style.minWidth = 0;
for (const [side, length] of [["width", width], ["height", height]]) {
  for (const end of ["min", "max"]) gBrowser.selectedBrowser.style.setProperty(`${end}-${side}`, `${length}px`);
}"""
"""Give the page a size within the window, which cannot be as narrow as a phone."""


class Firefox(Browser):
    """Firefox without windows."""

    name = "Firefox ESR"
    programs = {"firefox-esr": "firefox-esr"}

    preferences = PREFERENCES

    def start(self) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.preferences.items()]
        (self.profile / "user.js").write_text("".join(lines))
        port = self.profile / "MarionetteActivePort"
        port.unlink(missing_ok=True)
        self.spawn(
            ["firefox-esr", "--headless", "--no-remote", *CONTROL, "--profile", str(self.profile)],
            MOZ_DISABLE_CONTENT_SANDBOX="1",  # which root in a container does not get
        )
        number = self.wait(lambda: port.exists() and port.read_text().strip(), "did not start")
        connection = socket.create_connection(("127.0.0.1", int(number)), timeout=2 * LIMIT)
        self.connection = self.running.enter_context(connection)
        self.answers = self.running.enter_context(connection.makefile("rb"))
        self._receive()
        self.asked = 0
        self.command("NewSession", capabilities={})
        self.command("SetTimeouts", script=1000 * LIMIT, pageLoad=1000 * LIMIT)
        self.command("SetWindowRect", width=1600, height=1200)

    def quit(self) -> None:
        self._send("Marionette:Quit", {"flags": ["eForceQuit"]})

    def command(self, name: str, **parameters: Any) -> Any:
        answer = self._send(f"WebDriver:{name}", parameters)
        return answer.get("value", answer)

    def _send(self, name: str, parameters: dict[str, Any]) -> Any:
        self.asked += 1
        message = json.dumps([0, self.asked, name, parameters]).encode()
        self.connection.sendall(b"%d:%b" % (len(message), message))
        _kind, _number, error, result = self._receive()
        if error:
            raise Failed(f"{error['error']}: {error['message']}")
        return result

    def _receive(self) -> Any:
        length = b""
        while (byte := self.answers.read(1)) != b":":
            if not byte:
                raise Failed("the browser is gone")
            length += byte
        return json.loads(self.answers.read(int(length)))

    def resize(self, width: int, height: int) -> None:
        self._send("Marionette:SetContext", {"value": "chrome"})
        self.command("ExecuteScript", script=RESIZE, args=[width, height])
        self._send("Marionette:SetContext", {"value": "content"})
        self.until(f"innerWidth === {width} && innerHeight === {height}")

    def errors(self) -> list[str]:
        return [line for line in self.log if line.startswith("JavaScript error: http")]
