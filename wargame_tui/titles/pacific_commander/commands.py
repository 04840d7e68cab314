"""The commands of Pacific Commander: one class a verb, in the order of the sequence of play (5.2)."""

from typing import ClassVar, Literal

from wargame_tui.core.command import Command, command, commands_of
from wargame_tui.titles.pacific_commander.printed.data import ForceClass

Answer = Literal["yes", "no"]


@command("repair_ship", "3.4.5")
class RepairShip(Command):
    """Repair one hit of a ship."""

    ship: str


@command("restore_step", "3.4.6")
class RestoreStep(Command):
    """Restore one step of a ground Force or LBA."""

    force: str


@command("restore_air", "3.4.7")
class RestoreAir(Command):
    """Restore air points of a carrier."""

    carrier: str
    points: int


@command("buy_force", "3.4.4")
class BuyForce(Command):
    """Buy a Force of a class; it comes next turn."""

    cls: ForceClass


@command("draw_plan", "3.4.9")
class DrawPlan(Command):
    """Draw a Battle Plan from the cup."""


@command("choose_plan", "3.4.9")
class ChoosePlan(Command):
    """Take a named Battle Plan out of the cup."""

    chit: str


@command("code_break", "3.5.2")
class CodeBreak(Command):
    """Special Operation: read the enemy's signals about an Area."""

    area: str


@command("commerce_raid", "3.5.3")
class CommerceRaid(Command):
    """Special Operation: send submarines against merchantmen; name them with `add`, then `go`."""


@command("carrier_raid", "3.5.4")
class CarrierRaid(Command):
    """Special Operation: a raid from an Area on another, home to a port; name ships with `add`, then `go`."""

    origin: str
    area: str
    port: str


@command("seabees", "3.5.5")
class Seabees(Command):
    """Special Operation: enlarge the airfield of a Held Area."""

    area: str


@command("dig_in", "3.5.6")
class DigIn(Command):
    """Special Operation: raise the fort of a Held Area."""

    area: str


@command("coastwatchers", "3.5.7")
class Coastwatchers(Command):
    """Special Operation: coastwatchers help the search in the south."""


@command("air_lift", "3.5.8")
class AirLift(Command):
    """Special Operation: fly a garrison to a Held Area."""

    force: str
    area: str


@command("bomber_offensive", "3.5.9")
class BomberOffensive(Command):
    """Special Operation: bomb the industry of Japan."""


@command("task_force", "3.6.1")
class TaskForce(Command):
    """Begin to form a task force of ships in an Area."""

    area: str


@command("add", "3.6.1")
class Add(Command):
    """Add a Force to what is being formed: a task force, a raid."""

    adds: ClassVar[bool] = True
    force: str


@command("add_all", "3.6.1")
class AddAll(Command):
    """Add every warship of the Area that can go."""


@command("load", "3.6.3")
class Load(Command):
    """A transport of the task force takes a ground Force on board."""

    ship: str
    force: str


@command("sail", "3.6.1")
class Sail(Command):
    """The task force goes to an Area."""

    area: str


@command("shuttle", "3.6.4")
class Shuttle(Command):
    """A ground Force goes from one US base to another."""

    force: str
    area: str


@command("fly", "3.6.6")
class Fly(Command):
    """LBA flies to a friendly Area."""

    force: str
    area: str


@command("go", "3.5.1")
class Go(Command):
    """Carry out what has been formed."""


@command("reroll_order", "3.5.2")
class RerollOrder(Command):
    """Have the order die of the fleet rolled again."""


@command("keep_order", "3.5.2")
class KeepOrder(Command):
    """Leave the order die as it is."""


@command("rear", "3.8.4")
class Rear(Command):
    """Put a damaged ship into REAR."""

    adds: ClassVar[bool] = True
    ship: str


@command("support", "3.8.5")
class Support(Command):
    """Call an LBA of a linked Area to the battle."""

    adds: ClassVar[bool] = True
    force: str


@command("done", "2.12")
class Done(Command):
    """No more of these: go on."""


@command("auto", "5.3")
class Auto(Command):
    """Leave the decision in hand to a rule of thumb (2.12)."""


@command("play_plan", "3.9.2")
class PlayPlan(Command):
    """Play a Battle Plan from the hand."""

    chit: str


@command("pass_plan", "3.9.2")
class PassPlan(Command):
    """Play no Battle Plan this round."""


@command("split_air", "3.9.6")
class SplitAir(Command):
    """Keep so many air points as CAP; the rest strikes."""

    cap: int


@command("target", "3.9.10")
class Target(Command):
    """Name the next target of the strike."""

    force: str


@command("dice", "3.9.10")
class DiceAt(Command):
    """Aim so many strike dice at the target just named."""

    adds: ClassVar[bool] = True
    count: int


@command("torpedo", "3.10.1")
class Torpedo(Command):
    """The submarine attacks a ship."""

    force: str


@command("hold_back", "3.10.1")
class HoldBack(Command):
    """The submarine does not attack."""


@command("accept_surface", "3.10.2")
class AcceptSurface(Command):
    """Whether the US wants the surface fight."""

    answer: Answer


@command("aim", "3.10.3")
class Aim(Command):
    """Aim the next gun or torpedo die at a ship (3.10.6)."""

    adds: ClassVar[bool] = True
    force: str


@command("aim_rest", "3.10.3")
class AimRest(Command):
    """Aim all gun and torpedo dice that are left at one ship (3.10.6)."""

    force: str


@command("pursue", "3.10.6")
class Pursue(Command):
    """Whether LINE ships go after the enemy's REAR."""

    answer: Answer


@command("bombard", "3.10.7")
class Bombard(Command):
    """Whether LINE ships bombard the shore."""

    answer: Answer


@command("land", "3.11.1")
class Land(Command):
    """Land a ground Force."""

    force: str


@command("lose", "3.11.5")
class Lose(Command):
    """A Force takes the next hit (3.11.2)."""

    force: str


@command("repair_hit", "3.12.3")
class RepairHit(Command):
    """Damage control takes back a hit of this round."""

    ship: str


@command("withdraw", "3.11.7")
class Withdraw(Command):
    """Withdraw ships and submarines to an Area."""

    area: str


@command("stay", "3.11.7")
class Stay(Command):
    """Withdraw nothing."""


@command("end", "2.11")
class End(Command):
    """End this step of the turn."""


ALL = commands_of(__name__)
"""Every verb."""
