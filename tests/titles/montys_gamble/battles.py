"""Impulses and attacks step by step, for tests of Monty's Gamble."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, do, position, told
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.state import Unit

CORPS = tuple(
    name
    for name, entry in BOOK.roster.items()
    if entry.side == ALLIED and entry.range is None and entry.type == "infantry" and "mechanized" not in entry.traits
)
"""Infantry on foot of XXX Corps: more than a stack of it."""
LANDSER = tuple(
    name
    for name, entry in BOOK.roster.items()
    if entry.side == GERMAN and entry.type == "infantry" and not entry.traits
)
"""German infantry: more than a stack of it."""
ALL_XXX: Mapping[str, str] = dict.fromkeys(BOOK.ground, "XXX")
ALL_HELD: Mapping[str, Any] = dict.fromkeys(BOOK.waters, ALLIED)


def impulse(*units: Unit, space: str | Sequence[str], **changes: Any) -> Game:
    """An assault impulse of the side whose turn it is, with a space activated."""
    game = position(*units, **changes)
    do(game, *(f"assault {each}" for each in ([space] if isinstance(space, str) else space)))
    return game


def rolls(*totals: int) -> list[int]:
    """The faces of two dice for each total."""
    return [face for total in totals for face in (total // 2, total - total // 2)]


def declare(game: Game, space: str, point: str, *others: str, support: Sequence[str] = ()) -> list[Event]:
    """Attack in a space; the dice fall, unless the defender has a forward unit to choose."""
    events = do(game, f"attack {space}")
    joining = [name for name in others if name not in game.state.stack[-1].attackers]
    events += do(game, f"point {point}", *(f"join {name}" for name in joining))
    return events + do(game, *(f"support {name}" for name in support), "fight")


def attack(
    game: Game, space: str, point: str, *others: str, support: Sequence[str] = (), forward: str | None = None
) -> list[Event]:
    """An attack up to the first decision after the dice."""
    events = declare(game, space, point, *others, support=support)
    if stage(game) == "attack" and forward:
        events += do(game, f"forward {forward}")
    return events


def settle(game: Game, *retreats: str) -> list[Event]:
    """Go on to the next decision of an impulse: no rerolls, and no retreats but those given."""
    events = do(game, *retreats)
    while stage(game) in ("roll", "fall_back", "withdraw"):
        events += do(game, "keep" if stage(game) == "roll" else "stay")
    return events


def stage(game: Game) -> str:
    """The kind of the step that waits."""
    return str(game.state.stack[-1].kind)


def outcome(events: Sequence[Event]) -> Mapping[str, Any]:
    """What the one attack among events came to."""
    (event,) = told(events, "attack_result")
    return event.data


def values(events: Sequence[Event], which: str) -> dict[str, int]:
    """The terms of the `av` or `dv` of the one attack among events, by rule."""
    found: dict[str, int] = {}
    for _, value, rule in outcome(events)[which]:
        found[rule] = found.get(rule, 0) + value
    return found


def holder(game: Game, border: str) -> str:
    """Who holds a boundary over water."""
    return str(game.state.crossings[border].holder)


__all__ = [
    "ALL_HELD",
    "ALL_XXX",
    "CORPS",
    "LANDSER",
    "attack",
    "declare",
    "holder",
    "impulse",
    "outcome",
    "rolls",
    "settle",
    "stage",
    "values",
]
