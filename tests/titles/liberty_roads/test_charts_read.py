"""T26 to T38: the reconstructed charts as players read them in the rules are those by which the game is played."""

import pytest

from tests.titles.liberty_roads.kit import BOOK
from wargame_tui.titles.liberty_roads.printed.book import DATA

Rows = list[tuple[str, ...]]


def rows(number: str) -> Rows:
    """The rows of a chart's table in the rules, without the headings."""
    rule = DATA.rulebook.find(number)
    assert rule is not None
    lines = [line for line in rule.text.splitlines() if line.startswith("|") and not line.startswith("|-")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[1:]]


def yes(value: object) -> str:
    """How a chart tells that something holds."""
    return "yes" if value else "-"


def spans(results: dict[int, str], wanted: str) -> str:
    """The rolls with a result: `2-6`."""
    rolls = [roll for roll, result in results.items() if result == wanted]
    return "-" if not rolls else f"{rolls[0]}-{rolls[-1]}" if len(rolls) > 1 else str(rolls[0])


def steps(draws: dict[int, int]) -> str:
    """A roll's results from each number on: `2-4: 3, 5+: 4`."""
    ends = [*[least - 1 for least in [*draws][1:]], None]
    return ", ".join(
        f"{least}+: {found}" if last is None else f"{least}-{last}: {found}"
        for (least, found), last in zip(draws.items(), ends, strict=True)
    )


@pytest.mark.parametrize("number", range(26, 42))
def test_players_are_told_what_is_reconstructed(number: int) -> None:
    rule = DATA.rulebook.find(f"T{number}")
    assert rule is not None
    assert "our estimate" in rule.text.lower()


@pytest.mark.rule("T26")
def test_the_turn_track() -> None:
    found = [
        (
            str(number),
            row.name,
            *(spans(dict(row.weather), sky) for sky in ("Clear", "Overcast", "Bad", "Storm")),
            str(row.rail),
            *(str(row.replacements[nation]) for nation in ("American", "British")),
        )
        for number, row in enumerate(BOOK.charts.turns, 1)
    ]
    assert [row[:9] for row in rows("T26")] == found
    assert [row[9] == "-" for row in rows("T26")] == [not row.markers for row in BOOK.charts.turns]


@pytest.mark.rule("T28")
def test_the_combat_results() -> None:
    found = [
        (str(roll), *(f"{'/'.join(map(str, cell.losses))} {cell.attacker} {cell.defender}" for cell in cells))
        for roll, cells in BOOK.charts.combat.results.items()
    ]
    assert rows("T28") == found


@pytest.mark.rule("T30")
def test_allied_support() -> None:
    chart = BOOK.charts.support
    draws = [chart.beachheads, *(row.draws for row in chart.rows)]
    assert [row[1] for row in rows("T30")] == [steps(dict(each)) for each in draws]
    assert [row[0] for row in rows("T30")][1:] == [f"{row.ports} or more" for row in chart.rows]


@pytest.mark.rule("T33")
def test_the_approval_track() -> None:
    chart = BOOK.charts.approval
    boxes = enumerate(zip(chart.draws, chart.replacements, strict=True))
    assert rows("T33") == [(str(box), str(draws), str(points)) for box, (draws, points) in boxes]


@pytest.mark.rule("T34")
def test_the_strategic_hexes() -> None:
    found = {(hex_, row.name, str(row.value), str(row.withdrawn)) for hex_, row in BOOK.map.strategic.items()}
    assert set(rows("T34")) == found


@pytest.mark.rule("T37")
def test_the_invasion_zones_and_their_beaches() -> None:
    beaches = BOOK.map.beaches
    found = [
        (
            zone.name,
            *(str(figure) for figure in (zone.assault, zone.follow_up, zone.dday)),
            yes(zone.aircraft),
            ", ".join(f"{hex_} {beaches[hex_].level}" for hex_ in zone.coast if hex_ in beaches),
        )
        for zone in BOOK.map.zones.values()
    ]
    assert rows("T37") == found


@pytest.mark.rule("T38")
def test_the_ports() -> None:
    found = [
        (name, port.hex, port.size, port.sea.replace("_", " "), yes(port.fortress), port.estuary or "-")
        for name, port in BOOK.map.ports.items()
    ]
    assert sorted(rows("T38")) == sorted(found)
