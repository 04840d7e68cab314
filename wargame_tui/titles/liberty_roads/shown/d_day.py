"""6 June 1944 as history had it, as far as the rules let it be done again (12, 13).

Who landed and dropped where: Harrison, Cross-Channel Attack, ch. VIII, for the Americans; the British by the general
histories, not looked up. Three landings are made in a turn (13.1.2): the 3rd Division of Sword lands at Gold and Juno.
There, too, drops the 6th Airborne, for nobody comes to fetch it from the Orne (12.2.12). Which beach had which support:
the tanks that swam ashore at Utah, the Rangers at Pointe du Hoc, the Funnies and commandos of the British.
"""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.core.command import Command
from wargame_tui.titles.liberty_roads.commands import Assault, Assign, Drop, FollowUp, Land
from wargame_tui.titles.liberty_roads.state import Table

UTAH, OMAHA, GOLD_JUNO = "1008", "1109", "1208"
BEACHES = (UTAH, OMAHA, GOLD_JUNO)
ASSAULT: Mapping[str, Sequence[str]] = {
    UTAH: ("US-4",),
    OMAHA: ("US-1", "US-29"),
    GOLD_JUNO: ("UK-50", "CA-3", "UK-3"),
}
"""The divisions of the first wave by beach (13.6 step 2)."""
MARKERS: Mapping[str, Sequence[str]] = {
    UTAH: ("naval", "air", "amphibious"),
    OMAHA: ("naval", "rangers"),
    GOLD_JUNO: ("naval", "funnies", "commandos"),
}
"""The D-Day markers by beach, as many as the zone has (13.3.2, 13.6 step 3)."""
DROPS: Mapping[str, str] = {"US-82AB": UTAH, "US-101AB": UTAH, "UK-6AB": GOLD_JUNO}
"""Where airborne divisions jump (12.2)."""
FOLLOW_UP: Mapping[str, str] = {
    "HQ-1US": OMAHA,
    "HQ-2UK": GOLD_JUNO,
    "US-90": UTAH,
    "US-2": OMAHA,
    "UK-7A": GOLD_JUNO,
    "UK-51": GOLD_JUNO,
}
"""Who came ashore by 10 June, headquarters first (13.6 step 8)."""


def is_near(table: Table) -> bool:
    """Whether it is the first turn of a game with landings, and none has been made."""
    return table.turn == 1 and not table.book.scenario.basic and table.campaign.invasions == 0


def drops() -> Iterator[Drop]:
    """The drops, one after the other: each is rolled for."""
    return (Drop(unit, hex_) for unit, hex_ in DROPS.items())


def landing() -> Iterator[Command]:
    """Landings, assault units, markers."""
    yield from map(Land, BEACHES)
    for hex_, units in ASSAULT.items():
        yield from (Assault(unit, hex_) for unit in units)
    for hex_, names in MARKERS.items():
        yield from (Assign(name, hex_) for name in names)


def follow_up() -> Iterator[Command]:
    """Who follows."""
    return (FollowUp(unit, hex_) for unit, hex_ in FOLLOW_UP.items())
