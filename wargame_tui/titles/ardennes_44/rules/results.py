"""Combat results: losses, firefight, last stand, engaged, what follows from them (rule 16)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from wargame_tui.core.codec import STRICT
from wargame_tui.core.command import Command
from wargame_tui.core.event import Modifier
from wargame_tui.core.state import changed
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Lose
from wargame_tui.titles.ardennes_44.events.fights import (
    AdvantageGained,
    EngagedNow,
    FirefightRolled,
    LastStandRolled,
    Returned,
)
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import modifiers, special
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.state import DIE, Advantage, Draft, Table, Unit, on_six


@dataclass(frozen=True, slots=True)
class Effect:
    """What a result demands (16.1, 16.2)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    attacker: int = 0
    """Steps that the attacker loses."""
    defender: int = 0
    retreat: int = 0
    """Hexes that the defender retreats."""
    extent: Literal["limited", "normal", "bonus"] | None = None
    """Kind of the attacker's advance."""
    eng: bool = False
    star: bool = False
    """Breakthrough combat (16.1k)."""
    hold: bool = False
    """Attacker advantage marker (16.2i)."""
    counter: bool = False
    """The defender may counterattack (16.7g)."""
    disrupts: bool = True
    slips: bool = False
    """A recon unit gets away (21.4)."""


NOTHING = Effect()
TOT = Effect(attacker=1)
"""Time on target: the attack is cancelled (22.8)."""
EFFECTS: Mapping[str, Effect] = {
    "D1*": Effect(0, 1, 4, "bonus", star=True),
    "DR4*": Effect(0, 0, 4, "bonus", star=True),
    "DR3": Effect(0, 0, 3, "bonus"),
    "DR2": Effect(0, 0, 2, "normal"),
    "EX": Effect(1, 1, 0, "limited", eng=True),
    "Eng": Effect(eng=True),
    "A1/Eng": Effect(1, eng=True),
    "A1": Effect(1),
}
"""Of the results of the CRT, but FF (16.1)."""
DUELS: Mapping[str, Effect] = {
    "D1": Effect(0, 1, 2, "normal"),
    "DR2": EFFECTS["DR2"],
    "A1/D1": Effect(1, 1, 2, "normal"),
    "A1/DR2": Effect(1, 0, 2, "normal"),
    "Eng+": Effect(eng=True, hold=True),
    "A1/Eng": EFFECTS["A1/Eng"],
}
"""Of the results of the firefight table (16.2)."""


class Battle(modifiers.Fight, Protocol):
    """What of a combat the results depend on."""

    @property
    def result(self) -> str:
        """On the CRT."""

    @property
    def duel(self) -> str:
        """On the firefight table."""

    @property
    def lead(self) -> str | None:
        """The attacker's lead unit."""

    @property
    def earned(self) -> tuple[str, ...]:
        """Tanks that earned the armour shift."""

    @property
    def effect(self) -> Effect:
        """What is demanded."""

    @property
    def fled(self) -> tuple[str, ...]:
        """Units that retreated."""

    @property
    def far(self) -> tuple[str, ...]:
        """Units that advanced more than a hex."""

    @property
    def sort(self) -> str:
        """Ordinary, breakthrough or counter."""


# Step losses (16.3, 16.4)


@dataclass(frozen=True, slots=True)
class TakeLoss(Task):
    """A side loses a step; the owner chooses the unit (16.3)."""

    side: Side
    units: tuple[str, ...]
    rule: str = "16.3"
    kind: Literal["loss"] = "loss"
    meant: ClassVar[type[Command]] = Lose
    name: ClassVar[str] = "Step loss"

    def decider(self, table: Table) -> Side | None:
        return self.side if len(self.units) > 1 else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt("Which unit loses a step?", self.rule)

    def candidates(self, table: Table) -> Iterator[Command]:
        return (Lose(name) for name in self.units)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Lose):
            return self.not_now(table)
        return None if command.unit in self.units else refused("another unit must take the loss", self.rule)

    def do(self, g: Draft, command: Any) -> None:
        self._hit(g, command.unit)

    def proceed(self, g: Draft) -> None:
        if self.units:
            self._hit(g, self.units[0])
        else:
            g.finish()

    def _hit(self, g: Draft, name: str) -> None:
        left = g.lose_step(name, self.rule)
        g.finish()
        if left != name:
            _succeed(g, name, left)


