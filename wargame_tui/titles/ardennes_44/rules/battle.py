"""One combat from its declaration to its last advance (rules 14.4, 16, 19.4, 21.4, 22.6 to 22.8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.ardennes_44.commands import (
    Air,
    Blow,
    BlowDump,
    Breakthrough,
    CallOff,
    Counter,
    Duel,
    End,
    Engage,
    Fire,
    Hold,
    Roll,
    SlipAway,
    Stand,
    Surprise,
    With,
)
from wargame_tui.titles.ardennes_44.events.fights import (
    AttackOpened,
    CalledOff,
    CombatRolled,
    JabosCame,
    Shelled,
)
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    artillery,
    attackers,
    bridges,
    modifiers,
    night,
    reinforcements,
    results,
    retreat,
    special,
    weather,
)
from wargame_tui.titles.ardennes_44.state import (
    DIE,
    EDGE,
    Draft,
    Table,
    Unit,
    attack,
    board_of,
    book_of,
    changed,
    hex_of,
    moment,
    occupied,
    on_map,
    on_six,
    piece,
    units_in,
)

Stage_ = Literal[
    "declare",
    "bridges",
    "call_off",
    "support",
    "defence",
    "shell",
    "roll",
    "firefight",
    "slip",
    "losses",
    "stand",
    "retreat",
    "advance",
    "hold",
    "counter",
    "breakthrough",
    "over",
]
Sort = Literal["ordinary", "breakthrough", "counter"]


@dataclass(frozen=True, slots=True)
class Battle(Step[Table, Draft]):
    """An attack on a hex, in the order of the reference's table (14.4)."""

    target: str
    side: Side
    sort: Sort = "ordinary"
    group: tuple[str, ...] = ()
    """The breakthrough group, or the units that may counterattack."""
    letter: str | None = None
    """From off the map beside this entry hex (13.5)."""
    stage: Stage_ = "declare"
    attackers: tuple[str, ...] = ()
    blown: bool = False
    """A bridge was blown just now (14.4)."""
    support: tuple[str, ...] = ()
    air: bool = False
    surprise: bool = False
    defence: tuple[str, ...] = ()
    """The defender's artillery."""
    shelled: int = 0
    jabo: int = 0
    earned: tuple[str, ...] = ()
    """Attacking tanks that earned the armour shift, or defending ones (16.3)."""
    result: str = ""
    duel: str = ""
    lead: str | None = None
    """The attacker's lead unit."""
    effect: results.Effect = results.NOTHING
    fled: tuple[str, ...] = ()
    """Units that retreated."""
    emptied: bool = False
    """All defenders were eliminated."""
    advanced: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    """Units that advanced more than a hex."""
    struck: bool = False
    """The attack has been resolved: it counts."""
    kind: Literal["battle"] = "battle"

    def title(self, table: Table) -> str:
        """Where."""
        words = {"ordinary": "Attack on", "breakthrough": "Breakthrough to", "counter": "Counterattack on"}
        return f"{words[self.sort]} {board_of(table).name(self.target)}"

    def decider(self, table: Table) -> Side | None:
        """Whoever has a choice at this stage."""
        who = _DECIDES.get(self.stage)
        if who is None:
            return None
        if self.stage != "declare" and not any(not isinstance(c, End | Roll) for c in self.legal(table)):
            return None
        return self.side if who == "attacker" else enemy(self.side)

    def prompt(self, table: Table) -> Prompt:
        """What is asked."""
        text, rule = _PROMPTS[self.stage]
        if self.stage == "counter" and not units_in(table, self.target, self.side):
            text = "Go back into {hex}, which is empty, or end"
        return Prompt(text.format(hex=self.target, result=self.result), rule)

    def particulars(self, table: Table) -> Mapping[str, Sequence[str]]:
        """The corps that attack."""
        corps = (piece(table, name).entry.corps for name in self.attackers)
        return {"corps": tuple(dict.fromkeys(name for name in corps if name))}

    def candidates(self, table: Table) -> Iterator[Command]:
        """By stage."""
        yield from _CANDIDATES[self.stage](table, self)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """By stage."""
        return _refusal(table, self, command)

    def do(self, g: Draft, command: Command) -> None:
        """Carry it out."""
        _do(g, self, command)

    def proceed(self, g: Draft) -> None:
        """The stage's own work; then the next stage."""
        _PROCEEDS.get(self.stage, _next)(g, self)

    def resumed(self, g: Draft, result: Any) -> None:
        """How far the units have advanced."""
        if isinstance(result, tuple) and result and result[0] == "advanced":
            g.swap(advanced=result[1], far=result[2])


