"""The terminal's driver for an app that began before the terminal had answered all that it was asked."""

import os
import select
from codecs import getincrementaldecoder
from collections.abc import Callable
from time import monotonic

from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from wargame_tui.tui.paint.terminal import without_replies

PATIENCE, PAUSE = 5.0, 0.05
"""Seconds in which late answers are looked for; between looks."""
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
"""What stands before and after pasted text."""
LONGEST_KEY = 2
"""Bytes of what looks like the beginning of an answer, but is a key if nothing follows: Escape, Alt and a bracket."""


def patient_driver(owed: bytes) -> type[Driver]:
    """The driver for an app whose terminal owes answers, of which the first began with `owed` (`Probe.owed`)."""

    class PatientDriver(LinuxDriver):
        """Swallows what the terminal still has to answer, up to the last of it; keys go on at once."""

        def run_input_thread(self) -> None:
            """Read as ever, after the terminal has answered or had its time."""
            swallow(self.fileno, owed, self.exit_event.is_set, self.process_message)
            super().run_input_thread()

    return PatientDriver


def is_pasting(typed: bytes, before: bool) -> bool:
    """Whether what comes next is still pasted text, after some input: whoever reads on has to know."""
    begun, ended = typed.rfind(PASTE), typed.rfind(PASTED)
    return before if begun == ended else begun > ended


def swallow(terminal: int, owed: bytes, over: Callable[[], bool], tell: Callable[[Message], None]) -> None:
    """Read a terminal until its last answer: answers vanish, everything else is told as keys and other events."""
    recent = b""
    parser, decode, end = XTermParser(), getincrementaldecoder("utf-8")("replace").decode, monotonic() + PATIENCE
    answering = last = pasting = False
    while not over() and (pasting or (not last and monotonic() < end)):
        typed = b""
        if select.select([terminal], [], [], PAUSE)[0]:
            data = os.read(terminal, 4096)
            if not data:
                break
            typed, owed, last = without_replies(owed + data)
            answering, pasting = True, is_pasting(recent + typed, pasting)
            recent = (recent + typed)[-len(PASTED) :]
        elif answering and len(owed) <= LONGEST_KEY:
            typed, owed = owed, b""
        keys = decode(typed)
        for message in (*(parser.feed(keys) if keys else ()), *parser.tick()):
            tell(message)
