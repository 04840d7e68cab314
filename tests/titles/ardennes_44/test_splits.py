"""Chapter 26: split units, how they are formed, what they are, how they go back into their parents."""

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, strike
from tests.titles.ardennes_44.kit import ALLIED, BOOK, GERMAN, at, do, legal, place, position, refused, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.state import ELIMINATED, OFF_MAP, Unit

NEXT = ahead(WIDE, 0)
SPLITS = BOOK.units.splits


def moves(*units: Unit, side=ALLIED, turn: int = 5, **more) -> Game:
    """A movement phase."""
    more.setdefault("specials", {"jpz653": "never"})
    return position(*units, side=side, turn=turn, **more)


def split(game: Game, name: str) -> str:
    """Split a unit; the id of the new one."""
    (event,) = told(do(game, f"split {name}"), "split")
    return str(event.data["unit"])


def parts(kind: str) -> list[str]:
    """The counters for split units whose id begins so."""
    return [name for name in SPLITS if name.startswith(kind)]


# 26.1


@pytest.mark.rule("26.1", "26.1a")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("2-9", "USInf"),
        ("99-395", "USInf"),
        ("101-501", "USAbn"),
        ("101-327G", "USAbn"),
        ("7Arm-CCA", "USTF"),
        ("26VG-39", "GGren"),
        ("2Pz-2", "GPzG"),
        ("3PG-8", "GPzG"),
        ("1SS-1PzG", "GPzG"),
        ("3FJ-5", "GFJ"),
    ],
)
def test_regiments_form_battalions_combat_commands_task_forces(name: str, kind: str):
    game = moves(unit(name, WIDE), side=BOOK.pieces[name].side)
    new = split(game, name)
    assert new in parts(kind)
    assert place(game, new) == place(game, name) == WIDE
    assert game.state.units[name].reduced
    assert not game.state.units[new].reduced


@pytest.mark.rule("26.1")
def test_from_the_first_turn_on():
    assert "split 28-112" in legal(moves(unit("28-112", WIDE), turn=1))
    assert "split 26VG-39" in legal(moves(unit("26VG-39", "2113"), side=GERMAN, turn=1))


@pytest.mark.rule("26.1")
@pytest.mark.parametrize("name", ["28-110-1", "741Tnk", "707Tnk", "V-187", "14Cav-18", "35Eng", "43-129", "29Arm-23H"])
def test_battalions_tanks_artillery_squadrons_and_brigades_do_not_split(name: str):
    hex_ = "W2534" if BOOK.pieces[name].nation == "British" else WIDE
    game = moves(unit(name, hex_))
    assert refused(game, f"split {name}").rule == "26.1"
    assert not legal(game, "split")


@pytest.mark.rule("26.1")
@pytest.mark.parametrize("name", ["2Pz-3-1", "150PzBde", "2Pz-2Rec", "Heydte"])
def test_nor_german_tanks_recon_brigades_and_groups(name: str):
    game = moves(unit(name, WIDE), side=GERMAN)
    assert refused(game, f"split {name}").rule == "26.1"


@pytest.mark.rule("26.1")
def test_a_reduced_unit_has_no_step_to_give():
    for name in ("2-9", "7Arm-CCA"):
        assert refused(moves(unit(name, WIDE, reduced=True)), f"split {name}").rule == "26.1"


@pytest.mark.rule("26.1a")
def test_both_move_normally():
    game = moves(unit("2-9", WIDE))
    new = split(game, "2-9")
    do(game, f"move {new}", f"to {NEXT}")
    if at(game, "moving"):
        do(game, "end")
    do(game, "move 2-9", f"to {ahead(WIDE, 3)}")
    assert (place(game, new), place(game, "2-9")) == (NEXT, ahead(WIDE, 3))


@pytest.mark.rule("26.1b")
def test_a_combat_command_breaks_down_into_two_task_forces_and_a_remnant():
    game = moves(unit("7Arm-CCA", WIDE))
    split(game, "7Arm-CCA")
    events = do(game, "split 7Arm-CCA")
    forces = [name for name in parts("USTF") if place(game, name) == WIDE]
    assert len(forces) == 2
    (left,) = told(events, "remnant")
    assert left.data["unit"].startswith("USArmR")
    assert place(game, left.data["unit"]) == WIDE
    assert place(game, "7Arm-CCA") == ELIMINATED
    assert {f"move {name}" for name in (*forces, left.data["unit"])} == legal(game, "move")


@pytest.mark.rule("26.1b")
def test_a_regiment_splits_once_only():
    game = moves(unit("2-9", WIDE))
    split(game, "2-9")
    assert refused(game, "split 2-9").rule == "26.1"


