"""Positions behind declared dice, at which a player goes on to declare: what they are, and what they do not tell."""

from tests.mail.letters import FOLDER
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.mail.ahead import lays_open


def _first(game: Game, side: str, begins: str) -> int:
    """The first line of a side that begins like this."""
    return next(n for n, entry in enumerate(game.entries) if entry.side == side and entry.text.startswith(begins))


def test_no_position_lays_open_what_is_hidden_now() -> None:
    """A marker that the other player's conduct would play is told to nobody before the dice."""
    game = save.read(FOLDER / "liberty_roads-1.save")
    played = next(
        n for n, entry in enumerate(game.entries) if entry.side == "German" and entry.text.startswith("play ")
    )
    before, after = game.states[played], game.states[played + 1]
    assert lays_open(game.title, "Allied", before, after)
    assert not lays_open(game.title, "German", before, after), "it is his own"
    moved = _first(game, "Allied", "move ")
    assert not lays_open(game.title, "Allied", game.states[moved], game.states[moved + 1])


def test_titles_without_anything_face_down_hide_nothing() -> None:
    game = save.read(FOLDER / "first_command-1.save")
    assert not lays_open(game.title, "German", game.states[0], game.states[-1])
