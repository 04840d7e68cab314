"""Inputs counted: gestures of players, recorded as data, played on the real table.

    python -m tests.tui.inputs [TITLE ..]

prints what each of them takes, beside what it may take. The rows of a title stand in `tests/tui/recorded/TITLE.py`.
"""

import asyncio
import importlib
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.events import MouseMove
from textual.pilot import Pilot

from tests.tui.test_table import at_table
from wargame_tui.core.title import title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.widgets.decision_pane import DecisionPane

FOLDER = Path(__file__).with_name("recorded")
SIZE = (140, 45)


@dataclass(frozen=True)
class Recorded:
    """What a player does in a position, input by input, and what comes of it."""

    what: str
    scenario: str
    inputs: tuple[str, ...]
    """Keys by name; `jump SPACE` for the letters of a jump there; `click SPACE`, `click unit UNIT`, `shift unit UNIT`,
    `drag SPACE SPACE`, `line WORDS` for a click on the line of the list that begins so, of which each counts as one."""
    most: int
    """More inputs than this are too many: of all players, or where they decide in turn of one of them."""
    played: tuple[str, ...]
    """The commands that come of it, as notation."""
    before: tuple[str, ...] = ()
    """Commands that lead to the position, in one series a text, separated by semicolons."""
    cursor: str = ""
    """Where the cursor stands at the beginning; where the table put it if that is not said."""
    dice: tuple[int, ...] = ()
    """The next dice, from the beginning of the game."""
    seed: int = 3
    in_turn: bool = False
    """Two players decide in turn, so that nobody can accept for both: each of them is counted for himself."""

    @property
    def name(self) -> str:
        """What it is, and how it is done."""
        by = "mouse" if any(" " in each and not each.startswith("jump") for each in self.inputs) else "keys"
        return f"{self.scenario}: {self.what} by {by}"


def rows(titles: Sequence[str] = ()) -> Iterator[Recorded]:
    """The rows of some titles, or of all."""
    for path in sorted(FOLDER.glob("*.py")):
        if not titles or path.stem in titles:
            yield from importlib.import_module(f"tests.tui.recorded.{path.stem}").ROWS


@dataclass(frozen=True)
class Outcome:
    """What came of a row."""

    inputs: int
    of: Mapping[str, int]
    """The same by the side that decides, or has to take over, when they are given."""
    played: tuple[str, ...]
    state: Any

    def counted(self, row: Recorded) -> int:
        """What is held against the most that a row may take."""
        return max(self.of.values()) if row.in_turn else self.inputs


async def play(row: Recorded, folder: Path) -> Outcome:
    """Play a row at a table of its own."""
    write_settings(folder / "settings.yaml", Settings(guided=",".join(title_ids())))
    app = WargameApp(
        row.scenario, seed=row.seed, saves=folder / "saves", config=folder / "settings.yaml", cache=folder / "cache"
    )
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await at_table(pilot)
        if row.dice:
            session.game.script(row.dice)
        for text in row.before:
            for command in text.split(";"):
                session.apply(command.strip())
        screen.sitting.handover.settle(session)
        screen.cursor.sit_down()
        await pilot.pause()
        if row.cursor:
            screen.view.map.go_to(row.cursor)
        screen.view.map.focus()
        await pilot.pause()
        before, of = session.newest, Counter[str]()
        for each in row.inputs:
            side = screen.sitting.handover.awaited or session.side or ""
            of[side] += await give(pilot, screen, each)
            await pilot.pause(0.05)
            while screen.sitting.handover.has_just_passed:
                await pilot.pause(0.05)  # Keys are still taken for those of the player before.
        return Outcome(of.total(), of, tuple(entry.text for entry in session.game.entries[before:]), session.state)


async def give(pilot: Pilot[Any], screen: TableScreen, given: str) -> int:
    """One input as a player gives it; how many keys or clicks that were."""
    verb, _, rest = given.partition(" ")
    match verb:
        case "jump":
            await pilot.press("f")
            await pilot.pause()
            letters = next(label for label, space in screen.view.jumps.labels.items() if space == rest)
            await pilot.press(*letters)
            return 1 + len(letters)
        case "click" | "shift":
            at = spot(screen.view.map, rest)
            await pilot.click(MapWidget, offset=at, shift=verb == "shift")
        case "drag":
            begin, end = rest.split()
            await pilot.mouse_down(MapWidget, offset=spot(screen.view.map, begin))
            await pilot._post_mouse_events([MouseMove], MapWidget, spot(screen.view.map, end), button=1)
            await pilot.mouse_up(MapWidget, offset=spot(screen.view.map, end))
        case "line":
            # No mouse clicks where it has not been before: what it is over shows its odds.
            await pilot.hover("DecisionList", offset=(3, line(screen, rest)))
            await pilot.pause(0.05)
            await pilot.click("DecisionList", offset=(3, line(screen, rest)))
        case _:
            await pilot.press(given)
    return 1


def spot(map_: MapWidget, wanted: str) -> tuple[int, int]:
    """Where on the map, from its corner, a space is, or the counter of `unit UNIT`."""
    kind, _, unit = wanted.partition(" ")
    if kind != "unit":
        region = map_.layout_now.boxes.get(wanted)
        assert region is not None, f"{wanted} is no space of this map"
        left, top = map_._origin()
        return region.x + region.width // 2 - left, region.y + region.height // 2 - top
    left, top = map_._origin()
    for y in range(map_.size.height):
        for x in range(map_.size.width):
            if map_._stage.composer.unit_at(x + left, y + top) == unit:
                return x, y
    raise AssertionError(f"the counter of {unit} is not in view")


def line(screen: TableScreen, words: str) -> int:
    """The line of the list that shows a row."""
    listed = screen.query_one(DecisionPane).listed
    for y in range(listed.size.height):
        if listed.render_line(y).text.lstrip().startswith(words):
            return y
    raise AssertionError(f"the list has no line `{words}`")


def main() -> None:
    """Print the table."""
    print(f"{'inputs':>6} {'most':>5}  what")
    for row in rows(sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            done = asyncio.run(play(row, Path(folder)))
        right = "" if done.played == row.played else f"   but it gave {'; '.join(done.played)}"
        each = ", ".join(f"{side} {count}" for side, count in done.of.items())
        apart = f" (in turn: {each})" if row.in_turn else ""
        print(f"{done.inputs:>6} {row.most:>5}  {row.name}{apart}{right}")


if __name__ == "__main__":
    main()