@pytest.mark.rule("26.1b")
def test_only_a_combat_command_at_full_strength_breaks_down_wholly():
    """Once its first task force has gone, or with a step lost, it gives no second one."""
    game = moves(unit("7Arm-CCA", WIDE))
    new = split(game, "7Arm-CCA")
    do(game, f"move {new}", f"to {NEXT}")
    if at(game, "moving"):
        do(game, "end")
    assert refused(game, "split 7Arm-CCA").rule == "26.1"


# 26.2


@pytest.mark.rule("26.2")
def test_a_unit_splits_before_it_moves():
    game = moves(unit("2-9", WIDE))
    do(game, "move 2-9", f"to {NEXT}")
    if at(game, "moving"):
        do(game, "end")
    assert refused(game, "split 2-9").rule == "26.2"


@pytest.mark.rule("26.2", "26.2a", "20.5b")
def test_an_engaged_unit_splits_and_the_parent_withdraws():
    """The split unit stays in the line."""
    units = (unit("2-9", WIDE, eng=True), unit("26VG-39", NEXT))
    game = position(*units, side=ALLIED, turn=5, phase="withdrawal", dice=[1])
    new = split(game, "2-9")
    do(game, "withdraw 2-9")
    while not at(game, "fall_back"):
        do(game, "roll" if "roll" in legal(game) else "end")
    do(game, f"retreat 2-9 {ahead(WIDE, 3)}")
    if at(game, "fall_back"):
        do(game, "end")
    assert place(game, "2-9") == ahead(WIDE, 3)
    assert place(game, new) == WIDE


@pytest.mark.rule("26.2", "26.1a")
def test_a_unit_splits_before_it_advances():
    units = (unit("2-9", WIDE), unit("2-38", ahead(NEXT, 1)), unit("276VG-986", NEXT, reduced=True))
    game = position(*units, side=ALLIED, turn=5, phase="combat")
    do(game, f"attack {NEXT}", "with 2-9", "with 2-38")
    strike(game, "DR2")
    while not at(game, "advancing"):
        choices = legal(game)
        do(game, "end" if "end" in choices else min(choices))
    assert "split 2-9" in legal(game)
    new = split(game, "2-9")
    do(game, f"advance {new} {NEXT}")
    assert (place(game, new), place(game, "2-9")) == (NEXT, WIDE)
    do(game, f"advance 2-38 {NEXT}")
    if at(game, "advancing"):
        assert refused(game, "split 2-38").rule == "26.2"


@pytest.mark.rule("26.2a")
def test_not_in_the_enemys_player_turn():
    units = (unit("2-9", WIDE), unit("26VG-39", "2113"))
    assert refused(moves(*units, side=GERMAN), "split 2-9").rule == "26.1"
    game = position(*units, unit("26VG-77", NEXT), side=GERMAN, turn=5, phase="combat")
    do(game, f"attack {WIDE}", "with 26VG-77")
    refused(game, "split 2-9")
    assert not legal(game, "split")


@pytest.mark.rule("26.2b")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_disrupted_and_routed_units_do_not_split(status: str):
    game = moves(unit("2-9", WIDE, status=status))
    assert refused(game, "split 2-9").rule == "26.2"
    assert not legal(game, "split")


@pytest.mark.rule("26.2b")
@pytest.mark.parametrize("changes", [{}, {"oos": True}, {"eng": True}])
def test_zones_of_control_missing_supply_and_engagement_do_not_prevent_it(changes):
    game = moves(unit("2-9", WIDE, **changes), unit("26VG-39", NEXT))
    new = split(game, "2-9")
    for name in ("2-9", new):
        assert game.state.units[name].oos == changes.get("oos", False)
        assert game.state.units[name].eng == changes.get("eng", False)


@pytest.mark.rule("26.2c")
def test_the_number_of_split_units_is_limited_by_the_counters():
    names = ("101-501", "101-502", "101-506", "101-327G", "82-504")
    assert len(parts("USAbn")) == 4
    game = moves(*(unit(name, hex_) for name, hex_ in zip(names, ("3413", "3313", WIDE, "2126", "2532"), strict=True)))
    for name in names[:4]:
        split(game, name)
    assert refused(game, "split 82-504").rule == "26.2"
    assert not legal(game, "split")


@pytest.mark.rule("26.2c")
def test_a_counter_that_was_eliminated_can_be_used_again():
    used = [unit(name, "3413" if index else ELIMINATED) for index, name in enumerate(parts("USAbn"))]
    game = moves(unit("101-501", WIDE), *used)
    assert split(game, "101-501") == parts("USAbn")[0]


