"""Chapter 4: the phases of a player turn and their order, who decides in them, turns and nights."""

import pytest

from tests.titles.ardennes_44.kit import ALLIED, GERMAN, TITLE, at, do, legal, place, position, told, unit
from tests.titles.ardennes_44.terrain import GRID, INDEX, NAMES, far_from, near, on_road, open_country, road
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.names import turn_name
from wargame_tui.titles.ardennes_44.rules import sequence
from wargame_tui.titles.ardennes_44.rules.sequence import has_night
from wargame_tui.titles.ardennes_44.state import Works

FIELD = next(open_country(3))
AFAR = far_from(FIELD, distance=20)
COMMON = ["supply", "bridges", "movement", "recovery", "withdrawal", "combat", "traffic", "status"]
"""The phases of both sides; the German has one more, and the Allied player another one."""


def play_on(game: Game, until, most: int = 80) -> list:
    """End everything until something is the case; the events on the way, the ones of the opening first."""
    found = list(game.opening)
    for _ in range(most):
        if game.over or until(game):
            return found
        open_to = legal(game)
        chosen = "end" if "end" in open_to else min(open_to)
        found += do(game, chosen)
    raise AssertionError(game.state.stack)


def phases(events) -> list[tuple[str, str]]:
    """The phases that began."""
    return [(event.data["side"], event.data["phase"]) for event in told(events, "phase")]


def whole_turn(turn: int, *units):
    """A turn from its beginning to the next one: the game, and everything that happened."""
    given = units or (unit("2-9", FIELD), unit("12SS-25", AFAR))
    game = position(*given, turn=turn, stack=(sequence.Turn(turn),))
    events = play_on(game, lambda game: game.state.turn > turn)
    last = next((n for n, event in enumerate(events) if event.kind == "turn" and event.data["turn"] > turn), None)
    return game, events[:last]


# 4.0a, 4.0b


@pytest.mark.rule("4.0a", "4.0b")
@pytest.mark.parametrize("turn", [7, 8, 11])
def test_phases_of_a_turn_in_their_order(turn):
    german = [*COMMON[:1], "fuel", *COMMON[1:]]
    _, events = whole_turn(turn)
    expected = [(GERMAN, name) for name in german] + [(ALLIED, name) for name in (*COMMON, "victory")]
    assert phases(events) == expected


@pytest.mark.rule("4.0a")
def test_the_german_comes_first():
    _, events = whole_turn(7)
    assert [side for side, _ in phases(events)] == [GERMAN] * 9 + [ALLIED] * 9


