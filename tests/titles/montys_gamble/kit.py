"""Set up any position of Monty's Gamble for a test: a few counters on the real map, at any moment of play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.titles.montys_gamble import TITLE
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, TITLE_ID, open_book
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import advantage, impulses, sequence
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.rules.regroup import Regrouping
from wargame_tui.titles.montys_gamble.state import Advantage, Crossing, Unit

BOOK = open_book(f"{TITLE_ID}/extended")


def unit(name: str, place: str, condition: str = "fresh", **changes: Any) -> Unit:
    """A counter of the game by its id, in a space, with other factors or another division if the test wants them.

    `unit("1Para", "13", "dis1", attack=6)`.
    """
    entry = BOOK.roster[name]
    fields = ("side", "type", "branch", "division", "range", "attack", "defence", "mf", "spent")
    given = {field: getattr(entry, field) for field in fields} | changes
    return Unit(id=name, location=place, condition=condition, **given)  # type: ignore[arg-type]


@cache
def _begun(scenario: str, options: tuple[str, ...]) -> Game:
    return Game(TITLE, f"{TITLE_ID}/{scenario}", 1, {"undo": "free", **dict.fromkeys(options, "on")})


def position(
    *units: Unit,
    at: str = "19-3",
    side: Side = ALLIED,
    phase: str = "impulse",
    scenario: str = "basic",
    control: Mapping[str, str] | None = None,
    holders: Mapping[str, Side] | None = None,
    blown: Sequence[str] = (),
    works: Mapping[str, Mapping[Side, int]] | None = None,
    holder: Side | None = None,
    dice: Sequence[int] = (),
    options: Sequence[str] = (),
    stack: Sequence[Any] = (),
    **changes: Any,
) -> Game:
    """A game that stands where a side chooses its impulse, with only these counters, and the dice given.

    `at` is date and impulse; `phase` may be `refit` or `regroup` instead: the side's half of that phase. Everything
    is German-controlled and German-held but for `control` (space to `airborne`, `XXX` or `German`) and `holders`
    (boundary to side); spaces that only Allied units occupy are theirs. Bridges are `blown`, perhaps with construction
    markers on them (`works`, boundary to levels). `holder` has the Advantage: by default the enemy of `side`, silent.
    A `stack` of steps puts the game anywhere else in the sequence of play; then the dice are there from the first step
    on, and what happens on the way to the first decision is in `opening`.
    `changes` are further fields of the state (`weather`, `reserve`, `ferries`, ...).
    """
    date, impulse = (int(part) for part in at.rsplit("-", 1)) if not at.endswith("--1") else (int(at[:2]), -1)
    game = _begun(scenario, tuple(options)).branch()
    draft = TITLE.draft(game.state)
    draft.date, draft.impulse = date, impulse
    draft.units = {each.id: each for each in units}
    draft.control = dict.fromkeys(BOOK.ground, "German") | _control(units) | dict(control or {})
    broken = {*blown, *(works or {})}
    draft.crossings = {
        border: Crossing((holders or {}).get(border, GERMAN), border in broken, (works or {}).get(border, {}))
        for border in BOOK.waters
    }
    draft.first_impulse = False
    draft.advantage = Advantage(holder or (GERMAN if side == ALLIED else ALLIED))
    for field, value in changes.items():
        setattr(draft, field, value)
    draft.events = []
    draft.stack = tuple(stack) or _stack(date, side, phase)
    if stack:
        draft.dice = draft.dice.script(tuple(dice))
    if phase != "impulse" or stack:
        advantage.begin(draft, side)
    Game._settle(draft)
    if holder is None:
        draft.now = replace(draft.now, quiet=(GERMAN, ALLIED))
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    if dice and not stack:
        game.script(dice)
    return game


def _control(units: Sequence[Unit]) -> dict[str, str]:
    """Spaces that only one side occupies."""
    german = {each.location for each in units if each.side == GERMAN}
    allied = [each for each in units if each.location in BOOK.ground and each.location not in german]
    xxx = {each.location for each in allied if each.range is None}
    return {each.location: "XXX" if each.location in xxx else "airborne" for each in allied}


def _stack(date: int, side: Side, phase: str) -> tuple[Any, ...]:
    if phase == "refit":
        return (sequence.Day(date, "regroup"), Refitting(side))
    if phase == "regroup":
        return (sequence.Day(date, "end"), Regrouping(side))
    return (sequence.Day(date, "refit"), impulses.Daylight(next=side), impulses.Impulse(side))


def do(game: Game, *commands: str) -> list[Event]:
    """Give commands one after the other; the events of all of them."""
    return [event for command in commands for event in game.apply(command)]


def legal(game: Game, verb: str | None = None) -> set[str]:
    """The notations of all legal commands, or of those of a verb."""
    found = {command.notation() for command in game.iter_legal()}
    return found if verb is None else {text for text in found if text.split()[0] == verb}


def refused(game: Game, command: str) -> Refusal:
    """The refusal of a command; fails if it is legal."""
    before = game.state
    try:
        game.apply(command)
    except IllegalCommand as error:
        assert game.state is before
        return error.refusal
    raise AssertionError(f"`{command}` was accepted")


def told(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


PASSIVE = ("pass", "end", "keep", "stay", "sunset 0", "act pass", "fight")
"""The commands that do least, in the order of preference."""


def quietly(game: Game) -> list[Event]:
    """Let rolls stand and units stay where they are until somebody has more to decide; the events meanwhile."""
    found: list[Event] = []
    while game.over is None and (do_least := next((text for text in ("keep", "stay") if text in legal(game)), None)):
        found += game.apply(do_least)
    return found


def play_on(game: Game, until: Callable[[Game], bool]) -> list[Event]:
    """Do as little as possible until something is the case; the events meanwhile."""
    found: list[Event] = []
    while game.over is None and not until(game):
        open_to = legal(game)
        found += game.apply(next((text for text in PASSIVE if text in open_to), min(open_to)))
    return found


def condition(game: Game, name: str) -> str:
    """A unit's condition."""
    return str(game.state.units[name].condition)


def place(game: Game, name: str) -> str:
    """Where a unit is."""
    return str(game.state.units[name].location)


__all__ = [
    "ALLIED",
    "BOOK",
    "GERMAN",
    "TITLE",
    "condition",
    "do",
    "legal",
    "place",
    "play_on",
    "position",
    "quietly",
    "refused",
    "told",
    "unit",
]
