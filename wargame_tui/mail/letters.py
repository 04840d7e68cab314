"""What players send each other: an invitation, its answer, then letters that carry the whole game so far."""

import json
from hashlib import sha256
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
)

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.harmless import harmless, harmless_lines
from wargame_tui.core.journal import Line
from wargame_tui.core.save import MOST_LINES

FORMAT: Literal[3] = 3
"""Of letters and of the games that they belong to. In games of format 1 chains of secrets are bound neither to a player
nor to a game, and every lock has a key of its own. In games of format 2 letters bring neither conduct nor notes, and
the receiver's orders do not answer while he carries a letter out. Such games go on; no new ones begin."""
CONDUCTED = 3
"""The format from which on letters bring conduct."""
Mode = Literal["trust", "sealed", "batch"]
MODES: tuple[Mode, ...] = get_args(Mode)
PROMISES: dict[Mode, str] = {
    "trust": (
        "One seed for all dice, known to both. Nobody can change a roll, a move or the past without being found out. "
        "Nothing prevents a player from trying moves on a copy and looking ahead at the dice, or from giving up a game "
        "and beginning it again: for friends."
    ),
    "sealed": (
        "Every roll rests on a secret of each player, fixed before the game. Who asks for a roll cannot know it, who "
        "carries it out cannot change it, so that trying again is of no use. It cannot prevent a player from giving "
        "up a game that goes badly, and beginning it again. A roll behind which nothing is declared costs a letter."
    ),
    "batch": (
        "As sealed, but several commands may be declared at once and are carried out together, in their order, each "
        "if it is still legal: fewer letters, and one has to decide before the first roll is known."
    ),
}
"""What each way to roll prevents, and what it cannot."""
CHOOSING = (
    "Nobody knows what an invitation or an answer leads to before both are made, an answer counts once, and who puts "
    "an old copy of his letter box back cannot send another letter in the place of one that was read. But whoever "
    "dislikes how a game begins or goes can give it up and offer another, and nothing in the new one tells. If that "
    "matters, show invitation and answer to a third before the first letter: `wargame-tui verify` names the game."
)
"""What is prevented of choosing by trying, whatever the dice, and what cannot be."""

MOST_PENDING = 200
MOST_LOCKS = 20
MOST_CONDITIONS = 5
MOST_CONDUCT, MOST_EXCEPTIONS = 200, 6
"""Orders in a player's conduct, and what one of them can name beside its topic: as in `wargame_tui.board.conduct`."""
LONGEST = 4_000
LONGEST_NOTE = 2_000
LONGEST_WORD = 200


class BadLetter(ForPlayers):
    """A letter that cannot be used: says what is wrong in a sentence for players."""

    def __init__(self, fault: str, sentence: str) -> None:
        self.fault = fault
        """The kind of fault in a word or two, `fork`, `edited history`."""
        super().__init__(harmless(sentence))


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Word = Annotated[str, Field(min_length=1, max_length=LONGEST_WORD), AfterValidator(harmless)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Count = Annotated[int, Field(ge=0, le=MOST_LINES)]
Text = Annotated[str, Field(max_length=LONGEST)]
_THREE = Field(min_length=3, max_length=3, fail_fast=True)
Sentence = Annotated[Text, AfterValidator(harmless)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE), AfterValidator(harmless_lines)]


class Invitation(_Part):
    """The terms of a game."""

    kind: Literal["invitation"] = "invitation"
    format: Literal[1, 2, 3] = FORMAT
    game: GameId
    title: Word
    scenario: Word
    rules_version: Word
    data_digest: Word
    packs: dict[Word, Word] = {}
    """The data packs in the scenario's id with their digests."""
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
    past: list[Annotated[list[Text], _THREE]] = Field(default=[], max_length=MOST_LINES, fail_fast=True)
    """The journal of a game at one table that goes on by letters: see `wargame_tui.mail.past`."""
    past_seed: int | None = None
    """Of that game."""

    @model_serializer(mode="wrap")
    def _plain(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Terms without packs or a past do not speak of them: so they read as ever."""
        written: dict[str, Any] = write(self)
        spare = ("packs", "past", "past_seed")
        return {name: value for name, value in written.items() if name not in spare or value not in ({}, [], None)}

    def other(self, side: str) -> str:
        """The side that plays against one."""
        return self.side if side == self.guest else self.guest

    def bond(self, side: str) -> str:
        """What binds the chain of a side to it and to what was agreed upon; empty in a game of format 1."""
        if self.format == 1:
            return ""
        terms = self.model_dump(mode="json", exclude={"tip", "rules_version", "data_digest", "packs", "past"})
        if self.past:  # Its last check stands for all of it.
            terms["past"] = self.past[-1][2]
        text = json.dumps(["wargame-tui bond", side, terms], sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()


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
    salt: Annotated[str, Field(pattern=r"^([0-9a-f]{32})?$")] = ""
    """In games of format 1 only."""
    tag: Hex
    """The keyed hash of the answer."""


LATER = ("conduct", "program", "note", "asks", "granted", "lost")
"""What games of format 2 have not in their letters."""


class Ordered(_Part):
    """An order of a player's conduct: see `wargame_tui.board.conduct`."""

    topic: Word
    choice: Word
    where: dict[Word, Word] = Field(default={}, max_length=MOST_EXCEPTIONS)


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
    conduct: list[Ordered] | None = Field(default=None, max_length=MOST_CONDUCT)
    """The sender's conduct from now on; None if it is that of his letter before."""
    program: Annotated[str, Field(max_length=LONGEST_WORD), AfterValidator(harmless)] = ""
    """The version of the sender's program, in a letter that brings conduct."""
    note: Note = ""
    """What the sender has to say to the receiver."""
    asks: Count | None = None
    """He asks to take back his decision in this line, from 0, and all after it: see `wargame_tui.mail.taking_back`."""
    granted: bool | None = None
    """Whether he agrees to that; None if the letter before has not asked."""
    lost: list[Annotated[list[Text], _THREE]] | None = Field(default=None, max_length=MOST_LINES, fail_fast=True)
    """The lines that were so taken back."""

    @property
    def later(self) -> bool:
        """Whether it brings anything that games of format 2 have not."""
        return any(getattr(self, name) not in (None, "") for name in LATER)

    @model_serializer(mode="wrap")
    def _plain(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What a letter does not bring is not spoken of: so those of before read as ever."""
        written: dict[str, Any] = write(self)
        return {name: value for name, value in written.items() if name not in LATER or value not in (None, "")}


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
        return harmless(f"{'.'.join(str(part) for part in first['loc'])[:80]}: {first['msg'][:120]}")
    return harmless(str(error)[:120])


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
