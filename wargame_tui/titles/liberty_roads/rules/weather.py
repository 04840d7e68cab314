"""Weather (rule 3): the roll of the turn, storms on the beaches."""

from wargame_tui.titles.liberty_roads.events.course import StormRolled, WeatherRolled
from wargame_tui.titles.liberty_roads.printed.book import ALLIED
from wargame_tui.titles.liberty_roads.printed.charts import WeatherRow
from wargame_tui.titles.liberty_roads.rules import stacking
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table


def weather_row(table: Table) -> WeatherRow:
    """What the weather of the turn does (3.2)."""
    return table.book.charts.weather[table.weather]


def begin_turn(g: Draft) -> None:
    """Roll for the weather, then for every Beachhead in a storm (3.1, 3.2)."""
    if g.approval.flipped:
        g.esteem(flipped=False)
    dice = g.roll(DIE, 2)
    g.weather = g.book.row(g.turn).weather[sum(dice)]
    g.tell(WeatherRolled(dice=dice, weather=g.weather))
    least = weather_row(g).beachhead_lost
    if least is not None:
        for hex_ in g.campaign.beachheads:
            _storm(g, hex_, least)


def _storm(g: Draft, hex_: str, least: int) -> None:
    """A storm on a Beachhead: the marker may go, and units with it (3.2)."""
    dice = g.roll(DIE, 2)
    lost = sum(dice) >= least
    g.tell(StormRolled(hex=hex_, dice=dice, lost=lost))
    if lost:
        g.record(beachheads=tuple(each for each in g.campaign.beachheads if each != hex_))
        stacking.relocate(g, ALLIED, hex_)
