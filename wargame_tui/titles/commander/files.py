"""Data files that the commander titles have in common: a campaign or a career of several."""

from typing import Annotated, Generic, Self, TypeVar

from pydantic import Field, model_validator

from wargame_tui.board.files import Entry
from wargame_tui.board.library import ScenarioEntry

C = TypeVar("C", bound=Entry)


class CampaignEntry(ScenarioEntry, Generic[C]):
    """A campaign, or a career of several, linked one after the other (3.15.6, 4.6.3)."""

    campaign: C | None = None
    career: tuple[str, ...] = ()
    """Files of the campaigns of a career, in their order."""
    source: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.campaign is None) == (not self.career):
            raise ValueError("either `campaign` or `career`")
        return self

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The campaigns of a career."""
        return self.career
