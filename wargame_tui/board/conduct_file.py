"""conduct.yaml: what a side can be asked in the other's turn, topic by topic, and how it may have it answered.

A topic stands for questions of some steps; a choice of it says which legal command answers them. A title without the
file, or with questions that it does not name, has a topic for every step (`board.conduct.topics`).
"""

import re
from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from wargame_tui.board.files import Entry

NAME = r"[a-z][a-z0-9-]*"
ASK, PROPOSAL = "ask", "proposal"
"""Choices that every topic has: be asked; what the program proposes."""
_WISH = re.compile(
    r"(?P<end>least|most) (?P<number>\w+)( of (?P<whose>\w+))?"
    r"|(?P<no>not )?(?P<field>\w+) (?P<values>[\w/+-]+)( of (?P<of>\w+))?"
)


class Wish(Entry):
    """Which of several commands is wanted: one line of a choice's `prefer`."""

    number: str = ""
    """The field that is to be least, or most."""
    most: bool = False
    field: str = ""
    """Or the field that is to have one of the values, or none of them."""
    values: tuple[str, ...] = ()
    without: bool = False
    whose: str = "unit"
    """The command's field that names the unit with the field; a field of the command itself comes before."""

    @classmethod
    def read(cls, text: str) -> "Wish":
        """From `least strength`, `most calls`, `type armour+gun`, `not type armour of target`. Raises ValueError."""
        found = _WISH.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r}: the form is `least FIELD`, `most FIELD`, `FIELD VALUE` or `not FIELD VALUE`")
        if found["end"]:
            return cls(number=found["number"], most=found["end"] == "most", whose=found["whose"] or "unit")
        values = tuple(found["values"].split("+"))
        return cls(field=found["field"], values=values, without=bool(found["no"]), whose=found["of"] or "unit")


class Measure(Entry):
    """What a choice with a number goes by."""

    by: Literal["chance", "better", "odds"]
    """How likely the answer succeeds, or comes out better than what lies there, in per cent; or the column of the
    combat in hand, as it is printed.
    """
    success: tuple[str, ...] = ()
    """Of a chance: how the words of an outcome begin that is a success."""
    offers: tuple[str, ...] = Field(min_length=1)
    """The values that are offered: `40`, `2-1`."""
    at_most: bool = False
    """Whether it is given up to the value, not from it on."""

    @model_validator(mode="after")
    def _succeeds(self) -> Self:
        if (self.by == "chance") != bool(self.success):
            raise ValueError("`success` says which outcomes of a chance are wanted, and is for chances alone")
        return self


class ChoiceEntry(Entry):
    """A way to answer a topic's questions."""

    id: str = Field(pattern=NAME)
    words: str = Field(min_length=1, max_length=70)
    """For players; `{value}` is the number of a choice that has one."""
    gives: tuple[str, ...]
    """Notations, `*` for anything: the first that fits a legal command. None: an exception for a unit, which is left
    out of it.
    """
    only: tuple[str, ...] = ()
    """Of those that fit, such as meet these wishes."""
    prefer: tuple[str, ...] = ()
    """Which of several that fit: see `Wish`; the first counts most."""
    proposed: bool = False
    """Which of several that fit, rather than `prefer`: what the program proposes, if that fits."""
    measure: Measure | None = None
    otherwise: tuple[str, ...] = ()
    """What is given where the measure is not reached."""

    @field_validator("prefer", "only")
    @classmethod
    def _readable(cls, prefer: tuple[str, ...]) -> tuple[str, ...]:
        for each in prefer:
            Wish.read(each)
        return prefer

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.id in (ASK, PROPOSAL):
            raise ValueError(f"`{self.id}` is a choice of every topic already")
        if (self.measure is None) != (not self.otherwise):
            raise ValueError("a `measure` needs an `otherwise`, and an `otherwise` a `measure`")
        if (self.measure is None) == ("{value}" in self.words):
            raise ValueError("`{value}` in the words is the number of a `measure`")
        return self


class TopicEntry(Entry):
    """Questions that are answered alike."""

    id: str = Field(pattern=NAME)
    words: str = Field(min_length=1, max_length=32)
    """What it is about, for players."""
    rule: str
    of: tuple[str, ...] = Field(min_length=1)
    """The steps that ask: a kind, alone or with its stage, as help.yaml names decisions."""
    where: Mapping[str, str] = {}
    """What the question must have beside, fields of the step or its particulars."""
    during: str = ""
    """The kind of a step within which it is asked; elsewhere the step is no matter of this topic."""
    side: str = ""
    """Of one side alone."""
    note: str = Field("", max_length=160)
    """What a player should know to choose."""
    names: Mapping[str, str] = {}
    """What else of a question exceptions may name, beside the step's fields: `Step.particulars`, each in words."""
    proposal: bool = True
    """Whether the program has a proposal."""
    choices: tuple[ChoiceEntry, ...] = ()

    @field_validator("choices")
    @classmethod
    def _once(cls, choices: tuple[ChoiceEntry, ...]) -> tuple[ChoiceEntry, ...]:
        if len({choice.id for choice in choices}) < len(choices):
            raise ValueError("two choices have the same id")
        return choices


class ConductFile(Entry):
    """conduct.yaml"""

    title: str
    own: tuple[str, ...] = ()
    """Decisions of one's own phases, which nobody waits for in his turn: no topic stands for them."""
    topics: tuple[TopicEntry, ...] = Field(min_length=1)

    @field_validator("topics")
    @classmethod
    def _once(cls, topics: tuple[TopicEntry, ...]) -> tuple[TopicEntry, ...]:
        if len({topic.id for topic in topics}) < len(topics):
            raise ValueError("two topics have the same id")
        return topics
