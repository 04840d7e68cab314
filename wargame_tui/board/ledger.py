"""What of a game goes into the campaign record: whether its title keeps one, and the line of a finished game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeGuard

from wargame_tui.board.record import Run
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.title import Title


def recorded(title: Title[Any]) -> TypeGuard[BoardTitle[Any]]:
    """Whether games of a title leave something in the record."""
    return isinstance(title, BoardTitle) and type(title).record_of is not BoardTitle.record_of


def run_of(game: Game, branched: bool, earlier: Sequence[Run], now: datetime) -> Run | None:
    """What to write down of a game, by the record so far; None if it is not over or stands there already."""
    title = game.title
    found = title.record_of(game.state) if isinstance(title, BoardTitle) and game.over is not None else None
    checks = game.checks()
    if found is None or any(run.check == checks[-1] for run in earlier):
        return None
    why_not = _why_not(game, branched, earlier)
    options = tuple(name if value == "on" else f"{name}={value}" for name, value in sorted(game.options.items()))
    return Run(
        **found.model_dump(),
        when=now,
        title=title.id,
        scenario=game.scenario,
        options=options,
        seed=game.seed,
        root=game.root,
        check=checks[-1],
        counts=why_not is None,
        why_not=why_not,
    )


def _why_not(game: Game, branched: bool, earlier: Sequence[Run]) -> str | None:
    """Why a game does not count; None if it does."""
    reasons = [
        (game.edited, "its position was edited"),
        (game.scripted, "its dice were forced"),
        (game.unverified is not None, "its history is unverified"),
        (branched, "it is a branch of another game"),
        (any(run.root == game.root for run in earlier), "its dice were known from an earlier game"),
    ]
    return next((words for is_so, words in reasons if is_so), None)