_ORDER: tuple[Stage_, ...] = (
    "declare",
    "bridges",
    "call_off",
    "support",
    "defence",
    "shell",
    "roll",
    "firefight",
    "slip",
    "losses",
    "stand",
    "retreat",
    "advance",
    "hold",
    "counter",
    "breakthrough",
    "over",
)
_DECIDES: dict[Stage_, Literal["attacker", "defender"]] = {
    "declare": "attacker",
    "bridges": "defender",
    "call_off": "attacker",
    "support": "attacker",
    "defence": "defender",
    "firefight": "attacker",
    "slip": "defender",
    "stand": "defender",
    "hold": "attacker",
    "counter": "defender",
    "breakthrough": "attacker",
}
_PROMPTS: dict[Stage_, tuple[str, str]] = {
    "declare": ("Attack on {hex}: name the attacking units, then roll", "14.1"),
    "bridges": ("{hex} is attacked: blow a bridge, or end", "7.4"),
    "call_off": ("A bridge was blown: call the attack off, or go on with it", "14.4"),
    "support": ("Attack on {hex}: artillery and air support, then roll", "22.6"),
    "defence": ("{hex} is attacked: defensive artillery, then roll", "22.8"),
    "firefight": ("{result}: take it as engaged, or name a lead unit and roll for a firefight", "16.2"),
    "slip": ("Slip away from {hex} instead of being engaged, or end", "21.4"),
    "stand": ("{hex}: name a lead unit for a last stand, or end and retreat", "16.7"),
    "hold": ("Put the attacker advantage marker on a unit, or end", "16.6"),
    "counter": ("Counterattack {hex}, or end", "16.7"),
    "breakthrough": ("Breakthrough combat with one stack, or end", "19.4"),
}


def _next(g: Draft, battle: Battle) -> None:
    """The stage that follows."""
    g.swap(stage=_ORDER[_ORDER.index(battle.stage) + 1])


# Naming the attackers (14.1 to 14.3)


def _declare(table: Table, battle: Battle) -> Iterator[Command]:
    yield from (With(name) for name in _callable(table, battle) if name not in battle.attackers)
    yield Roll()
    if battle.sort != "breakthrough":
        yield End()


def _callable(table: Table, battle: Battle) -> tuple[str, ...]:
    """Units that might be named."""
    if battle.sort == "counter":
        return battle.group
    if battle.letter is not None:
        return tuple(unit.id for unit in reinforcements.stage_units(table, battle.letter))
    around = board_of(table).grid.near[board_of(table).index[battle.target]]
    near = {board_of(table).names[hex_] for hex_ in around}
    units = [name for name in attackers.able(table, battle.side) if table.units[name].location in near]
    return tuple(dict.fromkeys((*battle.group, *units)))


def with_refusal(table: Table, battle: Battle, name: str) -> Refusal | None:
    """Why a unit cannot take part in an attack."""
    unit = table.units.get(name)
    if unit is None or unit.side != battle.side or name in battle.attackers:
        return refused("that is no other unit of yours", "14.1")
    if battle.sort == "counter" and (unit.status != "fresh" or not attack(table, unit)):
        return refused("it cannot attack", "16.7")
    if name not in _callable(table, battle):
        return attackers.attacker_refusal(table, unit) or refused("it is not next to that hex", "14.1")
    if battle.letter is None and (no := attackers.reach_refusal(table, unit, battle.target)) is not None:
        return no
    if (
        battle.sort == "breakthrough"
        and name not in battle.group
        and battle.target in attackers.spent(table, battle.side)
    ):
        return refused("that hex has been attacked: the breakthrough group attacks it alone", "14.1")
    return _company_refusal(table, battle, unit)


