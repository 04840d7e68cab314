"""What has happened, as far as it is told above the commands, and who decides now."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wargame_tui.board.phrases import side_words
from wargame_tui.core.event import Event
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.handover import Handover, gate_key
from wargame_tui.tui.table.listing import Row

STANDING_KEY = "*"
"""The key by which a short question is answered alike for the rest of the turn, and asked again."""
ACCEPT_KEY = "&"
"""The key that takes what is proposed for the rest of a battle."""
MOST_NAMED = 90
"""Characters of answers that a band names; longer ones are in the list."""
FEW_NAMED = 40
"""The same where lines are short."""


class Asked(NamedTuple):
    """What the gate says at a table for two."""

    who: str
    when: str
    """The date and where in the sequence of play; of a short question what it is about."""
    question: str
    keys: tuple[tuple[str, str], ...]
    """Keys with what they do."""
    is_turn: bool
    """Whether a turn begins; else it is a short question in the other's turn."""
    is_closed: bool
    """Whether the side has not taken over yet."""


def asked(session: Session, handover: Handover, rows: Iterable[Row], most: int = MOST_NAMED) -> Asked | None:
    """What the gate says now, None if there is none. `rows` are the commands that have keys, once it is open.

    Answers of more than so many characters are not named: they are in the list.
    """
    side = session.side
    if side is None or session.viewed is not None or not (handover.awaited or handover.is_between):
        return None
    who, closed = side_words(side), handover.awaited is not None
    question, about = session.prompt.text, "".join(session.trail[2:][-1:])
    if not closed:
        choices = [(row.key, row.words) for row in rows if row.key]
        if sum(len(key) + len(words) for key, words in choices) > most:
            choices = [(" ".join(key for key, _ in choices[:9]), "in the list")]
        return Asked(who, about, question, (*choices, *_repeated(session)), False, False)
    letter = gate_key(session.title.sides, side)
    if not handover.is_gate:
        return Asked(who, about, question, ((letter, "answers"), *_repeated(session)), False, True)
    bar = session.title.phase_bar(session.state)
    when = " · ".join(dict.fromkeys(part for part in (bar.date, *session.trail[1:3]) if part))
    film = (("t", "film of the other side's turn"),) if session.film.enemy_turn() is not None else ()
    return Asked(who, when, question, ((letter, "takes over"), *film), True, True)


def _repeated(session: Session) -> tuple[tuple[str, str], ...]:
    """The key for the same answer in the rest of the turn, if there is such an answer."""
    fitting = session.standing.fitting(session.game)
    if not fitting:
        return ()
    if len(fitting) > 1:
        return ((STANDING_KEY, "the same answer for the rest of this turn"),)
    return ((STANDING_KEY, f"this turn: {fitting[0].words[:1].lower()}{fitting[0].words[1:]}"),)


def worth_telling(session: Session, most: int) -> list[Event]:
    """The last of what happened in this phase; where but one line fits, dice before anything else."""
    events = _of_this_phase(session, session.last if session.viewed is None else session.events())
    rolled = [event for event in events if "dice" in event.data or "die" in event.data]
    kept = (rolled or events)[-1:] if most == 1 else [*rolled[-1:], *events[-most:]]
    return [event for event in events if event in kept]


def _of_this_phase(session: Session, events: Sequence[Event]) -> list[Event]:
    """What happened since the last beginning of a phase, or before it; nothing that another event tells already."""
    begun = [n for n, event in enumerate(events) if session.title.part(event, session.trail)]
    since = events[begun[-1] + 1 :] if begun else events
    told = [*since] or [event for n, event in enumerate(events) if n not in begun]
    return [event for event in told if event.short != ""] or told


def passed_to(session: Session, side: str, *, back: bool = False) -> str:
    """Unmistakably that the decision has passed to a side, or back to it; what is asked may be cut."""
    who = side_words(side).upper()
    return f"{f'◀ BACK TO THE {who} PLAYER' if back else f'▶ {who} PLAYER DECIDES ◀'}   {session.prompt.text}"
