"""What events of many titles have in common: bases for those that they declare."""

from dataclasses import dataclass

from wargame_tui.core.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEvent(Event):
    """Something that happened to a unit, in a space."""

    unit: str
    space: str
