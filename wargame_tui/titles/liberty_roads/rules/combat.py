"""The combat phase (7.1, 7.3) and the exploitation phase's attacks (8.3): who attacks what."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.board.hexes import spread
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Attack, Go, Pass, With
from wargame_tui.titles.liberty_roads.printed.book import enemy
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import battle, drops
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.strengths import defenders_of
from wargame_tui.titles.liberty_roads.state import Draft, Table, Unit, occupied, positions


def begin_phase(g: Draft, side: Side) -> None:
    """Nothing has been attacked yet (7.1.8)."""
    g.note(attacked=(), fought=(), retreated=(), idle=())
    drops.raise_coasts(g)
    g.push(CombatPhase(side))


def unit_refusal(table: Table, side: Side, unit: Unit, hex_: str, *, exploitation: bool) -> Refusal | None:
    """Why a unit cannot take part in an attack on a hex (7.1, 7.3.3, 12.2.9, 12.2.10)."""
    printed, where, board = table.piece(unit), table.hex_of(unit), table.board
    if unit.side != side or where is None:
        return refused("not one of your units on the map", "7.3.1")
    if not printed.division:
        return refused("HQs and engineers cannot attack", "7.3.3")
    if unit.festung:
        return refused("a unit under a Festung marker may not attack", "6.5.5")
    if unit.id in table.now.fought:
        return refused("it has attacked", "7.1.9")
    if exploitation and not unit.exploiting:
        return refused("only marked units attack in exploitation", "7.12.4")
    if unit.location == hex_:
        return None if unit.drop else refused("it is not next to that hex", "7.1.1")
    if board.index[hex_] not in board.land[where]:
        return refused("it is not next to that hex, or is across wide water", "7.1.1")
    return drops.attack_refusal(table, unit) if unit.drop else None


def hex_refusal(table: Table, side: Side, hex_: str, *, exploitation: bool) -> Refusal | None:
    """Why a hex cannot be attacked (7.1.1, 7.1.8)."""
    if hex_ not in table.board.index or not defenders_of(table, side, hex_):
        return refused("no enemy there", "7.1.1")
    if hex_ in table.now.attacked:
        return refused("already attacked this phase", "7.1.8")
    found = able(table, side, hex_, exploitation=exploitation)
    if not found:
        return refused("none of your units can attack it", "7.1.1")
    if any(unit.location == hex_ for unit in found):
        return None
    return drops.alone_refusal(table, hex_, tuple(unit.id for unit in found))


def able(table: Table, side: Side, hex_: str, *, exploitation: bool) -> list[Unit]:
    """The units that can attack a hex."""
    board = table.board
    where = board.index[hex_]
    near = (hex_, *(board.names[there] for there in board.land[where]))
    return [
        unit
        for place in near
        for unit in table.units_in(place, side)
        if unit_refusal(table, side, unit, hex_, exploitation=exploitation) is None
    ]


@dataclass(frozen=True, slots=True)
class CombatPhase(Endable):
    """Hexes are attacked one after the other, in any order (7.1.7); in exploitation by marked units only (8.3)."""

    side: Side
    exploitation: bool = False
    kind: Literal["combat"] = "combat"

    def ending(self, table: Table) -> str:
        return f"End {'exploitation' if self.exploitation else 'the combat phase'}: no more attacks"

    def title(self, table: Table) -> str:
        return "Exploitation combat" if self.exploitation else "Combat"

    def prompt(self, table: Table) -> Prompt:
        """What there is to do."""
        if (must := self.end_refusal(table)) is not None:
            return Prompt(f"Choose a hex to attack: {must.reason}", must.rule)
        return Prompt("Choose a hex to attack, or end the phase", "7.3.1")

    def choices(self, table: Table) -> Iterator[Command]:
        """Every hex with enemies next to units of the side, or among them."""
        board, own = table.board, occupied(table, self.side)
        index, near = board.index, own | spread(board.steps, own)
        theirs = (place for place in positions(table).of_side[enemy(self.side)] if place in index)
        hexes = dict.fromkeys(place for place in theirs if near >> index[place] & 1)
        return map(Attack, hexes)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """A hex that can be attacked."""
        if isinstance(command, Attack):
            return hex_refusal(table, self.side, command.hex, exploitation=self.exploitation)
        return self.not_now(table)

    def end_refusal(self, table: Table) -> Refusal | None:
        """Paratroopers must fight a coast defence (12.2.11)."""
        must = None if self.exploitation else drops.must_attack(table)
        return None if must is None else refused("paratroopers must attack the coast defence", "12.2.11")

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Attack)
        g.push(Gathering(self.side, command.hex, exploitation=self.exploitation))

    def proceed(self, g: Draft) -> None:
        """The phase is over: fixed defence units go (1.1.10, A20)."""
        g.finish()
        drops.end_combat(g)


@dataclass(frozen=True, slots=True)
class Gathering(Asking):
    """The attacker names the units (7.3.1)."""

    side: Side
    hex: str
    units: tuple[str, ...] = ()
    exploitation: bool = False
    kind: Literal["gathering"] = "gathering"
    passing: ClassVar[str] = "Cancel this attack"
    paragraphs: ClassVar[Paragraphs] = {With: "7.3.1"}
    question: ClassVar[Prompt] = Prompt("Choose attackers, then attack, or cancel", "7.3.1")

    def title(self, table: Table) -> str:
        return f"Attack on {table.board.name(self.hex)}"

    def decider(self, table: Table) -> Side | None:
        return self.side

    def candidates(self, table: Table) -> Iterator[Command]:
        """Units, the start, calling it off."""
        yield from (With(unit.id) for unit in able(table, self.side, self.hex, exploitation=self.exploitation))
        yield from (Go(), Pass())

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Of one nationality (7.1.12)."""
        if isinstance(command, With):
            return self._with_refusal(table, command.unit)
        if isinstance(command, Go):
            alone = drops.alone_refusal(table, self.hex, self.units)
            return alone if self.units else refused("choose at least one unit", "7.3.1")
        return None if isinstance(command, Pass) else self.not_now(table)

    def _with_refusal(self, table: Table, name: str) -> Refusal | None:
        unit = table.units.get(name)
        if unit is None or name in self.units:
            return refused("choose a unit not yet attacking", "7.3.1")
        no = unit_refusal(table, self.side, unit, self.hex, exploitation=self.exploitation)
        if no is not None:
            return no
        common = table.piece(unit).nationalities
        for other in self.units:
            common &= table.piece(other).nationalities
        return None if common else refused("different nationalities may not attack together", "7.1.12")

    def fight(self, table: Table) -> battle.Battle:
        """The combat of the units named so far."""
        defenders = tuple(unit.id for unit in defenders_of(table, self.side, self.hex))
        return battle.Battle(self.side, self.hex, self.units, defenders, self.exploitation)

    def do(self, g: Draft, command: Command) -> None:
        """Add a unit, fight, or call it off."""
        if isinstance(command, With):
            g.swap(units=(*self.units, command.unit))
            return
        g.finish()
        if isinstance(command, Go):
            battle.start(g, self.side, self.hex, self.units, exploitation=self.exploitation)
