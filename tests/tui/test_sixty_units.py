"""A whole player turn at the real table, by keys and clicks alone: sixty units moved, every good attack fought."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.tui.inputs import SIZE, spot
from tests.tui.test_table import at_table, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.table.handover import gate_key
from wargame_tui.tui.table.listing import FIRST_KEY
from wargame_tui.tui.widgets.decision_pane import DecisionPane

UNITS, INPUTS, ATTACKS = 60, 200, 5
BAD = ("1-3", "1-2")
"""Odds at which nobody attacks."""


class Player:
    """Presses and clicks, and counts both."""

    def __init__(self, pilot: Pilot[Any], screen: TableScreen, session: Session) -> None:
        self.pilot, self.screen, self.session = pilot, screen, session
        self.inputs = 0

    async def press(self, key: str) -> None:
        """A key."""
        self.inputs += 1
        await self.pilot.press(key)
        await self.pilot.pause()

    async def click(self, space: str) -> None:
        """A click on a space in view: `pilot.click` would click again on what has come up there meanwhile."""
        self.inputs += 1
        at = spot(self.screen.view.map, space)
        await self.pilot.mouse_down(MapWidget, offset=at)
        await self.pilot.mouse_up(MapWidget, offset=at)
        await self.pilot.pause(0.03)

    def in_view(self, space: str) -> bool:
        """Whether a space can be clicked: no battle or band lies over it."""
        map_ = self.screen.view.map
        if space not in map_.layout_now.boxes:
            return False
        x, y = spot(map_, space)
        if not (0 < x < map_.size.width - 1 and 0 < y < map_.size.height - 1):
            return False
        return self.screen.get_widget_at(map_.region.x + x, map_.region.y + y)[0] is map_

    @property
    def kind(self) -> str:
        """What is decided."""
        return str(self.session.state.stack[-1].kind)

    async def move(self) -> None:
        """`n` for the nearest stack that has not moved, a click on the goal nearest to the front, or Space."""
        mine = self.screen.sitting.selecting
        while len(self.session.state.now.movers) < UNITS:
            await self.press("n")
            await until(self.pilot, lambda: mine.units and mine.ways is not None and not mine.resting)
            ways = [mine.known_way(to) for to in mine.ways or ()]
            seen = [way for way in ways if way is not None and not way.warning and self.in_view(way.to)]
            if seen:
                await self.click(max(seen, key=lambda way: (way.fights, way.to)).to)
            else:
                await self.press("space")

    async def end_movement(self) -> None:
        """The end, and what the end of the phase asks."""
        await self.press("E")
        while self.kind in ("moving", "movement", "too_many"):
            await self.press("E" if self.kind != "too_many" else FIRST_KEY)

    async def fight(self) -> int:
        """Every good attack and what follows, as proposed; how many there were."""
        fought = set[str]()
        while self.session.state.now.side == "German" and self.kind not in ("movement", "traffic", "status"):
            handover = self.screen.sitting.handover
            # A person does not press before he has seen whose decision it is.
            await until(self.pilot, lambda: not self.screen.sitting.handover.has_just_passed)
            if self.screen.playing.waits_for_space:
                await self.press("space")
            elif handover.awaited is not None:
                await self.press(gate_key(self.session.title.sides, handover.awaited))
                await until(self.pilot, lambda: not self.screen.sitting.handover.has_just_passed)
            elif self.kind == "combat":
                good = self.good(fought)
                if not good:
                    return len(fought)
                fought.add(await self.attack(good))
            else:
                rows = self.screen.query_one(DecisionPane).rows
                await self.press(FIRST_KEY if any(row.key == FIRST_KEY for row in rows) else "E")
        return len(fought)

    def good(self, fought: set[str]) -> Mapping[str, str]:
        """Hexes where an attack is worth it, with their odds."""
        odds = self.session.title.gestures.odds_at(self.session.state)
        return {space: column for space, column in odds.items() if column not in BAD and space not in fought}

    async def attack(self, good: Mapping[str, str]) -> str:
        """A click on an enemy in view, or `n` until the cursor is on one and Enter."""
        near = next((space for space in sorted(good) if self.in_view(space)), None)
        if near is not None:
            await self.click(near)
            return near
        while self.screen.view.map.cursor not in good:
            await self.press("n")
        here = self.screen.view.map.cursor
        assert here is not None
        await self.press("enter")
        return here


async def test_a_turn_of_sixty_units_at_the_table(tmp_path: Path) -> None:
    write_settings(tmp_path / "settings.yaml", Settings(guided="ardennes_44"))
    app = WargameApp(
        "ardennes_44/campaign", seed=3, saves=tmp_path / "s", config=tmp_path / "settings.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=SIZE) as pilot:
        screen, session = await at_table(pilot)
        session.apply("historical")
        session.apply("end")
        screen.sitting.handover.settle(session)
        screen.cursor.sit_down()
        await pilot.pause()
        player = Player(pilot, screen, session)
        await player.move()
        await player.end_movement()
        moving = player.inputs
        attacks = await player.fight()
        print(f"{moving} inputs to move {UNITS} units, {player.inputs} with {attacks} attacks")
        assert attacks >= ATTACKS, "it was a turn with combats"
        assert 50 < moving < player.inputs <= INPUTS
