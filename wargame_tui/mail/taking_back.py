"""Taking back by consent of both: asked for in a letter, granted or refused in the answer.

The **request** names a line of the journal at which its writer decided; it brings the results that are due, and
decides nothing. The **answer** says yes or no, and nothing else. If it is yes, the journal ends there again, and the
answer keeps the lines that were taken back: so the whole course of the game, with what was taken back, can be proved
from the last letter. Dice that both have seen do not come again, but in the mode `trust`: in the others what is asked
for next takes a seed of later links.

Nobody is carried out of his decision by orders: neither letter begins an exchange, and no conduct answers in it.
"""

from collections.abc import Sequence
from itertools import islice

from wargame_tui.core.game import Game
from wargame_tui.core.journal import Line
from wargame_tui.mail import face_down, past
from wargame_tui.mail.letters import BadLetter, Entry, Invitation, Letter

MOST = 200
"""Times that something can be taken back in one game."""


def is_about(entry: Entry) -> bool:
    """Whether a letter asks for something to be taken back, or answers that."""
    return entry.asks is not None or entry.granted is not None


def refusal(game: Game, invitation: Invitation, letters: Sequence[Entry], side: str, line: int) -> str:
    """Why a side cannot ask to have its decision in a line of the journal, from 0, and all after it taken back.

    In words, in the middle of a sentence; empty if it can.
    """
    first = len(game.past)
    if line < past.begun_at(invitation, game):
        return f"line {line + 1} was there before the first letter"
    if game.side != side or game.over:
        return "only who has to decide can ask for that"
    if not first <= line < game.seq or game.entries[line - first].side != side:
        return f"line {line + 1} is no decision of {side}"
    if invitation.mode != "trust" and game.states[line - first].dice.seed is not None:
        return f"line {line + 1} came among dice that were known"
    after = (n for n, entry in enumerate(letters) if entry.seq > line)
    if any(entry.veil for entry in islice(letters, max(next(after, len(letters)) - 1, 0), None)):
        return "a secret decision has been made since"
    if sum(bool(entry.granted) for entry in letters) >= MOST:
        return f"that was done {MOST} times in this game"
    return ""


def insist_on_request(game: Game, invitation: Invitation, letters: Sequence[Entry], more: int) -> None:
    """What asks decides nothing; `more` is how many lines it brings besides results. Raises BadLetter."""
    entry = letters[-1]
    assert entry.asks is not None
    if more or entry.pending or entry.veil or entry.granted is not None or entry.lost is not None:
        raise BadLetter("forged request", f"it asks to take something back for {entry.side}, and does more besides")
    if why := refusal(game, invitation, letters, entry.side, entry.asks):
        raise BadLetter("forged request", f"it asks to take back what cannot be taken back: {why}")


def insist_on_answer(game: Game, letters: Sequence[Entry], more: int) -> None:
    """The answer to the request in the letter before; if it grants that, the game goes back. Raises BadLetter."""
    asked, entry = letters[-2].asks, letters[-1]
    assert asked is not None
    if entry.granted is None:
        raise BadLetter("incomplete", f"it must say yes or no: {letters[-2].side} has asked to take something back")
    if more or entry.pending or entry.veil or entry.asks is not None:
        raise BadLetter("forged consent", "it answers whether something is taken back, and does more besides")
    if not entry.granted:
        if entry.lost is not None or entry.seq != game.seq:
            raise BadLetter("forged consent", "it refuses to take anything back, and leaves lines out all the same")
        return
    if entry.seq != asked:
        raise BadLetter(
            "forged consent",
            f"it grants to go back to line {entry.seq + 1}; {letters[-2].side} has asked for line {asked + 1}",
        )
    if entry.lost != face_down.rows(game.title, game.lines(asked)):
        raise BadLetter("edited history", "what it says was taken back is not what was played")
    game.undo(game.seq - asked, agreed=True)


def insist_on_none(entry: Entry) -> None:
    """A letter that nobody has asked grants nothing. Raises BadLetter."""
    if entry.granted is not None or entry.lost is not None:
        raise BadLetter("forged consent", "it grants to take something back, and nobody has asked for that")


def journals(letter: Letter) -> list[list[Line]]:
    """The journal as it was when each letter was sent, with what was taken back later. Raises BadLetter."""
    if sum(bool(entry.granted) for entry in letter.letters) > MOST:
        raise BadLetter("malformed", f"nothing can be taken back more than {MOST} times")
    found = [letter.lines]
    for entry in reversed(letter.letters[1:]):
        lines = found[-1]
        found.append([*lines[: entry.seq], *(Line(*row) for row in entry.lost or ())] if entry.granted else lines)
    return found[::-1]
