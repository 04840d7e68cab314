"""What is remembered of a state for as long as some of its fields stay the same depends on no others."""

from collections.abc import Callable, Iterable
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from tests.golden.record import path_of, scenarios
from wargame_tui.board.title import BoardTitle
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.remembered import Following, Remembered, Resting

MOMENTS = 24
"""Moments of a recorded game at which everything remembered is found anew."""
FREE = "scenario"
"""On this every function may depend."""
GIVEN = {
    "wargame_tui.titles.ardennes_44.shown.pieces._find_places": {"stack", "over"},
    "wargame_tui.titles.liberty_roads.shown.pieces._find_places": {"stack"},
}
"""Fields of which a further argument of the function says all that it goes by."""


class Reading:
    """A state that notes which of its fields are read; of those given, which fields of theirs."""

    def __init__(self, state: Any, within: frozenset[str] = frozenset(), path: str = "") -> None:
        self.state = state
        self.fields: set[str] = set()
        self._within = within
        self._path = path

    def __getattr__(self, name: str) -> Any:
        found = getattr(type(self.state), name, None)
        if isinstance(found, property | FunctionType):  # It reads fields in its turn.
            return found.__get__(self)
        value = getattr(self.state, name)
        if name in self._within:
            inner = Reading(value, path=f"{name}.")
            inner.fields = self.fields
            return inner
        self.fields.add(self._path + name)
        return value


class Probe:
    """Stands in for what remembers: lets every function run on a state that notes what is read."""

    def __init__(self) -> None:
        self.faults: dict[str, set[str]] = {}
        """Functions with the fields that they read without naming them."""
        self._read: dict[Any, set[str]] = {}
        """What has been read in the moment in hand."""
        self._kept: list[Any] = []
        """Tables of that moment, so that none takes the place of another."""

    def next_moment(self) -> None:
        """Forget what was read in the last one."""
        self._read, self._kept = {}, []

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Watch everything remembered."""
        for kind, watched in ((Remembered, self._remembered), (Resting, self._resting)):
            patch.setattr(kind, "__call__", self._watching(kind.__call__, watched))

    def _watching(self, original: Callable[..., Any], watched: Callable[..., set[str]]) -> Callable[..., Any]:
        def call(memory: Any, table: Any, *more: Any) -> Any:
            state = table.state if isinstance(table, Reading) else table
            key = (id(memory), id(state), more)
            if key not in self._read:
                self._kept.append(state)
                self._read[key] = set()
                self._read[key] = watched(memory, state, *more)
            if isinstance(table, Reading):
                table.fields |= self._read[key]
            return original(memory, state, *more)

        return call

    def _remembered(self, memory: Remembered[Any], state: Any, *more: Any) -> set[str]:
        function = memory.afresh if isinstance(memory, Following) else memory._function
        read = self._reads(function, state, *more, within=memory.fields)
        named = memory._from_last if isinstance(memory, Following) else function
        self._compare(named, read, set(memory.fields))
        return read

    def _resting(self, memory: Resting[Any], state: Any, *more: Any) -> set[str]:
        grounds = set().union(*(self._reads(ground, state, *more) for ground in memory._grounds))
        self._compare(memory._function, self._reads(memory._function, state, *more), grounds)
        return grounds

    @staticmethod
    def _reads(function: Callable[..., Any], state: Any, *more: Any, within: Iterable[str] = ()) -> set[str]:
        reading = Reading(state, frozenset(name.partition(".")[0] for name in within if "." in name))
        function(reading, *more)
        return reading.fields

    def _compare(self, function: Any, read: set[str], named: set[str]) -> None:
        name = f"{function.__module__}.{function.__qualname__}"
        free = named | GIVEN.get(name, set()) | {FREE}
        if unnamed := {field for field in read if not {field, field.partition(".")[0]} & free}:
            self.faults.setdefault(name, set()).update(unnamed)


def look_at_everything(game: Game, at: int) -> None:
    """Ask for what a player may be shown at a moment."""
    title, state = game.title, game.states[at]
    for command in state.stack[-1].legal(state):
        title.command_text(state, command)
    if isinstance(title, BoardTitle):
        title.scene(state)
        title.phase_bar(state)
        for overlay in title.overlays():
            title.overlay(state, overlay.id)


def moments(game: Game) -> list[int]:
    """The first moment at every kind of step, and some more, evenly spread."""
    first: dict[Any, int] = {}
    for at, state in enumerate(game.states[:-1]):
        first.setdefault((state.stack[-1].kind, getattr(state.stack[-1], "stage", "")), at)
    return sorted({*first.values(), *range(0, len(game.states) - 1, max(1, len(game.states) // MOMENTS))})


@pytest.mark.parametrize("scenario", scenarios())
def test_functions_read_no_field_that_they_do_not_name(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, probe = save.read(path_of(scenario)), Probe()
    probe.install(monkeypatch)
    for at in moments(game):
        probe.next_moment()
        look_at_everything(game, at)
    assert probe.faults == {}


def test_the_probe_finds_what_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that reads three fields and names one, and part of another."""
    probe, state = Probe(), SimpleNamespace(units={}, turn=1, now=SimpleNamespace(moved=1, fought=2))
    probe.install(monkeypatch)
    guilty = Remembered(
        lambda table: (table.units, table.turn, table.now.moved, table.now.fought), "units", "now.moved"
    )
    guilty(state)
    assert list(probe.faults.values()) == [{"turn", "now.fought"}]
