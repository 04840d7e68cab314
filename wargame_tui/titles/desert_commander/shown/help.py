"""Help for the step in hand: what a player who does not know the rules by heart must know to decide."""

from collections.abc import Callable, Iterator, Mapping

from wargame_tui.board.title import Help
from wargame_tui.titles.commander.phrases import up_to
from wargame_tui.titles.desert_commander.rules.battle import battle_in_hand, defenders
from wargame_tui.titles.desert_commander.rules.operations import Forming
from wargame_tui.titles.desert_commander.rules.supply_points import overstretch
from wargame_tui.titles.desert_commander.shown.turn_bar import level_words
from wargame_tui.titles.desert_commander.shown.words import place
from wargame_tui.titles.desert_commander.state import FOG, State, Table, book_of, cv_total

_AUTO = "`auto` leaves the decision to a rule of thumb (5.3)."


def help_for(state: State) -> Help:
    """Help for the decision in hand."""
    if state.over is not None:
        return Help("The game is over", (state.over.reason,), ("4.6.2",))
    step = state.stack[-1]
    known = HELP.get(step.kind)
    if known is not None:
        return known(state)
    asked = step.prompt(state)
    return Help(step.title(state), (asked.text,), (asked.rule,) if asked.rule else ())


# The turn


def _promotion(table: Table) -> Help:
    career = book_of(table).charts.career
    return Help(
        "Choose your Veteran",
        (
            f"The campaign before was won: {career.sp} SP more on turn 1, and one force whose CV is"
            f" {career.veteran} higher, never above {career.most_cv} (4.6.3).",
            "A force that fights in every operation, a panzer, gains most by it.",
        ),
        ("4.6.3", "4.2.1"),
    )


def _resupply(table: Table) -> Help:
    book = book_of(table)
    economy = book.charts.economy
    return Help(
        "Resupply: spend Supply Points on forces and plans",
        (
            f"You have {table.sp} SP for this step, for operations and for battles;"
            f" of what is left at the end of the turn {economy.carried} at most are kept (4.3.16).",
            f"A refit costs {economy.refit} SP: a reduced force that is supplied is full again, but spent: it does"
            " nothing more this turn (4.3.12).",
            f"A Battle Plan costs {economy.buy_plan} SP, drawn blindly; the hand holds {economy.hand} (4.3.13).",
            f"An operation costs 1 SP for {economy.forces_per_sp} forces, and more far from your base (4.3.2, 4.3.4).",
            f"Score: {level_words(table)} (4.6.1).",
        ),
        ("4.3.2", "4.3.12", "4.3.13", "4.3.16", "4.6.1"),
    )


def _operations(table: Table) -> Help:
    return Help(
        "Operations: move and attack while SP last",
        tuple(_operation_lines(table)),
        ("4.3.5", "4.3.2", "4.3.4", "4.3.7", "4.3.9", "4.2.2", "4.3.14"),
    )


def _operation_lines(table: Table) -> Iterator[str]:
    book = book_of(table)
    economy, most = book.charts.economy, book.charts.areas.operations
    yield (
        f"Pick an Area with forces, then where they go, along one link; up to {economy.most_forces} forces take part,"
        f" 1 SP for {economy.forces_per_sp}, and more by overstretch far from your base (4.3.5, 4.3.4)."
    )
    yield (
        f"Motorised forces take part in {most['M']} operations a turn, forces on foot in {most['L']}, static ones in"
        " none (4.2.2)."
    )
    yield (
        "Into an Area with enemies it is an assault, fought at once: who does not win stays where he was and is spent"
        " (4.3.7)."
    )
    yield (
        "The enemy answers: he enters empty Areas and attacks those that are weakly held, and he has a last step of"
        " orders after your last turn (4.5.9, 4.1.3). Leave garrisons."
    )
    yield (
        f"M forces that won an assault and have no operation left may blitz once, for {economy.blitz} SP more (4.3.9)."
    )
    yield f"Digging in costs {economy.dig_in} SP and makes attackers worse in the first rounds (4.3.14, 4.2.5)."
    if book.campaign.interdiction:
        number = up_to(book.campaign.interdiction, book.charts.die)
        storm = "; not in the storm" if book.campaign.invasion and book.campaign.invasion.storm else ""
        yield f"By {number} of a die enemy aircraft stop an operation when its SP are paid{storm} (4.9.10)."
    if FOG in table.options:
        yield f"A reconnaissance force shows the enemies of a linked Area for {economy.recon} SP (4.3.15)."


