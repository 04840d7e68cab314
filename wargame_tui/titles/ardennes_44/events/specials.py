"""What happens to units and places with rules of their own (27, 29, 32, 33)."""

from wargame_tui.core.event import event
from wargame_tui.core.wording import Name
from wargame_tui.titles.ardennes_44.events.kinds import Added, Aftermath, Happening, InHex, Modified, OfUnit, rolls
from wargame_tui.titles.ardennes_44.printed.names import unit_name

# Units that come by a roll or a call (27.2, 27.8, 27.9, 33)


@event("called_up", "33.2", "{unit} is called up")
class CalledUp(Happening):
    """An optional unit will come."""

    unit: str
    turn: int


@event("drop", "27.2", weight="headline")
class Dropped(OfUnit):
    """Von der Heydte's men came down."""

    die: int
    modifiers: Added
    result: str

    def words(self, name: Name) -> str:
        result = {
            "full": "he lands in strength",
            "reduced": "half of his men assemble",
            "eliminated": "they are scattered",
        }
        roll = rolls(self.die, self.modifiers)
        return f"Von der Heydte drops in {name(self.hex)}, {roll}: {result[self.result]}"


@event("jpz653", "27.9", weight="quiet")
class Jpz653Rolled(Happening):
    """The die for the arrival of the 653rd heavy tank destroyers."""

    unit: str
    die: int
    modifiers: Added
    result: str

    def words(self, name: Name) -> str:
        result = {"arrives": "arrives this turn", "delayed": "delayed", "never": "never arrives"}
        return f"{unit_name(self.unit)} {rolls(self.die, self.modifiers)}: {result[self.result]}"


@event("ccb", "27.8", "{unit} {rolls}: {bound:must move to the St. Vith area|free to move}", weight="quiet")
class CcbRolled(Modified):
    """The die for Combat Command B of the 9th Armored Division."""

    unit: str
    die: int
    modifiers: Added
    bound: bool


@event("ccb_free", "27.8", "{unit} is no longer bound to the St. Vith area", weight="quiet")
class CcbFreed(Happening):
    """Combat Command B is free to go where it likes."""

    unit: str


@event("rrd", "27.6", "Germans in {hex}: the regiments at the Roer dams may move one hex farther", weight="headline")
class RoerDamsReleased(InHex, Aftermath):
    """Germans came near the Roer dams."""


@event("released", "29.1", "{unit} {at} is next to Germans and may now move", weight="quiet")
class Released(OfUnit, Aftermath):
    """Artillery that had to stay may move."""


@event("meuse_crossed", "33.3", "{unit} is across the Meuse {at}", weight="headline")
class MeuseCrossed(OfUnit, Aftermath):
    """The first German unit crossed the Meuse."""

    turn: int


# The 150th Panzer Brigade (27.1)


@event("disguise", "27.1", "{unit} in US disguise {at} {rolls}: {success:not stopped|recognised, must stop}")
class DisguiseTried(OfUnit, Modified):
    """The brigade tried to pass in US disguise."""

    die: int
    modifiers: Added
    success: bool


@event("surprise", "27.1", "{unit} {rolls}: {success:surprise, 1 shift right|no surprise}")
class SurpriseTried(Modified):
    """The brigade tried to surprise in a combat."""

    unit: str
    die: int
    modifiers: Added
    success: bool


@event("exposed", "27.1", "{unit} {at} is revealed")
class Exposed(OfUnit):
    """The brigade is known for what it is."""


# The fuel dump (32)


@event("dump_found", "32.1", "The fuel dump is in {hex}")
class DumpFound(InHex, Aftermath):
    """The German was told that the dump is here."""


@event("no_dump", "32.1", "No fuel dump in {hex}", weight="quiet")
class NoDump(InHex, Aftermath):
    """The German was told that the dump is not here."""


@event("dump_open", "32.2", "The fuel dump in {hex} is no longer guarded")
class DumpOpened(InHex, Aftermath):
    """The guard of the dump is gone."""


@event("dump_captured", "32.2", "The Germans capture the fuel dump in {hex}", weight="headline")
class DumpCaptured(InHex, Aftermath):
    """The dump is German."""


@event("dump_retaken", "32.2", "The Allies retake the fuel dump in {hex}")
class DumpRetaken(InHex, Aftermath):
    """The dump is Allied again."""


@event("dump_shipped", "32.2", "The fuel captured in {hex} is shipped")
class DumpShipped(InHex):
    """The captured fuel was shipped."""


@event("dump_demolition", "32.3", "Demolition of the fuel dump in {hex}: rolls {die}, {destroyed:it burns|failed}")
class DumpDemolitionTried(InHex):
    """The Allies tried to destroy the dump."""

    die: int
    destroyed: bool


@event("dump_gone", "32.3", "The fuel dump in {hex} is evacuated")
class DumpGone(InHex):
    """The dump was evacuated."""
