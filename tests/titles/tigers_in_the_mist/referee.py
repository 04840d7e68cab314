"""What rule tests ask and do again and again, beyond the positions of the kit."""

from collections.abc import Callable

from tests.titles.tigers_in_the_mist.kit import TITLE, do, legal, refused
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.tigers_in_the_mist.printed.book import open_book
from wargame_tui.titles.tigers_in_the_mist.state import Unit

BOOK = open_book("tigers_in_the_mist/campaign")
PASSES = ("end", "done", "ready", "pass", "call 0", "support no", "stop")


def name(space: str) -> str:
    """The printed name of a space."""
    return BOOK.spaces[space].name


def of(game: Game, unit: str) -> Unit:
    """A unit as it stands."""
    found: Unit = game.state.units[unit]
    return found


def spent(game: Game, unit: str) -> int:
    """Movement points that a unit has used in this turn's activation."""
    return of(game, unit).mp_spent


def where(game: Game, unit: str) -> str:
    """The space of a unit."""
    return of(game, unit).location


def go(game: Game, unit: str, *path: str) -> None:
    """Move one unit along a path; bridges are left standing. Where there is but one road, it is taken unasked."""
    do(game, f"move {unit}")
    for space in path:
        if where(game, unit) != space:
            do(game, f"to {space}")
        if "pass" in legal(game):
            do(game, "pass")


def has_stopped(game: Game, unit: str) -> bool:
    """Whether a unit's move is over without a word from the player: nothing but to stop was left to it."""
    return of(game, unit).marked and f"{unit} moving" not in game.trail


def barred(game: Game, command: str, rule: str, *words: str) -> Refusal:
    """A command is refused under a rule, in words that name what matters, and is not among the legal ones."""
    assert command not in legal(game)
    refusal = refused(game, command)
    assert refusal.rule == rule, refusal
    for word in words:
        assert word in refusal.reason, refusal
    return refusal


def markers(game: Game, unit: str) -> set[str]:
    """The markers that lie on a unit's counter."""
    scene = TITLE.scene(game.state)
    return {str(flag) for space in scene.spaces.values() for c in space.counters if c.unit == unit for flag in c.flags}


def passing(game: Game) -> str:
    """A command with which a player does as little as he may."""
    options = legal(game)
    return next((command for command in PASSES if command in options), min(options))


def play_on(game: Game, until: Callable[[Game], bool]) -> list[str]:
    """Both players do as little as they may until something is the case; what they did."""
    given: list[str] = []
    while not until(game) and not game.over:
        given.append(passing(game))
        do(game, given[-1])
    return given


def moving(side: str, box: str | None = None) -> Callable[[Game], bool]:
    """Whether a side is at its movement, in a box of the turn track if one is given."""
    return lambda game: (
        game.side == side and game.trail[-1] == "Movement" and (box is None or TITLE.turn(game.state) == box)
    )
