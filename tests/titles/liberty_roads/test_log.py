"""What is told of what a player does, by rule: the log, the reports and the other side rest on it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.titles.liberty_roads import test_landing as landings
from tests.titles.liberty_roads import test_reich as reich
from tests.titles.liberty_roads import test_replacements as replacements
from tests.titles.liberty_roads import test_sea as sea
from tests.titles.liberty_roads import test_supply as supplies
from tests.titles.liberty_roads import test_support as supports
from tests.titles.liberty_roads.kit import do, told, unit
from wargame_tui.core.game import Game

HAND, ARMY = supports.HAND, unit("US-30", supports.NORTH_WEST)
SHIPPING: dict[str, Any] = {"campaign": {"beachheads": (sea.UTAH,)}, "allied": (sea.UTAH,)}


def pontoon() -> Game:
    """An HQ on its pontoon side."""
    hq = unit("HQ-1US", "1114", pontoon=0)
    return supplies.supplying(hq, unit("G-352", "1316"), ashore=("1114",))


@pytest.mark.rule("5.2.2", "5.1.4", "5.3.1", "5.5.2")
@pytest.mark.parametrize(
    ("begin", "command", "kind", "facts"),
    [
        (lambda: supports.august(campaign=supports.NEAR), "take_air", "free_air", {}),
        (lambda: supports.support(ARMY, hand=HAND), f"give_back {HAND[0]}", "given_back", {"side": "Allied"}),
        (
            lambda: supports.support(ARMY, hand=HAND[3:], played={HAND[0]: "US-30"}, campaign=supports.NEAR),
            f"keep {HAND[0]}",
            "kept",
            {"marker": HAND[0]},
        ),
        (
            lambda: supports.support(ARMY, hand=("montgomery-1",), dice=(1, 1, 1, 1, 1, 5)),
            "play montgomery-1 turn",
            "montgomery",
            {},
        ),
    ],
)
def test_support(begin: Callable[[], Game], command: str, kind: str, facts: dict[str, Any]) -> None:
    (event,) = told(do(begin(), command), kind)
    assert facts.items() <= event.data.items()


@pytest.mark.rule("4.1.4", "10.1", "10.3.4", "11.2", "11.3.1", "13.6", "18.1.1")
@pytest.mark.parametrize(
    ("begin", "command", "kind", "facts"),
    [
        (pontoon, "unpontoon HQ-1US", "unpontoon", {"unit": "HQ-1US"}),
        (
            lambda: sea.sailing(unit("US-30", "England"), **SHIPPING),
            f"ship US-30 {sea.UTAH}",
            "shipped",
            {"unit": "US-30"},
        ),
        (
            lambda: sea.hqs(unit("US-29", "England")),
            "land_hq HQ-1US 1109",
            "hq_landed",
            {"unit": "HQ-1US", "hex": "1109"},
        ),
        (
            lambda: replacements.allied(unit("US-80", "off", due=8)),
            "place US-80 England",
            "arrived",
            {"unit": "US-80"},
        ),
        (lambda: replacements.allied(replacements.reduced("US-30")), "replace US-30 1", "replaced", {"unit": "US-30"}),
        (
            lambda: replacements.allied(replacements.dead("US-30")),
            f"rebuild US-30 1 {replacements.ASHORE}",
            "rebuilt",
            {"unit": "US-30"},
        ),
        (
            lambda: reich.german(unit("G-77", "2903"), unit("US-30", "1109")),
            "reserve G-77",
            "reserved",
            {"unit": "G-77"},
        ),
        (landings.invasion, f"land {landings.GOLD}", "landing_declared", {"hex": landings.GOLD}),
    ],
)
def test_units(begin: Callable[[], Game], command: str, kind: str, facts: dict[str, Any]) -> None:
    (event,) = told(do(begin(), command), kind)
    assert facts.items() <= event.data.items()


@pytest.mark.rule("13.6")
def test_landings() -> None:
    game = landings.invasion(turn=8, campaign={"invasions": 1, "landings": 3})
    do(game, f"land {landings.GOLD}")
    (named,) = told(do(game, f"assault UK-3 {landings.GOLD}"), "assault_unit")
    assert (named.data["unit"], named.data["hex"]) == ("UK-3", landings.GOLD)
    (off,) = told(do(game, f"call_off {landings.GOLD}"), "called_off")
    assert off.data["hex"] == landings.GOLD
