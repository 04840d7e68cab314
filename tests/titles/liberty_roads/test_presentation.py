"""What front ends show: counters, boxes, time, picking, sheets, overlays, odds, combats; and what they hide."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.titles.liberty_roads.kit import ALLIED, BOARD, BOOK, GERMAN, do, position, unit
from wargame_tui.board.fact import Fact
from wargame_tui.board.moments import told
from wargame_tui.board.scene import Counter, SpaceScene
from wargame_tui.board.title import Battle, SpaceSheet, Target, UnitSheet
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.title import Odds
from wargame_tui.titles.liberty_roads import TITLE, commands
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.rules import strengths
from wargame_tui.titles.liberty_roads.rules.landing import Planning
from wargame_tui.titles.liberty_roads.rules.sequence import PlayerTurn, Turn
from wargame_tui.titles.liberty_roads.rules.support import SupportPhase, draws
from wargame_tui.titles.liberty_roads.state import RESERVE, Drop
from wargame_tui.tui.map.glyphs import GLYPH_SETS

CAEN, BAYEUX, LISIEUX, CHERBOURG = "1309", "1208", "1409", "1007"
PLACES = {*BOARD.names, *BOOK.map.boxes}


def space(game: Game, name: str, side: str | None = None) -> SpaceScene:
    return TITLE.scene(game.state, side).spaces.get(name, SpaceScene())


def shown(game: Game, name: str) -> Counter:
    spaces = TITLE.scene(game.state).spaces.values()
    return next(counter for each in spaces for counter in each.counters if counter.unit == name)


def facts(sheet: SpaceSheet | UnitSheet) -> dict[str, str]:
    return {fact.label: fact.value for fact in sheet.facts}


def sheet_of(game: Game, name: str) -> UnitSheet:
    place = next(
        hex_ for hex_, each in TITLE.scene(game.state).spaces.items() if name in [c.unit for c in each.counters]
    )
    return next(sheet for sheet in TITLE.unit_sheets(game.state, place) if sheet.counter.unit == name)


def odds_of(game: Game, command: str) -> Odds:
    wanted = next(each for each in game.iter_legal() if each.notation() == command)
    found = TITLE.odds(game.state, wanted)
    assert found is not None
    assert abs(sum(chance.p for chance in found.outcomes) - 1) < 1e-9
    return found


def chances(found: Odds) -> dict[str, Fraction]:
    return {chance.text: Fraction(chance.p).limit_denominator(36) for chance in found.outcomes}


# Everything at every moment


def look(game: Game, told: Sequence[Event], rnd: random.Random) -> None:
    """Ask for everything that front ends ask for."""
    state, everything = game.state, TITLE.scene(game.state)
    assert everything.spaces.keys() <= PLACES
    for side in (ALLIED, GERMAN):
        TITLE.scene(state, side)
    TITLE.phase_bar(state)
    battle = TITLE.battle(state, told)
    assert battle is None or battle.space in PLACES
    for command in rnd.sample(game.legal(), min(3, len(game.legal()))):
        about = TITLE.target(state, command)
        assert {about.space, about.to} <= {None, *PLACES}
        odds = TITLE.odds(state, command)
        assert odds is None or not odds.outcomes or abs(sum(chance.p for chance in odds.outcomes) - 1) < 1e-9
    there = rnd.choice([name for name, each in everything.spaces.items() if each.counters])
    TITLE.space_sheet(state, there)
    sheets = TITLE.unit_sheets(state, there)
    assert [sheet.counter for sheet in sheets] == list(everything.spaces[there].counters)
    for sheet in sheets[:2]:
        reach = TITLE.reach(state, sheet.counter.unit)
        assert {*reach.highlights, *reach.notes} <= PLACES
        TITLE.routes_of(state, sheet.counter.unit)
        assert bool(sheet.may) != bool(sheet.why_not)
        TITLE.why_not(state, Target(unit=sheet.counter.unit))
    overlay = TITLE.overlay(state, rnd.choice(TITLE.overlays()).id)
    assert {*overlay.highlights, *overlay.notes} <= PLACES


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 4), ("cobra", 5), ("to_the_rhine", 6)])
def test_everything_can_be_shown_at_every_moment(scenario: str, seed: int) -> None:
    rnd = random.Random(seed)
    game = Game(TITLE, f"liberty_roads/{scenario}", seed, {})
    told: Sequence[Event] = game.opening
    for _ in range(90):
        if game.side is None:
            break
        assert all(TITLE.event_place(event) in {None, *PLACES} for event in told)
        look(game, told, rnd)
        legal = game.legal()
        ends = [command for command in legal if isinstance(command, commands.End)]
        told = game.apply(ends[0] if ends and rnd.random() < 0.2 else rnd.choice(legal))


# Counters and hexes


def test_a_counter_shows_its_numbers_and_its_states() -> None:
    game = position(unit("US-30", BAYEUX, reduced=True, oos=True), unit("US-2A", "1108", exploiting=True))
    infantry, armour = shown(game, "US-30"), shown(game, "US-2A")
    assert (infantry.numbers, infantry.symbol, infantry.branch) == ("3-3-3", "infantry", "US")
    assert {"reduced", "unsupplied"} <= infantry.flags
    assert armour.numbers == "8-6-4"
    assert {"elite", "exploiting"} <= armour.flags
    assert "elite" not in infantry.flags


def test_an_hq_shows_its_command_range_and_the_river_that_it_bridges() -> None:
    game = position(unit("HQ-2UK", CAEN, pontoon=3), allied=[CAEN])
    hq = shown(game, "HQ-2UK")
    assert hq.quality == "CR4"
    assert "bridging" in hq.flags
    assert "pontoon S" in space(game, CAEN).markers
    assert TITLE.scene(game.state).bridges == {BOARD.grid.hexside(BOARD.index[CAEN], BOARD.index["1310"]): True}


def test_ports_show_whether_they_work() -> None:
    assert "port" in space(position(unit("G-709", CHERBOURG)), CHERBOURG).badges
    idle = position(unit("US-4", CHERBOURG), allied=[CHERBOURG])
    assert "port !" in space(idle, CHERBOURG).badges
    works = position(unit("ENG-1056", CHERBOURG, functional=True), unit("US-4", CHERBOURG), allied=[CHERBOURG])
    assert "port" in space(works, CHERBOURG).badges
    assert "working" in shown(works, "ENG-1056").flags
    assert facts(TITLE.space_sheet(idle.state, CHERBOURG))["major port"] == "English Channel, does not work"
    assert facts(TITLE.space_sheet(works.state, CHERBOURG))["major port"] == "English Channel, works"


def test_beaches_show_their_coast_defence_as_long_as_it_stands() -> None:
    assert "beach 3" in space(position(), "1109").badges
    fallen = position(campaign={"deactivated": ("1109",), "beachheads": ("1109",), "pluto": ("1109",)})
    assert not any(badge.startswith("beach ") for badge in space(fallen, "1109").badges)
    assert {"beachhead", "PLUTO"} <= {*space(fallen, "1109").markers}


def test_control_festung_and_played_markers_show() -> None:
    game = position(
        unit("G-709", CHERBOURG, festung=True),
        unit("US-2A", BAYEUX),
        played={"air_support-1": CHERBOURG, "us_artillery-1": "US-2A"},
    )
    assert space(game, CHERBOURG).control == GERMAN
    assert {"fort", "air"} <= {*space(game, CHERBOURG).markers}
    assert "fortress" in shown(game, "G-709").flags
    assert "supported" in shown(game, "US-2A").flags
    assert "American Artillery" in {mark.label for mark in sheet_of(game, "US-2A").condition}


def test_marks_are_known_to_every_set_of_glyphs() -> None:
    game = position(unit("HQ-2UK", CAEN, pontoon=3), campaign={"beachheads": ("1109",), "pluto": ("1109",)})
    scene = TITLE.scene(game.state)
    hexes = [each for name, each in scene.spaces.items() if name in BOARD.index]
    named = {mark.partition(" ")[0] for each in hexes for mark in (*each.badges, *each.markers)}
    for glyphs in GLYPH_SETS.values():
        assert named <= glyphs.of_title(TITLE.look()).signs.keys()


def test_the_siegfried_line_shows_until_the_allies_have_been_there() -> None:
    assert "westwall" in space(position(), "2805").badges
    assert "westwall" not in space(position(allied=["2805"]), "2805").badges


# Boxes, and what a side does not see


def test_own_markers_are_named_the_enemy_s_counted() -> None:
    game = position(hand=["air_support-1", "air_support-2", "montgomery-1", "flak-1"], phase="movement")
    assert space(game, "support-Allied", ALLIED).markers == ("Air Support ×2", "Montgomery")
    assert space(game, "support-Allied", GERMAN).markers == ("3 markers",)
    assert space(game, "support-Allied", "").markers == ("3 markers",)
    assert space(game, "support-German", ALLIED).markers == ("1 marker",)
    assert space(game, "support-German", GERMAN).markers == ("Flak",)
    assert "Montgomery" in facts(TITLE.space_sheet(game.state, "support-Allied"))
    assert "Flak" not in facts(TITLE.space_sheet(game.state, "support-German"))
    # Who looks on while the other side decides sees no more for that.
    assert "Montgomery" not in facts(TITLE.space_sheet(game.state, "support-Allied", GERMAN))
    assert "Flak" in facts(TITLE.space_sheet(game.state, "support-German", GERMAN))


@pytest.mark.rule("1.10.3", "1.10.4", "1.10.5")
def test_a_hex_says_of_what_there_is_too_much() -> None:
    def stack(*units: str) -> str:
        here = [unit(name, CAEN) for name in units]
        return facts(TITLE.space_sheet(position(*here).state, CAEN))["Allied stack"]

    assert stack("US-1", "US-2", "US-4") == "3 of 3 divisions"
    assert stack("US-1", "US-2", "US-4", "US-9") == "4 of 3 divisions, too many"
    assert stack("US-1", "HQ-1US", "HQ-3US") == "1 of 3 divisions; too many HQs"
    assert stack("US-1", "UK-3") == "2 of 3 divisions; nationalities mixed"


def test_the_allies_see_how_many_units_are_in_the_strategic_reserve_but_not_which() -> None:
    game = position(unit("G-9SS", RESERVE), unit("US-1", BAYEUX))
    assert [counter.unit for counter in space(game, RESERVE, GERMAN).counters] == ["G-9SS"]
    assert space(game, RESERVE, ALLIED).counters == ()
    assert space(game, RESERVE, ALLIED).markers == ("1 unit",)
    assert facts(TITLE.space_sheet(game.state, RESERVE, ALLIED))["in it"] == "1 unit, 0 markers"
    assert TITLE.unit_sheets(game.state, RESERVE) == []
    assert [sheet.counter.unit for sheet in TITLE.unit_sheets(game.state, RESERVE, GERMAN)] == ["G-9SS"]


def planning(dday: tuple[str, ...] = ()) -> Game:
    stack = (Turn(1, "German"), PlayerTurn(ALLIED, 8, True), Planning({"1109": ("US-1",)}, {"1109": dday}))
    return position(unit("US-1", "England"), unit("G-352", BAYEUX), turn=1, stack=stack)


def test_d_day_markers_lie_face_down() -> None:
    game = planning(("naval", "funnies"))
    assert space(game, "1109", GERMAN) == space(planning(), "1109", GERMAN)
    assert "landing" in space(game, "1109", GERMAN).markers
    assert facts(TITLE.space_sheet(game.state, "1109"))["D-Day markers"] == "Naval Bombardment, Funnies"
    assert "D-Day markers" not in facts(TITLE.space_sheet(game.state, "1109", GERMAN))
    do(game, "assign naval 1109")
    assert "Naval Bombardment" in told(game, 0, ALLIED)
    assert told(game, 0, GERMAN) == "Allied: decides in secret"


def test_airborne_zones_show_their_drop_markers() -> None:
    game = position(unit("US-82AB", "England-Air"), drops={"drop-1": Drop("drop-1", "England-Air")})
    assert "drop 1" in space(game, "England-Air").markers
    assert [counter.unit for counter in space(game, "England-Air").counters] == ["US-82AB"]


# Time


def test_the_bar_shows_dates_weather_approval_and_points() -> None:
    game = position(unit("US-1", "England"), turn=3, phase="sea", allied=[CHERBOURG])
    bar = TITLE.phase_bar(game.state)
    assert bar.date == "21-30 June 1944"
    assert [box.label for box in bar.impulses if box.status == "now"] == ["Sea"]
    assert {"Overcast", "approval 8", "FFI 0", "sea points 3"} <= {*bar.notes}
    assert [box.label for box in bar.turns if box.status == "now"] == ["3"]


# Picking


def test_a_unit_in_hand_knows_where_it_can_go() -> None:
    game = position(unit("US-30", BAYEUX), unit("HQ-1US", BAYEUX), allied=[BAYEUX], phase="movement")
    reach = TITLE.reach(game.state, "US-30")
    routes = TITLE.routes_of(game.state, "US-30")
    assert reach.highlights.keys() == routes.keys() != set()
    assert [command.notation() for command in routes[CAEN]] == ["move US-30", f"to {CAEN}"]
    do(game, "move US-30", f"to {CAEN}")
    assert TITLE.suggested(game.state) == commands.End()
    assert TITLE.target(game.state, commands.With("HQ-1US")).unit == "HQ-1US"
    ways = TITLE.reach(game.state, "US-30")
    assert TITLE.reach(game.state, "HQ-1US") == ways, "also while the list speaks of who may go along"
    assert ways.highlights


def test_why_something_cannot_be_picked_is_told() -> None:
    game = position(unit("US-30", BAYEUX), unit("G-352", CAEN), allied=[BAYEUX], phase="movement")
    enemy = TITLE.why_not(game.state, Target(unit="G-352"))
    assert enemy is not None
    assert TITLE.why_not(game.state, Target(unit="US-30")) is None
    assert sheet_of(game, "G-352").why_not is not None
    assert "move" in sheet_of(game, "US-30").may


@pytest.mark.rule("10.2.3", "6.3.2")
def test_why_an_arriving_unit_does_not_go_somewhere_by_rail_is_told() -> None:
    game = position(unit("G-363", "off", due=4), turn=4, side=GERMAN, phase="replacements", now={"rail": 5})
    do(game, "place G-363 2903")
    no_railway = next(
        name
        for hex_, name in enumerate(BOARD.names)
        if BOARD.land[hex_] and not any(BOARD.rail[6 * hex_ : 6 * hex_ + 6])
    )
    why = TITLE.why_not(game.state, Target(space=no_railway))
    assert why is not None
    assert why.rule == "6.3.2"
    assert "railway" in why.reason


@pytest.mark.rule("11.1.4", "11.2.2")
def test_sea_transport_away_from_the_war_is_rarely_meant() -> None:
    units = unit("US-1", CHERBOURG), unit("US-2", "England"), unit("US-101AB", "England-Air")
    game = position(*units, phase="sea", allied=[CHERBOURG, BAYEUX], campaign={"beachheads": (BAYEUX,)})
    ways = (("US-1", "England"), ("US-2", BAYEUX), ("US-101AB", BAYEUX))
    asides = [TITLE.target(game.state, commands.Ship(name, place)).aside for name, place in ways]
    assert asides == [True, False, True]


@pytest.mark.rule("11.2.2", "1.10.2")
def test_a_port_without_room_is_offered_last_and_says_so() -> None:
    """Sea transport asks for no room, the end of the movement phase does."""
    full = [unit(name, BAYEUX) for name in ("US-1", "US-4", "US-9", "US-29")]
    game = position(
        *full, unit("US-2", "England"), phase="sea", allied=[BAYEUX, CHERBOURG], campaign={"beachheads": (BAYEUX,)}
    )
    ships = [command for command in game.legal() if command.verb == "ship" and command.unit == "US-2"]
    assert [command.place for command in ships][:1] == [CHERBOURG]
    told = {command.place: TITLE.command_text(game.state, command) for command in ships}
    assert "no room there" in told[BAYEUX]
    assert "no room" not in told[CHERBOURG]
    assert TITLE.target(game.state, commands.Ship("US-2", BAYEUX)).aside
    assert not TITLE.target(game.state, commands.Ship("US-2", CHERBOURG)).aside


def test_units_that_land_are_picked_at_the_beach_in_a_list_of_their_nation() -> None:
    game = position(unit("US-1", "England"), unit("UK-3", "England"), phase="landing", turn=1)
    do(game, f"land {BAYEUX}")
    american, british = (TITLE.target(game.state, commands.Assault(name, BAYEUX)) for name in ("US-1", "UK-3"))
    assert (american.space, american.unit, american.to) == (BAYEUX, "US-1", None)
    assert american.group == "American assault units for 1208 Bayeux"
    assert british.group == "British assault units for 1208 Bayeux"


def test_what_must_be_done_with_markers_first_is_said() -> None:
    names = ("surprise-1", "us_artillery-1")
    there = (unit("US-30", CAEN), unit("G-352", LISIEUX))
    game = position(*there, phase="support", turn=13, hand=names, campaign={"pluto": (CAEN,)}, dice=(1, 1, 1, 1))
    assert "PLUTO, then Attaque surprise before all others" in game.prompt.text
    do(game, "play us_artillery-1 US-30")
    assert "before all others" not in game.prompt.text


def test_a_support_marker_away_from_the_enemy_is_rarely_meant() -> None:
    units = unit("US-30", BAYEUX), unit("G-352", CAEN), unit("G-711", "2010")
    stack = [PlayerTurn(ALLIED, 2), SupportPhase(ALLIED, stage="use")]
    game = position(*units, allied=[BAYEUX], hand=["air_support-1"], stack=stack)
    asides = {hex_: TITLE.target(game.state, commands.Play("air_support-1", hex_)).aside for hex_ in (CAEN, "2010")}
    assert asides == {CAEN: False, "2010": True}


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(
    ("where", "invasions", "said"), [("England", 0, True), (BAYEUX, 0, False), ("England", 2, False)]
)
def test_a_marker_on_a_beach_that_only_a_landing_can_attack_is_told_to_be_ignored(
    where: str, invasions: int, said: bool
) -> None:
    units = unit("US-30", where), unit("G-352", CAEN), unit("G-711", LISIEUX)
    stack = [PlayerTurn(ALLIED, 2), SupportPhase(ALLIED, stage="use")]
    game = position(*units, turn=1, hand=["air_support-1"], stack=stack, campaign={"invasions": invasions})
    texts = [TITLE.command_text(game.state, commands.Play("air_support-1", hex_)) for hex_ in (CAEN, LISIEUX)]
    assert [("landings ignore it" in text) for text in texts] == [said, False]


@pytest.mark.parametrize(
    ("marker", "place", "said"),
    [
        ("repair_gangs-1", "turn", "rail capacity"),
        ("fuel_ammo-1", "G-352", "+1 attack, elite bonus in attack"),
        ("flak-1", "G-352", "(+1 defence)"),
        ("red_ball-1", "HQ-1US", "(command range +2 in this turn)"),
        ("surprise-1", CAEN, "no elite bonus for the defenders"),
    ],
)
def test_what_a_marker_does_is_said_where_it_is_played(marker: str, place: str, said: str) -> None:
    game = position(unit("G-352", CAEN), unit("HQ-1US", BAYEUX), side=GERMAN, hand=[marker])
    assert said in TITLE.command_text(game.state, commands.Play(marker, place))


@pytest.mark.rule("5.6.5", "5.6.6")
def test_how_far_pluto_goes_is_said_before_and_after_a_marker_is_spent() -> None:
    stack = [PlayerTurn(ALLIED, 2), SupportPhase(ALLIED, stage="use")]
    hand = ["air_support-1", "carpet_bombing-1"]
    game = position(unit("US-30", BAYEUX), hand=hand, stack=stack, campaign={"pluto": (BAYEUX,)})
    one, two = (BOOK.charts.pluto.moves[number] for number in (1, 2))
    assert f"up to {one} hexes" in TITLE.command_text(game.state, commands.Spend("air_support-1"))
    do(game, "spend air_support-1")
    assert f"up to {one} hexes" in game.prompt.text
    assert f"up to {two} hexes" in TITLE.command_text(game.state, commands.Spend("carpet_bombing-1"))


@pytest.mark.rule("6.3.3")
def test_the_price_of_a_journey_by_rail_is_said() -> None:
    game = position(unit("G-9SS", "2903"), side=GERMAN, now={"rail": 5})
    do(game, "move G-9SS")
    price, left = BOOK.charts.movement.rail_armour, game.state.now.rail
    assert TITLE.command_text(game.state, commands.How("rail")) == f"By rail ({price} of {left} points)"
    do(game, "mode rail", "to 2904")
    assert "done: end the move" in game.prompt.text


@pytest.mark.rule("6.5.4", "6.5.8")
def test_what_the_die_of_a_festung_may_do_is_said_if_one_is_rolled() -> None:
    game = position(unit("G-343", "0311"), unit("G-352", "0311"), side=GERMAN, dice=(1,))
    first = TITLE.command_text(game.state, commands.Festung("0311", "G-343"))
    assert first.endswith("(a die, FFI +1 from 4, approval -1 from 6)")
    do(game, "festung 0311 G-343")
    assert "no further roll" in TITLE.command_text(game.state, commands.Festung("0311", "G-352"))


def test_the_marks_of_overlays_have_a_legend() -> None:
    units = unit("HQ-1US", BAYEUX), unit("US-30", BAYEUX), unit("G-352", CAEN), unit("HQ-7G", "1412")
    state = position(*units, allied=[BAYEUX], campaign={"beachheads": (BAYEUX,), "pluto": (BAYEUX,)}).state
    for info in TITLE.overlays():
        laid = TITLE.overlay(state, info.id)
        marks = {*laid.highlights.values(), *laid.hexsides.values()}
        assert marks or info.id == "weather", info.id
        assert not info.legend or marks <= {kind for kind, _ in info.legend}, info.id


def test_the_free_air_support_is_named_as_long_as_it_must_be_played() -> None:
    units = unit("US-30", BAYEUX), unit("G-352", CAEN)
    stack = [PlayerTurn(ALLIED, 2), SupportPhase(ALLIED, stage="use")]
    game = position(*units, allied=[BAYEUX], hand=["air_support-1", "air_support-2"], stack=stack)
    assert "or end" in game.prompt.text
    marker = replace(game.state.support["air_support-1"], free=True)
    state = replace(game.state, support={**game.state.support, "air_support-1": marker})
    assert "free Air Support" in state.stack[-1].prompt(state).text


# Odds


def fight() -> Game:
    return position(
        unit("US-1", BAYEUX), unit("US-29", BAYEUX), unit("G-716", CAEN), unit("G-711", "2010"), phase="combat",
        dice=(6, 6),
    )  # fmt: skip


def test_the_odds_of_a_combat_are_those_of_its_column() -> None:
    game = fight()
    do(game, f"attack {CAEN}", "with US-1", "with US-29")
    found = odds_of(game, "go")
    heading = found.details[0][0]
    column = heading.rpartition(": ")[2]
    number = BOOK.charts.combat.columns.index(column)
    worst = BOOK.charts.combat.results[2][number]
    assert any(chance.text.startswith(f"A {worst.losses[0]} / D {worst.losses[1]} steps") for chance in found.outcomes)
    average = sum(BOOK.charts.combat.results[a + b][number].losses[1] for a in range(1, 7) for b in range(1, 7)) / 36
    assert f"Defender loses {average:.1f} steps on average" in [name for name, _ in found.details]
    assert TITLE.suggested(game.state) == commands.Go()


def test_the_odds_of_a_drop() -> None:
    game = position(
        unit("US-82AB", "England-Air"), unit("HQ-1US", BAYEUX), allied=[BAYEUX], phase="drops",
        drops={"drop-1": Drop("drop-1", "England-Air")}, campaign={"beachheads": (BAYEUX,)},
    )  # fmt: skip
    assert chances(odds_of(game, f"drop US-82AB {BAYEUX}")) == {
        "loses a step (1)": Fraction(1, 6),
        "unharmed (2-6)": Fraction(5, 6),
    }


def test_the_odds_of_a_port_repair() -> None:
    game = position(
        unit("ENG-1056", CHERBOURG), unit("US-4", CHERBOURG), allied=[CHERBOURG], phase="ports",
        campaign={"pluto": ("1109",)},
    )  # fmt: skip
    assert chances(odds_of(game, f"repair {CHERBOURG}")) == {
        "not yet (1-2)": Fraction(1, 3),
        "port repaired (3-6)": Fraction(2, 3),
    }


def test_the_odds_of_support_and_of_fortitude() -> None:
    game = position(unit("US-1", BAYEUX), campaign={"beachheads": (BAYEUX,)}, phase="support", turn=3)
    counts = {draws(game.state, roll) for roll in range(2, 13)}
    assert {chance.data["count"] for chance in odds_of(game, "end").outcomes} == counts
    german = position(
        unit("G-12SS", CAEN), side=GERMAN, phase="support", turn=4, hand=["flak-1"], campaign={"fortitude": True}
    )
    found = chances(odds_of(german, "end"))
    assert found["Fortitude is over (6)"] == Fraction(1, 6)
    assert found["2 armoured divisions released (1)"] == Fraction(1, 6)


# Combats


def battle_of(game: Game, events: Sequence[Event]) -> Battle:
    found = TITLE.battle(game.state, events)
    assert found is not None
    return found


def test_a_combat_is_shown_from_the_naming_of_units_to_its_end() -> None:
    game = fight()
    do(game, f"attack {CAEN}", "with US-1")
    naming = battle_of(game, ())
    assert (naming.space, naming.attacker, naming.finished) == (CAEN, ALLIED, False)
    assert [row.counter.unit for row in naming.attackers] == ["US-1"]
    assert [row.counter.unit for row in naming.defenders] == ["G-716"]
    events = do(game, "with US-29", "go")
    while not (fought := battle_of(game, events)).finished:
        events += game.apply(game.legal()[-1])
    assert fought.throws == 1
    assert any(tally.dice == (6, 6) for tally in fought.tallies)
    assert fought.result.startswith("A ")
    assert {"loses", "eliminated"} & {word for row in fought.defenders for word in row.marks.replace(",", "").split()}


def test_a_landing_is_called_the_same_while_it_is_fought_and_afterwards() -> None:
    """By its heading the table knows that its dice have been seen."""
    game = position(unit("US-1", "England"), unit("G-352", BAYEUX), phase="landing", turn=1)
    events = do(game, f"land {BAYEUX}", f"assault US-1 {BAYEUX}", "end")
    headings = {battle_of(game, events).heading}
    while not (fought := battle_of(game, events)).finished:
        headings.add(fought.heading)
        events += game.apply(game.legal()[-1])
    assert headings | {fought.heading} == {"Landing at 1208 Bayeux"}


def test_what_modifies_a_combat_is_listed() -> None:
    game = position(
        unit("US-1", BAYEUX), unit("G-716", CAEN), phase="combat", played={"air_support-1": CAEN},
    )  # fmt: skip
    do(game, f"attack {CAEN}", "with US-1")
    assert Fact("Air Support", "+1", "7.5.4") in battle_of(game, ()).modifiers


# Overlays


def test_overlays_show_what_they_are_called_for() -> None:
    game = position(
        unit("HQ-1US", BAYEUX), unit("US-30", BAYEUX), unit("G-116Pz", "2010"), unit("HQ-BG", "2010"), allied=[BAYEUX],
        campaign={"beachheads": (BAYEUX,), "pluto": (BAYEUX,), "fortitude": True, "south_held": True}, turn=3,
    )  # fmt: skip
    command = TITLE.overlay(game.state, "command Allied")
    assert command.highlights[BAYEUX] == "objective"
    assert command.highlights[LISIEUX] == "supplied"
    assert TITLE.overlay(game.state, "supply Allied").notes[BAYEUX] == "source"
    assert TITLE.overlay(game.state, "ports").notes[BAYEUX] == "1"
    assert TITLE.overlay(game.state, "fortitude").highlights["2010"] == "unsupplied"
    assert TITLE.overlay(game.state, "pluto").highlights[BAYEUX] == "objective"
    assert TITLE.overlay(game.state, "strategic").notes[CHERBOURG] == str(BOOK.map.strategic[CHERBOURG].value)
    assert TITLE.overlay(game.state, "invasion").notes["1109"] == "3"
    for info in TITLE.overlays():
        laid = TITLE.overlay(game.state, info.id)
        assert laid.highlights or info.id in ("weather", "threat German", "odds German", "odds Allied"), info.id


# The engine protocol


def test_the_map_as_the_protocol_gives_it() -> None:
    spaces = TITLE.map("liberty_roads/campaign")["spaces"]
    assert spaces.keys() == PLACES
    assert spaces[CHERBOURG]["port"] == "major"
    assert spaces["1109"]["beach"] == 3
    assert spaces[CAEN]["neighbours"]["1310"]["road"] == "primary"
    for name, each in spaces.items():
        for other in each["neighbours"]:
            assert name in spaces[other]["neighbours"]


def test_a_side_s_markers_have_names() -> None:
    assert {names.marker_name(name) for name in BOOK.markers} >= {"Air Support", "American Artillery", "Fuel & Ammo"}


@pytest.mark.rule("7.5", "4.1.1", "3.2")
def test_layers_tell_odds_routes_and_weather() -> None:
    units = unit("HQ-1US", BAYEUX), unit("US-30", BAYEUX), unit("G-352", CAEN)
    state = position(*units, allied=[BAYEUX], campaign={"beachheads": (BAYEUX,)}, phase="combat").state
    attack, ground = strengths.attack_strength(state, [state.units["US-30"]]), strengths.best(state, CAEN, [units[1]])
    defence = strengths.defence_strength(state, CAEN, [state.units["G-352"]], ground)
    shifts = strengths.shifts(state, ALLIED, CAEN, [state.units["US-30"]], [state.units["G-352"]])
    column = strengths.column(state, attack, defence, shifts).name
    assert TITLE.overlay(state, "odds Allied").notes == {CAEN: column}
    british = position(
        unit("HQ-2UK", BAYEUX), unit("UK-3", BAYEUX), unit("G-352", CAEN),
        allied=[BAYEUX], campaign={"beachheads": (BAYEUX,)}, phase="combat",
    ).state  # fmt: skip
    helped = replace(british, now=replace(british.now, british_columns=2))
    before, after = (TITLE.overlay(table, "odds Allied").notes[CAEN] for table in (british, helped))
    names = BOOK.charts.combat.columns
    assert names.index(after) == names.index(before) + 2, "Montgomery"
    assert (BAYEUX,) in {line.spaces for line in TITLE.overlay(state, "supply Allied").lines}, "an HQ on its source"
    assert set(TITLE.overlay(state, "weather").tints.values()) == {"overcast"}
    assert TITLE.overlay(state, "control").hexsides


@pytest.mark.rule("6.1.4")
def test_what_it_costs_to_enter_a_hex() -> None:
    state = position(unit("G-352", CAEN)).state
    found = TITLE.entering(state, "1009")
    assert found is not None
    assert (found.modes, found.ground) == (("inf.", "arm."), ("1", "2"))
    assert len(found.sides) == len(TITLE.space_sheet(state, "1009").links)


@pytest.mark.rule("14.1.3", "17.2.1", "17.3.1", "13.1.5")
def test_the_calendar_of_cobra_tells_nothing_that_only_the_advanced_rules_bring() -> None:
    basic = TITLE.calendar(Game(TITLE, "liberty_roads/cobra", 1).state).lines
    whole = TITLE.calendar(Game(TITLE, "liberty_roads/overlord", 1).state).lines
    for words in ("Fortitude rolls", "Withdrawal from France", "second and last invasion"):
        assert any(words in line.what for line in whole), words
        assert not any(words in line.what for line in basic), words
    assert any(line.kind == "withdrawal" for line in whole)
    assert not any(line.kind == "withdrawal" for line in basic)
    assert any("Patton" in line.what for line in basic)
    assert {line.place for line in whole if line.kind == "arrival" and line.side == GERMAN} == {"a city of Germany"}
