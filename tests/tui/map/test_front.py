"""The front runs between what the counters of either side are nearer to."""

from wargame_tui.board.scene import Counter, Scene, SpaceScene
from wargame_tui.tui.map.front import front

ROW = "abcdefghij"
NEAR = {space: [*ROW[max(0, n - 1) : n], *ROW[n + 1 : n + 2]] for n, space in enumerate(ROW)}


def stood(*sides: str) -> SpaceScene:
    return SpaceScene(counters=tuple(Counter(side, side, "", "infantry", "", "1", "") for side in sides))


def test_it_runs_in_the_middle_between_two_counters() -> None:
    assert front(Scene(spaces={"c": stood("red"), "f": stood("blue")}), NEAR) == [("d", "e")]


def test_what_is_as_near_to_both_goes_to_the_first_by_name() -> None:
    assert front(Scene(spaces={"c": stood("red"), "e": stood("blue")}), NEAR) == [("c", "d")]


def test_a_space_of_both_sides_has_it_all_round() -> None:
    scene = Scene(spaces={"c": stood("red"), "d": stood("red", "blue"), "e": stood("blue")})
    assert sorted(front(scene, NEAR)) == [("c", "d"), ("e", "d")]


def test_what_a_side_holds_is_its_own_however_near_the_other_is() -> None:
    spaces = {"b": stood("red"), "c": SpaceScene(control="blue"), "e": stood("blue")}
    assert front(Scene(spaces=spaces), NEAR) == [("b", "c")]


def test_far_apart_there_is_none() -> None:
    assert front(Scene(spaces={"a": stood("red"), "j": stood("blue")}), NEAR) == []


def test_nor_over_spaces_out_of_play() -> None:
    assert front(Scene(spaces={"c": stood("red"), "e": stood("blue")}, outside=frozenset("d")), NEAR) == []
