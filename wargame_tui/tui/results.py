"""What the player's record says once a game is over: how often each side was won, and against whom."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from wargame_tui.board.record import Record, bests
from wargame_tui.board.results import BY_MAIL, HOT_SEAT, OUTSIDE, Results, ended, tallies
from wargame_tui.core.disk import CannotSave
from wargame_tui.protocol.outside import PREFIX
from wargame_tui.tui.session import Session


def standing_after(session: Session, folder: Path) -> list[str]:
    """Write a game that is over into the record in the folder of saves; what that says of its title then, in lines."""
    title = session.title.id
    if session.solitaire:
        runs, _ = Record(folder).read()
        found = bests([run for run in runs if run.title == title])
        return [f"{best.name}, {best.difficulty}: won {best.won} of {best.games}, best {best.score}" for best in found]
    results = Results(folder)
    earlier, _ = results.read()
    if not (session.replayed or session.branched):
        side, against = _seats(session)
        now, help_ = datetime.now().astimezone(), session.players.help_words()
        line = side and ended(session.game, side, against, earlier, now, help_)
        if line:
            with suppress(CannotSave):  # The end of a game is told whether or not the disk takes a line more.
                results.add(line)
                earlier.append(line)
    return [tally.words for tally in tallies(each for each in earlier if each.title == title)]


def _seats(session: Session) -> tuple[str | None, str]:
    """Whose result a game between two is, and against whom; no side's if the program played both, or two drew here."""
    if session.by_mail:
        return session.viewer, BY_MAIL
    if session.hot_seat:
        over = session.game.over
        return None if over is None else over.winner, HOT_SEAT
    side = session.players.person(session.title)
    level = next(iter(session.players.levels.values()), "")
    return side, OUTSIDE if level.startswith(PREFIX) else level
