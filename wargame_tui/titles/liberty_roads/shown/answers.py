"""What most players would do about a decision, as a whole: losses, retreats, advances, terrain, D-Day.

Rules of thumb, each stated where it is followed. Nothing rolls dice but by the last command of an answer.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.gestures import Gesture
from wargame_tui.board.phrases import first_up, percent
from wargame_tui.board.steps import top, with_dice
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.title import Chance
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import ENGLAND, GERMAN, enemy
from wargame_tui.titles.liberty_roads.rules import combat, drops, strengths, supply
from wargame_tui.titles.liberty_roads.rules.advance import Advancing, Marking
from wargame_tui.titles.liberty_roads.rules.assault import Defending, Landing
from wargame_tui.titles.liberty_roads.rules.battle import Battle
from wargame_tui.titles.liberty_roads.rules.fight import Fight, Shaken, after_terrain
from wargame_tui.titles.liberty_roads.rules.landing import FollowingUp, Inland, NewPluto, Planning
from wargame_tui.titles.liberty_roads.rules.losses import FormKampfgruppe, Losing
from wargame_tui.titles.liberty_roads.rules.retreat import Retreating, destinations
from wargame_tui.titles.liberty_roads.rules.sea import SeaPhase
from wargame_tui.titles.liberty_roads.rules.stacking import TooMany
from wargame_tui.titles.liberty_roads.rules.support import SupportPhase
from wargame_tui.titles.liberty_roads.shown import attacks, d_day, odds, picking
from wargame_tui.titles.liberty_roads.shown.behind import BEHIND
from wargame_tui.titles.liberty_roads.shown.series import Advise, After, by_place, follow, listed, whole
from wargame_tui.titles.liberty_roads.state import Draft, State, Unit, occupied

DEAR = 1.25
"""How much dearer the steps of elite and armoured units are."""
WALL = ("motorised_reserve", "infantry_reserve", "blockhouse", "hedgehogs", "flak", "minefield")
"""Atlantic Wall markers, the most useful first: a division, then what cancels guns, Funnies and tanks, aircraft."""
AFTERMATH = (Losing, FormKampfgruppe, Shaken, Retreating, Advancing, Marking)
"""Steps that ask what follows from a roll."""
AFTER_ROLL = ("attacker_choice", "modifier", "defender_choice")
"""Stages of a fight that do."""
PLUTO_NEAR, MARKERS_KEPT = 4, 2
"""Hexes from the best attack within which PLUTO stays where it is; markers that are not spent on it."""
GOOD_ODDS = "4/1"
"""From these on no marker is proposed that need not be played."""
HELD = ("-", "S", "SS", "DR")
"""The defender's results, the best for him first."""


def answer(state: State, after: After, advise: Advise) -> Gesture | None:
    """The proposal for the decision in hand, which says if dice follow; None where there is no rule of thumb.

    What a combat asks the same player one after the other is answered together: losses, retreat, advance, exploitation.
    """
    found = _answered(state, after, advise)
    if found is None:
        return None
    if _is_aftermath(state):
        found = _to_its_end(state, found, after, advise)
    before, last = found.commands[:-1], found.commands[-1]
    words = with_dice(found.words, after(state, before), last, (last.verb,), Draft)
    return Gesture(words, found.commands, found.path)


def _answered(state: State, after: After, advise: Advise) -> Gesture | None:
    """The proposal for the step in hand."""
    step = top(state)
    if step.decider(state) is None:
        return None
    kind, behind = _ANSWERS.get(type(step)), BEHIND.get(type(step))
    found = kind(state, step, after) if kind is not None else None
    return behind(state, step, after, advise) if found is None and behind is not None else found


def _is_aftermath(state: State) -> bool:
    """Whether what is decided follows from a roll."""
    step = top(state)
    return isinstance(step, AFTERMATH) or (isinstance(step, Fight) and step.stage in AFTER_ROLL)


def _to_its_end(state: State, found: Gesture, after: After, advise: Advise) -> Gesture:
    """With the answers to what the same player is asked next."""
    side = top(state).decider(state)
    words, given, path = [found.words], [*found.commands], found.path
    now = after(state, given)
    while now is not None and now.over is None and _is_aftermath(now) and top(now).decider(now) == side:
        more = _answered(now, after, advise)
        if more is None:
            break
        words.append(more.words[:1].lower() + more.words[1:] if more.words[1:2].islower() else more.words)
        given += more.commands
        path = path or more.path
        now = after(now, more.commands)
    return Gesture("; ".join(words), tuple(given), path)