def _company_refusal(table: Table, battle: Battle, unit: Unit) -> Refusal | None:
    others = [table.units[name] for name in battle.attackers]
    british = piece(table, unit).nation == "British"
    if any((piece(table, other).nation == "British") != british for other in others):
        return refused("British and US units never attack together", "27.3")
    if modifiers.divisions(table, (*battle.attackers, unit.id)) > book_of(table).charts.combat.divisions:
        return refused("units of two divisions at most take part in an attack", "14.3")
    if battle.letter is not None:
        return reinforcements.join_refusal(table, battle.letter, battle.attackers, unit.id)
    return None


# The defender's bridges, calling off (7.4, 14.4)


def _crossed(table: Table, battle: Battle) -> list[str]:
    """Standing bridges over which the attack comes."""
    board = board_of(table)
    keys = [modifiers.key_of(table, table.units[name], battle.target) for name in battle.attackers]
    found = dict.fromkeys(bridge for key in keys if key is not None and (bridge := board.bridge[key]))
    return [bridge for bridge in found if bridge not in table.bridges]


def _bridges(table: Table, battle: Battle) -> Iterator[Command]:
    for bridge in _crossed(table, battle):
        yield from (Blow(bridge, unit.id) for unit in modifiers.defenders(table, battle))
    yield BlowDump()
    yield End()


def _begin_bridges(g: Draft, battle: Battle) -> None:
    """Nothing more to blow: a German attack over the bridge of Ouren rolls for it (7.8)."""
    keys = [modifiers.key_of(g, g.units[name], battle.target) for name in battle.attackers]
    if battle.side == GERMAN and any(key is not None and bridges.ouren_due(g, key) for key in keys):
        bridges.ouren_roll(g)
        if g.specials.ouren == "blown":
            g.swap(blown=True)
    stage: Stage_ = "call_off" if g.stack[-1].blown else "support"
    g.swap(stage=stage)


def _call_off(table: Table, battle: Battle) -> Iterator[Command]:
    yield CallOff()
    yield Roll()


# Support (15.6, 22.6, 22.7, 27.1)


def _support(table: Table, battle: Battle) -> Iterator[Command]:
    if battle.sort != "counter":
        yield from (Fire(unit.id) for unit in _guns(table, battle.side) if unit.id not in battle.support)
        yield Air()
        yield Surprise()
    yield Roll()


def _guns(table: Table, side: Side) -> list[Unit]:
    ready = [unit for unit in on_map(table, side) if piece(table, unit).artillery and not unit.fired]
    boxed = [unit for box in book_of(table).boxes for unit in units_in(table, box, side)] if side == ALLIED else []
    return ready + [unit for unit in boxed if piece(table, unit).artillery and not unit.fired]


def fire_refusal(table: Table, battle: Battle, name: str) -> Refusal | None:
    """Why an artillery unit cannot support a side of a combat (22.6, 27.3, 29.5)."""
    attacking = battle.stage == "support"
    side = battle.side if attacking else enemy(battle.side)
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return refused("that is no unit of yours", "22.6")
    used = battle.support if attacking else battle.defence
    if battle.sort == "counter":
        return refused("a counterattack has no artillery support", "16.7")
    if name in used or len(used) >= book_of(table).charts.combat.artillery:
        return refused("two artillery units support a combat at most", "22.6")
    if hex_of(table, unit) is None:
        if not attacking or battle.letter is None:
            return refused("it is not on the map", "22.6")
        return reinforcements.box_gun_refusal(table, battle.letter, unit)
    if (no := artillery.may_support(table, unit, battle.target, attacking)) is not None:
        return no
    return _friends_refusal(table, battle, unit, attacking)


def _friends_refusal(table: Table, battle: Battle, unit: Unit, attacking: bool) -> Refusal | None:
    friends = [table.units[name] for name in battle.attackers]
    if not attacking:
        friends = [*modifiers.defenders(table, battle)]
    printed = piece(table, unit)
    if unit.side == ALLIED and all(piece(table, friend).nation != printed.nation for friend in friends):
        return refused("British and US artillery support their own", "27.3")
    corps = {piece(table, friend).entry.corps for friend in friends}
    if attacking and unit.side == GERMAN and table.turn == 1 and not table.night and printed.entry.corps not in corps:
        return refused("on the first turn artillery supports its own corps", "29.5")
    return None


