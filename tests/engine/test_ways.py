"""Shortest ways."""

from wargame_tui.engine.ways import cheapest, nearest, way

ROADS = {"a": {"b": 1, "c": 5}, "b": {"c": 1, "d": 7}, "c": {"d": 1}, "d": {}, "e": {"d": 1}}


def test_the_cheapest_way_is_not_the_one_with_the_fewest_steps() -> None:
    found = cheapest(["a"], lambda place, _: ROADS[place].items())
    assert found == {"a": (0, None), "b": (1, "a"), "c": (2, "b"), "d": (3, "c")}
    assert way(found, "d") == ["a", "b", "c", "d"]
    assert way(found, "e") == []
    assert way(found, "a") == ["a"]


def test_ways_dearer_than_the_limit_are_not_found() -> None:
    assert set(cheapest(["a"], lambda place, _: ROADS[place].items(), 2)) == {"a", "b", "c"}


def test_a_step_may_cost_by_what_was_paid_before() -> None:
    found = cheapest([0], lambda place, cost: [(place + 1, cost + 1)] if place < 4 else [])
    assert [cost for cost, _ in found.values()] == [0, 1, 3, 7, 15]


def test_nearest_counts_steps_and_takes_the_first_of_several_starts() -> None:
    found = nearest(["a", "e"], ROADS.get)
    assert found["d"] == (1, "e")
    assert found["c"] == (1, "a")


def test_a_step_that_costs_nothing() -> None:
    assert cheapest(["a"], lambda place, _: [("b", 0)] if place == "a" else [], 0) == {"a": (0, None), "b": (0, "a")}
