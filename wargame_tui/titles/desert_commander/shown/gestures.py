"""What players mean as one thing: these forces go there, attack that Area with the best, answer by rule of thumb."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.gestures import Compared, Gesture, Promise, Tally, Way
from wargame_tui.board.phrases import listed, percent
from wargame_tui.board.steps import step_of, top
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.command import Command
from wargame_tui.titles.commander.gestures import ThriftyGestures
from wargame_tui.titles.desert_commander.commands import Add, Blitz, Go, Operation, PassPlan, Sortie
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.rules.battle import Battle, PlanChoice, finds_work
from wargame_tui.titles.desert_commander.rules.operations import (
    Forming,
    Operations,
    cost,
    ready,
    why_no_room,
    why_not_ready,
)
from wargame_tui.titles.desert_commander.rules.plans import playable
from wargame_tui.titles.desert_commander.rules.supply_points import too_dear
from wargame_tui.titles.desert_commander.shown.odds import chance_to_take, prospect
from wargame_tui.titles.desert_commander.shown.words import foe
from wargame_tui.titles.desert_commander.state import (
    Force,
    State,
    areas_with,
    book_of,
    cv,
    ids,
    labels,
    present,
    stacks,
)

Commands = tuple[Command, ...]
KINDS: tuple[type[Operation | Blitz], ...] = (Operation, Blitz)
"""Ways to set out, the usual one first (4.3.5, 4.3.9)."""


class DesertGestures(ThriftyGestures):
    """Gestures of Desert Commander."""

    def __init__(self, title: BoardTitle[Any]) -> None:
        super().__init__(title, "operations", lambda state: book_of(state).charts.economy.carried)

    # Moving (4.3.5 to 4.3.9)

    def movable(self, state: State, space: str) -> Sequence[str]:
        """The forces there that can take part in an operation or blitz that can be begun, the strongest first."""
        if not isinstance(top(state), Operations) or space not in state.areas:
            return []
        able = [force for kind in KINDS if _goals(state, space, kind) for force in ready(state, space, kind.blitz)]
        return ids(_strongest_first(state, dict.fromkeys(able)))

    def unmoved(self, state: State) -> Mapping[str, Sequence[str]]:
        """The same for all Areas."""
        found = {area: self.movable(state, area) for area in areas_with(state, AXIS)}
        return {area: forces for area, forces in found.items() if forces}

    def ways(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """Along every link, an operation before a blitz: as many of them as may go, the strongest first."""
        found: dict[str, list[Way]] = {}
        forces = [state.forces[unit] for unit in units if unit in state.forces]
        if not isinstance(top(state), Operations) or not forces:
            return found
        for kind in KINDS:
            for sortie in _goals(state, forces[0].area, kind):
                if (way := self._way(state, sortie, forces)) is not None:
                    found.setdefault(sortie.area, []).append(way)
        return found

    def _way(self, state: State, sortie: Sortie, forces: Sequence[Force]) -> Way | None:
        going = _most(state, sortie, forces)
        commands, commit = self._declared(state, sortie, going)
        if not commands:
            return None  # Only one can go: to begin is the commitment, which the list asks about.
        left = [force for force in forces if force not in going]
        modes = ["blitz"] if sortie.blitz else []
        modes += [f"without {listed(labels(left))}"] if left else []
        fights = bool(present(state, sortie.area, ENEMY))
        return Way(
            sortie.area,
            commands,
            mode=", ".join(modes),
            costs=(f"{cost(state, sortie.origin, len(going), sortie.blitz)} SP",),
            fights=fights,
            declares=bool(commit),
            commit=commit,
        )

    def _declared(
        self, state: State, sortie: Sortie, going: Sequence[Force]
    ) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
        """What forms an operation, up to where a fight or dice would follow; and what begins those, if any (2.11)."""
        fights = bool(present(state, sortie.area, ENEMY))
        commands: tuple[Command, ...] = ()
        now: Any = state
        for command in (sortie, *(Add(force.id) for force in going), Go()):
            step = top(now)
            if commands and not isinstance(step, Forming):
                break
            if isinstance(command, Add) and isinstance(step, Forming) and command.force in step.forces:
                continue  # It was the only one that could be named.
            after = self.after(now, (command,))
            if after is None or (fights and not isinstance(top(after), Forming)):
                return commands, (command,)
            commands, now = (*commands, command), after
        return commands, ()

    def promised(
        self, state: State, units: Sequence[str], ways: Mapping[str, Sequence[Way]]
    ) -> Iterator[tuple[str, Promise]]:
        """The chance to take what the enemy holds."""
        forces = [state.forces[unit] for unit in units if unit in state.forces]
        for to, there in ways.items():
            if there[0].fights and isinstance(sortie := there[0].commands[0], Sortie):
                going = _most(state, sortie, forces)
                if (chance := _chance(state, sortie, going)) is not None:
                    yield to, Promise(percent(chance), f"{percent(chance)} to take it")

    def tally(self, state: State) -> Tally | None:
        """Forces that have been on an operation, of those and the ones that still could."""
        if not isinstance(top(state), Operations):
            return None
        gone = {force.id for area in stacks(state, AXIS).values() for force in area if force.operations}
        able = {force for forces in self.unmoved(state).values() for force in forces}
        return Tally(len(gone), len(gone | able), "committed")

    # Attacking

    def attack(self, state: State, space: str) -> Sequence[Command] | None:
        """The assault with the best chance, with all that may take part; without its commitment."""
        best = self._best(state, space)
        return self._declared(state, *best)[0] if best else None

    def commitment(self, state: State, space: str) -> Sequence[Command]:
        """That it goes, or the force that is the last which can join."""
        best = self._best(state, space)
        return self._declared(state, *best)[1] if best else ()

    def _best(self, state: State, space: str) -> tuple[Sortie, Sequence[Force]] | None:
        """The assault on an Area with the best chance."""
        found = [] if space not in state.areas else [*self._assaults(state, book_of(state).links[space], space)]
        return max(found, key=lambda each: _chance(state, *each) or 0.0, default=None)

    def _assaults(
        self, state: State, origins: Sequence[str], space: str | None = None
    ) -> Iterator[tuple[Sortie, Sequence[Force]]]:
        """Every assault from some Areas, on one or on any, with as many as may take part."""
        if isinstance(top(state), Operations):
            for origin in origins:
                for sortie in (each for kind in KINDS for each in _goals(state, origin, kind)):
                    if space in (None, sortie.area) and present(state, sortie.area, ENEMY):
                        yield sortie, _most(state, sortie, ready(state, origin, sortie.blitz))

    def odds_at(self, state: State) -> Mapping[str, str]:
        """The best chance to take every Area of the enemy that can be assaulted and whose forces are seen."""
        best: dict[str, float] = {}
        for sortie, going in self._assaults(state, areas_with(state, AXIS)):
            if (chance := _chance(state, sortie, going)) is not None:
                best[sortie.area] = max(chance, best.get(sortie.area, 0.0))
        return {area: percent(chance) for area, chance in best.items()}

    # Answers

    def answer(self, state: State) -> Gesture | None:
        """An operation for which nobody has been named goes with all that may take part (4.3.5).

        Whoever names forces commits those that he has named; only a last one left is still proposed.
        """
        step = top(state)
        if not isinstance(step, Forming):
            return super().answer(state)
        sortie = (Blitz if step.blitz else Operation)(step.origin, step.area)
        going = _most(state, sortie, ready(state, step.origin, step.blitz))
        left = [force for force in going if force.id not in step.forces]
        joining = tuple(Add(force.id) for force in left)
        if not joining or len(left) + len(step.forces) != len(going) or (step.forces and joining[1:]):
            return None
        # The last one that can join sets the operation off: that is a commitment of its own, if it is fought.
        fought = present(state, step.area, ENEMY)
        after = self.after(state, joining)
        commits = bool(fought) and (after is None or not isinstance(top(after), Forming))
        joining = joining[:-1] if commits and joining[1:] else joining
        chance = _chance(state, sortie, going)
        promise = f": {percent(chance)} to take it with all" if chance is not None else ""
        goes = ", and they go" if commits and len(joining) == len(left) else ""
        verb = "takes" if len(joining) == 1 else "take"
        return Gesture(f"{listed(labels(left[: len(joining)]))} {verb} part{goes}{promise}", joining)

    def idle(self, state: State) -> Command | None:
        """No Battle Plan is played where none in the hand has anything to work on (4.4.12)."""
        battle, step = step_of(state, Battle), top(state)
        if battle is None or not isinstance(step, PlanChoice) or step.decider(state) != AXIS:
            return None
        found = (book_of(state).plans(AXIS)[chit] for chit in playable(state))
        return None if any(finds_work(state, battle, AXIS, entry) for entry in found) else PassPlan()

    def compared(self, state: State) -> Compared | None:
        """The chance to take or hold the Area, and the steps that both lose on average, to the end of the battle."""
        step = top(state)
        battle = step_of(state, Battle)
        if battle is None or step is None or step.decider(state) != AXIS:
            return None
        found = {command: prospect(state, command) for command in step.legal(state)}
        of = {
            command: (percent(one.success), f"{one.enemy_loses:.1f}", f"{one.you_lose:.1f}")
            for command, one in found.items()
            if one is not None
        }
        goal = "taken" if battle.side == AXIS else "held"
        return Compared(f"How likely {goal}; steps lost: {foe(state).adjective}, yours", of) if of else None

    # Warnings

    def warnings(self, state: State) -> Sequence[str]:
        """Areas with points that the enemy can walk into, then points of supply that are lost."""
        return [*_open_doors(state), *super().warnings(state)] if isinstance(top(state), Operations) else []


def _goals(state: State, origin: str, kind: type[Operation | Blitz]) -> Sequence[Operation | Blitz]:
    """The operations that can be begun from an Area."""
    step = state.stack[-1]
    sorties = (
        [kind(origin, there) for there in book_of(state).links[origin]] if ready(state, origin, kind.blitz) else []
    )
    return [sortie for sortie in sorties if step.refusal(state, sortie) is None]


def _strongest_first(state: State, forces: Any) -> list[Force]:
    return sorted(forces, key=lambda force: -cv(state, force))


def _most(state: State, sortie: Sortie, forces: Sequence[Force]) -> list[Force]:
    """As many of these forces as may go, the strongest first (4.3.2, 4.3.5, 4.3.6)."""
    able = [force for force in forces if why_not_ready(state, force, sortie.blitz) is None]
    going = _strongest_first(state, able)[: book_of(state).charts.economy.most_forces]
    while going and (
        why_no_room(state, sortie.area, len(going))
        or too_dear(state, cost(state, sortie.origin, len(going), sortie.blitz))
    ):
        going.pop()
    return going


def _chance(state: State, sortie: Sortie, going: Sequence[Force]) -> float | None:
    return chance_to_take(state, Forming(sortie.origin, sortie.area, ids(going), sortie.blitz)) if going else None


def _open_doors(state: State) -> Iterator[str]:
    """Areas of the Axis with VP, without forces, beside the enemy (4.5.9)."""
    book = book_of(state)
    held = {area for area in state.areas if state.areas[area].owner == AXIS} - {*areas_with(state, AXIS)}
    for area in sorted(held, key=lambda area: -book.areas[area].vp):
        points = book.areas[area].vp
        if points and any(present(state, there, ENEMY) for there in book.links[area]):
            yield f"{book.areas[area].name} is empty and beside the enemy ({points} VP)"
