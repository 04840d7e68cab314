"""The data files of a title: map.yaml, units.yaml, charts.yaml; every other file is a scenario."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from wargame_tui.board import files, plain
from wargame_tui.board.files import Entry, place_of

SCENARIO = "scenario"
"""Key of `models` for every file that has no model under its own name."""
M = TypeVar("M", bound=Entry)
U = TypeVar("U", bound=Entry)
C = TypeVar("C", bound=Entry)
S = TypeVar("S", bound=Entry)


class DataFolder(Generic[M, U, C, S]):
    """A title's folder below `scenarios`, its files read when they are first asked for. Everything raises DataError."""

    def __init__(self, title_id: str, map_: type[M], units: type[U], charts: type[C], scenario: type[S]) -> None:
        self._title_id = title_id
        self._map, self._units, self._charts, self._scenario = map_, units, charts, scenario
        self._digests: dict[str, str] = {}

    @property
    def path(self) -> Path:
        """Where it lies."""
        return plain.scenarios_folder() / self._title_id

    @property
    def models(self) -> Mapping[str, type[Entry]]:
        """The models of the files by their names without ending."""
        return {"map": self._map, "units": self._units, "charts": self._charts, SCENARIO: self._scenario}

    @cached_property
    def map(self) -> M:
        """The map, the same in every scenario."""
        return files.load(self.path / "map.yaml", self._map)

    @cached_property
    def units(self) -> U:
        """The counters."""
        return files.load(self.path / "units.yaml", self._units)

    @cached_property
    def charts(self) -> C:
        """The charts."""
        return files.load(self.path / "charts.yaml", self._charts)

    @cached_property
    def scenarios(self) -> Mapping[str, S]:
        """The scenarios by name of their file, in the order in which they are offered."""
        names = sorted(path.stem for path in self.path.glob("*.yaml") if path.stem not in self.models)
        found: dict[str, Any] = {name: files.load(self.path / f"{name}.yaml", self._scenario) for name in names}
        return dict(sorted(found.items(), key=lambda item: int(item[1].order)))

    def place(self, file: str, loc: tuple[str | int, ...]) -> str:
        """A field of one of the files in words: `file:line: field`."""
        return place_of(self.path / f"{file}.yaml", loc)

    def digest(self, scenario: str) -> str:
        """SHA-256 of the files that a scenario rests on, with the one that it is based on."""
        if scenario not in self._digests:
            entry: Any = self.scenarios[scenario]
            names = ["map", "units", "charts", scenario, *([entry.based_on] if entry.based_on else [])]
            self._digests[scenario] = plain.digest(*(self.path / f"{name}.yaml" for name in names))
        return self._digests[scenario]
