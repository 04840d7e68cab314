"""The shipped JSON Schemas are those of the models, and every data file names the one that it follows."""

import re

import pytest

from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.schemas import schemas
from wargame_tui.core.title import title_ids


@pytest.mark.parametrize(("path", "text"), list(schemas(title_ids())), ids=lambda value: getattr(value, "name", ""))
def test_shipped_schema_is_up_to_date(path, text):
    assert path.read_text("utf-8") == text, "run `make schemas`"


def test_every_data_file_names_its_schema():
    files = list(scenarios_folder().glob("*/*.yaml"))
    assert files
    for path in files:
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text("utf-8"))
        assert named, f"{path}: the first line names no schema"
        assert (path.parent / named[1]).resolve().is_file(), f"{path}: {named[1]} does not exist"