@pytest.mark.rule("4.0a", "4.0b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize(("phase", "kind"), [("movement", "movement"), ("combat", "combat"), ("traffic", "traffic")])
def test_the_phasing_side_decides(side, phase, kind):
    beside = near(FIELD)[0]
    game = position(unit("2-9", FIELD), unit("12SS-25", beside), side=side, phase=phase)
    assert at(game, kind)
    assert game.side == side


@pytest.mark.rule("4.0a")
@pytest.mark.parametrize(("side", "kind"), [(GERMAN, "artillery_supply"), (ALLIED, None)])
def test_artillery_supply_comes_first(side, kind):
    """The German chooses, the Allied artillery is readied by itself."""
    guns = ["405VAK", "388VAK", "402VAK", "401VAK"] if side == GERMAN else ["V-187", "V-406"]
    units = [unit(name, hex_, fired=True) for name, hex_ in zip(guns, (FIELD, AFAR, *near(FIELD)), strict=False)]
    game = position(*units, side=side, phase="supply")
    if side == GERMAN:
        assert game.state.stack[-1].kind not in ("movement", "bridges")
        assert len(legal(game, "ready")) == 4
    else:
        assert not any(each.fired for each in game.state.units.values())
    assert kind is None or game.side == side


@pytest.mark.rule("4.0a")
def test_the_fuel_phase_is_the_germans():
    """From 19AM on two dice are rolled, in his turn only."""
    _, events = whole_turn(7, unit("2-9", FIELD), unit("12SS-25", AFAR))
    kinds = [event.kind for event in events]
    assert "fuel_roll" in kinds
    begun = [n for n, event in enumerate(events) if event.kind == "phase" and event.data["phase"] == "bridges"]
    assert max(n for n, kind in enumerate(kinds) if kind == "fuel_roll") < begun[0]


@pytest.mark.rule("4.0a")
def test_the_bridge_phase_comes_before_movement():
    down = {"2115-2215": Works(GERMAN, 1)}
    game = position(unit("26VG-77", "2115"), unit("12SS-25", "2215"), turn=2, phase="bridges", bridges=down)
    assert game.state.bridges == {}  # complete on 16PM (7.10)
    assert at(game, "movement")


@pytest.mark.rule("4.0a")
def test_recovery_comes_after_movement_and_before_combat():
    game = position(unit("12SS-25", AFAR, status="disrupted"), unit("2-9", FIELD))
    assert game.state.units["12SS-25"].status == "disrupted"
    events = do(game, "end")
    assert game.state.units["12SS-25"].status == "fresh"
    order = [event.data.get("phase", event.kind) for event in events if event.kind in ("phase", "recovery")]
    assert order[:3] == ["recovery", "recovery", "withdrawal"]


@pytest.mark.rule("4.0a")
def test_only_the_phasing_sides_units_recover():
    game = position(unit("12SS-25", AFAR), unit("2-9", FIELD, status="disrupted"))
    do(game, "end")
    assert game.state.units["2-9"].status == "disrupted"


@pytest.mark.rule("4.0a")
def test_engaged_markers_come_off_at_the_start_of_combat():
    game = position(unit("12SS-25", AFAR, eng=True), unit("2-9", FIELD, eng=True))
    play_on(game, lambda game: at(game, "combat") or at(game, "traffic"))
    assert not game.state.units["12SS-25"].eng
    assert game.state.units["2-9"].eng


@pytest.mark.rule("4.0a")
def test_supply_is_found_at_the_end_of_the_turn():
    """A unit shut in by enemies is marked after the traffic phase."""
    around = zip(("2-9", "2-23", "2-38"), near(FIELD)[::2], strict=True)
    game = position(unit("12SS-25", FIELD), *(unit(name, hex_) for name, hex_ in around), phase="traffic")
    assert not game.state.units["12SS-25"].oos
    events = do(game, "end")
    order = [event.data.get("phase", event.kind) for event in events if event.kind in ("phase", "supply")]
    assert order[:2] == ["status", "supply"]
    assert game.state.units["12SS-25"].oos


@pytest.mark.rule("4.0b")
def test_the_victory_phase_is_the_last_of_the_allied_turn():
    game = position(unit("2-9", FIELD), unit("12SS-25", AFAR), side=ALLIED, phase="status")
    assert phases(game.opening)[:2] == [(ALLIED, "status"), (ALLIED, "victory")]


@pytest.mark.rule("4.0a")
def test_a_phase_in_which_nothing_is_possible_passes_by_itself():
    game = position(unit("12SS-25", FIELD), unit("2-9", AFAR), phase="recovery")
    assert at(game, "traffic")  # nobody can attack or withdraw
    assert [phase for _, phase in phases(game.opening)] == ["recovery", "withdrawal", "combat", "traffic"]


# 4.0c, 4.0d


@pytest.mark.rule("4.0c")
def test_the_turn_marker_advances():
    game, events = whole_turn(3)
    assert game.state.turn == 4
    assert [event.data["turn"] for event in told(events, "turn")] == [3]
    assert not game.state.night


@pytest.mark.rule("4.0c")
def test_names_of_the_turns():
    names = [turn_name(turn) for turn in range(1, 23)]
    assert names[:4] == ["16AM", "16PM", "17AM", "17PM"]
    assert names[-1] == "26PM"
    assert len({*names}) == 22


@pytest.mark.rule("4.0d")
@pytest.mark.parametrize("turn", range(1, 23))
def test_a_night_follows_every_pm_turn(turn):
    assert has_night(turn) == turn_name(turn).endswith("PM")


@pytest.mark.rule("4.0d")
@pytest.mark.parametrize(("turn", "nights"), [(3, 0), (4, 1)])
def test_the_night_turn_comes_between_pm_and_am(turn, nights):
    game, events = whole_turn(turn)
    assert len(told(events, "night")) == nights
    assert game.state.turn == turn + 1
    after = [event.kind for event in events]
    if nights:
        assert after.index("night") > max(n for n, kind in enumerate(after) if kind == "phase" and n < len(after) - 12)


@pytest.mark.rule("4.0d")
def test_no_night_follows_the_last_turn():
    game = position(unit("2-9", FIELD), unit("12SS-25", AFAR), turn=22, stack=(sequence.Turn(22),))
    events = play_on(game, lambda game: False)
    assert game.over
    assert told(events, "night") == []


@pytest.mark.rule("4.0d")
def test_in_the_night_the_allied_player_is_first():
    """Both have a stack with a night marker; the short sequence has no supply, bridge, recovery or traffic phase."""
    units = [unit("2-9", FIELD, night=True), unit("12SS-25", AFAR, night=True)]
    game = position(*units, turn=4, side=ALLIED, phase="victory")
    seen = []
    for _ in range(20):
        if game.state.turn > 4:
            break
        if game.state.night and at(game, "movement"):
            seen.append(game.side)
        events = do(game, "end")
        assert not game.state.night or {name for _, name in phases(events)} <= {"movement", "withdrawal", "combat"}
    assert seen == [ALLIED, GERMAN]


# 4.0e


@pytest.mark.rule("4.0e")
@pytest.mark.parametrize("scenario", ["campaign", "three_days", "four_days"])
def test_the_first_german_turn_begins_with_movement(scenario):
    game = Game(TITLE, f"ardennes_44/{scenario}", 1)
    events = do(game, "historical", "end")
    assert at(game, "movement")
    assert game.side == GERMAN
    assert phases(events) == [(GERMAN, "movement")]
    assert game.state.turn == 1


@pytest.mark.rule("4.0e")
def test_the_allied_part_of_the_first_turn_is_whole():
    _, events = whole_turn(1)
    own = phases(events)
    assert own[0] == (GERMAN, "movement")
    assert [name for side, name in own if side == ALLIED] == [*COMMON, "victory"]


# 4.0f


@pytest.mark.rule("4.0f")
@pytest.mark.parametrize(("turn", "side", "off"), [(3, GERMAN, True), (3, ALLIED, False), (4, GERMAN, False)])
def test_replacement_markers_come_off_at_the_end_of_movement_in_am_turns(turn, side, off):
    """Those of the phasing side, here the Germans with a marker."""
    units = [unit("12SS-25", AFAR, replaced=True), unit("2-9", FIELD)]
    game = position(*units, turn=turn, side=side)
    assert game.state.units["12SS-25"].replaced
    do(game, "end")
    assert game.state.units["12SS-25"].replaced != off


# 4.0g


@pytest.mark.rule("4.0g")
def test_units_split_in_the_movement_phase():
    regiment = "2-9"
    game = position(unit(regiment, FIELD), unit("12SS-25", AFAR), side=ALLIED)
    assert f"split {regiment}" in legal(game, "split")
    do(game, f"split {regiment}")
    assert len(game.state.parents) == 1


@pytest.mark.rule("4.0g")
def test_not_in_other_phases_of_their_own():
    game = position(unit("2-9", FIELD), unit("12SS-25", AFAR), side=ALLIED, phase="traffic")
    assert legal(game, "split") == set()


# A turn in which much happens


@pytest.mark.rule("4.0a", "8.3")
def test_stacks_are_put_right_before_recovery():
    game = position(unit("12SS-25", FIELD), unit("12SS-26", FIELD), unit("2SS-3", AFAR, status="disrupted"))
    do(game, "end")
    assert at(game, "too_many")
    assert game.state.units["2SS-3"].status == "disrupted"
    do(game, "remove 12SS-26")
    assert game.state.units["2SS-3"].status == "fresh"
    assert place(game, "12SS-25") == FIELD


@pytest.mark.rule("4.0a")
def test_the_turn_is_remembered_for_its_own_player_turn_only():
    """What German units did is forgotten when the Allied player turn begins."""
    row = road(3)
    assert on_road(row[0])
    assert GRID.distance(INDEX[row[0]], INDEX[row[2]]) == 2
    game = position(unit("12SS-25", row[0]), unit("2-9", far_from(row[0], distance=20)))
    do(game, "move 12SS-25", f"to {row[1]}", "end")
    assert "12SS-25" in game.state.now.movers
    play_on(game, lambda game: game.state.now.side == ALLIED)
    assert game.state.now.movers == {}
    assert NAMES[INDEX[row[1]]] == place(game, "12SS-25")
