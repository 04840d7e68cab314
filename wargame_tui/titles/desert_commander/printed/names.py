"""What things are called: the steps of a turn, sides, Battle Plans, orders."""

from collections.abc import Mapping

from wargame_tui.titles.desert_commander.printed.book import AXIS, DATA, ENEMY
from wargame_tui.titles.desert_commander.printed.data import Campaign, PlanEntry

STEPS: Mapping[str, str] = {
    "promotion": "Choice of the Veteran",
    "landings": "Landings",
    "enemy_reinforce": "{foe} arrivals",
    "enemy_orders": "{foe} orders",
    "axis_resupply": "Axis resupply",
    "axis_operations": "Axis operations",
    "next_turn": "End of the turn",
    "final_orders": "Last {foe} orders",
    "evaluation": "Evaluation",
}
"""The steps of a turn (4.1.1 to 4.1.3); `{foe}` stands for the enemy."""


@DATA.cached
def campaign_on(map_: str) -> Campaign:
    """The campaign that is played on a map."""
    return next(file.campaign for file in DATA.scenarios.values() if file.campaign and file.campaign.map == map_)


def adjective(map_: str, side: str) -> str:
    """A side as an adjective, on a campaign's map: `British`."""
    return "Axis" if side == AXIS else campaign_on(map_).enemy.adjective


def step_words(map_: str, stage: str) -> str:
    """A step of the turn, on a campaign's map: `British orders`."""
    return STEPS[stage].format(foe=adjective(map_, ENEMY) if map_ else ENEMY)


def plan_name(chit: str) -> str:
    """A Battle Plan by its name: `Flank march`."""
    return chit.replace("_", " ").capitalize()


def plan(side: str, chit: str) -> PlanEntry | None:
    """A Battle Plan of a side."""
    return DATA.charts.plans[AXIS if side == AXIS else ENEMY].get(chit)


def plan_text(side: str, chit: str) -> str:
    """A Battle Plan and what it does."""
    entry = plan(side, chit)
    return f"{plan_name(chit)}: {entry.words}" if entry else plan_name(chit)


def order_name(order: str) -> str:
    """An order in words: `DIG IN`."""
    return order.replace("_", " ")


def share(divisor: int) -> str:
    """A part of a number: `half`, `1 in 3`."""
    return "half" if divisor == 2 else f"1 in {divisor}"
