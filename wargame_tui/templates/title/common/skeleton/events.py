"""What happens, as data, each kind with its rule and its words."""

from wargame_tui.core.event import Event, event


@event("turn", "1.1", "Turn {turn}")
class TurnBegins(Event):
    """A turn begins."""

    turn: int


@event("moved", "2.1", "{unit} moves to {space}")
class Moved(Event):
    """A unit has gone to a space."""

    unit: str
    space: str


@event("missed", "3.2", "{unit} attacks {target}: {die}, nothing happens")
class Missed(Event):
    """An attack has failed."""

    unit: str
    target: str
    space: str
    die: int


@event("hit", "3.2", "{unit} attacks {target}: {die}, it is eliminated")
class Hit(Event):
    """An attack has eliminated its target."""

    unit: str
    target: str
    space: str
    die: int
