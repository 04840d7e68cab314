"""Pacific Commander: a fleet sails by one gesture, with the troops that its transports take."""

from tests.tui.inputs import Recorded

PACIFIC = "pacific_commander/1942"
BEFORE = ("end; end",)
FLEET = ("task_force HAW", "add_all", "sail MID")
LANDING = (
    "task_force HAW", "add_all", "add us-trn-1",
    "load us-trn-1 us-inf-24th-inf", "load us-trn-1 us-inf-25th-inf", "sail WAK",
)  # fmt: skip
ROWS = (
    # Before: form it, all warships, the transport, each division, the Area: 8 keys and more.
    Recorded("all warships sail", PACIFIC, ("enter", "jump MID", "enter"), 5, FLEET, BEFORE, "HAW"),
    Recorded("all warships sail", PACIFIC, ("click HAW", "click MID"), 2, FLEET, BEFORE, "HAW"),
    Recorded("a landing with two divisions", PACIFIC, ("enter", "jump WAK", "enter"), 5, LANDING, BEFORE, "HAW"),
    Recorded("a landing with two divisions", PACIFIC, ("click HAW", "click WAK"), 2, LANDING, BEFORE, "HAW"),
)
