"""Tigers in the Mist: units and stacks in one gesture, an assault of three to the die, a battle to its end."""

from tests.tui.inputs import Recorded

SEVENTH = "tigers_in_the_mist/seventh_army"
ONE = ("move 986/276V", "to 20")
FOUR = ("move 986/276V", "with 987/276V", "with 988/276V", "with Pi/276V", "to 20")
MOVED = ("move 914/352V; with 915/352V; with 916/352V; to 20",)
FOUGHT = ("lay 915/352V", "call 2", "fire 60AI/9A 914/352V")
ROWS = (
    Recorded("one unit of a stack", SEVENTH, ("enter", "enter", "jump 20", "enter"), 5, ONE, cursor="18"),
    Recorded("one unit of a stack", SEVENTH, ("click 18", "click 18", "click 20"), 3, ONE, cursor="18"),
    Recorded("a stack of four", SEVENTH, ("enter", "jump 20", "enter"), 5, FOUR, cursor="18"),
    Recorded("a stack of four", SEVENTH, ("click 18", "click 20"), 2, FOUR, cursor="18"),
    # Two of them end the phase, which warns once; the third is the other side's initial.
    Recorded("an assault of three to the die", SEVENTH, ("E", "E", "A", "0"), 4, ("end", "call 1"), MOVED, "20"),
    # A target, the attacker's calls, the defender's fire: no two decisions of one player in succession, so none of
    # them can be taken with the one before. Dice are read by both, after each of them; A takes over.
    Recorded("the battle to its end", SEVENTH, ("0", "0", "end", "A", "0", "end", "space"), 4, FOUGHT,
             (*MOVED, "end; call 1"), "20", in_turn=True),
)  # fmt: skip
