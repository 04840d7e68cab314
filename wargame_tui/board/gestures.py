"""Gestures: what a player means as one thing, carried out as several commands of the rules and taken back as one.

The rules know steps: take a unit up, name who goes along, choose a way of moving, go. A player means: these go there.
What stands here finds the commands for it, by trying them on a draft; a title says what differs (`Gestures`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from wargame_tui.board.scene import Overlay
from wargame_tui.board.views import Target
from wargame_tui.core.command import Command
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import tried
from wargame_tui.core.state import Draft
from wargame_tui.core.step import IllegalCommand


class Shown(Protocol):
    """What gestures ask of a title: see `wargame_tui.board.title`."""

    def draft(self, state: Any, /) -> Draft[Any]:
        """A draft of a state."""

    def target(self, state: Any, command: Command, /) -> Target:
        """What on the table a command is about."""

    def reach(self, state: Any, unit: str, /) -> Overlay:
        """Where a unit could go now."""

    def routes(self, state: Any, /) -> Mapping[str, Sequence[Command]]:
        """Ways of several commands, by where they lead."""

    def routes_of(self, state: Any, unit: str) -> Mapping[str, Sequence[Command]]:
        """The same for a unit in hand."""

    def called(self, id_: str, /) -> str:
        """A space, unit or anything else in words."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way for units to a space."""

    to: str
    commands: tuple[Command, ...]
    """From the state in which it was asked for."""
    left: str = ""
    """What they have left over there, as it is written on a lit space; empty where nothing is counted."""
    mode: str = ""
    """The way of moving in a word, where there are several."""
    path: tuple[str, ...] = ()
    """The spaces on the way, the last is `to`; empty if that is not known."""
    costs: tuple[str, ...] = ()
    """What each space of the path costs, as players read it."""
    fights: bool = False
    """They stop there beside the enemy, or have to fight there."""
    warning: str = ""
    """What a player should know before they go: too many units there, a die on the way; empty if nothing."""
    declares: bool = False
    """It declares an attack there, up to its commitment: it can be called off as one."""
    commit: tuple[Command, ...] = ()
    """The commitment of what it declares, if that is not what is `suggested` then."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a fight promises."""

    short: str
    """In a few characters, as on a lit space."""
    words: str


