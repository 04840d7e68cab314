"""What players send each other: an invitation, its answer, then letters that carry the whole game so far."""

import json
from hashlib import sha256
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.journal import Line
from wargame_tui.core.save import MOST_LINES

FORMAT = 1
Mode = Literal["trust", "sealed", "batch"]
MODES: tuple[Mode, ...] = get_args(Mode)
PROMISES: dict[Mode, str] = {
    "trust": (
        "One seed for all dice, known to both. Nobody can change a roll, a move or the past without being found out. "
        "Nothing prevents a player from trying moves on a copy and looking ahead at the dice: for friends."
    ),
    "sealed": (
        "Every roll rests on a secret of each player, fixed before the game. Who asks for a roll cannot know it, who "
        "carries it out cannot change it, so that trying again is of no use. It cannot prevent a player from giving "
        "up a game that goes badly. A roll in the middle of a turn costs a letter each way."
    ),
    "batch": (
        "As sealed, but several commands may be declared at once and are carried out together, in their order, each "
        "if it is still legal: fewer letters, and one has to decide before the first roll is known."
    ),
}
"""What each way to roll prevents, and what it cannot."""

MOST_PENDING = 200
MOST_LOCKS = 20
MOST_CONDITIONS = 5
LONGEST = 4_000
LONGEST_WORD = 200


class BadLetter(ForPlayers):
    """A letter that cannot be used: says what is wrong in a sentence for players."""

    def __init__(self, fault: str, sentence: str) -> None:
        self.fault = fault
        """The kind of fault in a word or two, `fork`, `edited history`."""
        super().__init__(_printable(sentence))


def _printable(words: str) -> str:
    return words if words.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in words)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Word = Annotated[str, Field(min_length=1, max_length=LONGEST_WORD), AfterValidator(_printable)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Count = Annotated[int, Field(ge=0, le=MOST_LINES)]
Text = Annotated[str, Field(max_length=LONGEST)]
_THREE = Field(min_length=3, max_length=3, fail_fast=True)
Sentence = Annotated[Text, AfterValidator(_printable)]


class Invitation(_Part):
    """The terms of a game."""

    kind: Literal["invitation"] = "invitation"
    format: int = FORMAT
    game: GameId
    title: Word
    scenario: Word
    rules_version: Word
    data_digest: Word
    options: dict[str, str]
    mode: Mode
    name: Word
    """Who invites."""
    side: Word
    """The side that the inviter plays."""
    guest: Word
    """The side that is offered."""
    tip: Hex
    """Of the inviter's chain."""

    def other(self, side: str) -> str:
        """The side that plays against one."""
        return self.side if side == self.guest else self.guest


class Answer(_Part):
    """The invitation accepted."""

    kind: Literal["answer"] = "answer"
    invitation: Invitation
    name: Word
    tip: Hex


class Lock(_Part):
    """An order that its owner has enclosed: see `wargame_tui.mail.enclosed`."""

    fields: list[Word] = Field(max_length=MOST_CONDITIONS)
    """Names of the question's fields that it depends on."""
    salt: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    tag: Hex
    """The keyed hash of the answer."""


class Entry(_Part):
    """What is kept of every letter: who wrote it, where the game stood, what it asked to be carried out."""

    side: Word
    seq: Count
    """Lines of the journal when it was sent."""
    pending: list[Text] = Field(default=[], max_length=MOST_PENDING)
    """Commands of the sender for which the dice of both are needed, in their order; or his answer to a veil."""
    veil: Hex | None = None
    """Hides a decision of the sender until he has read the answer: see `wargame_tui.mail.secret`."""
    locks: list[Lock] | None = Field(default=None, max_length=MOST_LOCKS)
    """The sender's enclosed orders from now on; None if they are those of his letter before."""


class Letter(_Part):
    """A turn, or a part of one, with the whole game before it."""

    kind: Literal["letter"] = "letter"
    answer: Answer
    journal: list[Annotated[list[Text], _THREE]] = Field(max_length=MOST_LINES, fail_fast=True)
    letters: list[Entry] = Field(min_length=1, max_length=20_000, fail_fast=True)
    """All letters, this one last."""
    links: dict[str, Hex]
    """The newest link of each player that has shown one."""
    turn: Word
    """The turn in the title's words."""
    question: Sentence = ""
    """What the receiver is asked first."""

    @property
    def invitation(self) -> Invitation:
        """The terms of the game."""
        return self.answer.invitation

    @property
    def side(self) -> str:
        """Who wrote it."""
        return self.letters[-1].side

    @property
    def number(self) -> int:
        """Its number in the game, from 1."""
        return len(self.letters)

    @property
    def lines(self) -> list[Line]:
        """The journal."""
        return [Line(*line) for line in self.journal]


Post = Invitation | Answer | Letter
_KINDS: dict[str, type[Invitation] | type[Answer] | type[Letter]] = {
    "invitation": Invitation,
    "answer": Answer,
    "letter": Letter,
}


def shaped(data: Any) -> Post:
    """A letter from JSON values. Raises BadLetter."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadLetter("no letter", "this is no letter of wargame-tui")
    try:
        return _KINDS[kind].model_validate_json(json.dumps(data))
    except (ValidationError, ValueError, RecursionError) as error:
        raise BadLetter("malformed", f"the {kind} is malformed: {_first(error)}") from None


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        return _printable(f"{'.'.join(str(part) for part in first['loc'])[:80]}: {first['msg'][:120]}")
    return _printable(str(error)[:120])


def terms_of(post: Post) -> Invitation:
    """The terms of the game to which a letter belongs."""
    return post if isinstance(post, Invitation) else post.invitation


def plain(post: Post) -> dict[str, Any]:
    """A letter as JSON values."""
    return post.model_dump(mode="json")


def digest(post: Post) -> str:
    """SHA-256 of a letter's content."""
    text = json.dumps(plain(post), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
