"""What is told of what a player does, by rule: the log, the reports and the other side rest on it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.ardennes_44 import test_artillery as guns
from tests.titles.ardennes_44 import test_dump as dump
from tests.titles.ardennes_44 import test_night as nights
from tests.titles.ardennes_44 import test_reinforcements as coming
from tests.titles.ardennes_44 import test_traffic as traffic
from tests.titles.ardennes_44.fights import WIDE, ahead
from tests.titles.ardennes_44.kit import GERMAN, do, legal, position, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.advance import Advancing
from wargame_tui.titles.ardennes_44.rules.sequence import Turn

NEXT = ahead(WIDE, 0)


def advancing() -> Game:
    """A unit may follow into an empty hex."""
    step = Advancing(GERMAN, ("12SS-25",), "normal", NEXT)
    return position(unit("12SS-25", WIDE), turn=5, stack=[Turn(5, "Allied"), step])


@pytest.mark.rule("12.7", "13.4", "19.1", "22.3", "25.3", "32.2c")
@pytest.mark.parametrize(
    ("begin", "command", "kind", "facts"),
    [
        (lambda: position(unit("388VAK", guns.MEADOW)), "prime 388VAK", "prime_mover", {"unit": "388VAK"}),
        (
            lambda: position(unit("12SS-25", WIDE, marker="SM"), phase="supply"),
            "take_off 12SS-25",
            "marker_off",
            {"unit": "12SS-25"},
        ),
        (lambda: coming.allied(coming.HOLDER, unit("26-101", "SE")), "seal 26-101 A", "sealing", {"unit": "26-101"}),
        (lambda: nights.evening(unit("2-9", "3413")), "night 3413", "night_marker", {"hex": "3413"}),
        (lambda: dump.fuel(unit("2Pz-2", dump.DUMP)), "ship", "dump_shipped", {}),
        (advancing, f"advance 12SS-25 {NEXT}", "advanced", {"unit": "12SS-25"}),
    ],
)
def test_units(begin: Callable[[], Game], command: str, kind: str, facts: dict[str, Any]) -> None:
    (event,) = told(do(begin(), command), kind)
    assert facts.items() <= event.data.items()


@pytest.mark.rule("24.3", "24.8")
@pytest.mark.parametrize(("verb", "kind"), [("traffic", "traffic_placed"), ("block", "roadblock_placed")])
def test_markers_on_roads(verb: str, kind: str) -> None:
    game = traffic.phase(unit("99-394", "2720"))
    command = min(legal(game, verb))
    (event,) = told(do(game, command), kind)
    _, marker, hex_ = command.split()
    assert (event.data["marker"], event.data["hex"]) == (marker, hex_)
