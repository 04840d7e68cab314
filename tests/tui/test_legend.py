"""The legend of the signs on the screen, and the card of the ground under the cursor."""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from tests.tui.pictures import shown
from tests.tui.test_table import until
from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Overlay
from wargame_tui.board.title import BoardTitle, Entering, SpaceSheet
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.library import new_session
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.legend import OnView, Section, legend
from wargame_tui.tui.map.maps import names
from wargame_tui.tui.screens.legend import LegendScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.table.card import Row, card
from wargame_tui.tui.widgets.battle_panel import codes_told
from wargame_tui.tui.widgets.ground_card import WIDTH, card_rows

ARDENNES = "ardennes_44/three_days"
SCENARIOS = {
    ARDENNES: {"forest": "11.1", "Westwall": "15.7", "primary road": "11.7", "infantry": "", "Allied: US": ""},
    "liberty_roads/cobra": {"bocage": "1.7.1", "railway": "6.3", "major river": "6.4", "strategic hex": "9.2"},
    "first_command/mortain": {"bocage": "7.5", "hills": "7.5", "points of a place": "11.1", "river": "4.4"},
    "tigers_in_the_mist/campaign": {"primary road": "8.33", "bridge": "10.29"},
    "montys_gamble/basic": {"polder": "9.4", "terrain effect modifier": "3.23a", "bridge": "19.1", "canal": "10.4"},
    "pacific_commander/1943": {"airfield": "3.2.2", "Objective that is Held": "3.14.1"},
    "desert_commander/north_africa": {"victory points": "4.6.2"},
}


def sections(scenario: str, tmp_path: Path, overlay: Overlay | None = None, layer: str = "") -> list[Section]:
    session = new_session(scenario, 3, {}, tmp_path)
    title, state = session.title, session.state
    entry, look = title.map_of(state), title.look()
    layers = [info for info in title.overlays() if info.id == layer]
    glyphs = GLYPH_SETS["full"].of_title(look)
    laid = overlay or Overlay()
    return legend(OnView(entry, session.pieces(state), laid, [*names(entry)], layers, sides_of(title), glyphs, look))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_legend_tells_of_what_is_on_view_with_its_rule(scenario: str, tmp_path: Path) -> None:
    found = {sign.words: sign.rule for _, signs in sections(scenario, tmp_path) for sign in signs}
    assert found.items() >= SCENARIOS[scenario].items()


def test_the_legend_tells_of_nothing_else(tmp_path: Path) -> None:
    session = new_session(ARDENNES, 3, {}, tmp_path)
    title, state = session.title, session.state
    entry, look = title.map_of(state), title.look()
    one = OnView(
        entry, session.pieces(state), Overlay(), ["1420"], [], sides_of(title), GLYPH_SETS["ascii"].of_title(look), look
    )
    assert [sign.words for sign in dict(legend(one))["Ground"]] == ["light woods", "hamlet"]
    assert "Types" not in dict(legend(one))


def test_highlights_mean_what_their_layer_says(tmp_path: Path) -> None:
    laid = Overlay({"1420": "zoc", "1421": "choice"}, tints={"1420": "night"})
    signs = dict(sections(ARDENNES, tmp_path, laid, "zoc German"))["Laid over the map"]
    assert [(sign.words, sign.rule) for sign in signs] == [
        ("in a ZOC", "9.1"),
        ("something to decide", ""),
        ("night", ""),
    ]


@pytest.mark.parametrize("name", title_ids())
def test_the_rules_of_a_look_are_in_the_rulebook(name: str) -> None:
    title = find_title(name)
    if isinstance(title, BoardTitle):
        assert not [rule for rule in title.look().rules.values() if title.rulebook().find(rule) is None]


