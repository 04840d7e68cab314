"""Tables with counters: what is asked of states and drafts alike, and drafts as titles write them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from wargame_tui.board.marks import by_space
from wargame_tui.board.positions import NOWHERE
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.state import Draft, changed

UnitT = TypeVar("UnitT")
_stacks = Remembered(
    lambda table: by_space(((unit.location, unit.side), unit) for unit in table.units.values()), "units"
)


class UnitTable(Generic[UnitT]):
    """Who stands where: a base of states that keep their `units` by id, each with a `side` and a `location`."""

    __slots__ = ()

    units: Mapping[str, UnitT]

    def units_in(self, space: str, side: str) -> Sequence[UnitT]:
        """The units of a side in a space, in the order of battle."""
        return _stacks(self).get((space, side), ())

    def on_map(self, side: str) -> list[UnitT]:
        """The units of a side in any space, in the order of battle."""
        units: Iterable[Any] = self.units.values()
        return [unit for unit in units if unit.side == side and unit.location not in NOWHERE]


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
