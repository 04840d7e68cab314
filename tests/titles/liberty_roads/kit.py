"""Set up any position of Liberty Roads for a test: a few counters on the real map, at any moment of play."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, TITLE_ID, open_book
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import sequence
from wargame_tui.titles.liberty_roads.state import OFF_MAP, Approval, Campaign, Now, Support, Unit

BOOK = open_book(f"{TITLE_ID}/campaign")
BOARD = BOOK.board
GRID = BOARD.grid


def unit(name: str, place: str, **changes: Any) -> Unit:
    """A counter of the game by its id, in a hex or box, with the markers given: `unit("US-30", "1109", oos=True)`."""
    return Unit(id=name, side=BOOK.pieces[name].side, location=place, **changes)


@cache
def _begun(scenario: str, options: tuple[str, ...]) -> Game:
    return Game(TITLE, f"{TITLE_ID}/{scenario}", 1, {"undo": "free", **dict.fromkeys(options, "on")})


def position(
    *units: Unit,
    turn: int = 8,
    side: Side = ALLIED,
    phase: str = "movement",
    scenario: str = "campaign",
    dice: Sequence[int] = (),
    options: Sequence[str] = (),
    stack: Sequence[Any] = (),
    allied: Sequence[str] = (),
    hand: Sequence[str] = (),
    played: Mapping[str, str] | None = None,
    approval: int = 8,
    now: Mapping[str, Any] | None = None,
    campaign: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Game:
    """A game that stands in a phase of a side's player turn, with only these counters in play, and the dice given.

    `phase` is one of the keys of `sequence.CHAPTERS`: it begins, and what happens on the way to the first decision is
    in `opening`, with the dice given from the first roll on. `allied` are hexes under Allied control, `hand` support
    markers that are available, `played` markers with the place where they lie; all others are in their pools. A
    `stack` of steps puts the game anywhere else in the sequence of play; `changes` are further fields of the state.
    """
    game = _begun(scenario, tuple(options)).branch()
    draft = TITLE.draft(game.state)
    draft.turn, draft.weather = turn, "Overcast"
    others = {name: Unit(name, piece.side, OFF_MAP) for name, piece in BOOK.pieces.items()}
    draft.units = others | {each.id: each for each in units}
    draft.control = {name: ALLIED if name in allied else GERMAN for name in draft.control}
    draft.ever = tuple(name for name in draft.control if name in allied)
    draft.approval = Approval(approval, 10)
    draft.campaign = Campaign(
        **{"fortitude": False, "south_held": False, "liberated": tuple(allied), **(campaign or {})}
    )
    draft.support = {name: Support(name, "later" if name in draft.units else "pool") for name in draft.support}
    for name in hand:
        draft.put(name, "available")
    for name, place in (played or {}).items():
        draft.put(name, "played", place)
    draft.now = Now(side, **(now or {}))
    for field, value in changes.items():
        setattr(draft, field, value)
    draft.events = []
    draft.stack = tuple(stack) or (
        sequence.Turn(turn, "German" if side == ALLIED else "end"),
        sequence.PlayerTurn(side, sequence.ORDER.index(phase)),  # type: ignore[arg-type]
    )
    if not stack and phase == sequence.ORDER[0]:
        draft.now = Now(side)
    draft.dice = draft.dice.script(tuple(dice))
    Game._settle(draft)
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    return game


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
    "at",
    "do",
    "legal",
    "place",
    "position",
    "refused",
    "told",
    "unit",
]
