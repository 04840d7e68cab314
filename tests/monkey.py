"""A player who presses random keys and clicks anywhere; after every step the table has to be what it promises.

    python -m tests.monkey [TITLE/SCENARIO ...] [--steps 2000] [--sizes 80x24,140x45,200x60] [--seed 1]

Prints what broke which promise, with the seed and the last steps that led there; exit status 1 if anything did.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from textual.events import MouseMove
from textual.pilot import OutOfBounds, Pilot

from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.table.handover import gate_key
from wargame_tui.tui.widgets.text import Words

SIZES = ((80, 24), (140, 45), (200, 60))
SCENARIOS = (
    "tigers_in_the_mist/seventh_army",
    "montys_gamble/basic",
    "ardennes_44/three_days",
    "liberty_roads/cobra",
    "pacific_commander/1942",
    "desert_commander/france_1940",
)
DECIDING = ("enter", *"0123456789", *"ABCDGHIJKLMORSTUVWXYZ", "E")
"""Keys that may give a command at the table."""
MOVING = ("up", "down", "left", "right", "n", "N", "tab", "shift+tab", "full_stop", "comma", "home", "end", "pagedown")
LOOKING = (
    "w", "r", "question_mark", "f1", "f2", "left_square_bracket", "right_square_bracket", "left_curly_bracket",
    "right_curly_bracket", "left_parenthesis", "right_parenthesis", "g", "f", "v", "o", "plus", "minus", "b", "p",
    "t", "c", "d", "l", "k", "x", "m", "colon", "slash", "backspace", "a", "i", "y", "P", "less_than_sign",
    "f3", "f4", "f5", "f6", "f7", "f8", "f9", "e", "h", "s", "z", "Q", "ctrl+e",
)  # fmt: skip
HANDLING = ("j", "semicolon", "space", "n", "escape", "asterisk")
"""Keys that may put down what is in hand, lead it on, or answer as before; they never roll dice."""
TYPED = ("end", "move", "15", "bast", "; ", "undo", "set", "%")
"""Words typed where a line is open; nonsense at the table."""
MOST_AWAY = 25
"""Steps after which a player who is elsewhere comes back to the table."""
REMEMBERED = 25
"""Steps told with a finding."""


@dataclass(frozen=True)
class Seen:
    """What matters of the table before a step."""

    newest: int
    side: str | None
    dice: int
    waiting: bool
    """Dice are covered, the other side has not taken over, or the past is on view: nothing may be decided."""
    at_table: bool
    asked: bool = False
    """A question is open that `y` answers."""


@dataclass
class Monkey:
    """One game, driven at random."""

    scenario: str
    size: tuple[int, int]
    steps: int
    seed: int
    findings: list[str] = field(default_factory=list)
    given: int = 0
    """Commands carried out."""
    _away: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.scenario} {self.size} {self.seed}")
        self._last: deque[str] = deque(maxlen=REMEMBERED)

    async def play(self) -> None:
        """All steps; stops at an exception, which ends the app."""
        with tempfile.TemporaryDirectory() as name:
            home = Path(name)
            app = WargameApp(
                self.scenario, self.seed, saves=home / "saves", config=home / "settings.yaml", cache=home / "cache"
            )
            try:
                async with app.run_test(size=self.size) as pilot:
                    await pilot.pause(0.5)
                    for _ in range(self.steps):
                        if not await self._step(app, pilot):
                            break
            except Exception:
                self._report("exception", traceback.format_exc(limit=-6))

    async def _step(self, app: WargameApp, pilot: Pilot[Any]) -> bool:
        before = _seen(app)
        self._away = 0 if before.at_table else self._away + 1
        if self._away > MOST_AWAY:
            await self._come_back(app, pilot)
            return True
        did = await self._act(app, pilot)
        self._last.append(did)
        await pilot.pause()
        if app._exception is not None or not app.is_running:
            self._report("exception" if app._exception else "the app has ended", repr(app._exception))
            return False
        self.given += max(0, _seen(app).newest - before.newest)
        for wrong in _wrong(app, before, did):
            self._report(wrong, "")
        return True

    async def _act(self, app: WargameApp, pilot: Pilot[Any]) -> str:
        pick = self._random.random()
        width, height = app.size
        if pick < 0.02:
            size = self._random.choice([self.size, *SIZES, (60, 20), (100, 30)])
            await pilot.resize_terminal(*size)
            return f"resize {size[0]}x{size[1]}"
        if pick < 0.16:
            at = self._random.randrange(width), self._random.randrange(height)
            if pick < 0.04:
                return await self._drag(pilot, at)
            times = self._random.choice((1, 1, 1, 2, 3))
            try:
                await pilot.click(offset=at, times=times)
            except OutOfBounds:
                return "click outside"
            return f"click {at[0]},{at[1]} x{times}"
        if pick < 0.18:
            await pilot.press("ctrl+p")
            keys = self._random.choices(("pagedown", "pageup", "down", "end", "s", "e", "escape", "enter"), k=3)
            await pilot.press(*keys)
            return f"ctrl+p {' '.join(keys)}"
        if pick < 0.20:
            word = self._random.choice(TYPED)
            await pilot.press(*word)
            return f"type {word!r}"
        if pick < 0.205 and _table(app) is not None:  # In the chooser it ends the program.
            await pilot.press("q")
            return "q"
        key = self._key(app)
        await pilot.press(key)
        return key

    async def _drag(self, pilot: Pilot[Any], at: tuple[int, int]) -> str:
        """Pull something a little way with the left button, and let go there."""
        to = at[0] + self._random.randint(-25, 25), at[1] + self._random.randint(-8, 8)
        try:
            await pilot.mouse_down(offset=at)
            await pilot._post_mouse_events([MouseMove], None, to, button=1)
            await pilot.mouse_up(offset=to)
        except OutOfBounds:
            await pilot.mouse_up(offset=at)
            return "drag outside"
        return f"drag {at[0]},{at[1]} to {to[0]},{to[1]}"

    def _key(self, app: WargameApp) -> str:
        """A key: mostly one that has a meaning where the player is."""
        table, pick = _table(app), self._random.random()
        if table is None:
            return "escape" if pick < 0.5 else self._random.choice((*DECIDING, *MOVING, *LOOKING, "space"))
        if pick < 0.7 and (table.sitting.dice.hidden or table.sitting.handover.awaited):
            opens = gate_key(table.session.title.sides, table.sitting.handover.awaited or "")
            able: list[str] = ["space", "enter", opens, opens, opens, *self._random.choices(DECIDING, k=2)]
            return self._random.choice(able)
        if pick < 0.5 and (keys := sorted(table.view.decision.keys)):
            return self._random.choice(keys)
        kinds: list[tuple[str, ...]] = [DECIDING, MOVING, LOOKING, (*HANDLING, "enter")]
        return self._random.choice(self._random.choices(kinds, (3, 4, 2, 3))[0])

    async def _come_back(self, app: WargameApp, pilot: Pilot[Any]) -> None:
        """Back to the table, out of whatever screen; from the chooser into the game that was played last."""
        self._last.append("come back")
        for _ in range(8):
            if isinstance(app.screen, TableScreen | ChooserScreen):
                break
            await pilot.press("escape")
            await pilot.pause()
        if isinstance(app.screen, ChooserScreen):
            await pilot.press("home", "enter")
            await pilot.pause(0.5)
        if isinstance(app.screen, TableScreen) and app.screen.session.viewed is not None:
            await pilot.press("escape")
        self._away = 0

    def _report(self, what: str, more: str) -> None:
        size = f"{self.size[0]}x{self.size[1]}"
        steps = " | ".join(self._last)
        self.findings.append(f"{self.scenario} {size} seed {self.seed}: {what}\n  after: {steps}\n{more}")


def _table(app: WargameApp) -> TableScreen | None:
    return app.screen if isinstance(app.screen, TableScreen) else None


def _below(app: WargameApp) -> TableScreen | None:
    """The table, also when something lies over it."""
    return next((screen for screen in app.screen_stack if isinstance(screen, TableScreen)), None)


def _seen(app: WargameApp) -> Seen:
    table = _below(app)
    if table is None:
        return Seen(0, None, 0, True, False)
    session = table.session
    waiting = bool(table.sitting.dice.hidden or table.sitting.handover.awaited or session.viewed is not None)
    at_table, asked = _table(app) is not None, isinstance(app.screen, ConfirmScreen)
    return Seen(session.newest, session.side, session.game.state.dice.count, waiting, at_table, asked)


def _wrong(app: WargameApp, before: Seen, did: str) -> Iterator[str]:
    """The promises that the table does not keep after a step."""
    below, table = _below(app), _table(app)
    if below is not None and before.side is not None and below.session.newest > before.newest:
        yield from _wrong_command(below, before, did)
    if table is not None and table.is_mounted and not table.time.is_settling:
        yield from _wrong_table(table)


def _wrong_command(table: TableScreen, before: Seen, did: str) -> Iterator[str]:
    game = table.session.game
    given = game.entries[before.newest :]
    standing = table.session.standing.told
    if any(entry.side != before.side and n not in standing for n, entry in enumerate(given, before.newest)):
        yield f"a key reached a side that was not asked: {[(entry.side, entry.text) for entry in given]}"
    if before.waiting and not did.startswith("ctrl+p"):
        yield f"{did} decided though dice were covered, the side had not taken over, or the past was on view"
    decides = did in (*DECIDING, *HANDLING) or did.startswith(("click", "drag", "ctrl+p", "type"))
    if not decides and not before.asked and not isinstance(table.app.screen, ConfirmScreen):
        yield f"{did} decided: {[entry.text for entry in given]}"
    if did in HANDLING and game.state.dice.count != before.dice:
        yield f"{did} rolled dice: {given[-1].text}"


def _wrong_table(table: TableScreen) -> Iterator[str]:
    session, pane = table.session, table.view.decision
    if session.viewed is None and not table.sitting.dice.hidden:
        legal = [command.notation() for command in session.game.legal()] if session.deciding else []
        if [choice.notation for choice in table.sitting.picking.choices] != legal:
            yield "the table's commands are not the legal ones"
        if table.sitting.handover.awaited is None and legal and not pane.rows:
            yield "the list is empty though there are commands"
        if table.sitting.handover.awaited is not None and (pane.rows or session.side != table.sitting.handover.awaited):
            yield "the list is open though the side that decides has not taken over"
        words = str(table.query_one("#prompt", Words).render())
        if session.prompt.text.split("(")[0].strip()[:20] not in words:
            yield f"the prompt says {words!r}, not {session.prompt.text!r}"
        if table.view.map.scene != table.sitting.losses.marked(session, session.pieces(session.state)):
            yield "the map shows another state"
    if table.sitting.dice.hidden and session.viewed is None and pane.rows:
        yield "commands are listed while dice are covered"
    listed = pane.listed
    if listed.option_count != len(pane.rows):
        yield "the list does not show its rows"
    if listed.display and pane.display and pane.region.height and not listed.visible:
        yield "the list is hidden"
    if any(row.choice is not None and row.choice not in table.sitting.picking.choices for row in pane.rows):
        yield "the list offers what is not legal"
    if table.view.map.cursor is not None and table.view.map.cursor not in table.view.map.layout_now.boxes:
        yield "the cursor is nowhere"


def run(scenarios: Sequence[str], sizes: Sequence[tuple[int, int]], steps: int, seed: int) -> list[str]:
    """Let it play every scenario at every size; what it found."""
    found: list[str] = []
    for scenario in scenarios:
        for size in sizes:
            begun, monkey = monotonic(), Monkey(scenario, size, steps, seed)
            asyncio.run(monkey.play())
            found += monkey.findings
            took = f"{steps} steps, {monkey.given} commands, {monotonic() - begun:.0f} s"
            print(f"{scenario} {size[0]}x{size[1]}: {took}, {len(monkey.findings)} findings", flush=True)
            for finding in monkey.findings[:5]:
                print(f"  {finding}", flush=True)
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in asked.sizes.split(",")]
    return int(bool(run(asked.scenarios, sizes, asked.steps, asked.seed)))  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main())
