"""What a title with a map offers to front ends beyond its rules: the table to look at, and words about it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, cast

from wargame_tui.board import combat, defaults, files, packs, pages
from wargame_tui.board.annals import Annalist, History
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.combat import OddsCombat
from wargame_tui.board.conduct_file import ConductFile
from wargame_tui.board.desk import Desk
from wargame_tui.board.drafts import UnitDraft
from wargame_tui.board.fact import Fact
from wargame_tui.board.files import Entry
from wargame_tui.board.gestures import Gestures
from wargame_tui.board.guide import GuideFile
from wargame_tui.board.helps import decision, filled
from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.hexes import HexGrid, HexMapEntry, off_grid
from wargame_tui.board.library import SCENARIO, DataFolder
from wargame_tui.board.look import PLAIN, Look
from wargame_tui.board.origins import Origins
from wargame_tui.board.phrases import first_up, side_words
from wargame_tui.board.plain import DataError, read_plain
from wargame_tui.board.printed_map import called, contradictions, map_json
from wargame_tui.board.record import Medal, RunRecord
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Counter, Overlay, Scene
from wargame_tui.board.sense import RulebookFact, SetUp
from wargame_tui.board.sources import FILE as SOURCES
from wargame_tui.board.staff import Staff
from wargame_tui.board.steps import and_dice
from wargame_tui.board.views import Battle as Battle
from wargame_tui.board.views import BattleRow as BattleRow
from wargame_tui.board.views import Box as Box
from wargame_tui.board.views import Chart as Chart
from wargame_tui.board.views import Entering as Entering
from wargame_tui.board.views import Help as Help
from wargame_tui.board.views import HitTable as HitTable
from wargame_tui.board.views import OverlayInfo as OverlayInfo
from wargame_tui.board.views import PhaseBar as PhaseBar
from wargame_tui.board.views import Plan as Plan
from wargame_tui.board.views import PlanLine as PlanLine
from wargame_tui.board.views import PlanSource as PlanSource
from wargame_tui.board.views import PlanWay as PlanWay
from wargame_tui.board.views import Shot as Shot
from wargame_tui.board.views import SpaceSheet as SpaceSheet
from wargame_tui.board.views import Tally as Tally
from wargame_tui.board.views import Target as Target
from wargame_tui.board.views import UnitSheet as UnitSheet
from wargame_tui.core.codec import Codec
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, events_of
from wargame_tui.core.game import Game
from wargame_tui.core.state import Draft, S
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import BadState, Odds, OptionInfo, ScenarioInfo, Title, UnknownScenario


class BoardTitle(Title[S]):
    """A title played on a map."""

    chart_chapter: ClassVar[str] = ""
    """How the numbers of the rules begin whose tables are charts for players; empty: all of them."""
    phase_depth: ClassVar[int] = 3
    """Words of the trail down to the phase, under which the log puts what happens: turn, player turn, phase."""

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

    def spaces(self, state: S) -> Mapping[str, Any]:
        """The spaces of the map in a state, as the protocol gives them."""
        entry, whole = self.map_of(state), cast("Any", state)
        if id(entry) not in self._spaces:
            self._spaces[id(entry)] = self.map_in(whole.scenario, state)["spaces"]
        return self._spaces[id(entry)]

    @cached_property
    def _spaces(self) -> dict[int, Mapping[str, Any]]:
        """The same by the map, which stays the same object."""
        return {}

    def printed_unit(self, unit: str) -> Any:
        """What is printed on a unit's counter, with fields of its own; None if that is not known."""
        return None

    def map(self, scenario: str) -> dict[str, Any]:
        """The spaces with what is printed in them and between them."""
        return map_json(self.map_entry(scenario))

    def command_text(self, state: S, command: Command, /) -> str:
        """What a command does, in words: by its form; one that leads straight to dice says so."""
        return and_dice(super().command_text(state, command), state, command, self.draft)

    def turn(self, state: S, /) -> str:
        """The number of the turn."""
        whole: Any = state
        return str(whole.turn)

    def points(self, state: S, /) -> str:
        """The score in a few words; empty where there is none."""
        return defaults.score(state)

    # The table

    def counter(self, state: S, unit: Any, /) -> Counter:
        """A unit's counter."""
        return defaults.counter(state, unit, self.printed_unit(unit.id))

    def scene(self, state: S, side: str | None = None, /) -> Scene:
        """What lies on the table, as a side sees it. A title with secrets leaves out what the side does not see."""
        return defaults.scene(state, self.spaces(state), self.counter)

    def hand(self, state: S, side: str, /) -> Sequence[Fact]:
        """What a side holds in hand as it sees it itself: how much, then a line a kind; nothing if there is no hand."""
        return ()

    def begins_at(self, state: S) -> str | None:
        """The space to look at where nothing has happened on the map yet; None: amid the units."""
        return None

    def phase_bar(self, state: S, /) -> PhaseBar:
        """Time and score."""
        whole: Any = state
        date = first_up(self.turn_words(whole.scenario, self.turn(state)))
        return defaults.phase_bar(state, self.about(whole.scenario).turns, date, self.points(state))

    def target(self, state: S, command: Command, /) -> Target:
        """What on the table a command is about."""
        return defaults.target(state, command)

    def routes(self, state: S, /) -> Mapping[str, Sequence[Command]]:
        """For every space that takes several commands in a row to reach now: these commands."""
        return {}

    def routes_of(self, state: S, unit: str) -> Mapping[str, Sequence[Command]]:
        """The same for a unit in hand whose commands name it and a space (`Target.to`)."""
        return {}

    def key_of(self, state: S, command: Command, /) -> str:
        """The key that gives a command at the table; empty if it is one of several objects, which are numbered."""
        return defaults.key_of(state, command)

    @cached_property
    def gestures(self) -> Gestures:
        """What players mean as one thing and the rules take as several commands."""
        return Gestures(self)

    def bot(self) -> Callable[[Game], Command] | None:
        """A player for either side: `choose` of the module `bot` beside the title's class; None if there is none.

        It gives the command of the side that decides, and knows no more of the game than that side may.
        """
        return getattr(self._bot_module, "choose", None)

    def staff(self) -> Staff | None:
        """The staff work for players that think ahead: `STAFF` of the same module; None if there is none."""
        return getattr(self._bot_module, "STAFF", None)

    @cached_property
    def _bot_module(self) -> Any:
        package = type(self).__module__.rpartition(".")[0]
        if not package:
            return None
        name = f"{package}.bot"
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            return None

    def supposed(self, seen: dict[str, Any], side: str) -> dict[str, Any]:
        """What `dump` shows a side, as `restore` takes it: where something is hidden, what a player may suppose."""
        return seen

    def annalist(self, scenario: str) -> Annalist:
        """Who notes in a game what is worth counting; by default nothing but its result."""
        return Annalist()

    def history(self, scenario: str) -> History | None:
        """What really happened; None if nobody has looked it up."""
        return None

    def side_called(self, state: S, side: str) -> str:
        """What a side is called on the screen."""
        return side_words(side)

    def spoken(self, text: str) -> str:
        """A text of the odds as players read it: pieces named as on their counters."""
        return text

    def suggested(self, state: S) -> Command | None:
        """The legal command that carries out what has been declared so far: shown before all others, with its odds."""
        return defaults.suggested(state)

    def odds(self, state: S, command: Command) -> Odds | None:
        """The chances of a combat by odds to which a command leads, if the title has such; else none."""
        return combat.odds(lambda: self.draft(state), command) if self._fights_by_odds else None

    @cached_property
    def _fights_by_odds(self) -> bool:
        return any(issubclass(kind, OddsCombat) for kind in events_of(type(self).__module__.rpartition(".")[0]))

    def reach(self, state: S, unit: str, /) -> Overlay:
        """Where a unit could go now, with the movement points left there; also asked before it is picked."""
        return defaults.reach(state, unit, self.target)

    def space_sheet(self, state: S, space: str, side: str | None = None, /) -> SpaceSheet:
        """Everything about a space that a side may know, as in `scene`."""
        return defaults.space_sheet(state, space, self.spaces(state)[space], self.called)

    def entering(self, state: S, space: str, /) -> Entering | None:
        """What it costs now to enter a space, from each of its neighbours; None where the title's charts do not say."""
        return None

    def unit_sheets(self, state: S, space: str, side: str | None = None, /) -> Sequence[UnitSheet]:
        """Everything about the units in a space that a side may know, in the order of the scene's counters."""
        return defaults.unit_sheets(state, space, self.counter, self.printed_unit, self.target)

    def why_not(self, state: S, target: Target, /) -> Refusal | None:
        """Why a space or unit cannot be picked now; None if it can."""
        return defaults.why_not(state, target, self.target, self.command_kinds)

    def help(self, state: S, /) -> Help:
        """What a player should know to decide now."""
        return defaults.help_(state, self.rulebook())

    def planning(self, state: S) -> str | None:
        """What the side that decides can plan now before it pays, as a word or two; None if there is no plan."""
        return None

    def plan(self, state: S, chosen: Mapping[str, Command | None]) -> Plan | None:
        """The plan with these lines in it, as far as they can be paid one after the other.

        A line comes with the command that pays for it, as long as that is legal; otherwise it is paid the best way.
        """
        return None

    def battle(self, state: S, events: Sequence[Event], /) -> Battle | None:
        """The battle being fought, or the last one among the events if it has just ended; None if there is none."""
        return combat.battle(state, events, self.counter, self.called)

    @property
    def die_faces(self) -> int:
        """The faces of its dice. Of a title that also draws among more things than that, fewer than `largest_die`."""
        return self.largest_die

    step_name: ClassVar[str] = "step"
    """What a unit loses by and by, in the title's word."""

    def steps(self, state: S, /) -> Mapping[str, int]:
        """The steps that are left of every unit, 0 of those destroyed; what is lost between two states follows."""
        return pages.steps_left(self, state)

    def ended_battle(self, state: S, events: Sequence[Event], /) -> Battle | None:
        """The last battle among the events if it is over, also when the next is being fought already."""
        battle = self.battle(state, events)
        return battle if battle is not None and battle.finished else None

    def overlays(self) -> Sequence[OverlayInfo]:
        """The overlays that a player can switch on."""
        return defaults.overlays(self.sides, control=False)

    def overlay(self, state: S, overlay: str, /) -> Overlay:
        """One of them, as of now."""
        return defaults.overlay(state, overlay, self.sides, self.target)

    def origins(self, state: S) -> Origins | None:
        """What the numbers of a game rest on; None if the title does not say."""
        return None

    def entries_of(self, state: S, unit: str) -> Sequence[Sequence[str]]:
        """Where units.yaml has what is printed on a unit's counter, if it does not list the unit by its id."""
        return ()

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

    def guide(self) -> GuideFile | None:
        """What newcomers are told: where to start, who is favoured, a first turn in steps; None if nothing."""
        return None

    def conduct(self) -> ConductFile | None:
        """What a side can be asked in the other's turn, by topics; None if the title does not say (`board.conduct`)."""
        return None

    # What is looked up beside the map (`board.pages`)

    def pieces(self, state: S) -> Iterable[Any]:
        """Every unit in a state, on the map or not."""
        whole: Any = state
        return cast("Iterable[Any]", whole.units.values())

    def step_count(self, state: S, piece: Any, /) -> tuple[int, int]:
        """The steps that a unit has left, and those with which it begins."""
        return pages.steps(piece, self.printed_unit(piece.id))

    def enrolled(self, state: S, piece: Any, /) -> tuple[str, str]:
        """A unit's name in full, and the formation under which the order of battle lists it."""
        printed = self.printed_unit(piece.id)
        name, formation = (getattr(printed, what, None) for what in ("name", "formation"))
        return name or piece.id, formation or ""

    def whereabouts(self, state: S, piece: Any, /) -> tuple[str, pages.Where] | None:
        """Of a unit that does not lie on the map: where it is, in words and at large; None if it is not in play."""
        return pages.whereabouts(piece)

    def muster(self, state: S, side: str | None = None) -> Sequence[pages.Muster]:
        """The order of battle as far as a side may know it."""
        return pages.muster(self, state, side)

    def losses(self, before: S, after: S) -> Sequence[pages.Loss]:
        """What was lost between two states of a game."""
        return pages.losses(self, before, after)

    def calendar(self, state: S, side: str | None = None) -> pages.Calendar:
        """What the turns of the game bring, as far as a side may know it: by default nothing but their names."""
        whole: Any = state
        turns = range(1, self.about(whole.scenario).turns + 1)
        days = {turn: first_up(self.turn_words(whole.scenario, str(turn))) for turn in turns}
        return pages.Calendar(whole.turn, days, tuple(self.dated(state, side)))

    def dated(self, state: S, side: str | None = None) -> Iterator[pages.Dated]:
        """The lines of the calendar."""
        return iter(())

    def victory(self, state: S) -> pages.Victory | None:
        """Who holds what, and how the game would end if it ended now; None if the title does not say."""
        return None

    def lit(self, state: S) -> Mapping[str, pages.Lit]:
        """What counts now of the charts of the rulebook, by the number of the chart: a battle's column, the weather."""
        return {}

    def charts(self, state: S) -> Sequence[pages.Chart]:
        """The tables of the rulebook, those of which a column counts now first."""
        book = self.rulebook()
        return list(pages.charts(book, pages.chart_numbers(book, self.chart_chapter), self.lit(state)))

    def markers(self, state: S, side: str | None = None) -> Sequence[pages.Hand]:
        """What each side may play beside its units, as far as a side may know it; by default the side that decides."""
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
    draft_type: ClassVar[type[Any]] = UnitDraft
    optional: ClassVar[tuple[OptionInfo, ...]] = ()
    """Optional rules that a new game may turn on."""
    rulebook_facts: ClassVar[Sequence[RulebookFact]] = ()
    """What the rulebook says of the printed things: it must hold for every copy of the game."""

    @cached_property
    def _spoken(self) -> Callable[[], Mapping[str, str]]:
        return self.data.cached(self._names)

    @cached_property
    def _codec(self) -> Codec[S]:
        return Codec(self.state_type)

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios of the folder, in their order; their files say `name`, `turns`, `summary`, `playing_time`."""
        return [
            ScenarioInfo(
                f"{self.id}/{name}", entry.name, entry.turns, entry.summary, entry.playing_time, options=self.optional
            )
            for name, entry in self.data.scenarios.items()
        ]

    def turn_words(self, scenario: str, turn: str) -> str:
        """Its date, if the scenario's file has `dates`, one a turn; else its number."""
        dates: Sequence[str] = getattr(self.data.scenario(scenario), "dates", ())
        return dates[int(turn) - 1] if dates else super().turn_words(scenario, turn)

    def draft(self, state: S, /) -> Draft[S]:
        """A draft of a state."""
        made: Draft[S] = self.draft_type(state)
        return made

    def insist_on_sense(self, state: S, /) -> None:
        """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""
        for problem in self.problems(state):
            raise BadState(problem)

    def problems(self, state: S, /) -> Iterator[str]:
        """What no game's state could be, each with its place in the state: `/turn: 1 to 6`."""
        whole: Any = state
        turns, counters = self.data.scenario(whole.scenario).turns, getattr(self.data.units, "units", None)
        return defaults.problems(state, self.spaces(state), self.sides, self.largest_die, turns, counters)

    def open_scenario(self, scenario: str) -> object:
        """Read all files that a scenario rests on. Raises DataError if they contradict each other."""
        entry, name = self.map_entry(scenario), self.data.take_up(scenario)
        units, charts, file = self.data.units, self.data.charts, self.data.scenario(scenario)
        wrong = [*contradictions(entry)]
        if isinstance(entry, HexMapEntry):
            grid = HexGrid(entry.grid)
            for place, what in (("units", units), ("charts", charts), (name, file)):
                wrong += [(place, at, words) for at, words in off_grid(what, grid)]
        if wrong:
            raise DataError([(self.data.place(place, at), words) for place, at, words in wrong])
        return units, charts, file

    def map(self, scenario: str) -> dict[str, Any]:
        """The spaces, with the points of the scenario's `places`."""
        found = super().map(scenario)
        for place, points in getattr(self.data.scenario(scenario), "places", {}).items():
            found["spaces"][place]["vp"] = points
        return found

    def sense(self, at: SetUp) -> Iterator[Contradiction]:
        """What in a set-up is against the sense of the rules: place and words, with what to do about it.

        By default two sides in one space, and spaces that nothing leads to.
        """
        yield from at.together()
        yield from at.unlinked()

    def printed_unit(self, unit: str) -> Any:
        """Its entry in units.yaml."""
        return getattr(self.data.units, "units", {}).get(unit)

    def _names(self) -> Mapping[str, str]:
        maps = (self.map(self.data.id_of(name))["spaces"] for name in self.data.scenarios)
        return {space: called(space, printed["name"]) for spaces in maps for space, printed in spaces.items()}

    def called(self, id_: str, /) -> str:
        """A space by its name, a unit as it is labelled, anything else by itself."""
        short: str = getattr(self.printed_unit(id_), "short", id_)
        return self._spoken().get(id_, short)

    def insist_on_scenario(self, scenario: str) -> None:
        """Raises UnknownScenario; DataError, if the files on which it rests contradict each other."""
        if self.data.take_up(scenario) not in self.data.scenarios:
            raise UnknownScenario(f"no scenario `{scenario}`")
        self.open_scenario(scenario)

    def digest(self, scenario: str) -> str:
        """SHA-256 of map, units, charts and scenario."""
        return self.data.digest(scenario)

    def take_up(self, scenario: str) -> None:
        """Lay the data packs over its files that the scenario's id names."""
        self.data.take_up(scenario)

    def packs(self, scenario: str) -> Mapping[str, str]:
        """The data packs that a scenario's id names, with their digests."""
        return self.data.under(packs.split(scenario)[1]).digests

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
        name = self.data.take_up(scenario)
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
        if isinstance(data, dict):
            try:
                self.insist_on_scenario(str(data.get("scenario")))
            except UnknownScenario as error:
                raise BadState(f"/scenario: {error}") from None
        state = self.brought_up(self._codec.restore(data))
        self.insist_on_sense(state)
        return state

    def brought_up(self, state: S) -> S:
        """A state that was kept under older rules, with what is kept since; by default as it is."""
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
                    self.open_scenario(self.data.id_of(name))
            except DataError as error:
                return error.problems
            if path.stem == SOURCES:
                return list(self.data.sources.problems())
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

    @cached_property
    def _opened_origins(self) -> Callable[[tuple[str, ...], tuple[str, ...]], Origins]:
        return self.data.cached(lambda names, at: Origins(self.data.sources, names, at))

    def origins(self, state: S) -> Origins:
        """What the files of the game's scenario rest on. Raises DataError if sources.yaml cannot be read."""
        whole: Any = state
        name, _ = self.data.take_up(whole.scenario), self.data.sources.file
        return self._opened_origins((name, *self.data.scenarios[name].rests_on), self.map_at(state))

    def map_at(self, state: S) -> tuple[str, ...]:
        """Where map.yaml has the map in hand, if there are several in it."""
        return ()

    def help_facts(self, state: S, /) -> Mapping[str, Any]:
        """What the forms of help.yaml name, as of now."""
        return {}

    def overlays(self) -> Sequence[OverlayInfo]:
        """The overlays that a player can switch on."""
        return defaults.overlays(self.sides, control=hasattr(self.state_type, "control"))

    def rulebook(self) -> Rulebook:
        """rules.md."""
        return self.data.rulebook

    def help(self, state: S, /) -> Help:
        """What help.yaml says of the decision, if the title has one; else the text of its rule."""
        helps = self.data.helps
        found = next((helps[name] for name in self.decision(state) if name in helps), None)
        return filled(found, self.help_facts(state)) if found else super().help(state)

    def decision(self, state: S) -> Iterable[str]:
        """The decision in hand as help.yaml may name it, the most particular name first."""
        return decision(state)

    def guide(self) -> GuideFile | None:
        """guide.yaml, if the title's `DataFolder` has one."""
        return self.data.guide

    def conduct(self) -> ConductFile | None:
        """conduct.yaml, if the title's `DataFolder` has one."""
        return self.data.conduct

    def introduction(self) -> str:
        """introduction.md."""
        return (self.data.path / "introduction.md").read_text("utf-8")
