"""Data files of titles as models: errors name file, line and field."""

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from wargame_tui.board.plain import DataError, YamlLoader, read_plain

Model = TypeVar("Model", bound=BaseModel)


class Entry(BaseModel):
    """Base of everything read from a data file: frozen, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def load(path: Path, model: type[Model]) -> Model:
    """Read a data file into a model.

    Raises DataError naming file, line and field of every problem.
    """
    plain = read_plain(path)
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        raise DataError([_problem(path, dict(item)) for item in error.errors(include_url=False)]) from None


def _problem(path: Path, item: dict[str, Any]) -> tuple[str, str]:
    shown = repr(item.get("input"))
    found = f" (found {shown if len(shown) <= 60 else shown[:57] + '...'})" if item["type"] != "missing" else ""
    return place_of(path, item["loc"]), f"{item['msg']}{found}"


def place_of(path: Path, loc: tuple[int | str, ...]) -> str:
    """A field of a data file in words: `file:line: field`."""
    field = ".".join(str(part) for part in loc)
    return f"{path}:{line_of(path, loc)}: {field or 'file'}"


def line_of(path: Path, loc: tuple[int | str, ...]) -> int:
    """Line (from 1) of a field in a YAML file; the nearest enclosing one if the field is absent."""
    node = yaml.compose(path.read_bytes(), YamlLoader)
    line = 1
    for part in loc:
        following = None
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == str(part):
                    line, following = key.start_mark.line + 1, value
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            following = node.value[part]
            line = following.start_mark.line + 1
        if following is None:
            break
        node = following
    return line
