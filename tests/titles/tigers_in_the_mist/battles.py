"""Battles for the tests of combat: units of both sides in one area, played from the first call to the last shot."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, unit
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.book import enemy, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import combat
from wargame_tui.titles.tigers_in_the_mist.state import Unit

CLERVAUX = "68"
"""West of the Allied start line; no river on its roads (67, 69, 70, 71)."""
MARNACH = "70"
"""On the Allied start line; the bridge to Dasburg (51) is down, no river on the roads to 68, 69 and 71."""
DASBURG = "51"
"""East of the Allied start line."""
ST_VITH = "73"
"""Rivers on the roads from Habscheid (49) and Büllingen (77), none from Burg-Reuland (72) and Schönberg (74)."""

MISS, HIT = 10, 1
ROAD_TO = open_book("tigers_in_the_mist/campaign").roads


VALUES = {"engineer": (2, 3), "armour": (5, 4), "mechanized": (4, 4), "motorized": (3, 4), "infantry": (3, 4)}
"""Attack and defence in these tests, whatever the counters of the game have."""


def german(name: str, kind: str, strength: int, area: str = CLERVAUX, **changes: Any) -> Unit:
    """A German unit."""
    attack, defence = VALUES[kind]
    return unit(name, f"German {kind} {strength} @{area}", **{"attack": attack, "defence": defence, **changes})


def allied(name: str, kind: str, strength: int, area: str = CLERVAUX, **changes: Any) -> Unit:
    """An Allied unit."""
    attack, defence = VALUES[kind]
    return unit(name, f"Allied {kind} {strength} @{area}", **{"attack": attack, "defence": defence, **changes})


def ring(area: str, side: str) -> list[Unit]:
    """Units of a side in all spaces around an area: whoever is inside is out of supply."""
    return [unit(f"{side[0]}-{road.to}", f"{side} infantry 1 @{road.to}") for road in ROAD_TO[area]]


def stage(game: Game) -> str:
    """Where the battle in hand stands; `` if there is none."""
    step = game.state.stack[-1]
    return step.stage if isinstance(step, combat.Battle) else ""


def end_movement(game: Game) -> list[Event]:
    """End the movement step, if it has not ended because nobody can move."""
    return do(game, "end") if "end" in legal(game) else []


def start_battle(game: Game, area: str) -> list[Event]:
    """End movement and begin a battle, which begins by itself if it is the only one and must be fought."""
    return [*end_movement(game), *(do(game, f"battle {area}") if not stage(game) else [])]


def joined(*units: Unit, area: str = CLERVAUX, side: Side = GERMAN, dice: Sequence[int] = (), **changes: Any) -> Game:
    """Both sides have been in the area since the start of the impulse, and all units of `side` attack.

    The game stands at the first decision after that: mostly the defender's call for artillery.
    """
    game = position(*units, side=side, dice=dice, **changes)
    start_battle(game, area)
    while stage(game) == "attackers":
        game.apply(next(game.iter_legal()))
    return game


def fight(game: Game, *commands: str) -> list[Event]:
    """Give the commands, then take the first choice in everything until the battle is over; all events of the battle.

    The battle is the one in hand, or the last one if it is over and no commands are given, or else the next one.
    """
    known = _told(game)
    begun = [index for index, event in enumerate(known) if event.kind == "battle"]
    first = begun[-1] if begun and (stage(game) or not commands) else len(known)
    do(game, *commands)
    while stage(game) and not _ends(_told(game)[first:]):
        game.apply(next(game.iter_legal()))
    story = _told(game)[first:]
    return story[: _ends(story)]


def _told(game: Game) -> list[Event]:
    return [event for entry in game.entries for event in entry.events]


def _ends(story: Sequence[Event]) -> int:
    """Where the events of the first battle end, 0 if they do not."""
    return next((index + 1 for index, event in enumerate(story) if event.kind == "battle_ended"), 0)


def skip_impulse(game: Game) -> None:
    """Let the active player do nothing."""
    side = game.state.active
    while game.state.active == side:
        do(game, "end" if "end" in legal(game) else "done")


def shots(events: Iterable[Event]) -> list[tuple[str, str, int]]:
    """Who or whose artillery fired at whom, and the number to hit with all modifiers."""
    return [
        (
            event.data["unit"] if event.kind == "fire" else f"{event.data['side']} artillery",
            event.data["target"] if event.kind == "fire" else event.data["unit"],
            event.data["needed"] - sum(drm for _, drm, _ in event.data["modifiers"]),
        )
        for event in events
        if event.kind in ("artillery", "fire")
    ]


def modifiers(events: Iterable[Event], firer: str) -> dict[str, int]:
    """The modifiers, by the rule of each, of the first shot of a unit or of a side's artillery."""
    for event in events:
        who = event.data.get("side") if event.kind == "artillery" else event.data.get("unit")
        if event.kind in ("artillery", "fire") and who == firer:
            return {rule: drm for _, drm, rule in event.data["modifiers"]}
    raise AssertionError(f"{firer} did not fire")


def losses(events: Iterable[Event]) -> dict[str, int]:
    """Strength lost by each unit that lost any."""
    lost: dict[str, int] = {}
    for event in events:
        if event.kind == "loss":
            lost[event.data["unit"]] = lost.get(event.data["unit"], 0) + event.data["lost"]
    return lost


__all__ = [
    "ALLIED",
    "CLERVAUX",
    "DASBURG",
    "GERMAN",
    "HIT",
    "MARNACH",
    "MISS",
    "ST_VITH",
    "allied",
    "end_movement",
    "enemy",
    "fight",
    "german",
    "joined",
    "losses",
    "modifiers",
    "ring",
    "shots",
    "skip_impulse",
    "stage",
    "start_battle",
]
