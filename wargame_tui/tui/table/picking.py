"""Picking on the map: what the cursor points at, and what is in hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wargame_tui.board.title import Battle, Target
from wargame_tui.core.command import Command
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.listing import Row, arrange, concerns, in_hands
from wargame_tui.tui.table.numbers import Numbers


@dataclass(frozen=True, slots=True)
class Give:
    """Picking gives the only command."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Take:
    """Picking takes a piece in hand."""

    unit: str


@dataclass(frozen=True, slots=True)
class Among:
    """Picking opens the list: of several commands, or of one that lies aside."""

    there: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Walk:
    """Picking goes there in several steps."""

    way: Sequence[Command]


class Chosen(NamedTuple):
    """The command among several at a space that picking gives: it is lit in the list."""

    choice: Choice
    number: int
    of: int


Pick = Give | Take | Among | Walk
"""What picking at a space does."""


class Picking:
    """What a player means who picks at the cursor, among the commands that are legal."""

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        """The legal commands."""
        self._in_hand: tuple[list[Choice], str | None, bool] = self.choices, None, False
        """Of which commands, and of which unit, it is known whether it can be in hand."""
        self.denied: Sequence[Choice] = ()
        """What is on offer, but too dear now."""
        self.numbers = Numbers()
        """By which objects are known in the list."""
        self.suggested: Choice | None = None
        """The command that carries out what has been declared."""
        self.routes: Mapping[str, Sequence[Command]] = {}
        """Ways of several steps, by where they lead."""
        self.unit: str | None = None
        """The unit pointed at, if the cursor's stack is not meant as a whole; perhaps it is in hand."""
        self.taken_from: str | None = None
        """Where the cursor was when a unit was taken in hand."""
        self.only_here = False
        """The list shows nothing but the commands under the cursor: they are being picked from."""
        self.group: str | None = None
        """The group of commands that the list shows, if one was opened."""
        self.hover: str | None = None
        """The space under the mouse."""

    @property
    def held(self) -> str | None:
        """The unit, or other piece, in hand: pointed at, and with commands that say where it goes."""
        if self.unit is None:
            return None
        choices, unit, held = self._in_hand
        if choices is not self.choices or unit != self.unit:
            held = in_hands(self.choices, self.unit)
            self._in_hand = self.choices, self.unit, held
        return self.unit if held else None

    def offer(
        self, choices: list[Choice], routes: Mapping[str, Sequence[Command]], suggested: Choice | None = None
    ) -> None:
        """Take other commands; what is in hand stays there if it likely goes on."""
        self.choices, self.routes, self.suggested = choices, routes, suggested
        held = self.held
        # One that lies aside is just put down where it might be taken up again.
        if held is None or not any(choice.target.unit == held and not choice.target.aside for choice in choices):
            self.unit = None

    def take(self, unit: str, at: str | None) -> None:
        """Take a unit, or another piece, in hand."""
        self.only_here, self.taken_from, self.unit = False, at, unit

    def release(self, keep: str | None = None) -> None:
        """Close the lists of one place and of one group; nothing but `keep` stays pointed at."""
        self.only_here, self.group, self.unit = False, None, keep

    def put_aside(self) -> None:
        """Have nothing in hand any more: it was left where it stands."""
        self.release()
        self.taken_from = None

    def forget_map(self) -> None:
        """Point at nothing: another map lies on the table."""
        self.unit = self.taken_from = self.hover = None

    def follow(self, standing: Mapping[str, str], here: str | None) -> str | None:
        """Where the cursor goes once the game went on; None: nowhere else. `standing` is where every unit stands.

        It goes with a unit that stays in hand, and from one that is done back to where that was taken up.
        """
        if self.taken_from is None:
            return None
        if self.held is not None:
            return standing.get(self.held)
        back, self.taken_from = self.taken_from, None
        if self.concerned(here) or not any(choice.space == back for choice in self.choices):
            return None
        return back

    # What is meant

    def concerned(self, here: str | None) -> list[Choice]:
        """The commands that picking at a space may mean; of a unit in hand those that go there."""
        found = [choice for choice in self.choices if concerns(choice, here, self.unit)]
        if self.held is None:
            return found
        goals = [choice for choice in found if choice.target.to == here]
        return goals or [choice for choice in found if choice.space == here]

    def meant(self, here: str | None) -> list[Choice]:
        """Those that a player who picks there has in mind: not the ones that lie aside, if there are others."""
        there = self.concerned(here)
        return [choice for choice in there if not choice.target.aside] or there

    def pick(self, here: str | None) -> Pick | None:
        """What picking at a space does; None if there is nothing to be picked."""
        there = self.meant(here)
        if len(there) == 1 and not there[0].target.aside:
            return Give(there[0])
        if (unit := self.sole_piece(there)) is not None:
            return Take(unit)
        if there:
            return Among(there)
        way = self.routes.get(here or "")
        return None if way is None else Walk(way)

    def chosen(self, here: str | None, lit: Choice | None) -> Chosen | None:
        """The one of several commands at a space that is lit in the list; None if none of them is."""
        pick = self.pick(here)
        if lit is None or not isinstance(pick, Among) or lit not in pick.there:
            return None
        there = [*pick.there]
        return Chosen(lit, there.index(lit) + 1, len(there)) if len(there) > 1 else None

    def asked_about(self, here: str | None, standing: Mapping[str, str]) -> Target:
        """What a player means who asks why not: that what is in hand goes there, the unit pointed at, or the space."""
        if self.held is not None and standing.get(self.held) != here:
            return Target(unit=self.held, to=here)
        return Target(unit=self.unit) if self.unit else Target(space=here)

    def goes_to(self, here: str | None) -> Choice | None:
        """The command by which what is in hand goes to a space."""
        if self.held is None:
            return None
        return next((choice for choice in self.concerned(here) if choice.target.to == here), None)

    def goals(self) -> list[str]:
        """Where what is in hand goes with one command, in the order of the list."""
        if self.held is None:
            return []
        spaces = (choice.target.to for choice in self.choices if choice.target.unit == self.held)
        return list(dict.fromkeys(space for space in spaces if space))

    def places(self) -> list[str]:
        """Where something can be decided, in the order of the list; not where only what lies aside can be."""
        main = [choice.space for choice in self.choices if choice.space and not choice.target.aside]
        return list(dict.fromkeys(main or [choice.space for choice in self.choices if choice.space]))

    def stops(self) -> list[str]:
        """Where the cursor may go next: where what is in hand goes, or else where something can be decided."""
        return self.goals() or self.places()

    def next_stop(self, here: str | None, by: int) -> str | None:
        """The stop after the one under the cursor, or before it; None if the cursor is at none."""
        stops = self.stops()
        return stops[(stops.index(here) + by) % len(stops)] if here in stops else None

    def decided_at(self, battle: Battle | None) -> list[str]:
        """The places that the decision in hand is about: that of a battle being fought, unless it is about ways."""
        places = self.places()
        if battle is None or battle.finished or self.is_about_ways():
            return places
        # Once dice are thrown the question may be about units that fight from other places.
        return [battle.space] if not battle.rolls or battle.space in places else places or [battle.space]

    # The list

    def turn(self, by: int, rows: Sequence[Row]) -> bool:
        """Let digits give the next nine of the objects in the list, or those before; whether there are any."""
        return self.numbers.turn(by, max((row.number for row in rows), default=0))

    def rows(self, here: str | None, names: Mapping[str, str], labels: Mapping[str, str]) -> list[Row]:
        """The list as seen from the cursor. `names` are those of the spaces, `labels` the words for pieces."""
        return arrange(
            self.choices,
            here,
            self.unit,
            names,
            self.only_here,
            labels,
            self.suggested,
            self.group,
            numbers=self.numbers,
            denied=self.denied,
        )

    def is_on_map(self) -> bool:
        """Whether any command belongs to a place on the map."""
        return any(choice.space for choice in self.choices)

    def sole_piece(self, there: Sequence[Choice]) -> str | None:
        """The piece that picking takes in hand: several commands, all of them its own, and not in hand yet."""
        units = {choice.target.unit for choice in there}
        unit = units.pop() if len(there) > 1 and len(units) == 1 else None
        return unit if unit is not None and unit != self.unit and in_hands(there, unit) else None

    def is_asked_about(self, unit: str) -> bool:
        """Whether any command is about a unit."""
        return any(choice.target.unit == unit for choice in self.choices)

    def is_about_ways(self) -> bool:
        """Whether the decision is where pieces go."""
        return any(choice.target.to for choice in self.choices)
