"""Help out of a file: the most special that there is for a step, its stage and its side."""

from dataclasses import dataclass
from typing import Any

from wargame_tui.board.helps import HelpFile, in_hand


@dataclass(frozen=True)
class Step:
    """A step in hand."""

    kind: str
    stage: str = ""
    side: str = ""


@dataclass(frozen=True)
class Position:
    """A state as far as its steps go."""

    stack: tuple[Any, ...]
    over: Any = None


def entry(heading: str, *steps: str) -> dict[str, Any]:
    return {"steps": steps, "heading": heading, "lines": ("A sentence (1).",), "rules": ("1",)}


HELPS = HelpFile.model_validate(
    {
        "title": "T",
        "helps": [
            entry("Battle", "battle"),
            entry("Terrain", "battle terrain"),
            entry("Blue chooses", "battle choice Blue", "landing choice Blue"),
            entry("Red arrives", "arrivals Red"),
            entry("Over", "over"),
        ],
    }
).by_step()


def heading(*step: str) -> str | None:
    found = in_hand(Position((Step(*step),)), HELPS)
    return found.heading if found else None


def test_stage_and_side_come_before_the_kind_alone() -> None:
    assert heading("battle") == heading("battle", "roll") == heading("battle", "choice", "Red") == "Battle"
    assert heading("battle", "terrain") == heading("battle", "terrain", "Blue") == "Terrain"
    assert heading("battle", "choice", "Blue") == heading("landing", "choice", "Blue") == "Blue chooses"
    assert heading("arrivals", "", "Red") == "Red arrives"


def test_where_nothing_is_said_there_is_none() -> None:
    assert heading("arrivals", "", "Blue") is None
    assert heading("landing") is None


def test_a_game_that_is_over_has_help_of_its_own() -> None:
    found = in_hand(Position((Step("battle"),), over="won"), HELPS)
    assert found is not None
    assert (found.heading, found.lines, found.rules) == ("Over", ("A sentence (1).",), ("1",))
