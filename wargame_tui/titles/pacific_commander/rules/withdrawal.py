"""Withdrawal from a battle, and who has to go at its end (3.11.7, 3.11.8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.titles.pacific_commander.commands import Add, AddAll, Go, Stay, Withdraw
from wargame_tui.titles.pacific_commander.events.battles import Withdrew
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SHIPS, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules.choice import Choice, among
from wargame_tui.titles.pacific_commander.rules.engagement import holder, in_hand, ship_steps, ships, there
from wargame_tui.titles.pacific_commander.rules.resupply import repair_port
from wargame_tui.titles.pacific_commander.state import Draft, Table, book_of, nearest_base, present


def can_go(table: Table, side: Side) -> list[str]:
    """A side's ships and SS, which alone withdraw (3.11.7)."""
    return [force.id for force in there(table, side) if force.cls in SHIPS or force.cls == "SS"]


def refuge_refusal(table: Table, area: str) -> Refusal | None:
    """Why the player's ships cannot withdraw to an Area; None if they can (3.11.7)."""
    book = book_of(table)
    if area not in book.areas:
        return Refusal(f"there is no Area `{area}`", "3.11.7")
    name, entry = book.areas[area].name, book.areas[area]
    if area == in_hand(table).area:
        return Refusal(f"the battle is in {name}", "3.11.7")
    if not repair_port(table, area) and not entry.base:
        return Refusal(f"{name} is neither a US base nor a friendly Area with a repair port", "3.11.7")
    if present(table, area, JAPAN).real:
        return Refusal(f"Japanese Forces are in {name}", "3.11.7")
    return None


def refuges(table: Table) -> list[str]:
    """Where the player's ships may withdraw to."""
    return [area for area in book_of(table).areas if refuge_refusal(table, area) is None]


def default_refuge(table: Table) -> str | None:
    """Where `auto` withdraws to, if that is possible (5.3)."""
    open_to = refuges(table)
    return next((area for area in book_of(table).charts.economy.fallback if area in open_to), None)


def beaten(table: Table, side: Side) -> bool:
    """Whether a side has lost so many ship steps, and has fewer than its enemy, that Japan would withdraw (3.11.7)."""
    of_start, of_left = book_of(table).charts.battle.retreat_steps
    left, start = ship_steps(table, side), in_hand(table).start_steps.get(side, 0)
    return of_left * left <= of_start * start and left < ship_steps(table, enemy(side))


def leave(g: Draft, side: Side, forces: list[str], area: str, rule: str) -> None:
    """Ships and SS leave the battle with their cargo."""
    g.tell(Withdrew(rule=rule, side=side, origin=in_hand(g).area, to=area, forces=forces))
    g.place(forces, area)


def begin(g: Draft) -> None:
    """Step 9, the player first (3.11.7)."""
    g.push(WithdrawalChoice())


def japanese_withdrawal(g: Draft) -> None:
    """Japan withdraws if it is beaten, after the player (3.11.7)."""
    if beaten(g, JAPAN):
        _japan_leaves(g, "3.11.7")


def _japan_leaves(g: Draft, rule: str) -> None:
    going, base = can_go(g, JAPAN), nearest_base(g, in_hand(g).area)
    if going and base:
        leave(g, JAPAN, going, base, rule)


def last_withdrawal(g: Draft) -> None:
    """After the last round the side with fewer ship steps leaves (3.11.8)."""
    if not (ships(g, US) and ships(g, JAPAN)):
        return
    us, japan = ship_steps(g, US), ship_steps(g, JAPAN)
    if japan < us or (japan == us and holder(g) != JAPAN):
        _japan_leaves(g, "3.11.8")
    else:
        g.push(LastWithdrawal())


