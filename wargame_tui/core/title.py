"""What a title, a plug-in of the entry point group `wargame_tui.titles`, offers to everybody above it."""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, ClassVar, Generic

from wargame_tui.core.command import Command, Grammar
from wargame_tui.core.dice import Dice
from wargame_tui.core.errors import ForPlayers, InWords
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.state import Draft, Outcome, S

GROUP = "wargame_tui.titles"
PACK = "+"
"""In a scenario's id before the name of each data pack that is laid over the title's files."""


class BadState(InWords, ValueError):
    """A state, as data, that the title cannot accept; says where and why."""


class BadOption(ForPlayers):
    """An option that the scenario does not have, or a value it cannot take."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An optional rule that a new game may turn on."""

    name: str
    """Its key among a game's options; the value is `on` or `off`."""
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario in the chooser."""

    id: str
    """`TITLE/SCENARIO`."""
    name: str
    turns: int
    summary: str
    playing_time: str
    solitaire: bool = False
    options: tuple[OptionInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """One possible result of a roll with its probability."""

    p: float
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a roll comes to in a few numbers, by which alternatives are compared; None where one is not known."""

    success: float | None = None
    """How likely the attack, or the attempt, succeeds."""
    attacker_loses: float | None = None
    """Steps on average, or what the title counts instead."""
    defender_loses: float | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact distribution of what a command would decide by dice."""

    outcomes: tuple[Chance, ...] = ()
    """Probabilities add up to 1, or there are none where nothing is rolled."""
    modifiers: tuple[Modifier, ...] = ()
    details: tuple[tuple[str, tuple[Chance, ...]], ...] = ()
    """Further distributions of the same roll, each under a heading: losses of one unit, hits of one side."""
    assumptions: tuple[str, ...] = ()
    """What is taken for granted of decisions still to be made."""
    figures: Figures | None = None
    """The same in figures, for a line of a list."""
    compared: str = ""
    """Of a combat by odds: both strengths and the column."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An answer prepared for every question of a kind, for games by mail."""

    when: str
    """The kind of the step that asks."""
    answer: str
    """A command's notation; `*` stands for anything, `{bridge}` for that field of the step."""
    where: Mapping[str, str] = field(default_factory=dict)
    """What the question must have, as text without spaces: fields of the step, and its `particulars`."""
    words: str = ""
    """What it orders, for players; empty if they wrote it themselves."""
    enclosed: bool = False
    """Whether it travels with its owner's letters, locked, and acts where the question comes up."""

    @property
    def text(self) -> str:
        """The order in one line, `demolition: blow *`, with the word `enclosed` before it if it is."""
        where = "".join(f" {name}={value}" for name, value in self.where.items())
        return f"{'enclosed ' if self.enclosed else ''}{self.when}{where}: {self.answer}"


class Title(ABC, Generic[S]):
    """The rules of one game as the kernel, the protocol, bots and the app use them."""

    id: ClassVar[str]
    name: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    rules_version: ClassVar[str]
    """Changes whenever an old journal might no longer replay to the same end."""
    command_kinds: ClassVar[Sequence[type[Command]]]
    largest_die: ClassVar[int]

    @cached_property
    def grammar(self) -> Grammar:
        """Reads this title's commands."""
        return Grammar(self.command_kinds)

    @abstractmethod
    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The scenarios, in the order in which they are offered."""

    def shipped(self) -> Sequence[ScenarioInfo]:
        """The scenarios as they ship, whatever data packs were in use before."""
        self.take_up(f"{self.id}/")
        return self.scenarios()

    def about(self, scenario: str) -> ScenarioInfo:
        """A scenario by its id, with the data packs that it names. Raises UnknownScenario."""
        infos = self.scenarios()
        for info in infos:
            if info.id == scenario.partition(PACK)[0]:
                return replace(info, id=scenario)
        known = ", ".join(info.id for info in infos)
        raise UnknownScenario(f"no scenario `{scenario[:80]}`; there are {known}")

    def take_up(self, scenario: str) -> None:
        """Make ready for what is asked next to be about this scenario, with the data packs that its id names.

        Raises UnknownScenario for a pack that is not there, DataError for one that cannot be used.
        """

    def open_scenario(self, scenario: str) -> object:
        """Read everything that a scenario rests on. Raises BadData if it cannot be used."""
        return None

    def packs(self, scenario: str) -> Mapping[str, str]:
        """The data packs that a scenario's id names, in their order, each with the SHA-256 of its files."""
        return {}

    @abstractmethod
    def digest(self, scenario: str) -> str:
        """SHA-256 of the data files that the scenario rests on."""

    @abstractmethod
    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> S:
        """The state before the first step has worked. Raises BadOption, DataError."""

    @abstractmethod
    def draft(self, state: S) -> Draft[S]:
        """A draft of a state."""

    @abstractmethod
    def dump(self, state: S, side: str | None = None) -> dict[str, Any]:
        """The state as JSON values; with a side, what that side may see."""

    @abstractmethod
    def restore(self, data: Any) -> S:
        """The state that `dump` gave. Raises BadState."""

    def after_edit(self, before: S, after: S) -> S:
        """A state that was edited by hand, with what follows from the edit where the edit does not say otherwise."""
        return after

    @abstractmethod
    def turn(self, state: S, /) -> str:
        """The turn (and impulse) in the title's words for ids, `16-1`."""

    def turn_words(self, scenario: str, turn: str) -> str:
        """A turn of a scenario's game in words, from its id alone, as saves keep it. Raises anything for no turn."""
        return f"turn {turn}"

    @abstractmethod
    def map(self, scenario: str) -> dict[str, Any]:
        """The map as the engine protocol gives it."""

    def map_in(self, scenario: str, state: S) -> dict[str, Any]:
        """The same in a state of a game of the scenario; some games go from one map to another."""
        return self.map(scenario)

    def printed(self, scenario: str) -> dict[str, Any]:
        """What else is printed, as the engine protocol gives it beside the map: counters, charts, set-up."""
        return {}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what `dump` gives and `restore` takes."""
        return {"type": "object"}

    def called(self, id_: str, /) -> str:
        """How a unit or space is called in a sentence; anything else is called by itself."""
        return id_

    def command_text(self, state: S, command: Command, /) -> str:
        """What a command does, in words: by its form."""
        return command.words(self.called)

    def event_text(self, event: Event, /) -> str:
        """What happened, in words: its own."""
        return event.words(self.called)

    def rule_of(self, state: S, command: Command, /) -> str | None:
        """The rule under which a legal command is given: that of its class, else that of the question asked."""
        if command.rule is not None or not state.stack:
            return command.rule
        asked: str | None = state.stack[-1].prompt(state).rule
        return asked

    def odds(self, state: S, command: Command) -> Odds | None:
        """The distribution of what a legal command would decide by dice; None where it rolls none."""
        return None

    def face(self, value: int) -> int:
        """A value put on a die from outside, as the die reads it. Raises ValueError if no die shows it."""
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= self.largest_die:
            raise ValueError(f"a die shows 1 to {self.largest_die}, not {str(value)[:40]}")
        return value

    def event_for(self, event: Event, side: str | None) -> Event | None:
        """The event as a side may see it, or None if it may not; None stands for all sides."""
        return event

    def standing_orders(self) -> Sequence[StandingOrder]:
        """Orders worth choosing in games by mail, ready with words."""
        return ()

    def check_file(self, path: Path) -> list[tuple[str, str]] | None:
        """What is wrong with one of the title's data files, as (place, message); None if it is not one of them."""
        return None

    def points(self, state: S) -> str:
        """The score in a few words for status lines; empty where there is none."""
        return ""


