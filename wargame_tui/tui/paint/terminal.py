"""What the terminal can do beyond characters, asked of the terminal itself and never guessed.

`probe` asks before the app takes the terminal: it writes its questions, the last of which (DA1, primary device
attributes) every terminal answers, and reads until that answer. Who answers in time is known; who does not can do
nothing. An answer that comes later would be taken for keys: `Probe.owed` says whether any may come, and
`wargame_tui.tui.paint.late.PatientDriver` swallows it. In tmux, screen and zellij no picture is tried, since what they
pass on is not known; without a terminal, or in one without a cursor, nothing is sent at all.

Sources: xterm's control sequences (invisible-island.net/xterm/ctlseqs: DA1, XTVERSION, XTWINOPS 16, OSC 11,
XTSMGRAPHICS), the kitty graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol: asking with `a=q`, Unicode
placeholders since kitty 0.28), and for glyphs drawn by the terminal itself the projects named at `_OCTANTS`.
"""

import os
import re
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import Literal, get_args

Graphics = Literal["kitty", "sixel"]
Glyphs = Literal["octants", "sextants", "quadrants"]

_GRAPHICS: dict[str, Graphics] = {word: word for word in get_args(Graphics)}
_GLYPHS: dict[str, Glyphs] = {word: word for word in get_args(Glyphs)}

SECONDS, SECONDS_SURE = 0.1, 1.0
"""How long a terminal may think about its answers; one that is far away, or sure to answer when its window is up."""
TRUECOLOR = 1 << 24
USUAL_CELL = 10, 20
"""Pixels of a cell where pictures are wanted by name from a terminal that does not tell: those of a VT340."""

_DUMB = {"", "dumb", "unknown", "linux", "cons25", "vt52", "emacs", "eterm"}
_MULTIPLEXERS = ("TMUX", "STY", "ZELLIJ")
_SURE = "xterm-kitty", "xterm-ghostty", "foot", "wezterm"
_KITTY_ID = 4207
_NAME, _CELL, _GROUND, _FENCE = b"\x1b[>0q", b"\x1b[16t", b"\x1b]11;?\x1b\\", b"\x1b[c"
_KITTY = b"\x1b_Gi=%d,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\" % _KITTY_ID
_REGISTERS, _MORE_REGISTERS, _LARGEST = b"\x1b[?1;1;0S", b"\x1b[?1;3;256S", b"\x1b[?2;4;0S"

_REPLY = re.compile(
    rb"\x1b(?:P(?P<dcs>[^\x1b]*)\x1b\\|_(?P<apc>[^\x1b]*)\x1b\\|\](?P<osc>[^\x1b\x07]*)(?:\x07|\x1b\\)"
    rb"|\[(?P<csi>[?>]?[0-9;:]*[a-zA-Z]))"
)
_BEGUN = re.compile(rb"\x1b(?:[P_\]][^\x1b\x07]*\x1b?|\[?[?>]?[0-9;:]*)?\Z")
"""The beginning of an answer whose end has not come."""

_OCTANTS = {"kitty": (0, 40), "foot": (1, 20), "ghostty": (1, 2), "vte": (0, 78)}
"""Terminals that draw octants (U+1CD00, Unicode 16) themselves, since which version: the changelogs of kitty, foot and
ghostty, vte's NEWS."""
_SEXTANTS = {"kitty": (0, 20), "foot": (1, 8), "ghostty": (1, 0), "vte": (0, 62), "wezterm": (20210814,)}
"""The same for sextants (U+1FB00, Unicode 13); wezterm's custom_block_glyphs."""
_PLACEHOLDERS = {"kitty": (0, 28), "ghostty": (1, 0)}
"""Terminals that show kitty's pictures where placeholder characters stand."""
_PLACEMENTS = {"kitty": (0, 20)}
"""Terminals without them that are known to place pictures well."""
_SIXELS_OVER_TEXT = {"konsole"}
"""Terminals whose sixels stay where characters are written afterwards: nothing could be shown in front of them."""
_ALL_COLOURS: dict[str, tuple[int, ...]] = {"vte": (0, 36), "xterm": (331,)}
_ALL_COLOURS |= dict.fromkeys(("kitty", "foot", "ghostty", "wezterm", "konsole", "iterm2", "contour", "mintty"), ())
"""Terminals of 16 million colours, whether they say so in COLORTERM or not (xterm takes it away, ssh leaves it out)."""