def _succeed(g: Draft, name: str, left: str | None) -> None:
    """A unit that was eliminated is out of the combat; its remnant takes its place and its past (14.1, 16.4a)."""
    g.stack = tuple(
        changed(step, attackers=_heirs(step.attackers, name, left), group=_heirs(step.group, name, left))
        if step.kind == "battle"
        else step
        for step in g.stack
    )
    if left:
        special.leave_remnant(g, name, left)
    if left and name in g.now.fought:
        g.note(fought=(*g.now.fought, left))
    if left and name in g.now.defended:
        g.note(defended=(*g.now.defended, left))


def _heirs(names: Sequence[str], name: str, left: str | None) -> tuple[str, ...]:
    found = (left if each == name else each for each in names)
    return tuple(each for each in found if each is not None)


def open_losses(g: Draft, battle: Battle) -> None:
    """Whoever loses steps chooses: the lead unit in a firefight, in an EX a tank that earned the shift (16.3)."""
    steps: list[TakeLoss] = []
    exchange = battle.result == "EX"
    if battle.effect.attacker:
        mine = battle.attackers
        if battle.duel and battle.lead is not None:
            mine = (battle.lead,)
        elif exchange:
            mine = tuple(name for name in mine if name in battle.earned) or mine
        steps.append(TakeLoss(battle.side, mine, "16.3a" if battle.duel else "16.3"))
    if battle.effect.defender:
        theirs = tuple(unit.id for unit in modifiers.defenders(g, battle))
        if exchange:
            theirs = tuple(name for name in theirs if name in battle.earned) or theirs
        steps.append(TakeLoss(enemy(battle.side), theirs))
    g.push(*reversed(steps))


def engage(g: Draft, hex_: str, units: Sequence[str]) -> None:
    """Engaged markers on defenders; strategic movement markers come off (12.5, 16.1h)."""
    for name in units:
        marker = g.units[name].marker
        g.change(name, eng=True, marker="PM" if marker == "PM" else "none")
    g.tell(EngagedNow(hex=hex_, units=list(units)))


# Firefight (16.2)


def _morale(table: Table, unit: Unit) -> Iterator[Modifier]:
    morale = table.piece(unit).morale
    if morale == "recruit":
        yield Modifier("recruit", 1, "2.8")
    elif morale == "elite":
        yield Modifier("elite", -1, "2.8")


def _tank(table: Table, unit: Unit, target: str, against: Sequence[Unit], *, red: bool) -> Iterator[Modifier]:
    """A lead tank as good as any enemy tank, not in forest, forest-ravine or city (16.2c, 16.7h)."""
    board = table.board
    hex_, printed = board.index[target], table.piece(unit)
    if board.terrain[hex_] in ("forest", "forest_ravine") or board.is_city(hex_):
        return
    qualified = printed.tank and printed.tq and (printed.grey or red)
    if qualified and table.tank_quality(unit) >= max((table.tank_quality(foe) for foe in against), default=0):
        yield Modifier("lead tank", -1, "16.2")


def firefight_drm(table: Table, battle: Battle, lead: Unit) -> list[Modifier]:
    """Modifiers of the firefight die (16.2c)."""
    found = [*_morale(table, lead)]
    found += _tank(table, lead, battle.target, modifiers.defenders(table, battle), red=False)
    if battle.result == "FF(+1)":
        found.append(Modifier("FF(+1)", 1, "16.1"))
    return found


def duel_result(table: Table, die: int, drm: Sequence[Modifier]) -> str:
    """What the firefight table says (16.2)."""
    return table.book.charts.combat.firefight[on_six(die, drm) - 1]


def firefight(g: Draft, battle: Battle, lead: str) -> None:
    """Roll on the firefight table (16.2)."""
    drm = firefight_drm(g, battle, g.units[lead])
    die = g.roll(DIE)[0]
    result = duel_result(g, die, drm)
    g.tell(FirefightRolled(unit=lead, hex=battle.target, die=die, modifiers=told(drm), result=result))
    g.swap(lead=lead, duel=result, effect=DUELS[result], stage="slip")


# Last stand (16.7)


def can_stand_in(table: Table, target: str, side: Side) -> bool:
    """Village, town, city, Westwall, improved position (16.7a, Ambiguity 46)."""
    board = table.board
    hex_ = board.index[target]
    return hex_ in board.built or board.terrain[hex_] == "westwall" or _has_position(table, target, side)


def _has_position(table: Table, target: str, side: Side) -> bool:
    ip = table.ips.get(target)
    return ip is not None and ip.built and ip.side == side


