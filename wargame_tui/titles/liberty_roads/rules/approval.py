"""The Fuehrer's approval (rule 9)."""

from wargame_tui.titles.liberty_roads.events.course import ApprovalChanged, Dismissal
from wargame_tui.titles.liberty_roads.printed.book import GERMAN
from wargame_tui.titles.liberty_roads.state import Draft


def change(g: Draft, by: int, rule: str, cause: str) -> None:
    """Move the marker; in box 0 the commander is dismissed (9.2). `cause` names what it was for."""
    before = g.approval.value
    value = max(0, min(g.approval.maximum, before + by))
    if value == before:
        return
    g.esteem(value=value)
    g.tell(ApprovalChanged(cause=cause, before=before, after=value, rule=rule))
    if value == 0:
        _dismiss(g)


def _dismiss(g: Draft) -> None:
    """Another commander in the West (9.2.3)."""
    maxima, number = g.book.charts.approval.maxima, g.approval.dismissals
    reset = maxima[min(number, len(maxima) - 1)]
    lost = [marker.id for marker in g.available(GERMAN)]
    for marker in lost:
        g.put(marker, "pool")
    g.esteem(
        value=reset,
        maximum=reset,
        dismissals=number + 1,
        one_marker=True,
        no_replacements=True,
        halved=True,
        flipped=True,
    )
    g.tell(Dismissal(number=number + 1, reset=reset, markers=len(lost)))
