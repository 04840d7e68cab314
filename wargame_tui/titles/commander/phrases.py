"""Turns of phrase of both titles: lists, plurals, dice against their numbers."""

from collections.abc import Sequence

from wargame_tui.titles.commander.checks import within_limits


def listed(words: Sequence[str]) -> str:
    """Words one after the other: `A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def up_to(number: int, faces: int) -> str:
    """The faces that succeed on a die: `4 or less`."""
    within = within_limits(number, faces)
    return "a 1" if within == 1 else f"{within} or less"


def rolled(needed: Sequence[int], dice: Sequence[int], faces: int) -> str:
    """Numbers needed and faces rolled: `4 or less needed, 7` or `4 or less needed, 3, 5; 2 or less needed, 9`."""
    groups: list[tuple[int, list[int]]] = []
    for number, die in zip(needed, dice, strict=True):
        if not groups or groups[-1][0] != number:
            groups.append((number, []))
        groups[-1][1].append(die)
    return "; ".join(f"{up_to(number, faces)} needed, {', '.join(map(str, shown))}" for number, shown in groups)
