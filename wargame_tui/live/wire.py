"""What two programs say to each other: one JSON object a line, each of a fixed shape and of no more than so many bytes.

Anything else ends the connection, never the game: what counts lies in the letter boxes, and is believed only as far as
`wargame_tui.mail.proof` proves it.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.harmless import harmless
from wargame_tui.core.save import DamagedSave, parse
from wargame_tui.mail.letters import Answer, Count, Entry, GameId, Hex, Invitation, Sentence, Text, Word

FORMAT: Literal[1] = 1
MOST_BYTES = 4_000_000
"""Of a line between two players who know each other's code."""
MOST_BYTES_OUTSIDE = 2_000
"""Of the first line, by whoever has not said the code yet."""
MOST_ROWS = 20_000
LONGEST_SAID = 300
MOST_STATES = 200


class BadMessage(ForPlayers):
    """What came over the line is nothing that this program says; the connection is ended."""


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Row = Annotated[list[Text], Field(min_length=3, max_length=3, fail_fast=True)]
Rows = Annotated[list[Row], Field(max_length=MOST_ROWS, fail_fast=True)]
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Line = Annotated[str, Field(min_length=1, max_length=LONGEST_SAID), AfterValidator(harmless)]


class Hello(_Said):
    """The first line: who comes, with which word."""

    kind: Literal["hello"] = "hello"
    format: Literal[1] = FORMAT
    word: Annotated[str, Field(max_length=20)]
    name: Word
    watch: bool = False


class Welcome(_Said):
    """The host's answer: which game is played there, and against whom."""

    kind: Literal["welcome"] = "welcome"
    game: GameId
    name: Word
    taken: bool
    """Whether somebody has accepted the game already: nobody else can play it."""


class Sorry(_Said):
    """Why the connection ends."""

    kind: Literal["sorry"] = "sorry"
    why: Sentence
    again: bool = False
    """Whether it is worth while to come again."""


class Terms(_Said):
    """The invitation, from the player who invites."""

    kind: Literal["terms"] = "terms"
    invitation: Invitation


class Accepted(_Said):
    """The answer to it."""

    kind: Literal["accepted"] = "accepted"
    answer: Answer


class Opening(_Said):
    """The inviter's first link, on which the set-up rests: so the other player sees the table before the first letter.

    It tells him nothing that he could use: his own chain is fixed, and he writes nothing before that letter.
    """

    kind: Literal["opening"] = "opening"
    link: Hex


class At(_Said):
    """How far a player's letter box is."""

    kind: Literal["at"] = "at"
    letters: Count
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    heard: dict[Id, Count] = Field(default={}, max_length=4)
    """The last line of each sitting of the other's that was heard."""


class Delta(_Said):
    """A letter, without what the other player has already."""

    kind: Literal["delta"] = "delta"
    number: Count
    entry: Entry
    lines: Rows
    """Of the journal, since the letter before."""
    link: Hex
    turn: Word
    question: Sentence = ""


class Draft(_Said):
    """What the next letter holds so far: to be looked at, not yet proved, and perhaps taken back."""

    kind: Literal["draft"] = "draft"
    number: Count
    """Of that letter."""
    keep: Count
    """How many lines of the draft before still stand."""
    lines: Rows


class Chat(_Said):
    """A line said to the other player."""

    kind: Literal["chat"] = "chat"
    sitting: Id
    number: Annotated[int, Field(ge=1, le=100_000)]
    text: Line


class Ask(_Said):
    """Whether something may be taken back that has been seen."""

    kind: Literal["ask"] = "ask"
    letters: Count
    words: Line


class Reply(_Said):
    """The answer to that."""

    kind: Literal["reply"] = "reply"
    letters: Count
    yes: bool


class Ping(_Said):
    """That somebody is there."""

    kind: Literal["ping"] = "ping"


class Watched(_Said):
    """To those who watch: which game it is."""

    kind: Literal["watched"] = "watched"
    scenario: Word
    options: dict[str, str]
    rules_version: Word
    data_digest: Word
    players: dict[str, Word]
    """Names by side."""


class Scene(_Said):
    """To those who watch: what both sides see of some states more, with what happened."""

    kind: Literal["scene"] = "scene"
    keep: Count
    """States that still stand; without them it begins anew."""
    states: list[dict[str, Any]] = Field(max_length=MOST_STATES)
    entries: list[dict[str, Any]] = Field(max_length=MOST_STATES)
    """What led to each of the states, but for the first if it begins anew: side, text, events."""


class Heard(_Said):
    """To those who watch: a line that a player said."""

    kind: Literal["heard"] = "heard"
    name: Word
    text: Line


Message = (
    Hello
    | Welcome
    | Sorry
    | Terms
    | Accepted
    | Opening
    | At
    | Delta
    | Draft
    | Chat
    | Ask
    | Reply
    | Ping
    | Watched
    | Scene
    | Heard
)
_SHAPES: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="kind")])


def read(data: bytes) -> Message:
    """What a line says. Raises BadMessage."""
    try:
        return _SHAPES.validate_python(parse(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])[:80]
        raise BadMessage(harmless(f"a message is malformed: {place}: {first['msg'][:120]}")) from None
    except (DamagedSave, ValueError, RecursionError) as error:
        raise BadMessage(harmless(f"a message cannot be read: {str(error)[:120]}")) from None


def written(message: Message) -> bytes:
    """A message as a line."""
    return json.dumps(message.model_dump(mode="json"), separators=(",", ":")).encode() + b"\n"
