"""Movement, zones of control, stacking, supply, reinforcements (4, 5, 6, 9, 10)."""

import pytest

from tests.titles.first_command.kit import do, goals, kinds, legal, position, refused, unit, where
from wargame_tui.board.hexes import members
from wargame_tui.core.step import Refusal
from wargame_tui.titles.first_command.printed import AMERICAN, DATA
from wargame_tui.titles.first_command.rules.movement import hold, in_supply, price


def cost(name: str, here: str, to: str, *, clear: bool = True) -> int | None:
    return price(name, DATA.board.index[here], DATA.board.index[to], clear=clear)


@pytest.mark.rule("4.1")
def test_a_unit_moves_once() -> None:
    game = position({"119": "0404"}, side=AMERICAN)
    do(game, "move 119 0504")
    assert unit(game, "119").moved
    assert refused(game, "move 119 0404").rule == "4.1"
    assert refused(position({"119": "0404"}, side=AMERICAN), "move 119 0404").rule == "4.1"
    lost = position({"119": "eliminated", "39": "0404"}, side=AMERICAN)
    assert refused(lost, "move 119 0404") == Refusal("it is eliminated", "4.1")


@pytest.mark.rule("4.1", "4.2")
def test_as_far_as_its_allowance_goes() -> None:
    game = position({"119": "0105"}, side=AMERICAN)
    assert "0205" in goals(game, "119")
    assert "0405" not in goals(game, "119"), "bocage, bocage and woods are four points"
    assert refused(game, "move 119 0405") == Refusal("too far: 4 movement points, it has 3", "4.1")


@pytest.mark.rule("4.2")
def test_what_the_ground_costs() -> None:
    foot, vehicles = "119", "743"
    assert (cost(foot, "0103", "0102"), cost(vehicles, "0103", "0102")) == (1, 1)
    assert (cost(foot, "0105", "0205"), cost(vehicles, "0105", "0205")) == (1, 2)
    assert (cost(foot, "0305", "0405"), cost(vehicles, "0305", "0405")) == (2, 3)
    assert (cost(foot, "0803", "0804"), cost(vehicles, "0803", "0804")) == (2, 3)


@pytest.mark.rule("4.3")
def test_the_example_of_the_roads() -> None:
    start = {"304": "0104"}
    assert "0703" in goals(position(start, weather="dark", turn=1), "304"), "six hexes"
    assert "0304" in goals(position(start), "304")
    assert cost("304", "0304", "0403") == 2
    assert cost("304", "0304", "0403", clear=False) == 1
    assert cost("743", "0304", "0403") == 1


@pytest.mark.rule("3.3", "4.3")
def test_a_clear_sky_takes_the_roads_from_german_vehicles_alone() -> None:
    """The road into the forest of Mortain: 2 on foot and 3 with vehicles beside it."""
    assert [cost(name, "0805", "0905") for name in ("17SS", "DF", "1-120", "743")] == [1, 3, 1, 1]
    assert [cost(name, "0805", "0905", clear=False) for name in ("17SS", "DF", "1-120", "743")] == [1, 1, 1, 1]


@pytest.mark.rule("4.4")
def test_rivers() -> None:
    assert cost("119", "0401", "0402") == 2, "bocage, and the Sée"
    assert cost("743", "0401", "0402") is None
    assert cost("743", "0801", "0802") == 1, "a bridge"


@pytest.mark.rule("4.5")
def test_never_into_the_enemy() -> None:
    game = position({"304": "0402", "39": "0301"}, weather="fog")
    assert refused(game, "move 304 0301").rule == "4.5"
    assert "0301" not in goals(game, "304")
    corner = position({"304": "0402", "39": "0102", "119": "0201"}, weather="fog")
    assert refused(corner, "move 304 0101").rule == "4.4"


@pytest.mark.rule("4.6")
def test_the_116th_waits() -> None:
    early = position({"116": "0701", "39": "0601"}, turn=3)
    assert refused(early, "move 116 0801").rule == "4.6"
    do(early, "end")
    assert refused(early, "attack 0601").rule == "7.2"
    late = position({"116": "0701", "39": "0601"}, turn=4)
    assert goals(late, "116")
    do(late, "end")
    assert legal(late, "attack")


@pytest.mark.rule("5.1", "5.2")
def test_a_clear_sky_stops_at_zones_of_control() -> None:
    wall = {"743": "0104", "304": "0303", "3Pz": "0305"}
    game = position(wall, side=AMERICAN)
    assert "0204" in goals(game, "743")
    assert "0304" not in goals(game, "743"), "it stops in 0204"
    assert refused(game, "move 743 0304").rule == "5.2"
    assert "0304" in goals(position(wall, side=AMERICAN, weather="fog"), "743")


