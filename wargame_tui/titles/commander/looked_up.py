"""What both commander titles look up in the same way: levels of victory, plans in hand, the calendar."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from wargame_tui.board.pages import Dated, Held, Level
from wargame_tui.titles.commander.levels import LEVELS
from wargame_tui.titles.commander.levels import Level as Name


def levels(thresholds: Mapping[Name, int], now: Name, unit: str) -> tuple[Level, ...]:
    """The levels from the top, with what they take and which is reached (2.18)."""
    return tuple(
        Level(name, f"{thresholds[name]} {unit} or more" if name in thresholds else "fewer", name == now)
        for name in reversed(LEVELS)
        if name in thresholds or name == LEVELS[0]
    )


def arrivals(
    counters: Mapping[int, Iterable[Any]],
    after: int,
    called: Callable[[str], str],
    label: Callable[[Any], str],
    rule: str,
) -> Iterator[Dated]:
    """The rows of the order of battle that are still to come, by turn, side and Area."""
    for turn, coming in counters.items():
        groups: dict[tuple[str, str], list[str]] = {}
        for counter in coming if turn > after else ():
            groups.setdefault((counter.side, counter.area), []).append(label(counter))
        for (side, area), labels in groups.items():
            yield Dated(turn, "arrival", side, ", ".join(labels), called(area), area, rule)


def plans(
    chits: Iterable[str], entries: Mapping[str, Any], called: Callable[[str], str], place: str, rule: str
) -> Iterator[Held]:
    """Battle Plans by kind, with what they do."""
    all_ = [*chits]
    for chit in dict.fromkeys(all_):
        yield Held(called(chit), all_.count(chit), entries[chit].words, place, None, rule)
