"""The guides of the titles, played through on the real table: pressing what a step says leads on to the next."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.test_table import at_table
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.table.handover import HASTE, gate_key
from wargame_tui.tui.widgets.guide_band import GuideBand
from wargame_tui.tui.words import key_name

SIZES = [(80, 24), (140, 45)]
ON, MOST = "...", 150
"""What is pressed as often as it takes, and how often that is at most."""
KEYS = {
    "full_stop",
    "enter",
    "escape",
    "space",
    "tab",
    "question_mark",
    "plus",
    "minus",
    "semicolon",
    "up",
    "down",
    "left",
    "right",
}


def guide_of(name: str) -> Any:
    title = find_title(name)
    assert isinstance(title, BoardTitle)
    guide = title.guide()
    assert guide is not None, f"{name} has no guide"
    return guide


def keys_of(pressed: str) -> list[str]:
    """A key by its name, or the letters of what is typed."""
    if len(pressed) == 1 or pressed in KEYS or (pressed[0] == "f" and pressed[1:].isdigit()) or "+" in pressed:
        return [pressed]
    return ["space" if letter == " " else letter for letter in pressed]


async def settled(pilot: Pilot[Any]) -> None:
    for _ in range(4):
        await pilot.pause(0.03)


def step_now(screen: TableScreen) -> int:
    """The number of the step in hand; 0 once the guide is over."""
    band = screen.query_one(GuideBand)
    return int(str(band.render()).split()[1].partition("/")[0]) if band.has_class("-shown") else 0


async def go_on(pilot: Pilot[Any], screen: TableScreen, number: int) -> None:
    """Take what is proposed, see the dice, hand over, until the guide goes on from a step."""
    for _ in range(MOST):
        if step_now(screen) != number:
            return
        handover, sitting = screen.sitting.handover, screen.sitting
        if sitting.dice.hidden:
            await pilot.press("space")
        elif handover.awaited is not None:
            await pilot.press(gate_key(sitting.session.title.sides, handover.awaited))
        else:
            while handover.has_just_passed:
                await pilot.pause(0.05)
            await pilot.press("0")
        await settled(pilot)


@pytest.mark.parametrize("name", title_ids())
def test_every_title_has_a_guide_of_ten_steps_or_more(name: str) -> None:
    guide = guide_of(name)
    assert 10 <= len(guide.steps) <= 14
    names = {info.id.partition("/")[2] for info in find_title(name).scenarios()}
    assert guide.start in names
    assert set(guide.favoured) <= names
    for step in guide.steps:
        assert step.press, step.text
        for pressed in step.press:
            if pressed == ON:
                assert "0 and Space ..." in step.text or "0 commits" in step.text
                continue
            word = key_name(pressed) if pressed in KEYS or "+" in pressed else pressed
            word = word.upper() if word[0] == "f" and word[1:].isdigit() else word
            assert word in step.text, f"`{word}` is pressed, but not named: {step.text}"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seed", [3, 11])
@pytest.mark.parametrize("name", title_ids())
async def test_a_guide_leads_on_step_by_step(name: str, seed: int, size: tuple[int, int], tmp_path: Path) -> None:
    guide = guide_of(name)
    app = WargameApp(
        f"{name}/{guide.start}", seed=seed, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=size) as pilot:
        screen, session = await at_table(pilot)
        for number, step in enumerate(guide.steps, 1):
            await settled(pilot)
            assert step_now(screen) == number, f"{step.text}: {session.prompt.text}"
            for pressed in step.press:
                if pressed == ON:
                    await go_on(pilot, screen, number)
                    continue
                if pressed == "E":
                    await pilot.pause(HASTE)  # The key that ends is not taken in haste.
                await pilot.press(*keys_of(pressed))
                await settled(pilot)
            bar = screen.view.bar.words
            assert step_now(screen) == (number + 1) % (len(guide.steps) + 1), (
                f"{step.text}\n{session.prompt.text}\n{bar}\n{screen.view.map.cursor} {screen.sitting.selecting.units}"
                f" {[e.text for e in session.game.entries[-4:]]} {app.screen}"
            )
