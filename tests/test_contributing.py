"""CONTRIBUTING.md shows what is there: the rule that it adds stands in the files as it shows it."""

import inspect
import re
from pathlib import Path
from typing import Any

from wargame_tui.board.drafts import UnitDraft, UnitTable
from wargame_tui.board.hex_board import HexBoard
from wargame_tui.board.library import DataFolder
from wargame_tui.core.game import Game
from wargame_tui.engine.staged import Question, Stage, Staged
from wargame_tui.titles.first_command.printed import DATA

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_worked_difference_is_the_code() -> None:
    (shown,) = re.findall(r"```diff\n(.*?)```", TEXT, re.DOTALL)
    source, looked_at = "", 0
    for line in shown.splitlines():
        if re.fullmatch(r" \S+\.(py|md|yaml)", line):
            source = (ROOT / line.strip()).read_text("utf-8")
        elif line.startswith("+"):
            assert line[1:] in source, line
            looked_at += 1
    assert looked_at > 8


def test_the_files_that_it_names_are_there() -> None:
    named = set(re.findall(r"`((?:board|core|engine|tui|mail|tests|bots)/[\w/]+\.py)`", TEXT))
    assert len(named) > 8
    missing = [name for name in named if not (ROOT / name).exists() and not (ROOT / "wargame_tui" / name).exists()]
    assert missing == []


CALLED: dict[str, Any] = {
    "DATA": DataFolder, "DATA.board": HexBoard, "table": UnitTable, "g": UnitDraft,
    "Staged": Staged, "Stage": Stage, "Question": Question, "Game": Game,
}  # fmt: skip


def test_what_one_calls_is_there_and_takes_what_is_said() -> None:
    page = TEXT.partition("### What you will call")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?:`([\w.]+)`)? ?\| (`.*?`) \|", page, re.MULTILINE)
    assert {owner for owner, _ in rows} == {*CALLED, ""}
    of: Any = None
    for owner, calls in rows:
        of = CALLED[owner] if owner else of
        for name, takes in re.findall(r"`([\w.]+)(?:\(([^)]*)\)|\[\w+\])?`", calls):
            there = inspect.getattr_static(of, name.partition(".")[0], None)
            assert there is not None or name in inspect.get_annotations(Stage), name
            if takes and "." not in name:
                parameters = [str(each).partition(":")[0] for each in inspect.signature(there).parameters.values()]
                assert parameters[1 : 1 + len(takes.split(", "))] == takes.split(", "), name


def test_what_is_next_to_a_hex_is_what_it_says() -> None:
    odd = {"0502", "0504", "0402", "0403", "0602", "0603"}
    assert {*DATA.board.near("0503")} == odd
    assert {*DATA.board.near("0603")} - {"0602", "0604"} == {"0503", "0504", "0703", "0704"}
