"""Where the numbers on the table come from: what the files say of a space, a unit, a chart, each with its source."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wargame_tui.board.hexes import GridEntry, HexGrid
from wargame_tui.board.sources import HEXES, NOT_PRINTED, PRINT, Sources

Path = tuple[str | int, ...]
MAP, UNITS, CHARTS = "map", "units", "charts"
UNSAID = "no source is given"
MOST_LISTED = 6
"""Members of a list that are told one by one."""
LONGEST = 60
"""Characters of a value; the panel is about where it comes from, not what it is."""
_NAMES = ("name", "between", "source")
"""Fields that stand in the heading, or are what this is all about."""
_SAID = {
    "at": "position",
    "between": "from and to",
    "branch": "service",
    "cv": "CV",
    "def": "defence",
    "ffl": "FFL",
    "ground cap": "ground capacity",
    "kg": "Kampfgruppe",
    "mf": "MF",
    "parenthesised": "in parentheses",
    "path": "runs through",
    "rrd": "Roer dams",
    "short": "on the counter",
    "sure": "how sure",
    "tank": "tank silhouette",
    "tem": "TEM",
    "tq": "Troop Quality",
    "via": "drawn through",
    "vp": "VP",
}
"""What players call fields that the files abbreviate, or name by what the program does with them."""
_IDENTIFIER = re.compile(r"[a-z]+(_[a-z]+)+")
_OF_ONES_OWN = re.compile(r"\b(estimate|reconstruct|judgement)", re.IGNORECASE)
_LAID_DOWN = re.compile(r"[*+]+$")
"""What set-ups add to the name of a unit: how it begins the game."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Some values, and what they rest on."""

    values: tuple[tuple[str, str], ...]
    """Each with the name of its field, or without one."""
    sources: tuple[str, ...]
    """In words, one a line."""
    estimated: bool
    """Whether one of them is an estimate."""

    @property
    def words(self) -> str:
        """The values in one line."""
        return ", ".join(f"{_SAID.get(field, field)} {value}".strip() for field, value in self.values)


@dataclass(frozen=True, slots=True)
class Printed:
    """Something printed: an entry of a data file."""

    heading: str
    origins: tuple[Origin, ...]

    @property
    def estimated(self) -> bool:
        """Whether anything of it rests on an estimate."""
        return any(origin.estimated for origin in self.origins)


