"""Picking on the map: what the cursor points at, and what is in hand."""

from collections.abc import Mapping, Sequence

from wargame_tui.core.command import Command
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.listing import concerns, in_hands


class Picking:
    """What a player means who picks at the cursor, among the commands that are legal."""

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        """The legal commands."""
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

    @property
    def held(self) -> str | None:
        """The unit, or other piece, in hand: pointed at, and with commands that say where it goes."""
        return self.unit if self.unit is not None and in_hands(self.choices, self.unit) else None

    def offer(self, choices: list[Choice], routes: Mapping[str, Sequence[Command]]) -> None:
        """Take other commands; what is in hand stays there if it likely goes on."""
        self.choices, self.routes = choices, routes
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