def stand_refusal(table: Table, battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit cannot lead a last stand (16.7a, 16.7c, 15.8a)."""
    board = table.board
    if not can_stand_in(table, battle.target, unit.side):
        return refused("only in a village, town, city, Westwall or improved position", "16.7")
    if unit.status != "fresh":
        return refused(f"a {unit.status} unit cannot lead a last stand", "16.7")
    hex_ = board.index[battle.target]
    only_ip = hex_ not in board.built and board.terrain[hex_] != "westwall"
    if only_ip and (unit.marker in ("SM", "truck") or table.piece(unit).entry.parenthesised):
        return refused("it gains nothing from an improved position", "15.8")
    return None


def stand_drm(table: Table, battle: Battle, lead: Unit) -> list[Modifier]:
    """Modifiers of the last stand (16.7h, Ambiguity 15)."""
    board = table.board
    found = [*_morale(table, lead)]
    if board.is_city(board.index[battle.target]):
        found.append(Modifier("city", -1, "16.7"))
    attackers = [table.units[name] for name in battle.attackers]
    return [*found, *_tank(table, lead, battle.target, attackers, red=True)]


def stand_result(table: Table, die: int, drm: Sequence[Modifier]) -> str:
    """What the last stand table says (16.7)."""
    return table.book.charts.combat.stand[on_six(die, drm) - 1]


def last_stand(g: Draft, battle: Battle, lead: str) -> None:
    """Roll for the stand (16.7)."""
    drm = stand_drm(g, battle, g.units[lead])
    die = g.roll(DIE)[0]
    result = stand_result(g, die, drm)
    g.tell(LastStandRolled(unit=lead, hex=battle.target, die=die, modifiers=told(drm), result=result))
    effect = battle.effect
    if result.startswith("Yes"):
        # A stand that leaves the hex empty lets the attacker into it (16.7i)
        effect = changed(effect, retreat=0, extent="limited")
    elif result == "No (CA)":
        effect = changed(effect, retreat=1, extent="limited", disrupts=False, counter=True)
    g.swap(effect=effect, stage="retreat")
    if result in ("Yes (EX)", "Yes (-1)", "No (-1)"):
        g.push(TakeLoss(enemy(battle.side), (lead,), "16.7"))
    if result == "Yes (EX)":
        g.push(TakeLoss(battle.side, battle.attackers, "16.7"))


# Counterattack (16.7g), advantage (16.6), breakthrough (19.4)


def survivors(table: Table, battle: Battle) -> list[Unit]:
    """Units that retreated from the hex by a counterattack result, and are not back in it."""
    index = table.board.index
    return [
        unit for name in battle.fled if (unit := table.units[name]).location in index and unit.location != battle.target
    ]


def return_refusal(table: Table, battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit cannot go back into the hex that it lost (16.7g)."""
    board = table.board
    adjacent = board.grid.direction(board.index[unit.location], board.index[battle.target]) is not None
    return None if adjacent else refused("it is not next to that hex", "16.7")


def go_back(g: Draft, battle: Battle, name: str) -> None:
    """A unit goes back into the empty hex and stops there."""
    g.change(name, location=battle.target)
    g.pass_through(g.units[name].side, battle.target)
    g.note(retreated=tuple(unit for unit in g.now.retreated if unit != name))
    g.tell(Returned(unit=name, hex=battle.target))


def place_advantage(g: Draft, battle: Battle, name: str) -> None:
    """The attacker advantage marker on a unit and those with it that attacked (16.6)."""
    place = g.units[name].location
    units = tuple(other for other in battle.attackers if g.units[other].location == place)
    g.advantages = (*g.advantages, Advantage(battle.side, place, battle.target, units, g.moment))
    g.tell(AdvantageGained(hex=place, target=battle.target, units=list(units)))


def group_in(table: Table, battle: Battle, place: str) -> tuple[str, ...]:
    """The breakthrough group that a hex offers: if one has gone farther than a hex, mechanized units only (19.4b)."""
    here = [
        unit
        for name in battle.attackers
        if (unit := table.units[name]).location == place and not unit.oos and unit.status == "fresh"
    ]
    if any(unit.id in battle.far for unit in here):
        here = [unit for unit in here if table.piece(unit).mechanized]
    return tuple(unit.id for unit in here)


def groups(table: Table, battle: Battle) -> list[str]:
    """Hexes with a possible breakthrough group (19.4a)."""
    index = table.board.index
    places = dict.fromkeys(table.units[name].location for name in battle.attackers)
    return [place for place in places if place in index and group_in(table, battle, place)]