def _asks(state: State, kind: type[Any], side: str) -> bool:
    return isinstance(top(state), kind) and top(state).decider(state) == side


# ------------------------------------------------------------------ losses (7.8, 7.9.1, 7.13, 1.10.2)


def price(state: State, unit: Unit) -> tuple[float, bool, str]:
    """What a step costs: the strength that goes with it, more of elite and armoured units; nothing of a coast defence.

    Of equals the unit that survives, then by its id. An HQ is worth ten points: without it nobody is in supply.
    """
    printed = state.piece(unit)
    last = state.steps_of(unit) == 1
    if printed.fixed:
        return 0.0, last, unit.id
    now, then = printed.attack[unit.reduced] + printed.defence[unit.reduced], 0
    if not last:
        then = printed.attack[True] + printed.defence[True]
    worth = (now - then) * (DEAR if printed.elite or printed.armour else 1.0) + 10.0 * printed.hq
    return worth, last, unit.id


def _cheapest(state: State, units: Iterable[str]) -> str:
    return min(units, key=lambda name: price(state, state.units[name]))


def _losing(state: State, step: Losing, after: After) -> Gesture | None:
    def choose(now: State, losing: Losing) -> Command:
        return c.Lose(_cheapest(now, (each.unit for each in losing.legal(now) if isinstance(each, c.Lose))))

    given = follow(state, after, choose)
    return whole(f"Lose {plural(len(given), 'step')}: {listed(given)}", given)


def _too_many(state: State, step: TooMany, after: After) -> Gesture | None:
    """The unit with the least strength goes."""

    def worth(name: str) -> tuple[int, str]:
        printed, unit = state.piece(name), state.units[name]
        return printed.attack[unit.reduced] + printed.defence[unit.reduced], name

    worst = min((each.unit for each in step.candidates(state) if isinstance(each, c.Remove)), key=worth)
    return Gesture(f"Remove {names.called(worst)}", (c.Remove(worst),))


def _forming(state: State, step: FormKampfgruppe, after: After) -> Gesture | None:
    return Gesture(f"Form a Kampfgruppe of {names.called(step.unit)}", (c.Kampfgruppe(step.unit),))


def _shaken(state: State, step: Shaken, after: After) -> Gesture | None:
    """Ground is given up rather than steps, and a city, port or fortress rather than an HQ or the last step there.

    Nobody retreats who has nowhere to go.
    """
    units = state.left(step.units)
    where, worst = units[0].location, _cheapest(state, [unit.id for unit in units])
    dear = where in state.board.ports or state.board.index[where] in state.board.cities
    whole = sum(state.steps_of(unit) for unit in units) <= step.count or state.piece(worst).hq
    trapped = any(unit.festung or not destinations(state, unit, step.count) for unit in units)
    if not trapped and (whole or not dear):
        fled = after(state, (c.Pass(),))
        back = _retreating(fled, top(fled), after) if fled is not None and _asks(fled, Retreating, step.side) else None
        words = f"{back.words}, instead of losing steps" if back else "Retreat instead of losing steps"
        return Gesture(words, (c.Pass(), *(back.commands if back else ())), back.path if back else ())
    return Gesture(f"Hold {names.place(where)}: {names.called(worst)} loses a step", (c.Lose(worst),))


# ------------------------------------------------------------------ retreats and advances (7.10 to 7.12)


def _retreating(state: State, step: Retreating, after: After) -> Gesture | None:
    """Away from the enemy, into supply, on good ground, with others: every unit of the retreat."""
    given = follow(state, after, lambda now, fled: max(_retreats(now, fled), key=lambda each: safety(now, each)))
    first = next(iter(given), None)
    if not isinstance(first, c.Retreat):
        return None
    ends = dict(_gone(state, after(state, given) or state, step.side))
    if len({*ends.values()}) > 1:
        return whole(f"Retreat: {by_place(ends.items(), going=True)}", given)
    path = way_back(state, first.unit, first.hex)
    return whole(
        f"Retreat to {names.place(first.hex)}: {', '.join(map(names.called, ends)) or listed(given)}", given, path
    )


