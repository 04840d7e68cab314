"""The commands of Pacific Commander: one class a verb, in the order of the sequence of play (5.2)."""

from typing import ClassVar, Literal

from wargame_tui.core.command import Command, command, commands_of
from wargame_tui.titles.pacific_commander.printed.data import ForceClass

Answer = Literal["yes", "no"]


class Order(Command):
    """A command of this title, with what front ends want to know of it."""

    __slots__ = ()
    paid: ClassVar[str] = ""
    """Its price among those of the economy (3.4.4)."""
    success: ClassVar[str] = ""
    """What comes of it if its die succeeds (3.5.1)."""
    may: ClassVar[str] = ""
    """What the Force that it names may do, in the sheet of the Force."""
    heading: ClassVar[str] = ""
    """The line for all of them where one is chosen from a list."""
    aside: ClassVar[bool] = False
    """Whether an Area is no better for it than any other: that is no reason to mark them all."""
    goes: ClassVar[bool] = False
    """Whether it takes what is formed to its Area."""
    of_step: ClassVar[bool] = False
    """Whether it is given under the rule of the question that it answers."""

    @property
    def piece(self) -> str | None:
        """The Force that it names."""
        return next((getattr(self, field) for field in ("force", "ship", "carrier") if hasattr(self, field)), None)


@command("repair_ship", "3.4.5", "Repair {ship}{mended} ({price}; it stays in port)")
class RepairShip(Order):
    """Repair one hit of a ship."""

    paid: ClassVar[str] = "repair"
    may: ClassVar[str] = "be repaired"
    ship: str


@command("restore_step", "3.4.6", "Restore {force}{mended} ({price})")
class RestoreStep(Order):
    """Restore one step of a ground Force or LBA."""

    paid: ClassVar[str] = "restore_step"
    may: ClassVar[str] = "regain a step"
    force: str


@command("restore_air", "3.4.7", "Restore {points:air point} of {carrier} ({air_price})")
class RestoreAir(Order):
    """Restore air points of a carrier."""

    may: ClassVar[str] = "regain air points"
    carrier: str
    points: int


@command("buy_force", "3.4.4", "Buy {bought}")
class BuyForce(Order):
    """Buy a Force of a class; it comes next turn."""

    stays: ClassVar[bool] = True
    cls: ForceClass


@command("draw_plan", "3.4.9", "Draw a Battle Plan ({price})", key="D")
class DrawPlan(Order):
    """Draw a Battle Plan from the cup."""

    stays: ClassVar[bool] = True
    paid: ClassVar[str] = "draw_plan"


@command("choose_plan", "3.4.9", "Choose {chit} ({price})", key="C")
class ChoosePlan(Order):
    """Take a named Battle Plan out of the cup."""

    paid: ClassVar[str] = "choose_plan"
    heading: ClassVar[str] = "Choose a Battle Plan ({price})"
    chit: str


@command("code_break", "3.5.2", "Code break at {area} ({price})")
class CodeBreak(Order):
    """Special Operation: read the enemy's signals about an Area."""

    aside: ClassVar[bool] = True
    success: ClassVar[str] = "the code is broken: US search +1 there, Japan one plan fewer, one order rerolled"
    area: str


@command("commerce_raid", "3.5.3", "Commerce raid{raiders}", key="C")
class CommerceRaid(Order):
    """Special Operation: submarines raid merchant shipping; name them with `add`, then `go`."""


@command("carrier_raid", "3.5.4", "Carrier raid {way} ({price}{at_once})")
class CarrierRaid(Order):
    """Special Operation: carriers raid an Area and return to a port; name ships with `add`, then `go`."""

    origin: str
    area: str
    port: str


@command("seabees", "3.5.5", "Seabees at {area}{larger} ({price})")
class Seabees(Order):
    """Special Operation: enlarge the airfield of a Held Area."""

    success: ClassVar[str] = "the airfield is enlarged"
    area: str


@command("dig_in", "3.5.6", "Dig in at {area}{deeper} ({price})")
class DigIn(Order):
    """Special Operation: raise the fort of a Held Area."""

    area: str


@command("coastwatchers", "3.5.7", "Coastwatchers: US search {watched} ({price})", key="W")
class Coastwatchers(Order):
    """Special Operation: coastwatchers help the search in the south."""


@command("air_lift", "3.5.8", "Air lift {force} to {area} ({price})")
class AirLift(Order):
    """Special Operation: fly a garrison to a Held Area."""

    may: ClassVar[str] = "be flown to a Held Area"
    force: str
    area: str


@command("bomber_offensive", "3.5.9", "Bomber offensive against Japan ({price})", key="B")
class BomberOffensive(Order):
    """Special Operation: bomb the industry of Japan."""

    success: ClassVar[str] = "no repairs in Japan, fewer aircraft"


@command("task_force", "3.6.1", "Form a task force at {area}")
class TaskForce(Order):
    """Form a task force from ships in an Area."""

    area: str


@command("add", "3.6.1", "{joining}")
class Add(Order):
    """Add a Force to what is being formed: a task force, a raid."""

    of_step: ClassVar[bool] = True
    may: ClassVar[str] = "join"
    adds: ClassVar[bool] = True
    force: str


@command("add_all", "3.6.1", "{all_go}", key="L")
class AddAll(Order):
    """Add every warship of the Area that can go."""

    of_step: ClassVar[bool] = True


@command("load", "3.6.3", "{ship} loads {force}{sails}")
class Load(Order):
    """A transport of the task force takes a ground Force on board."""

    may: ClassVar[str] = "be loaded"
    ship: str
    force: str


