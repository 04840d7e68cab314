"""A headless browser of the machine, driven by its own protocol: keys, mouse, pictures. Nothing to be installed."""

import asyncio
import base64
import contextlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0")


def found() -> str | None:
    """The browser, as `WARGAME_TUI_BROWSER` says or as the path has one; None if there is none."""
    return os.environ.get("WARGAME_TUI_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """An open page."""

    def __init__(self, socket: Any) -> None:
        self._socket, self._count = socket, 0

    async def ask(self, method: str, **parameters: Any) -> Any:
        """What the browser answers to a call of its protocol."""
        self._count += 1
        await self._socket.send_json({"id": self._count, "method": method, "params": parameters})
        while True:
            told = await self._socket.receive_json(timeout=20)
            if told.get("id") == self._count:
                return told.get("result", {})

    async def key(self, key: str, text: str = "") -> None:
        """Press a key: `Enter`, `ArrowDown`, or a character."""
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9}
        text = text or ("\r" if key == "Enter" else key if len(key) == 1 else "")
        code = codes.get(key, ord(key[0].upper()))
        told = {"key": key, "code": key, "windowsVirtualKeyCode": code, **({"text": text} if text else {})}
        await self.ask("Input.dispatchKeyEvent", type="keyDown", **told)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    async def click(self, x: float, y: float) -> None:
        """Click at a point of the page, in pixels."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def picture(self) -> bytes:
        """The page as a PNG."""
        return base64.b64decode((await self.ask("Page.captureScreenshot"))["data"])

    async def value(self, script: str) -> Any:
        """What a script on the page comes to."""
        return (await self.ask("Runtime.evaluate", expression=script, returnByValue=True))["result"].get("value")


@contextlib.asynccontextmanager
async def opened(browser: str, address: str, size: tuple[int, int] = (1280, 800)) -> AsyncIterator[Page]:
    """A page at an address, in a browser of its own."""
    import aiohttp

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        window = f"--window-size={size[0]},{size[1]}"
        process = await asyncio.create_subprocess_exec(
            browser, *_FLAGS, window, f"--user-data-dir={profile}", "about:blank", stderr=asyncio.subprocess.PIPE
        )
        try:
            assert process.stderr is not None
            row = b""
            while b"DevTools listening on " not in row:
                row = await asyncio.wait_for(process.stderr.readline(), 30)
                if not row:
                    raise OSError("the browser does not start")
            port = row.decode().split("://")[1].partition("/")[0].rpartition(":")[2]
            async with aiohttp.ClientSession() as client:
                async with client.get(f"http://127.0.0.1:{port}/json") as answer:
                    pages = [page for page in await answer.json() if page["type"] == "page"]
                async with client.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                    page = Page(socket)
                    await page.ask("Page.enable")
                    await page.ask("Page.navigate", url=address)
                    yield page
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