def _gone(state: State, end: State, side: str) -> Iterator[tuple[str, str]]:
    """A side's units that a proposal moves, with where they end; also whoever then has but one hex left."""
    for name, unit in end.units.items():
        moved = unit.side == side and unit.location != state.units[name].location
        if moved and unit.location in state.board.index:
            yield name, unit.location


def _retreats(state: State, step: Retreating) -> Iterator[c.Retreat]:
    return (each for each in step.legal(state) if isinstance(each, c.Retreat))


def safety(state: State, retreat: c.Retreat) -> tuple[bool, bool, float, bool, str]:
    """How good a hex is to retreat to: no enemy beside it, not attacked in this phase, in supply, its ground."""
    unit, where = state.units[retreat.unit], state.board.index[retreat.hex]
    fed = any(supply.commanded(state, unit.side, each) >> where & 1 for each in state.piece(unit).nationalities)
    ground = max((strengths.factor(state, kind) for kind in strengths.hex_grounds(state, retreat.hex)), default=1.0)
    fought = retreat.hex in state.now.attacked
    free = not supply.near_enemy(state, unit.side) >> where & 1
    return free and not fought, fed, ground, bool(state.units_in(retreat.hex, unit.side)), retreat.hex


def way_back(state: State, unit: str, to: str) -> Sequence[str]:
    """The hexes of a retreat, from where it begins: each farther off, none with enemies (7.10.6)."""
    board, start = state.board, state.hex_of(unit)
    goal = board.index[to]
    if start is None:
        return ()
    closed = occupied(state, enemy(state.units[unit].side))
    edge: dict[int, tuple[int, ...]] = {start: (start,)}
    while edge and goal not in edge:
        farther: dict[int, tuple[int, ...]] = {}
        for hex_, path in edge.items():
            for there in board.land[hex_]:
                if not closed >> there & 1 and board.grid.distance(start, there) == len(path):
                    farther.setdefault(there, (*path, there))
        edge = farther
    return [board.names[each] for each in edge.get(goal, ())]


def _advancing(state: State, step: Advancing, after: After) -> Gesture | None:
    """The strongest first, as many as there is room for; HQs stay, and a division wherever enemies are next door."""
    given = follow(state, after, _next_advance)
    ends = [each.hex for each in given if isinstance(each, c.Advance)]
    if not ends:
        return Gesture("No advance", (c.End(),))
    first = given[0]
    assert isinstance(first, c.Advance)
    path = (state.units[first.unit].location, first.hex)
    return whole(f"Advance to {names.place(ends[0])}: {listed(given)}", given, path)


def _next_advance(state: State, step: Advancing) -> Command:
    near = supply.near_enemy(state, step.side)
    options = [each for each in step.open(state) if isinstance(each, c.Advance)]
    able = []
    for each in options:
        unit = state.units[each.unit]
        stay = [other for other in state.units_in(unit.location, step.side) if state.piece(other).division]
        last = len(stay) == 1 and near >> state.board.index[unit.location] & 1
        held = bool(state.units_in(each.hex, step.side))
        if not state.piece(unit).hq and not (last and held):
            able.append(each)
    return max(able, key=lambda each: _might(state, each.unit), default=c.End())


def _might(state: State, name: str) -> tuple[int, int, str]:
    printed, unit = state.piece(name), state.units[name]
    return printed.attack[unit.reduced] + printed.defence[unit.reduced], printed.movement, name


def _marking(state: State, step: Marking, after: After) -> Gesture | None:
    """The fastest exploit, of those the strongest."""

    def choose(now: State, marking: Marking) -> Command | None:
        marks = [each.unit for each in marking.open(now) if isinstance(each, c.Mark)]
        best = max(marks, key=lambda name: (now.piece(name).movement, *_might(now, name)), default=None)
        return None if best is None else c.Mark(best)

    given = follow(state, after, choose)
    return whole(f"Mark for exploitation: {listed(given)}", given)


# ------------------------------------------------------------------ battles (7.6 to 7.9, 13.6)


def _battle(state: State, step: Battle, after: After) -> Gesture | None:
    legal = list(step.legal(state))
    match step.stage:
        case "markers":
            return _no_marker(state, step)
        case "terrain":
            return _terrain(legal[0])
        case "modifier":
            best = min(legal, key=lambda each: HELD.index(after_terrain(state, step.defence_result, _ground(each))))
            return _terrain(best)
        case "first_loss":
            return _first_loss(state, step)
    return _of_fight(state, step, legal)


