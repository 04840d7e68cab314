"""Talking to an engine in tests: the same calls to one in this process and to one behind pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

from wargame_tui.protocol.server import Engine

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "tests" / "plugin"
"""On sys.path, this folder installs the miniature title as a plug-in."""


class Failed(Exception):
    """An error response."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.code: int = error["code"]
        self.data: dict[str, Any] = error["data"]
        super().__init__(error)


class Transport(Protocol):
    """Sends a line, gets the line that answers it."""

    def exchange(self, line: bytes) -> bytes:
        """One line there, one line back."""


class Local:
    """An engine in this process."""

    def __init__(self) -> None:
        self.engine = Engine()

    def exchange(self, line: bytes) -> bytes:
        answer = self.engine.answer(line)
        assert answer is not None
        return answer


class Piped:
    """An engine in a process of its own."""

    def __init__(self) -> None:
        paths = [str(ROOT), str(PLUGIN), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wargame_tui", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def exchange(self, line: bytes) -> bytes:
        self.send(line)
        return self.receive()

    def send(self, line: bytes) -> None:
        """Send a line without waiting."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> bytes:
        """The next line that comes."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def close(self) -> int:
        """End the input; the exit status."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        rest = self.process.stdout.read()
        assert rest == b"", "the engine said something that nobody asked for"
        self.process.stdout.close()
        return self.process.wait(10)


class Client:
    """Calls methods and checks the envelope of every answer."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._id = 0

    def call(self, method: str, /, **params: Any) -> Any:
        """The result. Raises Failed."""
        self._id += 1
        request = {"jsonrpc": "2.0", "id": self._id, "method": method, "params": params}
        response = json.loads(self.transport.exchange(json.dumps(request).encode()))
        assert response["jsonrpc"] == "2.0"
        assert response["id"] == self._id
        if "error" in response:
            assert set(response) == {"jsonrpc", "id", "error"}
            assert response["error"]["message"]
            assert response["error"]["data"]["reason"]
            raise Failed(response["error"])
        assert set(response) == {"jsonrpc", "id", "result"}
        return response["result"]

    def raw(self, line: bytes | str | dict[str, Any] | list[Any]) -> Any:
        """The response to a line or to a value sent as JSON."""
        if not isinstance(line, bytes):
            line = (line if isinstance(line, str) else json.dumps(line)).encode()
        return json.loads(self.transport.exchange(line))

    def error(self, method: str, /, **params: Any) -> Failed:
        """The error that a call must lead to."""
        try:
            result = self.call(method, **params)
        except Failed as failed:
            return failed
        raise AssertionError(f"{method} went well: {result}")
