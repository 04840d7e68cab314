"""Chapter 8: stacking points, units in a hex and what counts as one, combat groups, what is in excess."""

import pytest

from tests.titles.ardennes_44.kit import ALLIED, GERMAN, TITLE, at, do, legal, place, position, refused, told, unit
from tests.titles.ardennes_44.terrain import far_from, near, open_country
from wargame_tui.titles.ardennes_44.commands import End, To
from wargame_tui.titles.ardennes_44.rules import sequence
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.stacking import count, excess, overstacked, points

FIELD = next(open_country(3))
BESIDE = near(FIELD)[0]


def stack(*names: str, reduced: tuple[str, ...] = ()) -> str | None:
    """The rule that units in one hex violate; None if they may stay."""
    units = [unit(name, FIELD, reduced=name in reduced) for name in names]
    refusal = overstacked(position(*units, side=units[0].side).state.book, units)
    return refusal.rule if refusal else None


def counted(*names: str, reduced: tuple[str, ...] = ()) -> int:
    """How many units they count as."""
    units = [unit(name, FIELD, reduced=name in reduced) for name in names]
    return count(position(*units, side=units[0].side).state.book, units)


# 8.1, 8.2


@pytest.mark.rule("8.1", "8.0")
@pytest.mark.parametrize(
    ("names", "total", "rule"),
    [
        (("2-9",), 3, None),  # a regiment of three battalions
        (("2-9", "741Tnk"), 3, None),  # and a tank battalion: the usual most
        (("2-9", "254Eng"), 4, "8.1"),
        (("99-395", "254Eng"), 3, None),
        (("272VG-980", "272VG-981"), 4, "8.1"),
        (("9Arm-CCB", "644TD"), 3, None),
        (("9Arm-CCB", "9Arm-CCR"), 6, "8.1"),
    ],
)
def test_three_stacking_points(names, total, rule):
    units = [unit(name, FIELD) for name in names]
    assert points(position(*units, side=units[0].side).state.book, units) == total
    assert stack(*names) == rule


@pytest.mark.rule("8.1")
def test_the_reduced_side_has_its_own_points():
    assert stack("2-9", "254Eng", reduced=("2-9",)) is None
    assert stack("2-9", "99-395", reduced=("2-9",)) == "8.1"
    assert stack("2-9", "99-395", reduced=("2-9", "99-395")) is None


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("name", ["741Tnk", "644TD", "V-187", "1SS-501", "17NW", "405VAK"])
def test_silhouettes_and_artillery_have_no_points(name):
    units = [unit(name, FIELD)]
    assert points(position(*units, side=units[0].side).state.book, units) == 0


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("names", "rule"),
    [
        (("741Tnk", "V-187"), None),
        (("V-187", "V-406"), None),
        (("V-187", "V-406", "VIII-333"), "8.2"),
        (("2-9", "741Tnk", "V-187"), "8.2"),
        (("254Eng", "291Eng", "V-187"), "8.2"),  # artillery is in no combat group
        (("741Tnk", "709Tnk", "707Tnk", "644TD"), "8.2"),
    ],
)
def test_two_units_in_a_hex(names, rule):
    assert stack(*names) == rule


# 8.2a to 8.2d


@pytest.mark.rule("8.2a")
def test_units_of_a_regiment_count_as_one():
    assert counted("28-110-1", "28-110-2") == 1
    assert counted("1SS-2PzG", "1SS-2PzG3") == 1
    assert counted("28-110-1", "28-112") == 2
    assert counted("28-110-1", "28-109-2") == 2


@pytest.mark.rule("8.2a")
def test_example_e33_two_units_of_a_regiment_and_another_unit_are_two():
    assert counted("1SS-2PzG", "1SS-2PzG3", "1SS-501") == 2
    assert stack("1SS-2PzG", "1SS-2PzG3", "1SS-501") is None  # 3 points, defence 12: no combat group is needed
    assert stack("1SS-2PzG", "1SS-2PzG3", "17NW") is None
    assert stack("1SS-2PzG", "1SS-2PzG3", "1SS-1Rec") == "8.1"


@pytest.mark.rule("8.2b")
def test_the_squadrons_of_a_cavalry_group_count_as_one():
    assert counted("14Cav-18", "14Cav-32") == 1
    assert counted("14Cav-18", "102Cav-38") == 2
    assert stack("14Cav-18", "14Cav-32", "741Tnk") is None


@pytest.mark.rule("8.2b")
def test_the_two_units_of_9arm_cca_count_as_one():
    assert counted("9Arm-CCA1", "9Arm-CCA2") == 1
    assert counted("9Arm-CCA1", "9Arm-CCA2", "811TD") == 2
    assert stack("9Arm-CCA1", "9Arm-CCA2", "99-395") is None


