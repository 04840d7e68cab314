"""A turn by the mouse alone, and by keys alone: select, go, attack, commit, end, gates, pages, quit."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from tests.tui.inputs import SIZE, spot
from tests.tui.test_table import at_table
from wargame_tui.core.title import title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.table.listing import END_KEY, FIRST_KEY, Row, is_heading
from wargame_tui.tui.widgets.decision_pane import DecisionList
from wargame_tui.tui.widgets.gate import Gate

SHORT = (
    "first_command/mortain", "tigers_in_the_mist/seventh_army", "pacific_commander/1942",
    "desert_commander/france_1940", "ardennes_44/three_days", "liberty_roads/cobra",
    "montys_gamble/basic",
)  # fmt: skip
"""Titles whose turn is over in some dozens of inputs."""
MOST = 400
"""Inputs in which a turn must be over."""
LONG = {"ardennes_44/three_days": 40}
"""Titles whose turn takes hundreds of inputs; of these so many are played by the mouse, both sides in turn."""
PROPOSALS = 12
"""Of them, how often what is proposed is taken before phases are ended."""
AWAY = re.compile(r"(screen|app)\.(back|close|dismiss|done|go_on|leave|answer\(True\)|yes|pop_screen)\b")
"""Actions that lead back to the table from what lies over it."""
ON = ("end_anyway", "battle_next", "go_on", "take_over", "back")
"""Actions of the table that go on where no line of the list does."""


@dataclass
class Player:
    """Who goes on by whatever his hand finds, and remembers what he did."""

    pilot: Pilot[Any]
    screen: TableScreen
    did: set[str] = field(default_factory=set)
    taken: int = 0
    """Proposals."""

    async def turn(self, enough: int = MOST + 1) -> None:
        """Go on until the next turn, the end of the game, or enough inputs."""
        session = self.screen.session
        first, count = session.title.turn(session.state), 0
        while session.title.turn(session.state) == first and session.game.over is None and count < enough:
            assert count < MOST, (self.did, self.screen.view.decision.rows)
            count += 1
            await self.go_on()
            await self.pilot.pause(0.02)
            while self.screen.sitting.handover.has_just_passed:
                await self.pilot.pause(0.05)

    async def go_on(self) -> None:
        """One thing."""
        sitting = self.screen.sitting
        if self.pilot.app.screen is not self.screen:
            await self.leave_page()
        elif sitting.handover.awaited is not None and not sitting.dice.hidden:
            self.did.add("gate")
            await self.open_gate()
        elif sitting.dice.hidden or sitting.battles.waits or self.screen.view.warning.has_class("-shown"):
            await self.read_on()
        elif not ("go" not in self.did and await self.go()):
            row = self.next_row()
            if row is None:
                await self.read_on()
            else:
                await self.give(row)

    def next_row(self) -> Row | None:
        """What is proposed, a few times; else the end of the phase; else whatever comes first."""
        rows = [row for row in self.screen.view.decision.rows if not is_heading(row) and not row.denied]
        first = [row for row in rows if FIRST_KEY in (row.key, row.also)]
        ends = [row for row in rows if row.key == END_KEY]
        if first and (self.taken < PROPOSALS or not ends):
            self.taken += 1
            self.did.add("commit" if first[0].commits else "proposal")
            return first[0]
        self.did |= {"end"} if ends else set()
        return next(iter([*ends, *rows]), None)

    def selectable(self) -> str | None:
        """A space in view with units that can be selected."""
        view = self.screen.view
        here = (space for space in self.screen.sitting.selecting.unmoved() if space in view.map.spaces_in_view)
        return next((space for space in here if self.screen.sitting.own_units(space)), None)

    def goal(self) -> str | None:
        """An empty space in view to which what is selected goes without dice or a fight."""
        selecting, map_ = self.screen.sitting.selecting, self.screen.view.map
        held = {*self.screen.sitting.standing.values()}
        calm = (
            to for to, ways in (selecting.ways or {}).items()
            if to not in held and not ways[0].fights and not ways[0].declares
        )  # fmt: skip
        return next((to for to in calm if to in map_.spaces_in_view), None)

    async def selected(self) -> str | None:
        """Where what was just selected can go, once that is worked out."""
        for _ in range(100):
            if self.screen.sitting.selecting.ways is not None:
                break
            await self.pilot.pause(0.05)
        return self.goal()

    async def leave_page(self) -> None:
        raise NotImplementedError

    async def open_gate(self) -> None:
        raise NotImplementedError

    async def read_on(self) -> None:
        raise NotImplementedError

    async def go(self) -> bool:
        raise NotImplementedError

    async def give(self, row: Row) -> None:
        raise NotImplementedError


class Mouse(Player):
    """Touches no key."""

    def spot_of(self, wanted: re.Pattern[str]) -> tuple[int, int] | None:
        """A cell of the screen that carries out an action."""
        for y, strip in enumerate(self.pilot.app.screen._compositor.render_strips()):
            x = 0
            for segment in strip:
                if segment.style and wanted.search(str(segment.style.meta.get("@click", ""))):
                    return x, y
                x += segment.cell_length
        return None

    async def act(self, wanted: str) -> bool:
        """Click what carries out an action, if anything does."""
        found = self.spot_of(re.compile(wanted))
        if found is not None:
            await self.pilot.hover(offset=found)
            await self.pilot.click(offset=found)
        return found is not None

    async def leave_page(self) -> None:
        self.did.add("page")
        assert await self.act(AWAY.pattern), self.pilot.app.screen

    async def open_gate(self) -> None:
        if self.screen.query_one(Gate).display:
            await self.pilot.click(Gate)
        else:
            assert await self.act(r"screen\.take_over")

    async def read_on(self) -> None:
        for name in ON:
            if await self.act(rf"screen\.{name}\b"):
                self.did.add("dice" if name == "battle_next" else name)
                return
        raise AssertionError(f"nothing to click: {self.screen.view.bar.words}")

    async def go(self) -> bool:
        start = self.selectable()
        if start is None:
            return False
        await self.pilot.click(MapWidget, offset=spot(self.screen.view.map, start))
        await self.pilot.pause(0.1)
        to = await self.selected()
        self.did.add("go")
        if to is not None:
            before = self.screen.session.newest
            await self.pilot.click(MapWidget, offset=spot(self.screen.view.map, to))
            await self.pilot.pause(0.1)
            assert self.screen.session.newest > before
        return True

    async def give(self, row: Row) -> None:
        listed = self.screen.query_one(DecisionList)
        number = self.screen.view.decision.rows.index(row)
        for _ in range(60):
            lines = [y for y, (option, _) in enumerate(listed._lines) if option == number]
            y = lines[0] - round(listed.scroll_offset.y)
            if 0 <= y < listed.size.height:
                break
            wheel = MouseScrollDown if y > 0 else MouseScrollUp
            await self.pilot._post_mouse_events([wheel], DecisionList, (3, 1))
        # No mouse clicks where it has not been before.
        await self.pilot.hover(DecisionList, offset=(3, y))
        await self.pilot.pause(0.02)
        await self.pilot.click(DecisionList, offset=(3, y))


class Keys(Player):
    """Touches no mouse."""

    async def leave_page(self) -> None:
        self.did.add("page")
        await self.pilot.press("escape")

    async def open_gate(self) -> None:
        await self.pilot.press((self.screen.sitting.handover.awaited or "")[0].upper())

    async def read_on(self) -> None:
        self.did.add("dice")
        warned = self.screen.view.warning.has_class("-shown")
        await self.pilot.press(END_KEY if warned else "space")

    async def go(self) -> bool:
        start = self.selectable()
        if start is None:
            return False
        await self.pilot.press("n")
        await self.pilot.pause(0.2)
        to = await self.selected()
        self.did.add("go")
        if to is not None:
            await self.pilot.press("f")
            await self.pilot.pause(0.1)
            labels = [label for label, space in self.screen.view.jumps.labels.items() if space == to]
            before = self.screen.session.newest
            await self.pilot.press(*(labels[0] if labels else ("escape",)))
            await self.pilot.press("enter")
            await self.pilot.pause(0.1)
            assert self.screen.session.newest > before or not labels
        return True

    async def give(self, row: Row) -> None:
        if row.key:
            await self.pilot.press(row.key)
            return
        while not self.screen.query_one(DecisionList).has_focus:
            await self.pilot.press("tab")
        await self.pilot.press("home", "enter")


def table(scenario: str, folder: Path) -> WargameApp:
    """An app whose player has seen every guide."""
    write_settings(folder / "settings.yaml", Settings(guided=",".join(title_ids())))
    return WargameApp(scenario, seed=3, saves=folder / "saves", config=folder / "settings.yaml", cache=folder / "cache")


@pytest.mark.parametrize("scenario", SHORT)
async def test_a_turn_by_the_mouse_alone(tmp_path: Path, scenario: str) -> None:
    app = table(scenario, tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        screen, _ = await at_table(pilot)
        player = Mouse(pilot, screen)
        assert await player.act(r"screen\.help")
        await pilot.pause(0.1)
        assert app.screen is not screen
        await player.leave_page()
        await pilot.pause(0.1)
        await player.turn(LONG.get(scenario, MOST + 1))
        assert "end" in player.did or "proposal" in player.did
        assert scenario not in LONG or {"gate", "go", "commit", "end"} <= player.did
        while app.screen is not screen:
            await player.leave_page()
            await pilot.pause(0.1)
        assert await player.act(r"screen\.leave")
        await pilot.pause(0.3)
        assert app.screen is not screen


@pytest.mark.parametrize("scenario", SHORT)
async def test_a_turn_by_keys_alone(tmp_path: Path, scenario: str) -> None:
    app = table(scenario, tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        screen, _ = await at_table(pilot)
        player = Keys(pilot, screen)
        await pilot.press("question_mark")
        await pilot.pause(0.1)
        assert app.screen is not screen
        await player.leave_page()
        await player.turn()
        while app.screen is not screen:
            await player.leave_page()
            await pilot.pause(0.1)
        await pilot.press("q")
        await pilot.pause(0.3)
        assert app.screen is not screen