def _air_refusal(table: Table, battle: Battle) -> Refusal | None:
    if battle.side != ALLIED or table.night or not weather.is_clear(table):
        return refused("only the Allies have air support, by day and in clear weather", "15.6")
    if battle.sort == "counter":
        return refused("a counterattack has no air support", "16.7")
    if battle.air:
        return refused("one air support marker a combat", "15.6")
    return None if table.now.air else refused("no air support marker is left", "15.6")


def _disguised(table: Table, battle: Battle) -> str | None:
    """The 150th Panzer Brigade, while nobody knows it (27.1)."""
    return next((name for name in battle.attackers if special.has_disguise(table, name)), None)


def _defence(table: Table, battle: Battle) -> Iterator[Command]:
    if battle.sort != "counter":
        yield from (Fire(unit.id) for unit in _guns(table, enemy(battle.side)) if unit.id not in battle.defence)
    yield Roll()


def answers(table: Table, battle: Battle) -> bool:
    """Whether the defender has artillery to fire once the attack is declared, so that no dice come before that."""
    return changed(battle, stage="defence").decider(table) is not None


# Rolling (14.4, 15.6, 22.8)


def _shell(g: Draft, battle: Battle) -> None:
    """The guns fire: fired markers, defensive artillery, time on target, Jabos."""
    fight = "14.4" if battle.sort != "counter" else "16.7"
    g.tell(
        AttackOpened(hex=battle.target, side=battle.side, units=list(battle.attackers), sort=battle.sort, rule=fight)
    )
    if battle.sort != "counter":
        g.note(
            fought=(*g.now.fought, *battle.attackers),
            attacked=tuple(dict.fromkeys((*g.now.attacked, battle.target))),
            defended=tuple(dict.fromkeys((*g.now.defended, *(unit.id for unit in modifiers.defenders(g, battle))))),
        )
    g.change_all((*battle.support, *battle.defence), fired=True)
    if battle.air:
        g.note(air=g.now.air - 1)
    g.swap(stage="roll", struck=True)
    if battle.defence:
        _defensive_artillery(g, battle)
    if g.stack[-1].stage == "roll" and jabos_come(g, battle):
        die = g.roll(DIE)[0]
        left = book_of(g).charts.combat.jabo[die - 1]
        g.tell(JabosCame(die=die, shifts=left))
        g.swap(jabo=left)


def jabos_come(table: Table, battle: Battle) -> bool:
    """Whether Allied aircraft roll against a German attack (15.6)."""
    by_day = battle.side == GERMAN and battle.sort != "counter" and not table.night
    return by_day and weather.is_clear(table)


def shelling_drm(battle: Battle) -> list[Modifier]:
    """Modifiers of the defender's artillery (22.8)."""
    drm = 1 - len(battle.defence)
    return [Modifier("two artillery units", drm, "22.8")] if drm else []


def shelling(table: Table, battle: Battle, die: int) -> str | int:
    """What the defender's artillery comes to: shifts to the left, or time on target (22.8)."""
    row = book_of(table).charts.combat.defensive_artillery[enemy(battle.side)]
    return row[on_six(die, shelling_drm(battle)) - 1]


def _defensive_artillery(g: Draft, battle: Battle) -> None:
    die, drm = g.roll(DIE)[0], told(shelling_drm(battle))
    shown = shelling(g, battle, die)
    g.tell(Shelled(die=die, modifiers=drm, result=shown, units=list(battle.defence), side=enemy(battle.side)))
    if isinstance(shown, str):
        g.swap(result=shown, effect=results.TOT, stage="losses")
    else:
        g.swap(shelled=shown)


def _roll(g: Draft, battle: Battle) -> None:
    """The die on the combat results table."""
    charts = book_of(g).charts.combat
    strengths = modifiers.attack_strength(g, battle), modifiers.defence_strength(g, battle)
    found = modifiers.shifts(g, battle)
    column = modifiers.odds_column(*strengths) + sum(shift.value for shift in found)
    place = modifiers.on_crt(g, column)
    die = g.roll(DIE)[0]
    result = charts.crt[die][place]
    earned = modifiers.earners(g, battle), modifiers.guards(g, battle)
    g.tell(
        CombatRolled(
            hex=battle.target,
            die=die,
            attack=strengths[0],
            defence=strengths[1],
            shifts=told(found),
            column=charts.columns[place],
            result=result,
        )
    )
    stage: Stage_ = "firefight" if result.startswith("FF") else "slip"
    g.swap(result=result, effect=results.EFFECTS.get(result, results.NOTHING), earned=sum(earned, ()), stage=stage)


