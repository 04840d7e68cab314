"""The commands of Liberty Roads: one class a verb, in the order of the sequence of play."""

from typing import ClassVar, Literal

from wargame_tui.board.phrases import after
from wargame_tui.core.command import Command, command, commands_of, field_names
from wargame_tui.core.wording import Name, worded
from wargame_tui.titles.liberty_roads.printed.book import DATA
from wargame_tui.titles.liberty_roads.printed.names import beach_words, called, first_loss_words, size_words

Telling = Literal["name", "strength", "place"]


class Order(Command):
    """A command, with what front ends tell of it besides its words."""

    __slots__ = ()
    rolls: ClassVar[bool] = True
    """All but those that seldom do, and of which there are hundreds, and those that speak of their die."""
    tells: ClassVar[Telling] = "name"
    """What is told of its unit or marker: the name, or with it the strength, or where it is."""
    group: ClassVar[str] = ""
    """A line that may stand for all of its kind in a long list; with fields in braces."""
    as_asked: ClassVar[bool] = False
    """Whether its rule is that of the question."""

    @property
    def goal(self) -> str | None:
        """The hex or box that it names."""
        return next((getattr(self, name) for name in ("hex", "place", "zone", "port") if hasattr(self, name)), None)

    @property
    def grouped(self) -> str | None:
        """The line that may stand for all of its kind."""
        fields = {name: getattr(self, name) for name in field_names(type(self))}
        return worded(self.group, fields, called) or None


@command("end", "2", "End", key="E")
class End(Order):
    """End the phase, or the action begun."""

    may: ClassVar[str] = "stop here"
    as_asked: ClassVar[bool] = True


@command("go", "7.3.1", "Go", key="0")
class Go(Order):
    """Carry out what has been declared."""

    as_asked: ClassVar[bool] = True


@command("pass", "2", "Pass", key="X")
class Pass(Order):
    """Decline what is offered."""

    as_asked: ClassVar[bool] = True


@command("pontoon", "4.1.3", "{unit} bridges the river toward {hex}")
class Pontoon(Order):
    """Flip a supplied HQ to its pontoon side, toward a neighbouring hex."""

    may: ClassVar[str] = "bridge a river"
    unit: str
    hex: str


@command("unpontoon", "4.1.4", "{unit} removes its pontoon bridge")
class Unpontoon(Order):
    """Flip an HQ back from its pontoon side."""

    may: ClassVar[str] = "remove its pontoon bridge"
    unit: str


@command("keep", "5.2.2", "Leave {marker} in place (discard 2 others)")
class Keep(Order):
    """Leave a played marker in place; discard two others for it."""

    tells: ClassVar[Telling] = "place"
    marker: str


@command("take_air", "5.3.1", "Take the free Air Support: it must be played in this turn", key="U")
class TakeAir(Order):
    """Take the free Air Support marker."""


@command("draw", "5.3.3", "Draw support markers", key="D")
class Draw(Order):
    """Draw support markers (5.4.1)."""


@command("move_pluto", "5.6.5", "PLUTO {pluto} to {hex}")
class MovePluto(Order):
    """Move a PLUTO marker, for markers to be spent."""

    group: ClassVar[str] = "Move PLUTO {pluto}"
    pluto: int
    hex: str


@command("place_pluto", "5.6.2", "PLUTO in {hex}")
class PlacePluto(Order):
    """Place a new PLUTO marker in any hex."""

    group: ClassVar[str] = "Place PLUTO"
    hex: str


@command("play", "5.5.1")
class Play(Order):
    """Play a support marker as an event, on a hex or unit or for the turn."""

    may: ClassVar[str] = "get a support marker"
    group: ClassVar[str] = "Play {marker}"
    marker: str
    place: str


@command("spend", "1.5.2", "Spend {marker}")
class Spend(Order):
    """Spend a support marker on the current action."""

    group: ClassVar[str] = "Spend a marker"
    marker: str


@command("give_back", "5.1.4", "Return {marker} to the pool")
class GiveBack(Order):
    """Return an available marker to the pool (5.2.3)."""

    group: ClassVar[str] = "Return a marker to the pool"
    face_down: ClassVar[bool] = True
    marker: str


@command("store", "18.1.1", "Put {marker} into the Strategic Reserve")
class Store(Order):
    """Put a marker received this turn into the Strategic Reserve."""

    group: ClassVar[str] = "Put a marker into the Strategic Reserve"
    face_down: ClassVar[bool] = True
    marker: str


