"""How a game starts."""

from wargame_tui.core.dice import Dice

from skeleton.printed.book import DATA
from skeleton.rules.sequence import Turn
from skeleton.state import State, Unit


def start(scenario: str, dice: Dice) -> State:
    """The position before the first turn."""
    setup = DATA.scenario(scenario).setup
    units = {name: Unit(name, DATA.units.units[name].side, space) for name, space in setup.items()}
    control = {unit.location: unit.side for unit in units.values()}
    return State(scenario, stack=(Turn(),), dice=dice, over=None, turn=1, units=units, control=control)
