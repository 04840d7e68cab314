"""Screens look as in their pictures; see `tests/tui/pictures.py` for how these are taken."""

from difflib import unified_diff

import pytest

from tests.tui.pictures import FOLDER, POSES, path_of, taken


@pytest.mark.parametrize("name", POSES)
async def test_a_screen_looks_as_in_its_picture(name: str) -> None:
    kept, now = path_of(name).read_text("utf-8"), await taken(name)
    changes = "\n".join(unified_diff(kept.splitlines(), now.splitlines(), "picture", "screen", lineterm="", n=0))
    assert kept == now, f"{changes}\nif that is meant: python -m tests.tui.pictures {name}"


def test_no_picture_has_lost_its_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*POSES}