def _ground(command: Command) -> str:
    assert isinstance(command, c.Terrain)
    return command.ground


def _terrain(command: Command) -> Gesture:
    """The list has the best for the defender first."""
    return Gesture(first_up(f"{names.ground_name(_ground(command))} protects the defenders"), (command,))


def _no_marker(state: State, step: Battle) -> Gesture | None:
    """None is played where the attack is cancelled anyhow, or where none in hand would change its column."""
    found = step.odds(state)
    for play in step.legal(state):
        if isinstance(play, c.Play) and found.number is not None:
            printed = state.marker_of(play.marker)
            by = (*found.shifts, Modifier(printed.name, -printed.defence, "7.5.4"))
            if strengths.column(state, found.attack, found.defence, by).number != found.number:
                return None
    return Gesture("Play no support marker", (c.Pass(),))


def _first_loss(state: State, step: Battle) -> Gesture | None:
    """The kind of which even the cheapest step is dearer."""

    def least(of: str) -> float:
        kind = (unit for unit in step.attacking(state) if getattr(state.piece(unit), of))
        return min((price(state, unit)[0] for unit in kind), default=0.0)

    dearer = max(("elite", "armour"), key=least)
    return Gesture(f"First loss: {'an elite' if dearer == 'elite' else 'an armoured'} unit", (c.FirstLoss(dearer),))


def _of_fight(state: State, step: Any, legal: Sequence[Command]) -> Gesture | None:
    """Bonuses and results of a combat or a round of a landing."""
    if step.stage in ("attacker_choice", "defender_choice"):
        best = legal[0]
        assert isinstance(best, c.Result)
        meaning = names.ATTACKER_RESULTS if step.stage == "attacker_choice" else names.DEFENDER_RESULTS
        return Gesture(f"{best.code}: {meaning[best.code]}", (best,))
    if step.stage == "defender" or (step.stage == "attacker" and isinstance(step, Landing)):
        side = step.defender if step.stage == "defender" else step.attacker
        elite = [unit for unit in step.units_of(state, side) if state.piece(unit).elite]
        if c.Elite() in legal and any(state.steps_of(unit) > 1 for unit in elite):
            return Gesture("Use the elite bonus: an elite unit takes the first loss", (c.Elite(),))
        return Gesture("No elite bonus: it would cost the last step of an elite unit", (c.Pass(),))
    return None


def _landing(state: State, step: Landing, after: After) -> Gesture | None:
    """Markers cancel the strongest; the best division that is not needed on another beach comes up as reserve."""
    legal = list(step.legal(state))
    match step.stage:
        case "walls" | "partisans":
            first = max(
                (each for each in legal if isinstance(each, c.Cancel)), key=lambda each: _weight(step, state, each)
            )
            return Gesture(f"Cancel {names.called(first.marker)}", (first,))
        case "reserves":
            return _reserve(state, step, [each for each in legal if isinstance(each, c.Place)])
    return _of_fight(state, step, legal)


def _weight(step: Landing, state: State, cancelled: c.Cancel) -> tuple[float, ...]:
    """What a marker of a landing does: columns, dice and strength of the attack, which reserve may come."""
    if (dday := step.ddays(state).get(cancelled.marker)) is not None:
        return (dday.columns + dday.die + dday.strength,)
    return (float(step.walls(state)[cancelled.marker].reserve == "any"),)


def _reserve(state: State, step: Landing, places: Sequence[c.Place]) -> Gesture:
    landings = {each.hex for each in state.stack if isinstance(each, Landing)}
    spare = [each for each in places if not _is_needed(state, each.unit, landings)]
    if not spare:
        return Gesture("No reserve moves up", (c.Pass(),))
    best = max(spare, key=lambda each: (state.strength_of(state.units[each.unit], "defence"), each.unit))
    origin = state.units[best.unit].location
    return Gesture(f"{names.called(best.unit)} moves up from {names.place(origin)}", (best,), (origin, step.hex))


def _is_needed(state: State, name: str, landings: Collection[str]) -> bool:
    """Whether a division is landed upon itself, or is the only one on its beach or in its port."""
    where = state.units[name].location
    alone = sum(bool(state.piece(unit).division) for unit in state.units_in(where, GERMAN)) == 1
    return where in landings or (alone and (where in state.book.map.beaches or where in state.board.ports))


