"""Help for the step in hand: what a player who does not know the rules by heart must know to decide."""

from collections.abc import Callable, Mapping

from wargame_tui.board.title import Help
from wargame_tui.titles.commander.phrases import listed
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US
from wargame_tui.titles.pacific_commander.printed.names import place
from wargame_tui.titles.pacific_commander.shown.turn_bar import level_words
from wargame_tui.titles.pacific_commander.shown.words import up_to
from wargame_tui.titles.pacific_commander.state import State, Table, book_of, posture

_AUTO = "`auto` leaves the decision to a rule of thumb (5.3)."


def help_for(state: State) -> Help:
    """Help for the decision in hand."""
    if state.over is not None:
        return Help("The game is over", (state.over.reason,), ("3.15.1",))
    step = state.stack[-1]
    known = HELP.get(step.kind)
    if known is not None:
        return known(state)
    asked = step.prompt(state)
    return Help(step.title(state), (asked.text,), (asked.rule,) if asked.rule else ())


# The turn


def _resupply(table: Table) -> Help:
    chart = book_of(table).charts.economy
    return Help(
        "US Resupply: spend Supply Points",
        (
            f"You have {table.sp} SP for this step, Special Operations and landings;"
            f" more than {chart.carried} are lost when the next turn begins (3.4.2).",
            f"Each ground Force that lands where Japanese are Ashore will cost {chart.landing} SP (3.6.5).",
            f"Repairs cost {chart.repair} SP a hit, in a friendly Area with port {chart.repair_port} or more;"
            " the ship stays in port this turn (3.4.5).",
            f"A step of a ground Force or LBA costs {chart.restore_step} SP in a friendly Area (3.4.6).",
            f"Carrier air costs 1 SP for {chart.air_points_per_sp} points of one carrier, In-Supply (3.4.7).",
            "What you buy arrives next turn on the West Coast; new Forces are Green (3.4.3).",
            f"Battle Plans: {chart.draw_plan} SP for a chit drawn blindly, {chart.choose_plan} for one of your choice;"
            f" the hand holds {chart.hand} (3.4.9).",
            f"Objectives: {level_words(table)} (3.15.1).",
        ),
        ("3.4.2", "3.4.4", "3.4.5", "3.4.7", "3.4.9", "3.15.1"),
    )


def _special_ops(table: Table) -> Help:
    chart, operations = book_of(table).charts.economy, book_of(table).charts.operations
    return Help(
        "US Special Operations",
        (
            "Each operation can be ordered once a turn; you pay even if it fails (3.5.1).",
            f"Code break ({up_to(operations['code_break'].success)}): battles in an Area find the enemy better,"
            " Japan has"
            " a plan fewer there, and one order of a fleet there may be rolled again (3.5.2).",
            f"Commerce raid ({up_to(book_of(table).values(US).torpedo)} for each submarine group): repairs, air points"
            " and battalions are taken from Japan (3.5.3).",
            f"Carrier raid: up to {chart.raid_carriers} carriers and {chart.raid_warships} other warships strike"
            " an Area"
            " for one Day round and go to port (3.5.4).",
            f"Seabees ({up_to(operations['seabees'].success)}): an airfield gets one place more for good (3.5.5).",
            f"Dig in: the fort of a Held Area rises, up to {chart.dig_in_most} (3.5.6).",
            f"Coastwatchers: search {chart.coastwatchers_search:+d} at"
            f" {listed([place(area) for area in chart.coastwatchers])} (3.5.7).",
            f"Air lift: a garrison flies to a Held Area up to {chart.lift_range} links away (3.5.8).",
            f"Bomber offensive, {listed([str(year) for year in chart.bomber_years])}: no repairs in Japan (3.5.9).",
        ),
        ("3.5.1", "3.5.2", "3.5.3", "3.5.4", "3.5.5", "3.5.6", "3.5.7", "3.5.8", "3.5.9"),
    )


def _commerce_raiding(table: Table) -> Help:
    cost = book_of(table).charts.operations["commerce_raid"].sp
    return Help(
        "Commerce raid: which submarines?",
        (
            f"Each group costs {cost} SP at once and rolls a die at {up_to(book_of(table).values(US).torpedo)}"
            " (3.5.3).",
            "They count as moved: they will not lie in wait for fleets this turn (3.6.2).",
        ),
        ("3.5.3", "3.6.2"),
    )


def _carrier_raiding(table: Table) -> Help:
    chart = book_of(table).charts.economy
    return Help(
        "Carrier raid: which ships?",
        (
            f"At least one carrier, at most {chart.raid_carriers}, and up to {chart.raid_warships} other warships"
            " that have not moved (3.5.4).",
            "Other warships matter for flak. Japan gets its plans and air support, you get no land-based"
            " aircraft (3.5.4).",
            "One Day round up to the surface fight's place; then the survivors go to port and have moved (3.5.4).",
        ),
        ("3.5.4", "3.9.10"),
    )


