"""What results say of players: shares with their uncertainty, and ratings.

Intervals hold with 95%. Shares are Wilson's (*Probable inference*, JASA 22, 1927), which stay sensible at 0 and 100%.
Ratings are Elo's: the most likely ones under Bradley and Terry's model, to which a side's advantage is fitted as well,
since no wargame is even; a draw counts half for both. A weak prior keeps them finite where somebody wins every game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

NORMAL = 1.96
"""Standard deviations on either side of the middle in which 95% lie."""
ELO = 400 / log(10)
"""Points of Elo for one unit of the logit."""
PRIOR = 800 / ELO
"""Standard deviation of a rating, and of the advantage, before any game."""
FIRST_RATING = 1500
"""Of the player named first: ratings are differences, and one of them has to be chosen."""
MOST_ROUNDS, CLOSE = 100, 1e-9


def interval(count: float, of: int) -> tuple[float, float]:
    """Where a share lies (Wilson); everything is possible after no game."""
    if not of:
        return 0.0, 1.0
    share, square = count / of, NORMAL * NORMAL
    middle, spread = share + square / (2 * of), NORMAL * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + square / of)), min(1.0, (middle + spread) / (1 + square / of))


def share(count: float, of: int) -> str:
    """A share in words, with its interval."""
    low, high = interval(count, of)
    return f"{100 * count / max(1, of):5.1f}% ({100 * low:.0f} to {100 * high:.0f})"


def middle(values: Sequence[float], part: float = 0.8) -> tuple[float, float]:
    """Between which two of the values the middle part of them lies. There must be at least one."""
    ordered = sorted(values)
    cut = int(round((1 - part) / 2 * len(ordered), 6))
    return ordered[cut], ordered[-1 - cut]


@dataclass(frozen=True, slots=True)
class Duel:
    """A game between two players."""

    first: str
    """Who played the side that the title names first."""
    second: str
    score: float
    """Of the first: 1 for a win, a half for a draw, 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in points of Elo."""

    player: str
    points: float
    spread: float
    """Half the interval, of the difference from the player named first; 0 for that one."""


def ratings(players: Sequence[str], duels: Iterable[Duel]) -> tuple[list[Rating], tuple[float, float]]:
    """What each player is worth, and what the first side is (with half its interval), in points of Elo."""
    place = {player: number for number, player in enumerate(players)}
    games = [(place[duel.first], place[duel.second], duel.score) for duel in duels if duel.first != duel.second]
    found, spread = _fitted(len(players), games)
    rated = [
        Rating(player, FIRST_RATING + ELO * (found[at] - found[0]), ELO * NORMAL * _difference(spread, at))
        for player, at in place.items()
    ]
    return rated, (ELO * found[-1], ELO * NORMAL * sqrt(max(0.0, spread[-1][-1])))


def _difference(spread: Sequence[Sequence[float]], at: int) -> float:
    """The standard deviation of the difference between a rating and the first one."""
    return sqrt(max(0.0, spread[at][at] + spread[0][0] - 2 * spread[at][0])) if at else 0.0


def _fitted(players: int, games: Sequence[tuple[int, int, float]]) -> tuple[list[float], list[list[float]]]:
    """The most likely ratings with the advantage behind them, in logits, and their covariances (Newton's method)."""
    size = players + 1
    found = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for _ in range(MOST_ROUNDS):
        slope = [-value / PRIOR**2 for value in found]
        curve = [[(row == column) / PRIOR**2 for column in range(size)] for row in range(size)]
        for one, other, score in games:
            expected = 1 / (1 + exp(found[other] - found[one] - found[-1]))
            _add(slope, curve, {one: 1, other: -1, size - 1: 1}, score - expected, expected * (1 - expected))
        step = _solved(curve, slope)
        found = [value + change for value, change in zip(found, step, strict=True)]
        if max(map(abs, step)) < CLOSE:
            break
    unit = [[float(row == column) for row in range(size)] for column in range(size)]
    return found, [_solved(curve, column) for column in unit]


def _add(
    slope: list[float], curve: list[list[float]], signs: Mapping[int, int], residual: float, weight: float
) -> None:
    """Add what a game says to the first and second derivatives of the likelihood."""
    for row, sign in signs.items():
        slope[row] += sign * residual
        for column, other in signs.items():
            curve[row][column] += sign * other * weight


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations whose matrix is positive definite: Gauss needs no pivots for these."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        for row in range(len(rows)):
            if row != at and rows[row][at]:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[at], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]
