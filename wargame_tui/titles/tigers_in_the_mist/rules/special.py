"""German special forces (rule 14)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import PlaceSpecial, UseSpecial
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.charts import SpecialEffect
from wargame_tui.titles.tigers_in_the_mist.state import Draft, SpecialForces, Table, book_of, chart_of, units_in

EFFECTS: dict[str, SpecialEffect] = {
    "impede": "impede movement",
    "prevent": "prevent demolition",
    "support": "battlefield support",
}
"""The effects (14.21) by the word that the commands use."""


def use_refusal(table: Table, command: UseSpecial) -> Refusal | None:
    """Why the special forces may not be used for an effect now (14.11, 14.21, 14.22)."""
    chart = book_of(table).charts.special_forces
    if table.date not in chart.dates:
        return refused("special forces may be used on 17, 18 and 19 December only", "14.11")
    if table.date in table.special.used_dates:
        return refused("the special forces of this date have been used", "14.11")
    if command.effect not in EFFECTS:
        return Refusal(f"the effects are {', '.join(EFFECTS)}", "14.21")
    if EFFECTS[command.effect] in table.special.used_effects:
        return Refusal(f"{EFFECTS[command.effect]} has already been used in this game", "14.21")
    if command.effect == "impede" and table.impulse == chart.no_impede_in_impulse:
        return Refusal("movement cannot be impeded in the third impulse of a turn", "14.22")
    if all(area_refusal(table, command.effect, area) for area in book_of(table).areas):
        return Refusal("no area fits this effect now", "14.23")
    return None


def area_refusal(table: Table, effect: str, area: str) -> Refusal | None:
    """Why the unit may not be placed in an area (14.12, 14.23, A32, A40)."""
    book = book_of(table)
    if area not in book.section or book.is_zone(area):
        known = book.name(area) if area in book.spaces else f"`{area}`"
        return Refusal(f"{known} is no area of this scenario's map", "14.12")
    if book.spaces[area].vp:
        return Refusal(f"{book.name(area)} is a victory point area", "14.12")
    if effect == "prevent" and not any(chart_of(table, unit).demolition for unit in units_in(table, area, ALLIED)):
        return Refusal(f"no Allied unit in {book.name(area)} could blow a bridge", "14.23")
    return None


@dataclass(frozen=True, slots=True)
class Placement(Step[Table, Draft]):
    """The German chooses the area of the special forces unit (14.12)."""

    effect: str
    kind: Literal["special"] = "special"
    heading: ClassVar[str] = "Special forces"

    def decider(self, table: Table) -> str:
        return GERMAN

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Special forces, {EFFECTS[self.effect]}: where?", "14.12")

    def candidates(self, table: Table) -> Iterator[Command]:
        for area in book_of(table).areas:
            yield PlaceSpecial(area)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 14.12 and 14.23."""
        return (
            area_refusal(table, self.effect, command.area) if isinstance(command, PlaceSpecial) else self.not_now(table)
        )

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, PlaceSpecial)
        effect, special = EFFECTS[self.effect], g.special
        g.special = SpecialForces((*special.used_dates, g.date), (*special.used_effects, effect), command.area, effect)
        g.tell(events.SpecialPlaced(space=command.area, effect=effect))
        g.finish()


def remove(g: Draft) -> None:
    """Take the unit off at the end of the Allied impulse (14.3)."""
    if g.special.area is not None:
        g.tell(events.SpecialRemoved(space=g.special.area))
        g.special = replace(g.special, area=None, effect=None)


def in_force(table: Table, effect: str, area: str) -> bool:
    """Whether an effect is in force in an area."""
    return table.special.area == area and table.special.effect == EFFECTS[effect]


def impeding(table: Table) -> bool:
    """Whether special forces impede movement in their area now (14.22)."""
    return table.special.effect == EFFECTS["impede"]
