"""What lies on the table as a picture: counters with their condition, spaces with badges, bridges (3, 4)."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import (
    advantage,
    assault,
    attack,
    bombardment,
    impulses,
    refit_phase,
    regroup,
    reinforcements,
    supply,
)
from wargame_tui.titles.montys_gamble.rules.areas import allowance, controls, is_vacant, may_lead, units_in
from wargame_tui.titles.montys_gamble.shown import words
from wargame_tui.titles.montys_gamble.state import ELIMINATED, FRESH, STILL, State, Unit, book_of

CONDITIONS: Mapping[str, str] = {"spent": "S", "dis1": "D1", "dis2": "D2", "eliminated": "†"}
"""Marks in the place of the attack factor, which only Fresh units have."""
_ORDER = (FRESH, *CONDITIONS)


def side_of(control: str) -> Side:
    """The side to which a controller belongs (7.2)."""
    return GERMAN if control == GERMAN else ALLIED


def scene(state: State, side: str | None = None) -> Scene:
    """What lies on the table."""
    book = book_of(state)
    choices, chosen = choices_of(state), chosen_of(state)
    works = _works(state)
    return Scene(
        spaces={space: _space_scene(state, space, choices, chosen, works.get(space, ())) for space in book.spaces},
        bridges={border: not state.crossings[border].blown for border, link in book.waters.items() if link.bridge},
        holders={border: crossing.holder for border, crossing in state.crossings.items() if _is_marked(state, border)},
        ferries=state.ferries,
    )


def _is_marked(state: State, border: str) -> bool:
    """Whether it is worth saying who holds a boundary: a standing bridge, or water with a Held marker (4.6, 10.4)."""
    if book_of(state).waters[border].bridge:
        return not state.crossings[border].blown
    if state.crossings[border].holder != ALLIED:
        return False
    return not all(controls(state, bank, ALLIED) for bank in book_of(state).banks[border])


def _works(state: State) -> Mapping[str, Sequence[str]]:
    """Construction markers by bank."""
    found: dict[str, list[str]] = {}
    for border, crossing in state.crossings.items():
        for level in crossing.works.values():
            for bank in book_of(state).banks[border]:
                found.setdefault(bank, []).append(f"works+{level}")
    return found


def choices_of(state: State) -> frozenset[str]:
    """The units among which the player chooses now."""
    step = top(state)
    match step:
        case assault.Operations() | assault.Infiltrating():
            return frozenset(name for name in state.now.ready if not state.now.movers.get(name, STILL).stopped)
        case None | impulses.Impulse() | regroup.Regrouping() | refit_phase.Refitting() | advantage.Roll():
            return frozenset()
    if step.decider(state) is None:
        return frozenset()
    return frozenset(name for command in step.legal(state) if (name := piece_of(command)) is not None)


def chosen_of(state: State) -> frozenset[str]:
    """The units that have been named for what is in hand."""
    step = top(state)
    match step:
        case attack.Assailing():
            return frozenset((*step.attackers, *step.support))
        case bombardment.Bombardment():
            return frozenset(name for name in (step.lead, *step.support, step.target) if name)
        case reinforcements.Dropping():
            return frozenset(name for name, _ in step.declared)
    return frozenset()


def piece_of(command: Command) -> str | None:
    """The unit that a command names, or its target."""
    return getattr(command, "unit", None) or getattr(command, "target", None)


def _space_scene(
    state: State, space: str, choices: frozenset[str], chosen: frozenset[str], works: Sequence[str]
) -> SpaceScene:
    entry, holder = book_of(state).spaces[space], state.control.get(space)
    badges = [] if entry.kind == "box" else [f"TEM {entry.tem}"]
    if entry.vp:
        badges.insert(0, f"VP {entry.vp}")
    return SpaceScene(
        control=None if holder is None else side_of(holder),
        counters=tuple(counter(state, unit, choices, chosen) for unit in stack_of(state, space)),
        badges=tuple(badges),
        markers=tuple(_markers(state, space, works)),
        terrain="polder" if entry.polder else "high" if entry.high else None,
    )


def _markers(state: State, space: str, works: Sequence[str]) -> Iterator[str]:
    entry = book_of(state).spaces[space]
    if state.control.get(space) == "airborne":
        yield "abn"
    points = [depot.points for depot in state.depots.values() if depot.location == space]
    if points:
        yield f"SP {'+'.join(map(str, points))}"
    if space in state.interdiction:
        yield "interdicted"
    yield from works
    if entry.airhead:
        yield "airhead"
    elif entry.drop:
        yield "drop"


def stack_of(state: State, space: str) -> list[Unit]:
    """The units in a space in the order in which they are shown: by side, then Fresh before Spent, strongest first."""
    here = [unit for side in SIDES for unit in units_in(state, space, side)]
    return sorted(here, key=_rank)


def _rank(unit: Unit) -> tuple[int, int, bool, int, str]:
    return (SIDES.index(unit.side), _ORDER.index(unit.condition), not may_lead(unit), -unit.attack, unit.id)


def counter(
    state: State, unit: Unit, choices: frozenset[str] = frozenset(), chosen: frozenset[str] = frozenset()
) -> Counter:
    """A counter: Fresh with its attack factor in front, else with its condition (4.2, 4.4)."""
    entry = book_of(state).roster[unit.id]
    strength = CONDITIONS.get(unit.condition, str(unit.attack))
    flags = _flags(state, unit, choices, chosen)
    return Counter(
        unit.id,
        unit.side,
        entry.short,
        unit.type,
        unit.branch,
        strength,
        factors(state, unit),
        flags,
        formation=entry.division or "",
    )


def factors(state: State, unit: Unit) -> str:
    """The factors that count now: attack, defence and movement of a Fresh unit, else what is left of the defence."""
    if unit.condition == FRESH:
        moves = 0 if unit.type == "tower" else allowance(state, unit)
        return f"{unit.attack}-{unit.defence}-{words.points(moves)}"
    if unit.condition == ELIMINATED:
        return ""
    return f"({unit.spent - book_of(state).charts.disruption[unit.condition]})"


def _flags(state: State, unit: Unit, choices: frozenset[str], chosen: frozenset[str]) -> frozenset[Flag]:
    mover = state.now.movers.get(unit.id, STILL)
    in_hand = unit.id in state.now.ready
    conditions: tuple[tuple[Flag, bool], ...] = (
        ("moved", unit.condition == FRESH and in_hand and mover.origin is not None),
        ("unsupplied", supply.isolated(state, unit)),
        ("must_fight", in_hand and mover.mandatory and not is_vacant(state, unit.location, unit.side)),
        ("selected", unit.id in chosen),
        ("choice", unit.id in choices),
    )
    return frozenset(flag for flag, holds in conditions if holds)
