"""One combat from its declaration to its last advance (rules 14.4, 16, 19.4, 21.4, 22.6 to 22.8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.ardennes_44 import commands
from wargame_tui.titles.ardennes_44.events.fights import AttackOpened, CalledOff, CombatRolled, JabosCame, Shelled
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    advance,
    artillery,
    attackers,
    bridges,
    improved,
    modifiers,
    night,
    reinforcements,
    results,
    retreat,
    special,
    weather,
)
from wargame_tui.titles.ardennes_44.state import DIE, EDGE, Draft, Table, Unit, changed, on_six

Stage_ = Literal[
    "declare", "bridges", "call_off", "support", "defence", "shell", "roll", "firefight", "slip", "losses", "stand",
    "retreat", "advance", "hold", "counter", "breakthrough", "over",
]  # fmt: skip
Sort = Literal["ordinary", "breakthrough", "counter"]


class Phase(Stage["Battle", Table, Draft]):
    """A stage of a combat."""

    told: ClassVar[str] = ""
    """What goes on in it, for the combat's table."""
    rules: ClassVar[Mapping[type[Command], str]] = {}
    """Commands that have another rule in it than elsewhere."""


class Asking(Phase):
    """A stage in which a side may decide something; it passes where nothing is open to it."""

    question: ClassVar[str]
    """With `{hex}` and `{result}`."""
    rule: ClassVar[str]
    by_defender: ClassVar[bool] = False
    ending: ClassVar[str] = "Go on"
    """What its end means, in words."""
    keys: ClassVar[Mapping[type[Command], str]] = {commands.End: "X"}
    """Its end declines what it offers."""
    closing: ClassVar[Command | None] = commands.End()
    """What leads on to the next stage."""
    goes_on: ClassVar[Command | None] = None
    """The same where that carries out what is declared so far; None where there is a choice to make."""
    meant: ClassVar[type[Any]] = commands.With
    """What a player who picks a unit has in mind."""

    def decider(self, battle: "Battle", table: Table) -> Side | None:
        """The attacker or the defender, if there is anything to decide."""
        if not any(not isinstance(command, commands.End | commands.Roll) for command in battle.legal(table)):
            return None
        return enemy(battle.side) if self.by_defender else battle.side

    def prompt(self, battle: "Battle", table: Table) -> Prompt:
        return Prompt(self.question.format(hex=battle.target, result=battle.result), self.rule)

    def refusal(self, battle: "Battle", table: Table, command: Any) -> Refusal | None:
        """None for what leads on; of what a unit is picked for what keeps the unit from it."""
        if command == self.closing:
            return None
        return self.unit_refusal(battle, table, command.unit) if type(command) is self.meant else battle.not_now(table)

    def unit_refusal(self, battle: "Battle", table: Table, name: str) -> Refusal | None:
        """Why a unit cannot do what units are picked for in it."""
        return battle.not_now(table)


# Naming the attackers (14.1 to 14.3)


class Declaring(Asking):
    """The attacker names his units."""

    told = "attacker chooses units"
    question, rule = "Attack on {hex}: choose attackers, then roll", "14.1"
    ending = "Cancel this attack"
    rules: ClassVar = {commands.With: "14.1"}
    closing = goes_on = commands.Roll()

    def decider(self, battle: "Battle", table: Table) -> Side | None:
        """The attacker, whatever he may do."""
        return battle.side

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        yield from (commands.With(name) for name in _callable(table, battle) if name not in battle.attackers)
        yield commands.Roll()
        if battle.sort != "breakthrough":
            yield commands.End()

    def refusal(self, battle: "Battle", table: Table, command: Command) -> Refusal | None:
        """By the unit, or by all who are named (14.1, 19.4)."""
        match command:
            case commands.With(name):
                return with_refusal(table, battle, name)
            case commands.Roll():
                return _go_refusal(table, battle)
            case commands.End():
                return refused("breakthrough combat must be rolled", "19.4") if battle.sort == "breakthrough" else None
        return battle.not_now(table)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        match command:
            case commands.With(name):
                g.swap(attackers=(*battle.attackers, name))
            case commands.End():
                g.finish(("battle", battle.target))
            case _:
                if battle.letter is not None:
                    reinforcements.stand_beside(g, battle.letter, battle.attackers)
                battle.onward(g)


