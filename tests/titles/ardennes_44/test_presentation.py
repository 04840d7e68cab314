"""What front ends show: counters, markers, time, picking on the map, sheets, overlays, the map for the protocol."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.titles.ardennes_44.fights import OPEN, around, pair, spot
from tests.titles.ardennes_44.kit import ALLIED, BOARD, BOOK, GERMAN, GRID, TITLE, at, do, legal, position, unit
from wargame_tui.board.ahead import odds_words
from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Counter, SpaceScene
from wargame_tui.board.title import SpaceSheet, Target, UnitSheet
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.rules import modifiers, sequence
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone
from wargame_tui.titles.ardennes_44.state import Advantage, Position, Works
from wargame_tui.tui.map.glyphs import GLYPH_SETS

N, NE, SE, S, SW, NW = around(OPEN)
US = "28-112-2"
PLACES = {*BOARD.names, *BOOK.map.boxes}


def space(game: Game, hex_: str, side: str | None = None) -> SpaceScene:
    return TITLE.scene(game.state, side).spaces.get(hex_, SpaceScene())


def shown(game: Game, name: str) -> Counter:
    spaces = TITLE.scene(game.state).spaces.values()
    return next(counter for each in spaces for counter in each.counters if counter.unit == name)


def where(game: Game, name: str) -> str | None:
    spaces = TITLE.scene(game.state).spaces.items()
    return next((hex_ for hex_, each in spaces if name in [counter.unit for counter in each.counters]), None)


def facts(sheet: SpaceSheet | UnitSheet) -> dict[str, str]:
    return {fact.label: fact.value for fact in sheet.facts}


def links(sheet: SpaceSheet) -> dict[str, str]:
    return {fact.label.partition(" ")[2].partition(" ")[0]: fact.value for fact in sheet.links}


def sheet_of(game: Game, name: str) -> UnitSheet:
    hex_ = where(game, name)
    assert hex_ is not None
    return next(sheet for sheet in TITLE.unit_sheets(game.state, hex_) if sheet.counter.unit == name)


# Everything at every moment


def step_on(game: Game, rnd: random.Random) -> Sequence[Event]:
    """A command that leads through the phases of a turn."""
    offered = list(game.iter_legal())
    first = next((each for each in offered if isinstance(each, commands.Historical)), None)
    over = next((each for each in offered if isinstance(each, commands.End)), None)
    kind = game.state.stack[-1].kind
    if first is not None or (over is not None and (kind in ("set_up", "traffic") or rnd.random() < 0.1)):
        return game.apply(first or over or offered[0])
    return game.apply(rnd.choice(offered))


@pytest.mark.parametrize(
    ("seed", "scenario", "option"), [(3, "campaign", None), (4, "three_days", "dump"), (5, "four_days", "infiltration")]
)
def test_everything_can_be_shown_at_every_moment(seed: int, scenario: str, option: str | None) -> None:
    rnd = random.Random(seed)
    game = Game(TITLE, f"ardennes_44/{scenario}", seed, {option: "on"} if option else {})
    told: Sequence[Event] = game.opening
    for _ in range(150):
        if game.side is None:
            break
        for event in told:
            assert TITLE.event_place(event) in {None, *PLACES}
        look(game, rnd)
        told = step_on(game, rnd)


def look(game: Game, rnd: random.Random) -> None:
    state = game.state
    scene, bar = TITLE.scene(state), TITLE.phase_bar(state)
    assert bar.turns
    assert bar.score
    assert TITLE.help(state).lines
    TITLE.battle(state, [event for entry in game.entries[-40:] for event in entry.events])
    offered = list(game.iter_legal())
    assert TITLE.suggested(state) in {None, *offered}
    for command in rnd.sample(offered, min(5, len(offered))):
        target = TITLE.target(state, command)
        assert {target.space, target.to} <= {None, *PLACES}
        if target.unit is not None:
            TITLE.reach(state, target.unit)
            TITLE.routes_of(state, target.unit)
        if target.unit or target.space:
            assert TITLE.why_not(state, target) is None, command.notation()
    places = [hex_ for hex_, each in scene.spaces.items() if each.counters]
    for hex_ in (*rnd.sample(places, 2), rnd.choice(sorted(PLACES))):
        sheets = TITLE.unit_sheets(state, hex_)
        assert [sheet.counter for sheet in sheets] == list(scene.spaces.get(hex_, SpaceScene()).counters)
        sheet = TITLE.space_sheet(state, hex_)
        assert sheet.heading
        rules_open(sheet.facts, sheet.links, *(each.facts for each in sheets))
    TITLE.overlay(state, rnd.choice([info.id for info in TITLE.overlays()]))


def rules_open(*given: Sequence[Fact]) -> None:
    """Every rule cited can be opened."""
    for fact in (fact for some in given for fact in some):
        assert fact.rule is None or TITLE.rulebook().find(fact.rule) is not None, fact


# Counters


def test_numbers_and_states_of_a_counter() -> None:
    game = position(
        unit("106-422", OPEN, reduced=True, oos=True, eng=True),
        unit("9Arm-CCB", OPEN, status="disrupted"),
        unit("VIII-333", S, fired=True),
        unit("VIII-402", S),
    )
    regiment, command = shown(game, "106-422"), shown(game, "9Arm-CCB")
    assert (regiment.label, regiment.numbers, regiment.size, regiment.branch) == ("422", "4-4-4", "regiment", "US")
    assert regiment.flags == {"reduced", "unsupplied", "engaged"}
    assert (command.symbol, command.numbers, command.quality) == ("armour", "7-6-10", "TQ3")
    assert command.flags == {"disrupted"}
    fired, ready = shown(game, "VIII-333"), shown(game, "VIII-402")
    assert (fired.strength, fired.numbers) == ("S", "S-(2)-8")
    assert fired.flags == {"fired"}
    assert ready.numbers == "S-(2)-1"
    assert not ready.flags


def test_the_strongest_lie_on_top_and_guns_below() -> None:
    game = position(unit("VIII-333", OPEN), unit(US, OPEN), unit("106-422", OPEN))
    assert [counter.unit for counter in space(game, OPEN).counters] == ["106-422", US, "VIII-333"]


def test_counters_follow_every_change() -> None:
    game = position(unit("12VG-27", OPEN), unit(US, "2020"), turn=3)
    before = shown(game, "12VG-27")
    do(game, "move 12VG-27")
    assert shown(game, "12VG-27").flags == before.flags | {"selected"}
    do(game, f"to {N}", "end")
    assert where(game, "12VG-27") == N
    assert shown(game, "12VG-27").flags == {"moved"}
    game.undo()


def test_who_may_be_chosen_is_marked() -> None:
    game = position(unit("12VG-27", N), unit("12VG-48", NE), unit(US, OPEN), phase="combat")
    do(game, f"attack {OPEN}", "with 12VG-27")
    assert "selected" in shown(game, "12VG-27").flags
    assert "choice" in shown(game, "12VG-48").flags
    assert not shown(game, US).flags & {"selected", "choice"}


# Off the map


def test_boxes_show_who_waits() -> None:
    reinforcement = next(
        name
        for name, piece in BOOK.pieces.items()
        if piece.side == ALLIED and piece.entry.arrival and piece.entry.arrival.entry[:1] == ("H",)
    )
    game = position(unit(reinforcement, "off", due=3), unit(US, "N"), side=ALLIED)
    box = BOOK.map.entries["H"].box
    assert (where(game, reinforcement), where(game, US)) == (box, "N")
    assert where(position(unit(reinforcement, "off", due=5), side=ALLIED), reinforcement) is None
    game = position(unit(US, "edgeH"), unit("12VG-27", BOOK.map.entries["H"].hex), side=ALLIED)
    assert where(game, US) == box
    assert "just off the map, seals entry hex H" in [fact.value for fact in sheet_of(game, US).facts]


def test_german_reinforcements_wait_at_their_entry_hex() -> None:
    coming = next(
        name
        for name, piece in BOOK.pieces.items()
        if piece.side == GERMAN and piece.entry.arrival and piece.entry.arrival.entry[:1] == ("K",)
    )
    game = position(unit(coming, "off", due=3))
    entry = BOOK.map.entries["K"].hex
    assert where(game, coming) == entry
    enter = next(command for command in game.legal() if isinstance(command, commands.Enter))
    assert TITLE.target(game.state, enter) == Target(space=entry, unit=coming, to=entry)


def test_units_to_be_placed_lie_where_history_had_them() -> None:
    game = Game(TITLE, "ardennes_44/campaign", 1)
    assert at(game, "set_up")
    name = "12VG-27"
    setup = BOOK.pieces[name].entry.setup
    assert setup is not None
    assert where(game, name) == setup.hex
    assert "locked" in shown(game, name).flags
    assert TITLE.suggested(game.state) == commands.Historical()
    do(game, "historical")
    assert "locked" not in shown(game, name).flags
    assert TITLE.suggested(game.state) == commands.End()


# Markers, badges, bridges


def test_markers_and_badges() -> None:
    bridge = next(iter(BOARD.bridges))
    game = position(
        unit(US, OPEN),
        ips={OPEN: Position(ALLIED), N: Position(ALLIED, built=False)},
        roadblocks={"Allied1": S, "Allied2": None, "German1": None, "German2": None},
        traffic={"German3": SE},
        bridges={bridge: Works(GERMAN, 2)},
        advantages=(Advantage(GERMAN, NE, OPEN, (), 1),),
    )
    assert space(game, OPEN).markers == ("IP",)
    assert space(game, N).markers == ("IP .",)
    assert space(game, S).markers == ("roadblock A1",)
    assert space(game, SE).markers == ("traffic G3",)
    assert space(game, NE).markers == ("advantage",)
    for end in bridge.split("-"):
        assert "building" in space(game, end).markers
    assert TITLE.scene(game.state).bridges[bridge] is False
    hex_ = BOOK.map.victory[0].hex
    assert "victory" in space(game, hex_).badges
    assert "A" in space(game, BOOK.map.entries["A"].hex).badges
    assert "congestion +4" in space(game, BOOK.map.congestion[0]).markers


def test_every_word_of_a_marker_or_badge_has_a_glyph() -> None:
    words = {"IP", "roadblock", "traffic", "advantage", "building", "night", "congestion", "dump", "victory", "supply"}
    for glyphs in GLYPH_SETS.values():
        assert words <= glyphs.of_title(TITLE.look()).signs.keys()


def test_the_same_command_has_the_rule_of_the_moment() -> None:
    fight = position(unit("12VG-27", N), unit(US, OPEN), phase="combat")
    do(fight, f"attack {OPEN}")
    assert TITLE.rule_of(fight.state, commands.With("12VG-27")) == "14.1"
    move = position(unit("12VG-27", OPEN), unit("12VG-48", OPEN))
    do(move, "move 12VG-27")
    assert TITLE.rule_of(move.state, commands.With("12VG-48")) == "11.1"


def test_a_unit_placed_again_lies_aside() -> None:
    game = Game(TITLE, "ardennes_44/three_days", 1)
    place = next(each for each in game.iter_legal() if isinstance(each, commands.Place))
    assert not TITLE.target(game.state, place).aside
    game.apply(place)
    again = next(each for each in game.iter_legal() if isinstance(each, commands.Place) and each.unit == place.unit)
    assert TITLE.target(game.state, again).aside


def test_hexes_out_of_play_are_outside() -> None:
    short = Game(TITLE, "ardennes_44/three_days", 1)
    outside = TITLE.scene(short.state).outside
    assert {name for name in BOARD.names if name.startswith("W")} <= outside
    assert not TITLE.scene(Game(TITLE, "ardennes_44/campaign", 1).state).outside & set(BOARD.names)


def test_the_fuel_dump_is_hidden_from_the_german() -> None:
    dump = BOOK.map.dumps[0].hex
    known = {"dump": dump, "dump_state": "guarded"}
    game = position(unit("12VG-27", "0230"), options=("dump",), specials=known)
    assert "dump" in space(game, dump, ALLIED).markers
    assert "dump" not in space(game, dump, GERMAN).markers
    assert "dump" not in space(game, dump).markers  # the German decides
    assert TITLE.dump(game.state, GERMAN)["specials"]["dump"] is None
    assert TITLE.dump(game.state, ALLIED)["specials"]["dump"] == dump
    assert facts(TITLE.space_sheet(game.state, dump))["fuel dump"] == "may be here"
    seen = position(unit("12VG-27", "0230"), options=("dump",), specials={**known, "dump_seen": True})
    assert "dump" in space(seen, dump, GERMAN).markers
    assert TITLE.dump(seen.state, GERMAN)["specials"]["dump"] == dump


# Time and score


def test_the_bar_of_a_morning_and_of_a_night() -> None:
    game = position(unit("12VG-27", OPEN), turn=3)
    bar = TITLE.phase_bar(game.state)
    assert bar.date == "17 December, morning"
    assert [box.label for box in bar.turns if box.status == "now"] == ["17AM"]
    assert [box.label for box in bar.impulses if box.status == "now"] == ["Move"]
    assert bar.notes[0] == "Mud, overcast"
    assert bar.notes[1] == "strat. moves: German 6, Allied 10"
    assert bar.score == "VP hexes 0/20 east, 0/8 west"
    assert TITLE.turn(game.state) == "17AM"
    late = position(unit("12VG-27", OPEN, marker="SM"), turn=15, control={BOOK.map.victory[0].hex: GERMAN})
    assert TITLE.phase_bar(late.state).notes[0] == "Frozen, clear"
    assert TITLE.phase_bar(late.state).score.startswith("VP hexes 1/20 east")
    short = Game(TITLE, "ardennes_44/three_days", 1)
    assert TITLE.phase_bar(short.state).score.endswith("VP")


# Picking


def test_targets() -> None:
    game = position(unit("12VG-27", OPEN), unit(US, around(N)[0]))
    state = game.state
    assert TITLE.target(state, commands.Move("12VG-27")) == Target(space=OPEN, unit="12VG-27")
    assert TITLE.target(state, commands.Attack(N)) == Target(space=N)
    assert TITLE.target(state, commands.Retreat("12VG-27", N)) == Target(space=OPEN, unit="12VG-27", to=N)
    assert TITLE.target(state, commands.Advance("12VG-27", N)) == Target(space=OPEN, unit="12VG-27", to=N)
    assert TITLE.target(state, commands.Traffic("German1", N)) == Target(space=N)
    assert TITLE.target(state, commands.Move("nobody")) == Target()
    apart = TITLE.target(state, commands.Split("12VG-27"))
    assert apart == Target(space=OPEN, unit="12VG-27", aside=True, group=apart.group)
    assert TITLE.target(state, commands.Night(OPEN)) == Target(space=OPEN, aside=True)
    do(game, "move 12VG-27")
    state = game.state
    assert TITLE.target(state, commands.To(N)) == Target(space=N, unit="12VG-27")
    assert TITLE.target(state, commands.How("tactical")) == Target(space=OPEN, unit="12VG-27")
    assert TITLE.target(state, commands.End()) == Target(space=OPEN, unit="12VG-27")
    assert sheet_of(game, "12VG-27").may == ("keep moving", "change its kind of movement", "stop here")


def test_reach_says_what_is_left() -> None:
    game = position(unit("12VG-27", OPEN), unit(US, around(around(N)[0])[0]))
    reach = TITLE.reach(game.state, "12VG-27")
    assert reach.notes[N] == "3"
    assert reach.highlights[S] == "reach"
    assert reach.highlights[around(N)[0]] == "battle"
    assert TITLE.reach(game.state, US).highlights == {}
    do(game, "move 12VG-27", "mode tactical")
    tactical = TITLE.reach(game.state, "12VG-27")
    assert tactical.notes == {}
    assert N in tactical.highlights


def test_reach_of_a_unit_that_may_go_along_is_that_of_the_group() -> None:
    game = position(unit("12VG-27", OPEN), unit("12VG-48", OPEN), unit("12VG-89", N), unit(US, "2020"))
    do(game, "move 12VG-27")
    alone = TITLE.reach(game.state, "12VG-27")
    assert TITLE.reach(game.state, "12VG-48") == alone
    assert alone.highlights
    assert TITLE.reach(game.state, "12VG-89").highlights == {}


def test_splitting_lies_aside_and_is_one_line_of_a_long_list() -> None:
    game = position(unit("12VG-27", OPEN), unit("12VG-48", N))
    found = [TITLE.target(game.state, command) for command in game.iter_legal() if command.verb == "split"]
    assert [(target.unit, target.aside) for target in found] == [("12VG-27", True), ("12VG-48", True)]
    assert len({target.group for target in found}) == 1
    assert None not in {target.group for target in found}


def test_a_route_is_two_commands() -> None:
    game = position(unit("12VG-27", OPEN), unit(US, "2020"))
    route = TITLE.routes_of(game.state, "12VG-27")[S]
    assert [command.notation() for command in route] == ["move 12VG-27", f"to {S}"]
    do(game, *(command.notation() for command in route))
    assert game.state.units["12VG-27"].location == S


def test_rolling_is_suggested_once_all_is_named() -> None:
    game = position(unit("12VG-27", N), unit(US, OPEN), phase="combat")
    assert TITLE.suggested(game.state) is None
    do(game, f"attack {OPEN}")
    assert TITLE.suggested(game.state) is None
    do(game, "with 12VG-27")
    assert TITLE.suggested(game.state) == commands.Roll()


def test_why_not() -> None:
    game = position(unit(US, OPEN, eng=True), unit("28-110-1", OPEN), unit("12VG-27", N), side=ALLIED)
    no = TITLE.why_not(game.state, Target(space=OPEN, unit=US))
    assert no is not None
    assert no.rule == "16.5"
    assert TITLE.why_not(game.state, Target(space=OPEN, unit="28-110-1")) is None
    do(game, "move 28-110-1")
    taken = TITLE.why_not(game.state, Target(space=N))
    assert taken is not None
    assert taken.reason == "enemy-occupied"


def test_why_not_there_names_what_bars_the_way() -> None:
    game = position(unit("12VG-27", OPEN), unit(US, around(N)[1]), unit("28-110-1", around(N)[4]))
    assert bonds(game.state, ALLIED).hexes >> spot(N) & 1
    do(game, "move 12VG-27")
    barred = TITLE.why_not(game.state, Target(to=N))
    assert barred is not None
    assert barred.rule == "10.2"
    assert TITLE.why_not(game.state, Target(to=S)) is None


# Sheets


def test_a_hex_with_all_its_hexsides() -> None:
    one, other = pair(lambda one, other, key: BOARD.water[key] == "river" and BOARD.bridge[key] is not None)
    bridge = GRID.hexside(spot(one), spot(other))
    game = position(unit(US, one))
    assert ", bridge, " in links(TITLE.space_sheet(game.state, one))[other]
    blown = position(unit(US, one), bridges={bridge: Works(GERMAN, 3)})
    assert "bridge BLOWN, German at work" in links(TITLE.space_sheet(blown.state, one))[other]
    found = facts(TITLE.space_sheet(game.state, one))
    assert found["Allied stack"] == "1 of 3 points, 1 of 2 units"
    assert found["strength"] == "AF 2, DF 2"


def test_zones_supply_and_entries_of_a_hex() -> None:
    game = position(unit("12VG-27", N), unit(US, OPEN))
    found = facts(TITLE.space_sheet(game.state, OPEN))
    assert found["ZOC"] == "German"
    assert "Allied supply" in found
    entry = facts(TITLE.space_sheet(game.state, BOOK.map.entries["H"].hex))
    assert entry["entry hex H"].startswith("Allied, ")
    box = TITLE.space_sheet(game.state, "N")
    assert box.heading == BOOK.map.boxes["N"].name
    assert "entry hex H" in facts(box)


def test_a_unit_with_what_it_may_and_why_not() -> None:
    game = position(unit("12VG-27", OPEN), unit("12VG-48", OPEN, eng=True), unit(US, "2020", points=2, oos=True))
    free, stuck, cut_off = (sheet_of(game, name) for name in ("12VG-27", "12VG-48", US))
    assert "move" in free.may
    assert free.why_not is None
    assert facts(free)["may move"].startswith("normal 4, extended 6, tactical 2 hexes")
    assert "move" not in stuck.may
    marks = {mark.label: mark.value for each in (stuck, cut_off) for mark in each.condition}
    assert marks["engaged"] == "may not move"
    assert marks["out of supply"] == "tactical movement only"
    assert cut_off.why_not is not None
    assert cut_off.why_not.reason == "the German player decides"
    assert "division 12VG" in free.formation


def test_what_a_unit_has_done_in_the_phase_in_numbers_that_agree_with_their_words() -> None:
    game = position(unit("12VG-27", OPEN), unit("12VG-48", OPEN))
    do(game, "move 12VG-27", "mode tactical", f"to {N}", "end", "move 12VG-48", f"to {N}", "end")
    assert facts(sheet_of(game, "12VG-27"))["this phase"] == "tactical, 1 hex"
    assert facts(sheet_of(game, "12VG-48"))["this phase"] == "normal, 1 MP, 1 hex"


# Overlays


def test_zones_and_bonds_over_the_map() -> None:
    state = position(unit("12VG-27", OPEN), unit("12VG-48", around(N)[0]), unit(US, "2020")).state
    zoned = TITLE.overlay(state, "zoc German").highlights
    assert set(zoned) == {BOARD.names[hex_] for hex_ in range(GRID.size) if zone(state, GERMAN) >> hex_ & 1}
    assert set(zoned.values()) == {"zoc"}
    bonded = TITLE.overlay(state, "bonds German")
    assert bonded.highlights[N] == "bond"
    assert len(bonded.hexsides) == len(bonds(state, GERMAN).sides) // 2
    assert set(bonded.hexsides.values()) <= {"bond"}


def test_supply_goals_and_areas_over_the_map() -> None:
    state = position(unit("12VG-27", OPEN), unit(US, "2020")).state
    for side in (GERMAN, ALLIED):
        assert "source" in TITLE.overlay(state, f"supply {side}").notes.values()
        assert set(TITLE.overlay(state, f"roads {side}").highlights) <= set(
            TITLE.overlay(state, f"supply {side}").highlights
        )
    goals = TITLE.overlay(state, "objectives")
    assert {entry.hex for entry in BOOK.map.victory} <= set(goals.highlights)
    assert {goals.notes[hex_] for hex_ in BOOK.map.liege} == {"B"}
    areas = TITLE.overlay(state, "areas")
    assert set(areas.notes.values()) == set(BOOK.map.start_areas)
    assert areas.hexsides
    assert not TITLE.overlay(position(unit(US, OPEN), turn=6).state, "areas").hexsides
    assert TITLE.overlay(state, "nonsense").highlights == {}


# The protocol's map, edits


def test_the_map_for_the_protocol() -> None:
    shown_ = TITLE.map("ardennes_44/campaign")
    assert shown_["kind"] == "hex"
    spaces = shown_["spaces"]
    assert set(spaces) == PLACES
    bastogne = spaces["3413"]
    assert (bastogne["name"], bastogne["col"], bastogne["row"], bastogne["built"]) == ("Bastogne", 34, 13, "town")
    for hex_, entry in spaces.items():
        for other, link in entry["neighbours"].items():
            assert entry["kind"] == "box" or spaces[other]["neighbours"][hex_] == link
    assert not any(name.startswith("W") for name in TITLE.map("ardennes_44/three_days")["spaces"])


def test_what_follows_from_an_edit() -> None:
    town = BOOK.map.victory[0].hex
    game = position(unit("12VG-27", OPEN), unit("12VG-48", "off", due=3), turn=3, phase="combat")
    state = game.state
    units = {**state.units, "12VG-27": unit("12VG-27", town), "12VG-48": unit("12VG-48", N, due=3)}
    edited = TITLE.after_edit(state, replace(state, units=units))
    assert edited.control == {town: GERMAN}
    assert edited.units["12VG-48"].due is None
    moved = position(unit("12VG-27", OPEN), unit(US, "2020"), turn=3)
    later = TITLE.after_edit(moved.state, replace(moved.state, turn=9))
    assert later.stack[0] == sequence.Turn(9, "Allied")
    assert legal(moved, "move") == {"move 12VG-27"}


@pytest.mark.rule("14.4", "15.1")
def test_best_odds_are_those_of_all_that_gets_there() -> None:
    near, far = unit("12VG-27", N), unit("12VG-48", around(S)[3])
    state = position(unit(US, OPEN), near, far).state
    defence = max(state.defence(state.units[US]), 1)
    both = odds_words(state.attack(near) + state.attack(far), defence)
    assert TITLE.overlay(state, "odds German").notes == {OPEN: both}
    fighting = position(unit(US, OPEN), near, far, phase="combat").state
    assert TITLE.overlay(fighting, "odds German").notes == {OPEN: odds_words(state.attack(near), defence)}


@pytest.mark.rule("14.4", "18.2")
def test_best_odds_are_told_after_shifts() -> None:
    state = position(unit(US, OPEN), unit("12VG-27", N), phase="combat").state
    routed = position(unit(US, OPEN, status="routed"), unit("12VG-27", N), phase="combat").state
    fight = Battle(OPEN, GERMAN, attackers=("12VG-27",))
    columns = BOOK.charts.combat.columns
    for table, by in ((state, 0), (routed, 2)):
        assert sum(shift.value for shift in modifiers.shifts(table, fight)) == by
        bare = modifiers.attack_strength(table, fight), modifiers.defence_strength(table, fight)
        column = columns[modifiers.on_crt(table, modifiers.odds_column(*bare) + by)]
        assert TITLE.overlay(table, "odds German").notes == {OPEN: column}


@pytest.mark.rule("11.1", "16.5")
def test_the_threat_is_of_units_that_are_not_engaged() -> None:
    free = TITLE.overlay(position(unit(US, OPEN), unit("12VG-27", NE)).state, "threat German").highlights
    assert free[OPEN] == "unsupplied"
    assert len(free) > 5
    bound = TITLE.overlay(position(unit(US, OPEN), unit("12VG-27", NE, eng=True)).state, "threat German").highlights
    assert bound == {NE: "battle", OPEN: "unsupplied"}


@pytest.mark.rule("10.1", "25.1", "28.1")
def test_bonds_are_lines_and_the_sky_is_a_tint() -> None:
    units = unit("12VG-27", OPEN), unit("12VG-48", around(N)[0])
    bonded = TITLE.overlay(position(*units).state, "bonds German")
    assert {frozenset(line.spaces) for line in bonded.lines} == {frozenset((OPEN, around(N)[0]))}
    for changes, tint in (({}, "mud"), ({"night": True}, "night"), ({"turn": 13}, "snow")):
        assert set(TITLE.overlay(position(*units, **changes).state, "weather").tints.values()) == {tint}


@pytest.mark.rule("11.1", "11.5")
def test_the_ground_under_the_cursor_as_costs() -> None:
    state = position(unit("12VG-27", OPEN)).state
    found = TITLE.entering(state, "1420")
    assert found is not None
    assert found.ground == ("1", "3", "3")
    assert len(found.sides) == len(TITLE.space_sheet(state, "1420", None).links)
    assert TITLE.entering(state, "Bastogne") is None


@pytest.mark.rule("13.2", "27.2", "25.21")
def test_the_calendar_tells_where_everybody_comes_and_no_points_that_are_none() -> None:
    lines = TITLE.calendar(Game(TITLE, "ardennes_44/campaign", 1).state).lines
    arrivals = {line.what: line.place for line in lines if line.kind == "arrival"}
    assert "" not in arrivals.values()
    assert {place for what, place in arrivals.items() if "Engineer Combat" in what} == {"any town or city"}
    assert next(place for what, place in arrivals.items() if "Heydte" in what) == "by air"
    assert not [line for line in lines if line.what.startswith("0 ")]
