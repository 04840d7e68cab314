"""The rule viewer: tables are tables, results say what they are, `r` opens the rule that is named."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Input, Markdown, OptionList

from tests.tui.test_table import at_table, until
from wargame_tui.board.rulebook import Rulebook, blocks
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.widgets.rule_text import RuleTable

MakeApp = Callable[..., WargameApp]
BOOK = Rulebook("""
## Rules
### 1.0 Combat
- **1.1** **Odds.** Read the table T1.
- **1.2** A chart in the rule:

| Terrain | MP |
|---|---|
| forest | 2 (1.1) |

That is all.
- **1.3** As a program:
```
roll | count
```
## Tables
### T1 Combat results (1.1)
| Die | 1-1 | 2-1 |
|---|---|---|
| 1 | A1 | D1 |
| 2 | *no* | **D2** |

Losses by 1.1.
""")


async def reading(pilot: Pilot[Any], number: str) -> RuleScreen:
    await at_table(pilot)
    pilot.app.push_screen(RuleScreen(BOOK, number, "Skirmish"))
    await until(pilot, lambda: isinstance(pilot.app.screen, RuleScreen) and pilot.app.screen.query(Markdown))
    screen = pilot.app.screen
    assert isinstance(screen, RuleScreen)
    return screen


def prose(screen: RuleScreen) -> str:
    """Of the rule on view; those around it stand beside it."""
    return "\n".join(part.source for part in screen.query(".marked Markdown").results(Markdown))


@pytest.mark.parametrize("number", ["T1", "1.2"])
async def test_a_table_of_the_rules_is_shown_as_one(make_app: MakeApp, number: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reading(pilot, number)
        await until(pilot, lambda: screen.query(".marked RuleTable"))
        table = screen.query_one(".marked RuleTable", RuleTable)
        first = table.render_line(0).text.split()
        assert first == (["Die", "1-1", "2-1"] if number == "T1" else ["Terrain", "MP"])
        assert "|" not in prose(screen)
        assert number in prose(screen)
        assert ("Losses" if number == "T1" else "That is all") in prose(screen)


async def test_code_in_a_rule_stays_code(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reading(pilot, "1.3")
        await until(pilot, lambda: screen.query("MarkdownFence"))
        assert not screen.query(".marked RuleTable")


async def test_a_number_in_a_table_opens_its_rule(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reading(pilot, "1.2")
        table = screen.query_one(RuleTable)
        row = table.render_line(2)
        actions = [segment.style.meta.get("@click") for segment in row if segment.style]
        assert "app.rule('1.1')" in actions


def test_a_table_too_wide_for_the_screen_is_told_row_by_row() -> None:
    head = ["Type", *(f"A long heading {n}" for n in range(9))]
    rows = [[name, *map(str, range(9))] for name in ("Engineer", "Panzergrenadier", "Volksgrenadier", "Armour")]
    table = RuleTable([head, *rows], lambda number: False)
    wide, turned, narrow = shown(table, 200), shown(table, 72), shown(table, 40)
    assert wide.split("\n")[-2].startswith("Armour")
    assert turned.split()[:5] == ["Type", "Engineer", "Panzergrenadier", "Volksgrenadier", "Armour"]
    assert turned.split("\n")[-2].split() == ["A", "long", "heading", "8", "8", "8", "8", "8"]
    assert "A long heading 8" in narrow
    assert narrow.startswith("Engineer")


def shown(table: RuleTable, width: int) -> str:
    console = Console(width=width, file=io.StringIO())
    console.print(table.content)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [72, 98, 120])
@pytest.mark.parametrize("name", title_ids())
def test_no_table_of_a_title_breaks_a_word(name: str, width: int) -> None:
    """72 columns are those of a screen of 80."""
    title = find_title(name)
    assert isinstance(title, BoardTitle)
    for rule in title.rulebook().rules.values():
        for part in blocks(rule.text):
            if not isinstance(part, str):
                table = shown(RuleTable(part, lambda number: False), width)
                assert max(map(len, table.split("\n"))) <= width
                told = {*table.replace("─", "").split()}
                words = {word for row in part for cell in row for word in re.sub(r"\*\*|`", "", cell).split()}
                assert told <= words, (rule.number, told - words, table)


def test_no_word_of_a_table_is_broken_where_there_is_room_for_it() -> None:
    table = RuleTable([("Terrain", "Cost", "Combat"), ("Forest-ravine hexside", "1", "halved " * 12)], lambda _: False)
    told = shown(table, 44)
    assert "Forest-ravine" in told
    assert "halved halved halved" in told, "what is longest has most of the room"
    assert max(map(len, told.splitlines())) <= 44


@pytest.mark.parametrize("name", title_ids())
def test_no_table_of_a_title_is_left_as_text(name: str) -> None:
    title = find_title(name)
    assert isinstance(title, BoardTitle)
    for rule in title.rulebook().rules.values():
        for part in blocks(rule.text):
            if isinstance(part, str):
                code = part.split("```")[::2]
                assert not any(line.startswith("|") for piece in code for line in piece.split("\n")), rule.number


async def test_what_is_found_is_told_by_its_heading(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reading(pilot, "1.1")
        await pilot.press("slash")
        screen.query_one(Input).value = "crt"
        await until(pilot, lambda: screen.number == "T1")
        first = str(screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert first.startswith("T1 Combat results")


async def test_r_opens_the_rule_of_the_last_refusal_only_while_it_is_named(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        table.view.bar.notice("117 is not yours (2.1)", bad=True)
        table.asking.rule_named = "2.1"
        await pilot.press("n", "r")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
        assert isinstance(app.screen, RuleScreen)
        assert app.screen.number == "1.1"
        await pilot.press("escape")
        table.asking.rule_named = "2.1"
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
        assert app.screen.number == "2.1"
        await pilot.press("escape")
        table.asking.rule_named = "2.1"
        await pilot.click("AreaMap")
        assert table.asking.rule_named is None
