"""The sequence of play (4.1): the steps of a turn, how a campaign begins, and the passage to the next one (4.6.3)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.commander.levels import WON
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.commands import PickVeteran
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, ENEMY, Book
from wargame_tui.titles.desert_commander.printed.data import Owner
from wargame_tui.titles.desert_commander.rules import orders, supply_points, victory
from wargame_tui.titles.desert_commander.rules.decision import Choice
from wargame_tui.titles.desert_commander.rules.normandy import Landings
from wargame_tui.titles.desert_commander.rules.operations import Operations
from wargame_tui.titles.desert_commander.rules.supply_points import Resupply, begin_cup
from wargame_tui.titles.desert_commander.state import AreaState, Draft, Table, book_of, in_force_order

Stage = Literal[
    "promotion",
    "landings",
    "enemy_reinforce",
    "enemy_orders",
    "axis_resupply",
    "axis_operations",
    "next_turn",
    "final_orders",
    "evaluation",
]
NEXT: Mapping[Stage, Stage] = {
    "landings": "axis_resupply",
    "enemy_reinforce": "enemy_orders",
    "enemy_orders": "axis_resupply",
    "axis_resupply": "axis_operations",
    "axis_operations": "next_turn",
    "final_orders": "evaluation",
}
"""What follows on a step of the turn (4.1.1); landings stand in place of steps 1 and 2 (4.1.2).

After the promotion (4.6.3) the campaign begins with the step that its file names.
"""


@dataclass(frozen=True, slots=True)
class Turn(Step[Table, Draft]):
    """A turn: its steps in order, and after the last one the end (4.1.1 to 4.1.3)."""

    stage: Stage
    kind: Literal["turn"] = "turn"

    def title(self, table: Table) -> str:
        """Turn and dates."""
        return book_of(table).campaign.turn_words(table.turn)

    def proceed(self, g: Draft) -> None:
        """Begin the step in hand."""
        g.tell(events.StageBegun(stage=self.stage, turn=g.turn))
        _BEGIN[self.stage](g)

    def resumed(self, g: Draft, result: Any) -> None:
        """The step in hand is over: the next one is due."""
        first = book_of(g).campaign.first_stage
        g.swap(stage=first if self.stage == "promotion" else NEXT[self.stage])


def _reinforce(g: Draft) -> None:
    orders.begin_arrivals(g)
    g.swap(stage=NEXT["enemy_reinforce"])


def _resupply(g: Draft) -> None:
    supply_points.begin_resupply(g)
    g.push(Resupply())


def _next_turn(g: Draft) -> None:
    """Step 5, then the next turn or the enemy's last orders (4.1.1, 4.1.3)."""
    victory.note_total(g)
    supply_points.carry_over(g)
    if g.turn < book_of(g).last_turn:
        g.turn += 1
        g.swap(stage="enemy_reinforce")
    else:
        g.swap(stage="final_orders")


def _evaluate(g: Draft) -> None:
    victory.evaluate(g)
    if g.over is None:
        g.stack = (NextCampaign(),)


_BEGIN: Mapping[Stage, Callable[[Draft], None]] = {
    "promotion": lambda g: g.push(Promotion()),
    "landings": lambda g: g.push(Landings()),
    "enemy_reinforce": _reinforce,
    "enemy_orders": orders.begin_orders,
    "axis_resupply": _resupply,
    "axis_operations": lambda g: g.push(Operations()),
    "next_turn": _next_turn,
    "final_orders": orders.begin_orders,
    "evaluation": _evaluate,
}


# Campaigns


def begin_campaign(g: Draft, index: int) -> None:
    """Set up a campaign on an empty map; a campaign won before gives SP and a Veteran (4.2.6, 4.6.3, 4.9.11)."""
    won = bool(g.grades) and g.grades[-1].level in WON
    g.index, g.turn, g.serial, g.reserves = index, 1, 0, 0
    g.sp, g.best, g.orders, g.revealed = 0, 0, (), ()
    book = book_of(g)
    g.bonus = book.charts.career.sp if won else 0
    begin_cup(g)
    _set_up(g, book)
    g.stack = (Turn("promotion" if won else book.campaign.first_stage),)


def _set_up(g: Draft, book: Book) -> None:
    """Forces and owners at start: the Axis has its bases and where it stands, or all (4.2.6)."""
    campaign = book.campaign
    g.forces = {}
    from_sea = campaign.first_stage == "landings"
    for counter in book.setup:
        if counter.side == ENEMY and from_sea:
            g.enter(ENEMY, counter.cls, counter.name, AT_SEA, bound=counter.area)
        else:
            g.enter(counter.side, counter.cls, counter.name, counter.area)
    held = {*campaign.bases, *(force.area for force in g.forces.values() if force.side == AXIS)}
    owners: dict[str, Owner] = {area: AXIS if campaign.axis_owns_all or area in held else ENEMY for area in book.areas}
    g.areas = {area: AreaState(owner, area in campaign.dig) for area, owner in owners.items()}


@dataclass(frozen=True, slots=True)
class Promotion(Choice):
    """The player picks his Veteran from the set-up (4.6.3)."""

    kind: Literal["promotion"] = "promotion"
    passes_alone: ClassVar[bool] = True
    heading: ClassVar[str] = "Veteran"
    asked: ClassVar[Prompt] = Prompt("Choose the Veteran force of this campaign", "4.6.3")
    meant: ClassVar[type[Command]] = PickVeteran

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every Axis force of the set-up."""
        own = [force for force in table.forces.values() if force.side == AXIS]
        yield from (PickVeteran(force.id) for force in in_force_order(table, own))

    def why_not(self, table: Table, command: Command) -> Refusal:
        """Rule 4.6.3."""
        if isinstance(command, PickVeteran):
            return Refusal(f"you have no force `{command.force}`", "4.6.3")
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Its CV is higher from now on."""
        assert isinstance(command, PickVeteran)
        g.change(command.force, veteran=True)
        force = g.forces[command.force]
        g.tell(events.VeteranChosen(force=force.id, label=force.label, area=force.area))
        g.finish()


@dataclass(frozen=True, slots=True)
class NextCampaign(Step[Table, Draft]):
    """The passage from a campaign of a career to the next (4.6.3)."""

    kind: Literal["next_campaign"] = "next_campaign"

    def title(self, table: Table) -> str:
        """Its name."""
        return "The next campaign"

    def proceed(self, g: Draft) -> None:
        """Set it up."""
        begin_campaign(g, g.index + 1)
        g.tell(events.CampaignBegun(campaign=book_of(g).name, bonus=g.bonus))
