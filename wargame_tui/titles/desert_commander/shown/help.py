"""Help for the step in hand: what a player who does not know the rules by heart must know to decide."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from wargame_tui.board.title import Help
from wargame_tui.titles.commander.phrases import up_to
from wargame_tui.titles.desert_commander.printed.book import Book
from wargame_tui.titles.desert_commander.rules.battle import AirCall, RetreatChoice, battle_in_hand, defenders
from wargame_tui.titles.desert_commander.rules.operations import Forming, Operations
from wargame_tui.titles.desert_commander.rules.supply_points import Resupply, overstretch
from wargame_tui.titles.desert_commander.shown.turn_bar import level_words
from wargame_tui.titles.desert_commander.shown.words import place
from wargame_tui.titles.desert_commander.state import FOG, State, Table, book_of, cv_total


class Advice(NamedTuple):
    """What there is to say at a step: its lines name charts, the table, and what `_reckoned` gives."""

    heading: str
    rules: tuple[str, ...]
    lines: tuple[str, ...]


AUTO = "`auto` leaves the decision to a rule of thumb (5.3)."
HELP: Mapping[str, Advice] = {
    "promotion": Advice(
        "Choose your Veteran",
        ("4.6.3", "4.2.1"),
        (
            "The campaign before was won: {career.sp} SP more on turn 1, and one force whose CV is"
            " {career.veteran} higher, never above {career.most_cv} (4.6.3).",
            "A force that fights in every operation, a panzer, gains most by it.",
        ),
    ),
    "resupply": Advice(
        "Resupply: spend Supply Points on forces and plans",
        ("4.3.2", "4.3.12", "4.3.13", "4.3.16", "4.6.1"),
        (
            "You have {table.sp} SP for this step, for operations and for battles;"
            " of what is left at the end of the turn {economy.carried} at most are kept (4.3.16).",
            "A refit costs {economy.refit} SP: a reduced force that is supplied is full again, but spent: it does"
            " nothing more this turn (4.3.12).",
            "A Battle Plan costs {economy.buy_plan} SP, drawn blindly; the hand holds {economy.hand} (4.3.13).",
            "An operation costs 1 SP for {economy.forces_per_sp} forces, and more far from your base (4.3.2, 4.3.4).",
            "Score: {level} (4.6.1).",
        ),
    ),
    "operations": Advice(
        "Operations: move and attack while SP last",
        ("4.3.5", "4.3.2", "4.3.4", "4.3.7", "4.3.9", "4.2.2", "4.3.14"),
        (
            "Pick an Area with forces, then where they go, along one link; up to {economy.most_forces} forces take"
            " part, 1 SP for {economy.forces_per_sp}, and more by overstretch far from your base (4.3.5, 4.3.4).",
            "Motorised forces take part in {areas.operations[M]} operations a turn, forces on foot in"
            " {areas.operations[L]}, static ones in none (4.2.2).",
            "Into an Area with enemies it is an assault, fought at once: who does not win stays where he was and is"
            " spent (4.3.7).",
            "The enemy answers: he enters empty Areas and attacks those that are weakly held, and he has a last step of"
            " orders after your last turn (4.5.9, 4.1.3). Leave garrisons.",
            "M forces that won an assault and have no operation left may blitz once, for {economy.blitz} SP more"
            " (4.3.9).",
            "Digging in costs {economy.dig_in} SP and makes attackers worse in the first rounds (4.3.14, 4.2.5).",
            "{interdiction}",
            "{fog}",
        ),
    ),
    "forming": Advice(
        "Who takes part?",
        ("4.3.5", "4.3.2", "4.4.5"),
        (
            "Add up to {economy.most_forces} forces one by one, then go: 1 SP for {economy.forces_per_sp}{overstretch}"
            " (4.3.2, 4.3.4).",
            "Those that stay behind hold the Area; an empty one can be entered by a single enemy force (4.5.9).",
            "Forces fire by Speed, the fastest first; slow ones may be hit before they fire (4.4.5).",
            "Highlight `go` to see how the assault would end.",
        ),
    ),
    "air_call": Advice(
        "Call air support?",
        ("4.3.10", "4.4.4", "4.4.14"),
        (
            "For {economy.air_support} SP {battle.air_dice} dice hit at {air_hit} in round 1, before anybody fires"
            " (4.3.10, 4.4.4).",
            "The enemy's plan `air_cover` keeps the aircraft away, and the SP are lost (4.4.14).",
            AUTO,
        ),
    ),
    "plan_choice": Advice(
        "A Battle Plan for this round?",
        ("4.4.3", "4.4.12", "4.4.13", "4.4.14"),
        (
            "One chit a round; it works in this round only, unless it says that it is for the battle (4.4.3, 4.4.12).",
            "One that finds nothing to work on is wasted (4.4.12).",
            "The enemy draws his chit after yours, if he has one left (4.4.3).",
            "Highlight a plan to see what it changes.",
            AUTO,
        ),
    ),
    "losses": Advice(
        "Who takes the hit?",
        ("4.4.7", "4.4.5", "2.10"),
        (
            "A full force takes it if there is one, and is reduced; a reduced one is destroyed (4.4.7, 2.10).",
            "A force that has fired already in this round has done its part; one of a lower Speed fires with what it"
            " has left (4.4.5).",
            AUTO,
        ),
    ),
    "retreat_choice": Advice(
        "Retreat?",
        ("4.4.8", "4.4.9"),
        (
            "Your forces at {where} (CV {defence}) are outnumbered two to one (4.4.8).",
            "Who retreats goes to one linked Area of yours with room and ends the battle; static forces are destroyed,"
            " the Area is lost (4.4.9).",
            AUTO,
        ),
    ),
    "press_on_choice": Advice(
        "Press on?",
        ("4.3.11", "4.4.10", "4.3.7"),
        (
            "For {economy.press_on} SP the assault goes on for a round, at most {battle.press_on} times in a battle"
            " (4.3.11).",
            "Who breaks off stays where he was and is spent for this turn (4.3.7, 4.4.10).",
            "The dig marker counts in rounds 1 to {areas.dig_rounds} only (4.2.5).",
            AUTO,
        ),
    ),
}
"""By the kind of the step in hand."""


def help_for(state: State) -> Help:
    """Help for the decision in hand."""
    if state.over is not None:
        return Help("The game is over", (state.over.reason,), ("4.6.2",))
    step, charts = state.stack[-1], book_of(state).charts
    advice = HELP[step.kind]
    named = {name: getattr(charts, name) for name in ("areas", "battle", "career", "economy")}
    reckoned = _reckoned(state, step)
    lines = (line.format(table=state, **named, **reckoned) for line in advice.lines)
    return Help(advice.heading, tuple(filter(None, lines)), advice.rules)


def _reckoned(table: Table, step: Any) -> Mapping[str, str]:
    """What lines name that depends on the position."""
    book = book_of(table)
    match step:
        case Resupply():
            return {"level": level_words(table)}
        case Operations():
            economy = book.charts.economy
            scout = f"A reconnaissance force shows the enemies of a linked Area for {economy.recon} SP (4.3.15)."
            return {"interdiction": _interdiction(book), "fog": scout if FOG in table.options else ""}
        case Forming():
            more = overstretch(table, step.origin)
            return {"overstretch": f", and {more} for overstretch" if more else ""}
        case AirCall():
            return {"air_hit": up_to(book.charts.battle.air_hit, book.charts.die)}
        case RetreatChoice():
            battle = battle_in_hand(table)
            return {"where": place(table, battle.area), "defence": str(cv_total(table, defenders(table, battle)))}
    return {}


def _interdiction(book: Book) -> str:
    campaign = book.campaign
    if not campaign.interdiction:
        return ""
    number = up_to(campaign.interdiction, book.charts.die)
    storm = "; not in the storm" if campaign.invasion and campaign.invasion.storm else ""
    return f"By {number} of a die enemy aircraft stop an operation when its SP are paid{storm} (4.9.10)."
