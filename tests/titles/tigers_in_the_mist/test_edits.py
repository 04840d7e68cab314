"""Positions set up by hand: an edit of the table brings along what follows from it, unless it says otherwise."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, do, legal, position, refused, unit
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadState
from wargame_tui.titles.tigers_in_the_mist.printed.book import open_book


def at(name: str, space: str) -> dict[str, str]:
    return {"op": "replace", "path": f"/units/{name.replace('/', '~1')}/location", "value": space}


def campaign() -> Game:
    return Game.new("tigers_in_the_mist/campaign", 1, {"undo": "free"})


def test_units_put_together_were_together_when_the_impulse_began():
    game = position(unit("G", "German infantry 3 @51"), unit("A", "Allied infantry 3 @68"))
    game.edit([at("G", "68")])
    do(game, "end")
    assert legal(game) == {"battle 68", "done"}  # 9.13: it was there already, it may attack or not


def test_a_unit_was_where_it_is_put_at_the_start_of_the_turn():
    game = position(unit("G", "German infantry 3 @51"), unit("H", "German infantry 3 @68"))
    assert "with H" not in legal_after_move(game)
    game.edit([at("G", "68")])
    assert "with H" in legal_after_move(game)


def legal_after_move(game: Game) -> set[str]:
    branch = game.branch()
    do(branch, "move G")
    return legal(branch)


def test_who_has_moved_stays_where_he_was_at_the_start_of_the_turn():
    game = position(unit("G", "German armour 3 @68", moved=True, area_at_turn_start="51"))
    game.edit([at("G", "67")])
    assert game.state.units["G"].area_at_turn_start == "51"


def test_what_the_edit_says_itself_stands():
    game = position(unit("G", "German infantry 3 @51"), unit("A", "Allied infantry 3 @68"))
    game.edit([at("G", "68"), {"op": "replace", "path": "/units/G/area_at_turn_start", "value": "70"}])
    assert game.state.units["G"].area_at_turn_start == "70"


def test_date_impulse_and_side_take_the_steps_along():
    game = campaign()
    edit = [("/date", 18), ("/impulse", 2), ("/active", ALLIED)]
    game.edit([{"op": "replace", "path": path, "value": value} for path, value in edit])
    assert game.side == ALLIED
    assert game.trail == ["18 December", "Impulse 2", "Allied", "Movement"]
    do(game, "end")
    assert game.trail[:2] == ["18 December", "Impulse 3"]


def test_once_somebody_has_moved_the_start_of_the_impulse_stands():
    game = position(
        unit("G", "German armour 3 @51"), unit("H", "German armour 3 @67"), unit("A", "Allied infantry 3 @68")
    )
    do(game, "move H", "to 66", "stop")
    game.edit([at("G", "68")])
    assert game.state.contested_at_start == ()
    do(game, "end")
    assert game.trail[2] != "German"  # no battle: it was not there when the impulse began, and did not enter


def test_supply_of_those_who_might_blow_bridges_is_judged_anew():
    game = position(unit("G", "German armour 3 @84"), unit("A", "Allied infantry 3 @83"))
    around = {road.to for road in open_book(game.scenario).roads["83"]} - {"84"}
    cut = [{"op": "add", "path": f"/units/X{space}", "value": _new(f"X{space}", space)} for space in sorted(around)]
    game.edit(cut)
    assert "A" in game.state.unsupplied_at_start
    do(game, "move G", "to 83")  # 13.24: nobody asks whether the bridge is blown
    assert game.trail[-1] != "Demolition"
    assert game.state.units["G"].location == "83"


def _new(name: str, space: str) -> dict[str, object]:
    words = {"side": "German", "type": "armour", "branch": "Army", "attack": 4, "defence": 4}
    return {"id": name, **words, "strength": 2, "start_strength": 2, "location": space}


def test_an_edited_game_replays():
    game = campaign()
    game.edit([at("394/99", "68")])
    do(game, "end")
    again = campaign()
    again.edit([at("394/99", "68")])
    do(again, "end")
    assert again.state == game.state


def test_an_impossible_position_is_refused_whole():
    game = campaign()
    before = game.state
    for path, value in (("/units/394~199/location", "99"), ("/units/394~199/strength", 0), ("/date", 23)):
        with pytest.raises(BadState, match=path.split("/")[1]):
            game.edit([at("393/99", "68"), {"op": "replace", "path": path, "value": value}])
        assert game.state is before
    assert refused(game, "battle 68").rule
