"""Step losses (7.8) and Kampfgruppen (7.13)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.liberty_roads.commands import Kampfgruppe, Lose, Pass
from wargame_tui.titles.liberty_roads.events.combat import KampfgruppeFormed, StepLost
from wargame_tui.titles.liberty_roads.printed.book import GERMAN, Piece
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import stacking
from wargame_tui.titles.liberty_roads.state import OFF_MAP, REMOVED, Draft, Table, Unit

First = Literal["any", "elite", "armour"]
"""What kind of unit takes the first loss (7.8.1)."""


def lose_step(g: Draft, unit: str, rule: str) -> None:
    """A unit loses a step: it is flipped or eliminated (1.3)."""
    if g.steps_of(g.units[unit]) > 1:
        g.change(unit, reduced=True)
        g.tell(StepLost(unit=unit, hex=g.units[unit].location, rule=rule))
    else:
        stacking.eliminate(g, unit, rule)


@dataclass(frozen=True, slots=True)
class Losing(Step[Table, Draft]):
    """The owner takes losses from units that fought; its result: the Kampfgruppen that took the place of units."""

    side: Side
    units: tuple[str, ...]
    count: int
    first: First = "any"
    bound: bool = True
    """By 7.8.2; losses from tactical results are not (7.9.6)."""
    struck: tuple[str, ...] = ()
    """Units that have lost a step in this combat's attrition."""
    formed: tuple[str, ...] = ()
    kind: Literal["losing"] = "losing"

    def title(self, table: Table) -> str:
        return f"{self.side} losses"

    def _alive(self, table: Table) -> list[Unit]:
        return [table.units[name] for name in self.units if table.is_alive(name)]

    def _may_lose(self, table: Table) -> list[Unit]:
        """Who may take the next loss (7.8.1, 7.8.2)."""
        alive = self._alive(table)
        if not self.bound:
            return alive
        if self.first != "any" and not self.struck:
            kind = [unit for unit in alive if _is(table.piece(unit), self.first)]
            if kind:
                return kind
        return self._fresh(table) or self._able(table)

    def _able(self, table: Table) -> list[Unit]:
        """All but HQs and engineers, which come last (7.8.2)."""
        alive = self._alive(table)
        return [unit for unit in alive if not (table.piece(unit).hq or table.piece(unit).engineer)] or alive

    def _fresh(self, table: Table) -> list[Unit]:
        """Those of them that have not lost a step in this attrition."""
        return [unit for unit in self._able(table) if unit.id not in self.struck]

    def decider(self, table: Table) -> Side | None:
        """The owner, while there is a choice."""
        if not self.count or len(self._may_lose(table)) < 2 or self._all_go(table) or self._all_struck(table):
            return None
        return self.side

    def _all_go(self, table: Table) -> bool:
        """Whether the losses take every step that is left."""
        return self.count >= sum(table.steps_of(unit) for unit in self._alive(table))

    def _all_struck(self, table: Table) -> bool:
        """Whether each unit that is to lose a step before any loses a second one will, and nobody comes in between."""
        fresh = self._fresh(table)
        may_form_kg = (table.steps_of(unit) == 1 and may_form(table, unit.id) for unit in fresh)
        return self.bound and 0 < len(fresh) <= self.count and not any(may_form_kg)

    def prompt(self, table: Table) -> Prompt:
        """Which unit loses a step."""
        words = "a step" if self.count == 1 else f"{self.count} steps"
        return Prompt(f"{self.side}: assign {words} to lose", "7.8.2" if self.bound else "7.9.6")

    def candidates(self, table: Table) -> Iterator[Command]:
        return (Lose(unit.id) for unit in self._may_lose(table))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """In the order of 7.8."""
        if not isinstance(command, Lose):
            return self.not_now(table)
        if command.unit in {unit.id for unit in self._may_lose(table)}:
            return None
        if command.unit not in self.units:
            return refused("it was not in this combat", "7.8.2")
        if self.first != "any" and not self.struck:
            return refused(f"the first loss is an {self.first} unit's", "7.8.1")
        return refused("every other unit must lose a step before it", "7.8.2")

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Lose)
        self._strike(g, command.unit)

    def _strike(self, g: Draft, unit: str) -> None:
        g.swap(count=self.count - 1, struck=(*self.struck, unit))
        place = g.units[unit].location
        lose_step(g, unit, "7.8.2" if self.bound else "7.9.6")
        if not g.is_alive(unit) and may_form(g, unit):
            g.push(FormKampfgruppe(unit, place))

    def proceed(self, g: Draft) -> None:
        """Take a loss that leaves no choice, or end."""
        able = self._may_lose(g)
        if self.count and able:
            self._strike(g, able[0].id)
        else:
            g.finish(self.formed)

    def resumed(self, g: Draft, result: Any) -> None:
        """A Kampfgruppe has taken the place of a unit: it takes further losses too (A23)."""
        if result:
            g.swap(units=(*self.units, result), formed=(*self.formed, result))


def _is(printed: Piece, kind: First) -> bool:
    return printed.elite if kind == "elite" else printed.armour


# Kampfgruppen


def kampfgruppen(table: Table, *, armour: bool) -> list[str]:
    """The KG counters of a kind that are left (7.13.4, 7.13.6)."""
    pieces = table.book.pieces
    return [
        name
        for name, printed in pieces.items()
        if printed.kg and printed.armour == armour and table.units[name].location == OFF_MAP
    ]


def may_form(table: Table, unit: str) -> bool:
    """Whether the German may replace an eliminated unit by a Kampfgruppe (7.13.1)."""
    printed = table.piece(unit)
    able = printed.side == GERMAN and printed.elite and printed.division and not printed.kg
    return able and bool(kampfgruppen(table, armour=printed.armour))


@dataclass(frozen=True, slots=True)
class FormKampfgruppe(Step[Table, Draft]):
    """Whether an eliminated elite unit is replaced by a Kampfgruppe; its result: the KG's id, or empty (7.13.1)."""

    unit: str
    hex: str
    kind: Literal["form_kg"] = "form_kg"
    passing: ClassVar[str] = "No Kampfgruppe"

    def title(self, table: Table) -> str:
        return f"Kampfgruppe of {self.unit}"

    def decider(self, table: Table) -> Side | None:
        return GERMAN

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"{table.piece(self.unit).name} is eliminated: form a Kampfgruppe?", "7.13.1")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield Kampfgruppe(self.unit)
        yield Pass()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if command in (Kampfgruppe(self.unit), Pass()):
            return None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        """Draw it; some counters mean that none is formed (7.13.3, A49)."""
        if not isinstance(command, Kampfgruppe):
            g.finish("")
            return
        pool: Sequence[str] = kampfgruppen(g, armour=g.piece(self.unit).armour)
        drawn = pool[0] if len({_face(g, name) for name in pool}) == 1 else pool[g.roll(len(pool))[0] - 1]
        none = not any(g.piece(drawn).defence)
        g.change(drawn, location=REMOVED if none else self.hex)
        g.tell(KampfgruppeFormed(unit=self.unit, kg=drawn, hex=self.hex, none=none))
        g.finish("" if none else drawn)


def _face(table: Table, name: str) -> tuple[object, ...]:
    printed = table.piece(name)
    return printed.attack, printed.defence, printed.steps
