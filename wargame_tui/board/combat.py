"""Combats by odds: what every one of them tells, and how it is followed on the screen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from wargame_tui.board.fact import Fact
from wargame_tui.board.scene import Counter
from wargame_tui.board.views import Battle, BattleRow, Tally
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.title import Chance, Odds


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsCombat(Event):
    """A combat in which strengths are compared and a die is read in a column. Titles declare theirs upon it.

    A title's step of a combat has a method `told(table)` that gives the event as it stands, without a die: then all
    that is in this module comes by default.
    """

    space: str
    side: str
    """Of the attackers."""
    units: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    shifts: tuple[tuple[str, int, str], ...]
    """What shifts the column, by how much, by which rule."""
    column: str
    die: int | None
    """None before it is rolled."""
    result: str

    @property
    def meaning(self) -> str:
        """The result in words."""
        return self.result


def battle(
    state: Any, events: Sequence[Event], counter: Callable[[Any, Any], Counter], called: Callable[[str], str]
) -> Battle | None:
    """The combat in hand, or the last one among the events; None if there is none."""
    step = next((step for step in reversed(state.stack) if hasattr(step, "told")), None)
    rolled = next((event for event in reversed(events) if isinstance(event, OddsCombat)), None)
    told: OddsCombat | None = rolled if rolled is not None or step is None else step.told(state)
    if told is None:
        return None
    if step is not None and rolled is not None and step.space != rolled.space:
        told = step.told(state)

    def rows(units: Sequence[str]) -> tuple[BattleRow, ...]:
        found = (counter(state, state.units[unit]) for unit in units)
        return tuple(
            BattleRow(each, int(each.strength), int(each.strength), state.units[each.unit].location) for each in found
        )

    other = next((state.units[unit].side for unit in told.defenders), "")
    dice = None if told.die is None else (told.die,)
    return Battle(
        space=told.space,
        heading=f"Attack on {called(told.space)}",
        attacker=told.side,
        defender=other,
        attackers=rows(told.units),
        defenders=rows(told.defenders),
        stage=getattr(step, "stage", "in hand") if step is not None else "over",
        modifiers=tuple(Fact.of(Modifier(*shift)) for shift in told.shifts),
        shots=(),
        finished=step is None,
        tallies=(
            Tally(told.side, "attack", (Modifier("strength", told.attack, told.rule or ""),), None),
            Tally(other, "defence", (Modifier("strength", told.defence, told.rule or ""),), None),
            Tally(told.side, "die", (), dice),
        ),
        throws=int(dice is not None),
        result=f"Column {told.column}" + (f": {told.result}, {told.meaning}" if dice else ""),
    )


def chances(found: Iterable[tuple[Fraction, OddsCombat]], *taken: str) -> Odds | None:
    """What the die may come to, from the combats that it leads to, each with its probability; None without any."""
    parts: dict[str, tuple[float, str]] = {}
    told = None
    for p, told in found:
        parts[told.result] = parts.get(told.result, (0.0, ""))[0] + float(p), told.meaning
    if told is None:
        return None
    outcomes = tuple(Chance(min(p, 1.0), f"{result}: {words}") for result, (p, words) in parts.items())
    odds = f"{told.attack} to {told.defence}, column {told.column}"
    return Odds(outcomes, tuple(Modifier(*shift) for shift in told.shifts), assumptions=(odds, *taken))