def _callable(table: Table, battle: "Battle") -> tuple[str, ...]:
    """Units that might be named."""
    if battle.sort == "counter":
        return battle.group
    if battle.letter is not None:
        return tuple(unit.id for unit in reinforcements.stage_units(table, battle.letter))
    around = table.board.grid.near[table.board.index[battle.target]]
    near = {table.board.names[hex_] for hex_ in around}
    units = [name for name in attackers.able(table, battle.side) if table.units[name].location in near]
    return tuple(dict.fromkeys((*battle.group, *units)))


def with_refusal(table: Table, battle: "Battle", name: str) -> Refusal | None:
    """Why a unit cannot take part in an attack."""
    unit = table.units.get(name)
    if unit is None or unit.side != battle.side or name in battle.attackers:
        return refused("not one of your other units", "14.1")
    if battle.sort == "counter" and (unit.status != "fresh" or not table.attack(unit)):
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
        return refused("that hex was attacked before: only the breakthrough group may attack it", "14.1")
    return _company_refusal(table, battle, unit)


def _company_refusal(table: Table, battle: "Battle", unit: Unit) -> Refusal | None:
    others = [table.units[name] for name in battle.attackers]
    british = table.piece(unit).nation == "British"
    if any((table.piece(other).nation == "British") != british for other in others):
        return refused("British and US units may not attack together", "27.3")
    if modifiers.divisions(table, (*battle.attackers, unit.id)) > table.book.charts.combat.divisions:
        return refused("units of at most two divisions may attack together", "14.3")
    if battle.letter is not None:
        return reinforcements.join_refusal(table, battle.letter, battle.attackers, unit.id)
    return None


def _go_refusal(table: Table, battle: "Battle") -> Refusal | None:
    if not battle.attackers:
        return refused("choose at least one attacker", "14.1")
    if battle.sort == "breakthrough" and not set(battle.group) & set(battle.attackers):
        return refused("the breakthrough group must take part", "19.4")
    return night.supporter_refusal(table, battle.attackers) if battle.sort == "ordinary" else None


# The defender's bridges, calling off (7.4, 14.4)


class Bridges(Asking):
    """The defender may blow a bridge over which the attack comes, or the fuel dump."""

    told = "defender may blow a bridge"
    question, rule = "{hex} is under attack: blow a bridge, or leave it intact", "7.4"
    by_defender = True
    ending = "Leave the bridge intact"
    goes_on = commands.End()

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        for bridge in _crossed(table, battle):
            yield from (commands.Blow(bridge, unit.id) for unit in modifiers.defenders(table, battle))
        yield commands.BlowDump()
        yield commands.End()

    def refusal(self, battle: "Battle", table: Table, command: Command) -> Refusal | None:
        """By the bridge or the dump (7.4, 32.3)."""
        match command:
            case commands.Blow(bridge, name):
                return _blow_refusal(table, battle, bridge, name)
            case commands.BlowDump():
                return bridges.blow_dump_refusal(table, enemy(battle.side), battle.target)
        return super().refusal(battle, table, command)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        """Roll for it; a dump that was defended by its guard alone ends the combat."""
        match command:
            case commands.Blow(bridge, name):
                bridges.blow(g, enemy(battle.side), bridge, name, in_combat=True)
                if bridges.is_down(g, bridge):
                    g.swap(blown=True)
            case commands.BlowDump():
                if bridges.blow_dump(g, in_combat=True) and not modifiers.defenders(g, battle):
                    g.swap(stage="over")
            case _:
                self.proceed(battle, g)

    def proceed(self, battle: "Battle", g: Draft) -> None:
        """Nothing more to blow: a German attack over the bridge of Ouren rolls for it (7.8)."""
        keys = [modifiers.key_of(g, g.units[name], battle.target) for name in battle.attackers]
        if battle.side == GERMAN and any(key is not None and bridges.ouren_due(g, key) for key in keys):
            bridges.ouren_roll(g)
            if g.specials.ouren == "blown":
                g.swap(blown=True)
        stage: Stage_ = "call_off" if g.stack[-1].blown else "support"
        g.swap(stage=stage)


