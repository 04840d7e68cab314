"""What a finished game leaves in the player's record."""

from dataclasses import dataclass
from datetime import datetime

from wargame_tui.board.ledger import run_of
from wargame_tui.board.record import Medal, Record, Run, new_medals
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import Game
from wargame_tui.core.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Entered:
    """What the player's record says now that a game is over."""

    run: Run | None
    """The line that was written; None if it could not be."""
    medals: tuple[Medal, ...] = ()
    """Earned by it."""
    trouble: str | None = None
    """Why it could not be written, or what of the record cannot be read."""


def enter(game: Game, shelf: Shelf, *, branched: bool) -> Entered | None:
    """Write a finished game into the record beside the saves; None if it leaves nothing, or stands there already.

    `branched` says that it went its own way from a moment of another game.
    """
    record = Record(shelf.folder)
    earlier, problems = record.read()
    run = run_of(game, branched, earlier, datetime.now().astimezone())
    if run is None:
        return None
    trouble = problems[0] if problems else None
    try:
        record.add(run)
    except CannotSave as error:
        return Entered(None, trouble=str(error))
    of_title = [each for each in earlier if each.title == run.title]
    medals = game.title.medals() if isinstance(game.title, BoardTitle) else ()
    return Entered(run, tuple(new_medals(medals, of_title, run)), trouble)
