"""Weather by the calendar (rule 28)."""

from wargame_tui.titles.ardennes_44.printed.book import Weather
from wargame_tui.titles.ardennes_44.state import Table


def ground(table: Table) -> Weather:
    """Mud, from 21AM on frozen (28.1)."""
    return "frozen" if table.turn >= table.book.charts.events.frozen else "mud"


def is_clear(table: Table) -> bool:
    """Whether the sky is clear: from 23AM on (28.2)."""
    return table.turn >= table.book.charts.events.clear