@dataclass(frozen=True, slots=True)
class Gesture:
    """A proposal: what may be done about the decision in hand, as a whole."""

    words: str
    commands: tuple[Command, ...]
    path: tuple[str, ...] = ()
    """Spaces to be shown as an arrow, from where it begins; none if it leads nowhere."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Commands after which the goals of units are legal commands: they are in hand, in one way of moving."""

    commands: tuple[Command, ...]
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many units of the side that decides have done what the phase is for, of how many that can."""

    done: int
    of: int
    words: str = "moved"


@dataclass(frozen=True, slots=True)
class Compared:
    """The answers to a decision side by side."""

    heading: str
    """What the columns are, from the left."""
    of: Mapping[Command, tuple[str, ...]]
    """The columns of every answer that is compared."""


class Gestures:
    """The gestures of a title. By default units go where one command of their own leads, each by itself."""

    takes: ClassVar[tuple[type[Command], ...]] = ()
    """Commands that take a unit up, where that is a command of its own."""
    figures: ClassVar[tuple[str, str, str]] = ("att. succeeds", "att. loses", "def. loses")
    """What the figures of its odds are called, at the head of the columns beside the list."""

    def __init__(self, title: Shown) -> None:
        self._title = title

    # Moving

    def movable(self, state: Any, space: str) -> Sequence[str]:
        """The units of a space that can go somewhere now, in the order in which they are taken up."""
        found = (self._title.target(state, command) for command in self._of_moving(state))
        return list(dict.fromkeys(at.unit for at in found if at.unit is not None and at.space == space))

    def in_hand(self, state: Any) -> Sequence[str]:
        """The units that the rules have in hand and that can be put down: where they may go on, `ways` says."""
        step = state.stack[-1] if state.over is None and state.stack else None
        return getattr(step, "units", ()) if step is not None and step.puts_down else ()

    def unmoved(self, state: Any) -> Mapping[str, Sequence[str]]:
        """Units that have not done yet what the phase is for, by space. Asked with nothing in hand."""
        found: dict[str, dict[str, None]] = {}
        for command in self._of_moving(state):
            at = self._title.target(state, command)
            if at.unit is not None and at.space is not None:
                found.setdefault(at.space, {})[at.unit] = None
        return {space: list(units) for space, units in found.items()}

    def beginnings(self, state: Any, units: Sequence[str]) -> Iterator[Beginning]:
        """Every way of moving in which these units of one space could go together, the usual one first.

        Not asked of units that are in hand already, nor where units go each by a command of its own.
        """
        if len(units) == 1 and not self.takes:
            yield Beginning(())

    def ways(self, state: Any, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """All ways of these units of one space, by where they lead; the one that costs least comes first."""
        found: dict[str, list[Way]] = {}
        if {*units} == {*self.in_hand(state)}:
            begun: Iterable[Beginning] = [Beginning(())]
        elif len(units) > 1 and not self.takes:
            return self.one_by_one(state, units)
        else:
            begun = self.beginnings(state, units)
        for beginning in begun:
            after = self.after(state, beginning.commands)
            if after is not None:
                for way in self.goals(after, units[0], beginning):
                    found.setdefault(way.to, []).append(way)
        return found

    def promised(
        self, state: Any, units: Sequence[str], ways: Mapping[str, Sequence[Way]]
    ) -> Iterator[tuple[str, Promise]]:
        """What fights at the end of the first ways promise, by space; it may take its time."""
        yield from ()

    def one_by_one(self, state: Any, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """The ways of several units that go each by commands of its own: where all of them can go one after another."""
        found: dict[str, Sequence[Way]] = {}
        for to, ways in self.ways(state, units[:1]).items():
            commands, now = ways[0].commands, self.after(state, ways[0].commands)
            for unit in units[1:]:
                more = self.ways(now, [unit]).get(to) if now is not None else None
                now = self.after(now, more[0].commands) if more else None
                commands += more[0].commands if more else ()
            if now is not None:
                found[to] = [replace(ways[0], commands=commands)]
        return found

    def goals(self, state: Any, unit: str, begun: Beginning) -> Iterator[Way]:
        """Where the units in hand can go, of which this is one; by one command, or by the title's routes."""
        reach = self._title.reach(state, unit)

        def way(to: str, commands: Iterable[Command]) -> Way:
            left, fights = reach.notes.get(to, ""), reach.highlights.get(to) == "battle"
            return Way(to, (*begun.commands, *commands), left, begun.mode, fights=fights)

        seen = set()
        for command in state.stack[-1].legal(state):
            at = self._title.target(state, command)
            if at.unit == unit and at.to is not None and at.to not in seen:
                seen.add(at.to)
                yield way(at.to, (command,))
        for routes in (self._title.routes(state), self._title.routes_of(state, unit)):
            for to, commands in routes.items():
                if to not in seen:
                    seen.add(to)
                    yield way(to, commands)

    def tally(self, state: Any) -> Tally | None:
        """How far a phase has come in which many units do something; None where that is not counted."""
        return None

    def warnings(self, state: Any) -> Sequence[str]:
        """What would hurt if the phase were ended now, a sentence each, the worst first; asked only when it is to be.

        Name the space in it as players read it: what is overstacked and what that costs, a supply line about to be
        cut, an unguarded bridge. How many have not moved is told from the `tally` and needs no sentence here.
        """
        return ()

    # Attacking, and whatever else is decided

    def attack(self, state: Any, space: str) -> Sequence[Command] | None:
        """The best attack on a space that is legal now, declared up to its commitment, which is left out.

        Where the rules go on by themselves once the last piece is named, that piece is left out too: naming it is the
        commitment, and the `answer` then.
        """
        return None

    def commitment(self, state: Any, space: str) -> Sequence[Command]:
        """The commitment of the `attack` on a space, if that is not what is `suggested` once it is declared."""
        return ()

    def odds_at(self, state: Any) -> Mapping[str, str]:
        """The best odds against each space that can be attacked now, as they are printed."""
        return {}

    def answer(self, state: Any) -> Gesture | None:
        """What most players would do about the decision in hand, as a whole: a retreat, an advance, losses."""
        return None

    def considered(self, state: Any) -> Gesture | None:
        """The same where `answer` has nothing and the best takes time to be found: asked away from the keys."""
        return None

    def idle(self, state: Any) -> Command | None:
        """The answer to a decision in which no other would help: the table gives it by itself. None if one would."""
        return None

    def better(self, state: Any) -> float | None:
        """How likely what lies on the table would come out better, if it were made again; None if nobody is asked."""
        return None

    def compared(self, state: Any) -> Compared | None:
        """What the answers to the decision in hand come to on average; it may take its time."""
        return None

    # What titles use

    def after(self, state: Any, commands: Sequence[Command]) -> Any:
        """The state after commands of one side without dice; None if one is illegal or wants dice."""
        if not commands:
            return state
        try:
            return tried(self._title.draft(state), commands)
        except (IllegalCommand, SealedDice):
            return None

    def _of_moving(self, state: Any) -> Iterator[Command]:
        """Legal commands that take units up, or lead them somewhere."""
        if state.over is None and state.stack[-1].decider(state) is not None:
            for command in state.stack[-1].legal(state):
                at = None if self.takes else self._title.target(state, command)
                if isinstance(command, self.takes) or (at is not None and at.to is not None and not at.aside):
                    yield command