@dataclass(frozen=True)
class Abilities:
    """What a terminal can show."""

    graphics: Graphics | None = None
    placeholders: bool = False
    """Whether kitty's pictures appear where placeholder characters stand; otherwise they are placed over the text."""
    cell: tuple[int, int] | None = None
    """Width and height of a cell in pixels."""
    glyphs: Glyphs = "quadrants"
    """The finest block characters that are surely seen as such, whatever the font."""
    background: Literal["light", "dark"] | None = None
    colours: int = 256
    """How many colours characters can have; the app's console finds out less, and may be told by COLORTERM."""
    name: str = ""
    """The program that is the terminal, in small letters: kitty, xterm, foot."""
    version: tuple[int, ...] = ()
    registers: int = 256
    """How many colours a sixel picture may have."""
    largest: tuple[int, int] | None = None
    """The widest and highest sixel picture in pixels, if there is a limit."""

    def wanted(self, word: str) -> "Abilities":
        """The same as a player wants it: kitty, sixel, cells (no pictures), or the glyphs octants, sextants, quadrants.

        Any other word, such as auto, changes nothing.
        """
        if word in _GRAPHICS:
            placeholders = self.placeholders or not _knows(self, _PLACEMENTS)
            return replace(self, graphics=_GRAPHICS[word], placeholders=placeholders, cell=self.cell or USUAL_CELL)
        if word in _GLYPHS:
            return replace(self, graphics=None, glyphs=_GLYPHS[word])
        return replace(self, graphics=None) if word == "cells" else self


@dataclass(frozen=True)
class Probe:
    """What was found out, and whether answers are still under way."""

    abilities: Abilities
    owed: bytes | None = None
    """None: the terminal has said everything. Otherwise the beginning of an answer whose rest may still come."""


def probe(reads: int = 0, writes: int = 2, environ: Mapping[str, str] | None = None) -> Probe:
    """Ask the terminal at two file descriptors (those that the app's driver uses); it is left as it was found."""
    environ = os.environ if environ is None else environ
    silent = Abilities(colours=_colours(Abilities(), environ))
    if sys.platform == "win32" or environ.get("TERM", "").lower() in _DUMB or not _in_hand(reads, writes):
        return Probe(silent)
    sure = environ["TERM"].startswith(_SURE) or environ.keys() & {"SSH_CONNECTION", "SSH_TTY"}
    end = monotonic() + (SECONDS_SURE if sure else SECONDS)
    within = any(environ.get(name) for name in _MULTIPLEXERS) or environ.get("TERM", "").startswith(("tmux", "screen"))
    kitty = b"" if within or environ.get("TERM_PROGRAM") == "Apple_Terminal" else _KITTY
    try:
        with _unechoed(reads):
            answers, owed = _ask(reads, writes, _NAME + kitty + _CELL + _GROUND + _FENCE, end)
            found = _understood(answers, environ, pictures=not within)
            if found.graphics == "sixel" and owed is None:
                answers, owed = _ask(reads, writes, _REGISTERS + _MORE_REGISTERS + _LARGEST + _FENCE, end)
                found = _of_sixel(found, answers)
    except OSError:
        return Probe(silent)
    return Probe(_measured(found, writes), owed)


def cell_size(abilities: Abilities, terminal: int = 2) -> tuple[int, int] | None:
    """Pixels of a cell now, after the window or its font may have changed size; as probed if the system cannot tell."""
    return _by_system(terminal) or abilities.cell


def without_replies(data: bytes) -> tuple[bytes, bytes, bool]:
    """Input without a terminal's answers: what players typed, the beginning of an answer at the end, and whether the
    last of all answers was among it."""
    last = False

    def take(found: re.Match[bytes]) -> bytes:
        nonlocal last
        last = last or _is_fence(found)
        return b"" if _is_reply(found) else found.group()

    rest = _REPLY.sub(take, data)
    begun = _BEGUN.search(rest)
    if last or begun is None:
        return rest, b"", last
    return rest[: begun.start()], begun.group(), False


# -- asking -------------------------------------------------------------------------------------------


def _in_hand(reads: int, writes: int) -> bool:
    """Whether both are one's own terminal, and one is in front: from behind, asking would stop the program."""
    try:
        return os.isatty(reads) and os.isatty(writes) and os.tcgetpgrp(reads) == os.getpgrp()
    except OSError:
        return False


