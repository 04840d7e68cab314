"""The combat phase (rule 14.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Attack, End, Stage
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import attackers, night, reinforcements, traffic
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.state import Advantage, Draft, Table


def begin_phase(g: Draft, side: Side) -> None:
    """Markers that no longer hold come off; then attacks (16.6a)."""
    theirs = g.occupied(enemy(side))
    board = g.board
    g.advantages = tuple(
        mark
        for mark in g.advantages
        if mark.side != side
        or (theirs >> board.index[mark.target] & 1 and any(g.units[name].location == mark.hex for name in mark.units))
    )
    g.push(CombatPhase(side))


def end_phase(g: Draft, side: Side) -> None:
    """Markers that were not used come off (16.6, Ambiguity 18), enemy roadblocks in hexes advanced into (24.8)."""
    g.advantages = tuple(
        mark
        for mark in g.advantages
        if mark.side != side or mark.begun >= g.moment or (g.night and not _could_fight(g, mark))
    )
    traffic.clear_passed(g, side)


def _could_fight(table: Table, mark: Advantage) -> bool:
    return any(night.may_fight(table, table.units[name]) for name in mark.units)


@dataclass(frozen=True, slots=True)
class CombatPhase(Task):
    """The phasing player attacks, one hex after the other (14.1)."""

    side: Side
    kind: Literal["combat"] = "combat"
    name: ClassVar[str] = "Combat"
    question: ClassVar[Prompt] = Prompt("Choose a hex to attack, or end the phase", "14.1")
    ending: ClassVar[str] = "End the combat phase: no more attacks"

    def decider(self, table: Table) -> Side | None:
        return self.side if any(not isinstance(command, End) for command in self.legal(table)) else None

    def candidates(self, table: Table) -> Iterator[Command]:
        """Hexes with enemies next to units that may attack; entry hexes from off the map."""
        yield from (Attack(hex_) for hex_ in sorted(attackers.targets(table, self.side)))
        if self.side == ALLIED:
            yield from (Stage(letter) for letter in table.book.letters)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case End():
                return None
            case Attack(hex_):
                return attackers.target_refusal(table, self.side, hex_)
            case Stage(letter):
                if letter not in table.book.letters:
                    return refused("no such entry hex", "13.5")
                if table.book.map.entries[letter].hex in attackers.spent(table, self.side):
                    return refused("already attacked", "14.1")
                return reinforcements.stage_refusal(table, self.side, letter)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Attack(hex_):
                g.push(Battle(hex_, self.side))
            case Stage(letter):
                entry = g.book.map.entries[letter]
                g.push(Battle(entry.hex, self.side, letter=letter))
            case End():
                self.proceed(g)

    def proceed(self, g: Draft) -> None:
        end_phase(g, self.side)
        g.finish()
