"""How a game of Monty's Gamble starts (rule 5), and what makes a state whole."""

from collections.abc import Iterator, Mapping
from typing import Any

from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadState, OptionInfo, switched_on
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, Book, open_book
from wargame_tui.titles.montys_gamble.rules import advantage, bombardment, casualties, dday, refit_phase, sequence
from wargame_tui.titles.montys_gamble.state import (
    ELIMINATED,
    FIRST_DATE,
    OFF_MAP,
    Advantage,
    Crossing,
    Now,
    State,
    Unit,
)

OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo("drop_choice", "choice of D-Day drop areas", "23.2"),
    OptionInfo("air_transport", "better air transport", "23.3"),
    OptionInfo("use_of_reserve", "use of Reserve for airborne depots", "23.4"),
    OptionInfo("bidding", "bidding for sides", "23.51"),
    OptionInfo("reorganization", "reorganization", "23.6"),
    OptionInfo("cards", "combat cards instead of dice", "23.7"),
)
"""The optional rules, to be turned on in a new game."""
OPTION_NAMES = tuple(option.name for option in OPTIONS)


def start(scenario: str, options: Mapping[str, Any], dice: Dice) -> State:
    """The position before the first phase of 17 September (rule 5). Raises BadOption."""
    book, chosen = open_book(scenario), switched_on(options, OPTIONS)
    first: tuple[Any, ...] = (sequence.Day(FIRST_DATE),)
    return State(
        scenario=scenario,
        optional=chosen,
        stack=(*first, sequence.Bidding()) if "bidding" in chosen else first,
        dice=dice,
        over=None,
        date=FIRST_DATE,
        impulse=0,
        start_weather="clear",
        weather="clear",
        weather_turns=False,
        advantage=Advantage(ALLIED),
        sunset_drm=0,
        units={unit.id: unit for unit in _units(book)},
        control=dict.fromkeys(book.ground, "German"),
        crossings={border: Crossing(GERMAN) for border in book.waters},
        ferries=dict.fromkeys(book.ferries, "ready"),
        air={"RAF2": "ready", "RAF83": "ready", dday.EIGHTH: "bomb"},
        interdiction=(),
        boat=True,
        construction_used=dict.fromkeys(SIDES, 0),
        repairs=dict.fromkeys(SIDES, ()),
        depots={},
        reserve=dict.fromkeys(SIDES, 0),
        shift=dict.fromkeys(SIDES, 0),
        passes=0,
        first_impulse=True,
        refitted=(),
        now=Now(GERMAN),
        eindhoven=False,
    )


def _units(book: Book) -> Iterator[Unit]:
    for name, space in book.setup.items():
        yield _counter(book, name, space)
    for name, area in book.drops.items():
        yield _counter(book, name, OFF_MAP, due=FIRST_DATE, drop=area)
    for arrival in book.arrivals:
        for name in arrival.units:
            if arrival.date <= book.scenario.last:
                yield _counter(book, name, OFF_MAP, due=arrival.date, drop=arrival.drops.get(name))


def _counter(book: Book, name: str, location: str, **more: Any) -> Unit:
    entry = book.roster[name]
    fields = ("side", "type", "branch", "division", "range", "attack", "defence", "mf", "spent")
    return Unit(id=name, location=location, **{field: getattr(entry, field) for field in fields}, **more)


def insist_on_sense(state: State) -> None:
    """Refuse a state that no game could be in. Raises BadState naming the first field that is wrong."""
    problem = next(_problems(state), None)
    if problem:
        raise BadState(problem)


def _problems(state: State) -> Iterator[str]:
    book = open_book(state.scenario)
    for name, unit in state.units.items():
        yield from (f"/units/{name.replace('/', '~1')}{problem}" for problem in _unit_problems(book, name, unit))
    for given, known, field_name in (
        (state.control, set(book.ground), "control"),
        (state.crossings, set(book.waters), "crossings"),
        (state.ferries, set(book.ferries), "ferries"),
        (state.air, {"RAF2", "RAF83", dday.EIGHTH}, "air"),
    ):
        for key in sorted(given.keys() ^ known):
            yield f"/{field_name}/{key}: the map decides what there is; change the values"
    for border, crossing in state.crossings.items():
        if crossing.blown and not book.waters[border].bridge:
            yield f"/crossings/{border}: there is no bridge to blow"
        if any(not 1 <= level <= book.charts.limits.construction for level in crossing.works.values()):
            yield f"/crossings/{border}/works: levels 1 and 2"
    for ferry, value in state.ferries.items():
        if value not in ("ready", "used", "destroyed"):
            yield f"/ferries/{ferry}: `ready`, `used` or `destroyed`"
    if any(value not in ("ready", "used", "bomb", "supply") for value in state.air.values()):
        yield "/air: `ready`, `used`, `bomb` or `supply`"
    if not FIRST_DATE <= state.date <= book.scenario.last:
        yield f"/date: {FIRST_DATE} to {book.scenario.last}"
    if any(area not in book.areas for area in state.interdiction):
        yield "/interdiction: areas"
    if any(name not in OPTION_NAMES for name in state.optional):
        yield f"/optional: {', '.join(OPTION_NAMES)}"
    if any(value < 0 for value in state.reserve.values()) or state.reserve.keys() != set(SIDES):
        yield "/reserve: a number of points for each side"
    if any(getattr(state, name).keys() != set(SIDES) for name in ("shift", "construction_used", "repairs")):
        yield "/shift, /construction_used, /repairs: a value for each side"
    if any(not 1 <= value <= advantage.DIE for value in state.dice.scripted) or state.dice.count < 0:
        yield "/dice: a die shows 1 to 6"
    for name, depot in state.depots.items():
        if depot.location is not None and depot.location not in book.ground:
            yield f"/depots/{name}/location: no space `{depot.location}`"
    yield from _now_problems(state, book)
    for index, step in enumerate(state.stack):
        yield from (f"/stack/{index}{problem}" for problem in _step_problems(state, book, step))