@dataclass(frozen=True, slots=True)
class WithdrawalChoice(Choice):
    """The player may withdraw ships and SS, all to one Area (3.11.7)."""

    kind: Literal["withdrawal_choice"] = "withdrawal_choice"
    asks: ClassVar[Prompt] = Prompt("Withdraw ships and submarines? Where to?", "3.11.7")
    at_area: ClassVar[type[Command]] = Withdraw

    def open(self, table: Table) -> bool:
        """With ships or SS, and an Area to go to."""
        return bool(can_go(table, US)) and any(refuge_refusal(table, area) is None for area in book_of(table).areas)

    def answers(self, table: Table) -> Iterator[Command]:
        """To stay, or each Area that is open to them."""
        yield Stay()
        yield from (Withdraw(area) for area in refuges(table))

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Areas open to the ships (3.11.7)."""
        match command:
            case Withdraw(area):
                return refuge_refusal(table, area)
            case Stay():
                return None
        return self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """Go on to who withdraws, or stay."""
        g.finish()
        if isinstance(command, Withdraw):
            g.push(Withdrawing(command.area))

    def automatically(self, g: Draft) -> None:
        """All go if Japan in the player's place would (5.3)."""
        area = self._refuge(g)
        g.finish()
        if area:
            leave(g, US, can_go(g, US), area, "3.11.7")

    def _refuge(self, table: Table) -> str | None:
        return default_refuge(table) if self.open(table) and beaten(table, US) else None

    def thumb(self, table: Table) -> Sequence[Command]:
        """To stay, or where all go."""
        area = self._refuge(table)
        return (Withdraw(area), AddAll()) if area else (Stay(),)


@dataclass(frozen=True, slots=True)
class Withdrawing(Choice):
    """The player names the ships and SS that withdraw (3.11.7)."""

    area: str
    chosen: tuple[str, ...] = ()
    kind: Literal["withdrawing"] = "withdrawing"
    at_force: ClassVar[type[Command]] = Add

    def _waiting(self, table: Table) -> list[str]:
        return [force for force in can_go(table, US) if force not in self.chosen]

    def open(self, table: Table) -> bool:
        """Until all are named; a single one goes."""
        return len(can_go(table, US)) > 1 and bool(self._waiting(table))

    def prompt(self, table: Table) -> Prompt:
        """Who?"""
        return Prompt(f"Which ships and submarines withdraw to {book_of(table).areas[self.area].name}?", "3.11.7")

    def answers(self, table: Table) -> Iterator[Command]:
        """All, those named so far, and each other."""
        yield AddAll()
        yield Go()
        yield from (Add(force) for force in self._waiting(table))

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Ships and SS in the battle, at least one (3.11.7)."""
        match command:
            case Add(force):
                return among(table, force, self._waiting(table), "no ship or SS of yours still in the battle", "3.11.7")
            case Go():
                return None if self.chosen else Refusal("no ship named yet", "3.11.7")
            case AddAll():
                return None
        return self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """Note the Force, or withdraw."""
        match command:
            case Add(force):
                g.swap(chosen=(*self.chosen, force))
            case Go():
                self._leave(g, [force for force in can_go(g, US) if force in self.chosen])
            case AddAll():
                self.automatically(g)

    def automatically(self, g: Draft) -> None:
        """All of them go."""
        self._leave(g, can_go(g, US))

    def thumb(self, table: Table) -> Sequence[Command]:
        """The command that names all."""
        return (AddAll(),)

    def _leave(self, g: Draft, forces: list[str]) -> None:
        g.finish()
        leave(g, US, forces, self.area, "3.11.7")


@dataclass(frozen=True, slots=True)
class LastWithdrawal(Choice):
    """The player's ships and SS have to go; he names the Area (3.11.8)."""

    kind: Literal["last_withdrawal"] = "last_withdrawal"
    asks: ClassVar[Prompt] = Prompt("Your ships and submarines must withdraw. Where to?", "3.11.8")
    at_area: ClassVar[type[Command]] = Withdraw

    def open(self, table: Table) -> bool:
        """With more than one Area."""
        return len(refuges(table)) > 1

    def answers(self, table: Table) -> Iterator[Command]:
        """Each Area that is open to them."""
        return (Withdraw(area) for area in refuges(table))

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Areas open to the ships (3.11.7)."""
        return refuge_refusal(table, command.area) if isinstance(command, Withdraw) else self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """They go."""
        if isinstance(command, Withdraw):
            self._leave(g, command.area)

    def automatically(self, g: Draft) -> None:
        """To the default Area, or the first that is open (5.3); with none they stay."""
        area = self._refuge(g)
        if area:
            self._leave(g, area)
        else:
            g.finish()

    def _refuge(self, table: Table) -> str | None:
        return default_refuge(table) or next(iter(refuges(table)), None)

    def thumb(self, table: Table) -> Sequence[Command]:
        """That Area."""
        area = self._refuge(table)
        return (Withdraw(area),) if area else ()

    def _leave(self, g: Draft, area: str) -> None:
        g.finish()
        leave(g, US, can_go(g, US), area, "3.11.8")
