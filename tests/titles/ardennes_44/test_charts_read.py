"""T1, T3, T4, T9 to T12: tables as players read them in the rules are those by which the game is played."""

import re

import pytest

from tests.titles.ardennes_44.kit import BOOK
from wargame_tui.titles.ardennes_44.printed import names
from wargame_tui.titles.ardennes_44.printed.book import DATA
from wargame_tui.titles.ardennes_44.printed.data import Arrival, UnitEntry

CHARTS = BOOK.charts
OURS = re.compile("estimate: (number after|composition after|5th SAS|Panthers)")
"""How the data say that which unit a row of the schedule is rests on us."""


def rows(number: str, heading: str) -> list[list[str]]:
    """The rows of a table of the rules, found by how its heading begins."""
    rule = DATA.rulebook.find(number)
    assert rule is not None
    lines = rule.text.splitlines()
    found = list[list[str]]()
    for line in lines[lines.index(next(line for line in lines if line.startswith(f"| {heading}"))) + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def by_die(number: str) -> list[list[str]]:
    """What stands beside each die, a row for one die."""
    found = list[list[str]]()
    for dice, *results in rows(number, "modified dr"):
        first, _, last = dice.removesuffix(" and less").partition(" to ")
        assert int(first) == len(found) + 1
        found += [results] * (int(last or first) - len(found))
    return found


def factors(entry: UnitEntry) -> str:
    """What is printed on a counter's two sides."""
    if entry.parenthesised:
        return f"S-({entry.defence[0]})-{entry.movement}"
    sides = [f"{attack}-{defence}" for attack, defence in zip(entry.attack, entry.defence, strict=True)]
    return "/".join([f"{sides[0]}-{entry.movement}", *sides[1:]])


def entered(arrival: Arrival) -> str:
    """Where a unit comes."""
    if arrival.place in ("towns", "drop"):
        return {"towns": "towns", "drop": "air drop (27.2)"}[arrival.place]
    return " ".join(arrival.entry) + " (27.9)" * (arrival.place == "roll")


def quality(entry: UnitEntry) -> str:
    """A TQ, red ones in brackets, with a mark if it is our estimate."""
    if entry.tq is None:
        return ""
    value = f"[{entry.tq.value}]" if entry.tq.colour == "red" else str(entry.tq.value)
    return value + " *" * ("estimate: tank quality" in entry.source)


@pytest.mark.rule("T3")
def test_the_defensive_artillery_table() -> None:
    columns = [CHARTS.combat.defensive_artillery[side] for side in ("Allied", "German")]
    assert by_die("T3") == [[str(result) for result in row] for row in zip(*columns, strict=True)]


@pytest.mark.rule("T4")
def test_the_surrender_table() -> None:
    # The lowest line says what it stands for.
    assert [row[0].split()[0] for row in by_die("T4")] == [str(points) for points in CHARTS.supply.surrender]


@pytest.mark.rule("T1", "25.21")
def test_the_replacement_points_of_the_nights() -> None:
    points = CHARTS.night.replacements
    found = [[names.turn_name(turn), str(each["German"]), str(each["Allied"])] for turn, each in points.items()]
    assert rows("T1", "night after") == found


@pytest.mark.rule("T9", "T10", "13.1")
@pytest.mark.parametrize(("number", "side"), [("T9", "Allied"), ("T10", "German")])
def test_the_reinforcement_schedules(number: str, side: str) -> None:
    found = [
        [
            names.turn_name(entry.arrival.turn),
            entry.name + " *" * bool(OURS.search(entry.source)),
            factors(entry),
            entered(entry.arrival),
            quality(entry),
        ]
        for entry in DATA.units.units.values()
        if entry.side == side and entry.arrival is not None and entry.optional is None
    ]
    assert rows(number, "turn") == found


@pytest.mark.rule("T11", "33.2", "33.3")
def test_the_optional_units() -> None:
    found = dict[str, tuple[str, str, str]]()
    for entry in DATA.units.units.values():
        if entry.optional is not None and entry.arrival is not None:
            where = " ".join(entry.arrival.entry) or "north-west off-map box"
            found[entry.optional] = (entry.side, str(entry.arrival.turn), where)
    table = rows("T11", "units")
    read = [(side, re.split(r"\D", turn)[0], where.partition(" *")[0]) for _, side, turn, where, _ in table]
    assert read == list(found.values())


@pytest.mark.rule("T12")
def test_the_entry_hexes() -> None:
    entries = BOOK.map.entries.items()
    assert rows("T12", "letter") == [[letter, each.side, each.hex, each.name] for letter, each in entries]
