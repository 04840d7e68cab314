"""Where names are placed: by rank, clear of what is there, moved aside for each other; the same every time."""

import random
from time import perf_counter

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.placer import Cells, Offer, Placement, Placer, Wish, stretch


def at(x: int, y: int, *lines: str, price: float = 0.0) -> Offer:
    return Offer(price, x, y, lines)


def taken(*boxes: Box) -> Cells:
    cells = Cells()
    for box in boxes:
        cells.add(box)
    return cells


def where(placed: Placement) -> dict[str, tuple[int, int]]:
    return {key: (position.box.x, position.box.y) for key, position in placed.names.items()}


def test_the_cheapest_free_position_is_taken() -> None:
    wish = Wish("a", [at(0, 0, "Huy"), at(4, 0, "Huy", price=1), at(8, 0, "Huy", price=2)])
    assert where(Placer([wish]).place(Cells())) == {"a": (0, 0)}
    assert where(Placer([wish]).place(taken(Box(2, 0, 1, 1)))) == {"a": (4, 0)}


def test_a_blank_beside_a_counter_is_worth_a_little() -> None:
    touching, apart, dear = at(0, 0, "Huy"), at(0, 1, "Huy", price=0.5), at(0, 1, "Huy", price=2)
    counter = taken(Box(3, 0, 4, 1))
    assert where(Placer([Wish("a", [touching, apart])]).place(counter)) == {"a": (0, 1)}
    assert where(Placer([Wish("a", [touching, dear])]).place(counter)) == {"a": (0, 0)}


def test_the_first_wish_has_the_place_and_the_second_goes_elsewhere() -> None:
    great, small = Wish("great", [at(0, 0, "Liège")]), Wish("small", [at(2, 0, "Huy"), at(0, 1, "Huy", price=1)])
    assert where(Placer([great, small]).place(Cells())) == {"great": (0, 0), "small": (0, 1)}


def test_names_keep_a_blank_between_them() -> None:
    one, other = Wish("1", [at(0, 0, "Spa")]), Wish("2", [at(3, 0, "Huy"), at(4, 0, "Huy", price=1)])
    assert where(Placer([one, other]).place(Cells())) == {"1": (0, 0), "2": (4, 0)}


def test_a_name_moves_aside_for_one_that_has_no_other_place() -> None:
    first = Wish("first", [at(0, 0, "Spa"), at(0, 2, "Spa", price=1)])
    second = Wish("second", [at(1, 0, "Huy")])
    assert where(Placer([first, second]).place(Cells())) == {"first": (0, 2), "second": (1, 0)}


def test_it_stays_if_that_would_leave_itself_without_a_place() -> None:
    first, second = Wish("first", [at(0, 0, "Spa")]), Wish("second", [at(1, 0, "Huy")])
    placed = Placer([first, second]).place(Cells())
    assert where(placed) == {"first": (0, 0)}
    assert placed.overlaps() == []


def test_no_name_stands_where_its_leader_would_be_hidden() -> None:
    beyond, beside = at(0, 9, "Huy", price=8)._replace(led=True), at(20, 4, "Huy", price=9)
    wish = Wish("a", [], lambda: [beyond, beside], lambda box: tuple((1, y) for y in range(5, box.y)))
    assert where(Placer([wish]).place(taken(Box(0, 6, 4, 2)))) == {"a": (0, 9)}, "two rows: one sees that it goes on"
    assert where(Placer([wish]).place(taken(Box(0, 5, 4, 3)))) == {"a": (20, 4)}


def test_two_lines_and_both_are_kept_clear() -> None:
    wish = Wish("a", [at(0, 0, "St.", "Hubert"), at(9, 0, "St. Hubert", price=2)])
    assert where(Placer([wish]).place(taken(Box(0, 0, 1, 1)))) == {"a": (0, 0)}, "the first line is in the middle"
    assert where(Placer([wish]).place(taken(Box(0, 1, 1, 1)))) == {"a": (9, 0)}


def test_overlaps_tell_of_counters_of_names_and_of_names_left_out() -> None:
    wishes = [Wish("a", [at(0, 0, "Huy")]), Wish("b", [at(2, 0, "Spa")]), Wish("c", [at(9, 0, "Ans")])]
    names = {wish.key: wish.at(next(iter(wish.positions))) for wish in wishes[:2]}
    assert Placement(names, Cells(), wishes).overlaps() == ["b", "c"]
    assert Placement({"a": names["a"]}, taken(Box(0, 0, 1, 1)), wishes[:1]).overlaps() == ["a"]
    assert Placement({"a": names["a"]}, taken(Box(9, 0, 9, 1)), [wishes[0], wishes[2]]).overlaps() == []


def test_what_would_lie_left_of_the_map_is_left_out() -> None:
    assert stretch(-1, 3) == 0b11
    assert stretch(-3, 3) == 0
    assert taken(Box(2, 5, 3, 2)).covered(Box(4, 4, 9, 2)) == 1


def many(seed: int, count: int = 600) -> tuple[list[Wish], Cells]:
    """Names all over a map of 700 by 190 cells, and counters."""
    luck = random.Random(seed)
    wishes = []
    for n in range(count):
        x, y, words = luck.randrange(20, 680), luck.randrange(3, 187), "N" * luck.randrange(3, 14)
        spots = [(x + 1, y), (x - len(words), y), (x - len(words) // 2, y + 1), (x - len(words) // 2, y - 1)]
        wishes.append(Wish(str(n), [at(*spot, words, price=price) for price, spot in enumerate(spots)]))
    return wishes, taken(*(Box(luck.randrange(690), luck.randrange(187), 8, 2) for _ in range(200)))


def test_no_name_lies_over_anything_and_the_same_map_is_lettered_the_same() -> None:
    for seed in range(5):
        wishes, counters = many(seed)
        placed = Placer(wishes).place(counters)
        assert placed.overlaps() == []
        assert len(placed.names) > 500
        assert where(placed) == where(Placer(wishes).place(counters))


def test_a_map_of_six_hundred_names_is_placed_at_once() -> None:
    wishes, counters = many(1)
    placer, times = Placer(wishes), []
    for _ in range(5):
        start = perf_counter()
        placer.place(counters)
        times.append(perf_counter() - start)
    assert min(times) < 0.05, "5 ms on an idle machine"