def _forming(table: Table) -> Help:
    step = next(each for each in reversed(table.stack) if isinstance(each, Forming))
    economy, more = book_of(table).charts.economy, overstretch(table, step.origin)
    price = f", and {more} for overstretch" if more else ""
    return Help(
        "Who takes part?",
        (
            f"Add up to {economy.most_forces} forces one by one, then go: 1 SP for {economy.forces_per_sp}{price}"
            " (4.3.2, 4.3.4).",
            "Those that stay behind hold the Area; an empty one can be entered by a single enemy force (4.5.9).",
            "Forces fire by Speed, the fastest first; slow ones may be hit before they fire (4.4.5).",
            "Highlight `go` to see how the assault would end.",
        ),
        ("4.3.5", "4.3.2", "4.4.5"),
    )


# Battles


def _air_call(table: Table) -> Help:
    charts = book_of(table).charts
    number = up_to(charts.battle.air_hit, charts.die)
    return Help(
        "Call air support?",
        (
            f"For {charts.economy.air_support} SP {charts.battle.air_dice} dice hit at {number} in round 1, before"
            " anybody fires (4.3.10, 4.4.4).",
            "The enemy's plan `air_cover` keeps the aircraft away, and the SP are lost (4.4.14).",
            _AUTO,
        ),
        ("4.3.10", "4.4.4", "4.4.14"),
    )


def _plan_choice(table: Table) -> Help:
    return Help(
        "A Battle Plan for this round?",
        (
            "One chit a round; it works in this round only, unless it says that it is for the battle (4.4.3, 4.4.12).",
            "One that finds nothing to work on is wasted (4.4.12).",
            "The enemy draws his chit after yours, if he has one left (4.4.3).",
            "Highlight a plan to see what it changes.",
            _AUTO,
        ),
        ("4.4.3", "4.4.12", "4.4.13", "4.4.14"),
    )


def _losses(table: Table) -> Help:
    return Help(
        "Who takes the hit?",
        (
            "A full force takes it if there is one, and is reduced; a reduced one is destroyed (4.4.7, 2.10).",
            "A force that has fired already in this round has done its part; one of a lower Speed fires with what it"
            " has left (4.4.5).",
            _AUTO,
        ),
        ("4.4.7", "4.4.5", "2.10"),
    )


def _retreat_choice(table: Table) -> Help:
    battle = battle_in_hand(table)
    return Help(
        "Retreat?",
        (
            f"Your forces at {place(table, battle.area)} (CV {cv_total(table, defenders(table, battle))}) are"
            " outnumbered two to one (4.4.8).",
            "Who retreats goes to one linked Area of yours with room and ends the battle; static forces are destroyed,"
            " the Area is lost (4.4.9).",
            _AUTO,
        ),
        ("4.4.8", "4.4.9"),
    )


def _press_on(table: Table) -> Help:
    charts = book_of(table).charts
    return Help(
        "Press on?",
        (
            f"For {charts.economy.press_on} SP the assault goes on for a round, at most {charts.battle.press_on} times"
            " in a battle (4.3.11).",
            "Who breaks off stays where he was and is spent for this turn (4.3.7, 4.4.10).",
            f"The dig marker counts in rounds 1 to {charts.areas.dig_rounds} only (4.2.5).",
            _AUTO,
        ),
        ("4.3.11", "4.4.10", "4.3.7"),
    )


HELP: Mapping[str, Callable[[Table], Help]] = {
    "promotion": _promotion,
    "resupply": _resupply,
    "operations": _operations,
    "forming": _forming,
    "air_call": _air_call,
    "plan_choice": _plan_choice,
    "losses": _losses,
    "retreat_choice": _retreat_choice,
    "press_on_choice": _press_on,
}
"""Help by the kind of the step in hand."""