def _crossed(table: Table, battle: "Battle") -> list[str]:
    """Standing bridges over which the attack comes."""
    board = table.board
    keys = [modifiers.key_of(table, table.units[name], battle.target) for name in battle.attackers]
    found = dict.fromkeys(bridge for key in keys if key is not None and (bridge := board.bridge[key]))
    return [bridge for bridge in found if bridge not in table.bridges]


def _blow_refusal(table: Table, battle: "Battle", bridge: str, name: str) -> Refusal | None:
    if bridge not in _crossed(table, battle):
        return refused("no attack crosses that bridge, or it is blown", "7.4")
    unit = table.units.get(name)
    if unit is None or unit not in modifiers.defenders(table, battle):
        return refused("only a unit in the attacked hex can blow it", "7.4")
    return bridges.blow_refusal(table, enemy(battle.side), bridge, name, in_combat=True)


class CallingOff(Asking):
    """A bridge was blown: the attacker may think better of it (14.4)."""

    told = "bridge blown: attacker may call off"
    question, rule = "The bridge is blown: call off the attack, or attack all the same", "14.4"
    closing = commands.Roll()

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        yield commands.CallOff()
        yield commands.Roll()

    def refusal(self, battle: "Battle", table: Table, command: Command) -> Refusal | None:
        return None if isinstance(command, commands.CallOff) else super().refusal(battle, table, command)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, commands.CallOff):
            g.tell(CalledOff(hex=battle.target, side=battle.side))
            g.swap(stage="over")
        else:
            battle.onward(g)


# Support (15.6, 22.6, 22.7, 27.1)


class Support(Asking):
    """The attacker's artillery, aircraft and tricks."""

    told = "attacker's artillery and air support"
    question, rule = "Attack on {hex}: artillery and air support, then roll", "22.6"
    closing = goes_on = commands.Roll()
    meant = commands.Fire

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        yield from (commands.Fire(unit.id) for unit in _guns(table, battle.side) if unit.id not in battle.support)
        if battle.sort != "counter":
            yield commands.Air()
            yield commands.Surprise()
        yield commands.Roll()

    def refusal(self, battle: "Battle", table: Table, command: Command) -> Refusal | None:
        match command:
            case commands.Fire(name):
                return fire_refusal(table, battle, name)
            case commands.Air():
                return _air_refusal(table, battle)
            case commands.Surprise():
                known = _disguised(table, battle) is None
                return refused("150th Panzer Brigade is not attacking", "27.1") if known or battle.surprise else None
        return super().refusal(battle, table, command)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        match command:
            case commands.Fire(name):
                g.swap(support=(*battle.support, name))
            case commands.Air():
                g.swap(air=True)
            case commands.Surprise():
                brigade = _disguised(g, battle)
                assert brigade is not None
                g.swap(surprise=special.surprise(g, brigade))
            case _:
                battle.onward(g)


class Defence(Asking):
    """The defender's artillery (22.8)."""

    told = "defensive artillery"
    question, rule = "{hex} is under attack: choose defensive artillery, then roll", "22.8"
    by_defender = True
    closing = goes_on = commands.Roll()
    rules: ClassVar = {commands.Fire: "22.8", commands.Roll: "22.8"}
    meant = commands.Fire

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        guns = _guns(table, enemy(battle.side))
        yield from (commands.Fire(unit.id) for unit in guns if unit.id not in battle.defence)
        yield commands.Roll()

    def unit_refusal(self, battle: "Battle", table: Table, name: str) -> Refusal | None:
        """By the gun."""
        return fire_refusal(table, battle, name)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, commands.Fire):
            g.swap(defence=(*battle.defence, command.unit))
        else:
            battle.onward(g)


def _guns(table: Table, side: Side) -> list[Unit]:
    ready = [unit for unit in table.on_map(side) if table.piece(unit).artillery and not unit.fired]
    boxed = [unit for box in table.book.boxes for unit in table.units_in(box, side)] if side == ALLIED else []
    return ready + [unit for unit in boxed if table.piece(unit).artillery and not unit.fired]


