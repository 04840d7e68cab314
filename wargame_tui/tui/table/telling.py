"""What has happened, as far as it is told above the commands, and who decides now."""

from collections.abc import Sequence

from wargame_tui.board.phrases import side_words
from wargame_tui.core.event import Event
from wargame_tui.tui.session import Session


def worth_telling(session: Session, most: int) -> list[Event]:
    """The last of what happened in this phase; where but one line fits, dice before anything else."""
    events = _of_this_phase(session, session.last if session.viewed is None else session.events())
    rolled = [event for event in events if "dice" in event.data or "die" in event.data]
    kept = (rolled or events)[-1:] if most == 1 else [*rolled[-1:], *events[-most:]]
    return [event for event in events if event in kept]


def _of_this_phase(session: Session, events: Sequence[Event]) -> list[Event]:
    """What happened since the last beginning of a phase; if nothing, what happened before."""
    begun = [n for n, event in enumerate(events) if session.title.part(event, session.trail)]
    since = events[begun[-1] + 1 :] if begun else events
    return [*since] or [event for n, event in enumerate(events) if n not in begun]


def passed_to(session: Session, side: str, how: str = "") -> str:
    """Unmistakably that the decision has passed to a side; what is asked may be cut."""
    return f"▶ {side_words(side).upper()} PLAYER DECIDES ◀{how}   {session.prompt.text}"
