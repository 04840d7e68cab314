"""Drafts as titles with counters write them."""

from collections.abc import Iterable, Mapping
from typing import Any

from wargame_tui.core.state import Draft, changed


class UnitDraft(Draft[Any]):
    """A draft of a state with units, and with what the rules remember of the turn in hand, if they do."""

    units: Mapping[str, Any]
    now: Any

    def change(self, unit: str, **changes: Any) -> None:
        """Change fields of a unit."""
        self.units = {**self.units, unit: changed(self.units[unit], **changes)}

    def change_all(self, which: Iterable[str], **changes: Any) -> None:
        """Change the same fields of several units."""
        units = dict(self.units)
        for unit in which:
            units[unit] = changed(units[unit], **changes)
        self.units = units

    def note(self, **changes: Any) -> None:
        """Change what is remembered of the turn in hand."""
        self.now = changed(self.now, **changes)