# 26.3


@pytest.mark.rule("26.3")
def test_a_split_unit_is_a_recruit_of_one_step():
    for name in SPLITS:
        printed = BOOK.pieces[name]
        assert (printed.steps, printed.morale) == (1, "recruit"), name


@pytest.mark.rule("26.3", "20.2b")
def test_whatever_the_morale_of_its_parent():
    """A split unit of the elite 101st Division adds 1 to its withdrawal roll where its parent subtracts 1."""
    modifiers = {}
    for name in ("parent", "split"):
        units = (unit("101-501", WIDE, eng=True), unit("26VG-39", NEXT))
        game = position(*units, side=ALLIED, turn=5, phase="withdrawal", dice=[6])
        new = split(game, "101-501")
        do_it = "101-501" if name == "parent" else new
        events = do(game, f"withdraw {do_it}")
        while not told(events, "withdrawal"):
            events += do(game, "roll" if "roll" in legal(game) else "end")
        modifiers[name] = [value for _, value, _ in told(events, "withdrawal")[0].data["modifiers"]]
    assert modifiers == {"parent": [-1], "split": [1]}


@pytest.mark.rule("26.3")
def test_a_split_unit_that_loses_its_step_is_eliminated():
    game = position(unit("USInf-1", WIDE), unit("2Pz-2", NEXT), side=GERMAN, turn=5, phase="combat")
    do(game, f"attack {WIDE}", "with 2Pz-2")
    strike(game, "EX")
    assert place(game, "USInf-1") == ELIMINATED


# 26.4


@pytest.mark.rule("26.4")
def test_a_split_unit_goes_back_into_its_parent():
    game = moves(unit("2-9", WIDE))
    new = split(game, "2-9")
    do(game, f"absorb {new}")
    assert place(game, new) == OFF_MAP
    assert not game.state.units["2-9"].reduced
    assert game.state.parents == {}


@pytest.mark.rule("26.4")
def test_after_both_have_moved_to_one_hex():
    game = moves(unit("2-9", NEXT, reduced=True), unit("USInf-1", WIDE), parents={"USInf-1": "2-9"})
    assert refused(game, "absorb USInf-1").rule == "26.4"
    do(game, "move USInf-1", f"to {NEXT}")
    if at(game, "moving"):
        do(game, "end")
    do(game, "absorb USInf-1")
    assert not game.state.units["2-9"].reduced
    assert refused(game, "move 2-9").rule == "11.1", "both have finished their movement"


@pytest.mark.rule("26.4")
def test_only_by_the_unit_from_which_it_came():
    units = (unit("2-9", WIDE, reduced=True), unit("2-38", NEXT, reduced=True), unit("USInf-1", WIDE))
    game = moves(*units, parents={"USInf-1": "2-38"})
    assert refused(game, "absorb USInf-1").rule == "26.4"
    assert not legal(game, "absorb")


@pytest.mark.rule("26.4")
def test_not_if_the_parent_is_at_full_strength_or_gone():
    game = moves(unit("2-9", WIDE), unit("USInf-1", WIDE), parents={"USInf-1": "2-9"})
    assert refused(game, "absorb USInf-1").rule == "26.4"
    game = moves(unit("2-9", ELIMINATED), unit("USInf-1", WIDE), parents={"USInf-1": "2-9"})
    assert refused(game, "absorb USInf-1").rule == "26.4"
    assert not legal(game, "absorb")


@pytest.mark.rule("26.4")
def test_nobody_absorbs_what_is_no_split_unit():
    assert refused(moves(unit("28-110-1", WIDE)), "absorb 28-110-1").rule == "26.4"


@pytest.mark.rule("26.4")
def test_only_in_the_movement_phase():
    units = (unit("2-9", WIDE, reduced=True), unit("USInf-1", WIDE), unit("26VG-39", NEXT))
    game = position(*units, side=ALLIED, turn=5, phase="combat", parents={"USInf-1": "2-9"})
    assert not legal(game, "absorb")
    refused(game, "absorb USInf-1")


@pytest.mark.rule("26.4")
def test_the_worse_state_of_the_two_remains():
    """[deduced] A disrupted split unit brings its disruption along."""
    units = (unit("2-9", WIDE, reduced=True), unit("USInf-1", WIDE, status="disrupted"))
    game = moves(*units, parents={"USInf-1": "2-9"})
    do(game, "absorb USInf-1")
    assert game.state.units["2-9"].status == "disrupted"