@pytest.mark.rule("8.2c")
def test_two_one_step_silhouettes_of_a_division_count_as_one():
    assert counted("12SS-560Jpz", "12SS-12Jpz") == 1
    assert counted("12SS-560Jpz", "2SS-2Jpz") == 2
    assert counted("12SS-12Pz", "12SS-12Jpz") == 2  # the one has two steps
    assert counted("12SS-12Pz", "12SS-560Jpz", "12SS-12Jpz", reduced=("12SS-12Pz",)) == 2  # a pair, and one more


@pytest.mark.rule("8.2c")
def test_silhouettes_without_a_division_make_no_pair():
    assert counted("667Stg", "394Stg") == 2


@pytest.mark.rule("8.2c")
def test_example_e31_both_reduced_battalions_of_2nd_panzer_and_a_regiment():
    both = ("2Pz-3-1", "2Pz-3-2")
    assert counted(*both, "2Pz-2", reduced=both) == 2
    assert stack(*both, "2Pz-2", reduced=both) is None
    assert counted(*both, "2Pz-2") == 3
    assert counted(*both, "2Pz-2", reduced=("2Pz-3-1",)) == 3
    assert stack(*both, "2Pz-2") == "8.2d"


@pytest.mark.rule("8.2d")
@pytest.mark.parametrize(
    ("names", "reduced", "strength", "rule"),
    [
        (("254Eng", "291Eng", "741Tnk"), (), 7, None),
        (("254Eng", "291Eng", "51Eng"), (), 6, None),
        (("99-395", "254Eng", "644TD"), (), 8, "8.2d"),
        (("99-395", "254Eng", "644TD"), ("99-395",), 6, None),
        (("254Eng", "291Eng", "51Eng", "35Eng"), (), 8, "8.1"),
        (("644TD", "741Tnk", "254Eng"), (), 7, None),
        (("814TD", "741Tnk", "254Eng"), (), 8, "8.2d"),
    ],
)
def test_three_units_of_at_most_7_defence_strength(names, reduced, strength, rule):
    units = [unit(name, FIELD, reduced=name in reduced) for name in names]
    state = position(*units, side=ALLIED).state
    assert sum(state.defence(each) for each in units) == strength
    assert stack(*names, reduced=reduced) == rule


@pytest.mark.rule("8.2d")
def test_four_units_are_too_many_however_weak():
    weak = ("644TD", "801TD", "803TD", "820TD")
    assert counted("644TD", "801TD", "820TD", "254Eng") == 4
    assert stack("801TD", "820TD", "644TD", "254Eng") == "8.2"
    assert stack(*weak) == "8.2"


@pytest.mark.rule("8.2d", "8.2a")
def test_the_limit_of_7_is_read_on_the_side_that_lies_up_without_terrain():
    names = ("254Eng", "291Eng", "741Tnk")
    town = "3413"  # Bastogne: +3 for the hex
    units = [unit(name, town) for name in names]
    assert overstacked(position(*units, side=ALLIED).state.book, units) is None


@pytest.mark.rule("8.2d", "8.2a")
def test_a_regiment_is_one_unit_of_a_combat_group():
    """Two battalions of a regiment and two guns' worth of tanks: three units, but too strong together."""
    assert counted("28-110-1", "28-110-2", "741Tnk", "644TD") == 3
    assert stack("28-110-1", "28-110-2", "741Tnk", "644TD") == "8.2d"
    assert stack("28-110-1", "741Tnk", "801TD") == "8.2d"  # 3 + 3 + 2
    assert stack("28-110-1", "644TD", "801TD") is None  # 3 + 2 + 2


# 8.3


def crowded(*more, **given):
    """Three regiments that end their movement in one hex."""
    names = ("2-9", "2-23", "2-38")
    return position(*(unit(name, FIELD) for name in names), *more, side=ALLIED, **given)


@pytest.mark.rule("8.3")
def test_stacks_may_be_exceeded_while_units_move():
    game = position(unit("2-9", FIELD), unit("2-23", BESIDE), side=ALLIED)
    do(game, "move 2-23", f"to {FIELD}")
    assert place(game, "2-23") == FIELD
    do(game, "end", "move 2-9", f"to {BESIDE}", "end", "end")
    assert not at(game, "too_many")
    assert place(game, "2-9") == BESIDE


