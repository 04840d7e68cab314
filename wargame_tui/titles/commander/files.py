"""Data files that the commander titles have in common: a campaign or a career of several."""

from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import Field, model_validator

from wargame_tui.board.files import Entry
from wargame_tui.board.library import DataFolder, ScenarioEntry
from wargame_tui.board.plain import DataError

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


def insist_on_campaigns(data: DataFolder[Any, Any, Any, Any]) -> None:
    """Refuse a career of something else than campaigns. Raises DataError."""
    campaigns = {name for name, file in data.scenarios.items() if file.campaign is not None}
    found = [
        (data.place(name, ("career", number)), f"there is no campaign `{each}`; there are {', '.join(campaigns)}")
        for name, file in data.scenarios.items()
        for number, each in enumerate(file.career)
        if each not in campaigns
    ]
    if found:
        raise DataError(found)
