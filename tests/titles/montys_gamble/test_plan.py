"""The refit plan: prices, routes and totals are those of rules 13.3 to 13.7, and it can be carried out."""

from typing import Any

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, TITLE, condition, do, legal, position, told, unit
from wargame_tui.board.title import Plan, PlanLine
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import refit


def german(*units: Any, **changes: Any) -> Game:
    """The German half on the last day, in the stage of depots."""
    return position(*units, **{"at": "20-3", "side": GERMAN, "phase": "refit", **changes})


def only(*spaces: str) -> dict[str, str]:
    """German control of these spaces and no others."""
    return dict.fromkeys(BOOK.ground, "XXX") | dict.fromkeys(spaces, "German")


def planned(game: Game, *names: str, **wished: str) -> Plan:
    """The plan with these units in it, the last ones paid by a command of their own."""
    wishes = {name: game.parse(text) for name, text in wished.items()}
    plan = TITLE.plan(game.state, dict.fromkeys(names) | wishes)
    assert plan is not None
    return plan


def line(plan: Plan, name: str) -> PlanLine:
    return next(each for each in plan.lines if each.id == name)


def left(plan: Plan) -> dict[str, int]:
    return {source.id: source.left for source in plan.sources}


def totals(plan: Plan) -> dict[str, str]:
    return {fact.label: fact.value for fact in plan.totals}


def around_8(*contested: str) -> Game:
    """Rink spent in 8, which leads to Zone A by 9 and 10 only; a depot in A."""
    allies = [unit(name, space) for name, space in zip(("1Para", "2Para"), contested, strict=False)]
    own = [unit(name, space) for name, space in zip(("Kerutt", "Henke"), contested, strict=False)]
    game = german(unit("Rink", "8", "spent"), *allies, *own, control=only("A", "8", "9", "10"))
    do(game, "depot G1 A", "end")
    return game


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(
    ("contested", "price", "passed"),
    [((), 3, None), (("9",), 3, "10"), (("10",), 3, "9"), (("9", "10"), 4, None)],
)
def test_the_route_avoids_contested_areas_where_it_can(contested, price, passed):
    best = line(planned(around_8(*contested)), "Rink").best
    assert (best.price, best.sources) == (price, ("G1",))
    spaces = best.route
    assert (spaces[0], spaces[-1], len(spaces)) == ("A", "8", 3)
    assert passed in (None, spaces[1])
    assert [*best.dear] == ([spaces[1]] if price == 4 else [])


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(
    ("state", "before", "after", "price"),
    [("spent", "Spent", "Fresh", 1), ("dis1", "Dis1", "Spent", 2), ("dis2", "Dis2", "Dis1", 2)],
)
def test_w13_a_level_and_its_price(state, before, after, price):
    game = german(unit("Rink", "A", state))
    do(game, "depot G1 A", "end")
    rink = line(planned(game), "Rink")
    assert (rink.before, rink.after, rink.best.price) == (before, after, price)


def _muddle() -> Game:
    """Many units on the way of XXX Corps, some areas contested, depots at three places."""
    spaces = ("F", "64", "63", "62", "58", "57", "54", "53")
    names = [name for name, entry in BOOK.roster.items() if entry.side == ALLIED and entry.range is None]
    units = [
        unit(name, space, state)
        for name, (space, state) in zip(
            names, ((space, state) for space in spaces for state in ("spent", "dis1", "dis2")), strict=False
        )
    ]
    game = position(
        *units, unit("Rink", "62"), unit("Kerutt", "57"), at="20-3", phase="refit", control=dict.fromkeys(spaces, "XXX")
    )
    do(game, "haul F1 64", "haul F2 64", "depot AIR 58", "end")
    return game


@pytest.mark.rule("13.6")
def test_prices_are_those_of_the_rules_and_routes_explain_them():
    game = _muddle()
    plan, state = planned(game), game.state
    checked = 0
    for each in plan.lines:
        unit_ = state.units[each.id]
        for name, depot in state.depots.items():
            way = each.way_from(name)
            assert refit.refit_price(state, depot, unit_) == (way.price if way else None)
            if way is not None:
                assert (way.route[0], way.route[-1]) == (depot.location, unit_.location)
                steps = [*zip(way.route, way.route[1:], strict=False)]
                assert all(b in BOOK.edges[a] for a, b in steps)
                dis = each.before != "Spent"
                assert way.price == 1 + dis + len(steps) + len(way.dear)
                checked += len(steps) > 1
    assert checked
    open_to = {way.command.notation() for each in plan.lines for way in each.ways if way.command}
    assert open_to == legal(game, "refit") | legal(game, "share")


