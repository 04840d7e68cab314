"""Every value of a title's data names a source that can be looked up."""

import pytest

from wargame_tui.board.sources import FILE
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.title import find_title, title_ids


def with_bibliography() -> list[str]:
    """The titles that have one."""
    found = []
    for name in title_ids():
        title = find_title(name)
        if isinstance(title, FolderTitle) and (title.data.path / f"{FILE}.yaml").is_file():
            found.append(name)
    return found


@pytest.mark.parametrize("name", with_bibliography())
def test_every_value_can_be_looked_up(name: str) -> None:
    title = find_title(name)
    assert isinstance(title, FolderTitle)
    problems = list(title.data.sources.problems())
    assert not problems, f"{len(problems)}: " + "\n".join(f"{place}: {words}" for place, words in problems[:20])
