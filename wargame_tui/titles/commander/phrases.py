"""Turns of phrase of both titles: dice against their numbers."""

from collections.abc import Sequence

from wargame_tui.titles.commander.checks import within_limits


def up_to(number: int, faces: int) -> str:
    """The faces that succeed on a die: `4 or less`."""
    within = within_limits(number, faces)
    return "a 1" if within == 1 else f"{within} or less"


def rolled(needed: Sequence[int], dice: Sequence[int], faces: int) -> str:
    """Faces rolled and numbers needed: `rolled 7 (4 or less)` or `rolled 3, 5 (4 or less), 9 (2 or less)`."""
    groups: list[tuple[int, list[int]]] = []
    for number, die in zip(needed, dice, strict=True):
        if not groups or groups[-1][0] != number:
            groups.append((number, []))
        groups[-1][1].append(die)
    return "rolled " + ", ".join(f"{', '.join(map(str, shown))} ({up_to(number, faces)})" for number, shown in groups)
