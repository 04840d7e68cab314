"""The data files of a title as tables, a sheet for each thing that is printed: counters, a set-up card, links, a chart.

What a sheet looks like follows from the shape of the data: entries with fields (a counter a row), a list of entries
(links, arrivals), names with one value each (a set-up card, by place), a chart as a grid, the hexes of a map, and what
is left of a file, a value a row. The last column, `confirmed`, is for who has compared the row with his copy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

import yaml

from wargame_tui.board.hexes import GridEntry, HexGrid
from wargame_tui.board.packs import apart
from wargame_tui.board.sources import NOT_PRINTED

CONFIRMED = "confirmed"
ID, VALUE, FIELD, HEX = "id", "value", "field", "hex"
BELOW = " > "
"""Between the steps of the way to a value."""
FEWEST = 2
"""Rows of a table."""
Kind = Literal["entries", "list", "lists", "pairs", "grid", "hexes", "rest"]
Path = tuple[str, ...]
Row = dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """A table of a data file."""

    file: str
    path: Path
    """Where in the file; of a map's hexes and of what is left of a file: nowhere."""
    kind: Kind
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    keys: tuple[Path, ...]
    """Where each row is in the file."""

    @property
    def name(self) -> str:
        """`units.units`, `campaign.setup`."""
        return ".".join((self.file, *self.path, *{"hexes": ["hexes"], "rest": ["values"]}.get(self.kind, [])))


class BadSheet(Exception):
    """A sheet that cannot be read: its row, counted as a spreadsheet does, and what is wrong."""

    def __init__(self, sheet: str, row: int, words: str) -> None:
        super().__init__(f"{sheet}, row {row}: {words}")


# From data to tables


def sheets(file: str, plain: Mapping[str, Any]) -> Iterator[Sheet]:
    """The tables of a data file, in its order; what fits no table last."""
    drawn = _drawn(plain)
    if drawn:
        yield _hexes(file, plain, drawn)
    shown = {name: value for name, value in plain.items() if name not in NOT_PRINTED | {"grid", *drawn}}
    rest: list[tuple[Path, Any]] = []
    for name, value in shown.items():
        yield from _below(file, (name,), value, rest)
    if rest:
        rows = tuple({FIELD: BELOW.join(path), VALUE: shown_as(value)} for path, value in rest)
        yield Sheet(file, (), "rest", (FIELD, VALUE), rows, tuple(path for path, _ in rest))


def _below(file: str, path: Path, value: Any, rest: list[tuple[Path, Any]]) -> Iterator[Sheet]:
    for shape in (_entries, _list, _lists, _pairs, _grid):
        sheet = shape(file, path, value)
        if sheet is not None:
            yield sheet
            return
    if isinstance(value, dict) and value:
        for name, below in value.items():
            yield from _below(file, (*path, str(name)), below, rest)
    else:
        rest.append((path, value))


