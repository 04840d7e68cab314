"""Chapter 25.1 and 25.3: the night turn, night markers, what marked stacks may do; Ambiguities A-9 and A-12."""

from collections.abc import Sequence

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, around, assault, combat, distance
from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, at, do, legal, place, position, refused, told, unit
from tests.titles.ardennes_44.terrain import bridge, road
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules import combat as combats
from wargame_tui.titles.ardennes_44.rules import sequence
from wargame_tui.titles.ardennes_44.rules.movement_phase import MovementPhase
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.state import Unit

NEXT = ahead(WIDE, 0)
"""The hex north of WIDE."""
SITES = (("3512", "3413"), ("2410", "2411"))


def evening(*units: Unit, side=ALLIED, turn: int = 4, **more) -> Game:
    """The movement phase of a PM turn."""
    return position(*units, side=side, turn=turn, **more)


def night(*units: Unit, turn: int = 4, stage="replacements", dice: Sequence[int] = (), **more) -> Game:
    """A night turn that begins with a stage."""
    steps = (sequence.Turn(turn, "end"), NightTurn(stage))
    side = ALLIED if stage.startswith(ALLIED) else GERMAN
    return position(*units, side=side, turn=turn, night=True, stack=steps, dice=dice, **more)


def on(game: Game, kind: str, most: int = 40) -> list[Event]:
    """End decisions until one of a kind comes, or the next turn begins; the events."""
    events: list[Event] = []
    for _ in range(most):
        if at(game, kind) or told(events, "turn"):
            return events
        choices = legal(game)
        events += do(game, "end" if "end" in choices else min(choices))
    raise AssertionError(f"no {kind}")


def phases(events: Sequence[Event]) -> list[str]:
    return [f"{event.data['side']} {event.data['phase']}" for event in told(events, "phase")]


def reach(game: Game) -> set[str]:
    return {text.split()[1] for text in legal(game, "to")}


def farthest(game: Game, hex_: str) -> int:
    return max(distance(hex_, to) for to in reach(game))


# 25.1


@pytest.mark.rule("25.1", "25.1a", "4.0d")
def test_after_a_pm_turn_the_allies_then_the_germans_move_and_fight_and_nothing_else():
    """Both have a marked stack next to the enemy."""
    units = (unit("101-501", WIDE, night=True), unit("26VG-39", NEXT, night=True))
    game = position(*units, side=ALLIED, turn=4, phase="done")
    events = [*game.opening, *on(game, "none")]
    start = next(number for number, event in enumerate(events) if event.kind == "night")
    end = next(number for number, event in enumerate(events) if event.kind == "turn")
    wanted = [f"{side} {phase}" for side in (ALLIED, GERMAN) for phase in ("movement", "withdrawal", "combat")]
    assert phases(events[start:end]) == wanted
    assert events[end].data["turn"] == 5
    quiet = {"supplied", "oos", "bridge_begun", "recovery", "traffic_roll", "ready", "fuel_roll"}
    assert not quiet & {event.kind for event in events[start:end]}


@pytest.mark.rule("25.1")
@pytest.mark.parametrize(("turn", "nightfall"), [(3, False), (4, True), (2, True), (21, False), (22, False)])
def test_a_night_follows_each_pm_turn_but_the_last(turn: int, nightfall: bool):
    game = position(unit("101-501", "3413"), side=ALLIED, turn=turn, phase="done")
    events = [*game.opening]
    for _ in range(20):
        if told(events, "turn") or game.state.over:
            break
        events += do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert bool(told(events, "night")) == nightfall


@pytest.mark.rule("25.1a", "25.21")
def test_replacements_come_first():
    units = (unit("2-9", "3413", reduced=True), unit("101-501", WIDE, night=True))
    game = night(*units, turn=4)
    assert at(game, "replacements")
    do(game, "end")
    assert at(game, "movement")
    assert game.state.now.side == ALLIED


@pytest.mark.rule("25.3", "34.1")
@pytest.mark.parametrize(
    ("left", "asked", "rule"),
    [
        (0, "Move units with night markers, or end the phase", "25.3"),
        (1, "Move units with night markers, infiltrate with up to 1 stack, or end the phase", "34.1"),
        (3, "Move units with night markers, infiltrate with up to 3 stacks, or end the phase", "34.1"),
    ],
)
def test_what_is_asked_at_night(left: int, asked: str, rule: str):
    steps = (sequence.Turn(4, "end"), NightTurn("Allied withdrawal", left), MovementPhase(ALLIED))
    game = position(unit("101-501", WIDE, night=True), side=ALLIED, turn=4, night=True, stack=steps)
    assert (game.prompt.text, game.prompt.rule) == (asked, rule)


