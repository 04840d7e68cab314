"""The German Withdrawal from France (rule 19)."""

from collections.abc import Iterator

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Withdraw
from wargame_tui.titles.liberty_roads.events.moves import WithdrawalDeclared
from wargame_tui.titles.liberty_roads.state import Draft, Table


def candidates(table: Table) -> Iterator[Command]:
    """The declaration."""
    return iter((Withdraw(),))


def refusal(table: Table, command: Command) -> Refusal | None:
    """Why it cannot be declared (19.1.1, 19.1.2, A40)."""
    chart = table.book.charts.approval
    if table.book.scenario.basic or table.campaign.withdrawn:
        return refused("it has been declared, or is not part of this scenario", "19.1.1")
    if table.turn < chart.withdrawal_from:
        return refused(f"not before turn {chart.withdrawal_from}", "19.1.1")
    if table.now.moved:
        return refused("it is declared at the start of the movement phase", "19.1.1")
    if table.approval.value < chart.withdrawal_least:
        return refused(f"the approval must stand at {chart.withdrawal_least} or more", "19.1.2")
    return None


def do(g: Draft, command: Command) -> None:
    """Approval falls, the coasts of France lie open (19.1.3)."""
    value = g.book.charts.approval.after_withdrawal
    g.tell(WithdrawalDeclared(before=g.approval.value, after=value))
    g.esteem(value=value)
    g.record(withdrawn=True, open_coast=True)
