"""The engine as others meet it: a process behind pipes."""

import json
import subprocess
import sys

import pytest

from tests.benchmarks.fuzz_protocol import garbage
from tests.protocol.client import Client, Piped

PING = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize"}'


@pytest.fixture
def piped() -> Piped:
    return Piped()


def test_end_of_input_ends_it(piped: Piped) -> None:
    assert Client(piped).call("initialize")["protocol"] == 1
    assert piped.close() == 0


def test_last_line_needs_no_end(piped: Piped) -> None:
    assert piped.process.stdin is not None
    piped.process.stdin.write(PING)
    piped.process.stdin.close()
    assert json.loads(piped.receive())["id"] == 1
    assert piped.receive() == b""
    assert piped.process.wait(10) == 0


def test_requests_are_answered_in_order(piped: Piped) -> None:
    for number in range(200):
        piped.send(PING.replace(b"1,", b"%d," % number))
    assert [json.loads(piped.receive())["id"] for _ in range(200)] == list(range(200))
    assert piped.close() == 0


def test_windows_line_ends(piped: Piped) -> None:
    assert json.loads(piped.exchange(PING + b"\r"))["id"] == 1
    assert piped.close() == 0


def test_nobody_listening_is_no_drama() -> None:
    piped = Piped()
    assert piped.process.stdout is not None
    piped.process.stdout.close()
    piped.send(PING)
    assert piped.process.stdin is not None
    piped.process.stdin.close()
    assert piped.process.wait(10) == 0


def test_a_thousand_broken_lines_are_a_thousand_errors(piped: Piped) -> None:
    client = Client(piped)
    for line in garbage(seed=1, number=1000):
        response = client.raw(line)
        assert response["error"]["data"]["reason"]
    assert client.call("initialize")["name"] == "wargame-tui"
    assert piped.close() == 0


def test_a_line_too_long_is_one_error(piped: Piped) -> None:
    from wargame_tui.protocol.server import LONGEST_LINE

    response = json.loads(piped.exchange(b" " * (LONGEST_LINE + 100)))
    assert response["error"]["code"] == -32600
    assert json.loads(piped.exchange(PING))["id"] == 1
    assert piped.close() == 0


def test_standard_output_carries_responses_alone() -> None:
    code = (
        "import wargame_tui.protocol.server as server\n"
        "server.title_ids = lambda: print('noise') or []\n"
        "raise SystemExit(server.main())"
    )
    done = subprocess.run([sys.executable, "-c", code], input=PING, capture_output=True, check=True)
    assert json.loads(done.stdout)["id"] == 1
    assert b"noise" in done.stderr
