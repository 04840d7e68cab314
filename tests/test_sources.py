"""Every value of a title's data names a source that can be looked up."""

import pytest

from wargame_tui.board.sources import FILE
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.title import find_title, title_ids


def own_titles() -> list[str]:
    """The titles that come with the program."""
    return [name for name in title_ids() if type(find_title(name)).__module__.startswith("wargame_tui.")]


@pytest.mark.parametrize("name", own_titles())
def test_every_value_can_be_looked_up(name: str) -> None:
    title = find_title(name)
    assert isinstance(title, FolderTitle)
    assert (title.data.path / f"{FILE}.yaml").is_file()
    problems = list(title.data.sources.problems())
    assert not problems, f"{len(problems)}: " + "\n".join(f"{place}: {words}" for place, words in problems[:20])
