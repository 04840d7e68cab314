"""What lies on the table as a picture: a counter for each force, Areas with badges and markers (4.2)."""

from collections.abc import Container, Iterator, Sequence
from functools import cache

from wargame_tui.board.marks import flags_of
from wargame_tui.board.scene import Counter, Flag, Scene, SpaceScene
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, SIDES
from wargame_tui.titles.desert_commander.rules import fog
from wargame_tui.titles.desert_commander.rules.operations import why_not_ready
from wargame_tui.titles.desert_commander.rules.supply_points import supplied
from wargame_tui.titles.desert_commander.state import Force, Table, book_of, class_of, cv, mobile, owned_by, present

LONGEST_LABEL = 10
"""Characters of a name on a counter."""
HIDDEN = "hidden"
"""Before the Area in the id of a counter that stands for forces not seen (9.1)."""
PLAIN = "open"
"""The terrain that changes nothing (4.2.4)."""
_WIDE_STEPS = ("resupply", "promotion")
"""Steps in which no force is worth a mark, since most can be chosen."""


def scene(state: Table, side: str | None = None) -> Scene:
    """What lies on the table as a side sees it; without one, as the player does (9.1)."""
    hidden = {} if side == ENEMY else fog.hidden_forces(state)
    choices, chosen = choices_of(state), chosen_of(state)
    return Scene({area: _space_scene(state, area, hidden.get(area, ()), choices, chosen) for area in state.areas})


def choices_of(state: Table) -> frozenset[str]:
    """The forces among which the player chooses now."""
    step = top(state)
    if step is None or step.kind in _WIDE_STEPS or step.decider(state) is None:
        return frozenset()
    return frozenset(name for command in step.legal(state) for name in forces_in(command))


def chosen_of(state: Table) -> frozenset[str]:
    """The forces that take part in the operation being formed."""
    return frozenset(getattr(top(state), "forces", ()))


def forces_in(command: Command) -> tuple[str, ...]:
    """The force that a command names, if it names one."""
    return (command.force,) if hasattr(command, "force") else ()


def _space_scene(
    state: Table, area: str, hidden: Sequence[Force], choices: frozenset[str], chosen: frozenset[str]
) -> SpaceScene:
    counters = [counter(state, force, choices, chosen) for force in stack_of(state, area) if force not in hidden]
    if hidden:
        counters.append(unknown(area, len(hidden)))
    owner = state.areas[area].owner
    return SpaceScene(
        control=owner if owner in SIDES else None,
        counters=tuple(counters),
        badges=tuple(_badges(state, area)),
        markers=tuple(_markers(state, area)),
    )


def _badges(state: Table, area: str) -> Iterator[str]:
    """What is worth a look from afar: victory points, terrain."""
    entry = book_of(state).areas[area]
    if entry.vp:
        yield f"VP {entry.vp}"
    if entry.terrain != PLAIN:
        yield entry.terrain


def _markers(state: Table, area: str) -> Iterator[str]:
    campaign, there = book_of(state).campaign, state.areas[area]
    if there.owner == "contested":
        yield "contested"
    if there.dig:
        yield "dig"
    if area in campaign.bases:
        yield "base"
    elif area in campaign.ports and owned_by(state, area, AXIS):
        yield "port"
    if present(state, area, AXIS) and area not in supplied(state):
        yield "no supply"
    if state.turn < campaign.closed_until.get(area, 0):
        yield f"closed until turn {campaign.closed_until[area]}"


# Forces


def stack_of(state: Table, area: str) -> Sequence[Force]:
    """The forces in an Area in the order in which they are shown: the Axis first, each side in Force order."""
    return [force for side in SIDES for force in present(state, area, side)]


def unknown(area: str, count: int) -> Counter:
    """A counter for enemy forces of which only the number is known (9.1)."""
    return Counter(f"{HIDDEN}-{area}", ENEMY, f"{count} hidden", "?", ENEMY, str(count), "?")


def counter(state: Table, force: Force, choices: Container[str] = (), chosen: Container[str] = ()) -> Counter:
    """A force as its counter; among others from which is chosen, or which are."""
    kind = class_of(state, force)
    conditions: tuple[tuple[Flag, bool], ...] = (
        ("moved", done(state, force)),
        ("reduced", force.reduced),
        ("unsupplied", force.side == AXIS and force.area in state.areas and force.area not in supplied(state)),
        ("selected", force.id in chosen),
        ("choice", force.id in choices),
    )
    return Counter(
        force.id,
        force.side,
        label(force.name),
        force.cls,
        force.side,
        str(cv(state, force)),
        f"{force.cls} {cv(state, force)}-{kind.speed}{kind.move}",
        flags_of(conditions),
        quality="Veteran" if force.veteran else "",
    )


def done(state: Table, force: Force) -> bool:
    """Whether a force does nothing more this turn: it is spent, has no operation or blitz left, has had its order."""
    if force.side == ENEMY:
        return force.used
    idle = all(why_not_ready(state, force, blitz) is not None for blitz in (False, True))
    return force.spent or (idle and mobile(state, force))


@cache
def label(name: str) -> str:
    """A name as short as a counter needs it: without what stands in brackets if it is too long."""
    if len(name) <= LONGEST_LABEL:
        return name
    return name.partition(" (")[0][:LONGEST_LABEL].rstrip()
