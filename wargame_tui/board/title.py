"""What a title with a map offers to front ends beyond its rules: the table to look at, and words about it."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from wargame_tui.board import files
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.desk import Desk
from wargame_tui.board.fact import Fact
from wargame_tui.board.files import Entry
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.library import SCENARIO, DataFolder
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.plain import DataError, read_plain
from wargame_tui.board.record import Medal, RunRecord
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Counter, Highlight, Overlay, Scene
from wargame_tui.core.codec import Codec
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.state import S
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import BadState, Title, UnknownScenario


@dataclass(frozen=True, slots=True)
class Target:
    """What on the table a command is about, so that picking it there and picking the command are one thing."""

    space: str | None = None
    unit: str | None = None
    bridge: str | None = None
    to: str | None = None
    """Space to which the unit, or another piece of that name, is to go: it is taken in hand, then put down there."""
    aside: bool = False
    """Rarely meant: it stands in the list, but picking on the map passes it over for anything else there."""
    group: str | None = None
    """Words for all commands of its kind, if one line may stand for them where a list is long."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a track."""

    label: str
    status: str
    """`past`, `now` or `ahead`."""


@dataclass(frozen=True, slots=True)
class PhaseBar:
    """Everything the bar above the map says of time and score."""

    date: str
    turns: tuple[Box, ...]
    impulses: tuple[Box, ...]
    phase: str
    score: str
    notes: tuple[str, ...] = ()
    """Short facts of the moment: special forces in force, weather, who holds the advantage."""


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """Everything about one unit."""

    counter: Counter
    name: str
    formation: str
    space: str | None
    facts: tuple[Fact, ...]
    may: tuple[str, ...]
    """What it may do now, in words; empty if nothing."""
    why_not: Refusal | None
    """If it may do nothing now: why."""


@dataclass(frozen=True, slots=True)
class SpaceSheet:
    """Everything about one space."""

    space: str
    heading: str
    facts: tuple[Fact, ...]
    links: tuple[Fact, ...]
    """Neighbours: name, then road, river and bridge in words."""


@dataclass(frozen=True, slots=True)
class Help:
    """What a player should know to decide now."""

    heading: str
    lines: tuple[str, ...]
    """Sentences in the order in which they are needed; rule numbers in parentheses."""
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """One firing unit or gun: at whom, and how each die fared against its number."""

    firer: str
    target: str
    needed: int
    """Hits on this or less, modifiers included."""
    printed: int
    """The number before modifiers."""
    modifiers: tuple[str, ...]
    dice: tuple[int, ...] | None
    """None until rolled."""
    hits: int
    verb: str = "fires at"
    """What the firer does to the target."""
    outcome: str = ""
    """What the dice came to, where that is not a number of hits."""
    aimed: bool = True
    """Whether the target is chosen before the dice; the target of others is told with them."""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A unit in a battle: its counter, the strength with which it came, what happens to it."""

    counter: Counter
    start_strength: int
    strength: int
    marks: str
    """Guns laid on it and the like."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A side's total in a battle of two totals: its value term by term, and the dice that are added."""

    side: str
    name: str
    """What the value is called, `AV`."""
    terms: tuple[Modifier, ...]
    dice: tuple[int, ...] | None
    """None until rolled."""
    note: str = ""
    """What the terms take for granted while not all is declared."""

    @property
    def value(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)

    @property
    def total(self) -> int:
        """The value and the dice."""
        return self.value + sum(self.dice or ())


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle being fought or just over."""

    space: str
    heading: str
    attacker: str
    defender: str
    attackers: tuple[BattleRow, ...]
    defenders: tuple[BattleRow, ...]
    stage: str
    modifiers: tuple[Fact, ...]
    shots: tuple[Shot, ...]
    finished: bool
    tallies: tuple[Tally, ...] = ()
    """The attacker's and the defender's total, in games that compare two."""
    throws: int = 0
    """How often the dice of the totals have been thrown."""
    result: str = ""
    """What the comparison of the totals means."""
    settled: bool = False
    """Of a finished battle: the strengths of the rows are those at its end, not those of now."""

    @property
    def rolls(self) -> int:
        """Rolls made so far."""
        return self.throws + sum(shot.dice is not None for shot in self.shots)


@dataclass(frozen=True, slots=True)
class OverlayInfo:
    """An overlay that a player can switch on."""

    id: str
    name: str
    legend: tuple[tuple[Highlight, str], ...] = ()
    """What its marks mean, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class PlanSource:
    """Something that pays: a depot with its points."""

    id: str
    name: str
    space: str | None
    """Where it is; None while it is nowhere."""
    place: str
    points: int
    left: int
    """Points after everything in the plan is paid."""
    kept: bool
    """Whether points that are left are kept; otherwise they are lost."""
    note: str
    """What becomes of them, in words, with the rule."""


@dataclass(frozen=True, slots=True)
class PlanStop:
    """A space on the way from a source to what it pays for."""

    space: str
    name: str
    dear: bool = False
    """It makes the way dearer than it is long."""


