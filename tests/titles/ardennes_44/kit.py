"""Set up any position of Ardennes '44 for a test: a few counters on the real map, at any moment of play."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.titles.ardennes_44 import TITLE
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, TITLE_ID, open_book
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import sequence
from wargame_tui.titles.ardennes_44.state import OFF_MAP, Now, Specials, Unit

BOOK = open_book(f"{TITLE_ID}/campaign")
BOARD = BOOK.board
GRID = BOARD.grid


def unit(name: str, place: str, **changes: Any) -> Unit:
    """A counter of the game by its id, in a hex, with the markers given: `unit("106-422", "1727", eng=True)`."""
    return Unit(id=name, side=BOOK.pieces[name].side, location=place, **changes)


@cache
def _begun(scenario: str, options: tuple[str, ...]) -> Game:
    return Game(TITLE, f"{TITLE_ID}/{scenario}", 1, {"undo": "free", **dict.fromkeys(options, "on")})


def position(
    *units: Unit,
    turn: int = 3,
    side: Side = GERMAN,
    phase: str = "movement",
    night: bool = False,
    scenario: str = "campaign",
    dice: Sequence[int] = (),
    options: Sequence[str] = (),
    stack: Sequence[Any] = (),
    now: Mapping[str, Any] | None = None,
    specials: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Game:
    """A game that stands in a phase of a side's player turn, with only these counters in play, and the dice given.

    `phase` is one of `supply`, `fuel`, `bridges`, `movement`, `withdrawal`, `combat`, `traffic`, `status`, `victory`:
    it begins, and what happens on the way to the first decision is in `opening`, with the dice given from the first
    roll on. No bridge is down, no marker lies on the map, nobody has passed anywhere but `changes`, further fields of
    the state (`bridges`, `ips`, `traffic`, `roadblocks`, `control`, ...), say so. A `stack` of steps puts the game
    anywhere else in the sequence of play.
    """
    game = _begun(scenario, tuple(options)).branch()
    draft = TITLE.draft(game.state)
    draft.turn, draft.night = turn, night
    others = {name: Unit(name, piece.side, OFF_MAP) for name, piece in BOOK.pieces.items()}
    draft.units = others | {each.id: each for each in units}
    draft.bridges, draft.ips, draft.control, draft.advantages = {}, {}, {}, ()
    draft.traffic = dict.fromkeys(draft.traffic, None)
    draft.roadblocks = dict.fromkeys(draft.roadblocks, None)
    draft.parents, draft.exits, draft.held = {}, {}, 0
    draft.now = Now(side, **(now or {}))
    draft.specials = Specials(**(specials or {}))
    for field, value in changes.items():
        setattr(draft, field, value)
    draft.events = []
    draft.stack = tuple(stack) or (sequence.Turn(turn, "Allied" if side == GERMAN else "night"), _phase(side, phase))
    draft.dice = draft.dice.script(tuple(dice))
    Game._settle(draft)
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    return game


def _phase(side: Side, phase: str) -> sequence.PlayerTurn:
    return sequence.PlayerTurn(side, phase)  # type: ignore[arg-type]


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


def place(game: Game, name: str) -> str:
    """Where a unit is."""
    return str(game.state.units[name].location)


def at(game: Game, kind: str) -> bool:
    """Whether the decision in hand belongs to a kind of step."""
    return bool(game.state.stack and game.state.stack[-1].kind == kind)


__all__ = [
    "ALLIED",
    "BOARD",
    "BOOK",
    "GERMAN",
    "GRID",
    "TITLE",
    "at",
    "do",
    "legal",
    "place",
    "position",
    "refused",
    "told",
    "unit",
]
