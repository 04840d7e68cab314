"""The surface fight: consent, gunfire, pursuit (3.10.2 to 3.10.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.titles.pacific_commander.commands import AcceptSurface, Aim, AimRest, Pursue
from wargame_tui.titles.pacific_commander.events.battles import NoSurfaceFight, SurfaceWished
from wargame_tui.titles.pacific_commander.events.dice import FightRoll
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, SIDES, US, enemy
from wargame_tui.titles.pacific_commander.printed.data import Side
from wargame_tui.titles.pacific_commander.rules import plans
from wargame_tui.titles.pacific_commander.rules.choice import Choice, YesOrNo, among, called
from wargame_tui.titles.pacific_commander.rules.engagement import day, in_hand, line, note_round, rear
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table, book_of, rating, ratings, steps_left

Weapon = Literal["gun", "torp"]
WEAPONS: tuple[Weapon, ...] = ("gun", "torp")

# Whether there is a fight


def begin(g: Draft) -> None:
    """Step 5 is a fight of LINE against LINE, a pursuit of a REAR without LINE, or nothing (3.10.2, 3.10.6)."""
    if plans.any_of(g, "no_surface"):
        g.tell(NoSurfaceFight())
    elif line(g, US) and line(g, JAPAN):
        g.push(SurfaceConsent())
    elif pursuer(g) == US:
        g.push(PursuitChoice())
    elif pursuer(g) == JAPAN:
        _pursue(g, JAPAN)


def at_night(table: Table) -> bool:
    """Whether step 5 is played with the factor and modifiers of Night (3.10.2, 3.10.4, 3.12.4)."""
    return not day(table) or plans.any_of(table, "night")


def gun_sum(table: Table, side: Side) -> int:
    """Dice x printed hit numbers of guns and torpedoes of a side's ships in LINE (3.10.2)."""
    weapons = [getattr(ratings(table, ship), weapon) for ship in line(table, side) for weapon in WEAPONS]
    return sum(weapon.dice * weapon.hit for weapon in weapons)


def japan_wants(table: Table) -> bool:
    """Whether Japan wants the surface fight (3.10.2)."""
    ours, theirs = book_of(table).charts.battle.surface_ratio["night" if at_night(table) else "day"]
    return ours * gun_sum(table, JAPAN) >= theirs * gun_sum(table, US)


@dataclass(frozen=True, slots=True)
class SurfaceConsent(YesOrNo):
    """The player says whether he wants the surface fight (3.10.2)."""

    kind: Literal["surface_consent"] = "surface_consent"
    says: ClassVar[type[Command]] = AcceptSurface

    def prompt(self, table: Table) -> Prompt:
        """Yes or no?"""
        sums = f"Gun sums: {gun_sum(table, US)} to {gun_sum(table, JAPAN)}."
        return Prompt(f"Seek a surface fight? {sums}", "3.10.2")

    def automatically(self, g: Draft) -> None:
        """Yes, if the own gun sum is not below the enemy's (5.3)."""
        self.settle(g, self._is_stronger(g))

    def thumb(self, table: Table) -> Sequence[Command]:
        """The same as an answer."""
        return (AcceptSurface("yes" if self._is_stronger(table) else "no"),)

    def _is_stronger(self, table: Table) -> bool:
        return gun_sum(table, US) >= gun_sum(table, JAPAN)

    def settle(self, g: Draft, yes: bool) -> None:
        """There is a fight if both want it, or if the one that does can bring it about."""
        g.finish()
        wishes = {US: yes, JAPAN: japan_wants(g)}
        g.tell(SurfaceWished(wishes=wishes))
        if all(wishes.values()) or (any(wishes.values()) and _forced(g)):
            note_round(g, firing=SIDES)
            g.push(GunAim())


def _forced(g: Draft) -> bool:
    """Whether the side that wants the fight brings it about (3.10.2)."""
    die, needed = book_of(g).charts.die, book_of(g).charts.battle.surface_one_wants
    face = g.roll(die)[0]
    g.tell(FightRoll(purpose="surface", faces=die, at_least=needed, dice=[face], hits=int(face >= needed)))
    return face >= needed


# Pursuit


def pursuer(table: Table) -> Side | None:
    """The side with ships in LINE whose enemy has none there, but some in REAR (3.10.6)."""
    for side in SIDES:
        if line(table, side) and not line(table, enemy(side)) and rear(table, enemy(side)):
            return side
    return None


def _pursue(g: Draft, side: Side) -> None:
    if g.check(book_of(g).charts.battle.pursuit, "pursuit", "3.10.6", side=side):
        note_round(g, firing=(side,))
        if side == US:
            g.push(GunAim())


@dataclass(frozen=True, slots=True)
class PursuitChoice(YesOrNo):
    """The player says whether he goes after the enemy REAR (3.10.6)."""

    kind: Literal["pursuit_choice"] = "pursuit_choice"
    asks: ClassVar[Prompt] = Prompt("The enemy has no ships in LINE: pursue his REAR?", "3.10.6")
    says: ClassVar[type[Command]] = Pursue

    def settle(self, g: Draft, yes: bool) -> None:
        """Go after it, or let it go."""
        g.finish()
        if yes:
            _pursue(g, US)


# Aiming


def pursuing(table: Table) -> bool:
    """Whether the fire in hand is a pursuit's: one side's only (3.10.6)."""
    return len(in_hand(table).now.firing) == 1


