"""Data files of titles as plain values: YAML for people, compiled JSON for speed; used by the wheel's build too."""

import hashlib
import json
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from wargame_tui.core.disk import make_folder, replace_file

YamlLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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


def compiled(path: Path) -> str:
    """The JSON twin of a YAML file, stamped with the digest of its source."""
    return _with_digest(path, yaml.load(path.read_bytes(), YamlLoader))


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
    data = yaml.load(path.read_bytes(), YamlLoader)
    if not sys.dont_write_bytecode:
        with suppress(OSError, ValueError, TypeError):
            text = _with_digest(path, data)
            make_folder(twin.parent)
            replace_file(twin, text.encode())
    return data
