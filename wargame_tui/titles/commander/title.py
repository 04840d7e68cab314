"""What the plug-ins of the commander titles have in common: options, difficulty, careers (2.19, 3.15.6, 4.6.3, 9)."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from wargame_tui.board.title import FolderTitle
from wargame_tui.core.dice import Dice
from wargame_tui.core.state import S
from wargame_tui.core.title import BadOption, OptionInfo, ScenarioInfo, switched_on
from wargame_tui.titles.commander.files import insist_on_campaigns
from wargame_tui.titles.commander.levels import Difficulty

EASY, HARD = "easy", "hard"
DIFFICULTY = (
    OptionInfo(EASY, "Easy: the enemy's order dice are less bold", "2.19"),
    OptionInfo(HARD, "Hard: the enemy's order dice are bolder", "2.19"),
)


class CommanderTitle(FolderTitle[S]):
    """A title for one player against a system of tables."""

    phase_depth: ClassVar[int] = 2

    optional: ClassVar[tuple[OptionInfo, ...]]
    """Its optional rules (9), difficulty aside."""

    @property
    def die_faces(self) -> int:
        """Of the dice that are rolled; Battle Plans are drawn as a larger die."""
        faces: int = self.data.charts.die
        return faces

    @abstractmethod
    def begin(self, scenario: str, difficulty: Difficulty, options: tuple[str, ...], dice: Dice) -> S:
        """The position before the first step, with these optional rules."""

    @abstractmethod
    def open_campaign(self, scenario: str, index: int) -> object:
        """Read what a campaign of a scenario rests on. Raises DataError."""

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """The campaigns, then the careers. Raises DataError for a career of campaigns that there are not."""
        insist_on_campaigns(self.data)
        options = (*DIFFICULTY, *self.optional)
        return [
            ScenarioInfo(
                f"{self.id}/{name}", entry.name, self._turns(name), entry.summary, entry.playing_time, True, options
            )
            for name, entry in self.data.scenarios.items()
        ]

    def start(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> S:
        """The position before the first step. Raises BadOption."""
        self.insist_on_scenario(scenario)
        chosen = switched_on(options, (*DIFFICULTY, *self.optional))
        if EASY in chosen and HARD in chosen:
            raise BadOption("a game is `easy` or `hard`, not both")
        difficulty: Difficulty = "easy" if EASY in chosen else "hard" if HARD in chosen else "normal"
        return self.begin(scenario, difficulty, tuple(name for name in chosen if name not in (EASY, HARD)), dice)

    def open_scenario(self, scenario: str) -> tuple[object, ...]:
        """The fixed data of all campaigns of a scenario. Raises DataError."""
        count = len(self._campaigns(self.data.take_up(scenario)))
        return tuple(self.open_campaign(scenario, index) for index in range(count))

    def pieces(self, state: S) -> Iterable[Any]:
        """Every force on the table."""
        whole: Any = state
        return list(whole.forces.values())

    def entries_of(self, state: S, unit: str) -> Sequence[Sequence[str]]:
        """The class of a force."""
        whole: Any = state
        force = whole.forces.get(unit)
        return [("classes", force.side, force.cls)] if force else ()

    def _campaign_files(self) -> list[Any]:
        """The files of single campaigns, without the careers."""
        return [file for file in self.data.scenarios.values() if file.campaign is not None]

    def _campaigns(self, name: str) -> Sequence[str]:
        return self.data.scenarios[name].career or (name,)

    def _turns(self, name: str) -> int:
        return sum(len(self.data.scenarios[each].campaign.turns) for each in self._campaigns(name))
