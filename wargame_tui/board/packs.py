"""Data packs: what an owner of a printed game types in, laid over the shipped files of a title.

A pack is a folder with a pack.yaml and partial files of the title. A scenario played with packs has them in its id:
`TITLE/SCENARIO+PACK+PACK`, the later ones over the earlier. Partial files are merged by key; `null` takes away. Over a
list stands either a whole list, or a mapping: of entries by what tells them apart (`53-56` of a link, else `hex`, `id`,
`name`), of hexes to their character in a map drawn in rows, or `add` and `remove` for a list of names.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import Field

from wargame_tui.board import files, plain
from wargame_tui.board.area import border_id
from wargame_tui.board.files import Entry
from wargame_tui.board.hexes import GridEntry, HexGrid
from wargame_tui.board.plain import DataError, read_plain
from wargame_tui.core.title import PACK, UnknownScenario

FILE = "pack"
FOLDER_VARIABLE = "WARGAME_TUI_PACKS"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
ADD, REMOVE = "add", "remove"
_APART = ("between", "hex", "id", "name")
"""Fields that tell the entries of a list apart, the first that they have."""


class UnknownPack(UnknownScenario):
    """A data pack that is not there."""


class PackFile(Entry):
    """pack.yaml"""

    title: str
    """The title's id."""
    edition: str = Field(min_length=1)
    """Whose numbers these are: publisher, edition, year."""
    author: str = Field(min_length=1)
    base: str = Field(min_length=1)
    """The version of the program over whose data the pack was made."""
    note: str = ""


@dataclass(frozen=True)
class Pack:
    """A folder of partial files."""

    name: str
    path: Path

    @cached_property
    def about(self) -> PackFile:
        """What it says of itself. Raises DataError."""
        return files.load(self.path / f"{FILE}.yaml", PackFile)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over its files."""
        return plain.digest(*sorted(self.path.glob("*.yaml")))

    def insist_on_title(self, title_id: str) -> None:
        """Raises DataError if it belongs to another title."""
        if self.about.title != title_id:
            place = files.place_of(self.path / f"{FILE}.yaml", ("title",))
            raise DataError([(place, f"a pack of `{self.about.title}`, not of `{title_id}`")])

    def file(self, name: str) -> Path | None:
        """Its part of one of the title's files, if it has one."""
        path = self.path / f"{name}.yaml"
        return path if path.is_file() else None


def packs_folder() -> Path:
    """Where a player's packs live, a folder for each title: as the environment says; `packs` of a checkout; else the
    user's data folder.
    """
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).expanduser()
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():
        return checkout / "packs"
    from platformdirs import user_data_path

    return user_data_path("wargame-tui", appauthor=False) / "packs"


_ELSEWHERE: dict[str, Path] = {}
"""Packs named by their path in this process, by name."""


def offered(title_id: str, shipped: Path) -> Mapping[str, Pack]:
    """The packs of a title by name: the player's own, then those that ship with the title's data."""
    found: dict[str, Pack] = {name: Pack(name, path) for name, path in _ELSEWHERE.items()}
    for folder in (packs_folder() / title_id, shipped / "packs"):
        for path in sorted(folder.glob(f"*/{FILE}.yaml")):
            found.setdefault(path.parent.name, Pack(path.parent.name, path.parent))
    return found


def name_of(given: str) -> str:
    """The name of a pack given by name, or by the path of its folder, which is remembered. Raises UnknownPack."""
    path = Path(given).expanduser()
    if os.sep in given or path.is_dir():
        if not (path / f"{FILE}.yaml").is_file():
            raise UnknownPack(f"{given} is no data pack: it has no {FILE}.yaml")
        _ELSEWHERE[path.resolve().name] = path.resolve()
        return path.resolve().name
    return given


def split(scenario: str) -> tuple[str, tuple[str, ...]]:
    """The id of a scenario without its packs, and their names."""
    plain_id, *names = scenario.split(PACK)
    return plain_id, tuple(names)