# 25.3a: markers


@pytest.mark.rule("25.3", "25.3a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_three_stacks_are_marked_in_the_pm_movement_phase(side):
    names = ("26VG-39", "26VG-77", "26VG-78", "12VG-27") if side == GERMAN else ("2-9", "2-38", "2-23", "99-393")
    hexes = (WIDE, "3413", "2126", "2532")
    game = evening(*(unit(name, hex_) for name, hex_ in zip(names, hexes, strict=True)), side=side)
    do(game, *(f"night {hex_}" for hex_ in hexes[:3]))
    assert [game.state.units[name].night for name in names] == [True, True, True, False]
    assert refused(game, "night 2532").rule == "25.3"
    assert not legal(game, "night")


@pytest.mark.rule("25.3a")
def test_a_marker_is_for_a_whole_stack():
    game = evening(unit("2-9", "3413"), unit("741Tnk", "3413"), unit("2-38", "3313"))
    do(game, "night 3413")
    assert game.state.units["2-9"].night
    assert game.state.units["741Tnk"].night
    assert not game.state.units["2-38"].night
    assert refused(game, "night 3413").rule == "25.3"


@pytest.mark.rule("25.3a")
@pytest.mark.parametrize("turn", [3, 5, 22])
def test_not_in_am_turns_nor_before_the_end(turn: int):
    game = evening(unit("2-9", "3413"), turn=turn)
    assert refused(game, "night 3413").rule == "25.3"
    assert not legal(game, "night")


@pytest.mark.rule("25.3a")
def test_only_in_the_own_pm_turn_and_own_stacks():
    game = evening(unit("2-9", "3413"), unit("26VG-39", "2126"))
    assert refused(game, "night 2126").rule == "25.3"
    assert refused(game, "night 3313").rule == "25.3", "nobody is there"


@pytest.mark.rule("25.3a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_who_marked_none_skips_movement_and_combat(side):
    marked = unit("26VG-39", NEXT, night=side == GERMAN), unit("101-501", WIDE, night=side == ALLIED)
    game = night(*marked)
    events = [*game.opening, *on(game, "none")]
    assert {text.split()[0] for text in phases(events) if events} - {side} <= {GERMAN}, "the German's next day"
    before = events[: next(number for number, event in enumerate(events) if event.kind == "turn")]
    assert {text.split()[0] for text in phases(before)} == {side}


@pytest.mark.rule("25.3a")
def test_markers_come_off_in_the_morning():
    game = night(unit("101-501", WIDE, night=True))
    on(game, "none")
    assert game.state.turn == 5
    assert not any(each.night for each in game.state.units.values())


# 25.3b: who is eligible


@pytest.mark.rule("25.3b")
@pytest.mark.parametrize("changes", [{"oos": True}, {"status": "disrupted"}, {"status": "routed"}])
def test_units_out_of_supply_disrupted_or_routed_are_not_eligible(changes):
    game = evening(unit("2-9", "3413", **changes))
    assert refused(game, "night 3413").rule == "25.3"


@pytest.mark.rule("25.3b")
def test_after_a_move_of_one_point_a_stack_may_be_marked_after_two_not():
    way = road(3)
    for hexes, fine in ((1, True), (2, False)):
        game = evening(unit("2-9", way[0]))
        do(game, "move 2-9", f"to {way[hexes]}", "end")
        if fine:
            do(game, f"night {way[hexes]}")
        else:
            assert refused(game, f"night {way[hexes]}").rule == "25.3"


@pytest.mark.rule("25.3b")
def test_a_point_is_counted_in_points_not_in_hexes():
    """Two hexes of primary road cost a mechanized unit one point, three cost one and a half."""
    way = road(4)
    for hexes, fine in ((2, True), (3, False)):
        game = evening(unit("7Arm-CCA", way[0]))
        do(game, "move 7Arm-CCA", f"to {way[hexes]}", "end")
        assert (f"night {way[hexes]}" in legal(game)) == fine


@pytest.mark.rule("25.3b")
def test_tactical_movement_makes_it_ineligible():
    game = evening(unit("2-9", WIDE))
    do(game, "move 2-9", "mode tactical", f"to {NEXT}", "end")
    assert refused(game, f"night {NEXT}").rule == "25.3"


@pytest.mark.rule("25.3b", "27.6")
def test_the_hexes_of_the_roer_dam_regiments_cost_points_too():
    """In its first movement, on 16PM, 38th Infantry goes a hex: into forest for two points, no marker then."""
    game = evening(unit("2-38", "1636"), turn=2)
    do(game, "move 2-38")
    costs = {}
    for to in reach(game):
        trial = game.branch()
        (event,) = told(do(trial, f"to {to}"), "moved")
        costs[to] = event.data["points"]
        assert (f"night {to}" in legal(trial)) == (event.data["points"] <= 1)
    assert {1, 2} <= {*costs.values()}


@pytest.mark.rule("25.3b")
def test_strategic_movement_is_more_than_a_point():
    way = road(6)
    game = evening(unit("7Arm-CCA", way[0]))
    do(game, "move 7Arm-CCA", "mode strategic", f"to {way[5]}", "end")
    assert refused(game, f"night {way[5]}").rule == "25.3"


# 25.3c, 25.3d: penalty and benefit


@pytest.mark.rule("25.3c", "25.3b")
def test_a_marked_unit_moves_a_point_at_most_in_the_pm_turn():
    game = evening(unit("2-9", WIDE))
    do(game, f"night {WIDE}", "move 2-9")
    assert farthest(game, WIDE) == 1
    for mode in ("tactical", "extended"):
        assert refused(game, f"mode {mode}").rule == "25.3"


@pytest.mark.rule("25.3c")
def test_a_marked_unit_does_not_attack_in_the_pm_turn():
    units = (unit("101-501", WIDE, night=True), unit("101-502", ahead(WIDE, 1)), unit("26VG-39", NEXT))
    game = position(*units, side=ALLIED, turn=4, phase="combat")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 101-502"}
    assert refused(game, "with 101-501").rule == "25.3"


@pytest.mark.rule("25.3d", "25.3e")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_at_night_it_uses_its_full_allowance_extended_and_tactical_movement_too(side):
    name = "26VG-39" if side == GERMAN else "2-9"
    game = night(unit(name, WIDE, night=True), stage=f"{side} movement")
    assert at(game, "movement")
    do(game, f"move {name}")
    assert farthest(game, WIDE) >= 3
    normal = reach(game)
    do(game, "mode extended")
    assert normal < reach(game)
    do(game, "mode tactical")
    assert farthest(game, WIDE) == 2


@pytest.mark.rule("25.3d")
def test_it_may_attack_at_night_and_unmarked_units_may_not():
    units = (unit("101-501", WIDE, night=True), unit("101-502", ahead(WIDE, 1)), unit("26VG-39", NEXT))
    game = night(*units, stage="Allied combat")
    do(game, f"attack {NEXT}")
    assert legal(game, "with") == {"with 101-501"}
    assert refused(game, "with 101-502").rule == "25.3"


@pytest.mark.rule("25.3", "25.3d")
def test_unmarked_units_do_not_move_at_night():
    game = night(unit("101-501", WIDE, night=True), unit("101-502", "3413"), stage="Allied movement")
    assert legal(game, "move") == {"move 101-501"}
    assert refused(game, "move 101-502").rule == "25.3"


@pytest.mark.rule("25.3e")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_no_strategic_movement_at_night(side):
    """A-9."""
    name, way = ("2Pz-2" if side == GERMAN else "7Arm-CCA"), road(3)
    game = night(unit(name, way[0], night=True), stage=f"{side} movement")
    do(game, f"move {name}")
    assert refused(game, "mode strategic").rule == "25.3"


@pytest.mark.rule("25.3", "13.1")
def test_no_reinforcements_at_night():
    game = night(unit("101-501", WIDE, night=True), unit("4-8-2", "off", due=3), stage="Allied movement")
    assert not legal(game, "enter")
    assert refused(game, "enter 4-8-2 A normal").rule == "25.1"


# 25.3f to 25.3h


@pytest.mark.rule("25.3f", "7.4")
@pytest.mark.parametrize(("turn", "may"), [(4, True), (6, True), (2, False)])
def test_bridges_are_blown_at_night_only_before_a_combat_and_not_in_the_first_night(turn: int, may: bool):
    one, other, name = bridge()
    units = (unit("26VG-39", one, night=True), unit("101-501", other))
    game = night(*units, turn=turn, stage="German combat")
    do(game, f"attack {other}", "with 26VG-39", "roll")
    assert bool(legal(game, "blow")) == may
    if may:
        assert f"blow {name} 101-501" in legal(game)


@pytest.mark.rule("25.3f", "25.1a")
def test_there_is_no_bridge_phase_at_night():
    one, other, _ = bridge()
    game = night(unit("26VG-39", one, night=True), unit("101-501", other, night=True))
    while game.state.turn != 5:
        assert not at(game, "bridges")
        do(game, "end" if "end" in legal(game) else min(legal(game)))


@pytest.mark.rule("25.3g")
def test_ready_artillery_supports_attack_and_defence_without_a_marker():
    guns = (unit("VIII-174", ahead(WIDE, 3, 2)), unit("766VAK", ahead(NEXT, 0, 2)))
    units = (unit("101-501", WIDE, night=True), unit("26VG-39", NEXT))
    game = night(*units, *guns, stage="Allied combat", dice=[1])
    do(game, f"attack {NEXT}", "with 101-501", "roll")
    assert legal(game, "fire") == {"fire VIII-174"}
    do(game, "fire VIII-174")
    assert legal(game, "fire") == {"fire 766VAK"}


@pytest.mark.rule("25.3h", "15.6")
def test_no_air_support_at_night():
    units = (unit("101-501", WIDE, night=True), unit("26VG-39", NEXT))
    game = night(*units, turn=16, stage="Allied combat", now={"air": 2})
    do(game, f"attack {NEXT}", "with 101-501")
    trial = game.branch()
    do(trial, "roll")
    assert "air" not in legal(trial)
    assert not any("air" in name for name, _, _ in combat(game)["shifts"])


@pytest.mark.rule("25.3h", "15.6")
def test_no_jabos_at_night():
    units = (unit("101-501", WIDE), unit("26VG-39", NEXT, night=True))
    game = night(*units, turn=16, stage="German combat")
    events = do(game, f"attack {WIDE}", "with 26VG-39", "roll")
    assert told(events, "attack")
    assert not told(events, "jabo")
    day = assault(unit("101-501", WIDE), unit("26VG-39", NEXT), target=WIDE, turn=16)
    assert told(do(day, "roll"), "jabo")


# Engaged units at night: A-12, Ambiguities 32 and 39


@pytest.mark.rule("20.5c", "25.3")
def test_engaged_markers_of_marked_units_come_off_those_of_others_stay():
    units = (
        unit("101-501", WIDE, night=True, eng=True),
        unit("101-502", ahead(WIDE, 1), eng=True),
        unit("26VG-39", NEXT, eng=True),
    )
    game = night(*units, stage="Allied withdrawal")
    assert at(game, "withdrawals")
    assert legal(game, "withdraw") == {"withdraw 101-501"}
    assert refused(game, "withdraw 101-502").rule == "25.3"
    do(game, "end")
    assert not game.state.units["101-501"].eng
    assert game.state.units["101-502"].eng
    assert game.state.units["26VG-39"].eng


@pytest.mark.rule("20.5c", "16.5")
def test_an_engaged_unit_with_a_marker_does_not_move_at_night():
    units = (unit("101-501", WIDE, night=True, eng=True), unit("2-9", "3413", night=True))
    game = night(*units, unit("26VG-39", NEXT), stage="Allied movement")
    assert legal(game, "move") == {"move 2-9"}
    assert refused(game, "move 101-501").rule == "16.5"


@pytest.mark.rule("20.5c")
def test_a_unit_that_withdraws_at_night_does_not_attack():
    units = (unit("101-501", WIDE, night=True, eng=True), unit("26VG-39", NEXT))
    game = night(*units, stage="Allied withdrawal", dice=[1])
    do(game, "withdraw 101-501")
    while not at(game, "fall_back"):
        do(game, "roll" if "roll" in legal(game) else "end")
    goal = ahead(WIDE, 3)
    do(game, f"retreat 101-501 {goal}")
    if at(game, "fall_back"):
        do(game, "end")
    assert place(game, "101-501") == goal
    assert not at(game, "combat")


@pytest.mark.rule("25.3", "8.3")
def test_stacks_are_not_checked_at_night():
    """Ambiguity 39: at the end of the next day movement phase."""
    units = (unit("101-501", WIDE, night=True), unit("101-502", NEXT))
    game = night(*units, stage="Allied movement")
    do(game, "move 101-501", f"to {NEXT}", "end")
    while game.state.turn == 4:
        assert not at(game, "too_many")
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert place(game, "101-501") == place(game, "101-502") == NEXT


@pytest.mark.rule("25.3")
def test_the_phases_of_the_night_are_those_of_the_day():
    """Movement and combat at night are the same steps as by day."""
    game = night(unit("101-501", WIDE, night=True), unit("26VG-39", NEXT), stage="Allied combat")
    assert isinstance(game.state.stack[-1], combats.CombatPhase)
    assert BOARD.index[NEXT] in {BOARD.index[name] for name in around(WIDE)}