# Firefight (16.2), slipping away (21.4), last stand (16.7)


def _firefight(table: Table, battle: Battle) -> Iterator[Command]:
    yield Engage()
    yield from (Duel(name) for name in sorted(battle.attackers, key=lambda name: _lead(table, battle, name)))


def _lead(table: Table, battle: Battle, name: str) -> int:
    """The modifiers with which a unit leads a firefight: the lower the better."""
    return sum(each.value for each in results.firefight_drm(table, battle, table.units[name]))


def _slip(table: Table, battle: Battle) -> Iterator[Command]:
    yield SlipAway()
    yield End()


def _slip_refusal(table: Table, battle: Battle) -> Refusal | None:
    units = modifiers.defenders(table, battle)
    if not battle.effect.eng or battle.result == "EX":
        return refused("the result is not Eng", "21.4")
    alone = len(units) == 1 and piece(table, units[0]).recon
    return None if alone else refused("only a recon unit that defends alone slips away", "21.4")


def _stand(table: Table, battle: Battle) -> Iterator[Command]:
    leads = {unit.id: results.stand_drm(table, battle, unit) for unit in modifiers.defenders(table, battle)}
    yield from (Stand(name) for name in sorted(leads, key=lambda name: sum(each.value for each in leads[name])))
    yield End()


def _stand_refusal(table: Table, battle: Battle, name: str) -> Refusal | None:
    unit = table.units.get(name)
    if unit is None or unit not in modifiers.defenders(table, battle):
        return refused("it does not defend there", "16.7")
    if battle.effect.extent != "normal" or not battle.effect.retreat or battle.effect.slips:
        return refused("only a result with a normal advance can be cancelled", "16.7")
    return results.stand_refusal(table, battle, unit)


# Losses, retreat, advance


def _losses(g: Draft, battle: Battle) -> None:
    g.swap(stage="stand")
    if battle.effect.defender and not modifiers.defenders(g, battle):
        special.dump_falls(g, battle.target, battle.side)
    results.open_losses(g, battle)


def _retreat(g: Draft, battle: Battle) -> None:
    """Engaged, or on the way (16.1, 17)."""
    units = [unit.id for unit in modifiers.defenders(g, battle)]
    effect = battle.effect
    g.swap(stage="advance", emptied=not units, fled=tuple(units))
    if effect.eng and units:
        results.engage(g, battle.target, units)
    if effect.retreat:
        special.dump_falls(g, battle.target, battle.side)
        if units:
            retreat.open_retreat(
                g,
                enemy(battle.side),
                units,
                effect.retreat,
                battle.target,
                disrupts=effect.disrupts,
                rule="21.4" if effect.slips else "17.1",
            )


def _advance(g: Draft, battle: Battle) -> None:
    g.swap(stage="hold")
    extent = battle.effect.extent
    alone = not modifiers.defenders(g, battle)
    if alone and (battle.effect.retreat or battle.emptied):
        results.vacate(g, battle.target)
    if extent is None or not alone or (extent == "limited" and not (battle.emptied or battle.effect.counter)):
        return
    standing = tuple(name for name in battle.attackers if _still_there(g, name))
    group = battle.group if battle.sort == "breakthrough" else ()
    if standing:
        advance.open_advance(g, battle.side, standing, extent, battle.target, group)


def _still_there(table: Table, name: str) -> bool:
    unit = table.units[name]
    return hex_of(table, unit) is not None or unit.location.startswith(EDGE)


def _hold(table: Table, battle: Battle) -> Iterator[Command]:
    if battle.effect.hold and modifiers.defenders(table, battle):
        yield from (Hold(name) for name in battle.attackers if hex_of(table, name) is not None)
    yield End()


def _counter(table: Table, battle: Battle) -> Iterator[Command]:
    if battle.effect.counter and battle.sort != "counter":
        yield from (Counter(unit.id) for unit in results.survivors(table, battle))
    yield End()


