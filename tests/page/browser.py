"""A headless Chromium driven by its DevTools protocol through two pipes, without a library or an open port."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

__all__ = ["READY", "Browser", "Tab", "find_browser", "require_browser"]

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--mute-audio", "--force-color-profile=srgb",
)  # fmt: skip
LAUNCH = "import os, sys; [os.dup2(int(sys.argv[i + 1]), 3 + i) for i in (0, 1)]; os.execv(sys.argv[3], sys.argv[3:])"
"""Starts what follows with the two pipes as its files 3 and 4, where it looks for them."""
READY = "document.documentElement?.dataset.ready === 'yes'"
WAITING = 60.0
"""Longest wait for an answer or a condition (s)."""


def find_browser() -> str | None:
    """The path of a Chromium, None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def require_browser() -> str:
    """The path of a Chromium; without one the test is skipped, but fails where CI had to install it."""
    path = find_browser()
    if path is None and os.environ.get("CI"):
        pytest.fail("there is no Chromium, which .ci/run installs")
    if path is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    return path


class Browser:
    """A running Chromium; a context manager that ends it."""

    def __init__(self, profile: Path, path: str) -> None:
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        moved = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]  # not 3 or 4 themselves
        command = [sys.executable, "-c", LAUNCH, *map(str, moved), path]
        command += [*FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            command, pass_fds=moved, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        for end in (to_browser, from_browser, *moved):
            os.close(end)
        os.set_blocking(self._in, False)
        self._number, self._buffer = 0, b""
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self.ask("Browser.close")
            self._process.wait(WAITING)
        except (OSError, TimeoutError, RuntimeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def ask(self, method: str, session: str | None = None, /, **parameters: Any) -> dict[str, Any]:
        """The answer to a command of the protocol; events that come meanwhile are kept."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        self._send(json.dumps(message).encode() + b"\0")
        end = time.monotonic() + WAITING
        for answer in self._messages(end):
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)
        raise TimeoutError(f"no answer to {method}")

    def _send(self, content: bytes) -> None:
        while content:
            content = content[os.write(self._out, content) :]

    def _messages(self, end: float) -> Iterator[dict[str, Any]]:
        while time.monotonic() < end:
            while b"\0" in self._buffer:
                one, _, self._buffer = self._buffer.partition(b"\0")
                yield json.loads(one)
            try:
                part = os.read(self._in, 1 << 20)
            except BlockingIOError:
                if self._process.poll() is not None:
                    raise RuntimeError(f"the browser ended with {self._process.returncode}") from None
                time.sleep(0.002)
                continue
            if not part:
                raise RuntimeError("the browser closed its pipe")
            self._buffer += part

    @contextmanager
    def tab(
        self, path: Path, width: int = 1280, height: int = 800, *, dark: bool = False, phone: bool = False
    ) -> "Iterator[Tab]":
        """A tab that has loaded a file, with its console and its requests listened to."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session)
        scale = 2 if phone else 1
        tab.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=phone)
        if phone:
            tab.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        tab.ask("Emulation.setEmulatedMedia", features=[scheme])
        tab.ask("Page.navigate", url=path.resolve().as_uri())
        tab.wait(READY)
        try:
            yield tab
        finally:
            self.ask("Target.closeTarget", targetId=target)


class Tab:
    """One page in the browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session
        for domain in ("Runtime", "Network", "Page", "Log"):
            self.ask(f"{domain}.enable")

    @contextmanager
    def frame(self) -> "Iterator[Tab]":
        """The page in the only frame of this one, which must be of an origin of its own."""
        self.ask("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        end = time.monotonic() + WAITING
        while not (found := self._own("Target.attachedToTarget")):
            if time.monotonic() > end:
                raise TimeoutError("no frame of another origin came")
            time.sleep(0.02)
        yield Tab(self._browser, found[0]["sessionId"])

    def ask(self, method: str, /, **parameters: Any) -> dict[str, Any]:
        """The answer to a command for this page."""
        return self._browser.ask(method, self._session, **parameters)

    def value(self, expression: str) -> Any:
        """The value of an expression of JavaScript; RuntimeError where it throws."""
        told = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"].get("exception", {}).get("description", str(told)))
        return told["result"].get("value")

    def wait(self, expression: str) -> None:
        """Until an expression is true; TimeoutError where that never comes."""
        end = time.monotonic() + WAITING
        while not self.value(expression):
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} did not become true: {self.complaints()}")
            time.sleep(0.02)

    def click(self, x: float, y: float) -> None:
        """A click of the mouse at a point of the window (CSS pixels)."""
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x: float, y: float) -> None:
        """A touch of a finger at a point of the window."""
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str) -> None:
        """A key of the keyboard."""
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element (CSS pixels of the window)."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = self.value(f"(() => {{ const b = {box}; return [b.x + b.width / 2, b.y + b.height / 2]; }})()")
        return float(x), float(y)

    def picture(self, path: Path | None = None) -> bytes:
        """A screenshot (PNG), also written to a file."""
        content = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            path.write_bytes(content)
        return content

    def _own(self, method: str) -> list[dict[str, Any]]:
        self.value("1")  # what came before is then there
        events = self._browser.events
        return [e["params"] for e in events if e.get("sessionId") == self._session and e["method"] == method]

    def complaints(self) -> list[str]:
        """Errors and warnings of the console, exceptions, and what the policy refused."""
        said = [e for e in self._own("Runtime.consoleAPICalled") if e["type"] in ("error", "warning", "assert")]
        found = [" ".join(str(one.get("value", one.get("description"))) for one in e["args"]) for e in said]
        found += [e["exceptionDetails"]["text"] for e in self._own("Runtime.exceptionThrown")]
        found += [
            e["entry"]["text"] for e in self._own("Log.entryAdded") if e["entry"]["level"] in ("error", "warning")
        ]
        return found

    def requests(self) -> list[str]:
        """Addresses that were asked for, but for the page itself."""
        return [e["request"]["url"] for e in self._own("Network.requestWillBeSent") if e["type"] != "Document"]