class Origins:
    """What the files of a scenario rest on, by what lies on the table. Everything raises DataError."""

    def __init__(self, sources: Sources, scenarios: Sequence[str], at: tuple[str, ...] = ()) -> None:
        """`scenarios` are the files of the scenario; `at` is where the map in hand lies in a file of several."""
        self._sources, self._scenarios, self._at = sources, scenarios, at

    # What is asked

    def of_space(self, space: str) -> tuple[Printed, ...]:
        """What the map says of a space: itself, and what leads to and along it."""
        return (*self._ground(space), *(self._entry(MAP, path) for path in self._by_space.get(space, ())))

    def of_unit(self, unit: str, entries: Sequence[Sequence[str]] = ()) -> tuple[Printed, ...]:
        """What counter and set-up say of a unit; `entries` are those of units.yaml for a counter not listed by name."""
        placed = ((name, path) for name in self._scenarios for path in self._by_unit(name).get(unit, ()))
        return (*self._counter(unit, entries), *(self._entry(name, path) for name, path in placed))

    @cached_property
    def charts(self) -> tuple[Printed, ...]:
        """Every chart, its parts by what they rest on."""
        found: dict[str, dict[str | None, dict[str, None]]] = {}
        for path, text in self._sources.values(CHARTS):
            found.setdefault(str(path[0]), {}).setdefault(text, {})[self._part(path)] = None
        return tuple(
            Printed(_words(chart), tuple(self._chart_part(parts, text) for text, parts in by.items()))
            for chart, by in found.items()
        )

    def _chart_part(self, parts: Iterable[str], text: str | None) -> Origin:
        return self._origin(CHARTS, [("", part) for part in parts], text)

    def _part(self, path: Path) -> str:
        """What a value of a chart is part of: a row or column by its name, else the value itself."""
        chart = self._sources.plain(CHARTS)[path[0]]
        if len(path) == 1:
            return _short(_value(chart))
        return _called(chart[path[1]], path[:2]) if isinstance(path[1], int) else _words(path[1])

    @property
    def works(self) -> tuple[str, ...]:
        """The bibliography."""
        return tuple(work.words for work in self._sources.file.works.values())

    @cached_property
    def shares(self) -> Mapping[str, tuple[int, int]]:
        """By file: how many values, and how many of them rest on an estimate, if only in part."""
        found = {}
        for name in (MAP, UNITS, CHARTS, *self._scenarios):
            texts = [text or self._whole(name) for _, text in self._sources.values(name)]
            found[name] = len(texts), sum(_is_estimate(text) for text in texts)
        return found

    # What rests on estimates

    @cached_property
    def doubtful_spaces(self) -> frozenset[str]:
        """Spaces of which something that is theirs alone rests on an estimate."""
        return frozenset(space for space in self._spaces if any(each.estimated for each in self._own(space)))

    def doubts_of_space(self, space: str) -> frozenset[str]:
        """What of a space rests on an estimate: fields in words; neighbours, if something on the way to them does."""
        links = (path for path in self._by_space.get(space, ()) if path[0] == "links")
        near = {
            str(end)
            for path in links
            if self._entry(MAP, path).estimated
            for end in self._map["links"][path[1]]["between"]
            if str(end) != space
        }
        return frozenset(near) | _doubts(self._own(space))

    def doubts_of_unit(self, unit: str, entries: Sequence[Sequence[str]] = ()) -> frozenset[str]:
        """What is printed on a unit's counter and rests on an estimate: fields in words."""
        return _doubts(self._counter(unit, entries))

    def _own(self, space: str) -> Iterator[Printed]:
        """What is said of a space alone: not of roads and rivers that run through it."""
        yield from self._ground(space)
        for path in self._by_space.get(space, ()):
            if path[0] not in ("links", "roads", "rivers"):
                yield self._entry(MAP, path)

    # The map

    @cached_property
    def _map(self) -> Any:
        found = self._sources.plain(MAP)
        for step in self._at:
            found = found[step]
        return found

    @cached_property
    def _grid(self) -> HexGrid | None:
        grid = self._map.get("grid")
        return HexGrid(GridEntry.model_validate(grid)) if grid else None

    @cached_property
    def _spaces(self) -> frozenset[str]:
        if self._grid is None:
            return frozenset(map(str, self._map.get("spaces", ())))
        return frozenset((*self._grid.names, *self._map.get("boxes", ())))

    @cached_property
    def _by_space(self) -> Mapping[str, Sequence[Path]]:
        """For every space the entries of the map that name it."""
        found: dict[str, dict[Path, None]] = {}
        for path, text in _names_in(self._map):
            if self._grid is None and not _names_an_area(path):
                continue
            ends = text.split("-")
            for space in (text,) if text in self._spaces else ends if self._spaces.issuperset(ends) else ():
                found.setdefault(space, {})[_entry_of(self._map, path)] = None
        return {space: tuple(paths) for space, paths in found.items()}

    def _ground(self, space: str) -> Iterator[Printed]:
        """What the rows of a hex map say of a hex."""
        if self._grid is None or (hex_ := self._grid.index.get(space)) is None:
            return
        column, row = self._grid.square(hex_)
        for name, rows in self._map.items():
            if name in NOT_PRINTED or not self._grid.is_drawn(rows):
                continue
            sign = rows[row][column]
            value = _value(self._map["legend"].get(sign, sign)) if name == "terrain" else sign
            own = self._sources.at(MAP, (HEXES, space))  # What an owner has compared, hex by hex.
            text = PRINT if own == PRINT else self._text(MAP, (name, row))
            yield Printed(_words(name), (self._origin(MAP, [("", value)], text),))

    # Units

    def _counter(self, unit: str, entries: Sequence[Sequence[str]]) -> Iterator[Printed]:
        units = self._sources.plain(UNITS)
        own = [(top, unit) for top, table in units.items() if isinstance(table, dict) and unit in table]
        for path in (*own, *map(tuple, entries)):
            yield self._entry(UNITS, path)

    def _by_unit(self, name: str) -> Mapping[str, Sequence[Path]]:
        """For every unit the entries of a scenario that name it."""
        if name not in self._placed:
            plain, found = self._sources.plain(name), dict[str, dict[Path, None]]()
            for path, text in _names_in({k: v for k, v in plain.items() if k not in NOT_PRINTED}):
                found.setdefault(_LAID_DOWN.sub("", text), {})[_entry_of(plain, path)] = None
            self._placed[name] = {unit: tuple(paths) for unit, paths in found.items()}
        return self._placed[name]

    @cached_property
    def _placed(self) -> dict[str, Mapping[str, Sequence[Path]]]:
        return {}

    # Entries

    def _entry(self, name: str, path: Path) -> Printed:
        """An entry of a file with the sources of its values."""
        here = self._map if name == MAP else self._sources.plain(name)
        for step in path:
            here = here[step]
        groups: dict[str | None, list[tuple[str, str]]] = {}
        fields = here if isinstance(here, dict) else {"": here}
        for field, value in fields.items():
            if field not in _NAMES:
                text = self._text(name, (*path, field) if field else path)
                groups.setdefault(text, []).append((_words(field), _short(_value(value))))
        if not groups:
            groups[self._text(name, path)] = [("name", _called(here, path))]
        origins = tuple(self._origin(name, values, text) for text, values in groups.items())
        return Printed(f"{self._heading(name, path)}{_called(here, path)}", origins)

    def _heading(self, name: str, path: Path) -> str:
        table = _one_of(_words(path[0])) if len(path) > 1 else ""
        if name in (MAP, UNITS):
            return f"{table}: " if table else ""
        return f"{self._sources.plain(name).get('name', name)}, {table}: "

    def _text(self, name: str, path: Path) -> str | None:
        return self._sources.at(name, (*self._at, *path) if name == MAP else path)

    def _whole(self, name: str) -> str:
        """What a file says of itself as a whole, which counts where nothing else is said."""
        plain = self._sources.plain(name)
        return str(plain.get("source", "")) if isinstance(plain, dict) else ""

    def _origin(self, name: str, values: Sequence[tuple[str, str]], text: str | None) -> Origin:
        said = text or self._whole(name)
        return Origin(tuple(values), self._sources.told(said) or (UNSAID,), _is_estimate(said))


