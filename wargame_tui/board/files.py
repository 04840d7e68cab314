"""Data files of titles: YAML for people, compiled JSON for speed, errors that name file, line and field."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

Model = TypeVar("Model", bound=BaseModel)
_YamlLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Entry(BaseModel):
    """Base of everything read from a data file: frozen, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DataError(ValueError):
    """A data file that cannot be used; each problem is (place, message), place being `file:line: field`."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{place}: {message}" for place, message in problems))


@cache
def scenarios_folder() -> Path:
    """The folder of the titles' data: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parent.parent
    inside, beside = package / "scenarios", package.parent / "scenarios"
    return inside if inside.is_dir() else beside


def digest(*paths: Path) -> str:
    """SHA-256 over the bytes of the files, in the order given."""
    total = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        total.update(f"{path.name} {len(data)}\n".encode())
        total.update(data)
    return total.hexdigest()


def compiled_path(path: Path) -> Path:
    """Where the compiled twin of a YAML file lies."""
    return path.with_suffix(".json")


def compile_yaml(path: Path) -> None:
    """Write the JSON twin of a YAML file, stamped with the digest of its source."""
    twin = {"source_sha256": digest(path), "data": yaml.load(path.read_bytes(), _YamlLoader)}
    compiled_path(path).write_text(json.dumps(twin, ensure_ascii=False, separators=(",", ":")), "utf-8")


def read_plain(path: Path) -> Any:
    """The content of a YAML file as plain values, from its compiled twin if that is up to date.

    Raises DataError if the file is missing or is not YAML.
    """
    try:
        twin = compiled_path(path)
        if twin.exists():
            stored = json.loads(twin.read_bytes())
            if stored.get("source_sha256") == digest(path):
                return stored["data"]
        return yaml.load(path.read_bytes(), _YamlLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        what = getattr(error, "problem", None) or "not YAML"
        raise DataError([(f"{path}{line}", str(what))]) from None
    except (OSError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise DataError([(str(path), f"cannot be read: {error}")]) from None


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
    node = yaml.compose(path.read_bytes(), _YamlLoader)
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
