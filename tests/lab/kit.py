"""What the tests of the laboratory share."""

import sys
from pathlib import Path
from typing import Any

from wargame_tui.lab.contest import Task

SCENARIO = "first_command/mortain"
PROGRAMS = Path(__file__).parent / "programs.py"
BOTS = Path(__file__).parents[2] / "docs" / "bots"


def program(kind: str) -> str:
    """The command line of a program."""
    return f"'{sys.executable}' '{PROGRAMS}' {kind}"


def task(german: str, american: str, number: int = 0, **more: Any) -> Task:
    """A short game."""
    return Task(SCENARIO, number, 1 + number, {"German": german, "American": american}, **more)