def fire_refusal(table: Table, battle: "Battle", name: str) -> Refusal | None:
    """Why an artillery unit cannot support a side of a combat (22.6, 27.3, 29.5)."""
    attacking = battle.stage == "support"
    side = battle.side if attacking else enemy(battle.side)
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return refused("not one of your units", "22.6")
    used = battle.support if attacking else battle.defence
    if battle.sort == "counter":
        return refused("a counterattack has no artillery support", "16.7")
    if name in used or len(used) >= table.book.charts.combat.artillery:
        return refused("at most two artillery units may support a combat", "22.6")
    if table.hex_of(unit) is None:
        if not attacking or battle.letter is None:
            return refused("it is not on the map", "22.6")
        return reinforcements.box_gun_refusal(table, battle.letter, unit)
    if (no := artillery.may_support(table, unit, battle.target, attacking)) is not None:
        return no
    return _friends_refusal(table, battle, unit, attacking)


def _friends_refusal(table: Table, battle: "Battle", unit: Unit, attacking: bool) -> Refusal | None:
    friends = [table.units[name] for name in battle.attackers]
    if not attacking:
        friends = [*modifiers.defenders(table, battle)]
    printed = table.piece(unit)
    if unit.side == ALLIED and all(table.piece(friend).nation != printed.nation for friend in friends):
        return refused("British and US artillery support only their own", "27.3")
    corps = {table.piece(friend).entry.corps for friend in friends}
    if attacking and unit.side == GERMAN and table.turn == 1 and not table.night and printed.entry.corps not in corps:
        return refused("on turn 1 artillery supports only its own corps", "29.5")
    return None


def _air_refusal(table: Table, battle: "Battle") -> Refusal | None:
    if battle.side != ALLIED or table.night or not weather.is_clear(table):
        return refused("air support is Allied only, by day in clear weather", "15.6")
    if battle.sort == "counter":
        return refused("a counterattack has no air support", "16.7")
    if battle.air:
        return refused("one air support marker per combat", "15.6")
    return None if table.now.air else refused("no air support marker is left", "15.6")


def _disguised(table: Table, battle: "Battle") -> str | None:
    """The 150th Panzer Brigade, while nobody knows it (27.1)."""
    return next((name for name in battle.attackers if special.has_disguise(table, name)), None)


def answers(table: Table, battle: "Battle") -> bool:
    """Whether the defender has artillery to fire once the attack is declared, so that no dice come before that."""
    return changed(battle, stage="defence").decider(table) is not None


# Rolling (14.4, 15.6, 22.8)


class Shelling(Phase):
    """The guns fire: fired markers, defensive artillery, time on target, Jabos."""

    def proceed(self, battle: "Battle", g: Draft) -> None:
        """All that comes before the die on the combat results table."""
        fight = "14.4" if battle.sort != "counter" else "16.7"
        g.tell(
            AttackOpened(
                hex=battle.target, side=battle.side, units=list(battle.attackers), sort=battle.sort, rule=fight
            )
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
            left = g.book.charts.combat.jabo[die - 1]
            g.tell(JabosCame(die=die, shifts=left))
            g.swap(jabo=left)


def jabos_come(table: Table, battle: "Battle") -> bool:
    """Whether Allied aircraft roll against a German attack (15.6)."""
    by_day = battle.side == GERMAN and battle.sort != "counter" and not table.night
    return by_day and weather.is_clear(table)


def shelling_drm(battle: "Battle") -> list[Modifier]:
    """Modifiers of the defender's artillery (22.8)."""
    drm = 1 - len(battle.defence)
    return [Modifier("two artillery units", drm, "22.8")] if drm else []


def shelling(table: Table, battle: "Battle", die: int) -> str | int:
    """What the defender's artillery comes to: shifts to the left, or time on target (22.8)."""
    row = table.book.charts.combat.defensive_artillery[enemy(battle.side)]
    return row[on_six(die, shelling_drm(battle)) - 1]


def _defensive_artillery(g: Draft, battle: "Battle") -> None:
    die, drm = g.roll(DIE)[0], told(shelling_drm(battle))
    shown = shelling(g, battle, die)
    g.tell(Shelled(die=die, modifiers=drm, result=shown, units=list(battle.defence), side=enemy(battle.side)))
    if isinstance(shown, str):
        g.swap(result=shown, effect=results.TOT, stage="losses")
    else:
        g.swap(shelled=shown)


class Rolling(Phase):
    """The die on the combat results table."""

    def proceed(self, battle: "Battle", g: Draft) -> None:
        charts = g.book.charts.combat
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


class Firefight(Asking):
    """The attacker takes it as engaged, or fights on under a lead unit."""

    told = "firefight or engaged"
    question, rule = "{result}: accept Engaged, or choose a lead unit for a firefight", "16.2"
    closing = commands.Engage()
    meant = commands.Duel

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        yield commands.Engage()
        yield from (
            commands.Duel(name) for name in sorted(battle.attackers, key=lambda name: _lead(table, battle, name))
        )

    def unit_refusal(self, battle: "Battle", table: Table, name: str) -> Refusal | None:
        """Why a unit cannot lead (16.2)."""
        unit = table.units.get(name)
        if unit is None or name not in battle.attackers:
            return refused("it is not in this combat", "16.2")
        return advance.may_lead_into(table, unit, battle.target, battle.side)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, commands.Duel):
            results.firefight(g, battle, command.unit)
        else:
            g.swap(effect=results.EFFECTS["Eng"], stage="slip")


