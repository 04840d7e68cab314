"""Rules 1 to 4 as far as play shows them: dice, sides, tracks, counters and markers."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, rolls, unit
from tests.titles.tigers_in_the_mist.referee import BOOK, markers, moving, of, play_on
from wargame_tui.core.game import Game


def crossing(*dice: int) -> Game:
    """A German unit about to cross the bridge of Ouren; infantry, not moved yet, blows it with 1 to 4."""
    game = position(unit("G", "German armour 4 @50"), unit("US", "Allied infantry 3 @71"), dice=dice)
    do(game, "move G", "to 71")
    return game


# 1.0, 2.0


@pytest.mark.rule("1.0")
def test_x2_a_0_is_a_10() -> None:
    """X2: forced dice may be given as the die shows them."""
    assert TITLE.face(0) == 10
    [roll] = rolls(do(crossing(0), "blow 50-71 US"), "demolition")
    assert roll.data["dice"] == [10]
    assert roll.data["successes"] == 0  # the worst roll, not the best


@pytest.mark.parametrize(("die", "blown"), [(1, True), (4, True), (5, False), (9, False), (10, False)])
@pytest.mark.rule("1.0")
def test_low_is_good(die: int, blown: bool) -> None:
    game = crossing(die)
    do(game, "blow 50-71 US")
    assert game.state.bridges["50-71"].intact != blown


@pytest.mark.rule("1.0")
def test_dice_have_ten_sides() -> None:
    game = crossing()
    for value in (11, -1):
        with pytest.raises(ValueError, match=r"."):
            game.script([value])
    assert set(TITLE.draft(game.state).roll(BOOK.charts.die, 500)) == set(range(1, 11))


@pytest.mark.rule("2.0")
def test_two_players_of_whom_only_one_scores() -> None:
    assert TITLE.sides == (GERMAN, ALLIED)
    vp_area = next(area for area in BOOK.areas if BOOK.spaces[area].vp)
    for side, points in ((GERMAN, BOOK.spaces[vp_area].vp), (ALLIED, 0)):
        game = position(
            unit("U", f"{side} infantry 4 @{vp_area}"), unit("V", "Allied armour 1 @1"), at="17-3", side=side
        )
        play_on(game, moving(GERMAN, "18-1"))
        assert game.state.vp == points


@pytest.mark.rule("2.0", "3.28")
def test_zones_count_for_the_german_and_the_total_at_the_end_decides() -> None:
    game = position(unit("U", "German infantry 4 @I"), unit("A", "Allied infantry 4 @1"), at="22-1", vp=18)
    play_on(game, lambda game: game.over is not None)
    assert game.state.vp == 18 + 4 * 3
    assert game.over is not None
    assert game.over.winner == GERMAN


# 3 Map


@pytest.mark.rule("3.22")
def test_x1_neighbours_by_number() -> None:
    """X1: area 75 is adjacent to 74 and to 76."""
    links = {link.between for link in BOOK.map.links}
    assert ("74", "75") in links
    assert ("75", "76") in links


@pytest.mark.rule("3.29", "5.31", "5.32")
def test_the_two_tracks() -> None:
    game = position(unit("U", "German infantry 4 @9"), unit("A", "Allied infantry 4 @1"), at="18-2", vp=7)
    assert TITLE.turn(game.state) == "18-2"
    assert TITLE.points(game.state) == "7 VP"
    bar = TITLE.phase_bar(game.state)
    assert [box.label for box in bar.turns] == [str(date) for date in range(16, 23)]
    assert [box.label for box in bar.impulses] == ["18-1", "18-2", "18-3"]
    assert [box.status for box in bar.impulses] == ["past", "now", "ahead"]


# 4 Counters


@pytest.mark.rule("4.16", "9.23")
def test_x3_a_unit_of_4_takes_4_hits() -> None:
    """X3: 3 (the back of the counter), 2 and 1 (substitute counters), eliminated."""
    for hits, left in ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0)):
        game = position(
            unit("G", "German armour 4 @70"),
            unit("US", "Allied infantry 4 @68"),
            dice=[10] * 5 + [1] * hits + [10] * (4 - hits),
        )
        do(game, "move G", "to 68", "end", "call 1", "call 0")
        assert of(game, "US").strength == left
        assert of(game, "US").location == ("68" if left else "eliminated")


@pytest.mark.rule("4.16")
def test_strength_is_the_number_of_dice() -> None:
    for strength in (1, 2, 3, 4):
        game = position(unit("G", f"German armour {strength} @70"), unit("US", "Allied infantry 4 @68"), dice=[10] * 20)
        events = do(game, "move G", "to 68", "end")
        while "end" not in legal(game) or game.side != ALLIED:
            events += do(game, "call 0" if "call 0" in legal(game) else min(legal(game)))
        shots = {event.data["unit"]: len(event.data["dice"]) for event in rolls(events, "fire")}
        assert shots == {"G": strength, "US": 4}


@pytest.mark.rule("4.17", "4.16")
def test_counters_show_their_numbers() -> None:
    game = position(unit("G", "German armour 3 @9"), unit("A", "Allied infantry 2 @1"))
    shown = {c.unit: c for space in TITLE.scene(game.state).spaces.values() for c in space.counters}
    for name, kind, movement in (("G", "armour", 8), ("A", "infantry", 5)):
        chart = BOOK.charts.types[kind]  # type: ignore[index]
        assert shown[name].symbol == kind
        assert shown[name].strength == str(of(game, name).strength)
        assert shown[name].numbers == f"{chart.attack}-{chart.defence}-{movement}"


@pytest.mark.rule("4.18")
def test_markers_lie_where_they_belong() -> None:
    """Entrenched, out of supply, moved, must fight, vehicles abandoned, bridge destroyed, bridge attempts failed."""
    game = position(
        unit("Dug", "German infantry 2 @9", entrenched=True),
        unit("Lost", "German armour 2 @61"),
        *(unit(f"Ring{area}", f"Allied armour 1 @{area}") for area in ("24", "25", "60", "62", "66", "67")),
        unit("Foot", "German motorized 2 @53"),
        unit("Eng", "German engineer 2 @51"),
        unit("Far", "German infantry 2 @70"),
    )
    assert "entrenched" in markers(game, "Dug")
    assert "unsupplied" in markers(game, "Lost")
    do(game, "move Foot", "abandon Foot", "to 52", "stop")
    assert {"on_foot", "moved"} <= markers(game, "Foot")
    do(game, "move Lost", "to 67")
    assert {"moved", "must_fight"} <= markers(game, "Lost")
    scene = TITLE.scene(game.state)
    assert {bridge for bridge, intact in scene.bridges.items() if not intact} == BOOK.destroyed_at_start
    play_on(game, lambda game: "build Eng 51-70" in legal(game))
    game.script([10])
    do(game, "build Eng 51-70")
    assert game.state.bridges["51-70"].failures == 1
    facts = [fact.value for fact in TITLE.space_sheet(game.state, "51").links]
    assert any("1 failed attempt" in words for words in facts)
