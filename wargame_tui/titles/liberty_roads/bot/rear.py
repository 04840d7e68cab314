"""What the greedy player of Liberty Roads does behind the front: HQs, declarations, support markers, replacements."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.bot.moves import PACE, UNFED, Strike, begun, fear, front, plan_of
from wargame_tui.titles.liberty_roads.bot.sight import Option, View, best_of, distance, nearest, view_of, ways_to
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, ENGLAND, GERMAN, MEDITERRANEAN, marker_kind
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import markers, sea, stacking, supply, support
from wargame_tui.titles.liberty_roads.rules.landing import Reaction
from wargame_tui.titles.liberty_roads.rules.movement import MovementPhase, Moving
from wargame_tui.titles.liberty_roads.rules.ports import PortPhase, Repairing
from wargame_tui.titles.liberty_roads.rules.reich import Vaterland
from wargame_tui.titles.liberty_roads.rules.replacements import Arrivals, ReplacementPhase, Withdrawals
from wargame_tui.titles.liberty_roads.rules.reserve import OutOfReserve
from wargame_tui.titles.liberty_roads.rules.stacking import Relocating, TooMany
from wargame_tui.titles.liberty_roads.rules.support import PlaceFfl, SupportPhase
from wargame_tui.titles.liberty_roads.state import DIE, State, Unit

SPARE = 2
"""Markers that are kept in hand when others are spent."""
WORTHWHILE = 0.12
"""What a marker must add to the promise of an attack to be played for it."""
HARBOUR = 1.5
"""What it is worth not to leave a harbour open to the enemy."""
HQ_DANGER = 6.0
"""What it costs an HQ to be where the stack would be lost."""
SHARED = 0.35
"""What it is worth to have a division in command range that another HQ feeds already."""
PLUTO_FAR = 4
"""Hexes from PLUTO to the front from which on it is moved."""
SOUTHERN = frozenset({"HQ-7US", "US-3", "US-36", "US-45"})
"""Who comes from Italy beside the French."""
WITHDRAWAL_TURN, WITHDRAWAL_APPROVAL = 9, 6
"""The Germans declare the Withdrawal from France from that turn on, before the approval has fallen too low."""
FESTUNG_RANGE = 2
"""Hexes to the nearest Allied unit at which a port becomes a Festung."""

# ------------------------------------------------------------------ places


def outlook(view: View, unit: Unit, hex_: int) -> float:
    """What it is worth for an Allied unit to exploit to a hex: prizes entered or near, what can be attacked there."""
    goals = ((value + 1) * PACE ** ways_to(goal, view.foes)[hex_] for goal, value in view.prizes.items())
    value = max(goals, default=0.0) + 0.8 * view.prizes.get(hex_, 0.0)
    targets = [there for there in view.board.land[hex_] if view.foes >> there & 1]
    value += max(0.0, *(view.promise(there, [view.at(unit, hex_)], exploitation=True) for there in targets), 0.0)
    value *= 1 - fear(view) * view.exposure(hex_, [unit, *view.own_stacks.get(hex_, ())][:3])
    value *= 1.0 if view.commanded(unit) >> hex_ & 1 else UNFED
    value *= UNFED if view.asleep >> hex_ & 1 else 1.0
    return value + (guarding(view, unit) if hex_ == view.state.hex_of(unit) else 0.0)


def guarding(view: View, unit: Unit) -> float:
    """What it is worth that a unit stays where it is: in a harbour that would be exposed without it."""
    here = view.state.hex_of(unit)
    if here is None or view.side == GERMAN or not supply.sources(view.state, ALLIED) >> here & 1:
        return 0.0
    others = [each for each in view.own_stacks[here] if each.id != unit.id]
    return HARBOUR * view.exposure(here, others)


def place_for(view: View, unit: Unit) -> int | None:
    """The best hex for an HQ or engineer, its own included; None if it cannot stand anywhere."""
    here = view.state.hex_of(unit)
    if here is None:
        return None
    if view.state.piece(unit).engineer:
        return _port_for(view, unit, here)
    places = [here, *Moving(view.side, (unit.id,)).hexes(view.state)]
    places = [hex_ for hex_ in places if hex_ == here or _fits(view, unit, hex_)]
    values = {hex_: hq_worth(view, unit, hex_) for hex_ in places}
    best = max(places, key=lambda hex_: (values[hex_], -hex_))
    return best if values[best] > values[here] + 0.5 else here


def _fits(view: View, unit: Unit, hex_: int) -> bool:
    """Whether a unit finds room in a hex (1.10)."""
    return stacking.fits(view.state, view.board.names[hex_], [unit])


def refuge(view: View, unit: Unit) -> int | None:
    """The nearest hex with room for a unit that cannot stay where it is."""
    here = view.state.hex_of(unit) or 0
    able = [hex_ for hex_ in Moving(view.side, (unit.id,)).hexes(view.state) if _fits(view, unit, hex_)]
    return min(able, key=lambda hex_: (distance(here, hex_), hex_), default=None)


def hq_worth(view: View, unit: Unit, hex_: int) -> float:
    """Divisions within command range, those that no other HQ reaches above all; enemies near are a danger."""
    command = view.state.piece(unit).command
    value = 0.0
    for where, wanted in _demand(view, unit.id).items():
        far = distance(hex_, where)
        if far <= command:
            value += wanted * (1.2 - 0.1 * far)
    guards = [each for each in view.own_stacks.get(hex_, ()) if view.state.piece(each).division]
    if view.beside_foes >> hex_ & 1:
        value -= 1.0 if len(guards) > 1 and view.side == ALLIED else 4.0
    near = bool(view.menace(hex_))
    return value - HQ_DANGER * (near * max(0.0, 1 - 0.4 * len(guards)) + view.exposure(hex_, guards))


def _find_demand(state: State, side: Side, name: str) -> Mapping[int, float]:
    view, printed = view_of(state, side), state.piece(name)
    others = [
        (state.hex_of(each) or 0, state.piece(each))
        for each in state.on_map(side)
        if state.piece(each).hq and each.id != name
    ]
    found: dict[int, float] = {}
    for division in view.divisions:
        own, where = state.piece(division), state.hex_of(division) or 0
        if not division.festung and own.nationalities & printed.nationalities:
            near = (other for there, other in others if distance(where, there) <= other.command)
            shared = any(own.nationalities & other.nationalities for other in near)
            found[where] = found.get(where, 0.0) + (SHARED if shared else 1.0)
    return found


_demand_of: Remembered[Mapping[int, float]] = Remembered(_find_demand, "units")


def _demand(view: View, name: str) -> Mapping[int, float]:
    """Where an HQ is needed, and how much."""
    return _demand_of(view.state, view.side, name)


def _port_for(view: View, unit: Unit, here: int) -> int | None:
    """An engineer goes to the nearest major port that it might repair; it stays where it works."""
    state, board = view.state, view.board
    if unit.functional:
        return here
    ports = [
        board.index[hex_]
        for hex_, port in board.ports.items()
        if port.size == "major" and state.controls(ALLIED, hex_) and not supply.port_works(state, hex_)
        if not any(state.piece(each).engineer and each.id != unit.id for each in state.units_in(hex_, ALLIED))
    ]
    if not ports:
        return here
    ways = min((ways_to(port, view.foes) for port in ports), key=lambda ways: ways[here])
    places = [here, *(hex_ for hex_ in Moving(view.side, (unit.id,)).hexes(state) if _fits(view, unit, hex_))]
    return min(places, key=lambda hex_: (ways[hex_], hex_))


# ------------------------------------------------------------------ German declarations (6.5, 14, 19)


def declare(state: State, step: MovementPhase, view: View) -> Command | None:
    """What the Germans declare before they move; None: nothing more."""
    if step.side != GERMAN:
        return None
    if state.now.releases:
        able = [each for each in step.legal(state) if isinstance(each, c.Release)]
        if able:
            return min(able, key=lambda each: (nearest(state.hex_of(each.unit) or 0, view.stacks), each.unit))
    due = state.turn >= WITHDRAWAL_TURN and state.approval.value <= WITHDRAWAL_APPROVAL
    if due and step.refusal(state, c.Withdraw()) is None:
        return c.Withdraw()
    for name, port in view.board.ports.items():
        where = view.board.index[name]
        if not port.fortress or nearest(where, view.stacks) > FESTUNG_RANGE:
            continue
        for unit in state.units_in(name, GERMAN):
            if state.piece(unit).movement <= 3 and step.refusal(state, c.Festung(name, unit.id)) is None:
                return c.Festung(name, unit.id)
    return None


def least_useful(state: State, side: Side) -> str | None:
    """The marker in hand that is missed least."""
    hand = [each.id for each in state.available(side) if not each.free]
    return min(
        hand, key=lambda name: (state.marker_of(name).attack + state.marker_of(name).defence, name), default=None
    )


def react_to(view: View, step: Moving, unit: Unit) -> int | None:
    """Where a German division bars the way from a landing."""
    places = set(step.hexes(view.state))
    here = view.state.hex_of(unit) or 0
    line = front(view, {*places, here, *view.own_stacks}, {})
    able = [hex_ for hex_ in line if hex_ in places and len(view.own_stacks.get(hex_, ())) < 2]
    return min(able, key=lambda hex_: (len(view.own_stacks.get(hex_, ())), hex_), default=None)


def _react(state: State, step: Reaction, view: View) -> Command:
    for each in sorted(
        (each for each in step.legal(state) if isinstance(each, c.Move)),
        key=lambda each: (-view.step_worth(state.units[each.unit]), each.unit),
    ):
        unit = state.units[each.unit]
        if state.piece(unit).movement < 3 or unit.location in view.board.ports:
            continue
        if react_to(view, Moving(GERMAN, (unit.id,), reaction=True), unit) is not None:
            return each
    return c.End()


# ------------------------------------------------------------------ support markers (5)


def support_phase(game: Game, step: SupportPhase, view: View) -> Command:
    """The free marker, PLUTO to the front, markers for the attacks that are planned, the rest in hand."""
    state: State = game.state
    if step.owed:
        return c.GiveBack(least_useful(state, view.side) or "")
    if step.stage == "keep":
        return c.End()
    if step.stage == "free":
        return c.TakeAir() if step.refusal(state, c.TakeAir()) is None else c.End()
    first = begun(game, "support", lambda each: each.stack[-1] == SupportPhase(view.side, "use"))
    strikes = plan_of(first, view.side, view.bias).strikes
    if view.side == ALLIED and (pluto := _move_pluto(state, step, view, strikes)) is not None:
        return pluto
    options = [(_marker_worth(view, each, strikes), each) for each in step.legal(state) if isinstance(each, c.Play)]
    free = {each.id for each in state.available(view.side) if each.free}
    chosen = best_of([(value + 0.01 * (each.marker in free), each) for value, each in options], WORTHWHILE)
    if chosen is not None:
        return chosen
    if step.refusal(state, c.End()) is None:
        return c.End()
    for name in free:
        return best_of([option for option in options if option[1].marker == name]) or c.End()
    return c.GiveBack(least_useful(state, view.side) or "")


def _marker_worth(view: View, play: c.Play, strikes: Sequence[Strike]) -> float:
    """What a marker adds to the attacks that are planned, or what it is worth by itself."""
    state = view.state
    printed = state.marker_of(play.marker)
    match printed.effect:
        case "montgomery" | "patton" | "rail":
            return 0.5
        case "model":
            where = state.hex_of(play.place) or 0
            return 0.5 + 0.1 * sum(distance(where, each) <= 4 for each in view.own_stacks)
        case "supply":
            return 0.2 if any(unit.oos for unit in view.divisions) else 0.0
        case "insurrection":
            where = view.board.index[play.place]
            return 0.6 * any(strike.hex == where for strike in strikes)
    if not printed.attack:
        return 0.0
    return max((_adds(view, play, strike) for strike in strikes), default=0.0)


def _adds(view: View, play: c.Play, strike: Strike) -> float:
    """What a marker adds to an attack."""
    state, printed = view.state, view.state.marker_of(play.marker)
    name = view.board.names[strike.hex]
    if play.place != name and play.place not in {unit.id for unit in strike.party}:
        return 0.0
    used = markers.in_combat(state, view.side, name, strike.party)
    if any(marker_kind(each.id) == marker_kind(play.marker) for each in used):
        return 0.0
    return view.promise(strike.hex, strike.party, more=printed.attack) - view.promise(strike.hex, strike.party)


def _move_pluto(state: State, step: SupportPhase, view: View, strikes: Sequence[Strike]) -> Command | None:
    """PLUTO follows the front: markers are spent as long as it is far away."""
    if step.order or not state.campaign.pluto or not strikes:
        return None
    board, aim = view.board, strikes[0].hex
    far = {number: distance(board.index[hex_], aim) for number, hex_ in enumerate(state.campaign.pluto, 1)}
    number = min(far, key=lambda each: far[each])
    if step.spent:
        carries = support.pluto_move(state, step.spent)
        origin = board.index[state.campaign.pluto[number - 1]]
        near = [h for h in range(board.grid.size) if h != origin and distance(origin, h) <= carries]
        return c.MovePluto(number, board.names[min(near, key=lambda h: (distance(h, aim), h))])
    spare = [each.id for each in state.available(ALLIED) if not each.free and state.marker_of(each.id).spends]
    if far[number] <= PLUTO_FAR or len(spare) <= SPARE:
        return None
    return c.Spend(min(spare, key=lambda name: (state.marker_of(name).attack, name)))


# ------------------------------------------------------------------ ports, arrivals, replacements (10, 15, 17)


def _repair(state: State, step: Repairing, view: View) -> Command:
    """Markers are spent as far as they are needed for good hope."""
    short = support.pluto_distance(state, step.hex) - step.spent
    spends = [each for each in step.legal(state) if isinstance(each, c.Spend)]
    if short > 0 and spends:
        return min(spends, key=lambda each: (state.marker_of(each.marker).attack, each.marker))
    return c.End()


def _try_ports(state: State, step: PortPhase, view: View) -> Command:
    """Every port that a six could repair, those nearest to PLUTO first: a try costs nothing."""
    far = {hex_: support.pluto_distance(state, hex_) for hex_ in step.ports}
    hopeful = [hex_ for hex_ in step.ports if far[hex_] < DIE]
    return c.Repair(min(hopeful, key=lambda hex_: (far[hex_], hex_))) if hopeful else c.End()


def _arrive(state: State, step: Arrivals, view: View) -> Command:
    """Allied units to England but those of the south; German ones near the front, by rail nearer still.

    The strongest of them first: railways carry few.
    """
    legal = list(step.legal(state))
    trains = [each for each in legal if isinstance(each, c.To)]
    if step.rail:
        here = nearest(state.hex_of(step.rail) or 0, view.stacks)
        quiet = [each for each in trains if nearest(view.board.index[each.hex], view.stacks) > 2]
        best = min(quiet, key=lambda each: (nearest(view.board.index[each.hex], view.stacks), each.hex), default=None)
        if best is not None and nearest(view.board.index[best.hex], view.stacks) < here:
            return best
        return c.End()
    places = [each for each in legal if isinstance(each, c.Place)]
    if view.side == ALLIED:
        return max(places, key=lambda each: (each.place == _box_for(view, each.unit), each.unit))
    ground = [each for each in places if each.place in view.board.index] or places

    def order(each: c.Place) -> tuple[int, float, str]:
        near = nearest(view.board.index.get(each.place, 0), view.stacks)
        return near, -view.step_worth(state.units[each.unit]), each.unit

    return min(ground, key=order)


def _box_for(view: View, unit: str) -> str:
    """The Mediterranean for those who came from Italy and Africa, as long as there is a way to France from it."""
    state = view.state
    open_ = state.campaign.invasions < 2 and state.turn <= view.book.charts.landing.second_until
    ashore = any(sea.sea_of(state, hex_) == "mediterranean" for hex_ in sea.harbours(state))
    entry = state.piece(unit).entry
    south = unit in SOUTHERN or (entry is not None and entry.service == "French")
    return MEDITERRANEAN if south and (open_ or ashore) else ENGLAND


def _replace(state: State, step: ReplacementPhase, view: View) -> Command:
    """Armour first, as long as there are markers; what is restored at the front rather than what is rebuilt."""
    options: list[Option] = []
    for each in step.legal(state):
        if isinstance(each, c.Replace):
            options.append((1.2 * view.step_worth(state.units[each.unit]), each))
        elif isinstance(each, c.Rebuild):
            printed = state.piece(each.unit)
            value = 2.0 if printed.hq else view.step_worth(state.units[each.unit]) * (0.9 + 0.05 * each.steps)
            options.append((value - 0.3 * (each.place == ENGLAND), each))
        elif isinstance(each, c.Spend) and not step.marker and len(state.available(view.side)) > SPARE:
            options.append((1.3 if each.marker == least_useful(state, view.side) else -1.0, each))
    return best_of(options, 0.0) or c.End()


def _give_up(state: State, step: Withdrawals | TooMany, view: View) -> Command:
    """The worst unit leaves, or is removed."""

    def worth(each: c.Leave | c.Remove) -> tuple[float, bool, str]:
        unit = state.units[each.unit]
        return view.step_worth(unit), not unit.reduced, unit.id

    return min((each for each in step.legal(state) if isinstance(each, c.Leave | c.Remove)), key=worth)


def _place_near(state: State, step: Any, view: View) -> Command:
    """Where prizes are near."""
    able = [each for each in step.legal(state) if isinstance(each, c.Place)]
    prizes = view.prizes or view.stacks
    return min(
        able,
        key=lambda each: (
            each.place not in view.board.index,
            nearest(view.board.index.get(each.place, 0), prizes),
            each.unit,
        ),
        default=c.End(),
    )


HANDLERS: Mapping[type[Any], Callable[[State, Any, View], Command]] = {
    Reaction: _react,
    PortPhase: _try_ports,
    Repairing: _repair,
    Arrivals: _arrive,
    ReplacementPhase: _replace,
    Withdrawals: _give_up,
    TooMany: _give_up,
    Relocating: _place_near,
    PlaceFfl: _place_near,
    Vaterland: _place_near,
    OutOfReserve: _place_near,
}