def _defending(state: State, step: Defending, after: After) -> Gesture | None:
    """Reserves first, then what stops guns, tanks and aircraft, as many as the beach has."""

    def choose(now: State, defending: Defending) -> Command:
        found = (each for each in defending.candidates(now) if isinstance(each, c.Assign))
        return min(found, key=lambda each: WALL.index(each.marker) if each.marker in WALL else len(WALL))

    given = follow(state, after, choose)
    chosen = ", ".join(names.called(each.marker) for each in given if isinstance(each, c.Assign))
    return whole(f"Atlantic Wall: {chosen}", given)


def _combat(state: State, step: combat.CombatPhase, after: After) -> Gesture | None:
    """Paratroopers fight a coast defence before the phase can end (12.2.11)."""
    must = None if step.exploitation else drops.must_attack(state)
    given = None if must is None else attacks.declared(state, must)
    return (
        None if not given or must is None else Gesture(f"Attack the coast defence of {names.place(must)}", tuple(given))
    )


# ------------------------------------------------------------------ D-Day (12, 13)


def _dropping(state: State, step: drops.DropPhase, after: After) -> Gesture | None:
    """One division at a time: each is rolled for."""
    if not d_day.is_near(state):
        return None
    for drop in d_day.drops():
        assert isinstance(drop, c.Drop)
        if step.refusal(state, drop) is None:
            lost = sum(each.p for each in _fates(state, drop) if each.data.get("result") == "eliminated")
            words = f"Historical: {names.called(drop.unit)} drops on {names.place(drop.hex)} (lost: {percent(lost)})"
            return Gesture(words, (drop,), (drop.hex,))
    return Gesture("End the drops", (c.End(),))


def _fates(state: State, drop: c.Drop) -> Sequence[Chance]:
    """What may become of a drop (12.2.7)."""
    found = odds.odds(state, drop)
    return found.outcomes if found is not None else ()


def _planning(state: State, step: Planning, after: After) -> Gesture | None:
    """Before anything else is planned."""
    if not d_day.is_near(state) or step.assault:
        return None
    given = tuple(d_day.landing())
    if after(state, given) is None:
        return None
    return Gesture("Historical landing: Utah, Omaha, Gold and Juno", given, (ENGLAND, d_day.OMAHA))


def _following(state: State, step: FollowingUp, after: After) -> Gesture | None:
    """Those of history for whom there is room; each stays on its beach. The player may put others ashore."""
    given, now = list[Command](), state
    for command in d_day.follow_up() if state.turn == 1 else ():
        landed = (command, c.End())
        following = after(now, landed)
        if following is not None and isinstance(top(following), FollowingUp | Inland):
            given, now = [*given, *landed], following
        elif (last := after(now, (command,))) is not None and top(now).refusal(now, command) is None:
            given, now = [*given, command], last
        if type(top(now)) is not FollowingUp:
            break
    return whole(f"Historical: {listed(given)}", given)


def _inland(state: State, step: Inland, after: After) -> Gesture | None:
    return Gesture("Stay on the beaches", (c.End(),))


def _pluto(state: State, step: NewPluto, after: After) -> Gesture | None:
    """At the last beachhead, from where it is moved up."""
    hex_ = state.campaign.beachheads[-1]
    return Gesture(f"PLUTO at {names.place(hex_)}", (c.PlacePluto(hex_),), (hex_,))


# ------------------------------------------------------------------ where nothing sensible can be done


def _support(state: State, step: SupportPhase, after: After) -> Gesture | None:
    """The free marker is taken, none is kept for two others; none is played where it would help nobody now."""
    if step.stage == "free":
        return Gesture("Take the free Air Support", (c.TakeAir(),)) if c.TakeAir() in [*step.legal(state)] else None
    if step.end_refusal(state) is not None:
        return _free_marker(state, step)
    if step.stage == "keep":
        return Gesture("Keep no marker on the map", (c.End(),))
    plays = (each for each in step.open(state) if isinstance(each, c.Play))
    if any(not picking.target(state, each).aside for each in plays):
        return None
    return Gesture("Play no marker now", (c.End(),))


def _free_marker(state: State, step: SupportPhase) -> Gesture | None:
    """The free marker, which must be played: where the odds are best that have a column left to gain (5.3.1, 7.5.3)."""
    return _marker(state, step, free=True)