def _lead(table: Table, battle: "Battle", name: str) -> int:
    """The modifiers with which a unit leads a firefight: the lower the better."""
    return sum(each.value for each in results.firefight_drm(table, battle, table.units[name]))


class Slipping(Asking):
    """A lone recon unit may slip away instead of being engaged (21.4)."""

    told = "recon unit may slip away"
    question, rule = "Slip away from {hex} instead of being engaged, or stay", "21.4"
    by_defender = True
    ending = "Stay and be engaged"

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        yield commands.SlipAway()
        yield commands.End()

    def refusal(self, battle: "Battle", table: Table, command: Command) -> Refusal | None:
        match command:
            case commands.SlipAway():
                return _slip_refusal(table, battle)
        return super().refusal(battle, table, command)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, commands.SlipAway):
            losses = battle.effect.attacker
            g.swap(effect=results.Effect(losses, 0, 1, "normal", disrupts=False, slips=True), stage="losses")
        else:
            battle.onward(g)


def _slip_refusal(table: Table, battle: "Battle") -> Refusal | None:
    units = modifiers.defenders(table, battle)
    if not battle.effect.eng or battle.result == "EX":
        return refused("the result is not Engaged", "21.4")
    alone = len(units) == 1 and table.piece(units[0]).recon
    return None if alone else refused("only a recon unit defending alone may slip away", "21.4")


class Losses(Phase):
    """Step losses (16.3)."""

    told = "step losses"

    def proceed(self, battle: "Battle", g: Draft) -> None:
        battle.onward(g)
        if battle.effect.defender and not modifiers.defenders(g, battle):
            special.dump_falls(g, battle.target, battle.side)
        results.open_losses(g, battle)


class Standing(Asking):
    """The defender may try a last stand (16.7)."""

    told = "defender may try a last stand"
    question, rule = "{hex}: choose a lead unit for a last stand, or retreat", "16.7"
    by_defender = True
    ending = "No last stand: retreat"
    meant = commands.Stand

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        leads = {unit.id: results.stand_drm(table, battle, unit) for unit in modifiers.defenders(table, battle)}
        yield from (
            commands.Stand(name) for name in sorted(leads, key=lambda name: sum(each.value for each in leads[name]))
        )
        yield commands.End()

    def unit_refusal(self, battle: "Battle", table: Table, name: str) -> Refusal | None:
        """Why a unit cannot lead (16.7)."""
        unit = table.units.get(name)
        if unit is None or unit not in modifiers.defenders(table, battle):
            return refused("it is not defending there", "16.7")
        if battle.effect.extent != "normal" or not battle.effect.retreat or battle.effect.slips:
            return refused("only a result with a normal advance can be cancelled", "16.7")
        return results.stand_refusal(table, battle, unit)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, commands.Stand):
            results.last_stand(g, battle, command.unit)
        else:
            battle.onward(g)


