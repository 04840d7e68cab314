"""What the terminal can do is asked of it: of scripted terminals that answer in time, late, wrongly or not at all."""

import os
import pty
import random
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from textual.events import Key
from textual.message import Message

from wargame_tui.tui.paint import terminal as asked
from wargame_tui.tui.paint.late import swallow
from wargame_tui.tui.paint.terminal import TRUECOLOR, Abilities, Probe, probe, without_replies

KITTY = b"\x1bP>|kitty(0.41.1)\x1b\\\x1b_Gi=4207;OK\x1b\\\x1b[6;20;10t\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[?62;52;c"
XTERM = b"\x1bP>|XTerm(379)\x1b\\\x1b[6;18;9t\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?63;1;2;4;6;9;15;22c"
XTERM_PICTURES = b"\x1b[?1;0;16S\x1b[?1;0;256S\x1b[?2;0;1000;800S\x1b[?63;1;2;4;6;9;15;22c"
FOOT = b"\x1bP>|foot(1.21.0)\x1b\\\x1b[6;20;10t\x1b]11;rgb:24/24/24\x1b\\\x1b[?62;4;22;28c"


class Scripted:
    """A terminal that answers each round of questions with the next of its answers, after a time."""

    def __init__(self, *answers: bytes, after: float = 0.0) -> None:
        self.master, self.slave = pty.openpty()
        self.asked, self.after = b"", after
        self._answers = list(answers)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._answers:
            try:
                self.asked += os.read(self.master, 4096)
            except OSError:
                return
            if self.asked.endswith(b"\x1b[c"):
                time.sleep(self.after)
                os.write(self.master, self._answers.pop(0))

    def left(self) -> bytes:
        """What was sent and has not been read."""
        os.set_blocking(self.slave, False)
        os.write(self.master, b"\n")  # Ends the line, for a terminal that reads by lines.
        time.sleep(0.02)
        try:
            return os.read(self.slave, 65536)[:-1]
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Hang up."""
        os.close(self.slave)
        os.close(self.master)


@pytest.fixture(name="ask")
def _ask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Probe, Scripted]]]:
    made: list[Scripted] = []
    # A pseudo-terminal of a test is nobody's controlling terminal.
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())

    def ask(*answers: bytes, after: float = 0.0, **environ: str) -> tuple[Probe, Scripted]:
        made.append(Scripted(*answers, after=after))
        here = made[-1].slave
        return probe(here, here, {"TERM": "xterm-256color"} | environ), made[-1]

    yield ask
    for scripted in made:
        scripted.close()


Ask = Callable[..., tuple[Probe, Scripted]]


def test_kitty(ask: Ask) -> None:
    found, there = ask(KITTY)
    assert found == Probe(
        Abilities("kitty", True, (10, 20), "octants", "dark", TRUECOLOR, name="kitty", version=(0, 41, 1))
    )
    assert there.left() == b""


def test_an_old_kitty_has_no_placeholders(ask: Ask) -> None:
    abilities = ask(KITTY.replace(b"0.41.1", b"0.26.5"))[0].abilities
    assert (abilities.graphics, abilities.placeholders, abilities.glyphs) == ("kitty", False, "sextants")


def test_xterm_is_asked_for_its_limits(ask: Ask) -> None:
    found, there = ask(XTERM, XTERM_PICTURES)
    abilities = found.abilities
    assert (abilities.graphics, abilities.registers, abilities.largest) == ("sixel", 256, (1000, 800))
    assert (abilities.background, abilities.cell, abilities.glyphs) == ("light", (9, 18), "quadrants")
    assert (there.left(), found.owed) == (b"", None)


def test_colours_that_xterm_does_not_give(ask: Ask) -> None:
    assert ask(XTERM, b"\x1b[?1;0;16S\x1b[?1;3S\x1b[?2;3S\x1b[?64;4c")[0].abilities.registers == 16


def test_foot(ask: Ask) -> None:
    abilities = ask(FOOT, b"\x1b[?62;4;22;28c")[0].abilities
    assert (abilities.graphics, abilities.glyphs, abilities.registers) == ("sixel", "octants", 256)


@pytest.mark.parametrize(
    ("name", "glyphs"),
    [
        (b"foot(1.19.2)", "sextants"),
        (b"WezTerm 20240203-110809-5046fc22", "sextants"),
        (b"ghostty 1.2.0", "octants"),
        (b"ghostty 1.0.2-main+5cb2fa6f", "sextants"),
        (b"VTE(7803)", "octants"),
        (b"VTE(6402)", "sextants"),
        (b"Konsole 23.08.1", "quadrants"),
        (b"iTerm2 3.5.10", "quadrants"),
        (b"", "quadrants"),
    ],
)
def test_block_characters_by_name_and_version(ask: Ask, name: bytes, glyphs: str) -> None:
    assert ask(b"\x1bP>|" + name + b"\x1b\\\x1b[?62c")[0].abilities.glyphs == glyphs


def test_graphics_of_an_unknown_terminal_are_not_trusted(ask: Ask) -> None:
    abilities = ask(KITTY.replace(b"kitty(0.41.1)", b"Gaudy 9"))[0].abilities
    assert (abilities.graphics, abilities.placeholders) == (None, False)


def test_sixels_that_no_text_can_cover_are_not_used(ask: Ask) -> None:
    assert ask(FOOT.replace(b"foot(1.21.0)", b"Konsole 25.04.2"))[0].abilities.graphics is None


def test_no_picture_without_the_size_of_a_cell(ask: Ask) -> None:
    assert ask(KITTY.replace(b"\x1b[6;20;10t", b""))[0].abilities.graphics is None


@pytest.mark.parametrize(
    "environ", [{"TMUX": "/tmp/tmux-0/default,1,0"}, {"TERM": "tmux-256color"}, {"TERM": "screen"}, {"STY": "1.pts"}]
)
def test_within_a_multiplexer_there_are_no_pictures(ask: Ask, environ: dict[str, str]) -> None:
    found, there = ask(KITTY.replace(b"\x1b_Gi=4207;OK\x1b\\", b"").replace(b"62;52;", b"62;4"), **environ)
    assert (found.abilities.graphics, found.abilities.glyphs) == (None, "quadrants")
    assert b"\x1b_G" not in there.asked, "they take it for a title"
    assert found.abilities.background == "dark"


@pytest.mark.parametrize("term", ["dumb", "", "linux"])
def test_a_terminal_that_knows_nothing_is_asked_nothing(ask: Ask, term: str) -> None:
    found, there = ask(TERM=term)
    assert found.abilities.graphics is None
    os.set_blocking(there.master, False)
    with pytest.raises(BlockingIOError):
        os.read(there.master, 10)


def test_what_is_no_terminal_is_asked_nothing(tmp_path: object) -> None:
    reads, writes = os.pipe()
    assert probe(reads, writes, {"TERM": "xterm-kitty"}).abilities.graphics is None
    os.set_blocking(reads, False)
    with pytest.raises(BlockingIOError):
        os.read(reads, 10)


def test_silence_costs_a_tenth_of_a_second_and_leaves_answers_owing(ask: Ask) -> None:
    start = time.monotonic()
    found, _ = ask()
    assert time.monotonic() - start < 0.3
    assert (found.abilities.graphics, found.owed) == (None, b"")


def test_far_away_there_is_more_time(ask: Ask) -> None:
    assert ask(KITTY, after=0.2, SSH_CONNECTION="1 2 3 4")[0].abilities.graphics == "kitty"


def test_the_terminal_is_left_as_it_was(ask: Ask) -> None:
    import termios

    there = Scripted()
    before = termios.tcgetattr(there.slave)
    probe(there.slave, there.slave, {"TERM": "xterm"})
    assert termios.tcgetattr(there.slave) == before
    there.close()


def test_what_a_player_wants_comes_first() -> None:
    found = Abilities("sixel", False, (9, 18), "sextants")
    assert found.wanted("auto") == found
    assert found.wanted("cells").graphics is None
    assert found.wanted("octants").glyphs == "octants"
    assert found.wanted("octants").graphics is None
    kitty = Abilities().wanted("kitty")
    assert (kitty.graphics, kitty.placeholders, kitty.cell) == ("kitty", True, (10, 20))


# -- what comes late ----------------------------------------------------------------------------------


def _told(there: Scripted, owed: bytes, *pieces: bytes, pause: float = 0.02) -> str:
    """Characters that reach the app while pieces arrive."""
    import tty

    tty.setraw(there.slave)
    told: list[Message] = []
    thread = threading.Thread(target=swallow, args=(there.slave, owed, lambda: False, told.append))
    thread.start()
    for piece in pieces:
        os.write(there.master, piece)
        time.sleep(pause)
    thread.join(6)
    return "".join(event.character or f"<{event.key}>" for event in told if isinstance(event, Key))


@pytest.mark.parametrize("cut", range(0, len(KITTY), 7))
def test_late_answers_are_no_keys(ask: Ask, cut: int) -> None:
    found, there = ask()
    assert found.owed is not None
    assert _told(there, found.owed, b"h" + KITTY[:cut], KITTY[cut:-1], KITTY[-1:]) == "h"


def test_an_answer_that_had_begun_in_time(ask: Ask) -> None:
    found, there = ask(KITTY[:40])
    assert found.owed == b"\x1b[6;20;"
    assert _told(there, found.owed, KITTY[40:] + b"q") == "q"


def test_keys_do_not_wait_for_late_answers(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_tui.tui.paint.late.PATIENCE", 0.5)
    _, there = ask()
    assert (
        _told(there, b"", b"jj\xc3", b"\xa9", b"\x1b", b"\x1b[A", b"\x1b[1;2S", pause=0.12) == "jjé\x1b<up><shift+f4>"
    )


def test_a_paste_is_read_to_its_end_though_patience_ends(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_tui.tui.paint.late.PATIENCE", 0.2)
    _, there = ask()
    assert _told(there, b"", b"a\x1b[200~ee", b"ee", b"ee\x1b[20", b"1~", b"z", pause=0.12) == "a"


# -- whatever comes -----------------------------------------------------------------------------------


def _garbage(chance: random.Random) -> bytes:
    parts = [
        b"\x1b",
        b"\\",
        b"[",
        b"]",
        b"P",
        b"_",
        b"?",
        b";",
        b"c",
        b"t",
        b"S",
        b"11;rgb:",
        b">|",
        b"kitty(0.",
        KITTY,
    ]
    parts += [XTERM, XTERM_PICTURES, b"99999999999999999999", b"\x07", b"Gi=4207;OK"]
    some = (bytes([chance.randrange(256)]) if chance.random() < 0.5 else chance.choice(parts) for _ in range(40))
    return b"".join(some)[: chance.randrange(120)]


def test_no_bytes_whatever_are_an_error() -> None:
    chance = random.Random(1944)
    for _ in range(10_000):
        given = _garbage(chance)
        found = asked._of_sixel(asked._understood(given, {}, pictures=True), given)
        assert found.graphics in (None, "kitty", "sixel")
        typed, begun, _ = without_replies(given)
        assert len(typed) + len(begun) <= len(given)


def test_no_bytes_are_left_behind(ask: Ask) -> None:
    chance = random.Random(1815)
    for _ in range(30):
        given = _garbage(chance).replace(b"c", b"d").replace(b"\x1a", b"").replace(b"\x03", b"")
        found, there = ask(given + b"\x1b\\\x1b[?62c")
        assert (found.owed, there.left()) == (None, b"")