def marker_or_pluto(state: State, step: SupportPhase, after: After) -> Gesture | None:
    """A marker where the odds are best, with what it adds; before that PLUTO to the front, for those to spare (5.6)."""
    return _pluto_to_the_front(state, step, after) or _marker(state, step, free=False)


def _marker(state: State, step: SupportPhase, *, free: bool) -> Gesture | None:
    """The marker, or just of the free ones, by which the best odds that have a column left gain most."""
    columns = state.book.charts.combat.columns
    best: tuple[int, int, str, c.Play] | None = None
    for each in step.open(state):
        if not isinstance(each, c.Play) or each.place not in state.board.index or (free and not _is_free(state, each)):
            continue
        party = attacks.everybody(state, step.side, each.place, exploitation=False)
        found = None if party is None else party.fight(state).odds(state).number
        adds = state.marker_of(each.marker).attack
        most = len(columns) - 1 if _is_free(state, each) else columns.index(GOOD_ODDS)
        if found is not None and found < most and (adds or free):
            gained = min(found + adds, len(columns) - 1) - found
            if best is None or (found, gained, each.place) > best[:3]:
                best = found, gained, each.place, each
    if best is None:
        return None
    column, gained, place, play = best
    then = f", then {columns[column + gained]}" if gained else ""
    words = f"{names.called(play.marker)} {names.at(place)}: odds now {columns[column]}{then}"
    return Gesture(words, (play,), (place,))


def _is_free(state: State, play: c.Play) -> bool:
    return bool(state.support[play.marker].free)


def _pluto_to_the_front(state: State, step: SupportPhase, after: After) -> Gesture | None:
    """The nearest PLUTO marker moves up to the best attack, for markers that are spent to the last hex that they buy.

    None if it is near enough, or too few markers would be left to fight with.
    """
    best = _marker(state, step, free=False)
    if best is None or step.order or step.spent or not state.campaign.pluto:
        return None
    board, aim = state.board, state.board.index[best.path[-1]]
    far = {number: board.grid.distance(board.index[at], aim) for number, at in enumerate(state.campaign.pluto, 1)}
    number = min(far, key=lambda each: far[each])
    spare = [each.id for each in state.available(step.side) if not each.free and state.marker_of(each.id).spends]
    if far[number] <= PLUTO_NEAR or len(spare) <= MARKERS_KEPT:
        return None
    spent = c.Spend(min(spare, key=lambda name: (state.marker_of(name).attack, name)))
    now = after(state, (spent,))
    origin = board.index[state.campaign.pluto[number - 1]]
    moves = [
        each for each in (top(now).open(now) if now is not None else ())
        if isinstance(each, c.MovePluto) and each.pluto == number
    ]  # fmt: skip
    if not moves:
        return None
    move = min(moves, key=lambda each: (board.grid.distance(board.index[each.hex], aim), each.hex))
    left = board.grid.distance(board.index[move.hex], aim)
    nearer = f"{plural(left, 'hex', 'hexes')} from the best attack, not {far[number]}"
    words = f"Spend {names.called(spent.marker)}: PLUTO {names.at(move.hex)}, {nearer}"
    return Gesture(words, (spent, move), (board.names[origin], move.hex))


def _sea(state: State, step: SeaPhase, after: After) -> Gesture | None:
    """Nothing more is carried if no points are left, or there is no harbour to land in."""
    if any(not picking.target(state, each).aside for each in step.open(state)):
        return None
    spent = state.now.sea < state.book.charts.sea.cost
    why = "no points are left" if spent else "no harbour is open"
    return Gesture(f"End sea transport: {why}", (c.End(),))


_ANSWERS: Mapping[type[Any], Callable[[State, Any, After], Gesture | None]] = {
    Losing: _losing,
    TooMany: _too_many,
    FormKampfgruppe: _forming,
    Shaken: _shaken,
    Retreating: _retreating,
    Advancing: _advancing,
    Marking: _marking,
    Battle: _battle,
    Landing: _landing,
    Defending: _defending,
    combat.CombatPhase: _combat,
    drops.DropPhase: _dropping,
    Planning: _planning,
    FollowingUp: _following,
    Inland: _inland,
    NewPluto: _pluto,
    SupportPhase: _support,
    SeaPhase: _sea,
}
