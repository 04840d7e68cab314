"""Saves of earlier formats, brought up to date one format at a time.

When the format changes: raise FORMAT, add to MIGRATIONS a pure function from the old number's save (as plain JSON
values) to the next one's, and freeze a save of the old format in `tests/core/saves/`.
"""

from collections.abc import Callable, Mapping
from typing import Any

FORMAT = 1
"""The format that this program writes."""

Migration = Callable[[dict[str, Any]], dict[str, Any]]

MIGRATIONS: Mapping[int, Migration] = {}
"""For each earlier format the step to the next one."""


def migrate(save: dict[str, Any], found: int, wanted: int, migrations: Mapping[int, Migration]) -> dict[str, Any]:
    """A save of format `found` as one of format `wanted`. Raises LookupError if there is no way from the one to it."""
    for number in range(found, wanted):
        save = migrations[number](save)
    return save
