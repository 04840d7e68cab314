"""Pictures of screens as text: what a player sees at fixed sizes, seeds and moments, kept in `tests/tui/pictures`.

    python -m tests.tui.pictures [NAME ..]

takes them anew, all or those named. Only this command writes them; look at the difference before you commit it.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot
from textual.scrollbar import ScrollBar, ScrollBarRender

from tests.tui.test_table import notice, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.charts import ChartsScreen
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.invite import InviteScreen
from wargame_tui.tui.screens.look_up import LookUpScreen
from wargame_tui.tui.screens.mail import MailScreen
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.screens.sources import SourcesScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.settings import Settings, write_settings
from wargame_tui.tui.widgets.guide_band import GuideBand
from wargame_tui.tui.widgets.pages import PAGES
from wargame_tui.tui.widgets.rule_text import RuleTable

FOLDER = Path(__file__).with_name("pictures")
SEED = 3
SIZE = (140, 45)
TIGERS = "tigers_in_the_mist/seventh_army"
TABLES = {
    "tigers": TIGERS,
    "montys": "montys_gamble/basic",
    "ardennes": "ardennes_44/three_days",
    "liberty": "liberty_roads/cobra",
    "pacific": "pacific_commander/1942",
    "desert": "desert_commander/france_1940",
}
ATTACK = "move 915/352V; with 914/352V; with 916/352V; to 20; end"
"""A first impulse that ends in a battle."""


class Smooth(ScrollBarRender):
    """Scroll bars without the signs for part of a cell, which say how far a layout has come and little else."""

    VERTICAL_BARS = HORIZONTAL_BARS = [" "] * 8


Pose = Callable[[Pilot[Any]], Awaitable[None]]


def shown(app: WargameApp) -> str:
    """The screen as lines of characters, without colours."""
    return "".join(f"{strip.text.rstrip()}\n" for strip in app.screen._compositor.render_strips())


async def at(pilot: Pilot[Any], screen: type[Any]) -> Any:
    """A kind of screen, once it is on top."""
    await until(pilot, lambda: isinstance(pilot.app.screen, screen) and pilot.app.screen.is_mounted)
    return pilot.app.screen


async def chooser(pilot: Pilot[Any]) -> None:
    """The program without arguments."""
    screen = await at(pilot, ChooserScreen)
    await until(pilot, lambda: "Enter" in notice(screen))
    await until(pilot, lambda: bool(screen.query("Thumbnail")))


async def table(pilot: Pilot[Any]) -> None:
    """A game at its beginning."""
    await at(pilot, TableScreen)


async def help_(pilot: Pilot[Any]) -> None:
    """Help at the table."""
    await table(pilot)
    await pilot.press("question_mark")
    await at(pilot, HelpScreen)


async def sources(pilot: Pilot[Any]) -> None:
    """Where the numbers come from, of the space and the units under the cursor."""
    await table(pilot)
    await pilot.press("s")
    await at(pilot, SourcesScreen)


async def rule(pilot: Pilot[Any]) -> None:
    """A rule that is a table."""
    screen = await at(pilot, TableScreen)
    pilot.app.push_screen(RuleScreen(screen.session.title.rulebook(), "T1", "Tigers in the Mist"))
    screen = await at(pilot, RuleScreen)
    await until(pilot, lambda: screen.query(RuleTable))


async def typed(pilot: Pilot[Any], line: str) -> TableScreen:
    """Commands given by name."""
    screen: TableScreen = await at(pilot, TableScreen)
    await pilot.press("colon", *line, "enter")
    await at(pilot, TableScreen)
    return screen


async def handover(pilot: Pilot[Any]) -> None:
    """The other side has to decide and has not taken over."""
    await typed(pilot, ATTACK)


async def battle(pilot: Pilot[Any]) -> None:
    """A battle whose dice have been rolled and are covered."""
    screen = await typed(pilot, ATTACK)
    for _ in range(12):
        if screen.has_class("-covered"):
            return
        await until(pilot, lambda: not screen.sitting.handover.has_just_passed)
        if screen.sitting.handover.awaited:
            screen.playing.take_over()
            await until(pilot, lambda: not screen.sitting.handover.has_just_passed)
        screen.playing.give(screen.session.choices()[0].command)
        await pilot.pause()
    raise AssertionError("no dice were rolled")


async def invitation(pilot: Pilot[Any]) -> None:
    """The form of a game by mail."""
    await chooser(pilot)
    await pilot.press("m")
    await at(pilot, MailScreen)
    await pilot.press("n")
    await at(pilot, InviteScreen)


def page(name: str) -> Pose:
    """A page over the table."""

    async def opened(pilot: Pilot[Any]) -> None:
        await table(pilot)
        await pilot.press(PAGES[name].key)
        await at(pilot, ChartsScreen if name == "charts" else LookUpScreen)

    return opened


LOOKED_UP = {
    "battle_order": "first_command/mortain",
    "calendar": "montys_gamble/basic",
    "victory": "ardennes_44/three_days",
    "charts": "first_command/mortain",
    "hand": "liberty_roads/cobra",
}
"""Pages, each of a title."""
POSES: dict[str, tuple[str | None, Pose]] = {
    "chooser": (None, chooser),
    "mail_invite": (None, invitation),
    "help": (TIGERS, help_),
    "sources": (TIGERS, sources),
    "rule": (TIGERS, rule),
    "handover": (TIGERS, handover),
    "battle": (TIGERS, battle),
    **{f"page_{name}": (scenario, page(name)) for name, scenario in LOOKED_UP.items()},
    **{f"table_{name}": (scenario, table) for name, scenario in TABLES.items()},
}
"""What is pictured: a scenario, if one is played, and the way to the moment."""


async def taken(name: str) -> str:
    """A picture, once the screen stands still."""
    scenario, pose = POSES[name]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        write_settings(home / "settings.yaml", Settings(glyphs="full", palette="truecolor"))
        app = WargameApp(scenario, SEED, saves=home / "saves", config=home / "settings.yaml", cache=home / "cache")
        with patch.object(ScrollBar, "renderer", Smooth), patch.object(GuideBand, "BY_ITSELF", False):
            async with app.run_test(size=SIZE) as pilot:
                await pose(pilot)
                last = ""
                while last != (last := shown(app)):
                    await pilot.pause(0.3)
                return last


def path_of(name: str) -> Path:
    """Where a picture lies."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Take the pictures that the command line names."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or POSES:
        path_of(name).write_text(asyncio.run(taken(name)), "utf-8")
        print(path_of(name))


if __name__ == "__main__":
    main()
