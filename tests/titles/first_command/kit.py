"""Set up any position of First Command for a test: a few counters, a phase, the sky, scripted dice."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.titles.first_command import TITLE
from wargame_tui.titles.first_command.printed import AMERICAN, GERMAN, Side, Weather
from wargame_tui.titles.first_command.rules.turn import PlayerTurn, Turn
from wargame_tui.titles.first_command.state import Draft, Unit

SCENARIO = "first_command/mortain"
FOLLOWING: dict[str, Any] = {GERMAN: AMERICAN, AMERICAN: "end"}


def position(
    places: dict[str, str],
    *,
    reduced: Sequence[str] = (),
    side: Side = GERMAN,
    phase: str = "movement",
    turn: int = 3,
    weather: Weather = "clear",
    support: tuple[int, int] = (0, 0),
    dice: Sequence[int] = (),
    over_map: dict[str, Side] | None = None,
) -> Game:
    """A game with these units in these hexes and no others, in a phase of a side's player turn.

    `support`: points of the German and the American; `over_map`: places that are not American.
    """
    game = Game(TITLE, SCENARIO, 1, {"undo": "free"})
    draft = Draft(game.state)
    units = {name: replace(unit, location=places.get(name, "off")) for name, unit in draft.units.items()}
    draft.units = {name: replace(unit, reduced=name in reduced) for name, unit in units.items()}
    draft.turn, draft.weather = turn, weather
    draft.control = {**draft.control, **(over_map or {})}
    draft.support = {GERMAN: support[0], AMERICAN: support[1]}
    draft.stack = (Turn(FOLLOWING[side]), PlayerTurn(side, phase))  # type: ignore[arg-type]
    draft.dice = draft.dice.script(tuple(dice))
    draft.events = []
    Game._settle(draft)
    game.states[:] = [draft.freeze()]
    return game


def do(game: Game, *commands: str) -> list[Event]:
    """Give commands one after the other; the events of all of them."""
    return [event for command in commands for event in game.apply(command)]


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, by kind."""
    return [event.kind for event in events]


def legal(game: Game, *words: str) -> set[str]:
    """The notations of legal commands that begin with these words."""
    found = {command.notation() for command in game.legal()}
    return {text for text in found if text.split()[: len(words)] == list(words)}


def goals(game: Game, unit: str) -> set[str]:
    """The hexes to which a unit may go now."""
    return {text.split()[2] for text in legal(game, "move", unit)}


def refused(game: Game, command: str) -> Refusal:
    """Why a command is refused."""
    try:
        game.apply(command)
    except IllegalCommand as error:
        return error.refusal
    raise AssertionError(f"`{command}` was accepted")


def unit(game: Game, name: str) -> Unit:
    """A unit as it now is."""
    found: Unit = game.state.units[name]
    return found


def where(game: Game, name: str) -> str:
    """Where a unit is."""
    return unit(game, name).location


def battle(game: Game) -> Any:
    """The battle in hand."""
    return game.state.stack[-1]