def joined(scenario: str, names: Iterable[str]) -> str:
    """The id of a scenario with packs laid over it."""
    return PACK.join((scenario, *names))


def words(digests: Mapping[str, str]) -> str:
    """Data packs with their digests in a few words, as they lie over one another: `mine (1a2b3c4d)`."""
    return ", ".join(f"{name} ({digest[:8]})" for name, digest in digests.items())


def beside(scenario: str, name: str) -> str:
    """The id of another scenario of the same title under the same packs."""
    own, names = split(scenario)
    return joined(f"{own.partition('/')[0]}/{name}", names)


def read(path: Path, over: Sequence[Path]) -> Any:
    """The plain values of a file with those of partial files laid over it. Raises DataError."""
    found = read_plain(path) if path.is_file() else {}
    for part in over:
        given = read_plain(part)
        if not isinstance(given, dict):
            raise DataError([(f"{part}:1: file", "the fields of the file that it lies over, each with its name")])
        try:
            found = merged(found, given, found.get("grid"), ())
        except Misfit as error:
            raise DataError([(files.place_of(part, error.at), error.words)]) from None
    return found


class Misfit(Exception):
    """A partial value that cannot lie over what is there: where in the file, and why."""

    def __init__(self, at: tuple[str, ...], words: str) -> None:
        self.at, self.words = at, words
        super().__init__(words)


def merged(base: Any, over: Any, grid: Any = None, at: tuple[str, ...] = ()) -> Any:
    """Plain values with partial ones laid over them; `grid` is that of the map they belong to. Raises Misfit."""
    if not isinstance(over, dict) or not isinstance(base, (dict, list)):
        return over
    if isinstance(base, list):
        return _over_list(base, over, grid, at)
    found = dict(base)
    for name, value in over.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value, grid, (*at, str(name)))
    return found


def _over_list(base: list[Any], over: dict[Any, Any], grid: Any, at: tuple[str, ...]) -> list[Any]:
    if over.keys() <= {ADD, REMOVE}:
        for what, names in over.items():
            if not isinstance(names, list):
                raise Misfit((*at, what), "a list, `[...]`, of what is added or removed")
        gone = {str(name) for name in over.get(REMOVE, ())}
        kept = [one for one in base if apart(one) not in gone]
        return kept + [one for one in over.get(ADD, ()) if one not in kept]
    if grid is not None and (drawn := HexGrid(GridEntry.model_validate(grid))).is_drawn(base):
        return _over_rows(base, over, drawn, at)
    if not all(isinstance(one, dict) for one in base):
        raise Misfit(at, f"give the whole list, or `{ADD}` and `{REMOVE}`")
    found = {apart(one): one for one in base}
    if len(found) < len(base):
        raise Misfit(at, "several of these entries are called alike: give the whole list")
    for given, value in over.items():
        name = border_id(*ends) if "between" in base[0] and len(ends := str(given).split("-")) == 2 else str(given)
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value, None, (*at, str(given)))
    return list(found.values())


def apart(entry: Any) -> str:
    """What tells an entry of a list from the others: the two ends of a link, in their order, else a name."""
    if not isinstance(entry, dict):
        return str(entry)
    value = next((entry[field] for field in _APART if field in entry), "")
    return border_id(*map(str, value)) if isinstance(value, list) and len(value) == 2 else str(value)


def _over_rows(base: list[str], over: dict[Any, Any], grid: HexGrid, at: tuple[str, ...]) -> list[str]:
    """Rows of a hex map, from the north, a character a column from the west, with some hexes changed."""
    rows = [list(row) for row in base]
    for name, sign in over.items():
        hex_ = grid.index.get(str(name))
        if hex_ is None:
            raise Misfit((*at, str(name)), f"there is no hex `{name}`")
        if not isinstance(sign, str) or len(sign) != 1:
            raise Misfit((*at, str(name)), "one character of the map's legend")
        column, row = grid.square(hex_)
        rows[row][column] = sign
    return ["".join(row) for row in rows]
