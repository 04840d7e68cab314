"""What lies on the table as a picture: a counter for each Force, Areas with badges and markers (3.2, 3.3)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene
from wargame_tui.board.steps import top
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.pacific_commander.printed.book import GROUND, JAPAN, LEVELLED, SIDES, US
from wargame_tui.titles.pacific_commander.printed.data import ForceClass
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.state import (
    Force,
    Table,
    air_points,
    airfield,
    book_of,
    friendly,
    held,
    owner_of,
    present,
    rating,
    ratings,
    steps_left,
    supplied,
)

WEAPONS: Mapping[str, str] = {"gun": "g", "torp": "t", "bom": "b"}
"""Weapons by the letter that stands before their dice on a counter."""
LONGEST_LABEL = 10
"""Characters of a name on a counter."""
HIDDEN = "hidden"
"""Before the Area in the id of a counter that stands for Forces not seen (9.1)."""
_COMPASS = {"North": "N", "South": "S", "New": "N"}
_WIDE_STEPS = ("resupply", "special_ops", "movement", "task_force")
"""Steps in which no Force is worth a mark, since most can be chosen."""


def scene(state: Table, side: str | None = None) -> Scene:
    """What lies on the table as a side sees it; without one, as the player does (9.1)."""
    hidden = fog.hidden(state, side)
    choices, chosen = choices_of(state), chosen_of(state)
    return Scene({area: _space_scene(state, area, hidden, choices, chosen) for area in state.areas})


def choices_of(state: Table) -> frozenset[str]:
    """The Forces among which the player chooses now."""
    step = top(state)
    if step is None or step.kind in _WIDE_STEPS or step.decider(state) is None:
        return frozenset()
    return frozenset(name for command in step.legal(state) if (name := command.piece) is not None)


def chosen_of(state: Table) -> frozenset[str]:
    """The Forces that have been named for what is in hand."""
    step = top(state)
    named: list[str] = []
    for field in ("ships", "forces", "submarines"):
        named += getattr(step, field, ())
    return frozenset(named)


def _space_scene(
    state: Table, area: str, hidden: Mapping[str, int], choices: frozenset[str], chosen: frozenset[str]
) -> SpaceScene:
    counters = [
        _shown(state, force, choices, chosen)
        for force in stack_of(state, area)
        if not (area in hidden and force.side == JAPAN)
    ]
    if area in hidden:
        counters.append(unknown(area, hidden[area]))
    return SpaceScene(
        control=_control(state, area),
        counters=tuple(counters),
        badges=tuple(_badges(state, area)),
        markers=tuple(_markers(state, area)),
    )


def _control(state: Table, area: str) -> str | None:
    """Whose an Area is; a US base without Japanese Ashore is friendly even if nobody is there (3.2.6, 3.2.9)."""
    owner = owner_of(state, area)
    if owner in SIDES:
        return owner
    return US if area in book_of(state).bases and friendly(state, area) else None


def _badges(state: Table, area: str) -> Iterator[str]:
    """What is worth a look from afar: Objectives, Held (a full star) or not, fort, places for aircraft, port."""
    entry, book = book_of(state).areas[area], book_of(state)
    is_held = held(state, area)
    if area in book.objectives:
        worth = book.objectives[area]
        star = "objective" if is_held else "goal"
        yield star if worth == 1 else f"{star} {worth}"
    elif is_held and area not in book.bases:
        yield "Held"
    if state.areas[area].fort:
        yield f"fort {state.areas[area].fort}"
    yield f"airfield {airfield(state, area, US) if state.areas[area].enlarged else entry.airfield}"
    if entry.port:
        yield f"port {entry.port}"


def _markers(state: Table, area: str) -> Iterator[str]:
    owner = owner_of(state, area)
    if owner == "contested":
        yield "contested"
    if area in book_of(state).closed:
        yield "closed"
    elif area in book_of(state).bases:
        yield "US base"
    if owner == US and area not in supplied(state):
        yield "no supply"
    if state.code_break == area:
        yield "code break"
    if state.coastwatchers and area in book_of(state).charts.economy.coastwatchers:
        yield "coastwatchers"


# Forces


def _find_stacks(state: Table) -> Mapping[str, tuple[Force, ...]]:
    return {
        area: tuple(sorted(_in_area(state, area), key=lambda force: SIDES.index(force.side)))
        for area in book_of(state).areas
    }


def _in_area(state: Table, area: str) -> Iterator[Force]:
    """The Forces of an Area, cargo behind the ship that carries it."""
    for side in SIDES:
        there = present(state, area, side)
        aboard: dict[str | None, list[Force]] = {}
        for force in there.cargo:
            aboard.setdefault(force.carried_by, []).append(force)
        for force in there.forces:
            if force.carried_by is None:
                yield force
                yield from aboard.get(force.id, ())


_stacks = Remembered(_find_stacks, "forces", "index")


def stack_of(state: Table, area: str) -> Sequence[Force]:
    """The Forces in an Area in the order in which they are shown: the US first, each side in Force order."""
    return _stacks(state)[area]


def unknown(area: str, count: int) -> Counter:
    """A counter for enemy Forces of which only the number is known (9.1)."""
    return Counter(f"{HIDDEN}-{area}", JAPAN, f"{count} hidden", "?", JAPAN, str(count), "?")


def counter(state: Table, force: Force) -> Counter:
    """A Force as its counter, without regard to what is being decided."""
    return _shown(state, force, frozenset(), frozenset())


def _shown(state: Table, force: Force, choices: frozenset[str], chosen: frozenset[str]) -> Counter:
    conditions: tuple[tuple[Flag, bool], ...] = (
        ("moved", force.moved),
        ("reduced", force.hits > 0),
        ("fired", force.air_used),
        ("selected", force.id in chosen),
        ("choice", force.id in choices),
    )
    return Counter(
        force.id,
        force.side,
        label(force.cls, force.name),
        force.cls,
        force.side,
        str(steps_left(state, force)),
        numbers(state, force),
        frozenset(flag for flag, holds in conditions if holds),
        quality=_quality(force),
    )


def _quality(force: Force) -> str:
    """Experience, if it is not Regular; that a Force is cargo."""
    level = force.level[0] if force.side == US and force.cls in LEVELLED and force.level != "Regular" else ""
    return "aboard" if force.carried_by is not None else level


def numbers(state: Table, force: Force) -> str:
    """The numbers of a counter as they stand: air points, weapons as dice and hit number, load (3.3)."""
    entry = ratings(state, force)
    parts = [f"a{air_points(state, force)}"] if entry.air else []
    for weapon, letter in WEAPONS.items():
        if getattr(entry, weapon).dice:
            now = rating(state, force, weapon)
            parts.append(f"{letter}{now.dice}x{now.hit}")
    if force.cls == "SS":
        parts.append(f"t1x{book_of(state).values(force.side).torpedo}")
    if force.cls in GROUND:
        parts.append(f"{steps_left(state, force)}x{entry.ground_hit}")
    if entry.load and force.cls == "TRN":
        parts.append(f"load {entry.load}")
    return " ".join(parts)


@cache
def label(cls: ForceClass, name: str) -> str:
    """A name as short as a counter needs it: of two ships the first, and as much of it as fits."""
    if name.replace(" ", "").isdigit():
        return f"{cls} {name}"
    one, pair, _ = name.partition("/")
    one, _, generation = one.partition(" (")
    mark = ("2" if generation.startswith("II") else "") + ("+" if pair else "")
    room = LONGEST_LABEL - len(mark)
    first, _, rest = one.partition(" ")
    if len(one) > room and rest:
        one = f"{_COMPASS.get(first, first)} {rest}"
    return one[:room].rstrip() + mark