@command("ship", "11.2", "{unit} by sea to {place}")
class Ship(Order):
    """Carry a unit by sea from a box to a port or beachhead, back, or between boxes."""

    may: ClassVar[str] = "go by sea"
    rolls: ClassVar[bool] = False
    unit: str
    place: str


@command("land_hq", "11.3.1", "{unit} by sea directly to {hex}")
class LandHq(Order):
    """Carry an HQ directly to a supplied hex."""

    may: ClassVar[str] = "go by sea directly to a hex"
    rolls: ClassVar[bool] = False
    unit: str
    hex: str


@command("return", "11.4.1", "{unit} returns to its Airborne zone")
class Return(Order):
    """An airborne unit on a port returns to an Airborne zone."""

    may: ClassVar[str] = "return to its Airborne zone"
    rolls: ClassVar[bool] = False
    aside: ClassVar[bool] = True
    unit: str


@command("zone", "12.3.4", "Place the drop marker in {zone}")
class Zone(Order):
    """Choose the Airborne zone for a returning drop marker."""

    marker: str
    zone: str


@command("release", "14.1.4", "Release {unit}")
class Release(Order):
    """Release an armoured division under Operation Fortitude."""

    may: ClassVar[str] = "be released"
    tells: ClassVar[Telling] = "place"
    unit: str


@command(
    "counteroffensive",
    "18.2.1",
    "Declare the strategic counter-offensive: release the whole Strategic Reserve",
    key="C",
)
class Counteroffensive(Order):
    """Declare the strategic counter-offensive."""


@command("festung", "6.5.4")
class Festung(Order):
    """Declare a port a Festung, or put a further division under its marker."""

    may: ClassVar[str] = "go under a Festung marker"
    rolls: ClassVar[bool] = False
    aside: ClassVar[bool] = True
    hex: str
    unit: str


@command("withdraw", "19.1.1", key="W")
class Withdraw(Order):
    """Declare the Withdrawal from France."""

    def words(self, name: Name) -> str:
        chart = DATA.charts.approval
        gain = chart.withdrawal_replacements
        return f"Withdraw from France: approval to {chart.after_withdrawal}, {gain} RP more a turn"


@command("move", "6.1.1", "Move {unit}")
class Move(Order):
    """Select a unit to move."""

    may: ClassVar[str] = "move"
    rolls: ClassVar[bool] = False
    unit: str


@command("with", "6.1.1", "Add {unit} to the stack")
class With(Order):
    """Another unit joins the move or the attack."""

    may: ClassVar[str] = "take part"
    rolls: ClassVar[bool] = False
    unit: str


@command("mode", "6.1.2", key={"normal": "M", "strategic": "S", "rail": "R"})
class How(Order):
    """How the selected units move: `normal`, `strategic` or `rail` (6.2, 6.3)."""

    may: ClassVar[str] = "change its kind of movement"
    rolls: ClassVar[bool] = False
    mode: str


@command("to", "6.1.2", "To {hex}")
class To(Order):
    """The selected units move to a hex, by the cheapest path."""

    may: ClassVar[str] = "keep moving"
    rolls: ClassVar[bool] = False
    hex: str


@command("reserve", "18.1.1", "{unit} goes to the Strategic Reserve")
class Reserve(Order):
    """A unit goes to the Strategic Reserve."""

    may: ClassVar[str] = "go to the Strategic Reserve"
    aside: ClassVar[bool] = True
    unit: str


@command("place", "10.1", "{unit} is placed in {place}")
class Place(Order):
    """Place a unit in a hex or box."""

    may: ClassVar[str] = "be placed"
    tells: ClassVar[Telling] = "strength"
    unit: str
    place: str


@command("drop", "12.2.7", "{unit} drops on {hex}")
class Drop(Order):
    """Drop an airborne unit on a hex."""

    may: ClassVar[str] = "drop"
    rolls: ClassVar[bool] = False
    unit: str
    hex: str


@command("attack", "7.3.1", "Attack {hex}")
class Attack(Order):
    """Choose the hex to attack."""

    hex: str


@command("elite", "7.6.1", key="L")
class Elite(Order):
    """Use the elite bonus."""


@command("armour", "7.6.4", key="R")
class Armour(Order):
    """Declare armour exploitation."""


@command("terrain", "1.7.1")
class Terrain(Order):
    """Choose the terrain or river that counts (7.9.4, 7.9.5)."""

    as_asked: ClassVar[bool] = True
    ground: str