def parsed_options(given: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value`; a value is JSON (`3`, `true`) or else a text. Raises BadOption."""
    options: dict[str, Any] = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not name or not sign:
            raise BadOption(f"`--option {pair}`: the form is NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


SWITCH = dict.fromkeys(("on", "true", "yes", "1"), "on") | dict.fromkeys(("off", "false", "no", "0"), "off")
"""What players write for an optional rule to be on or off."""


def switch(value: Any) -> str:
    """`on` or `off`, however it is written; any other value as a text."""
    words = str(value)
    return SWITCH.get(words.lower(), words)


def switched_on(options: Mapping[str, Any], known: Sequence[OptionInfo]) -> tuple[str, ...]:
    """The names of the optional rules that are on, in the title's order. Raises BadOption."""
    names = [option.name for option in known]
    for name, value in options.items():
        if name not in names:
            raise BadOption(f"no option `{name}`; there are {', '.join(names)}")
        if switch(value) not in SWITCH.values():
            raise BadOption(f"option `{name}` is `on` or `off`")
    return tuple(name for name in names if switch(options.get(name)) == "on")


def view(title: Title[S], state: S, side: str) -> dict[str, Any]:
    """What a side may see of a state: what its title shows, without the seed that tells all dice to come."""
    seen = title.dump(state, side)
    return {**seen, "dice": {name: value for name, value in seen["dice"].items() if name != "seed"}}


def outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome as the engine protocol gives it."""
    if outcome is None:
        return None
    shown: dict[str, Any] = {"winner": outcome.winner, "level": outcome.level, "reason": outcome.reason}
    return shown if outcome.points is None else {**shown, "points": outcome.points}


class UnknownScenario(InWords, LookupError):
    """No installed title has this scenario."""


def plug_ins() -> tuple[EntryPoint, ...]:
    """The entry points of the installed titles; looked up once, since that takes as long as a dozen commands."""
    return _plug_ins_on(tuple(sys.path))


@lru_cache(maxsize=2)
def _plug_ins_on(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


def title_ids() -> list[str]:
    """The ids of the installed titles, without importing any of them."""
    return sorted({point.name for point in plug_ins()})


def find_title(title_id: str) -> Title[Any]:
    """An installed title. Raises UnknownScenario."""
    for point in plug_ins():
        if point.name == title_id:
            title: Title[Any] = point.load()
            return title
    raise UnknownScenario(f"no title `{title_id[:60]}`; installed: {', '.join(title_ids()) or 'none'}")


def find_scenario(scenario: str) -> tuple[Title[Any], ScenarioInfo]:
    """A title and one of its scenarios by `TITLE/SCENARIO`, data packs after it: `TITLE/SCENARIO+PACK`.

    Raises UnknownScenario.
    """
    title = find_title(scenario.partition("/")[0])
    title.take_up(scenario)
    return title, title.about(scenario)