# Retreat, advance and what follows


class Retreat(Phase):
    """Engaged, or on the way (16.1, 17)."""

    told = "retreat"

    def proceed(self, battle: "Battle", g: Draft) -> None:
        units = [unit.id for unit in modifiers.defenders(g, battle)]
        effect = battle.effect
        g.swap(stage="advance", emptied=not units, fled=tuple(units))
        if effect.eng and units:
            results.engage(g, battle.target, units)
        if effect.retreat:
            special.dump_falls(g, battle.target, battle.side)
            if units:
                rule, company = "21.4" if effect.slips else "17.1", tuple(units)
                g.push(
                    retreat.Retreating(
                        enemy(battle.side),
                        company,
                        effect.retreat,
                        battle.target,
                        company,
                        disrupts=effect.disrupts,
                        rule=rule,
                    )
                )


class Advance(Phase):
    """The attacker advances into the hex, if it is empty (19)."""

    told = "advance"

    def proceed(self, battle: "Battle", g: Draft) -> None:
        battle.onward(g)
        extent = battle.effect.extent
        alone = not modifiers.defenders(g, battle)
        if alone and (battle.effect.retreat or battle.emptied):
            improved.vacated(g, battle.target)
        if extent is None or not alone or (extent == "limited" and not (battle.emptied or battle.effect.counter)):
            return
        standing = tuple(name for name in battle.attackers if _still_there(g, name))
        group = battle.group if battle.sort == "breakthrough" else ()
        if standing:
            g.push(advance.Advancing(battle.side, standing, extent, battle.target, group))


def _still_there(table: Table, name: str) -> bool:
    unit = table.units[name]
    return table.hex_of(unit) is not None or unit.location.startswith(EDGE)


class Holding(Asking):
    """The attacker may get the advantage (16.6)."""

    told = "the attacker advantage marker"
    question, rule = "Place the attacker advantage marker on a unit, or decline", "16.6"
    ending = "No advantage marker"
    meant = commands.Hold

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        if battle.effect.hold and modifiers.defenders(table, battle):
            yield from (commands.Hold(name) for name in battle.attackers if table.hex_of(name) is not None)
        yield commands.End()

    def unit_refusal(self, battle: "Battle", table: Table, name: str) -> Refusal | None:
        """It must have taken part (16.2)."""
        known = battle.effect.hold and name in battle.attackers and table.hex_of(name) is not None
        return None if known else refused("only on a unit that took part", "16.2")

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        if isinstance(command, commands.Hold):
            results.place_advantage(g, battle, command.unit)
        g.stack[-1].onward(g)


class Countering(Asking):
    """Who has just retreated may counterattack, or go back into the empty hex (16.7)."""

    told = "defender may counterattack"
    question, rule = "Counterattack {hex}, or decline", "16.7"
    by_defender = True
    ending = "No counterattack"
    meant = commands.Counter

    def prompt(self, battle: "Battle", table: Table) -> Prompt:
        """Its question, which is another if the hex is empty."""
        if table.units_in(battle.target, battle.side):
            return super().prompt(battle, table)
        return Prompt(f"Return to {battle.target}, now empty, or decline", self.rule)

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        if battle.effect.counter and battle.sort != "counter":
            yield from (commands.Counter(unit.id) for unit in results.survivors(table, battle))
        yield commands.End()

    def unit_refusal(self, battle: "Battle", table: Table, name: str) -> Refusal | None:
        """Why a unit cannot go back or attack (16.7g)."""
        unit = table.units.get(name)
        if unit is None or not battle.effect.counter or unit not in results.survivors(table, battle):
            return refused("only units that just retreated from that hex", "16.7")
        if not table.units_in(battle.target, battle.side):
            return results.return_refusal(table, battle, unit)
        able = table.attack(unit) and unit.status == "fresh"
        return None if able else refused("it cannot attack", "16.7")

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        """Go back into the empty hex, or attack it (16.7g)."""
        if not isinstance(command, commands.Counter):
            battle.onward(g)
        elif not g.units_in(battle.target, battle.side):
            results.go_back(g, battle, command.unit)
        else:
            group = tuple(unit.id for unit in results.survivors(g, battle))
            battle.onward(g)
            g.push(Battle(battle.target, enemy(battle.side), "counter", group, attackers=(command.unit,)))


