"""How long the day lasts, and the bar that says so: dates, impulses with the chance of sunset, weather, score (6)."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.phrases import percent
from wargame_tui.board.title import Box, PhaseBar
from wargame_tui.engine.spread import TWO_DICE
from wargame_tui.engine.staged import Staged
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN
from wargame_tui.titles.montys_gamble.printed.charts import ends_day
from wargame_tui.titles.montys_gamble.rules import dday, impulses, sequence, victory
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, State, book_of

AHEAD = 4
"""Impulses shown after the one in hand."""
_PHASES = {"dawn": "Dawn", "weather": "Dawn", "daylight": "Daylight", "refit": "Refit", "regroup": "Regroup"}
_DDAY = {"air": "Air", "artillery": "Artillery", "airborne": "Airborne", "ground": "Ground"}


# The sunset roll (6.31)


def sunset_chance(impulse: int, drm: int) -> float:
    """How likely two dice with a DRM end the day at an impulse (6.31)."""
    return sum(ends_day(roll, drm, impulse) for roll in TWO_DICE) / len(TWO_DICE)


def sunsets(state: State) -> Iterator[tuple[int, float, float]]:
    """From the impulse in hand on: its number, the chance that the day ends with it, and that it has ended by then.

    Every impulse is taken to advance the track: an air bombardment does not (16.2). Advantage and cards left aside.
    """
    last, lasts = book_of(state).charts.track.last, 1.0
    for impulse in range(state.impulse, last + 1):
        chance = _known(state) if impulse == state.impulse else sunset_chance(impulse, state.sunset_drm)
        if impulse == last:
            chance = 1.0
        lasts *= 1 - chance
        yield impulse, chance, 1 - lasts


def _known(state: State) -> float:
    """The chance for the impulse in hand: the dice may have spoken already."""
    drm = state.now.drm if state.now.side == ALLIED else state.sunset_drm
    if state.now.side == ALLIED and state.now.sunset is not None:
        return float(ends_day(state.now.sunset, drm, state.impulse))
    return sunset_chance(state.impulse, drm)


# The bar


def phase_bar(state: State) -> PhaseBar:
    """Time and score (3.6, 3.7)."""
    step = state.stack[-1] if state.stack else None
    return PhaseBar(
        date=f"{state.date} September",
        turns=tuple(Box(str(date), _status(date, state.date)) for date in _dates(state)),
        impulses=tuple(_boxes(state)),
        phase=step.title(state) if step is not None else "",
        score=_score(state),
        notes=tuple(_notes(state)),
    )


def _dates(state: State) -> list[int]:
    """All dates of a short game; of a long one those around today, and those on which victory is checked."""
    scenario = book_of(state).scenario
    dates = range(FIRST_DATE, scenario.last + 1)
    if len(dates) <= AHEAD:
        return list(dates)
    return [date for date in dates if abs(date - state.date) <= 1 or date in scenario.checks]


def _status(box: int, now: int) -> str:
    return "past" if box < now else "now" if box == now else "ahead"


def _boxes(state: State) -> Iterator[Box]:
    """The impulse track around the impulse in hand; outside the Daylight Phase the phases."""
    steps: Any = state.stack
    if any(isinstance(step, impulses.Daylight) for step in steps):
        if state.impulse > book_of(state).charts.track.first:
            yield Box(str(state.impulse - 1), "past")
        for impulse, chance, _ in sunsets(state):
            if impulse <= state.impulse + AHEAD:
                label = f"{impulse}:{percent(chance)}" if chance else str(impulse)
                yield Box(label, _status(impulse, state.impulse))
        return
    days = [step for step in steps if isinstance(step, sequence.Day)]
    drops = [step for step in steps if isinstance(step, dday.DDay)]
    names = _DDAY if drops else _PHASES
    opening = (drops or days or [None])[0]
    shown = list(dict.fromkeys(names.values()))
    at = shown.index(names[_before(opening)]) if opening else -1
    for number, name in enumerate(shown):
        yield Box(name, _status(number, at) if at >= 0 else "ahead")


def _before(step: Staged[Any, Any]) -> str:
    """The phase in hand: a step that opens a phase has its eye on the next already."""
    order = list(step.stages)
    return order[max(0, order.index(step.stage) - 1)]


def _score(state: State) -> str:
    checks = book_of(state).scenario.checks
    have = victory.points(state)
    coming = next((date for date in sorted(checks) if date >= state.date), None)
    return f"{have} VP" if coming is None else f"{have} of {checks[coming]} VP"


def _notes(state: State) -> Iterator[str]:
    weather = state.weather.capitalize()
    yield f"{weather}, changing next impulse" if state.weather_turns else weather
    yield f"Advantage {state.advantage.holder}" if state.advantage.holder else "Advantage used"
    if any(isinstance(step, impulses.Daylight) for step in state.stack):
        coming = list(sunsets(state))
        now = f"sunset {percent(coming[0][1])} now" if coming else "sunset"
        likely = next(((impulse, ended) for impulse, _, ended in coming[1:] if ended >= 0.5), None)
        yield f"{now}, {percent(likely[1])} by impulse {likely[0]}" if likely else now
    if state.sunset_drm:
        yield f"sunset DRM {state.sunset_drm:+d}"
    if any(state.reserve.values()):
        yield f"Reserve German {state.reserve[GERMAN]}, Allied {state.reserve[ALLIED]}"
    for side, moved in state.shift.items():
        if moved:
            yield f"{side} bought {moved:+d} for the next day"
    ready = [marker for marker, value in state.air.items() if value == "ready" and marker != dday.EIGHTH]
    if ready and state.weather == "clear":
        yield f"air markers ready: {len(ready)}"
