"""What is shown beyond the defaults: the chances of a combat, and the combat itself."""

from collections.abc import Callable, Sequence

from wargame_tui.board.scene import Counter
from wargame_tui.board.steps import step_of, top
from wargame_tui.board.views import Battle, BattleRow, Fact, Tally
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.title import Odds
from wargame_tui.engine.odds import outcomes
from wargame_tui.engine.spread import chances, merged
from wargame_tui.titles.first_command.commands import Attack, Roll, Support
from wargame_tui.titles.first_command.events import RESULTS, Fought
from wargame_tui.titles.first_command.printed import board, enemy
from wargame_tui.titles.first_command.rules import combat
from wargame_tui.titles.first_command.state import Draft, State, Unit


def suggested(state: State) -> Command | None:
    """To roll, before all else that may still be declared."""
    step = top(state)
    return Roll() if isinstance(step, combat.Battle) and step.stage in ("attack", "answer") else None


def odds(state: State, command: Command) -> Odds | None:
    """The chances of the die, if the other side uses no support after this."""
    if not isinstance(command, Attack | Roll | Support):
        return None

    def play(g: Draft) -> None:
        g.stack[-1].do(g, command)
        while not any(isinstance(event, Fought) for event in g.events):
            step = g.stack[-1]
            if step.decider(g) is None:
                step.proceed(g)
            else:
                step.do(g, Roll())

    ends = [
        (end.p, next(event for event in end.events if isinstance(event, Fought)))
        for end in outcomes(lambda: Draft(state), play)
    ]
    told = ends[0][1]
    other = state.stack[-1].decider(state) == told.side and state.support[enemy(told.side)]
    assumed = [f"{told.attack} to {told.defence}, column {told.column}", *["no support of the defender"] * bool(other)]
    part = merged((end.result, p) for p, end in ends)
    shifts = tuple(Modifier(*shift) for shift in told.shifts)
    return Odds(chances(part, lambda result: f"{result}: {RESULTS[result]}"), shifts, assumptions=tuple(assumed))


def battle(state: State, events: Sequence[Event], counter: Callable[[State, Unit], Counter]) -> Battle | None:
    """The combat in hand, or the last one among the events."""
    rolled = next((event for event in reversed(events) if isinstance(event, Fought)), None)
    step = step_of(state, combat.Battle)
    if step is None and rolled is None:
        return None
    told: Fought = rolled if rolled and (step is None or step.begun("retreat")) else step.told(state)

    def rows(units: Sequence[str]) -> tuple[BattleRow, ...]:
        all_ = (state.units[unit] for unit in units)
        return tuple(BattleRow(counter(state, unit), unit.strength, unit.strength, unit.location) for unit in all_)

    dice = (told.die,) if told.die else None
    return Battle(
        space=told.space,
        heading=f"Attack on {board().name(told.space)}",
        attacker=told.side,
        defender=enemy(told.side),
        attackers=rows(told.units),
        defenders=rows(told.defenders),
        stage=step.stage if step else "over",
        modifiers=tuple(Fact.of(Modifier(*shift)) for shift in told.shifts),
        shots=(),
        finished=step is None,
        tallies=(
            Tally(told.side, "attack", (Modifier("strength", told.attack, "7.4"),), None),
            Tally(enemy(told.side), "defence", (Modifier("strength", told.defence, "7.4"),), None),
            Tally(told.side, "die", (), dice),
        ),
        throws=int(dice is not None),
        result=f"Column {told.column}" + (f": {told.result}, {RESULTS[told.result]}" if dice else ""),
    )
