"""What players do most often takes as few keys and clicks as it should: recorded gestures, counted."""

from pathlib import Path

import pytest

from tests.tui.inputs import Recorded, play, rows


@pytest.mark.parametrize("row", [*rows()], ids=lambda row: row.name)
async def test_inputs(row: Recorded, tmp_path: Path) -> None:
    done = await play(row, tmp_path)
    assert done.played == row.played
    assert done.counted(row) <= row.most