@dataclass(frozen=True, slots=True)
class PlanWay:
    """A way to pay for something."""

    sources: tuple[str, ...]
    price: int
    route: tuple[PlanStop, ...]
    """From the farthest of the sources, both ends included."""
    command: Command | None
    """What pays this way; None if the points are not there, or another source like this one comes first."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """Something that can be paid for."""

    id: str
    counter: Counter
    name: str
    space: str
    place: str
    before: str
    after: str
    ways: tuple[PlanWay, ...]
    """The best first."""
    chosen: PlanWay | None
    """The way by which the plan pays for it; None if it is not in the plan."""
    why_not: Refusal | None
    """Why it cannot be put into the plan; None if it can, or is in it."""

    @property
    def best(self) -> PlanWay | None:
        """The way by which the plan pays, or would pay; if the points are not there, the cheapest."""
        payable = next((way for way in self.ways if way.command), None)
        return self.chosen or payable or next(iter(self.ways), None)

    def way_from(self, source: str) -> PlanWay | None:
        """The way from a source alone."""
        return next((way for way in self.ways if way.sources == (source,)), None)


@dataclass(frozen=True, slots=True)
class Plan:
    """Choices that share what pays for them, to be weighed before any is made."""

    heading: str
    rule: str
    sources: tuple[PlanSource, ...]
    lines: tuple[PlanLine, ...]
    """Those in one space follow each other."""
    totals: tuple[Fact, ...]
    commands: tuple[Command, ...]
    """What carries the plan out, in order."""
    note: str = ""
    """What follows when it is carried out, if that should be known before."""
    waiting: Refusal | None = None
    """Why nothing can be paid yet."""


class BoardTitle(Title[S]):
    """A title played on a map."""

    @abstractmethod
    def file_models(self) -> Mapping[str, type[Entry]]:
        """The models of the title's data files by the file's name without ending, or SCENARIO."""

    def check_file(self, path: Path) -> list[tuple[str, str]] | None:
        """What is wrong with one of the title's data files, as (place, message); None if it is not one of them."""
        models = self.file_models()
        try:
            plain = read_plain(path)
            if not isinstance(plain, dict) or plain.get("title") not in (self.id, self.name):
                return None
            files.load(path, models.get(path.stem, models[SCENARIO]))
        except DataError as error:
            return error.problems if path.suffix in (".yaml", ".yml") else None
        return []

    @abstractmethod
    def map_entry(self, scenario: str) -> AreaMapEntry | HexMapEntry:
        """The map to draw when a scenario begins."""

    def map_of(self, state: S) -> AreaMapEntry | HexMapEntry:
        """The map to draw in a state: always the same object for the same map. Some games go from one to another."""
        whole: Any = state
        return self.map_entry(whole.scenario)

    def look(self) -> Look:
        """How its sides, branches, terrains and badges are drawn."""
        return PLAIN

    @abstractmethod
    def scene(self, state: S, side: str | None = None) -> Scene:
        """What lies on the table, as a side sees it."""

    @abstractmethod
    def phase_bar(self, state: S) -> PhaseBar:
        """Time and score."""

    @abstractmethod
    def target(self, state: S, command: Command) -> Target:
        """What on the table a command is about."""

    @abstractmethod
    def routes(self, state: S) -> Mapping[str, Sequence[Command]]:
        """For every space that takes several commands in a row to reach now: these commands."""

    def routes_of(self, state: S, unit: str) -> Mapping[str, Sequence[Command]]:
        """The same for a unit in hand whose commands name it and a space (`Target.to`)."""
        return {}

    def spoken(self, text: str) -> str:
        """A text of the odds as players read it: pieces named as on their counters."""
        return text

    def suggested(self, state: S) -> Command | None:
        """The legal command that carries out what has been declared so far: shown before all others, with its odds."""
        return None

    @abstractmethod
    def reach(self, state: S, unit: str) -> Overlay:
        """Where a unit could go now, with the movement points left there; also asked before it is picked."""

    @abstractmethod
    def space_sheet(self, state: S, space: str, side: str | None = None, /) -> SpaceSheet:
        """Everything about a space that a side may know, as in `scene`."""

    @abstractmethod
    def unit_sheets(self, state: S, space: str, side: str | None = None, /) -> Sequence[UnitSheet]:
        """Everything about the units in a space that a side may know, in the order of the scene's counters."""

    @abstractmethod
    def why_not(self, state: S, target: Target, /) -> Refusal | None:
        """Why a space or unit cannot be picked now; None if it can."""

    @abstractmethod
    def help(self, state: S) -> Help:
        """What a player should know to decide now."""

    def planning(self, state: S) -> str | None:
        """What the side that decides can plan now before it pays, as a word or two; None if there is no plan."""
        return None

    def plan(self, state: S, chosen: Mapping[str, Command | None]) -> Plan | None:
        """The plan with these lines in it, as far as they can be paid one after the other.

        A line comes with the command that pays for it, as long as that is legal; otherwise it is paid the best way.
        """
        return None

    @abstractmethod
    def battle(self, state: S, events: Sequence[Event], /) -> Battle | None:
        """The battle being fought, or the last one among the events if it has just ended; None if there is none."""

    def ended_battle(self, state: S, events: Sequence[Event], /) -> Battle | None:
        """The last battle among the events if it is over, also when the next is being fought already."""
        battle = self.battle(state, events)
        return battle if battle is not None and battle.finished else None

    @abstractmethod
    def overlays(self) -> Sequence[OverlayInfo]:
        """The overlays that a player can switch on."""

    @abstractmethod
    def overlay(self, state: S, overlay: str, /) -> Overlay:
        """One of them, as of now."""

    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The title's rules in words."""

    @abstractmethod
    def introduction(self) -> str:
        """What the title is, who plays whom, what is printed and what reconstructed; Markdown."""

    def event_place(self, event: Event) -> str | None:
        """The space where something happened."""
        return event.place()

    def part(self, event: Event, trail: Sequence[str]) -> Sequence[str]:
        """The words of the trail from an event on with which a part of the sequence of play begins; else none.

        `trail` are the words up to that event.
        """
        return ()

    # For one player

    def enemy_act(self, event: Event) -> bool:
        """Whether the program did this in the enemy's turn, as it moves the side that nobody plays (no battle dice)."""
        return False

    def desk(self, state: S) -> Desk | None:
        """The commander's desk; None if the title has none."""
        return None

    def record_of(self, state: S) -> RunRecord | None:
        """What a finished game leaves in the player's record; None if games of this title leave nothing."""
        return None

    def medals(self) -> Sequence[Medal]:
        """What can be earned over many games."""
        return ()


