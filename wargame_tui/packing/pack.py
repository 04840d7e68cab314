"""What `wargame-tui pack` does: begin a pack, write and read its sheets, tell how much is confirmed, rename a thing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from wargame_tui import __version__
from wargame_tui.board import packs
from wargame_tui.board.hexes import GridEntry, HexGrid
from wargame_tui.board.library import DataFolder
from wargame_tui.board.packs import Misfit, Pack
from wargame_tui.board.plain import DataError, read_plain
from wargame_tui.board.sources import ESTIMATE, HEXES, PRINT, Sources
from wargame_tui.board.sources import FILE as SOURCES
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.title import find_title
from wargame_tui.packing import tables
from wargame_tui.packing.difference import SAME, difference
from wargame_tui.packing.forms import CONFIRMED, BadSheet, Row, Sheet, laid_over, sheets


class BadPack(ForPlayers):
    """What was asked of a pack cannot be done."""


@dataclass(frozen=True)
class Share:
    """How much of a sheet is confirmed."""

    sheet: str
    rows: int
    confirmed: int
    estimates: int
    """Rows that rest on an estimate, if only in part, and are not confirmed."""


class Work:
    """A pack of a title under somebody's hands."""

    def __init__(self, title_id: str, name: str) -> None:
        """Raises UnknownScenario, BadPack for a title without files or a name that no pack can have."""
        title = find_title(title_id)
        if not isinstance(title, FolderTitle):
            raise BadPack(f"{title_id} keeps its data in no folder, so that no pack can lie over them")
        if not packs.NAME.fullmatch(name):
            raise BadPack(f"`{name[:60]}` is no name of a pack: small letters, digits, - and _, 40 at most")
        self.title, self.title_id, self.name = title, title_id, name
        self.data: DataFolder[Any, Any, Any, Any] = title.data
        known = packs.offered(title_id, self.data.path).get(name)
        self.folder = known.path if known else packs.packs_folder() / title_id / name

    # A pack's life

    def begin(self, edition: str, author: str) -> None:
        """Write its pack.yaml. Raises BadPack if there is a pack of that name."""
        if (self.folder / f"{packs.FILE}.yaml").exists():
            raise BadPack(
                f"there is a pack `{self.name}` already: {self.folder}; `pack sheets` writes its sheets again"
            )
        make_folder(self.folder)
        about = {"title": self.title_id, "edition": edition, "author": author, "base": __version__}
        self._write(packs.FILE, about)

    def write_sheets(self, workbook: bool = False) -> Path:
        """Write the sheets with today's values; where they are. Raises BadPack, BadTable, OSError."""
        self._insist()
        found = [self._with_marks(sheet) for sheet in self.sheets()]
        if workbook:
            tables.write_workbook(self.folder / tables.WORKBOOK, found)
            return self.folder / tables.WORKBOOK
        tables.write_csv(self.folder / tables.FOLDER, found)
        return self.folder / tables.FOLDER

    def read_sheets(self, path: Path | None = None) -> Mapping[str, int]:
        """Make partial files of what the sheets say; by file, how many values it changes.

        Nothing is written if a sheet cannot be read, or if the title cannot use what they say.
        Raises BadPack, BadTable, DataError.
        """
        self._insist()
        known = list(self.sheets())
        read = self._read(path, known)
        try:
            wanted = {name: self._wanted(name, known, read) for name in self._files()}
        except BadSheet as error:
            raise BadPack(str(error)) from None
        self._insist_on_sense(wanted)
        self._write_all(wanted, self._covers(known, read))
        return {name: _count(over) for name, over in wanted.items() if over is not SAME}

    def shares(self) -> Iterator[Share]:
        """How much of each sheet is confirmed, how much an estimate. Raises DataError."""
        sources = self._sources()
        for sheet in self.sheets():
            texts = [self._source(sources, sheet, key) or "" for key in sheet.keys]
            confirmed = sum(text == PRINT for text in texts)
            yield Share(sheet.name, len(texts), confirmed, sum(f"{ESTIMATE}:" in text for text in texts))

    def rename(self, old: str, new: str) -> int:
        """Call a space or a unit otherwise wherever it is named; where `new` is one too, the two change places.

        In how many places it was. Raises BadPack, DataError.
        """
        self._insist()
        both = {name: self._plain(name) for name in self._files()}
        names = _ids(both)
        if old not in names:
            raise BadPack(f"no space, hex or unit of {self.title_id} is called `{old}`")
        if len(names[old]) > 1:
            raise BadPack(f"`{old}` is both {' and '.join(sorted(names[old]))}: rename by hand, in the sheets")
        swap = {old: new, new: old} if new in names else {old: new}
        counted = [0]
        wanted = {name: _renamed(plain, swap, names.keys(), counted) for name, plain in both.items()}
        over = {name: difference(self._shipped(name), plain) for name, plain in wanted.items()}
        self._insist_on_sense(over)
        self._write_all(over, None)
        return counted[0]

    # Its data

    def sheets(self) -> Iterator[Sheet]:
        """Its tables, with today's values: the shipped ones with the pack's over them."""
        for name in self._files():
            yield from sheets(name, self._plain(name))

    def _files(self) -> list[str]:
        fixed = [name for name in ("units", "map", "charts") if (self.data.path / f"{name}.yaml").is_file()]
        return [*fixed, *self.data.under(()).scenarios]

    def _shipped(self, name: str) -> Any:
        return read_plain(self.data.path / f"{name}.yaml")

    def _plain(self, name: str) -> Any:
        part = Pack(self.name, self.folder).file(name)
        return packs.read(self.data.path / f"{name}.yaml", [part] if part else [])

    def _insist(self) -> None:
        if not (self.folder / f"{packs.FILE}.yaml").is_file():
            raise BadPack(f"there is no pack `{self.name}`: begin it with `pack new {self.title_id} {self.name}`")
        Pack(self.name, self.folder).insist_on_title(self.title_id)

    def _read(self, path: Path | None, known: Sequence[Sheet]) -> Mapping[str, Sequence[Row]]:
        workbook, folder = self.folder / tables.WORKBOOK, self.folder / tables.FOLDER
        path = path or (workbook if workbook.is_file() else folder)
        if path.is_dir():
            found: Mapping[str, Sequence[Row]] = tables.read_csv(path)
        elif path.is_file():
            found = tables.read_workbook(path, known)
        else:
            raise BadPack(f"there are no sheets in {path}: `pack sheets` writes them")
        unknown = sorted(found.keys() - {sheet.name for sheet in known})
        if unknown or not found:
            raise BadPack(f"{path}: {self.title_id} has no sheet {', '.join(unknown) or 'there'}")
        return found

    def _wanted(self, name: str, known: Sequence[Sheet], read: Mapping[str, Sequence[Row]]) -> Any:
        """What to lay over a file for it to be as the sheets say."""
        own = [sheet for sheet in known if sheet.file == name]
        said = laid_over(self._plain(name), own, read)
        shipped = self._shipped(name)
        for sheet in own:
            if sheet.name in read and sheet.kind in ("entries", "list", "lists"):
                _mark(said, shipped, sheet, read[sheet.name])
        return difference(shipped, said)

    def _covers(self, known: Sequence[Sheet], read: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
        """What is confirmed and has no `source` of its own: for sources.yaml."""
        covers: dict[str, Any] = {}
        for sheet in known:
            if sheet.name in read:
                ids = {row.get(sheet.columns[0], ""): row.get(CONFIRMED, "") for row in read[sheet.name]}
                keys = [key for row, key in zip(sheet.rows, sheet.keys, strict=True) if ids.get(row[sheet.columns[0]])]
                keys = [] if "source" in sheet.columns else keys
            else:
                sources = self._sources()
                keys = [key for key in sheet.keys if self._source(sources, sheet, key) == PRINT]
                keys = [] if "source" in sheet.columns else keys
            for key in keys:
                here = covers.setdefault(sheet.file, {})
                path = (HEXES, *key) if sheet.kind == "hexes" else key
                for step in path[:-1]:
                    here = here.setdefault(step, {})
                here[path[-1]] = PRINT
        return covers

    def _sources(self) -> Sources:
        pack = Pack(self.name, self.folder)
        return Sources(self.data.path, self._files(), lambda name: [path] if (path := pack.file(name)) else [])

    def _source(self, sources: Sources, sheet: Sheet, key: Sequence[str]) -> str | None:
        return sources.at(sheet.file, (HEXES, *key) if sheet.kind == "hexes" else key)

    def _with_marks(self, sheet: Sheet) -> Sheet:
        sources = self._sources()
        rows = tuple(
            row | {CONFIRMED: "x" if self._source(sources, sheet, key) == PRINT else ""}
            for row, key in zip(sheet.rows, sheet.keys, strict=True)
        )
        return Sheet(sheet.file, sheet.path, sheet.kind, sheet.columns, rows, sheet.keys)

    def _insist_on_sense(self, over: Mapping[str, Any]) -> None:
        """The title must be able to use what is about to be written. Raises DataError; nothing is written."""
        kept = {path.name: path.read_bytes() for path in self.folder.glob("*.yaml")}
        try:
            for name, part in over.items():
                self._write(name, part)
            self.data.forget()
            for name in self.data.under((self.name,)).scenarios:
                self.title.open_scenario(packs.joined(f"{self.title_id}/{name}", (self.name,)))
        except (DataError, Misfit):
            for path in self.folder.glob("*.yaml"):
                if path.name not in kept:
                    path.unlink()
            for name, data in kept.items():
                replace_file(self.folder / name, data)
            raise
        finally:
            self.data.forget()

    def _write_all(self, over: Mapping[str, Any], covers: Mapping[str, Any] | None) -> None:
        for name, part in over.items():
            self._write(name, part)
        if covers is not None:
            alone = not (self.data.path / f"{SOURCES}.yaml").is_file()
            about = {"title": self.title.name, "works": {}} if alone else {}
            self._write(SOURCES, {**about, "covers": covers} if covers else SAME)
        self.data.forget()

    def _write(self, name: str, part: Any) -> None:
        path = self.folder / f"{name}.yaml"
        if part is SAME or part == {}:
            path.unlink(missing_ok=True)
            return
        text: str = yaml.safe_dump(part, allow_unicode=True, sort_keys=False, width=120, default_flow_style=None)
        replace_file(path, text.encode())


def _mark(said: dict[str, Any], shipped: Any, sheet: Sheet, rows: Sequence[Row]) -> None:
    """Let the entries that are confirmed name the print as their source; the others what they named before."""
    entries = _entries_of(said, sheet)
    before = _entries_of(shipped, sheet)
    marked = [row for row in rows if any(cell for name, cell in row.items() if name != CONFIRMED)]
    for (key, entry), row in zip(entries.items(), marked, strict=False):
        if "source" not in sheet.columns:
            return
        if row.get(CONFIRMED):
            entry["source"] = PRINT
        elif entry.get("source") == PRINT:
            entry["source"] = before.get(key, {}).get("source", f"{ESTIMATE}: typed in and not yet compared")


def _entries_of(plain: Any, sheet: Sheet) -> dict[Any, Any]:
    for step in sheet.path:
        plain = plain[step] if isinstance(plain, dict) and step in plain else {}
    if sheet.kind == "lists":
        return {(name, packs.apart(one)): one for name, part in plain.items() for one in part}
    return plain if isinstance(plain, dict) else {(number, packs.apart(one)): one for number, one in enumerate(plain)}


def _count(over: Any) -> int:
    """How many values a partial file changes; who confirms one does not change it."""
    if isinstance(over, dict):
        return sum(_count(value) for name, value in over.items() if name != "source")
    return 1


def _ids(files: Mapping[str, Any]) -> dict[str, set[str]]:
    """The ids of all spaces, hexes and units, with what they are."""
    found: dict[str, set[str]] = {}
    map_ = files.get("map", {})
    for what, names in (
        ("a unit", files.get("units", {}).get("units", {})),
        ("a space", map_.get("spaces", {})),
        ("a hex", HexGrid(GridEntry.model_validate(map_["grid"])).names if "grid" in map_ else ()),
    ):
        for name in names:
            found.setdefault(str(name), set()).add(what)
    return found


SPOKEN = {"name", "short", "source", "note", "summary", "title", "credits", "history", "playing_time", "text"}
"""Fields that hold words, in which an id is no id."""


def _renamed(here: Any, swap: Mapping[str, str], ids: Any, counted: list[int]) -> Any:
    if isinstance(here, dict):
        return {
            _name(key, swap, ids, counted): value if key in SPOKEN else _renamed(value, swap, ids, counted)
            for key, value in here.items()
        }
    if isinstance(here, list):
        return [_renamed(one, swap, ids, counted) for one in here]
    return _name(here, swap, ids, counted)


def _name(value: Any, swap: Mapping[str, str], ids: Any, counted: list[int]) -> Any:
    """A value that is an id, or two ids with a dash between, under the new names."""
    if not isinstance(value, str):
        return value
    found = swap.get(value)
    ends = value.split("-")
    if found is None and len(ends) == 2 and all(end in ids for end in ends) and not swap.keys().isdisjoint(ends):
        found = "-".join(swap.get(end, end) for end in ends)
    counted[0] += found is not None
    return value if found is None else found