def _movement(table: Table) -> Help:
    landing = book_of(table).charts.economy.landing
    return Help(
        "US movement",
        (
            "US ships sail from any Area to any other that is not closed, whatever lies between, once a turn (3.6.1).",
            "Pick an Area with ships to form a task force, name the ships, load transports, then sail (3.6.3).",
            "Ground Forces go between US bases without transports, LBA fly to friendly Areas with a free place on the"
            " airfield (3.6.4, 3.6.6).",
            f"Each ground Force brought to an Area where Japanese are Ashore costs {landing} SP at once (3.6.5).",
            "An Area counts as Held only with ground or LBA Ashore, none of the enemy, and supply (3.2.8).",
            f"Japan moves after you; its posture is {posture(table)} (3.7.4).",
        ),
        ("3.6.1", "3.6.3", "3.6.4", "3.6.5", "3.6.6", "3.2.8", "3.7.4"),
    )


def _task_force(table: Table) -> Help:
    chart = book_of(table).charts.economy
    return Help(
        "A task force: who goes, and where?",
        (
            "Add ships and submarines one by one, or all warships at once (3.6.1).",
            f"A transport without cargo loads up to {book_of(table).ratings(US, 'TRN').load} ground Forces that are"
            " Ashore together, here or in a friendly Area (3.6.3).",
            f"Landings on an enemy shore cost {chart.landing} SP a Force (3.6.5).",
            "Keep cover with the transports: cargo goes down with its ship (3.3.8).",
            "Everything in the task force goes to the one Area you pick, and has then moved (3.6.2).",
        ),
        ("3.6.1", "3.6.2", "3.6.3", "3.6.5"),
    )


# Japan's orders


def _reroll(table: Table) -> Help:
    return Help(
        "Their code is broken: roll their order again?",
        (
            "You may have this die rolled again, once this turn; the second roll stands (3.5.2).",
            f"The row that counts is that of the posture {posture(table)} (3.7.4).",
        ),
        ("3.5.2", "3.7.4", "3.7.5"),
    )


# Battles


def _boxes(table: Table) -> Help:
    return Help(
        "Battle: which damaged ships into REAR?",
        (
            "Carriers and transports are in REAR, other ships in LINE; damaged ones may go to REAR for the"
            " battle (3.8.4).",
            "REAR is struck from the air only when the enemy has found it, and is not shot at while LINE stands"
            " (3.9.4, 3.10.3, 3.10.6).",
            "But ships in REAR neither fire nor bombard (3.10.3, 3.10.7).",
            _AUTO,
        ),
        ("3.8.4", "3.9.4", "3.10.3"),
    )


def _support(table: Table) -> Help:
    return Help(
        "Battle: which aircraft support?",
        (
            "LBA of linked Areas without real enemy Forces may join; each supports one battle a turn (3.8.5).",
            "They add air points, help the search, can lose steps and are no targets (3.8.5, 3.9.4).",
            "Battles are fought in the order of the Areas: a later one may need them more (3.8.1).",
            _AUTO,
        ),
        ("3.8.5", "3.8.1"),
    )


def _plan_choice(table: Table) -> Help:
    return Help(
        "A Battle Plan for this round?",
        (
            "One chit a round; it works in this round only (3.9.2, 3.12.2).",
            "Japan draws its chit after yours (3.9.2).",
            "Highlight a plan to see what it changes in this round.",
        ),
        ("3.9.2", "3.12.2", "3.12.3"),
    )


def _split(table: Table) -> Help:
    book = book_of(table)
    us, japan = book.values(US), book.values(JAPAN)
    return Help(
        "How much CAP, how much strike?",
        (
            f"CAP dice hit at {us.cap}, theirs at {japan.cap}; each hit cancels a die and costs an air point"
            " (3.9.9, 3.9.12).",
            f"Strike dice hit ships at {us.strike_ship}; a 1 against a carrier is two hits (3.9.11).",
            "Half of the strike dice, as far as there is CAP to fight, first roll as escort (3.9.8).",
            f"Japan keeps {book.charts.orders.postures[posture(table)].cap_percent} per cent as CAP (3.9.6).",
            "Who alone has found the other strikes first, and its hits count before the answer (3.9.5).",
            _AUTO,
        ),
        ("3.9.6", "3.9.8", "3.9.9", "3.9.11", "3.9.5"),
    )


def _strike_aim(table: Table) -> Help:
    chart = book_of(table).charts.battle
    return Help(
        "The strike: targets",
        (
            "Name a target, then the number of dice at it, until all are aimed (3.9.10).",
            f"Flak rolls at most {chart.flak_dice} dice for REAR and for LINE; each hit takes a die of that box,"
            " the last"
            " assigned first (3.9.10).",
            "Hits on a ship that is sunk already are lost (3.9.11).",
            f"Ground Forces lose at most {chart.bomb_ground_most} step a round to bombs and shells together,"
            " never their"
            " last (3.9.15).",
            _AUTO,
        ),
        ("3.9.10", "3.9.11", "3.9.15"),
    )