def _is_estimate(text: str) -> bool:
    return bool(_OF_ONES_OWN.search(text))


def _doubts(printed: Iterable[Printed]) -> frozenset[str]:
    """The names of the fields whose values rest on an estimate; the entry's own where a value has no field."""
    return frozenset(
        field or each.heading
        for each in printed
        for origin in each.origins
        if origin.estimated
        for field, _ in origin.values
    )


def _names_in(here: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text in plain values and every name of a mapping's parts, each with its place."""
    if isinstance(here, dict):
        for name, below in here.items():
            if path:
                yield (*path, name), str(name)
            if name != "source":
                yield from _names_in(below, (*path, name))
    elif isinstance(here, list):
        for number, below in enumerate(here):
            yield from _names_in(below, (*path, number))
    elif isinstance(here, str):
        yield path, here


def _names_an_area(path: Path) -> bool:
    """Whether a place in an area map names an area; elsewhere their numbers are only numbers."""
    return (path[0] == "spaces" and len(path) == 2) or (path[0] == "links" and path[2] == "between")


def _entry_of(plain: Any, path: Path) -> Path:
    """The entry around a place: the innermost mapping in a list, else what a table has under a name."""
    here, found = plain, 2
    for depth, step in enumerate(path, 1):
        here = here[step]
        if isinstance(step, int) and isinstance(here, dict):
            found = depth
    return path[:found]


def _called(here: Any, path: Path) -> str:
    """What an entry is called: by its name, the ends of a link, its place in the file."""
    if isinstance(here, dict):
        if between := here.get("between"):
            return " - ".join(map(str, between))
        if name := here.get("name"):
            return str(name)
    return str(path[-1]) if not isinstance(path[-1], int) else str(path[-1] + 1)


def _value(value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(
            f"{_SAID.get(_words(name), _words(name))} {_value(below)}"
            for name, below in value.items()
            if name not in _NAMES
        )
    if isinstance(value, list):
        return "/".join(map(_value, value)) if len(value) <= MOST_LISTED else f"({len(value)})"
    if isinstance(value, str) and _IDENTIFIER.fullmatch(value):
        return _words(value)
    return "none" if value is None else str(value)


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def _one_of(table: str) -> str:
    """What an entry of a table is: of `links` a link, of `boxes` a box, of `entries` an entry."""
    for many, one in (("ies", "y"), ("xes", "x"), ("ches", "ch"), ("sses", "ss"), ("ss", "ss"), ("s", "")):
        if table.endswith(many):
            return table.removesuffix(many) + one
    return table


def _words(name: str | int) -> str:
    return str(name).replace("_", " ")
