"""The engine as others meet it: a process behind pipes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import fuzz_edits
from tests.benchmarks.fuzz_protocol import garbage
from tests.protocol.client import Client, Local, Piped
from wargame_tui.core.title import find_title, title_ids

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


def test_a_client_that_hangs_up_in_the_middle_of_a_line(piped: Piped) -> None:
    piped.send(PING)
    piped.receive()
    assert piped.process.stdin is not None
    assert piped.process.stdout is not None
    piped.process.stdin.write(PING[:20])
    piped.process.stdout.close()
    piped.process.stdin.close()
    assert piped.process.wait(60) == 0


VALUES = [b"[" + b"[]," * 5_000_000 + b"[]]", b"[" + b"1," * 5_000_000 + b"1]", b'{"a":' + b'[{"b":0},' * 2_500_000]


@pytest.mark.parametrize("line", VALUES, ids=["lists", "numbers", "objects"])
def test_a_line_of_too_many_values_takes_no_memory(piped: Piped, line: bytes) -> None:
    response = json.loads(piped.exchange(line))
    assert "values" in response["error"]["data"]["reason"]
    if sys.platform == "linux":
        status = Path(f"/proc/{piped.process.pid}/status").read_text()
        peak = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM"))
        assert peak < 300_000, "kilobytes"
    assert json.loads(piped.exchange(PING))["id"] == 1
    assert piped.close() == 0


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"jsonrpc": "2.0", "id": 1, "method": "new", "method": "initialize"}', -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"a": ' + b"9" * 5000 + b"}}", -32700),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "initialize"}', -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "dice", "params": ["g1", [' + b"1," * 200_000 + b"1]]}", -32602),
    ],
    ids=["a name twice", "thousands of digits", "no number", "too many dice"],
)
def test_what_could_be_misread_or_takes_too_long(piped: Piped, line: bytes, code: int) -> None:
    assert json.loads(piped.exchange(line))["error"]["code"] == code
    assert piped.close() == 0


@pytest.mark.parametrize("title", title_ids())
def test_impossible_positions_are_errors_or_games(title: str) -> None:
    report = fuzz_edits.run(find_title(title).scenarios()[0].id, 40, 11, longest=20)
    assert report.findings == []
    assert report.taken


def test_a_game_without_the_step_that_ends_it_is_no_game() -> None:
    client = Client(Local())
    game = client.call("new", scenario="tigers_in_the_mist/seventh_army", seed=1)["game"]
    failed = client.error("edit", game=game, patch=[{"op": "remove", "path": "/stack/0"}])
    assert failed.code == 4
    assert "lowest step is the date" in failed.data["reason"]