def _damage_control(table: Table) -> Help:
    return Help(
        "Damage control",
        ("One hit suffered in this round by a ship still afloat is taken back (3.12.3).", _AUTO),
        ("3.12.3",),
    )


def _torpedoes(table: Table) -> Help:
    chart = book_of(table).charts.battle
    return Help(
        "Submarines: attack?",
        (
            f"The attack hits at {up_to(book_of(table).values(US).torpedo)}, a 1 is two hits; any ship in any"
            " box (3.10.1).",
            f"Then the enemy's best {chart.asw_dice} dice against submarines roll; any hit destroys the group"
            " (3.10.1).",
            _AUTO,
        ),
        ("3.10.1",),
    )


def _surface(table: Table) -> Help:
    chart = book_of(table).charts.battle
    return Help(
        "Surface fight?",
        (
            "Gun sums are dice times hit numbers of guns and torpedoes in LINE (3.10.2).",
            f"If both sides want it there is fire; if one wants it, on {chart.surface_one_wants} or more of a"
            " die (3.10.2).",
            "Fire is simultaneous. By Night Japanese torpedoes and US guns change with the year (3.10.4).",
            "Who fires does not bombard in this round (3.10.7).",
        ),
        ("3.10.2", "3.10.3", "3.10.4", "3.10.7"),
    )


def _guns(table: Table) -> Help:
    return Help(
        "Surface fight: aim",
        (
            "Each gun and torpedo die is aimed at an enemy ship; one hit each (3.10.3).",
            "Japan spreads its dice over your ships, most steps first (3.10.5).",
            _AUTO,
        ),
        ("3.10.3", "3.10.5"),
    )


def _pursuit(table: Table) -> Help:
    chart = book_of(table).charts.battle
    return Help(
        "Pursue?",
        (
            f"Their LINE is empty but ships are in REAR: on {up_to(chart.pursuit)} your LINE fires at them with guns at"
            f" {chart.pursuit_hit:+d}, and they do not answer (3.10.6).",
            "Ships that have fired do not bombard in this round (3.10.7).",
        ),
        ("3.10.6", "3.10.7"),
    )


def _bombard(table: Table) -> Help:
    chart = book_of(table).charts.battle
    return Help(
        "Bombard?",
        (
            f"At most {chart.bombard_most} hits count; the fort of the Holder is taken off, and {chart.bombard_fort}"
            " lower it (3.10.8).",
            "What is left goes to ground Forces, one step a round and never the last, then to aircraft (3.9.15,"
            " 3.10.8).",
        ),
        ("3.10.7", "3.10.8", "3.9.15"),
    )


def _landing(table: Table) -> Help:
    chart = book_of(table).charts.battle
    return Help(
        "Landing: who goes Ashore?",
        (
            f"Unless you have ground Ashore already, the first {chart.landing_fire_forces} enemy Forces fire a"
            " die a step"
            f" at {chart.landing_fire_hit} (3.11.2).",
            "Ground combat follows at once, Day and Night; cargo stays safe aboard as long as its ship does"
            " (3.11.3, 3.3.8).",
            _AUTO,
        ),
        ("3.11.1", "3.11.2", "3.11.3"),
    )


def _losses(table: Table) -> Help:
    return Help(
        "Who takes the hits?",
        (
            "Each hit takes a step off a Force of your choice among those concerned (3.11.2, 3.11.5).",
            "A Force rolls a die for each step it has left (3.11.3).",
            _AUTO,
        ),
        ("3.11.2", "3.11.5"),
    )


def _withdrawal(table: Table) -> Help:
    return Help(
        "Withdraw?",
        (
            "Ships and submarines of your choice go to one friendly Area with a repair port, or a US base, without real"
            " Japanese Forces (3.11.7).",
            "Ground Forces and LBA never withdraw; cargo goes with its ship (3.11.7, 3.3.8).",
            "After the last round the side with fewer ship steps must go (3.11.8).",
            _AUTO,
        ),
        ("3.11.7", "3.11.8"),
    )


HELP: Mapping[str, Callable[[Table], Help]] = {
    "resupply": _resupply,
    "special_ops": _special_ops,
    "commerce_raiding": _commerce_raiding,
    "carrier_raiding": _carrier_raiding,
    "movement": _movement,
    "task_force": _task_force,
    "plan_choice": _plan_choice,
    "split": _split,
    "strike_aim": _strike_aim,
    "damage_control": _damage_control,
    "order_again": _reroll,
    "boxes": _boxes,
    "air_support": _support,
    "submarine_attack": _torpedoes,
    "surface_consent": _surface,
    "gun_aim": _guns,
    "pursuit_choice": _pursuit,
    "bombardment_choice": _bombard,
    "landing_choice": _landing,
    "losses": _losses,
    "withdrawal_choice": _withdrawal,
    "withdrawing": _withdrawal,
    "last_withdrawal": _withdrawal,
}
"""Help by the kind of the step in hand."""