def dice_of(table: Table, side: Side) -> list[tuple[Force, Weapon]]:
    """The dice of a side's LINE ships in the order in which they roll: guns, then torpedoes (3.10.3); a pursuit has
    guns only (3.10.6)."""
    weapons = WEAPONS[:1] if pursuing(table) else WEAPONS
    return [
        (ship, weapon)
        for ship in line(table, side)
        for weapon in weapons
        for _ in range(getattr(ratings(table, ship), weapon).dice)
    ]


def in_sight(table: Table, side: Side) -> list[Force]:
    """The ships at which a side fires: LINE, or the REAR that it pursues, in Force order."""
    return rear(table, enemy(side)) if pursuing(table) else line(table, enemy(side))


def spread(table: Table, side: Side, dice: int) -> list[str]:
    """Dice go round the enemy ships, that with most remaining steps first, in pursuit the first (3.10.5, 3.10.6)."""
    targets = in_sight(table, side)
    if not pursuing(table):
        targets.sort(key=lambda ship: -steps_left(table, ship))
    return [targets[number % len(targets)].id for number in range(dice)]


@dataclass(frozen=True, slots=True)
class GunAim(Choice):
    """The player aims each die of his LINE ships (3.10.3, 3.10.6)."""

    aims: tuple[str, ...] = ()
    kind: Literal["gun_aim"] = "gun_aim"
    at_force: ClassVar[type[Command]] = Aim

    def _left(self, table: Table) -> list[tuple[Force, Weapon]]:
        return dice_of(table, US)[len(self.aims) :]

    def open(self, table: Table) -> bool:
        """With dice left and more than one ship in sight."""
        return bool(self._left(table)) and len(in_sight(table, US)) > 1

    def prompt(self, table: Table) -> Prompt:
        """At which ship?"""
        left = self._left(table)
        ship, weapon = left[0]
        words = "gun" if weapon == "gun" else "torpedo"
        return Prompt(f"{called(ship)}: aim a {words} die; {len(left)} to aim.", _rule(table))

    def answers(self, table: Table) -> Iterator[Command]:
        """Each ship in sight, for the next die or for all that are left."""
        seen = in_sight(table, US)
        yield from (Aim(ship.id) for ship in seen)
        yield from (AimRest(ship.id) for ship in seen)

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Ships in sight (3.10.3, 3.10.6)."""
        if not isinstance(command, Aim | AimRest):
            return self.not_now(table)
        if isinstance(command, AimRest) and len(self._left(table)) == 1:
            return Refusal("only one die left to aim", _rule(table))
        names = [ship.id for ship in in_sight(table, US)]
        return among(table, command.force, names, "no enemy ship at which your LINE fires", _rule(table))

    def answer(self, g: Draft, command: Command) -> None:
        """Note the target of the next die, or of all that are left."""
        match command:
            case Aim(force):
                g.swap(aims=(*self.aims, force))
            case AimRest(force):
                g.swap(aims=(*self.aims, *[force] * len(self._left(g))))

    def automatically(self, g: Draft) -> None:
        """The dice that are left go over the enemy ships as Japan's (5.3)."""
        note_round(g, aims=(*self.aims, *spread(g, US, len(self._left(g)))))
        g.finish()

    def thumb(self, table: Table) -> Sequence[Command]:
        """The same die by die."""
        return [Aim(force) for force in spread(table, US, len(self._left(table)))]


# Fire


def fire(g: Draft) -> None:
    """All that fire roll, the US first; then the hits of all count (3.10.3, 3.10.6)."""
    hit: list[str] = []
    for side in in_hand(g).now.firing:
        aims = in_hand(g).now.aims if side == US else spread(g, side, len(dice_of(g, side)))
        hit += _roll(g, side, aims)
    for ship in hit:
        g.hit(ship, 1, _rule(g))


def _rule(table: Table) -> str:
    return "3.10.6" if pursuing(table) else "3.10.3"


def _roll(g: Draft, side: Side, aims: Sequence[str]) -> list[str]:
    """A side's fire, weapon by weapon; the ships that it hits, once for each hit."""
    found: list[str] = []
    dice = dice_of(g, side)
    for ship, weapon in dict.fromkeys(dice):
        targets = [aim for aim, die in zip(aims, dice, strict=True) if die == (ship, weapon)]
        numbers = [fire_number(g, ship, weapon)] * len(targets)
        checks = g.checks(numbers, weapon, _rule(g), side=side, force=ship.id, targets=targets)
        found += [target for target, check in zip(targets, checks, strict=True) if check.hit]
        note_round(g, fired=True)
    return found


def fire_number(table: Table, ship: Force, weapon: Weapon) -> int:
    """The number of a gun or torpedo die as the ship stands (3.3.5), at Night (3.10.4), in pursuit (3.10.6)."""
    chart, year, side = book_of(table).charts.battle, book_of(table).campaign.year, ship.side
    number = rating(table, ship, weapon).hit + (chart.pursuit_hit if pursuing(table) else 0)
    if weapon == "gun":
        night = chart.night_gun_us[year] if side == US else 0
        return number + plans.added(table, side, "gun") + (night if at_night(table) else 0)
    night = chart.night_torp_japan[year] if side == JAPAN else 0
    return number + plans.torpedoes(table, side, ship.cls) + (night if at_night(table) else 0)
