"""Rule 5: the position before the first impulse, and what may move in the opening impulses."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, unit
from tests.titles.tigers_in_the_mist.referee import barred, go, markers, moving, of, play_on, where
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.book import open_book

SCENARIOS = ("seventh_army", "fifth_panzer_army", "first_three_days", "campaign")


def start_of(scenario: str = "campaign") -> Game:
    """A scenario from its beginning."""
    return Game(TITLE, f"tigers_in_the_mist/{scenario}", 1)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.rule("5.1", "3.23")
def test_five_bridges_start_destroyed(scenario: str) -> None:
    """One more in the Fifth Panzer Army scenario: Diekirch-Ettlebruck (T12)."""
    down = {bridge for bridge, state in start_of(scenario).state.bridges.items() if not state.intact}
    extra = {"22-23"} if scenario == "fifth_panzer_army" else set()
    assert down == {"40-41", "51-70", "55-69", "19-20", "10-11"} | extra


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.rule("5.21")
def test_units_stand_where_the_set_up_puts_them(scenario: str) -> None:
    game, book = start_of(scenario), open_book(f"tigers_in_the_mist/{scenario}")
    on_map = {name: each.location for name, each in game.state.units.items() if each.location != "off"}
    assert on_map == dict(book.setup)
    assert all(of(game, name).strength == book.roster[name].strength for name in on_map)
    assert not any(of(game, name).marked for name in on_map)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.rule("5.22")
def test_entrenchments_lie_on_the_units_designated_for_them(scenario: str) -> None:
    game, book = start_of(scenario), open_book(f"tigers_in_the_mist/{scenario}")
    dug_in = {name for name, each in game.state.units.items() if each.entrenched}
    assert dug_in == {name for name in book.marked("entrenched") if name in book.setup}
    assert dug_in
    assert all("entrenched" in markers(game, name) for name in sorted(dug_in)[:3])


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.rule("5.31")
def test_play_begins_on_16_1_with_the_german(scenario: str) -> None:
    game = start_of(scenario)
    assert TITLE.turn(game.state) == "16-1"
    assert game.side == GERMAN
    assert game.trail[-1] == "Movement"


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.rule("5.32")
def test_victory_points_begin_at_0(scenario: str) -> None:
    game = start_of(scenario)
    assert game.state.vp == 0
    assert game.state.vp_log == ()


# 5.23 The Allied impulse of 16-1


def yellow_and_others(*, yellow: str = "Allied motorized 3 @65", other: str = "Allied motorized 3 @65") -> Game:
    """The Allied impulse of 16-1 with two units, one printed in yellow."""
    return position(unit("Yellow", yellow, yellow=True), unit("White", other), side=ALLIED, at="16-1")


@pytest.mark.rule("5.23")
def test_in_16_1_only_yellow_allied_units_move() -> None:
    game = yellow_and_others()
    assert "move Yellow" in legal(game)
    barred(game, "move White", "5.23", "White", "16-1", "frozen")
    do(game, "move Yellow")
    barred(game, "with White", "5.23")
    do(game, "to 66", "stop")
    assert where(game, "Yellow") == "66"


@pytest.mark.rule("5.23")
def test_in_16_1_of_the_campaign() -> None:
    game, book = start_of(), open_book("tigers_in_the_mist/campaign")
    play_on(game, moving(ALLIED))
    assert TITLE.turn(game.state) == "16-1"
    movers = {command.split()[1] for command in legal(game) if command.startswith("move ")}
    assert movers == book.marked("yellow")
    diggers = {command.split()[1] for command in legal(game) if command.startswith("entrench ")}
    here = [each for each in game.state.units.values() if each.side == ALLIED and each.location != "off"]
    assert diggers == {each.id for each in here if each.type != "armour" and not each.entrenched}


@pytest.mark.parametrize("box", ["16-2", "16-3", "17-1"])
@pytest.mark.rule("5.23")
def test_from_16_2_on_all_allied_units_move(box: str) -> None:
    game = position(unit("White", "Allied motorized 3 @65"), side=ALLIED, at=box)
    assert "move White" in legal(game)


@pytest.mark.rule("5.23")
def test_the_colour_does_not_hold_the_german_back() -> None:
    game = position(unit("G", "German motorized 3 @46"), at="16-1")
    assert "move G" in legal(game)


@pytest.mark.parametrize("kind", ["infantry", "motorized", "mechanized", "engineer"])
@pytest.mark.rule("5.23", "8.51")
def test_in_16_1_every_allied_unit_may_dig_in(kind: str) -> None:
    game = yellow_and_others(yellow=f"Allied {kind} 2 @65", other=f"Allied {kind} 2 @66")
    do(game, "entrench White", "entrench Yellow")
    assert of(game, "White").entrenched
    assert of(game, "Yellow").entrenched


@pytest.mark.rule("5.23", "8.54")
def test_but_no_armour() -> None:
    barred(yellow_and_others(other="Allied armour 3 @65"), "entrench White", "8.54")


@pytest.mark.rule("5.23", "8.55")
def test_and_nobody_beside_germans() -> None:
    game = position(
        unit("White", "Allied infantry 3 @70"), unit("Far", "Allied infantry 3 @66"), unit("G", "German armour 1 @70"),
        side=ALLIED, at="16-1",
    )  # fmt: skip
    barred(game, "entrench White", "8.55")
    assert "entrench Far" in legal(game)


@pytest.mark.rule("5.23", "9.13")
def test_who_may_not_move_may_attack_where_it_stands() -> None:
    """A2."""
    game = position(
        unit("White", "Allied infantry 3 @70"), unit("Far", "Allied infantry 3 @66"), unit("G", "German armour 1 @70"),
        side=ALLIED, at="16-1",
    )  # fmt: skip
    barred(game, "move White", "5.23")
    do(game, "end")
    assert "battle 70" in legal(game)


# 5.24 Red German units


@pytest.mark.rule("5.24")
def test_red_german_units_wait_for_16_2() -> None:
    units = [unit("Red", "German armour 4 @45", red=True), unit("Black", "German armour 4 @45")]
    game = position(*units, at="16-1")
    barred(game, "move Red", "5.24", "Red", "16-2")
    do(game, "move Black")
    barred(game, "with Red", "5.24")
    for box in ("16-2", "16-3", "17-1"):
        assert "move Red" in legal(position(*units, at=box))


@pytest.mark.rule("5.24")
def test_red_units_of_the_campaign() -> None:
    game, book = start_of(), open_book("tigers_in_the_mist/campaign")
    for name in book.marked("red"):
        barred(game, f"move {name}", "5.24", name)
        assert "locked" in markers(game, name)
    play_on(game, moving(GERMAN, "16-2"))
    for name in book.marked("red"):
        assert f"move {name}" in legal(game), name


@pytest.mark.rule("5.24", "8.51")
def test_red_units_may_dig_in() -> None:
    game = position(unit("Red", "German infantry 3 @9", red=True), unit("G", "German armour 1 @45"), at="16-1")
    do(game, "entrench Red")
    assert of(game, "Red").entrenched


@pytest.mark.rule("5.24", "9.13")
def test_red_units_may_attack_where_they_stand() -> None:
    """A2."""
    game = position(
        unit("Red", "German armour 4 @45", red=True), unit("A", "Allied infantry 1 @45"),
        unit("G", "German armour 1 @9"), at="16-1",
    )  # fmt: skip
    barred(game, "move Red", "5.24")
    do(game, "end")
    assert "battle 45" in legal(game)


@pytest.mark.rule("5.24")
def test_other_german_units_move_at_once() -> None:
    game = position(unit("Black", "German armour 4 @45"), at="16-1")
    go(game, "Black", "46")
    assert where(game, "Black") == "46"
