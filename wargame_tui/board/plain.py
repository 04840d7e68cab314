"""Data files of titles as plain values: YAML for people, compiled JSON for speed; used by the wheel's build too."""

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.errors import BadData

YamlLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST_BYTES = 16 * 1024 * 1024
DEEPEST = 60
"""Lists and mappings inside each other; the loader ends the process when they are too many."""
LONGEST_NUMBER = 100
_NUMBER = re.compile(r"[-+]?[0-9][0-9a-fA-FxX_:.]*")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|nan)", re.IGNORECASE)


class DataError(BadData):
    """A data file that cannot be used; each problem is (place, message), place being `file:line: field`."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{place}: {message}" for place, message in problems))


def briefly(error: DataError, most: int = 3) -> str:
    """The first problems of data files, and how many more there are."""
    lines = str(error).splitlines()
    return "\n".join([*lines[:most], *([f"and {len(lines) - most} more"] if len(lines) > most else [])])


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


def compiled(path: Path) -> str:
    """The JSON twin of a YAML file, stamped with the digest of its source."""
    return _with_digest(path, read_yaml(path.read_bytes()))


def read_yaml(data: bytes) -> Any:
    """The plain values in a YAML text that anybody may have written. Raises YAMLError, ValueError.

    What could be misread, or take the program's time or memory, is refused: aliases, a name twice in one mapping,
    nesting without end, numbers that are none or have hundreds of digits.
    """
    if len(data) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
    _insist_on_bounds(data)
    return yaml.load(data, YamlLoader)


def _insist_on_bounds(data: bytes) -> None:
    names: list[set[str] | None] = []
    """For every list (None) and mapping around the place its names so far."""
    expects_name = [False]
    events: Iterable[Any] = yaml.parse(data, YamlLoader)
    for event in events:
        mark = event.start_mark
        if isinstance(event, yaml.CollectionEndEvent):
            names.pop()
            expects_name.pop()
        elif isinstance(event, yaml.NodeEvent):
            what = _trouble(event, names[-1] if expects_name[-1] else None)
            if what is None and len(names) >= DEEPEST:
                what = "it is nested too deeply"
            if what is not None:
                raise yaml.MarkedYAMLError(problem=what, problem_mark=mark)
            if names and names[-1] is not None:
                expects_name[-1] = not expects_name[-1]
        if isinstance(event, yaml.CollectionStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            names.append(set() if is_mapping else None)
            expects_name.append(is_mapping)


def _trouble(event: Any, names: set[str] | None) -> str | None:
    """What is wrong with a value, or with a name after others in a mapping; None if nothing is."""
    if isinstance(event, yaml.AliasEvent):
        return "aliases (*) are not read here: write the value out"
    if not isinstance(event, yaml.ScalarEvent):
        return None
    if names is not None:
        if event.value in names:
            return f"`{event.value[:60]}` appears twice here"
        names.add(event.value)
    if not event.implicit[0]:
        return None
    if len(event.value) > LONGEST_NUMBER and _NUMBER.fullmatch(event.value):
        return "this number is too long"
    return f"{event.value} is no number" if _NO_NUMBER.fullmatch(event.value) else None


def _with_digest(path: Path, data: Any) -> str:
    twin = {"source_sha256": digest(path), "data": data}
    return json.dumps(twin, ensure_ascii=False, separators=(",", ":"))


def kept_path(path: Path) -> Path:
    """Where a compiled twin is kept in a checkout, which has none beside the file: among Python's own."""
    return path.parent / "__pycache__" / compiled_path(path).name


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
        return _kept(path)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        what = getattr(error, "problem", None) or "not YAML"
        raise DataError([(f"{path}{line}", str(what))]) from None
    except (OSError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise DataError([(str(path), f"cannot be read: {error}")]) from None


def _kept(path: Path) -> Any:
    """The same in a checkout: compiled when it is first read after a change, as Python compiles its modules."""
    twin = kept_path(path)
    with suppress(OSError, ValueError, LookupError, TypeError):
        stored = json.loads(twin.read_bytes())
        if stored["source_sha256"] == digest(path):
            return stored["data"]
    data = read_yaml(path.read_bytes())
    if not sys.dont_write_bytecode:
        with suppress(OSError, ValueError, TypeError):
            text = _with_digest(path, data)
            make_folder(twin.parent)
            replace_file(twin, text.encode())
    return data
