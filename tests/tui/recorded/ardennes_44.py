"""Ardennes '44: moves in five ways, attacks with guns, what follows from them.

By the lists alone a move by road took 9 inputs, a stack 10, an attack of three units and two guns 15, what followed 7.
"""

from tests.tui.inputs import Recorded

CAMPAIGN = "ardennes_44/campaign"
MOVEMENT = ("historical; end",)
COMBAT = ("historical; end; end; end",)
ROAD = ("move 2Pz-304", "to 1715")
STACK = ("move 2Pz-2Rec", "with 2Pz-38Jpz", "to 1515")
ATTACK = ("attack 1428", "with 3FJ-5", "with 18VG-294", "with 244Stg", "roll", "fire 4NW", "fire 9NW")
ROLLED = ("; ".join((*COMBAT, *ATTACK)),)
FLED = ("retreat 14Cav-18 1527", "retreat 14Cav-18 1627", "retreat 14Cav-18 1727")
"""The only way there is: nobody is asked for it."""
FOUGHT = (*ATTACK, *FLED)
RESOLVED = ("advance 3FJ-5 1428", "end")
ROWS = (
    Recorded("one unit by road", CAMPAIGN, ("enter", "jump 1715", "enter"), 5, ROAD, MOVEMENT, "2115"),
    Recorded("one unit by road", CAMPAIGN, ("click 2115", "click 1715"), 2, ROAD, MOVEMENT, "1915"),
    Recorded("a stack", CAMPAIGN, ("enter", "jump 1515", "enter"), 5, STACK, MOVEMENT, "1915"),
    Recorded("a stack", CAMPAIGN, ("click 1915", "click 1515"), 2, STACK, MOVEMENT, "1915"),
    Recorded("three units and two guns to the die", CAMPAIGN, ("enter", "0"), 4, FOUGHT, COMBAT, "1428", dice=(2,)),
    Recorded("three units and two guns to the die", CAMPAIGN, ("click 1428", "line 0 "), 3, FOUGHT, COMBAT, "1428",
             dice=(2,)),
    Recorded("its retreat and advance", CAMPAIGN, ("0",), 3, RESOLVED, ROLLED, dice=(2,)),
)  # fmt: skip