@contextmanager
def _unechoed(terminal: int) -> Iterator[None]:
    """Meanwhile what arrives is not shown, and can be read before the end of a line."""
    import termios

    try:
        before = termios.tcgetattr(terminal)
        changed = termios.tcgetattr(terminal)
        changed[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
        termios.tcsetattr(terminal, termios.TCSANOW, changed)
    except termios.error as error:
        raise OSError(str(error)) from error
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _ask(reads: int, writes: int, questions: bytes, end: float) -> tuple[bytes, bytes | None]:
    """What is answered until the answer to the last question, or until time is up; and what may still come."""
    while questions:
        questions = questions[os.write(writes, questions) :]
    got = b""
    while select.select([reads], [], [], max(0.0, end - monotonic()))[0]:
        more = os.read(reads, 4096)
        if not more:
            return got, None
        got += more
        if any(_is_fence(found) for found in _REPLY.finditer(got)):
            return got, None
    return got, without_replies(got)[1]


def _is_reply(found: re.Match[bytes]) -> bool:
    """Whether a sequence answers one of the questions: keys and the mouse send others."""
    csi = found["csi"]
    return csi is None or (csi[:2], csi[-1:]) == (b"6;", b"t") or (csi[:1] == b"?" and csi[-1:] in b"cS")


def _is_fence(found: re.Match[bytes]) -> bool:
    csi = found["csi"]
    return csi is not None and csi[:1] == b"?" and csi[-1:] == b"c"


# -- understanding ------------------------------------------------------------------------------------


def _understood(answers: bytes, environ: Mapping[str, str], *, pictures: bool) -> Abilities:
    told = _Told(answers)
    found = Abilities(cell=told.cell, background=told.background, name=told.name, version=told.version)
    found = replace(found, colours=_colours(found, environ))
    glyphs: Glyphs = "quadrants"
    if pictures:
        glyphs = "octants" if _knows(found, _OCTANTS) else "sextants" if _knows(found, _SEXTANTS) else "quadrants"
    placeholders = told.kitty and _knows(found, _PLACEHOLDERS)
    graphics: Graphics | None = None
    if pictures and (placeholders or (told.kitty and _knows(found, _PLACEMENTS))):
        graphics = "kitty"
    elif pictures and told.sixel and found.name not in _SIXELS_OVER_TEXT:
        graphics = "sixel"
    return replace(found, glyphs=glyphs, graphics=graphics, placeholders=bool(pictures and placeholders))


class _Told:
    """Answers, one by one."""

    def __init__(self, answers: bytes) -> None:
        self.name = ""
        self.version: tuple[int, ...] = ()
        self.kitty = self.sixel = False
        self.cell: tuple[int, int] | None = None
        self.background: Literal["light", "dark"] | None = None
        self.registers: int | None = None
        self.largest: tuple[int, int] | None = None
        for found in _REPLY.finditer(answers):
            for kind, said in found.groupdict().items():
                if said is not None:
                    getattr(self, f"_{kind}")(said.decode("ascii", "replace"))

    def _dcs(self, said: str) -> None:
        match = re.match(r">\|([A-Za-z][\w.-]{0,40})[ (]*v?([0-9.]{0,40})", said, re.ASCII)
        if match:
            self.name = match[1].lower()
            self.version = tuple(int(part[:9]) for part in match[2].split(".") if part)
            if self.name == "vte" and len(self.version) == 1:  # 7803 is 0.78.3.
                self.version = (0, self.version[0] // 100, self.version[0] % 100)

    def _apc(self, said: str) -> None:
        self.kitty = self.kitty or said == f"Gi={_KITTY_ID};OK"

    def _osc(self, said: str) -> None:
        match = re.fullmatch(r"11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/.*)?", said)
        if match:
            red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
            self.background = "light" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "dark"

    def _csi(self, said: str) -> None:
        numbers = [int(part[:9] or 0) for part in re.split("[;:]", said[:-1].lstrip("?>"))]
        if said[0] == "?" and said[-1] == "c":
            self.sixel = 4 in numbers[1:]
        elif said[-1] == "t" and len(numbers) == 3 and numbers[0] == 6 and min(numbers) > 0:
            self.cell = _sane(numbers[2], numbers[1])
        elif said[0] == "?" and said[-1] == "S" and numbers[1:2] == [0]:
            if numbers[0] == 1 and len(numbers) == 3:
                self.registers = numbers[2]
            elif numbers[0] == 2 and len(numbers) == 4:
                self.largest = numbers[2], numbers[3]


def _of_sixel(found: Abilities, answers: bytes) -> Abilities:
    """With what is told of sixel pictures. Of two answers about colours the later one stands: more were asked for."""
    told = _Told(answers)
    return replace(found, registers=min(256, told.registers or found.registers), largest=told.largest)


def _measured(found: Abilities, terminal: int) -> Abilities:
    """With the size of a cell, if only the system knows it; without one there can be no picture."""
    cell = found.cell or _by_system(terminal)
    return replace(found, cell=cell, graphics=found.graphics if cell else None)


def _by_system(terminal: int) -> tuple[int, int] | None:
    if sys.platform == "win32":
        return None
    import fcntl
    import struct
    import termios

    try:
        size = fcntl.ioctl(terminal, termios.TIOCGWINSZ, b"\0" * 8)
    except OSError:
        return None
    rows, columns, width, height = struct.unpack("HHHH", size)
    return _sane(width // columns, height // rows) if rows and columns else None


def _sane(width: int, height: int) -> tuple[int, int] | None:
    return (width, height) if 3 <= width <= 200 and 5 <= height <= 400 else None


def _colours(found: Abilities, environ: Mapping[str, str]) -> int:
    term = environ.get("TERM", "")
    if (
        environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
        or "direct" in term
        or _knows(found, _ALL_COLOURS)
    ):
        return TRUECOLOR
    return 256 if "256" in term or "kitty" in term else 16 if term else 0


def _knows(found: Abilities, since: Mapping[str, tuple[int, ...]]) -> bool:
    return found.name in since and found.version >= since[found.name]
