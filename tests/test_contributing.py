"""CONTRIBUTING.md shows what is there: the rule that it adds stands in the files as it shows it."""

import re
from pathlib import Path

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
