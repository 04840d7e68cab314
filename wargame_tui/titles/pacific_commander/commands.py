"""The commands of Pacific Commander: one class a verb, in the order of the sequence of play (5.2)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.titles.pacific_commander.data import ForceClass

Answer = Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class RepairShip(Command):
    """Repair one hit of a ship (3.4.5)."""

    verb: ClassVar[str] = "repair_ship"
    ship: str


@dataclass(frozen=True, slots=True)
class RestoreStep(Command):
    """Restore one step of a ground Force or LBA (3.4.6)."""

    verb: ClassVar[str] = "restore_step"
    force: str


@dataclass(frozen=True, slots=True)
class RestoreAir(Command):
    """Restore air points of a carrier (3.4.7)."""

    verb: ClassVar[str] = "restore_air"
    carrier: str
    points: int


@dataclass(frozen=True, slots=True)
class BuyForce(Command):
    """Buy a Force of a class; it comes next turn (3.4.4)."""

    verb: ClassVar[str] = "buy_force"
    cls: ForceClass


@dataclass(frozen=True, slots=True)
class DrawPlan(Command):
    """Draw a Battle Plan from the cup (3.4.9)."""

    verb: ClassVar[str] = "draw_plan"


@dataclass(frozen=True, slots=True)
class ChoosePlan(Command):
    """Take a named Battle Plan out of the cup (3.4.9)."""

    verb: ClassVar[str] = "choose_plan"
    chit: str


@dataclass(frozen=True, slots=True)
class CodeBreak(Command):
    """Special Operation: read the enemy's signals about an Area (3.5.2)."""

    verb: ClassVar[str] = "code_break"
    area: str


@dataclass(frozen=True, slots=True)
class CommerceRaid(Command):
    """Special Operation: send submarines against merchantmen; name them with `add`, then `go` (3.5.3)."""

    verb: ClassVar[str] = "commerce_raid"


@dataclass(frozen=True, slots=True)
class CarrierRaid(Command):
    """Special Operation: a raid from an Area on another, home to a port; name ships with `add`, then `go` (3.5.4)."""

    verb: ClassVar[str] = "carrier_raid"
    origin: str
    area: str
    port: str


@dataclass(frozen=True, slots=True)
class Seabees(Command):
    """Special Operation: enlarge the airfield of a Held Area (3.5.5)."""

    verb: ClassVar[str] = "seabees"
    area: str


@dataclass(frozen=True, slots=True)
class DigIn(Command):
    """Special Operation: raise the fort of a Held Area (3.5.6)."""

    verb: ClassVar[str] = "dig_in"
    area: str


@dataclass(frozen=True, slots=True)
class Coastwatchers(Command):
    """Special Operation: coastwatchers help the search in the south (3.5.7)."""

    verb: ClassVar[str] = "coastwatchers"


@dataclass(frozen=True, slots=True)
class AirLift(Command):
    """Special Operation: fly a garrison to a Held Area (3.5.8)."""

    verb: ClassVar[str] = "air_lift"
    force: str
    area: str


@dataclass(frozen=True, slots=True)
class BomberOffensive(Command):
    """Special Operation: bomb the industry of Japan (3.5.9)."""

    verb: ClassVar[str] = "bomber_offensive"


@dataclass(frozen=True, slots=True)
class TaskForce(Command):
    """Begin to form a task force of ships in an Area (3.6.1)."""

    verb: ClassVar[str] = "task_force"
    area: str


@dataclass(frozen=True, slots=True)
class Add(Command):
    """Add a Force to what is being formed: a task force, a raid."""

    verb: ClassVar[str] = "add"
    adds: ClassVar[bool] = True
    force: str


@dataclass(frozen=True, slots=True)
class AddAll(Command):
    """Add every warship of the Area that can go."""

    verb: ClassVar[str] = "add_all"


@dataclass(frozen=True, slots=True)
class Load(Command):
    """A transport of the task force takes a ground Force on board (3.6.3)."""

    verb: ClassVar[str] = "load"
    ship: str
    force: str


@dataclass(frozen=True, slots=True)
class Sail(Command):
    """The task force goes to an Area (3.6.1)."""

    verb: ClassVar[str] = "sail"
    area: str


@dataclass(frozen=True, slots=True)
class Shuttle(Command):
    """A ground Force goes from one US base to another (3.6.4)."""

    verb: ClassVar[str] = "shuttle"
    force: str
    area: str


@dataclass(frozen=True, slots=True)
class Fly(Command):
    """LBA flies to a friendly Area (3.6.6)."""

    verb: ClassVar[str] = "fly"
    force: str
    area: str


@dataclass(frozen=True, slots=True)
class Go(Command):
    """Carry out what has been formed."""

    verb: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class RerollOrder(Command):
    """Have the order die of the fleet rolled again (3.5.2)."""

    verb: ClassVar[str] = "reroll_order"


@dataclass(frozen=True, slots=True)
class KeepOrder(Command):
    """Leave the order die as it is (3.5.2)."""

    verb: ClassVar[str] = "keep_order"


