"""Data files of titles as models: errors name file, line and field."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from wargame_tui.board.plain import DataError, YamlLoader, read_plain

Model = TypeVar("Model", bound=BaseModel)
Table = TypeVar("Table", bound=Mapping[Any, Any])

_MISSING = object()


class Entry(BaseModel):
    """Base of everything read from a data file: frozen, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def every(keys: Iterable[Any]) -> AfterValidator:
    """Of a table in a file: it has these keys, and no others. `air: Annotated[dict[int, Side | None], every(DIE)]`."""
    due = list(keys)

    def whole(table: Table) -> Table:
        wrong = [f"no entry for {key}" for key in due if key not in table]
        wrong += [f"an entry for {key}" for key in table if key not in due]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: there must be one for each of {', '.join(map(str, due))}")
        return table

    return AfterValidator(whole)


def load(path: Path, model: type[Model]) -> Model:
    """Read a data file into a model.

    Raises DataError naming file, line and field of every problem.
    """
    return fit(read_plain(path), model, (path,))


def fit(plain: Any, model: type[Model], paths: Sequence[Path]) -> Model:
    """Plain values as a model; `paths` are the files they come from, the later ones laid over the earlier.

    Raises DataError naming file, line and field of every problem.
    """
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        raise DataError([_problem(paths, dict(item)) for item in error.errors(include_url=False)]) from None


def _problem(paths: Sequence[Path], item: dict[str, Any]) -> tuple[str, str]:
    shown = repr(item.get("input"))
    found = f" (found {shown if len(shown) <= 60 else shown[:57] + '...'})" if item["type"] != "missing" else ""
    return place_in(paths, item["loc"]), f"{item['msg']}{found}"


def place_in(paths: Sequence[Path], loc: tuple[int | str, ...]) -> str:
    """A field in words, `file:line: field`, of the last of several files that has it, else of the first."""
    having = [path for path in paths if has(path, loc)]
    return place_of(having[-1] if having else paths[0], loc)


def has(path: Path, loc: tuple[int | str, ...]) -> bool:
    """Whether a file has a field."""
    here = read_plain(path)
    for step in loc:
        if isinstance(here, dict):
            here = here.get(step, here.get(str(step), _MISSING))
        else:
            here = here[step] if isinstance(here, list) and isinstance(step, int) and step < len(here) else _MISSING
    return here is not _MISSING


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
