"""Set up any position of Tigers in the Mist for a test: a few units on the real map, at any moment of play."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.step import IllegalCommand, Refusal
from wargame_tui.core.title import find_title
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, TITLE_ID, open_book
from wargame_tui.titles.tigers_in_the_mist.rules import sequence
from wargame_tui.titles.tigers_in_the_mist.state import Bridge, Unit

TITLE = find_title(TITLE_ID)


def unit(name: str, words: str, **changes: Any) -> Unit:
    """A unit from words such as `German armour 4 @70`; combat values of its type unless changed."""
    side, kind, strength, place = words.split()
    chart = open_book(f"{TITLE_ID}/campaign").charts.types[kind]  # type: ignore[index]
    given: dict[str, Any] = {
        "branch": "Army" if side == GERMAN else "US",
        "attack": chart.attack,
        "defence": chart.defence,
        "start_strength": max(int(strength), int(changes.get("start_strength", 0))),
        "area_at_turn_start": place[1:],
        **changes,
    }
    return Unit(id=name, side=side, type=kind, strength=int(strength), location=place[1:], **given)  # type: ignore[arg-type]


@cache
def _begun(scenario: str) -> Game:
    return Game(TITLE, scenario, 1, {"undo": "free"})


def position(
    *units: Unit,
    at: str = "17-1",
    side: str = GERMAN,
    scenario: str = "campaign",
    dice: Sequence[int] = (),
    destroyed: Sequence[str] = (),
    intact: Sequence[str] = (),
    **changes: Any,
) -> Game:
    """A game that stands at the movement step of a side's impulse, with only these units and the dice given.

    `at` is the box of the turn track; bridges are as at the start but for `destroyed` and `intact`; `changes` are
    further fields of the state (`vp`, `control`, `special`, `reserves`, ...). Nothing else is on the map.
    """
    date, impulse = (int(part) for part in at.split("-"))
    name = f"{TITLE_ID}/{scenario}"
    game = _begun(name).branch()
    bridges = dict(game.state.bridges)
    for bridge in destroyed:
        bridges[bridge] = Bridge(intact=False)
    for bridge in intact:
        bridges[bridge] = Bridge(intact=True)
    draft = TITLE.draft(game.state)
    draft.date, draft.impulse, draft.active = date, impulse, side
    draft.units = {each.id: each for each in units}
    draft.bridges = bridges
    draft.stack = (
        sequence.Date(date, "impulses", impulse + 1),
        sequence.Impulse(impulse, "german done" if side == GERMAN else "allied done"),
        sequence.Half(side),
    )
    for field, value in changes.items():
        setattr(draft, field, value)
    Game._settle(draft)
    game.states[:] = [draft.freeze()]
    if dice:
        game.script(dice)
    return game


def do(game: Game, *commands: str) -> list[Event]:
    """Give commands one after the other; the events of all of them."""
    return [event for command in commands for event in game.apply(command)]


def legal(game: Game) -> set[str]:
    """The notations of all legal commands."""
    return {command.notation() for command in game.iter_legal()}


def refused(game: Game, command: str) -> Refusal:
    """The refusal of a command; fails if it is legal."""
    before = game.state
    try:
        game.apply(command)
    except IllegalCommand as error:
        assert game.state is before
        return error.refusal
    raise AssertionError(f"`{command}` was accepted")


def rolls(events: Sequence[Event], kind: str) -> list[Event]:
    """The rolls of one kind: `fire`, `artillery`, `calls`, `demolition`, `bridging`."""
    return [event for event in events if event.kind == kind]


__all__ = ["ALLIED", "GERMAN", "TITLE", "do", "legal", "position", "refused", "rolls", "unit"]