@pytest.mark.rule("8.3")
def test_what_is_too_many_is_said_before_it_costs_a_unit():
    game = position(unit("2-9", FIELD), unit("2-23", BESIDE), unit("741Tnk", near(BESIDE)[0]), side=ALLIED)
    assert TITLE.command_text(game.state, End()) == "End the movement phase"
    do(game, "move 2-23")
    to, away = (TITLE.command_text(game.state, To(hex_)) for hex_ in (FIELD, near(BESIDE)[0]))
    assert to.endswith("left) - OVERSTACKED there: 6 stacking points (max. 3)")
    assert "OVERSTACKED" not in away
    do(game, f"to {FIELD}")
    assert "OVERSTACKED there" in TITLE.command_text(game.state, End())
    do(game, "end")
    assert TITLE.command_text(game.state, End()).endswith(
        f" - {FIELD} is OVERSTACKED: a unit there will be eliminated (8.3)"
    )
    (fact,) = (fact for fact in TITLE.space_sheet(game.state, FIELD).facts if fact.label == "Allied stack")
    assert fact.value == "OVERSTACKED: 6 stacking points (max. 3)"


@pytest.mark.rule("8.3", "8.2d")
def test_a_group_of_three_is_explained():
    names = ("28-110-1", "741Tnk", "801TD")
    units = [unit(name, FIELD) for name in names]
    many = position(*units, unit("2-9", BESIDE), unit("2-23", BESIDE), side=ALLIED)
    words = "3 units (max. 2; 3 only as a combat group of DF 7 or less)"
    assert excess(many.state.book, units) == words
    end = TITLE.command_text(many.state, End())
    assert end.endswith(" are OVERSTACKED: units there will be eliminated (8.3)")
    assert FIELD in end
    assert BESIDE in end
    # In the night stacks are let be (Ambiguity 39)
    assert "OVERSTACKED" not in words_of_night(*units)


def words_of_night(*units):
    """How the movement phase of a night is ended."""
    stack = [sequence.Turn(4, "end"), NightTurn(), MovementPhase(ALLIED)]
    return TITLE.command_text(position(*units, side=ALLIED, turn=4, night=True, stack=stack).state, End())


@pytest.mark.rule("8.3")
def test_at_the_end_of_the_phase_the_owner_removes_units_until_the_stack_is_legal():
    game = crowded()
    do(game, "end")
    assert at(game, "too_many")
    assert game.side == ALLIED
    assert legal(game) == {"remove 2-9", "remove 2-23", "remove 2-38"}
    events = do(game, "remove 2-23")
    assert [event.data["unit"] for event in told(events, "eliminated")] == ["2-23"]
    assert place(game, "2-23") == "eliminated"
    assert legal(game) == {"remove 2-9", "remove 2-38"}
    do(game, "remove 2-9")
    assert not at(game, "too_many")
    assert place(game, "2-38") == FIELD


@pytest.mark.rule("8.3")
def test_only_units_of_the_hex_are_removed():
    elsewhere = far_from(FIELD)
    game = crowded(unit("254Eng", elsewhere))
    do(game, "end")
    assert refused(game, "remove 254Eng").rule == "8.3"
    assert refused(game, "end").rule == "8.3"


@pytest.mark.rule("8.3")
def test_each_crowded_hex_is_asked_for():
    other = far_from(FIELD)
    game = crowded(unit("99-393", other), unit("99-394", other))
    do(game, "end")
    removed = []
    while at(game, "too_many"):
        removed += [event.data["hex"] for event in told(do(game, min(legal(game))), "eliminated")]
    assert sorted(removed) == sorted([FIELD, FIELD, other])


@pytest.mark.rule("8.3a")
def test_what_a_retreat_overstacked_stays_until_the_owners_next_movement_phase():
    """The enemy's movement phase does not ask for it; the owner's does."""
    game = (
        crowded(side=GERMAN)
        if False
        else position(unit("2-9", FIELD), unit("2-23", FIELD), unit("1SS-1Pz", far_from(FIELD)), side=GERMAN)
    )
    do(game, "end")
    assert not at(game, "too_many")
    assert {place(game, name) for name in ("2-9", "2-23")} == {FIELD}


@pytest.mark.rule("8.3a")
def test_a_stack_put_right_in_time_loses_nothing():
    game = position(unit("2-9", FIELD), unit("2-23", FIELD), side=ALLIED)
    events = do(game, "move 2-9", f"to {BESIDE}", "end", "end")
    assert told(events, "eliminated") == []


@pytest.mark.rule("8.3")
def test_a_stack_is_not_checked_before_the_movement_phase_is_over():
    units = [unit(name, FIELD) for name in ("2-9", "2-23")]
    stack_ = (sequence.Turn(3, "night"), sequence.PlayerTurn(ALLIED, "supply"))
    game = position(*units, side=ALLIED, stack=stack_)
    assert at(game, "movement")
    assert place(game, "2-9") == FIELD