@command("first_loss", "7.8.1")
class FirstLoss(Order):
    """Choose whether the attacker's first loss is `elite` or `armour`."""

    of: str

    def words(self, name: Name) -> str:
        return first_loss_words(self.of)


@command("lose", "7.8.2", "{unit} loses a step")
class Lose(Order):
    """A unit takes a step loss."""

    may: ClassVar[str] = "lose a step"
    tells: ClassVar[Telling] = "strength"
    unit: str


@command("result", "7.9.3")
class Result(Order):
    """Choose the tactical result to apply."""

    code: str


@command("retreat", "7.10.2", "{unit} retreats to {hex}")
class Retreat(Order):
    """A unit retreats to a hex."""

    may: ClassVar[str] = "retreat"
    unit: str
    hex: str


@command("advance", "7.11.2", "{unit} advances to {hex}")
class Advance(Order):
    """A unit advances after combat."""

    may: ClassVar[str] = "advance"
    unit: str
    hex: str


@command("kampfgruppe", "7.13.1", "Form a Kampfgruppe of {unit}")
class Kampfgruppe(Order):
    """Replace an eliminated elite unit by a Kampfgruppe."""

    may: ClassVar[str] = "leave a Kampfgruppe"
    unit: str


@command("mark", "7.12.1", "{unit} exploits")
class Mark(Order):
    """Put an Exploitation marker on a unit."""

    may: ClassVar[str] = "exploit"
    tells: ClassVar[Telling] = "strength"
    unit: str


@command("land", "13.6")
class Land(Order):
    """Declare a landing on a beach hex."""

    hex: str

    def words(self, name: Name) -> str:
        return f"Land at {name(self.hex)}{after(beach_words(self.hex))}"


@command("call_off", "13.6")
class CallOff(Order):
    """Call off a declared landing, if the invasion cannot be made as planned."""

    hex: str

    def words(self, name: Name) -> str:
        return f"Call off the landing at {name(self.hex)}{after(beach_words(self.hex))}"


@command("assault", "13.6", "{unit} assaults {hex}")
class Assault(Order):
    """Assign an assault unit to a landing."""

    may: ClassVar[str] = "assault a beach"
    tells: ClassVar[Telling] = "strength"
    unit: str
    hex: str


@command("assign", "13.6", "{marker} for {hex}")
class Assign(Order):
    """Assign a D-Day or Atlantic Wall marker to a landing."""

    face_down: ClassVar[bool] = True
    marker: str
    hex: str


@command("cancel", "13.4.2", "Cancel {marker}")
class Cancel(Order):
    """Choose the marker to cancel (13.5.2, A52)."""

    as_asked: ClassVar[bool] = True
    marker: str


@command("follow_up", "13.6", "{unit} follows up at {hex}")
class FollowUp(Order):
    """A follow-up unit goes ashore on a beachhead."""

    may: ClassVar[str] = "follow up"
    tells: ClassVar[Telling] = "strength"
    unit: str
    hex: str


@command("repair", "15.1.4", "Try to repair {port}")
class Repair(Order):
    """Try to repair a major port."""

    port: str


@command("replace", "10.3.4", "{unit} returns to full strength")
class Replace(Order):
    """Spend replacement points on a unit: one step, or two."""

    may: ClassVar[str] = "return to full strength"
    tells: ClassVar[Telling] = "place"
    unit: str
    steps: int


@command("rebuild", "10.3.6")
class Rebuild(Order):
    """Rebuild an eliminated unit in a hex or box (10.3.4)."""

    may: ClassVar[str] = "be rebuilt"
    unit: str
    steps: int
    place: str

    def words(self, name: Name) -> str:
        return f"{name(self.unit)} is rebuilt {size_words(self.steps)} in {name(self.place)}"


@command("leave", "17.2.1", "{unit} leaves the game")
class Leave(Order):
    """A division leaves the game by the schedule (17.3)."""

    may: ClassVar[str] = "leave the game"
    tells: ClassVar[Telling] = "strength"
    unit: str


@command("remove", "1.10.2", "Eliminate {unit} (overstacked)")
class Remove(Order):
    """Eliminate an overstacked unit."""

    may: ClassVar[str] = "be removed"
    tells: ClassVar[Telling] = "strength"
    unit: str


ALL = commands_of(__name__)
"""Every verb."""
