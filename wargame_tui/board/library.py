"""The data files of a title: map.yaml, units.yaml, charts.yaml, look.yaml; every other file is a scenario."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar, cast

from pydantic import Field

from wargame_tui.board import files, plain
from wargame_tui.board.files import Entry, place_of
from wargame_tui.board.guide import GuideFile, GuideStep
from wargame_tui.board.helps import HelpFile
from wargame_tui.board.hex_board import HexBoard
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.record import Medal, MedalsFile
from wargame_tui.board.views import Help

SCENARIO = "scenario"
"""Key of `models` for every file that has no model under its own name."""
MEDALS = "medals"
GUIDE = "guide"
HELP = "help"
LOOK = "look"


class ScenarioEntry(Entry):
    """What every title's scenario file has."""

    title: str
    name: str
    summary: str
    """Two or three sentences for the chooser."""
    playing_time: str
    order: int
    """Its place among the title's scenarios."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """Names of further scenario files of the title that this one needs."""
        return ()


class VariantEntry(ScenarioEntry):
    """A scenario that may be a variant of another one."""

    based_on: str | None = None
    """The scenario of which this one is a variant."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The scenario on which it is based."""
        return (self.based_on,) if self.based_on else ()


CounterId = Annotated[str, Field(pattern=r"^[A-Za-z0-9./-]+$", max_length=14)]
"""A counter's name in files and notations: one word."""
Counter = TypeVar("Counter", bound=Entry)


class CountersFile(Entry, Generic[Counter]):
    """units.yaml: what is printed on each counter."""

    title: str
    credits: tuple[str, ...]
    units: dict[CounterId, Counter]


M = TypeVar("M", bound=Entry)
U = TypeVar("U", bound=Entry)
C = TypeVar("C", bound=Entry)
S = TypeVar("S", bound=ScenarioEntry)


class DataFolder(Generic[M, U, C, S]):
    """A title's folder, its files read when they are first asked for. Everything raises DataError.

    It lies below `scenarios`, under the title's id, unless another `folder` is named, as plug-ins from elsewhere do.
    """

    def __init__(
        self,
        title_id: str,
        map_: type[M],
        units: type[U],
        charts: type[C],
        scenario: type[S],
        *,
        medals: bool = False,
        folder: Path | None = None,
    ) -> None:
        self._title_id, self._folder = title_id, folder
        self._medals = medals
        self._map, self._units, self._charts, self._scenario = map_, units, charts, scenario
        self._digests: dict[str, str] = {}

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._folder or plain.scenarios_folder() / self._title_id

    @property
    def models(self) -> Mapping[str, type[Entry]]:
        """The models of the files by their names without ending."""
        models: dict[str, type[Entry]] = {"map": self._map, "units": self._units, "charts": self._charts, LOOK: Look}
        models |= {MEDALS: MedalsFile} if self._medals else {}
        written = {GUIDE: GuideFile, HELP: HelpFile}
        models |= {name: model for name, model in written.items() if (self.path / f"{name}.yaml").exists()}
        return models | {SCENARIO: self._scenario}

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
    def look(self) -> Look:
        """How it is drawn; no rule rests on it, so that it is not part of the digest, and can be left out."""
        path = self.path / f"{LOOK}.yaml"
        return files.load(path, Look) if path.is_file() else PLAIN

    @cached_property
    def medals(self) -> tuple[Medal, ...]:
        """What can be earned over many games, if the title has a file of it."""
        return files.load(self.path / f"{MEDALS}.yaml", MedalsFile).medals if self._medals else ()

    @cached_property
    def guide(self) -> tuple[GuideStep, ...]:
        """The guided first turn, if the title has a file of it."""
        return files.load(self.path / f"{GUIDE}.yaml", GuideFile).steps if GUIDE in self.models else ()

    @cached_property
    def help(self) -> Mapping[str, Help]:
        """Help in the title's own words, by what it is of, if the title has a file of it."""
        return files.load(self.path / f"{HELP}.yaml", HelpFile).texts if HELP in self.models else {}

    @cached_property
    def scenarios(self) -> Mapping[str, S]:
        """The scenarios by name of their file, in the order in which they are offered."""
        names = sorted(path.stem for path in self.path.glob("*.yaml") if path.stem not in self.models)
        found: dict[str, Any] = {name: files.load(self.path / f"{name}.yaml", self._scenario) for name in names}
        return dict(sorted(found.items(), key=lambda item: item[1].order))

    def scenario(self, id_: str) -> S:
        """A scenario by `TITLE/SCENARIO`. Raises KeyError."""
        return self.scenarios[id_.partition("/")[2]]

    @cached_property
    def board(self) -> HexBoard:
        """A map of hexes as rules use it."""
        return HexBoard(cast("HexMapEntry", self.map))

    def place(self, file: str, loc: tuple[str | int, ...]) -> str:
        """A field of one of the files in words: `file:line: field`."""
        return place_of(self.path / f"{file}.yaml", loc)

    def digest(self, scenario: str) -> str:
        """SHA-256 of the files that a scenario rests on, with the one that it is based on."""
        if scenario not in self._digests:
            entry = self.scenarios[scenario]
            names = ["map", "units", "charts", scenario, *entry.rests_on]
            self._digests[scenario] = plain.digest(*(self.path / f"{name}.yaml" for name in names))
        return self._digests[scenario]
