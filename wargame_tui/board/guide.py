"""A guided first turn: what a newcomer is shown at the table, step by step, from a title's guide.yaml."""

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
    """A unit is taken in hand."""

    @model_validator(mode="after")
    def _leads_on(self) -> Self:
        if not (self.keys or self.commands or self.events or self.in_hand):
            raise ValueError("say what leads on: `keys`, `commands`, `events` or `in_hand`")
        return self


class GuideFile(Entry):
    """guide.yaml"""

    title: str
    steps: tuple[GuideStep, ...] = Field(min_length=1)