@dataclass(frozen=True, slots=True)
class Rear(Command):
    """Put a damaged ship into REAR (3.8.4)."""

    verb: ClassVar[str] = "rear"
    adds: ClassVar[bool] = True
    ship: str


@dataclass(frozen=True, slots=True)
class Support(Command):
    """Call an LBA of a linked Area to the battle (3.8.5)."""

    verb: ClassVar[str] = "support"
    adds: ClassVar[bool] = True
    force: str


@dataclass(frozen=True, slots=True)
class Done(Command):
    """No more of these: go on."""

    verb: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Auto(Command):
    """Leave the decision in hand to the rule of thumb of 5.3 (2.12)."""

    verb: ClassVar[str] = "auto"


@dataclass(frozen=True, slots=True)
class PlayPlan(Command):
    """Play a Battle Plan from the hand (3.9.2)."""

    verb: ClassVar[str] = "play_plan"
    chit: str


@dataclass(frozen=True, slots=True)
class PassPlan(Command):
    """Play no Battle Plan this round (3.9.2)."""

    verb: ClassVar[str] = "pass_plan"


@dataclass(frozen=True, slots=True)
class SplitAir(Command):
    """Keep so many air points as CAP; the rest strikes (3.9.6)."""

    verb: ClassVar[str] = "split_air"
    cap: int


@dataclass(frozen=True, slots=True)
class Target(Command):
    """Name the next target of the strike (3.9.10)."""

    verb: ClassVar[str] = "target"
    force: str


@dataclass(frozen=True, slots=True)
class DiceAt(Command):
    """Aim so many strike dice at the target just named (3.9.10)."""

    verb: ClassVar[str] = "dice"
    adds: ClassVar[bool] = True
    count: int


@dataclass(frozen=True, slots=True)
class Torpedo(Command):
    """The submarine attacks a ship (3.10.1)."""

    verb: ClassVar[str] = "torpedo"
    force: str


@dataclass(frozen=True, slots=True)
class HoldBack(Command):
    """The submarine does not attack (3.10.1)."""

    verb: ClassVar[str] = "hold_back"


@dataclass(frozen=True, slots=True)
class AcceptSurface(Command):
    """Whether the US wants the surface fight (3.10.2)."""

    verb: ClassVar[str] = "accept_surface"
    answer: Answer


@dataclass(frozen=True, slots=True)
class Aim(Command):
    """Aim the next gun or torpedo die at a ship (3.10.3, 3.10.6)."""

    verb: ClassVar[str] = "aim"
    adds: ClassVar[bool] = True
    force: str


@dataclass(frozen=True, slots=True)
class AimRest(Command):
    """Aim all gun and torpedo dice that are left at one ship (3.10.3, 3.10.6)."""

    verb: ClassVar[str] = "aim_rest"
    force: str


@dataclass(frozen=True, slots=True)
class Pursue(Command):
    """Whether LINE ships go after the enemy's REAR (3.10.6)."""

    verb: ClassVar[str] = "pursue"
    answer: Answer


@dataclass(frozen=True, slots=True)
class Bombard(Command):
    """Whether LINE ships bombard the shore (3.10.7)."""

    verb: ClassVar[str] = "bombard"
    answer: Answer


@dataclass(frozen=True, slots=True)
class Land(Command):
    """Land a ground Force (3.11.1)."""

    verb: ClassVar[str] = "land"
    force: str


@dataclass(frozen=True, slots=True)
class Lose(Command):
    """A Force takes the next hit (3.11.2, 3.11.5)."""

    verb: ClassVar[str] = "lose"
    force: str


@dataclass(frozen=True, slots=True)
class RepairHit(Command):
    """Damage control takes back a hit of this round (3.12.3)."""

    verb: ClassVar[str] = "repair_hit"
    ship: str


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """Withdraw ships and submarines to an Area (3.11.7)."""

    verb: ClassVar[str] = "withdraw"
    area: str


@dataclass(frozen=True, slots=True)
class Stay(Command):
    """Withdraw nothing (3.11.7)."""

    verb: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class End(Command):
    """End this step of the turn (2.11)."""

    verb: ClassVar[str] = "end"


ALL: tuple[type[Command], ...] = (
    RepairShip,
    RestoreStep,
    RestoreAir,
    BuyForce,
    DrawPlan,
    ChoosePlan,
    CodeBreak,
    CommerceRaid,
    CarrierRaid,
    Seabees,
    DigIn,
    Coastwatchers,
    AirLift,
    BomberOffensive,
    TaskForce,
    Add,
    AddAll,
    Load,
    Sail,
    Shuttle,
    Fly,
    Go,
    RerollOrder,
    KeepOrder,
    Rear,
    Support,
    Done,
    Auto,
    PlayPlan,
    PassPlan,
    SplitAir,
    Target,
    DiceAt,
    Torpedo,
    HoldBack,
    AcceptSurface,
    Aim,
    AimRest,
    Pursue,
    Bombard,
    Land,
    Lose,
    RepairHit,
    Withdraw,
    Stay,
    End,
)
