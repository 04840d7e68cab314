"""What lies over the map, without a screen."""

from pathlib import Path
from typing import Any

import pytest

from tests.tui.table.test_following import session
from tests.tui.table.test_picking import march, picking
from wargame_tui.board.scene import Overlay
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.over_map import OverMap, places_on_view
from wargame_tui.tui.table.picking import Picking

NAMES = "12345"


@pytest.fixture
def game(skirmish: Any, tmp_path: Path) -> Session:
    return session(tmp_path)


def test_where_something_can_be_decided_is_marked_and_where_ways_of_several_steps_lead(game: Session) -> None:
    mine = picking(march("A", "1", "2"), march("B", "3"))
    mine.routes = {"4": ()}
    assert OverMap().overlay(game, mine, NAMES).highlights == {"4": "reach", "1": "choice", "3": "choice"}


def test_the_reach_of_what_is_in_hand_comes_before_where_it_goes_with_one_command(game: Session) -> None:
    mine, over = picking(march("A", "1", "2"), march("A", "1", "3")), OverMap()
    mine.take("A", "1")
    over.consider(Overlay({"3": "reach"}, {"3": "4"}))
    shown = over.overlay(game, mine, NAMES)
    assert shown.highlights == {"3": "reach", "2": "choice"}
    assert shown.notes == {"3": "4"}


def test_the_odds_of_an_attack_stand_where_movement_left_would(game: Session) -> None:
    """Beside the mark of a battle the movement left (`3`) read like odds cut short."""
    mine, over = picking(march("A", "1", "2")), OverMap()
    over.consider(Overlay({"3": "reach"}, {"3": "4"}))
    over.proposed = Overlay({"3": "battle"}, {"3": "36%"})
    shown = over.overlay(game, mine, NAMES)
    assert (shown.highlights["3"], shown.notes["3"]) == ("battle", "36%")


def test_a_reach_of_nothing_is_none() -> None:
    over = OverMap()
    over.consider(Overlay({}))
    assert over.reach is None


def test_what_was_switched_on_hides_the_decision(game: Session) -> None:
    over = OverMap()
    assert (over.name(game), over.legend(game, {})) == ("", "")
    assert over.toggle("control")
    assert over.overlay(game, picking(march("A", "2")), NAMES).highlights == {"1": "supplied"}
    assert over.name(game) == "Control"
    assert over.legend(game, {"supplied": "+", "objective": "-"}) == "+ held   - lost"
    assert not over.toggle("control")
    assert not over.laid


def test_a_unit_in_hand_shows_where_it_goes_under_the_layers(game: Session) -> None:
    mine, over = picking(march("A", "1", "2")), OverMap()
    over.toggle("control")
    over.consider(Overlay({"1": "reach", "2": "reach"}, {"1": "4"}))
    assert over.overlay(game, mine, NAMES).highlights == {"1": "supplied"}
    mine.take("A", "1")
    shown = over.overlay(game, mine, NAMES)
    assert shown.highlights == {"1": "supplied", "2": "reach"}
    assert shown.notes == {"1": "4"}
    assert over.overlay(game, mine, NAMES) is shown, "nothing is drawn anew for nothing"


def test_a_layer_that_takes_long_is_left_out_until_it_is_known(game: Session) -> None:
    over = OverMap()
    over.toggle("far")
    assert over.overlay(game, Picking(), NAMES, slow=False) == Overlay()
    assert over.is_behind(game)
    assert over.overlay(game, Picking(), NAMES).notes == {"2": "far"}
    assert not over.is_behind(game)
    assert over.overlay(game, Picking(), NAMES, slow=False).notes == {"2": "far"}
    game.apply("pick kgPeiper")
    assert over.is_behind(game), "another state has to be worked out anew"


def test_the_past_shows_where_things_happened(game: Session) -> None:
    game.apply("pick kgPeiper")
    game.apply("go 4")
    game.apply("end")
    game.look(2)
    assert places_on_view(game, "123") == []
    assert OverMap().overlay(game, Picking(), NAMES) == Overlay({"4": "path"})