@pytest.mark.rule("5.1")
def test_zones_of_control_reach_over_rivers() -> None:
    game = position({"304": "0401"})
    zone = hold(game.state, "German")[1]
    assert {DATA.board.names[hex_] for hex_ in members(zone)} == {"0301", "0302", "0402", "0501", "0502"}


@pytest.mark.rule("5.2", "3.2")
def test_from_zone_to_zone_in_fog_only() -> None:
    places = {"D": "0904", "2-120": "0804"}
    assert "0905" not in goals(position(places), "D")
    assert "0903" in goals(position(places), "D")
    assert "0905" in goals(position(places, weather="fog"), "D")


@pytest.mark.rule("5.3")
def test_the_example_of_the_304th() -> None:
    places = {"304": "0702", "1-117": "0703", "39": "0601"}
    dark = position(places, weather="dark", turn=1)
    assert {"0602", "0502"} <= goals(dark, "304")
    west = refused(dark, "move 304 0302")
    assert west == Refusal("too far with EZOC on the way: 7 movement points, it has 6", "5.3")
    assert refused(dark, "move 304 0703").rule == "4.5"
    assert refused(dark, "move 304 0207").rule == "4.1"
    assert not {"0602", "0502"} & goals(position(places), "304")


@pytest.mark.rule("6.1", "6.2")
def test_two_units_in_a_hex() -> None:
    places = {"304": "0302", "3Pz": "0402", "2PG": "0402"}
    game = position(places, weather="fog")
    assert refused(game, "move 304 0402").rule == "6.1"
    assert "0502" in goals(game, "304"), "through them"


@pytest.mark.rule("9.1", "9.2")
def test_supply() -> None:
    game = position({"304": "0402", "12": "0101"})
    assert in_supply(game.state, unit(game, "304"))
    wall = {"12": "0401", "134": "0403", "320": "0405", "119": "0407"}
    cut_off = position({"304": "0302", **wall})
    assert not in_supply(cut_off.state, unit(cut_off, "304"))
    assert in_supply(cut_off.state, unit(cut_off, "12"))
    lifted = position({"304": "0302", "3Pz": "0402", "2PG": "0502", **wall})
    assert in_supply(lifted.state, unit(lifted, "304")), "units of its side lift the zones"
    alone = [position({"304": hex_}) for hex_ in DATA.board.names]
    assert all(in_supply(each.state, unit(each, "304")) for each in alone), "everywhere"


@pytest.mark.rule("9.2")
def test_the_road_to_saint_hilaire_supplies_americans() -> None:
    wall = {"304": "0301", "3Pz": "0303", "2PG": "0305", "DF": "0307"}
    game = position({"119": "0405", **wall}, side=AMERICAN)
    assert not in_supply(game.state, unit(game, "119"))
    game = position({"119": "0506", "304": "0301", "3Pz": "0303"}, side=AMERICAN)
    assert in_supply(game.state, unit(game, "119"))
    assert DATA.scenarios["mortain"].supply[AMERICAN][-1] == "0407"


@pytest.mark.rule("9.3")
def test_out_of_supply_one_point() -> None:
    wall = {"304": "0603", "3Pz": "0705", "2PG": "0504", "DF": "0506", "D": "0606"}
    game = position({"1-120": "0605", **wall}, side=AMERICAN, weather="fog")
    assert not in_supply(game.state, unit(game, "1-120"))
    assert not goals(game, "1-120")
    assert refused(game, "move 1-120 0505").rule == "9.3"


@pytest.mark.rule("10.1", "10.2")
def test_reinforcements_come_in_their_turn_and_move_on() -> None:
    early = position({}, side=AMERICAN, turn=1)
    assert refused(early, "move CCB 0104").rule == "10.1"
    game = position({}, side=AMERICAN, turn=2)
    assert refused(game, "move CCB 0103").rule == "10.2"
    assert kinds(do(game, "move CCB 0104")) == ["arrived"]
    assert where(game, "CCB") == "0104"
    assert "0304" in goals(game, "CCB")
    late = position({}, side=AMERICAN, turn=6)
    assert legal(late, "move", "CCB")


@pytest.mark.rule("10.3")
def test_reinforcements_held_up() -> None:
    game = position({"304": "0104", "3Pz": "0102"}, side=AMERICAN, turn=2)
    assert refused(game, "move CCB 0104").rule == "4.5"
    assert not legal(game, "move", "CCB")
    do(game, "end", "end")
    assert where(game, "CCB") == "off"
    full = position({"119": "0407", "12": "0407"}, side=AMERICAN, turn=4)
    assert refused(full, "move 320 0407").rule == "6.1"


def test_strangers_are_refused() -> None:
    game = position({"304": "0402"})
    for command in ("move nobody 0402", "move 39 0402", "move 304 9999"):
        assert refused(game, command).reason