def _drawn(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of a hex map that are drawn in rows of characters."""
    if "grid" not in plain:
        return ()
    grid = HexGrid(GridEntry.model_validate(plain["grid"]))
    return tuple(name for name, value in plain.items() if grid.is_drawn(value))


def _hexes(file: str, plain: Mapping[str, Any], drawn: Sequence[str]) -> Sheet:
    grid, rows = HexGrid(GridEntry.model_validate(plain["grid"])), list[Row]()
    for hex_, name in enumerate(grid.names):
        column, row = grid.square(hex_)
        rows.append({HEX: name} | {field: plain[field][row][column] for field in drawn})
    return Sheet(file, (), "hexes", (HEX, *drawn), tuple(rows), tuple((row[HEX],) for row in rows))


def _entries(file: str, path: Path, value: Any) -> Sheet | None:
    if not isinstance(value, dict) or len(value) < FEWEST or not _are(list(value.values()), dict):
        return None
    rows = [{ID: str(name)} | _cells(entry) for name, entry in value.items()]
    return Sheet(file, path, "entries", _columns(rows), tuple(rows), tuple((*path, str(name)) for name in value))


def _list(file: str, path: Path, value: Any) -> Sheet | None:
    if not isinstance(value, list) or not _are(value, dict):
        return None
    rows = [_cells(entry) for entry in value]
    keys = tuple((*path, str(number)) for number in range(len(value)))
    return Sheet(file, path, "list", _columns(rows), tuple(rows), keys)


def _lists(file: str, path: Path, value: Any) -> Sheet | None:
    """Entries under a heading each: a card of reinforcements by turn."""
    if not isinstance(value, dict) or not value or not all(_are(part, dict) for part in value.values()):
        return None
    placed = [(name, number, entry) for name, part in value.items() for number, entry in enumerate(part)]
    rows = [{ID: str(name)} | _cells(entry) for name, _, entry in placed]
    keys = tuple((*path, str(name), str(number)) for name, number, _ in placed)
    return Sheet(file, path, "lists", _columns(rows), tuple(rows), keys)


def _pairs(file: str, path: Path, value: Any) -> Sheet | None:
    """Names with a value each; a set-up card by place, as it lies before one."""
    if not isinstance(value, dict) or len(value) < 2 * FEWEST or any(_is_deep(one) for one in value.values()):
        return None
    if _are(list(value.values()), list) and len({len(one) for one in value.values()}) == 1:
        return None
    order = sorted(value, key=lambda name: shown_as(value[name])) if path[-1] == "setup" else list(value)
    rows = tuple({ID: str(name), VALUE: shown_as(value[name])} for name in order)
    return Sheet(file, path, "pairs", (ID, VALUE), rows, tuple((*path, str(name)) for name in order))


def _grid(file: str, path: Path, value: Any) -> Sheet | None:
    lines = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if len(lines) < FEWEST or not _are(lines, list) or any(_is_deep([*line]) for line in lines):
        return None
    names = list(value) if isinstance(value, dict) else range(len(lines))
    width = max(len(line) for line in lines)
    columns = (ID, *(str(number) for number in range(1, width + 1)))
    rows = tuple(
        {ID: str(name)} | {str(at): shown_as(cell) for at, cell in enumerate(line, 1)}
        for name, line in zip(names, lines, strict=True)
    )
    return Sheet(file, path, "grid", columns, rows, tuple((*path, str(name)) for name in names))


def _are(value: Any, kind: type) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, kind) for one in value)


def _is_deep(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value))


def _cells(entry: Mapping[str, Any]) -> Row:
    return {str(field): shown_as(value) for field, value in entry.items()}


def _columns(rows: Sequence[Row]) -> tuple[str, ...]:
    found = dict.fromkeys(field for row in rows for field in row)
    last = [field for field in ("source",) if field in found]
    return (*(field for field in found if field not in last), *last)


def shown_as(value: Any) -> str:
    """A value as a cell shows it: a list with commas, anything deeper as YAML writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and value and not _is_deep(value) and not any("," in str(one) for one in value):
        return ", ".join(shown_as(one) for one in value)
    if isinstance(value, (dict, list)):
        written: str = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True, sort_keys=False)
        return written.strip()
    return str(value)


# And back


