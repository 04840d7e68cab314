"""Liberty Roads: units and stacks in whatever way of moving reaches, attacks by proposal, D-Day in one key."""

from tests.tui.inputs import Recorded
from wargame_tui.titles.liberty_roads.shown import d_day

COBRA, CAMPAIGN = "liberty_roads/cobra", "liberty_roads/campaign"
ALLIED = "take_air; give_back carpet_bombing-1; play air_support-1 1709; end; end"
"""Up to the Allied movement phase."""
GERMAN = (ALLIED, "end; end; end; end")
"""Up to that of the Germans."""
TWO = ("move US-28", "with US-5A", "to 1208")
FOUR = ("move G-1SS", "with G-2Pz", "with G-12SS", "with G-272", "to 1111")
TRAIN = ("move G-275", "mode rail", "to 1213")
DECLARED = (
    "attack 1209", "with UK-11A", "with UK-15", "with UK-7A", "with UK-43", "with UK-50", "with UK-53", "with UK-59",
)  # fmt: skip
FOUGHT = (ALLIED, "end", "; ".join(DECLARED), "go; go")
RESOLVED = (
    "lose UK-50", "lose G-276", "lose G-277", "retreat G-326 1311", "advance UK-11A 1209", "advance UK-15 1209",
    "advance UK-7A 1209",
)  # fmt: skip
D_DAY = tuple(command.notation() for command in d_day.landing())
ROWS = (
    Recorded("one unit by road", COBRA, ("enter", "jump 1209", "enter"), 5, ("move G-275", "to 1209"), GERMAN, "1010"),
    Recorded("one unit by road", COBRA, ("click 1010", "click 1209"), 2, ("move G-275", "to 1209"), GERMAN, "1010"),
    Recorded("one unit by rail", COBRA, ("click 1010", "click 1213"), 2, TRAIN, GERMAN, "1010"),
    Recorded("two by road", COBRA, ("enter", "jump 1208", "enter"), 5, TWO, (ALLIED,), "0908"),
    Recorded("two by road", COBRA, ("click 0908", "click 1208"), 2, TWO, (ALLIED,), "0908"),
    Recorded("a stack of four", COBRA, ("enter", "jump 1111", "enter"), 5, FOUR, GERMAN, "1310"),
    Recorded("a stack of four", COBRA, ("click 1310", "click 1111"), 2, FOUR, GERMAN, "1310"),
    Recorded("an attack to the die", COBRA, ("enter", "0", "0"), 4, (*DECLARED, "go", "go"), (ALLIED, "end"), "1209"),
    Recorded("an attack to the die", COBRA, ("click 1209", "0", "0"), 3, (*DECLARED, "go", "go"), (ALLIED, "end"),
             "1209"),
    # The attacker's losses, the defender's with his retreat, the advance: each player accepts all of his at once, and
    # a key of his own takes over between them.
    Recorded("losses, retreat, advance", COBRA, ("0", "G", "0", "A", "0"), 3, RESOLVED, FOUGHT, in_turn=True),
    # & takes the advance that is proposed at the end too, without another handover.
    Recorded("losses, retreat, advance as proposed", COBRA, ("ampersand", "G", "0"), 3, RESOLVED, FOUGHT),
    Recorded("D-Day as history had it", CAMPAIGN, ("0",), 1, D_DAY, ("end; end; end",)),
)  # fmt: skip