@pytest.mark.rule("13.6", "13.7")
def test_a_plan_reserves_points_and_can_be_carried_out_as_it_stands():
    game = _muddle()
    wanted = [each.id for each in sorted(planned(game).lines, key=lambda each: each.best.price if each.best else 99)]
    plan = planned(game, *wanted)
    assert any(each.chosen is None and each.why_not for each in plan.lines)
    assert len(plan.commands) == sum(each.chosen is not None for each in plan.lines)
    cost = sum(each.chosen.price for each in plan.lines if each.chosen)
    assert cost == sum(source.points - source.left for source in plan.sources)
    happened = do(game, *(command.notation() for command in plan.commands))
    paid = {event.data["unit"]: sum(points for _, points in event.data["depots"]) for event in told(happened, "refit")}
    assert paid == {each.id: each.chosen.price for each in plan.lines if each.chosen}
    assert game.state.reserve[ALLIED] == sum(source.left for source in plan.sources if source.kept)


@pytest.mark.rule("13.6")
def test_what_is_in_the_plan_leaves_less_for_the_rest():
    game = german(unit("Rink", "A", "dis1"), *(unit(name, "A", "dis2") for name in ("Kerutt", "Henke", "Melitz")))
    do(game, "depot G1 A", "depot G2 A", "end")
    plan = planned(game, "Kerutt", "Henke", "Rink")
    assert [command.notation() for command in plan.commands] == ["refit Kerutt G1", "refit Henke G1", "refit Rink G2"]
    assert left(plan) == {"G1": 1, "G2": 3, "G3": 5, "G4": 5, "G5": 5}
    assert condition(game, "Kerutt") == "dis2"


@pytest.mark.rule("13.6")
def test_share_when_no_depot_is_enough():
    units = [unit(name, "A", "dis1") for name in ("Rink", "Kerutt", "Henke", "Melitz", "Gropp")]
    game = german(*units)
    do(game, "depot G1 A", "depot G2 A", "end")
    plan = planned(game, *(each.id for each in units))
    assert plan.commands[-1].notation() == "share Gropp G1 G2"
    assert left(plan)["G1"] == left(plan)["G2"] == 0
    assert totals(plan) == {"in the plan": "5 units", "cost": "10 of 10 points", "Reserve": "0 → 0"}
    assert plan.note
    # With one of them out of the plan, the first depot can pay alone.
    assert all(command.verb == "refit" for command in planned(game, *(each.id for each in units[1:])).commands)


def test_a_unit_may_be_paid_by_another_depot():
    game = german(unit("Rink", "10", "spent"), unit("Kerutt", "A", "spent"), control=only("A", "9", "10"))
    do(game, "depot G1 A", "depot G2 A", "haul G1 10", "end")
    near, far = line(planned(game), "Rink").ways
    assert [(way.sources, way.price) for way in (near, far)] == [(("G1",), 1), (("G2",), 2)]
    plan = planned(game, Rink="refit Rink G2")
    assert line(plan, "Rink").chosen == far
    assert (left(plan)["G1"], left(plan)["G2"]) == (5, 3)


@pytest.mark.rule("13.61", "13.7")
def test_points_in_a_contested_area_are_lost():
    units = unit("1Gren", "F", "spent"), unit("5Cold", "64", "spent"), unit("Rink", "F")
    game = position(*units, at="20-3", phase="refit", control={"F": "XXX"}, start_weather="overcast")
    plan = planned(game, "1Gren", "5Cold")
    assert [command.notation() for command in plan.commands] == ["refit 1Gren F1"]
    assert line(plan, "5Cold").why_not is not None
    assert not any(source.kept for source in plan.sources)
    assert (totals(plan)["lost"], totals(plan)["Reserve"]) == ("24 points", "0 → 0")


@pytest.mark.rule("13.4")
def test_while_depots_are_being_placed_the_plan_is_a_trial():
    game = german(unit("Rink", "10", "spent"), unit("Kerutt", "I", "spent"), control=only("A", "10", "9", "I"))
    assert TITLE.planning(game.state) == "refit"
    plan = planned(game, "Rink")
    assert plan.waiting is not None
    assert not plan.commands
    assert "Kerutt" not in {each.id for each in plan.lines}  # refitted without a depot (13.411)
    do(game, "depot G1 A")
    plan = planned(game, "Rink")
    assert line(plan, "Rink").chosen.price == 2
    assert left(plan)["G1"] == 3
    assert condition(game, "Rink") == "spent"


def test_there_is_a_plan_in_the_refit_phase_only():
    game = position(unit("1Gren", "F"))
    assert TITLE.planning(game.state) is None
    assert TITLE.plan(game.state, {}) is None
