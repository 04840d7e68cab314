"""Port repair (rule 15)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import End, Repair, Spend
from wargame_tui.titles.liberty_roads.events.course import MarkerSpent
from wargame_tui.titles.liberty_roads.events.moves import RepairRolled
from wargame_tui.titles.liberty_roads.events.told import terms
from wargame_tui.titles.liberty_roads.printed.book import ALLIED
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import markers
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.support import near_pluto, pluto_distance
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table, Unit


def engineers(table: Table, hex_: str) -> list[Unit]:
    """Engineers in a port."""
    return [unit for unit in table.units_in(hex_, ALLIED) if table.piece(unit).engineer]


def waiting(table: Table) -> list[str]:
    """Major ports of the Allies that do not work, with an engineer on them (15.1.4)."""
    found = []
    for hex_, port in table.board.ports.items():
        here = engineers(table, hex_)
        if port.size == "major" and table.controls(ALLIED, hex_) and here and not any(u.functional for u in here):
            found.append(hex_)
    return found


def begin_phase(g: Draft, side: Side) -> None:
    """Engineers that stand on ports at the start of the phase (15.1.4)."""
    g.push(PortPhase(tuple(waiting(g))))


def modifiers(table: Table, hex_: str, spent: int) -> list[Modifier]:
    """Of the repair roll: markers spent, hexes to the nearest PLUTO marker (15.1.4, A32)."""
    far = pluto_distance(table, hex_)
    return [Modifier("markers spent", spent, "15.1.4"), Modifier("hexes to PLUTO", -far, "15.1.4")]


@dataclass(frozen=True, slots=True)
class PortPhase(Endable):
    """A try at every major port with an engineer (15)."""

    ports: tuple[str, ...]
    kind: Literal["ports"] = "ports"
    ends: ClassVar[str] = "End port repair"
    heading: ClassVar[str] = "Port repair"
    question: ClassVar[Prompt] = Prompt("Try to repair a major port, or end port repair", "15.1.4")

    def decider(self, table: Table) -> Side | None:
        """The Allied player, while a port is left."""
        return ALLIED if self.ports else None

    def choices(self, table: Table) -> Iterator[Command]:
        return map(Repair, self.ports)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """One with an engineer since the start of the phase, each once."""
        if not isinstance(command, Repair):
            return self.not_now(table)
        if command.port not in self.ports:
            return refused("a major port of yours with an engineer on it at the start of the phase", "15.1.4")
        return None

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Repair)
        g.swap(ports=tuple(hex_ for hex_ in self.ports if hex_ != command.port))
        g.push(Repairing(command.port))


@dataclass(frozen=True, slots=True)
class Repairing(Endable):
    """Markers spent on a port near PLUTO, then the roll (15.1.4)."""

    hex: str
    spent: int = 0
    kind: Literal["repairing"] = "repairing"
    paragraphs: ClassVar[Paragraphs] = {Spend: "15.1.4"}
    ends: ClassVar[str] = "Roll for the port"
    keys: ClassVar[Mapping[type[Command], str]] = {End: "0"}
    question: ClassVar[Prompt] = Prompt("Spend support markers for +1 each, then roll for the port", "15.1.4")

    def title(self, table: Table) -> str:
        return f"Repair of {table.board.name(self.hex)}"

    def decider(self, table: Table) -> Side | None:
        """The Allied player, if he can spend markers."""
        return ALLIED if self.busy(table) else None

    def choices(self, table: Table) -> Iterator[Command]:
        return (Spend(marker.id) for marker in markers.choice(table, ALLIED, "spend"))

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Only within three hexes of PLUTO (5.6.7)."""
        if not isinstance(command, Spend):
            return self.not_now(table)
        if not near_pluto(table, self.hex):
            return refused("the port is not within three hexes of a PLUTO marker", "5.6.7")
        mine = {marker.id for marker in markers.choice(table, ALLIED, "spend")}
        return None if command.marker in mine else refused("that marker cannot be spent", "5.1.2")

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Spend)
        g.put(command.marker, "pool")
        g.swap(spent=self.spent + 1)
        g.tell(MarkerSpent(side=ALLIED, marker=command.marker, rule="15.1.4"))

    def proceed(self, g: Draft) -> None:
        g.finish()
        repair(g, self.hex, self.spent)


def repair(g: Draft, hex_: str, spent: int) -> None:
    """Roll for a port: on 1 or more it works (15.1.4)."""
    die, by = g.roll(DIE)[0], modifiers(g, hex_, spent)
    result = die + sum(int(each.value) for each in by)
    works = result >= 1
    g.tell(RepairRolled(hex=hex_, die=die, modifiers=terms(by), result=result, works=works))
    if works:
        g.change(engineers(g, hex_)[0].id, functional=True)