def laid_over(plain: Mapping[str, Any], written: Sequence[Sheet], read: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """A data file with what its sheets say now, by the sheets' names. Raises BadSheet."""
    found = deepcopy(dict(plain))
    for sheet in written:
        if sheet.name in read:
            _READERS[sheet.kind](found, sheet, read[sheet.name])
    return found


def _reader_of_entries(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    before, after = _at(found, sheet.path), dict[str, Any]()
    for number, row in _named(sheet, rows, ID):
        if row[ID] in after:
            raise BadSheet(sheet.name, number, f"`{row[ID]}` appears there twice")
        after[row[ID]] = _entry(sheet, number, row, before.get(_like(row[ID], before), {}), list(before.values()))
    _put(found, sheet.path, {_like(name, before): entry for name, entry in after.items()})


def _reader_of_list(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    _put(found, sheet.path, _read_list(sheet, list(_filled(rows)), _at(found, sheet.path)))


def _read_list(sheet: Sheet, rows: Sequence[tuple[int, Row]], before: list[Any]) -> list[Any]:
    known = {apart(one): one for one in before}
    if len(known) < len(before):
        known = {}
    after = []
    for number, row in rows:
        same = next((one for one in before if _reads_as(row, one)), None)
        if same is None:
            entry = _entry(sheet, number, row, {}, before)
            same = _entry(sheet, number, row, known.get(apart(entry), {}), before)
        after.append(same)
    return after


def _reader_of_lists(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    before = _at(found, sheet.path)
    parts: dict[Any, list[tuple[int, Row]]] = {}
    for number, row in _named(sheet, rows, ID):
        cells = {field: cell for field, cell in row.items() if field != ID}
        parts.setdefault(_like(row[ID], before), []).append((number, cells))
    others = [one for part in before.values() for one in part]
    after = {name: _read_list(sheet, part, before.get(name, others)) for name, part in parts.items()}
    _put(found, sheet.path, after)


def _reads_as(row: Row, entry: Mapping[str, Any]) -> bool:
    """Whether a row says just what an entry says."""
    cells = {field: cell for field, cell in row.items() if cell and field != CONFIRMED}
    return cells == {field: cell for field, cell in _cells(entry).items() if cell}


def _reader_of_pairs(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    before = _at(found, sheet.path)
    after: dict[Any, Any] = {}
    for number, row in _named(sheet, rows, ID):
        name = _like(row[ID], before)
        if name in after:
            raise BadSheet(sheet.name, number, f"`{row[ID]}` appears there twice")
        after[name] = _value(sheet, number, row.get(VALUE, ""), before.get(name), list(before.values()))
    order = [name for name in before if name in after]
    _put(found, sheet.path, {name: after[name] for name in [*order, *(name for name in after if name not in before)]})


def _reader_of_grid(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    before = _at(found, sheet.path)
    lines = before.values() if isinstance(before, dict) else before
    samples, after = [cell for line in lines for cell in line], dict[Any, Any]()
    same = dict(zip((row[ID] for row in sheet.rows), lines, strict=True))
    for number, row in _named(sheet, rows, ID):
        cells = [row.get(column, "") for column in sheet.columns if column not in (ID, CONFIRMED)]
        name = _like(row[ID], before) if isinstance(before, dict) else number
        if cells[: len(line := same.get(row[ID], []))] == [shown_as(cell) for cell in line] and not any(
            cells[len(line) :]
        ):
            after[name] = line
            continue
        while cells and not cells[-1]:
            cells.pop()
        after[name] = [_value(sheet, number, cell, None, samples) for cell in cells]
    _put(found, sheet.path, after if isinstance(before, dict) else list(after.values()))


def _reader_of_hexes(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    grid = HexGrid(GridEntry.model_validate(found["grid"]))
    legend = {words: sign for sign, words in found.get("legend", {}).items()}
    for field in sheet.columns[1:]:
        lines = [list(line) for line in found[field]]
        for number, row in _named(sheet, rows, HEX):
            if row[HEX] not in grid.index:
                raise BadSheet(sheet.name, number, f"there is no hex `{row[HEX]}`")
            sign = row.get(field, "")
            sign = legend.get(sign, sign) if field == "terrain" else sign
            if len(sign) != 1:
                raise BadSheet(sheet.name, number, f"`{field}` is one character, or a word of the map's legend")
            column, line = grid.square(grid.index[row[HEX]])
            lines[line][column] = sign
        found[field] = ["".join(line) for line in lines]


def _reader_of_rest(found: dict[str, Any], sheet: Sheet, rows: Sequence[Row]) -> None:
    paths = {BELOW.join(path): path for path in sheet.keys}
    for number, row in _named(sheet, rows, FIELD):
        path = paths.get(row[FIELD])
        if path is None:
            raise BadSheet(sheet.name, number, f"there is no field `{row[FIELD]}`")
        before = _at(found, path)
        _put(found, path, _value(sheet, number, row.get(VALUE, ""), before, [before]))


_READERS: Mapping[Kind, Callable[[dict[str, Any], Sheet, Sequence[Row]], None]] = {
    "entries": _reader_of_entries,
    "list": _reader_of_list,
    "lists": _reader_of_lists,
    "pairs": _reader_of_pairs,
    "grid": _reader_of_grid,
    "hexes": _reader_of_hexes,
    "rest": _reader_of_rest,
}


def _filled(rows: Sequence[Row]) -> Iterator[tuple[int, Row]]:
    """The rows with something in them; a spreadsheet counts its heading as the first."""
    return ((number, row) for number, row in enumerate(rows, 2) if any(row.values()))


def _named(sheet: Sheet, rows: Sequence[Row], field: str) -> Iterator[tuple[int, Row]]:
    for number, row in _filled(rows):
        if not row.get(field):
            raise BadSheet(sheet.name, number, f"`{field}` is empty")
        yield number, row


def _entry(sheet: Sheet, number: int, row: Row, before: Mapping[str, Any], others: Sequence[Any]) -> dict[str, Any]:
    """An entry with the fields whose cells are not empty."""
    if before and _reads_as({name: cell for name, cell in row.items() if name != ID or ID in before}, before):
        return dict(before)
    found: dict[str, Any] = {}
    for field in dict.fromkeys((*before, *row)):
        cell = row.get(str(field), "")
        if str(field) in (ID, CONFIRMED) and field not in before and field not in sheet.columns[1:]:
            continue
        if cell or (before.get(field) in ("", None) and field in before):
            samples = [other[field] for other in others if field in other]
            found[field] = _value(sheet, number, cell, before.get(field), samples)
    return found


def _value(sheet: Sheet, number: int, cell: str, before: Any, samples: Sequence[Any]) -> Any:
    """What a cell says: as before if it reads as before; else in the manner of what stands in its column."""
    if before is not None and shown_as(before) == cell:
        return before
    if cell == "":
        return None
    for sample in (before, *samples):
        if sample is not None and (found := _in_manner(cell, sample)) is not None:
            return found
    try:
        return yaml.safe_load(cell) if not samples else cell
    except yaml.YAMLError:
        raise BadSheet(sheet.name, number, f"`{cell[:60]}` cannot be read") from None


def _in_manner(cell: str, sample: Any) -> Any:
    """A cell read as something of the sample's kind; None if it is none."""
    if isinstance(sample, bool):
        return {"yes": True, "no": False, "true": True, "false": False, "x": True}.get(cell.lower())
    if isinstance(sample, (int, float)):
        return _number(cell)
    if isinstance(sample, list) and not _is_deep(sample):
        parts = [part.strip() for part in cell.removeprefix("[").removesuffix("]").split(",")]
        inner = [_in_manner(part, sample[0]) for part in parts] if sample else parts
        return None if None in inner else inner
    if isinstance(sample, (dict, list)):
        return _deep(cell, type(sample))
    return cell


def _number(cell: str) -> int | float | None:
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return None


def _deep(cell: str, kind: type) -> Any:
    try:
        found = yaml.safe_load(cell)
    except yaml.YAMLError:
        return None
    return found if isinstance(found, kind) else None


def _like(name: str, before: Any) -> Any:
    """A name as it is written there: some are numbers."""
    return next((known for known in before if str(known) == name), name)


def _at(found: Any, path: Path) -> Any:
    for step in path:
        found = found[_like(step, found)]
    return found


def _put(found: Any, path: Path, value: Any) -> None:
    holder = _at(found, path[:-1])
    holder[_like(path[-1], holder)] = value
