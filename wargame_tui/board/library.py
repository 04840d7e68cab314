"""The data files of a title: map, units, charts, look, guide, help and medals.yaml; every other file is a scenario."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property, wraps
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, cast

from pydantic import Field

from wargame_tui.board import files, packs, plain
from wargame_tui.board.conduct_file import ConductFile
from wargame_tui.board.files import Entry, place_in
from wargame_tui.board.guide import GuideFile
from wargame_tui.board.helps import HelpFile
from wargame_tui.board.hex_board import HexBoard
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.packs import Pack, UnknownPack
from wargame_tui.board.record import Medal, MedalsFile
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.sources import FILE as SOURCES
from wargame_tui.board.sources import Sources, SourcesFile
from wargame_tui.board.views import Help

SCENARIO = "scenario"
"""Key of `models` for every file that has no model under its own name."""
MEDALS = "medals"
CONDUCT = "conduct"
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
E = TypeVar("E", bound=Entry)
R = TypeVar("R")
P = ParamSpec("P")


class Layers(Generic[M, U, C, S]):
    """A title's folder with some data packs laid over it, the files read when they are first asked for."""

    def __init__(self, data: "DataFolder[M, U, C, S]", names: tuple[str, ...]) -> None:
        """Raises UnknownPack, DataError."""
        offered = packs.offered(data.title_id, data.path) if names else {}
        for name in names:
            if name not in offered:
                known = ", ".join(offered) or "none"
                raise UnknownPack(
                    f"no data pack `{name[:60]}` of {data.title_id}; there are {known}. "
                    f"Its folder belongs into {packs.packs_folder() / data.title_id}"
                )
            offered[name].insist_on_title(data.title_id)
        self.packs = tuple(offered[name] for name in names)
        self.digests = {pack.name: pack.digest for pack in self.packs}
        """SHA-256 of the packs as they are read."""
        self._data = data

    def paths(self, name: str) -> tuple[Path, ...]:
        """A file and what the packs lay over it."""
        own = self._data.path / f"{name}.yaml"
        return (*([own] if own.is_file() else []), *self.over(name)) or (own,)

    def over(self, name: str) -> tuple[Path, ...]:
        """What the packs lay over a file."""
        return tuple(path for pack in self.packs if (path := pack.file(name)))

    def plain(self, name: str) -> Any:
        """A file as plain values."""
        return packs.read(self._data.path / f"{name}.yaml", self.over(name))

    def _load(self, name: str, model: type[E]) -> E:
        return files.fit(self.plain(name), model, self.paths(name))

    @cached_property
    def map(self) -> M:
        """The map, the same in every scenario."""
        return self._load("map", self._data.map_model)

    @cached_property
    def units(self) -> U:
        """The counters."""
        return self._load("units", self._data.units_model)

    @cached_property
    def charts(self) -> C:
        """The charts."""
        return self._load("charts", self._data.charts_model)

    @cached_property
    def board(self) -> HexBoard:
        """A map of hexes as rules use it."""
        return HexBoard(cast("HexMapEntry", self.map))

    @cached_property
    def scenarios(self) -> Mapping[str, S]:
        """The scenarios by name of their file, in the order in which they are offered."""
        folders = (self._data.path, *(pack.path for pack in self.packs))
        stems = {path.stem for folder in folders for path in folder.glob("*.yaml")} - self._data.models.keys()
        names = sorted(stems - {packs.FILE, SOURCES, LOOK, CONDUCT, GUIDE, HELP, MEDALS})
        found: dict[str, Any] = {name: self._load(name, self._data.scenario_model) for name in names}
        return dict(sorted(found.items(), key=lambda item: item[1].order))

    @cached_property
    def sources(self) -> Sources:
        """What the map, the counters, the charts and the scenarios rest on."""
        return Sources(self._data.path, ("map", "units", "charts", *self.scenarios), self.over)

    def digest(self, name: str) -> str:
        """SHA-256 of the files that a scenario rests on, with the one that it is based on, and of the packs."""
        names = ["map", "units", "charts", name, *self.scenarios[name].rests_on]
        found = plain.digest(*(path for each in names if (path := self._data.path / f"{each}.yaml").is_file()))
        if not self.packs:
            return found
        return sha256(" ".join([found, *(f"{pack.name} {pack.digest}" for pack in self.packs)]).encode()).hexdigest()


