"""Levels of victory and difficulty (2.18, 2.19)."""

from collections.abc import Mapping
from typing import Literal

Level = Literal["Dismal", "Poor", "Adequate", "Good", "Great"]
LEVELS: tuple[Level, ...] = ("Dismal", "Poor", "Adequate", "Good", "Great")
"""From the bottom (2.18)."""
WON: tuple[Level, ...] = ("Good", "Great")
"""Levels at which a campaign is won (2.18)."""
Difficulty = Literal["easy", "normal", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "normal", "hard")


def level_of(score: int, thresholds: Mapping[Level, int]) -> Level:
    """The highest level whose number a score reaches; the lowest if it reaches none."""
    reached: Level = LEVELS[0]
    for level in LEVELS[1:]:
        if level in thresholds and score >= thresholds[level]:
            reached = level
    return reached