class FolderTitle(BoardTitle[S]):
    """A title played on a map whose data are the files of a folder."""

    data: ClassVar[DataFolder[Any, Any, Any, Any]]
    state_type: ClassVar[type[Any]]

    @cached_property
    def _codec(self) -> Codec[S]:
        return Codec(self.state_type)

    @abstractmethod
    def insist_on_sense(self, state: S) -> None:
        """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""

    @abstractmethod
    def open_scenario(self, scenario: str) -> object:
        """Read all files that a scenario rests on. Raises DataError if they contradict each other."""

    def insist_on_scenario(self, scenario: str) -> None:
        """Raises UnknownScenario."""
        if scenario.partition("/")[2] not in self.data.scenarios:
            raise UnknownScenario(f"no scenario `{scenario}`")

    def digest(self, scenario: str) -> str:
        """SHA-256 of map, units, charts and scenario."""
        return self.data.digest(scenario.partition("/")[2])

    def dump(self, state: S, side: str | None = None) -> dict[str, Any]:
        """The whole state; a title with secrets takes out what the side may not see."""
        return self._codec.dump(state)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the state."""
        return self._codec.schema()

    def printed(self, scenario: str) -> dict[str, Any]:
        """What the data files hold: `units`, counters by id; `counters`, the rest of units.yaml; `charts`; `sheet`,
        map.yaml with start areas, supply and victory spaces; `setup`, the scenario's file and those it needs, by name.
        """
        name = scenario.partition("/")[2]
        counters = self.data.units.model_dump(mode="json")
        return {
            "units": counters.pop("units", {}),
            "counters": counters,
            "charts": self.data.charts.model_dump(mode="json"),
            "sheet": self.data.map.model_dump(mode="json"),
            "setup": {
                one: self.data.scenarios[one].model_dump(mode="json")
                for one in (name, *self.data.scenarios[name].rests_on)
            },
        }

    def restore(self, data: Any) -> S:
        """A state from JSON values. Raises BadState."""
        if isinstance(data, dict) and str(data.get("scenario")).partition("/")[2] not in self.data.scenarios:
            raise BadState("/scenario: no such scenario")
        state = self._codec.restore(data)
        self.insist_on_sense(state)
        return state

    def file_models(self) -> Mapping[str, type[Entry]]:
        """map.yaml, units.yaml, charts.yaml; everything else is a scenario."""
        return self.data.models

    def check_file(self, path: Path) -> list[tuple[str, str]] | None:
        """Problems of a data file by itself and, in the title's own folder, with the files beside it."""
        problems = super().check_file(path)
        if problems == [] and path.resolve().parent == self.data.path.resolve():
            try:
                for name in self.data.scenarios:
                    self.open_scenario(f"{self.id}/{name}")
            except DataError as error:
                return error.problems
        return problems

    def map_entry(self, scenario: str) -> AreaMapEntry | HexMapEntry:
        """The map to draw."""
        entry: AreaMapEntry | HexMapEntry = self.data.map
        return entry

    def look(self) -> Look:
        """What look.yaml says of it."""
        return self.data.look

    def medals(self) -> Sequence[Medal]:
        """What can be earned over many games."""
        return self.data.medals

    def introduction(self) -> str:
        """What the title is."""
        return (self.data.path / "introduction.md").read_text("utf-8")
