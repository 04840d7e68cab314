"""Set up any position for a test: a few counters, a phase, scripted dice."""

from collections.abc import Mapping, Sequence

from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal

from skeleton import TITLE

SCENARIO = "skeleton/crossroads"
FOLLOWING = {"Red": "Blue", "Blue": "end"}


def position(
    places: Mapping[str, str], *, side: str = "Red", phase: str = "movement", turn: int = 1, dice: Sequence[int] = ()
) -> Game:
    """A game with these units in these spaces and no others, in a phase of a side's player turn."""
    game = Game(TITLE, SCENARIO, 1)
    values = {f"/units/{name}/location": places.get(name, "eliminated") for name in game.state.units}
    values |= {"/stack/0/next": FOLLOWING[side], "/stack/1/side": side, "/stack/1/stage": phase}
    game.edit([{"op": "replace", "path": path, "value": value} for path, value in {**values, "/turn": turn}.items()])
    game.script(dice)
    return game


def do(game: Game, *commands: str) -> list[Event]:
    """Give commands one after the other; what happens."""
    return [event for command in commands for event in game.apply(command)]


def told(events: Sequence[Event]) -> list[str]:
    """What has happened, by kind."""
    return [event.kind for event in events]


def refused(game: Game, command: str) -> Refusal:
    """Why a command is refused."""
    refusal = game.refusal(game.parse(command))
    assert refusal is not None, f"`{command}` is legal"
    return refusal