def app_of(scenario: str, folder: Path) -> WargameApp:
    return WargameApp(scenario, 3, saves=folder / "s", config=folder / "settings.yaml", cache=folder / "cache")


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_keys_open_the_legend_and_the_card(size: tuple[int, int], tmp_path: Path) -> None:
    app = app_of(ARDENNES, tmp_path)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
        screen: Any = app.screen
        screen.view.map.go_to("1420")
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, LegendScreen) and "light woods" in shown(app))
        await pilot.press("escape", "i")
        await until(pilot, lambda: app.screen is screen and "to enter it" in shown(app))
        assert "1420 Lünebach" in str(screen.query_one("GroundCard", Static).render())
        screen.view.map.go_to("1622")
        await until(pilot, lambda: "1622 Habscheid" in str(screen.query_one("GroundCard", Static).render()))
        await pilot.press("i")
        await until(pilot, lambda: "to enter it" not in shown(app))
        await pilot.press("i")
        await until(pilot, lambda: "to enter it" in shown(app))
        await pilot.press("escape")
        await until(pilot, lambda: "to enter it" not in shown(app))


# The card


SHEET = SpaceSheet(
    "1", "1 Bleialf", (Fact("terrain", "forest", "11.1"), Fact("off the road", "foot 1", "11.5")),
    (Fact("N 2", "primary road, cost 1/2", "11.1"), Fact("S 3", "cost 3/-", "11.1"), Fact("E 4", "adjacent")),
)  # fmt: skip


def test_costs_stand_in_columns_and_no_longer_in_words() -> None:
    entering = Entering(("foot", "veh."), ("2", "-"), (("1", "½"), ("2", "-"), ("2", "-")), "11.1")
    found = card(SHEET, entering)
    assert found.facts == (Row("to enter it", "", ("2", "-"), "11.1"), Row("terrain", "forest", (), "11.1"))
    assert [(row.label, row.words, row.cells) for row in found.sides] == [
        ("N 2", "primary road", ("1", "½")),
        ("S 3", "", ("2", "-")),
        ("E 4", "", ("2", "-")),
    ]
    lines = [str(line) for line in card_rows(found, WIDTH)]
    assert lines[0].endswith(" foot veh.")
    assert all(len(line) <= WIDTH for line in lines)


def test_a_title_without_charts_of_costs_has_its_facts_in_rows() -> None:
    found = card(SHEET, None)
    assert [row.label for row in found.facts] == ["terrain", "off the road"]
    assert found.sides[0].words == "primary road, cost 1/2"
    assert [str(line).rstrip() for line in card_rows(found, WIDTH)][:2] == ["1 Bleialf", "terrain forest 11.1"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_legend_tells_what_the_numbers_of_every_counter_mean(scenario: str, tmp_path: Path) -> None:
    """By one example for all that are written alike; a battle tells those with letters."""
    session = new_session(scenario, 3, {}, tmp_path)
    look, here = session.title.look(), session.pieces(session.state).spaces.values()
    told = [sign.sign.strip() for heading, signs in sections(scenario, tmp_path) for sign in signs
            if heading == "Numbers of counters"]  # fmt: skip
    assert told
    written = {part for each in here for counter in each.counters for part in counter.numbers.split()}
    figures = [part for part in written if sum(map(str.isdigit, part)) > 1 and not part.isdigit()]
    assert figures or look.numbers
    unknown = [part for part in figures if not look.numbers_told([part]) and not part[:-1].isalpha()]
    assert not unknown


def test_a_battle_tells_what_letters_beside_its_counters_mean(tmp_path: Path) -> None:
    session = new_session("pacific_commander/1942", 11, {}, tmp_path)
    for command in ("end", "carrier_raid HAW MSH HAW", "add us-cv-enterprise", "add us-cv-lexington", "go"):
        session.apply(command)
    battle = session.battle()
    assert battle is not None
    told = codes_told(battle, session.title.look(), 8).plain
    assert "a4 4 air points" in told
    assert "t1x3 torpedoes" in told
    assert "guns" not in told, "nobody there has any"
    assert not codes_told(battle, session.title.look(), 3), "without room for numbers there is nothing to tell"
    plain = new_session("tigers_in_the_mist/seventh_army", 3, {}, tmp_path)
    for command in ("move 914/352V", "to 20", "end"):
        plain.apply(command)
    assert not codes_told(plain.battle(), plain.title.look(), 8), "figures alone are in the legend"  # type: ignore[arg-type]
