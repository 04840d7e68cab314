"""How a battle ends, with its probabilities: every die, chit of the enemy and retreat test counted out, none rolled.

What is still the player's to decide is taken for granted: his losses are the lowest CV each time, as `auto` gives them
out, he plays no further plan, stands, and does not press on.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from wargame_tui.core.state import changed
from wargame_tui.engine.spread import NOTHING, Spread, merged
from wargame_tui.titles.commander.checks import chance_of, hits_on
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY, enemy
from wargame_tui.titles.desert_commander.printed.data import PlanEntry, Side
from wargame_tui.titles.desert_commander.rules import battle as rules
from wargame_tui.titles.desert_commander.rules.plans import Played, counts, enemy_cup, fits, in_force
from wargame_tui.titles.desert_commander.state import (
    Force,
    Table,
    book_of,
    class_of,
    havens,
    in_force_order,
    mobile,
    weakest,
)

End = Literal["won", "retreat", "held", "lost"]
"""No defender is left, the defenders retreat, the attack is broken off, no attacker is left."""
Forces = tuple[Force, ...]
SMALLEST = 1e-5
"""Probabilities below are left out."""


class Node(NamedTuple):
    """Where a battle stands; numbers stand for what _Counting has met, since those are compared without end."""

    attackers: int
    defenders: int
    """Numbers of what is left of a side."""
    played: int
    """Number of the chits shown so far, as far as they still matter."""
    chits: int
    rerolls: int


Nodes = dict[Node, float]
Chits = tuple[Played, ...]
Pair = tuple[int, int]
"""What is left of both sides, the attackers first."""
Cases = Mapping[tuple[Pair, int], float]
"""What is left of both sides, with the rerolls left."""


class Ending(NamedTuple):
    """How a battle ends, and who is left."""

    end: End
    attackers: Forces
    defenders: Forces


@dataclass(frozen=True, slots=True)
class Forecast:
    """The endings of a battle with their probabilities."""

    endings: Mapping[Ending, float]

    def chance(self, *ends: End) -> float:
        """The probability of some kinds of ending."""
        return sum(p for ending, p in self.endings.items() if ending.end in ends)

    def lost(self, steps: int, of_attackers: bool) -> Spread:
        """Steps that a side loses which had so many; those of an enemy reserve that joins make up for them."""
        left = ((steps_of(end.attackers if of_attackers else end.defenders), p) for end, p in self.endings.items())
        return dict(sorted(merged((max(0, steps - count), p) for count, p in left).items()))


def steps_of(forces: Sequence[Force]) -> int:
    """Hits that forces can take (2.10)."""
    return sum(force.steps for force in forces)


def forecast(table: Table, battle: rules.Battle) -> Forecast:
    """How a battle goes on from where it stands."""
    counting = _Counting(table, battle)
    endings = counting.endings()
    whole = sum(endings.values())
    return Forecast({ending: p / whole for ending, p in endings.items()})


class _Counting:
    """A battle counted out."""

    def __init__(self, table: Table, battle: rules.Battle) -> None:
        self.table, self.battle = table, battle
        self.book = book_of(table)
        self.faces = self.book.charts.die
        self.side: Side = battle.side
        self.round, self.last = battle.round, self.book.charts.battle.rounds + battle.pressed
        self._found: dict[Ending, float] = {}
        self._refuges = bool(havens(table, battle.area, enemy(battle.side)))
        self._known: list[Forces] = [()]
        self._numbers: dict[Forces, int] = {(): 0}
        self._told: list[Chits] = []
        self._tellings: dict[Chits, int] = {}
        self._after_hit = cache(self._struck)
        self._after_fire = cache(self._fired)
        self._dice = cache(self._volley)
        self._outnumbered = cache(self._is_outnumbered)
        self._cup = cache(self._to_be_drawn)
        self._telling = cache(self._in_fire)
        self._lasting = cache(self._kept)
        self._counting_now = cache(self._now)

    # What is left of a side, by number; 0 is nobody

    def _number(self, forces: Sequence[Force]) -> int:
        whole = tuple(forces)
        if whole not in self._numbers:
            self._numbers[whole] = len(self._known)
            self._known.append(whole)
        return self._numbers[whole]

    def _struck(self, number: int) -> int:
        """A side after a hit: a full force takes it if there is one, of those the lowest present CV (4.4.7)."""
        left = list(self._known[number])
        if not left:
            return 0
        struck = weakest(self.table, [force for force in left if not force.reduced] or left)
        at = left.index(struck)
        left[at : at + 1] = [] if struck.reduced else [changed(struck, reduced=True)]
        return self._number(left)

    def _hit(self, number: int, hits: int) -> int:
        for _ in range(hits):
            number = self._after_hit(number)
        return number

    def _with_hits(self, node: Node, side: Side, hits: int) -> Node:
        if side == self.side:
            return node._replace(attackers=self._hit(node.attackers, hits))
        return node._replace(defenders=self._hit(node.defenders, hits))

    def _forces(self, node: Node, side: Side) -> Forces:
        return self._known[node.attackers if side == self.side else node.defenders]

    # Chits shown, by number

    def _chits(self, played: Chits) -> int:
        if played not in self._tellings:
            self._tellings[played] = len(self._told)
            self._told.append(played)
        return self._tellings[played]

    def _to_be_drawn(self, played: int) -> Mapping[str, float]:
        """What the enemy may draw, with its probabilities (4.4.3)."""
        cup = enemy_cup(self.table, self._told[played])
        return {chit: count / len(cup) for chit, count in Counter(cup).items()}

    def _in_fire(self, played: int, round_: int) -> int:
        """Those that count in a round for what dice must show."""
        return self._chits(tuple(each for each in self._told[played] if self._tells(each, round_)))

    def _tells(self, played: Played, round_: int) -> bool:
        entry = self._entry(played)
        numbers = (entry.hit, entry.armour_hit, entry.enemy_hit, entry.terrain_less, entry.more_dice)
        return counts(self.table, played, round_) and (any(numbers) or bool(entry.ignores_terrain) or entry.ignores_dig)

    def _now(self, played: int, round_: int) -> int:
        """Those that count in a round."""
        return self._chits(tuple(each for each in self._told[played] if counts(self.table, each, round_)))

    def _kept(self, played: int, more: bool) -> int:
        """Those that matter after their round: for the battle, or because they are missing in the cup."""
        told = self._told[played]
        kept = [each for each in told if counts(self.table, each, self.last + 1)]
        gone = [Played(ENEMY, each.chit, 0, False) for each in told if each.side == ENEMY and each not in kept]
        return self._chits((*kept, *sorted(gone, key=lambda each: each.chit)) if more else tuple(kept))

    def _entry(self, played: Played) -> PlanEntry:
        return self.book.plans(played.side)[played.chit]

    def _effects(self, node: Node, side: Side) -> list[PlanEntry]:
        return in_force(self.table, side, self._told[node.played], self.round)

    # The rounds

    def endings(self) -> Mapping[Ending, float]:
        """Round by round to the end."""
        battle = self.battle
        first, second = rules.attackers(self.table, battle), rules.defenders(self.table, battle)
        pair = self._number(first), self._number(second)
        nodes = self._living({Node(*pair, self._chits(battle.played), battle.chits, battle.rerolls): 1.0})
        stage: rules.Stage = battle.stage
        while nodes and self.round <= self.last:
            nodes = self._play_round(nodes, stage)
            stage, self.round = "plan", self.round + 1
        for node, p in nodes.items():
            self._end("held", node, p)
        return self._found

    def _play_round(self, nodes: Nodes, first: rules.Stage) -> Nodes:
        """What is left of a round, from a stage on; the decisions are taken for granted."""
        played = {
            "support": self._support,
            "draw": self._draw,
            "bombs": self._bombs,
            "guns": self._guns,
            "fire": self._fire,
            "retreat": self._retreat,
        }
        stages = list(rules.STAGES)
        for stage in stages[stages.index(first) :]:
            if stage in played:
                nodes = self._living(played[stage](nodes))
        return self._forgotten(nodes)

    def _end(self, end: End, node: Node, p: float) -> None:
        ending = Ending(end, self._known[node.attackers], self._known[node.defenders])
        self._found[ending] = self._found.get(ending, 0.0) + p

    def _living(self, nodes: Nodes) -> Nodes:
        """The battle ends at once when a side has no force left (4.4.5)."""
        left: Nodes = {}
        for node, p in nodes.items():
            if not (node.attackers and node.defenders):
                self._end("won" if node.attackers else "lost", node, p)
            elif p >= SMALLEST:
                left[node] = p
        return left

    def _forgotten(self, nodes: Nodes) -> Nodes:
        """After a round chits of that round count only for what is left in the cup, if anything is drawn from it."""
        return merged(
            (node._replace(played=self._lasting(node.played, node.chits > 0), rerolls=0), p)
            for node, p in nodes.items()
        )

    # Chits, aircraft and guns

    def _hit_side(self, nodes: Nodes, side: Side, rolled: Callable[[Node], Spread]) -> Nodes:
        """Hits on a side by dice that nobody answers."""
        return merged(
            (self._with_hits(node, side, hits), p * share)
            for node, p in nodes.items()
            for hits, share in rolled(node).items()
        )

    def _support(self, nodes: Nodes) -> Nodes:
        """Support dice of an enemy attack (4.4.2)."""
        hits = hits_on([self.book.charts.battle.support_hit] * self.battle.support, self.faces)
        return self._hit_side(nodes, enemy(self.side), lambda node: hits)

    def _draw(self, nodes: Nodes) -> Nodes:
        """The enemy's chit, every one that can be drawn (4.4.3, 4.4.14)."""
        return self._without_the_cup(merged(self._drawn(nodes)))

    def _drawn(self, nodes: Nodes) -> Iterator[tuple[Node, float]]:
        for node, p in nodes.items():
            cup = self._cup(node.played) if node.chits else {}
            for chit, share in cup.items():
                after = self._shown(node, chit, p * share)
                if after is not None:
                    yield after, p * share
            if not cup:
                yield node, p

    def _without_the_cup(self, nodes: Nodes) -> Nodes:
        """Where nothing more will be drawn, only chits that count now matter."""
        return merged(
            (node, p)
            if node.chits and self.round < self.last
            else (node._replace(played=self._counting_now(node.played, self.round), chits=0), p)
            for node, p in nodes.items()
        )

    def _shown(self, node: Node, chit: str, p: float) -> Node | None:
        """A chit drawn, with what it does at once; None if the enemy goes."""
        entry, forces = self.book.plans(ENEMY)[chit], self._forces(node, ENEMY)
        works = fits(entry, self.battle.role(ENEMY), forces)
        played = (*self._told[node.played], Played(ENEMY, chit, self.round, works))
        after = node._replace(played=self._chits(played), chits=node.chits - 1)
        if works and entry.reserve:
            whole = self._number(in_force_order(self.table, [*forces, self._reserve(entry, forces)]))
            return after._replace(attackers=whole) if self.side == ENEMY else after._replace(defenders=whole)
        if works and entry.retreats and self._may_retreat(after):
            self._go(after, p)
            return None
        return after

    def _reserve(self, entry: PlanEntry, forces: Forces) -> Force:
        """A force that joins, last in the order of entry (4.4.14)."""
        assert entry.reserve is not None
        number = self.table.serial + sum(force.serial >= self.table.serial for force in forces)
        return Force(f"reserve-{number}", ENEMY, entry.reserve, "", number, forces[0].area, reduced=True)

    def _bombs(self, nodes: Nodes) -> Nodes:
        """Aircraft in round 1 (4.4.4)."""
        if not self.battle.air or self.round > 1:
            return nodes
        chart = self.book.charts.battle
        hits = hits_on([chart.air_hit] * chart.air_dice, self.faces)

        def rolled(node: Node) -> Spread:
            return NOTHING if any(entry.no_air for entry in self._effects(node, ENEMY)) else hits

        return self._hit_side(nodes, ENEMY, rolled)

    def _guns(self, nodes: Nodes) -> Nodes:
        """Dice of chits before the first Speed (4.4.4)."""

        def rolled_by(side: Side) -> Callable[[Node], Spread]:
            return lambda node: hits_on(
                [entry.gun_hit for entry in self._effects(node, side) for _ in range(entry.gun_dice)], self.faces
            )

        for side in (self.side, enemy(self.side)):
            nodes = self._living(self._hit_side(nodes, enemy(side), rolled_by(side)))
        return nodes

    # Fire

    def _fire(self, nodes: Nodes) -> Nodes:
        """All Speeds of the round (4.4.5)."""
        return merged(
            (Node(*left, node.played, node.chits, 0), p * share)
            for node, p in nodes.items()
            for left, share in self._after_fire(
                (node.attackers, node.defenders), self._telling(node.played, self.round), node.rerolls, self.round
            )
        )

    def _fired(self, start: Pair, told: int, rerolls: int, round_: int) -> Sequence[tuple[Pair, float]]:
        """What a round of fire leaves of both sides."""
        cases: Cases = {(start, rerolls): 1.0}
        forces = (*self._known[start[0]], *self._known[start[1]])
        fired = self.battle.speed if round_ == self.battle.round else 0
        for speed in sorted({class_of(self.table, force).speed for force in forces}, reverse=True):
            if not fired or speed < fired:
                cases = merged(self._at_speed(cases, told, speed, round_))
        return tuple(merged((pair, p) for (pair, _), p in cases.items()).items())

    def _at_speed(self, cases: Cases, told: int, speed: int, round_: int) -> Iterator[tuple[tuple[Pair, int], float]]:
        """The dice of both sides at a Speed; their hits count together."""
        for (pair, rerolls), p in cases.items():
            if not all(pair):
                yield (pair, rerolls), p
                continue
            volleys = [self._dice(number, told, rerolls, speed, round_) for number in pair]
            for (hits, left), share in volleys[0].items():
                for (answer, other), chance in volleys[1].items():
                    after = self._hit(pair[0], answer), self._hit(pair[1], hits)
                    yield (after, min(left, other)), p * share * chance

    def _volley(self, number: int, told: int, rerolls: int, speed: int, round_: int) -> Mapping[tuple[int, int], float]:
        """Hits of a side at a Speed with the rerolls that it leaves; only the player has any (4.4.13)."""
        battle = changed(self.battle, played=self._told[told], round=round_)
        cases = {(0, rerolls): 1.0}
        for force in self._known[number]:
            if class_of(self.table, force).speed == speed:
                chance = rules.hit_number(self.table, battle, force) / self.faces
                for _ in range(rules.dice_of(self.table, battle, force)):
                    cases = _with_die(cases, chance, force.side == AXIS)
        return cases

    # Retreat

    def _may_retreat(self, node: Node) -> bool:
        return self._refuges and rules.may_go(
            self.table, self._known[node.defenders], self._effects(node, enemy(self.side))
        )

    def _retreat(self, nodes: Nodes) -> Nodes:
        """The program's test; the player stands (4.4.8)."""
        if self.side == ENEMY:
            return nodes
        goes, left = chance_of(self.book.charts.battle.retreat_test, self.faces), Nodes()
        for node, p in nodes.items():
            stays = 1.0
            if self._outnumbered((node.attackers, node.defenders)) and self._may_retreat(node):
                stays -= goes
                self._go(node, p * goes)
            left[node] = p * stays
        return left

    def _is_outnumbered(self, pair: Pair) -> bool:
        return rules.outnumbered(self.table, self._known[pair[1]], self._known[pair[0]])

    def _go(self, node: Node, p: float) -> None:
        """The enemy's defenders retreat, after the hits of a pursuit; S forces are destroyed (4.4.9, 4.4.13)."""
        hits = sum(entry.retreat_hits for entry in self._effects(node, self.side))
        left = [force for force in self._known[self._hit(node.defenders, hits)] if mobile(self.table, force)]
        self._end("retreat", node._replace(defenders=self._number(left)), p)


def _with_die(cases: Mapping[Pair, float], hit: float, again: bool) -> dict[Pair, float]:
    """Hits and rerolls left after one more die; as long as there are rerolls a miss is rolled at once."""

    def rolled() -> Iterator[tuple[Pair, float]]:
        for (hits, rerolls), p in cases.items():
            second = (1 - hit) * hit if again and rerolls else 0.0
            left = rerolls - 1 if again and rerolls else rerolls
            yield (hits + 1, rerolls), p * hit
            yield (hits + 1, left), p * second
            yield (hits, left), p * (1 - hit - second)

    return merged(rolled())