@command("sail", "3.6.1", "Sail to {area}{against}")
class Sail(Order):
    """The task force goes to an Area."""

    goes: ClassVar[bool] = True
    area: str


@command("shuttle", "3.6.4", "{force} goes to {area}")
class Shuttle(Order):
    """A ground Force goes from one US base to another."""

    may: ClassVar[str] = "go to another US base"
    force: str
    area: str


@command("fly", "3.6.6", "{force} flies to {area}{places}")
class Fly(Order):
    """LBA flies to a friendly Area."""

    may: ClassVar[str] = "fly to another airfield"
    force: str
    area: str


@command("go", "3.5.1", "{formed}", key="0")
class Go(Order):
    """Carry out what has been formed."""

    of_step: ClassVar[bool] = True


@command("reroll_order", "3.5.2", "Reroll the order die; the second roll stands", key="R")
class RerollOrder(Order):
    """Reroll the order die of the fleet."""


@command("keep_order", "3.5.2", "Keep the order", key="X")
class KeepOrder(Order):
    """Keep the order die."""


@command("rear", "3.8.4", "{ship} to REAR")
class Rear(Order):
    """Move a damaged ship to REAR."""

    may: ClassVar[str] = "go to REAR"
    adds: ClassVar[bool] = True
    ship: str


@command("support", "3.8.5", "{force}{based} supports{air}")
class Support(Order):
    """Call an LBA of a linked Area into the battle."""

    may: ClassVar[str] = "give air support"
    adds: ClassVar[bool] = True
    force: str


@command("done", "2.12", "{no_more}", key="X")
class Done(Order):
    """No more of these: go on."""

    of_step: ClassVar[bool] = True


@command("auto", "5.3", "{thumb}", key="A")
class Auto(Order):
    """Leave this decision to a rule of thumb (2.12)."""


@command("play_plan", "3.9.2", "Play {chit}")
class PlayPlan(Order):
    """Play a Battle Plan from the hand."""

    chit: str


@command("pass_plan", "3.9.2", "Play no Battle Plan", key="X")
class PassPlan(Order):
    """Play no Battle Plan this round."""


@command("split_air", "3.9.6", "CAP {cap}{strike}")
class SplitAir(Order):
    """Keep so many air points as CAP; the rest strikes."""

    cap: int


@command("target", "3.9.10", "Strike {force}{steps}{struck}")
class Target(Order):
    """Name the next target of the strike."""

    may: ClassVar[str] = "be a target"
    force: str


@command("dice", "3.9.10", "{dice}")
class DiceAt(Order):
    """Aim so many strike dice at the target just named."""

    adds: ClassVar[bool] = True
    count: int


@command("torpedo", "3.10.1", "Torpedo {force}{steps}")
class Torpedo(Order):
    """The submarine attacks a ship."""

    may: ClassVar[str] = "be attacked"
    force: str


@command("hold_back", "3.10.1", "Hold the submarine back", key="X")
class HoldBack(Order):
    """The submarine does not attack."""


@command(
    "accept_surface", "3.10.2", "{yes:Seek the surface fight|Avoid the surface fight}", key={"yes": "Y", "no": "X"}
)
class AcceptSurface(Order):
    """Whether the US wants the surface fight."""

    answer: Answer


@command("aim", "3.10.3", "{at} {force}{steps}{gun}")
class Aim(Order):
    """Aim the next gun or torpedo die at a ship (3.10.6)."""

    may: ClassVar[str] = "be aimed at"
    adds: ClassVar[bool] = True
    force: str


@command("aim_rest", "3.10.3", "All {left}at {force}{steps}")
class AimRest(Order):
    """Aim all gun and torpedo dice that are left at one ship (3.10.6)."""

    may: ClassVar[str] = "be aimed at"
    heading: ClassVar[str] = "All {left}at one ship"
    force: str


@command("pursue", "3.10.6", "{yes:Pursue their REAR|Let them go}", key={"yes": "Y", "no": "X"})
class Pursue(Order):
    """Whether LINE ships go after the enemy's REAR."""

    answer: Answer


@command("bombard", "3.10.7", "{yes:Bombard the shore|Do not bombard}", key={"yes": "Y", "no": "X"})
class Bombard(Order):
    """Whether LINE ships bombard the shore."""

    answer: Answer


@command("land", "3.11.1", "Land {force}")
class Land(Order):
    """Land a ground Force."""

    may: ClassVar[str] = "land"
    force: str


@command("lose", "3.11.5", "{force} takes the hit{fate}")
class Lose(Order):
    """A Force takes the next hit (3.11.2)."""

    of_step: ClassVar[bool] = True
    may: ClassVar[str] = "take the hit"
    force: str


@command("repair_hit", "3.12.3", "Damage control saves a step of {ship}")
class RepairHit(Order):
    """Damage control takes back a hit of this round."""

    may: ClassVar[str] = "be saved by damage control"
    ship: str


@command("withdraw", "3.11.7", "Withdraw to {area}")
class Withdraw(Order):
    """Withdraw ships and submarines to an Area."""

    of_step: ClassVar[bool] = True
    goes: ClassVar[bool] = True
    area: str


@command("stay", "3.11.7", "Withdraw nobody", key="X")
class Stay(Order):
    """Withdraw nothing."""


@command("end", "2.11", "{ending}", key="E")
class End(Order):
    """End this step of the turn."""


ALL = commands_of(__name__)
"""Every verb."""