def _counter_refusal(table: Table, battle: Battle, name: str) -> Refusal | None:
    unit = table.units.get(name)
    if unit is None or not battle.effect.counter or unit not in results.survivors(table, battle):
        return refused("only units that have just retreated from that hex", "16.7")
    if not units_in(table, battle.target, battle.side):
        return results.return_refusal(table, battle, unit)
    able = attack(table, unit) and unit.status == "fresh"
    return None if able else refused("it cannot attack", "16.7")


def _breakthrough(table: Table, battle: Battle) -> Iterator[Command]:
    if battle.effect.star and battle.sort == "ordinary":
        board = board_of(table)
        for place in results.groups(table, battle):
            near = board.grid.near[board.index[place]]
            yield from (
                Breakthrough(place, board.names[to]) for to in near if occupied(table, enemy(battle.side)) >> to & 1
            )
    yield End()


def _breakthrough_refusal(table: Table, battle: Battle, place: str, target: str) -> Refusal | None:
    """Why a stack cannot attack again (19.4)."""
    board = board_of(table)
    if not battle.effect.star or battle.sort != "ordinary":
        return refused("the result gives no breakthrough combat", "19.4")
    if place not in results.groups(table, battle):
        return refused("no attacking unit there that may attack again", "19.4")
    if target not in board.index or not occupied(table, enemy(battle.side)) >> board.index[target] & 1:
        return refused("no enemy units are there", "19.4")
    group = [table.units[name] for name in results.group_in(table, battle, place)]
    return next((no for unit in group if (no := attackers.reach_refusal(table, unit, target)) is not None), None)


def _over(g: Draft, battle: Battle) -> None:
    """The combat is over."""
    if battle.struck:
        g.advantages = tuple(
            mark
            for mark in g.advantages
            if not (mark.side == battle.side and mark.target == battle.target and mark.begun < moment(g))
        )
    if battle.letter is not None:
        reinforcements.after_stage(g, battle.letter, battle.attackers)
    g.finish(("battle", battle.target))


_CANDIDATES = {
    "declare": _declare,
    "bridges": _bridges,
    "call_off": _call_off,
    "support": _support,
    "defence": _defence,
    "firefight": _firefight,
    "slip": _slip,
    "stand": _stand,
    "hold": _hold,
    "counter": _counter,
    "breakthrough": _breakthrough,
}
_PROCEEDS = {
    "bridges": _begin_bridges,
    "shell": _shell,
    "roll": _roll,
    "losses": _losses,
    "retreat": _retreat,
    "advance": _advance,
    "over": _over,
}


def _refusal(table: Table, battle: Battle, command: Command) -> Refusal | None:
    """The one place that knows what a stage allows."""
    match battle.stage, command:
        case ("declare", With(name)):
            return with_refusal(table, battle, name)
        case ("declare", Roll()):
            return _go_refusal(table, battle)
        case ("declare", End()):
            return refused("name your attack and roll", "19.4") if battle.sort == "breakthrough" else None
        case ("bridges", Blow(bridge, name)):
            return _blow_refusal(table, battle, bridge, name)
        case ("bridges", BlowDump()):
            return bridges.blow_dump_refusal(table, enemy(battle.side), battle.target)
        case ("call_off", CallOff()) | ("call_off", Roll()) | ("support", Roll()) | ("defence", Roll()):
            return None
        case ("support" | "defence", Fire(name)):
            return fire_refusal(table, battle, name)
        case ("support", Air()):
            return _air_refusal(table, battle)
        case ("support", Surprise()):
            known = _disguised(table, battle) is None
            return refused("no unit that could surprise takes part", "27.1") if known or battle.surprise else None
        case ("firefight", Engage()):
            return None
        case ("firefight", Duel(name)):
            return _duel_refusal(table, battle, name)
        case ("slip", SlipAway()):
            return _slip_refusal(table, battle)
        case ("stand", Stand(name)):
            return _stand_refusal(table, battle, name)
        case ("hold", Hold(name)):
            known = battle.effect.hold and name in battle.attackers and hex_of(table, name) is not None
            return None if known else refused("on a unit that took part", "16.2")
        case ("counter", Counter(name)):
            return _counter_refusal(table, battle, name)
        case ("breakthrough", Breakthrough(place, target)):
            return _breakthrough_refusal(table, battle, place, target)
        case ("bridges" | "slip" | "stand" | "hold" | "counter" | "breakthrough", End()):
            return None
    return battle.not_now(table)


