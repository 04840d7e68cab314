"""The app in a real browser, with keys and mouse; skipped where there is no browser, or no textual-serve."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui import browser
from wargame_tui import cli

PATIENCE = 60
ENTRY = (100, 99)
"""Where the chooser lists First Command's scenario for newcomers in a page of 1280 by 800, in pixels."""


def test_without_its_package_the_remedy_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    assert cli.main(["serve"]) == 1
    assert "pip install 'wargame-tui[serve]'" in capsys.readouterr().err


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something is the case. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.2)


def answers(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.skipif(browser.found() is None, reason="no browser on this machine (WARGAME_TUI_BROWSER names one)")
async def test_a_game_is_played_in_a_browser_by_keys_and_mouse(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "CACHE", "STATE", "DATA")}
    saves = tmp_path / "saves"
    command = [sys.executable, "-m", "wargame_tui", "serve", "--port", str(port)]
    quiet = asyncio.subprocess.DEVNULL
    env = {**os.environ, **homes, "WARGAME_TUI_SAVES": str(saves)}
    server = await asyncio.create_subprocess_exec(*command, env=env, stdout=quiet, stderr=quiet)
    try:
        await until(lambda: answers(port))
        async with browser.opened(str(browser.found()), f"http://127.0.0.1:{port}/") as page:
            await _play(page, saves)
    finally:
        server.terminate()
        await server.wait()


async def _play(page: browser.Page, saves: Path) -> None:
    """Choose a game by mouse, begin it and move a unit by keys, until the save has the move."""
    async with asyncio.timeout(PATIENCE):
        while not await page.value("document.body.classList.contains('-first-byte')"):
            await asyncio.sleep(0.2)
        await asyncio.sleep(1)
        drawn = await page.picture()
        while not list(saves.glob("*.journal")):
            await page.click(*ENTRY)
            await asyncio.sleep(1)
            await page.key("Enter")
            for key in ("5", "1"):
                await asyncio.sleep(4)
                await page.key(key)
            await asyncio.sleep(1)
    assert await page.picture() != drawn
    assert '"German", "move ' in next(saves.glob("*.journal")).read_text()
