"""The app in a browser, by `textual-serve`: every page that is opened is a program of its own on this machine.

Whoever can open the page plays as the user who serves it, with his saves and letters: it listens at this machine only
unless told otherwise, and has no password of its own.
"""

import sys
from shlex import join

from wargame_tui.core.errors import ForPlayers


class CannotServe(ForPlayers):
    """The optional part is not installed."""


def serve(address: str, port: int) -> None:
    """Serve the app until the program is ended. Raises CannotServe."""
    try:
        from textual_serve.server import Server
    except ImportError:
        raise CannotServe(
            "this needs the package textual-serve, which is not installed: pip install 'wargame-tui[serve]'"
        ) from None
    command = join([sys.executable, "-m", "wargame_tui"])
    Server(command, host=address, port=port, title="wargame-tui").serve()
