"""The sequence of play (3.1): the eight steps of a turn, and the passage from a campaign to the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from wargame_tui.core.step import Step
from wargame_tui.titles.pacific_commander.events.turn import StageBegun
from wargame_tui.titles.pacific_commander.rules import battle, campaign, resupply, victory
from wargame_tui.titles.pacific_commander.rules.enemy_resupply import EnemyResupply
from wargame_tui.titles.pacific_commander.rules.movement import Movement
from wargame_tui.titles.pacific_commander.rules.orders import Orders
from wargame_tui.titles.pacific_commander.rules.post_battle import PostBattle
from wargame_tui.titles.pacific_commander.rules.special_ops import SpecialOps
from wargame_tui.titles.pacific_commander.state import Draft, Table, book_of

Stage = Literal[
    "us_resupply", "us_special_ops", "us_move", "jp_resupply", "jp_orders", "battles", "post_battle", "next_turn"
]
STAGES: tuple[Stage, ...] = get_args(Stage)


@dataclass(frozen=True, slots=True)
class Turn(Step[Table, Draft]):
    """A turn of two months: its eight steps in order (3.1.1)."""

    stage: Stage = "us_resupply"
    kind: Literal["turn"] = "turn"

    def title(self, table: Table) -> str:
        """Turn and months."""
        return book_of(table).campaign.turn_words(table.turn)

    def proceed(self, g: Draft) -> None:
        """Begin the step in hand."""
        g.tell(StageBegun(stage=self.stage, turn=g.turn, year=book_of(g).campaign.year))
        _BEGIN[self.stage](g)

    def resumed(self, g: Draft, result: Any) -> None:
        """The step in hand is over: the next one is due."""
        g.swap(stage=STAGES[STAGES.index(self.stage) + 1])


def _begin_resupply(g: Draft) -> None:
    resupply.begin(g)
    g.push(resupply.Resupply())


def _next_turn(g: Draft) -> None:
    """Step 8: the fall of the citadel, the blockade, then the next turn or the evaluation (3.15.3)."""
    if victory.citadel_fallen(g):
        victory.fall(g)
    else:
        victory.tighten_blockade(g)
        if g.turn < len(book_of(g).campaign.turns):
            g.turn += 1
            g.swap(stage=STAGES[0])
            return
        victory.evaluate(g)
    if g.over is None:
        g.stack = (NextCampaign(),)


_BEGIN: Mapping[Stage, Callable[[Draft], None]] = {
    "us_resupply": _begin_resupply,
    "us_special_ops": lambda g: g.push(SpecialOps()),
    "us_move": lambda g: g.push(Movement()),
    "jp_resupply": lambda g: g.push(EnemyResupply()),
    "jp_orders": lambda g: g.push(Orders()),
    "battles": lambda g: g.push(battle.Battles()),
    "post_battle": lambda g: g.push(PostBattle()),
    "next_turn": _next_turn,
}


@dataclass(frozen=True, slots=True)
class NextCampaign(Step[Table, Draft]):
    """The passage from a campaign of a career to the next (3.15.6)."""

    kind: Literal["next_campaign"] = "next_campaign"

    def proceed(self, g: Draft) -> None:
        """Set up the next campaign over what is left."""
        campaign.link(g)
        g.stack = (Turn(),)
