"""What plays by itself, step by step, at a pace that the player sets: films, and games that are looked back at."""

from collections.abc import Callable, Mapping
from typing import Protocol

PACES = (4.0, 2.5, 1.5, 0.8, 0.4, 0.2, 0.1)
"""Seconds that a step stands."""
USUAL = 2
BEGINS: Mapping[str, int] = {"slow": 1, "usual": USUAL, "fast": 4}
"""Where in these a speed of the settings begins."""


class Ticking(Protocol):
    """What a clock does until it is stopped."""

    def stop(self) -> None:
        """Stop."""


class Clock(Protocol):
    """What calls again and again: a screen."""

    def set_interval(self, interval: float, callback: Callable[[], None], /) -> Ticking:
        """Begin to call every so many seconds."""


class Pace:
    """Calls for the next step again and again while it runs."""

    def __init__(self, clock: Clock, step: Callable[[], None], speed: str = "usual") -> None:
        self._clock, self._step = clock, step
        self._ticking: Ticking | None = None
        self._pace = BEGINS[speed]

    @property
    def running(self) -> bool:
        """Whether it plays."""
        return self._ticking is not None

    @property
    def words(self) -> str:
        """How fast it plays; empty if it stands."""
        return f"▶ {PACES[self._pace]:g} s" if self.running else ""

    def stop(self) -> None:
        """Stand still."""
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    def run(self) -> None:
        """Play."""
        self.stop()
        self._ticking = self._clock.set_interval(PACES[self._pace], self._step)

    def toggle(self) -> None:
        """Play or stand still."""
        if self.running:
            self.stop()
        else:
            self.run()

    def change(self, by: int) -> None:
        """Play faster or slower."""
        self._pace = max(0, min(len(PACES) - 1, self._pace + by))
        self.run()
