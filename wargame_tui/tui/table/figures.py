"""What the odds of commands come to in a few columns beside the list, so that they can be compared at a glance."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.gestures import Compared
from wargame_tui.board.phrases import percent
from wargame_tui.core.command import Command
from wargame_tui.core.title import Figures


def in_columns(found: Mapping[Command, Figures | None], names: Sequence[str]) -> Compared | None:
    """The figures of some commands under the names of the columns that any of them has; None if none has one."""
    rows = {command: _cells(figures) for command, figures in found.items() if figures is not None}
    used = [at for at in range(len(names)) if any(cells[at] for cells in rows.values())]
    if not used:
        return None
    of = {command: tuple(cells[at] or "-" for at in used) for command, cells in rows.items()}
    return Compared(" · ".join(names[at] for at in used), of)


def blank(found: Compared) -> tuple[str, ...]:
    """Columns as wide as those, with nothing in them."""
    return tuple(" " * max(map(len, column)) for column in zip(*found.of.values(), strict=True))


def _cells(figures: Figures) -> tuple[str, str, str]:
    """Empty where a figure is not known."""
    chance = "" if figures.success is None else percent(figures.success)
    mine, theirs = figures.attacker_loses, figures.defender_loses
    return chance, "" if mine is None else f"{mine:.1f}", "" if theirs is None else f"{theirs:.1f}"