class BreakingThrough(Asking):
    """A stack of the attacker may attack again (19.4)."""

    told = "breakthrough combat"
    question, rule = "Breakthrough combat with one stack, or decline", "19.4"
    ending = "No breakthrough combat"

    def candidates(self, battle: "Battle", table: Table) -> Iterator[Command]:
        if battle.effect.star and battle.sort == "ordinary":
            board = table.board
            for place in results.groups(table, battle):
                near = board.grid.near[board.index[place]]
                yield from (
                    commands.Breakthrough(place, board.names[to])
                    for to in near
                    if table.occupied(enemy(battle.side)) >> to & 1
                )
        yield commands.End()

    def refusal(self, battle: "Battle", table: Table, command: Command) -> Refusal | None:
        match command:
            case commands.Breakthrough(place, target):
                return _breakthrough_refusal(table, battle, place, target)
        return super().refusal(battle, table, command)

    def do(self, battle: "Battle", g: Draft, command: Command) -> None:
        battle.onward(g)
        if isinstance(command, commands.Breakthrough):
            group = results.group_in(g, battle, command.hex)
            g.push(Battle(command.target, battle.side, "breakthrough", group))


def _breakthrough_refusal(table: Table, battle: "Battle", place: str, target: str) -> Refusal | None:
    """Why a stack cannot attack again (19.4)."""
    board = table.board
    if not battle.effect.star or battle.sort != "ordinary":
        return refused("the result allows no breakthrough combat", "19.4")
    if place not in results.groups(table, battle):
        return refused("no unit there may attack again", "19.4")
    if target not in board.index or not table.occupied(enemy(battle.side)) >> board.index[target] & 1:
        return refused("no enemy units there", "19.4")
    group = [table.units[name] for name in results.group_in(table, battle, place)]
    return next((no for unit in group if (no := attackers.reach_refusal(table, unit, target)) is not None), None)


class Over(Phase):
    """The combat is over."""

    def proceed(self, battle: "Battle", g: Draft) -> None:
        """Markers of advantage are used up (16.6)."""
        if battle.struck:
            g.advantages = tuple(
                mark
                for mark in g.advantages
                if not (mark.side == battle.side and mark.target == battle.target and mark.begun < g.moment)
            )
        if battle.letter is not None:
            reinforcements.after_stage(g, battle.letter, battle.attackers)
        g.finish(("battle", battle.target))


STAGES: Mapping[str, Phase] = {
    "declare": Declaring(),
    "bridges": Bridges(),
    "call_off": CallingOff(),
    "support": Support(),
    "defence": Defence(),
    "shell": Shelling(),
    "roll": Rolling(),
    "firefight": Firefight(),
    "slip": Slipping(),
    "losses": Losses(),
    "stand": Standing(),
    "retreat": Retreat(),
    "advance": Advance(),
    "hold": Holding(),
    "counter": Countering(),
    "breakthrough": BreakingThrough(),
    "over": Over(),
}
"""The order of the reference's table (14.4)."""


def heading(table: Table, sort: str, target: str) -> str:
    """What a combat is called."""
    words = {"ordinary": "Attack on", "breakthrough": "Breakthrough to", "counter": "Counterattack on"}
    return f"{words[sort]} {table.board.name(target)}"


@dataclass(frozen=True, slots=True)
class Battle(Staged[Table, Draft]):
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
    stages: ClassVar[Mapping[str, Phase]] = STAGES

    def title(self, table: Table) -> str:
        return heading(table, self.sort, self.target)

    def particulars(self, table: Table) -> Mapping[str, Sequence[str]]:
        """The corps that attack."""
        corps = (table.piece(name).entry.corps for name in self.attackers)
        return {"corps": tuple(dict.fromkeys(name for name in corps if name))}

    def resumed(self, g: Draft, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "advanced":
            g.swap(advanced=result[1], far=result[2])
