"""First Command: moves by one command each, an attack with all that stand beside, retreat and advance."""

from tests.tui.inputs import Recorded

MORTAIN = "first_command/mortain"
STACK = ("move 3Pz 0801", "move 2PG 0801")
ATTACK = ("attack 0703", "roll")
ROLLED = ("end; attack 0703; roll; roll",)
RESOLVED = ("move 1-117 0603", "move 823 0704", "move 304 0703", "end")
ROWS = (
    Recorded("one unit by road", MORTAIN, ("n", "jump 0901", "enter"), 5, ("move 304 0901",), cursor="0601"),
    Recorded("one unit by road", MORTAIN, ("click unit 304", "click 0901"), 2, ("move 304 0901",), cursor="0702"),
    Recorded("one unit by road, dragged", MORTAIN, ("drag 0702 0901",), 1, ("move 304 0901",), cursor="0702"),
    Recorded("a stack", MORTAIN, ("enter", "jump 0801", "enter"), 5, STACK, cursor="0802"),
    Recorded("a stack", MORTAIN, ("click 0802", "click 0801"), 2, STACK, cursor="0802"),
    Recorded("the second of a stack", MORTAIN, ("click 0802", "click unit 2PG", "click 0801"), 3, ("move 2PG 0801",),
             cursor="0802"),
    Recorded("one of a stack stays", MORTAIN, ("enter", "j", "jump 0801", "enter"), 6, ("move 2PG 0801",),
             cursor="0802"),
    Recorded("one of a stack stays", MORTAIN, ("click 0802", "shift unit 3Pz", "click 0801"), 3, ("move 2PG 0801",),
             cursor="0802"),
    Recorded("an attack to the die", MORTAIN, ("enter", "0"), 4, ATTACK, ("end",), "0703"),
    Recorded("retreat and advance", MORTAIN, ("0", "space", "0"), 3, RESOLVED, ROLLED, dice=(4,)),
    Recorded("an attack to the die", MORTAIN, ("click 0703", "line 0 "), 3, ATTACK, ("end",), "0703"),
)  # fmt: skip
