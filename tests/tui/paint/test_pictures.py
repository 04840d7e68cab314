"""Pictures in a widget: among text, below windows and screens, scrolled, suspended, and gone at the end."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pytest
from textual.geometry import Region

from tests.tui.paint.decoded import Kitty, Sixel
from tests.tui.paint.shown import SHEET, Shown
from wargame_tui.tui.paint.pixels import pictures
from wargame_tui.tui.paint.pixels.kitty import MARKS, PLACEHOLDER
from wargame_tui.tui.paint.pixels.pictures import _uncovered
from wargame_tui.tui.paint.terminal import Abilities

CELL = 4, 6
SIZE = 120, 40
PLACEHOLDERS = Abilities("kitty", True, CELL)
PLACEMENTS = Abilities("kitty", False, CELL)
SIXELS = Abilities("sixel", cell=CELL, name="foot")


def cells(app: Shown) -> dict[tuple[int, int], tuple[int, int, int]]:
    """By column and line of the widget, the picture that placeholders name there, its row and column."""
    found = {}
    for y, strip in enumerate(app.sheet.render_lines(Region(0, 0, *app.sheet.size))):
        x = 0
        for segment in strip:
            if PLACEHOLDER in segment.text:
                assert segment.style
                assert segment.style.color
                red, green, blue = segment.style.color.get_truecolor()
                marks = [MARKS.index(letter) for letter in segment.text if letter != PLACEHOLDER]
                for row, column in zip(marks[::2], marks[1::2], strict=True):
                    found[x, y] = red << 16 | green << 8 | blue, row, column
                    x += 1
            else:
                x += segment.cell_length
        assert x == app.sheet.size.width
    return found


def pixels_shown(app: Shown, there: Kitty) -> None:
    """Every cell that names a picture shows what is painted there."""
    left, top = app.sheet.scroll_offset
    wide, high = CELL
    for (x, y), (number, row, column) in cells(app).items():
        part = there.pictures[number][row * high : (row + 1) * high, column * wide : (column + 1) * wide]
        at = (top + y) * high, (left + x) * wide
        assert (part == app.sheet.picture[at[0] : at[0] + high, at[1] : at[1] + wide]).all()


async def test_placeholders_scroll_without_sending_again() -> None:
    there = Kitty()
    async with Shown(PLACEHOLDERS, there.write).run_test(size=SIZE) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        await pilot.pause()
        assert len(cells(app)) > 90 * 38 - 100
        pixels_shown(app, there)
        many = len(there.pictures)
        assert many <= 4 * 3
        for _ in range(3):
            sent = there.sent
            await pilot.press("down")
            await pilot.pause()
            pixels_shown(app, there)
            new = len(there.pictures) - many
            assert bool(there.sent - sent) == bool(new)
            many += new
        names = "".join(strip.text for strip in app.sheet.render_lines(Region(0, 0, *app.sheet.size)))
        assert "Bastogne" in names
    assert there.pictures == {}


def placed(there: Kitty) -> set[tuple[int, int]]:
    """The cells of the screen that placements cover, none twice."""
    found: set[tuple[int, int]] = set()
    for part in there.placed.values():
        here = {(part["left"] + x, part["top"] + y) for x in range(part["c"]) for y in range(part["r"])}
        assert not found & here
        found |= here
    return found


async def test_placements_leave_the_rest_of_the_screen_alone() -> None:
    there = Kitty()
    async with Shown(PLACEMENTS, there.write).run_test(size=SIZE) as pilot:
        app = pilot.app
        await pilot.pause()
        whole = placed(there)
        assert {x for x, _ in whole} == set(range(30, 120))
        assert {y for _, y in whole} == set(range(1, 39))
        await pilot.press("t")
        await pilot.pause()
        window = app.query_one("#window").region
        hidden = whole - placed(there)
        assert hidden == {(x, y) for x, y in whole if window.contains(x, y)}
        await pilot.press("t")
        await pilot.pause()
        assert placed(there) == whole
        await pilot.press("m")
        await pilot.pause()
        assert there.placed == {}
        await pilot.press("m")
        await pilot.pause()
        assert placed(there) == whole
    assert (there.pictures, there.placed) == ({}, {})


async def test_below_another_screen_there_is_only_text() -> None:
    there = Kitty()
    async with Shown(PLACEHOLDERS, there.write).run_test(size=SIZE) as pilot:
        assert isinstance(pilot.app, Shown)
        await pilot.press("m")
        await pilot.pause()
        assert cells(pilot.app) == {}
        await pilot.press("m")
        await pilot.pause()
        assert cells(pilot.app)


async def test_sixels_fill_what_was_written_and_nothing_else() -> None:
    there = Sixel(*SIZE, CELL)
    async with Shown(SIXELS, there.write).run_test(size=SIZE) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        await pilot.pause()
        shown = there.pixels[6 : 39 * 6, 30 * 4 :]
        assert not there.pixels[:, : 30 * 4].any()
        near = abs(shown.astype(int) - app.sheet.picture[: shown.shape[0], : shown.shape[1]]).max(axis=2) < 40
        assert near.mean() > 0.97, "all but the names"
        there.pixels[:] = 0
        await pilot.press("t")
        await pilot.pause()
        x, y, width, height = app.query_one("#window").region
        assert not there.pixels[y * 6 : (y + height) * 6, x * 4 : (x + width) * 4].any()
        there.pixels[:] = 0
        await pilot.press("m")
        await pilot.pause()
        assert not there.pixels.any()
        await pilot.press("m")
        await pilot.pause()
        assert there.pixels[20 * 6, 80 * 4].any()
        quiet = there.sent
        await pilot.pause(0.2)
        assert there.sent == quiet


@pytest.mark.parametrize("abilities", [PLACEHOLDERS, PLACEMENTS])
async def test_after_a_suspension_everything_is_sent_again(abilities: Abilities) -> None:
    there = Kitty()
    async with Shown(abilities, there.write).run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = {picture.tobytes() for picture in there.pictures.values()}
        pilot.app.app_suspend_signal.publish(pilot.app)
        assert there.pictures == {}
        pilot.app.app_resume_signal.publish(pilot.app)
        await pilot.pause()
        await pilot.pause()
        assert {picture.tobytes() for picture in there.pictures.values()} == before


async def test_a_slow_terminal_is_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    there, slow = Sixel(*SIZE, CELL), True
    monkeypatch.setattr(pictures, "is_behind", lambda app: slow)
    async with Shown(SIXELS, there.write).run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("down")
        await pilot.pause(0.1)
        assert there.sent == 0
        slow = False
        await pilot.pause(0.1)
        assert len(there.sizes) == 1


async def test_far_corners_and_a_small_terminal() -> None:
    there = Kitty()
    async with Shown(PLACEHOLDERS, there.write).run_test(size=(60, 12)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        app.sheet.scroll_to(*SHEET, animate=False, immediate=True)
        await pilot.pause()
        pixels_shown(app, there)
        await pilot.resize_terminal(360, 160)
        await pilot.pause()
        pixels_shown(app, there)


def _until(terminal: int, so_far: bytes, words: bytes) -> bytes:
    """What a terminal is sent until some words come."""
    end = time.monotonic() + 30
    while words not in so_far and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                so_far += os.read(terminal, 65536)
            except OSError:  # The other end is closed.
                break
    return so_far


def test_in_a_terminal_that_answers_late_and_to_the_end(tmp_path: Path) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        environ = {**os.environ, "TERM": "xterm-256color", "HOME": str(tmp_path), "COLORTERM": "truecolor"}
        for name in ("TMUX", "STY", "ZELLIJ", "SSH_CONNECTION", "SSH_TTY"):
            environ.pop(name, None)
        os.chdir(Path(__file__).parents[3])
        os.execve(sys.executable, [sys.executable, "-m", "tests.tui.paint.shown", "kitty"], environ)
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        out = _until(terminal, b"", b"Bastogne")
        os.write(terminal, b"\x1bP>|kitty(0.41.1)\x1b\\\x1b_Gi=4207;OK\x1b\\\x1b[6;20;10t\x1b[?62;52;c")
        time.sleep(0.5)
        os.write(terminal, b"q")
        out = _until(terminal, out, b"\x1b[?1004l")
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
    assert b"A small window" not in out, "t is in an answer, and a key"
    on_screen = out[: out.index(b"\x1b[?1049l")]
    assert b"\x1b_G" not in out[len(on_screen) :]
    sent = set(re.findall(rb"\x1b_Ga=T[^;]*,i=(\d+)", on_screen))
    assert sent
    assert sent == set(re.findall(rb"\x1b_Ga=d,d=I,i=(\d+)", on_screen))


def test_what_is_left_uncovered() -> None:
    assert _uncovered(3, 10, []) == [(3, 10)]
    assert _uncovered(3, 10, [(0, 4), (6, 7), (6, 8), (9, 20)]) == [(4, 6), (8, 9)]
    assert _uncovered(3, 10, [(0, 20)]) == []
    assert _uncovered(3, 10, [(20, 30), (0, 1)]) == [(3, 10)]
