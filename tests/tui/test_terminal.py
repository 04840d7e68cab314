"""The program behind a pseudo-terminal: signals, suspending, sizes, pasted text, and what becomes of the game."""

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import pytest

if sys.platform == "win32":
    pytest.skip("needs pseudo-terminals", allow_module_level=True)

from tests.tui.terminal import ALTERNATE, PATIENCE, Terminal
from wargame_tui.core.shelf import Shelf

SCENARIO = "tigers_in_the_mist/seventh_army"
COMMAND = "entrench 14/5FJ"
NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Sits down at a table in a terminal."""
    with ExitStack() as running:

        def sit_down(**environment: str) -> Terminal:
            terminal = Terminal(tmp_path, "play", SCENARIO, "--seed", "1", **environment)
            running.callback(terminal.close)
            terminal.until(b"entrench")
            terminal.quiet()
            return terminal

        yield sit_down


def commands(folder: Path) -> list[str]:
    """What was commanded in the only game that is kept; nothing if there is none."""
    shelf = Shelf(folder / "saves")
    return [entry.text for card in shelf.list() for entry in shelf.recover(card.name).game.entries]


def command(terminal: Terminal) -> None:
    """Give one command, and wait until it is on disk."""
    terminal.send(f":{COMMAND}\r".encode())
    end = monotonic() + PATIENCE
    while not commands(terminal.folder):
        assert monotonic() < end, "the command has no effect"
        terminal.read(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_good_order(table: Callable[..., Terminal], tmp_path: Path, number: int) -> None:
    terminal = table()
    command(terminal)
    terminal.signal(number)
    assert terminal.ended() == 0
    assert terminal.is_restored()
    assert b"Traceback" not in terminal.output
    assert commands(tmp_path) == [COMMAND]


def test_a_closed_window_ends_it_and_the_game_is_kept(table: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = table()
    command(terminal)
    terminal.hang_up()
    end, done = monotonic() + PATIENCE, (0, 0)
    while not done[0]:
        assert monotonic() < end, "it goes on"
        done = os.waitpid(terminal.pid, os.WNOHANG)
        sleep(0.05)
    terminal.pid = 0
    assert os.waitstatus_to_exitcode(done[1]) == 0
    assert commands(tmp_path) == [COMMAND]


@pytest.mark.parametrize("by_key", [True, False])
def test_suspended_and_taken_up_again(table: Callable[..., Terminal], tmp_path: Path, by_key: bool) -> None:
    terminal = table()
    if by_key:
        terminal.send(b"\x1a")
    else:
        terminal.signal(signal.SIGTSTP)
    assert terminal.stopped()
    assert terminal.is_restored()
    terminal.signal(signal.SIGCONT)
    terminal.until(ALTERNATE)
    terminal.quiet()
    command(terminal)
    terminal.send(b"\x11")
    assert terminal.ended() == 0
    assert terminal.is_restored()
    assert commands(tmp_path) == [COMMAND]


def test_a_storm_of_sizes(table: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal, chance = table(), random.Random(1)
    for _ in range(40):
        terminal.resize(chance.choice([(400, 120), (20, 5), (80, 24), (chance.randrange(1, 300), 40)]))
        terminal.read(0.01)
    for size in ((400, 120), (20, 5), (1, 1), (140, 45)):
        terminal.resize(size)
        terminal.quiet()
    command(terminal)
    terminal.send(b"\x11")
    assert terminal.ended() == 0
    assert commands(tmp_path) == [COMMAND]


def test_a_megabyte_pasted_into_the_table_commands_nothing(table: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = table()
    for text in (b"e\r 1\n" * 200_000, b"\xe6\x97\xa5" * 300_000):
        terminal.send(b"\x1b[200~" + text + b"\x1b[201~")
    terminal.quiet()
    assert commands(tmp_path) == []
    command(terminal)
    terminal.send(b"\x11")
    assert terminal.ended() == 0
    assert commands(tmp_path) == [COMMAND]


def test_a_megabyte_pasted_into_the_command_line(table: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = table()
    terminal.send(b":")
    terminal.quiet()
    terminal.send(b"\x1b[200~" + b"x" * 1_000_000 + b"\x1b[201~\r")
    terminal.until(b"at most 500 characters")
    terminal.send(b"\x1b")
    terminal.quiet()
    command(terminal)
    terminal.send(b"\x11")
    assert terminal.ended() == 0
    assert commands(tmp_path) == [COMMAND]


def test_a_terminal_without_utf_8(table: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = table(**NO_UTF8)
    command(terminal)
    terminal.send(b"\x11")
    assert terminal.ended() == 0
    assert terminal.output.isascii()
    assert commands(tmp_path) == [COMMAND]