def _go_refusal(table: Table, battle: Battle) -> Refusal | None:
    if not battle.attackers:
        return refused("name at least one attacking unit", "14.1")
    if battle.sort == "breakthrough" and not set(battle.group) & set(battle.attackers):
        return refused("the breakthrough group takes part", "19.4")
    return night.supporter_refusal(table, battle.attackers) if battle.sort == "ordinary" else None


def _blow_refusal(table: Table, battle: Battle, bridge: str, name: str) -> Refusal | None:
    if bridge not in _crossed(table, battle):
        return refused("no attack comes over that bridge, or it is down", "7.4")
    unit = table.units.get(name)
    if unit is None or unit not in modifiers.defenders(table, battle):
        return refused("a unit in the hex attacked does it", "7.4")
    return bridges.blow_refusal(table, enemy(battle.side), bridge, name, in_combat=True)


def _duel_refusal(table: Table, battle: Battle, name: str) -> Refusal | None:
    unit = table.units.get(name)
    if unit is None or name not in battle.attackers:
        return refused("it takes no part", "16.2")
    return advance.may_lead_into(table, unit, battle.target, battle.side)


def _do(g: Draft, battle: Battle, command: Command) -> None:
    match command:
        case With(name):
            g.swap(attackers=(*battle.attackers, name))
        case Blow(bridge, name):
            bridges.blow(g, enemy(battle.side), bridge, name, in_combat=True)
            if bridges.is_down(g, bridge):
                g.swap(blown=True)
        case BlowDump():
            if bridges.blow_dump(g, in_combat=True) and not modifiers.defenders(g, battle):
                g.swap(stage="over")
        case CallOff():
            g.tell(CalledOff(hex=battle.target, side=battle.side))
            g.swap(stage="over")
        case Fire(name) if battle.stage == "support":
            g.swap(support=(*battle.support, name))
        case Fire(name):
            g.swap(defence=(*battle.defence, name))
        case Air():
            g.swap(air=True)
        case Surprise():
            brigade = _disguised(g, battle)
            assert brigade is not None
            g.swap(surprise=special.surprise(g, brigade))
        case Engage():
            g.swap(effect=results.EFFECTS["Eng"], stage="slip")
        case Duel(name):
            results.firefight(g, battle, name)
        case SlipAway():
            losses = battle.effect.attacker
            g.swap(effect=results.Effect(losses, 0, 1, "normal", disrupts=False, slips=True), stage="losses")
        case Stand(name):
            results.last_stand(g, battle, name)
        case Hold(name):
            results.place_advantage(g, battle, name)
            _next(g, g.stack[-1])
        case Counter(name):
            _do_counter(g, battle, name)
        case Breakthrough(place, target):
            group = results.group_in(g, battle, place)
            g.swap(stage="over")
            g.push(Battle(target, battle.side, "breakthrough", group))
        case Roll() | End():
            _done(g, battle, command)


def _done(g: Draft, battle: Battle, command: Command) -> None:
    """The stage is over; ending the declaration takes the attack back."""
    if battle.stage == "declare" and isinstance(command, End):
        g.finish(("battle", battle.target))
    elif battle.stage == "bridges":
        _begin_bridges(g, battle)
    elif battle.stage == "declare" and battle.letter is not None:
        reinforcements.stand_beside(g, battle.letter, battle.attackers)
        _next(g, battle)
    else:
        _PROCEEDS.get(battle.stage, _next)(g, battle)


def _do_counter(g: Draft, battle: Battle, name: str) -> None:
    """Go back into the empty hex, or attack it (16.7g)."""
    if not units_in(g, battle.target, battle.side):
        results.go_back(g, battle, name)
        return
    group = tuple(unit.id for unit in results.survivors(g, battle))
    _next(g, battle)
    g.push(Battle(battle.target, enemy(battle.side), "counter", group, attackers=(name,)))
