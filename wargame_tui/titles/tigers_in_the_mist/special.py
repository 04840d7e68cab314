"""German special forces (rule 14)."""

from collections.abc import Iterator
from dataclasses import replace

from wargame_tui.core.step import Refusal
from wargame_tui.titles.tigers_in_the_mist.book import ALLIED
from wargame_tui.titles.tigers_in_the_mist.charts import SpecialEffect
from wargame_tui.titles.tigers_in_the_mist.commands import PlaceSpecial
from wargame_tui.titles.tigers_in_the_mist.data import Side
from wargame_tui.titles.tigers_in_the_mist.table import Draft, Table, book_of, chart_of, units_in

EFFECTS: dict[str, SpecialEffect] = {
    "impede": "impede movement",
    "prevent": "prevent demolition",
    "support": "battlefield support",
}
"""The effects (14.21) by the word that the commands use."""


def candidates(table: Table) -> Iterator[PlaceSpecial]:
    """Every area with every effect still to be had (14.12, 14.21)."""
    if _spent(table):
        return
    book = book_of(table)
    for effect, name in EFFECTS.items():
        if name not in table.special.used_effects:
            for area in book.areas:
                if area in book.section:
                    yield PlaceSpecial(area, effect)


def _spent(table: Table) -> Refusal | None:
    if table.date not in book_of(table).charts.special_forces.dates:
        return Refusal("special forces may be used on 17, 18 and 19 December only", "14.11")
    if table.date in table.special.used_dates:
        return Refusal("the special forces unit of this date has been used", "14.11")
    return None


def refusal(table: Table, command: PlaceSpecial) -> Refusal | None:
    """Why special forces may not be placed so (14.11 to 14.24, A32, A40)."""
    book = book_of(table)
    if spent := _spent(table):
        return spent
    if command.area not in book.areas or command.area not in book.section:
        return Refusal(f"`{command.area}` is no area of this scenario's map", "14.12")
    if book.spaces[command.area].vp:
        return Refusal(f"{book.name(command.area)} is a victory point area", "14.12")
    if command.effect not in EFFECTS:
        return Refusal(f"the effects are {', '.join(EFFECTS)}", "14.21")
    if EFFECTS[command.effect] in table.special.used_effects:
        return Refusal(f"{EFFECTS[command.effect]} has been used in this game", "14.21")
    if command.effect == "impede" and table.impulse == book.charts.special_forces.no_impede_in_impulse:
        return Refusal("movement cannot be impeded in the third impulse of a turn", "14.22")
    if command.effect == "prevent":
        here = units_in(table, command.area, ALLIED)
        if not any(chart_of(table, unit).demolition for unit in here):
            return Refusal(f"no Allied unit in {book.name(command.area)} could blow a bridge", "14.23")
    return None


def place(g: Draft, command: PlaceSpecial) -> None:
    """Put the unit on the map (14.12)."""
    effect = EFFECTS[command.effect]
    g.special = replace(
        g.special,
        used_dates=(*g.special.used_dates, g.date),
        used_effects=(*g.special.used_effects, effect),
        area=command.area,
        effect=effect,
        supported=False,
    )
    g.tell("special_placed", "14.12", space=command.area, effect=effect)


def remove(g: Draft) -> None:
    """Take the unit off at the end of the Allied impulse (14.3)."""
    if g.special.area is not None:
        g.tell("special_removed", "14.3", space=g.special.area)
        g.special = replace(g.special, area=None, effect=None)


def in_force(table: Table, effect: str, area: str) -> bool:
    """Whether an effect is in force in an area."""
    return table.special.area == area and table.special.effect == EFFECTS[effect]


def impediment(table: Table, side: Side, here: str, there: str) -> int:
    """Additional movement points for a step of a side (14.22)."""
    if side != ALLIED or table.special.area is None:
        return 0
    costs = book_of(table).charts.movement
    entering = costs.impede_enter if in_force(table, "impede", there) else 0
    return entering + (costs.impede_leave if in_force(table, "impede", here) else 0)
