"""What is looked up beside the map, title by title, held against states, data files and the rules reference."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.test_layers import SCENARIOS, looks, states
from wargame_tui.board.pages import fitting
from wargame_tui.board.rulebook import tables
from wargame_tui.board.title import BoardTitle, UnitSheet
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.widgets.unit_card import Row, card, in_characters, stack
from wargame_tui.tui.widgets.unit_card import states as shown_states


def lines_of(title: BoardTitle[Any], sheets: Sequence[UnitSheet], width: int) -> list[Row]:
    """The units of a space as the pane shows them: all as counters, the first one open."""
    glyphs = next(iter(GLYPH_SETS.values())).of_title(title.look())
    draw = in_characters(sides_of(title), glyphs)
    counters = [sheet.counter for sheet in sheets]
    small = [*stack(counters, counters[0].unit, draw, width)] if len(counters) > 1 else []
    return [*small, *card(sheets[0], draw, width)]


def started(scenario: str) -> tuple[BoardTitle[Any], Any]:
    title, _ = find_scenario(scenario)
    assert isinstance(title, BoardTitle)
    return title, next(states(scenario))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_order_of_battle_has_every_unit_that_a_side_sees_and_no_other(scenario: str) -> None:
    for title, state in looks(scenario, 2):
        for viewer in (None, *title.sides):
            found = {one.counter.unit: one for one in title.muster(state, viewer)}
            scene = title.scene(state, viewer)
            seen = {each.unit: space for space, here in scene.spaces.items() for each in here.counters}
            assert seen.items() <= {unit: one.space for unit, one in found.items()}.items()
            for unit, one in found.items():
                assert one.space is not None or one.where != "map" or unit not in seen, one
                assert 0 <= one.left <= one.full or not one.full, one
                assert (one.left == 0) == (one.where == "lost" or not one.full), one


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_lost_is_what_the_later_state_has_less_of(scenario: str) -> None:
    first, *_, last = (state for _, state in zip(range(SCENARIOS[scenario] * 2), states(scenario), strict=False))
    title = started(scenario)[0]
    steps = {piece.id: (piece.side, title.step_count(first, piece)[0]) for piece in title.pieces(first)}
    found = title.losses(first, last)
    now = {piece.id: piece for piece in title.pieces(last)}
    for loss in found:
        side, had = steps[loss.unit]
        assert loss.side == side
        assert 0 < loss.steps <= had
        at = title.whereabouts(last, now[loss.unit]) if loss.unit in now else ("", "lost")
        assert loss.destroyed == (at is not None and at[1] == "lost")
    assert not title.losses(first, first)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_calendar_names_turns_of_the_game_and_places_on_the_map(scenario: str) -> None:
    for title, state in looks(scenario, 2):
        found = title.calendar(state)
        assert found.now in found.days
        assert found.lines
        for line in found.lines:
            assert line.turn in found.days or line.turn == 0, line
            assert line.space is None or line.space in title.spaces(state), line
            assert not line.rule or title.rulebook().find(line.rule), line
            assert line.side in ("", *title.sides)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_victory_tells_the_same_points_as_the_bar_and_cites_the_rules(scenario: str) -> None:
    for title, state in looks(scenario, 2):
        found = title.victory(state)
        assert found is not None
        for prize in found.prizes:
            assert prize.space is None or prize.space in title.spaces(state), prize
            assert not prize.rule or title.rulebook().find(prize.rule), prize
        for fact in found.facts:
            assert not fact.rule or title.rulebook().find(fact.rule), fact
        assert sum(level.reached for level in found.levels) <= 1 or "check" in found.levels[0].name
        worth = [prize for prize in found.prizes if prize.side]
        assert all(prize.side in title.sides for prize in worth)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_charts_are_the_tables_of_the_reference_cell_by_cell(scenario: str) -> None:
    title, state = started(scenario)
    book, found = title.rulebook(), title.charts(state)
    assert found
    for chart in found:
        printed = [[tuple(row) for row in each] for each in tables(book.rules[chart.number].text)]
        # A title may put the numbers of several tables together under a heading of its own.
        if chart.heading.startswith(book.rules[chart.number].heading):
            assert [*chart.rows] in printed, chart.number
    assert len([chart for chart in found if not chart.heading.startswith(book.rules[chart.number].heading)]) <= 1
    if scenario == "ardennes_44/three_days":
        named = [chart.heading for chart in found if chart.number == "TA2"]
        assert named == ["Combat results table", "Combat results table: result"], "each has a name of its own"
    for number, lit in title.lit(state).items():
        mine = [chart for chart in found if chart.number == number]
        assert mine, number
        assert not lit.column or any(chart.column is not None for chart in mine), (number, lit)
        assert not lit.row or any(chart.row is not None for chart in mine), (number, lit)


@pytest.mark.parametrize(
    ("scenario", "words", "number"),
    [
        ("ardennes_44/three_days", "CRT", "TA2"),
        ("ardennes_44/three_days", "tec", "TA4"),
        ("liberty_roads/cobra", "crt", "T28"),
        ("tigers_in_the_mist/campaign", "tec", "T2"),
        ("montys_gamble/basic", "weather", "WX1"),
        ("first_command/mortain", "combat table", "7.8"),
    ],
)
def test_charts_are_found_by_what_players_call_them(scenario: str, words: str, number: str) -> None:
    title, _ = find_scenario(scenario)
    assert isinstance(title, BoardTitle)
    found = fitting(title.charts(Game(title, scenario, 1).state), words)
    assert number in [chart.number for chart in found[:3]]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_markers_cite_the_rules_and_lie_on_the_map(scenario: str) -> None:
    for title, state in looks(scenario, 2):
        for hand in title.markers(state):
            assert hand.side in title.sides
            for held in hand.held:
                assert held.count >= 0
                assert held.space is None or held.space in title.spaces(state), held
                assert not held.rule or title.rulebook().find(held.rule), held


def test_the_column_of_a_combat_is_lit() -> None:
    """Whatever battle a random game comes to: the lit column is the one in which its die is read."""
    for scenario, number in (
        ("first_command/mortain", "7.8"),
        ("ardennes_44/three_days", "TA2"),
        ("liberty_roads/cobra", "T28"),
    ):
        title, last, checked = started(scenario)[0], "", 0
        game_states = states(scenario)
        for _, state in zip(range(400), game_states, strict=False):
            lit = title.lit(state).get(number)
            if lit is not None and lit.column:
                chart = next(
                    chart for chart in title.charts(state) if chart.number == number and chart.column is not None
                )
                assert chart.rows[0][chart.column or 0] == lit.column
                last, checked = lit.column, checked + 1
            if checked > 3:
                break
        assert last, scenario


def test_support_markers_of_the_other_side_are_not_told() -> None:
    title, state = started("liberty_roads/cobra")
    for viewer, other in zip(title.sides, reversed(title.sides), strict=True):
        hands = {hand.side: hand for hand in title.markers(state, viewer)}
        own = [held for held in hands[viewer].held if held.place == "in hand"]
        assert len(own) or not state.available(viewer)
        assert not [held for held in hands[other].held if held.place == "in hand"]


def test_forces_out_of_sight_are_counted_not_named() -> None:
    title, _ = find_scenario("pacific_commander/1942")
    assert isinstance(title, BoardTitle)
    state = Game(title, "pacific_commander/1942", 1, {"fog": True}).state
    from wargame_tui.titles.pacific_commander.rules import fog

    unseen = fog.unseen(state)
    assert unseen
    assert not unseen & {one.counter.unit for one in title.muster(state, "US")}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_unit_takes_six_lines_at_44_columns_and_a_stack_of_eight_twenty(scenario: str) -> None:
    """A unit in no particular state; a seventh where its name or a sentence goes on, a few take a line or two more."""
    for title, state in looks(scenario, 2):
        heights, most = [], 0
        for space in title.spaces(state):
            sheets = title.unit_sheets(state, space)
            plain = [sheet for sheet in sheets if not sheet.condition and not shown_states(sheet.counter)]
            heights += [len(lines_of(title, [sheet], 44)) for sheet in plain]
            if 1 < len(sheets) <= 8:
                most = max(most, len(lines_of(title, sheets, 44)))
        assert sum(height <= 6 for height in heights) >= 0.6 * len(heights)
        assert sum(height <= 7 for height in heights) >= 0.8 * len(heights)
        assert max(heights) <= 10
        assert most <= 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_card_cuts_no_name_and_no_reason(scenario: str) -> None:
    for title, state in looks(scenario, 2):
        for space in title.spaces(state):
            for sheet in title.unit_sheets(state, space):
                told = " ".join(row.words.plain.strip() for row in lines_of(title, [sheet], 44))
                assert sheet.may or sheet.why_not is None or sheet.why_not.reason in told
                assert all(word in told for word in sheet.name.split())
                assert "…" not in told
                assert all(row.words.cell_length <= 44 for row in lines_of(title, [sheet], 44))


def test_ships_have_their_names_among_others() -> None:
    title, state = started("pacific_commander/1942")
    sheets = title.unit_sheets(state, "HAW")
    names = {sheet.counter.label.rstrip("+") for sheet in sheets}
    shown = " ".join(row.words.plain for row in lines_of(title, sheets, 42))
    assert len(names) > 8
    assert not [name for name in names if name not in shown]


def test_terrain_of_a_battle_is_lit_in_its_chart() -> None:
    """In the first battle of a random game: the row of the Area under attack."""
    scenario = "desert_commander/france_1940"
    title, _ = find_scenario(scenario)
    assert isinstance(title, BoardTitle)
    lit = next(lit for state in states(scenario) if (lit := title.lit(state).get("4.2.4")) is not None)
    rows = tables(title.rulebook().rules["4.2.4"].text)[0]
    terrains = {part for row in rows[1:] for part in row[0].split(", ")}
    assert any(part.startswith(lit.row) for part in terrains)


def test_points_of_what_counts_add_up_to_the_score() -> None:
    """Where every line has its points: places and losses of First Command, areas and terms of Monty's Gamble."""
    for title, state in looks("first_command/mortain", 3):
        found = title.victory(state)
        assert found is not None
        losses = [int(prize.worth) for prize in found.prizes if prize.space is None]
        held = [int(prize.worth) for prize in found.prizes if prize.side]
        assert sum(held) + sum(losses) == state.points
    for title, state in looks("montys_gamble/basic", 3):
        found = title.victory(state)
        assert found is not None
        assert f"{sum(int(fact.value) for fact in found.facts)} VP" == title.points(state)
    for title, state in looks("liberty_roads/cobra", 3):
        found = title.victory(state)
        assert found is not None
        total = sum(int(prize.worth.partition("/")[0]) for prize in found.prizes if prize.side or prize.space is None)
        assert title.points(state).startswith(f"{total} VP")


@pytest.mark.parametrize(
    ("scenario", "before", "first"),
    [
        ("ardennes_44/campaign", ("historical", "end"), "TA4"),
        ("ardennes_44/campaign", ("historical", "end", "end", "end"), "TA2"),
        ("liberty_roads/cobra", ("decline", "end"), "T27"),
    ],
)
def test_the_chart_that_a_phase_is_played_by_comes_first(scenario: str, before: Sequence[str], first: str) -> None:
    title, _ = started(scenario)
    game = Game(title, scenario, 1)
    for command in before:
        if command in {each.notation() for each in game.legal()}:
            game.apply(command)
    while first == "T27" and game.state.stack[-1].kind != "movement":
        found = title.gestures.answer(game.state)
        for each in found.commands if found is not None else [game.parse("end")]:
            game.apply(each)
    assert title.charts(game.state)[0].number == first
