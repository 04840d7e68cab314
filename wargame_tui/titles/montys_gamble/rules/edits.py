"""What follows from setting up a position by hand (the protocol's `edit`)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from wargame_tui.titles.montys_gamble.rules.areas import contested
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.state import Now, State


def after_edit(before: State, after: State) -> State:
    """An impulse in which nothing has been done yet began with the table as it now lies (7.2, 10.2, 19.4).

    The fields of `now` that the edit itself sets stay as it sets them.
    """
    if not after.stack or not isinstance(after.stack[-1], Impulse) or after.now.kind is not None:
        return after
    begun: dict[str, Any] = {
        "control": after.control,
        "contested": contested(after),
        "crossings": after.crossings,
        "drm": after.sunset_drm,
    }
    return replace(after, now=replace(after.now, **_untold(before.now, after.now, begun)))


def _untold(before: Now, after: Now, begun: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in begun.items() if getattr(after, name) == getattr(before, name)}
