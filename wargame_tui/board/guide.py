"""What newcomers to a title are told, from its guide.yaml: where to start, who is favoured, a first turn in steps."""

from collections.abc import Mapping
from typing import Self

from pydantic import Field, model_validator

from wargame_tui.board.files import Entry


class GuideStep(Entry):
    """One thing to do; the first of those named that comes about leads on to the next step."""

    text: str = Field(min_length=1, max_length=220)
    rule: str | None = None
    keys: tuple[str, ...] = ()
    """A key is pressed, by the name that the app has for it: `n`, `plus`, `question_mark`, `ctrl+s`."""
    commands: tuple[str, ...] = ()
    """A command with this verb is given."""
    events: tuple[str, ...] = ()
    """Something of this kind happens."""
    in_hand: bool = False
    """A unit is selected, or taken in hand."""
    press: tuple[str, ...] = ()
    """What leads on, pressed one after the other: keys by those names, and what is typed where something is asked.

    `...` stands for 0, Space and the initials of the sides, as often as it takes.
    The text names every key of it; tests play guides through by it.
    """

    @model_validator(mode="after")
    def _leads_on(self) -> Self:
        if not (self.keys or self.commands or self.events or self.in_hand):
            raise ValueError("say what leads on: `keys`, `commands`, `events` or `in_hand`")
        return self


class GuideFile(Entry):
    """guide.yaml"""

    title: str
    start: str
    """The scenario for a first game, by the name of its file; the steps are about it."""
    for_beginners: bool = False
    """Whether players who know no title yet had better begin with this one."""
    favoured: Mapping[str, str] = {}
    """By scenario, who wins how often, and how that was counted: `Allied 56%, German 30% (200 games ...)`."""
    steps: tuple[GuideStep, ...] = Field(min_length=1)