def _unit_problems(book: Book, name: str, unit: Unit) -> Iterator[str]:
    if unit.id != name or name not in book.roster:
        yield "/id: a counter of the game, under its own name"
    elif unit.side != book.roster[name].side or unit.type != book.roster[name].type:
        yield "/side: side and type are printed on the counter"
    if unit.location not in book.spaces and unit.location not in (OFF_MAP, ELIMINATED):
        yield f"/location: no space `{unit.location}`; or `{OFF_MAP}`, `{ELIMINATED}`"
    if (unit.condition == "eliminated") != (unit.location == ELIMINATED):
        yield f"/location: an eliminated unit is `{ELIMINATED}`, and no other"
    if min(unit.attack, unit.defence, unit.mf, unit.spent) < 0:
        yield ": factors are not negative"
    if unit.drop is not None and unit.drop not in book.areas:
        yield f"/drop: no area `{unit.drop}`"


def _now_problems(state: State, book: Book) -> Iterator[str]:
    now = state.now
    if now.control and now.control.keys() != set(book.ground):
        yield "/now/control: every area and zone"
    if now.crossings and now.crossings.keys() != set(book.waters):
        yield "/now/crossings: every boundary over water"
    on_map = {name for name, unit in state.units.items() if unit.location not in (OFF_MAP, ELIMINATED)}
    if not {*now.ready} <= on_map or not now.movers.keys() <= state.units.keys():
        yield "/now: units on the map"
    for name, mover in now.movers.items():
        if mover.origin is not None and mover.origin not in book.spaces:
            yield f"/now/movers/{name}/origin: no such space"
        if mover.road_from is not None and mover.road_from not in book.spaces:
            yield f"/now/movers/{name}/road_from: no such space"
        if mover.crossed is not None and mover.crossed not in book.waters:
            yield f"/now/movers/{name}/crossed: no such boundary"
    if any(space not in book.spaces for space in (*now.activated, *now.attacked, *now.reopened, *now.inside)):
        yield "/now: spaces of the map"


def _step_problems(state: State, book: Book, step: Any) -> Iterator[str]:
    named = [getattr(step, name, None) for name in ("point", "forward", "lead", "unit")]
    groups = [
        getattr(step, name, ())
        for name in ("attackers", "support", "forced", "free", "only", "hit", "moved", "isolated", "reorganized")
    ]
    groups.append([unit for unit, _ in getattr(step, "drops", ())])
    missing = [name for name in (*named, *(unit for group in groups for unit in group)) if name is not None]
    for name in missing:
        if name not in state.units:
            yield f": no unit `{name}`"
    for name in ("space", "area"):
        space = getattr(step, name, None)
        if space is not None and space not in book.spaces:
            yield f"/{name}: no space `{space}`"
    for name in (step.border, *step.opened) if isinstance(step, refit_phase.Refitting) else ():
        if name is not None and name not in book.waters:
            yield f": no boundary `{name}` over water"
    if isinstance(step, bombardment.Bombardment) and (step.target == "" or (step.stage == "roll" and not step.target)):
        yield "/target: none yet (null), or one of those in the area; dice are rolled at one"
    if isinstance(step, advantage.Roll) and len(step.totals) not in (0, 2 if step.purpose in advantage.COMBAT else 1):
        yield "/totals: attacker's and defender's in combat, else one; none before the roll"
    if isinstance(step, casualties.FallBack):
        for name in (*step.forced, *step.free):
            if name not in state.now.movers or state.now.movers[name].origin is None:
                yield f": `{name}` has not come from anywhere"
