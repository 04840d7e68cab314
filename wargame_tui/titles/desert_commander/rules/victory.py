"""Score, levels and careers (4.6)."""

from wargame_tui.core.state import Outcome
from wargame_tui.titles.commander.levels import WON, Level, level_of
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.state import Draft, Grade, Table, book_of, score, total


def note_total(g: Draft) -> None:
    """Step 5 notes the highest VP total, where it counts (4.1.1, 4.6.2)."""
    if book_of(g).campaign.best_total_divisor is None:
        return
    have = total(g)
    g.best = max(g.best, have)
    g.tell(events.TotalNoted(total=have, best=g.best))


def level_now(table: Table) -> Level:
    """The level that the score reaches now (4.6.1, 4.6.2)."""
    return level_of(score(table), book_of(table).campaign.levels)


def evaluate(g: Draft) -> None:
    """The end of a campaign, and with the last one of the game (4.6.2, 4.6.3)."""
    book = book_of(g)
    have, level = score(g), level_now(g)
    g.grades = (*g.grades, Grade(book.names[book.index], have, level))
    g.tell(events.CampaignOver(campaign=book.name, score=have, level=level))
    if not book.scenario.career:
        g.over = Outcome(AXIS if level in WON else ENEMY, level, f"score {have}: {_sources(g)} (4.6.2)", have)
    elif book.index + 1 == len(book.campaigns):
        _retire(g)


def _sources(table: Table) -> str:
    """Where a score comes from: with the best noted total it may be more than there are VP on the map (4.6.2)."""
    book = book_of(table)
    held = f"{total(table)} of the {sum(entry.vp for entry in book.areas.values())} VP on the map"
    more = score(table) - total(table)
    return f"{held}, and {more} for the highest total of {table.best} VP" if more else held


def _retire(g: Draft) -> None:
    """A career is won if enough of its campaigns were (4.6.3)."""
    won = sum(grade.level in WON for grade in g.grades)
    winner = AXIS if won >= book_of(g).charts.career.won else ENEMY
    words = ", ".join(f"{grade.campaign}: {grade.level}" for grade in g.grades)
    points = sum(grade.score for grade in g.grades)
    g.over = Outcome(winner, f"{won} of {len(g.grades)} campaigns won", f"{words} (4.6.3)", points)