class DataFolder(Generic[M, U, C, S]):
    """A title's folder, read under the data packs of the game in hand. Everything raises DataError.

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
        self.title_id, self._folder = title_id, folder
        self._medals = medals
        self.map_model, self.units_model, self.charts_model, self.scenario_model = map_, units, charts, scenario
        self._layers: dict[tuple[str, ...], Layers[M, U, C, S]] = {}
        self._digests: dict[str, str] = {}
        self._clear: list[Callable[[], None]] = []
        """Forgets what functions have found for ids of scenarios, one by one."""
        self._taken, self._file = "", ""
        """The scenario in hand, and the name of its file."""
        self._all_found: dict[tuple[str, ...], dict[Any, Any]] = {}
        """What functions of the data have found, by the packs in use, function and arguments."""
        self._use(())

    def take_up(self, scenario: str) -> str:
        """Read all files under the packs that a scenario's id names (`TITLE/SCENARIO+PACK`), until another one is taken
        up; the name of the scenario's file. Raises UnknownPack, DataError.
        """
        if scenario != self._taken:
            own, names = packs.split(scenario)
            self._use(names)
            self._taken, self._file = scenario, own.partition("/")[2]
        return self._file

    def _use(self, names: tuple[str, ...]) -> None:
        self._now = self.under(names)
        self._names = names
        self._found = self._all_found.setdefault(names, {})

    def forget(self) -> None:
        """Read everything again when it is next asked for: a pack was changed."""
        self._layers.clear()
        self._digests.clear()
        self._all_found.clear()
        self._taken, self._file = "", ""
        self._use(())
        for clear in self._clear:
            clear()

    def take_in_changes(self) -> None:
        """Read everything again if a data pack is no longer as it was when it was read."""
        known = {pack for layers in self._layers.values() for pack in layers.packs}
        if any(Pack(pack.name, pack.path).digest != pack.digest for pack in known):
            self.forget()

    def id_of(self, name: str) -> str:
        """The id of the scenario in a file, under the packs in use."""
        return packs.joined(f"{self.title_id}/{name}", self._names)

    def under(self, names: tuple[str, ...]) -> Layers[M, U, C, S]:
        """The files under some packs. Raises UnknownPack, DataError."""
        if names not in self._layers:
            self._layers[names] = Layers(self, names)
        return self._layers[names]

    def cached(self, find: Callable[P, R]) -> Callable[P, R]:
        """Remembers what a function of the data files finds, apart for all packs in use: a decorator."""

        @wraps(find)
        def found(*given: P.args, **named: P.kwargs) -> R:
            key = find, given, *named.items()
            if key not in self._found:
                self._found[key] = find(*given, **named)
            result: R = self._found[key]
            return result

        return found

    def opened(self, find: Callable[P, R]) -> Callable[P, R]:
        """Remembers what a function finds for the id of a scenario, which names the packs: a decorator, and quicker."""
        return self.forgotten(cast("Callable[P, R]", cache(find)))

    def forgotten(self, found: Callable[P, R]) -> Callable[P, R]:
        """Has a cache of `functools` forget, too, when the files are read again: a decorator over it."""
        self._clear.append(cast("Any", found).cache_clear)
        return found

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._folder or plain.scenarios_folder() / self.title_id

    @property
    def models(self) -> Mapping[str, type[Entry]]:
        """The models of the files by their names without ending."""
        models: dict[str, type[Entry]] = {"map": self.map_model, "units": self.units_model, "charts": self.charts_model}
        models |= {LOOK: Look} | ({MEDALS: MedalsFile} if self._medals else {})
        also: Mapping[str, type[Entry]] = {CONDUCT: ConductFile, GUIDE: GuideFile, HELP: HelpFile, SOURCES: SourcesFile}
        models |= {name: model for name, model in also.items() if (self.path / f"{name}.yaml").exists()}
        return models | {SCENARIO: self.scenario_model}

    @property
    def map(self) -> M:
        """The map, the same in every scenario."""
        return self._now.map

    @property
    def units(self) -> U:
        """The counters."""
        return self._now.units

    @property
    def charts(self) -> C:
        """The charts."""
        return self._now.charts

    @property
    def board(self) -> HexBoard:
        """A map of hexes as rules use it."""
        return self._now.board

    @property
    def scenarios(self) -> Mapping[str, S]:
        """The scenarios by name of their file, in the order in which they are offered."""
        return self._now.scenarios

    @property
    def sources(self) -> Sources:
        """What the map, the counters, the charts and the scenarios rest on."""
        return self._now.sources

    @cached_property
    def look(self) -> Look:
        """How it is drawn; no rule rests on it, so that it is not part of the digest, and can be left out."""
        path = self.path / f"{LOOK}.yaml"
        return files.load(path, Look) if path.is_file() else PLAIN

    @cached_property
    def rulebook(self) -> Rulebook:
        """rules.md, which no pack changes."""
        return Rulebook.read(self.path / "rules.md")

    @cached_property
    def medals(self) -> tuple[Medal, ...]:
        """What can be earned over many games, if the title has a file of it."""
        return files.load(self.path / f"{MEDALS}.yaml", MedalsFile).medals if self._medals else ()

    @cached_property
    def guide(self) -> GuideFile | None:
        """What newcomers are told, if the title has a file of it."""
        return files.load(self.path / f"{GUIDE}.yaml", GuideFile) if GUIDE in self.models else None

    @cached_property
    def conduct(self) -> ConductFile | None:
        """What a side can be asked in the other's turn, if the title has a file of it."""
        return files.load(self.path / f"{CONDUCT}.yaml", ConductFile) if CONDUCT in self.models else None

    @cached_property
    def helps(self) -> Mapping[str, Help]:
        """Help by decision, if the title has a file of it."""
        return files.load(self.path / f"{HELP}.yaml", HelpFile).by_decision() if HELP in self.models else {}

    def scenario(self, id_: str) -> S:
        """A scenario by `TITLE/SCENARIO`, which is taken up. Raises KeyError, UnknownPack."""
        return self.scenarios[self.take_up(id_)]

    def plain(self, name: str) -> Any:
        """A file as plain values."""
        return self._now.plain(name)

    def place(self, file: str, loc: tuple[str | int, ...]) -> str:
        """A field of one of the files in words: `file:line: field`."""
        return place_in(self._now.paths(file), loc)

    def digest(self, scenario: str) -> str:
        """SHA-256 of the files that a scenario (`TITLE/SCENARIO`) rests on, and of the packs in its id."""
        if scenario not in self._digests:
            own, names = packs.split(scenario)
            self._digests[scenario] = self.under(names).digest(own.partition("/")[2])
        return self._digests[scenario]
