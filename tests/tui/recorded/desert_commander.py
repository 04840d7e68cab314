"""Desert Commander: an operation is one gesture, an assault one up to its commitment."""

from tests.tui.inputs import Recorded

FRANCE, AFRICA = "desert_commander/france_1940", "desert_commander/north_africa"
BEFORE = ("end",)
ALL = (
    "operation EIF HOU",
    "add ax-pz-i-25-pz",
    "add ax-pz-ii-25-pz",
    "add ax-pz-66-pz-bn",
    "add ax-mot-6-schutzen",
    "add ax-mot-7-schutzen",
    "add ax-art-78-art",
)
MARCH = ("operation SIR TRI", "add ax-iar-ariete", "add ax-iin-brescia")
ROWS = (
    # Before: operation, six forces one by one; the sixth went without a question.
    Recorded("an assault with all that may go", FRANCE, ("enter", "0"), 4, ALL, BEFORE, "HOU"),
    Recorded("an assault with all that may go", FRANCE, ("click HOU", "line 0 "), 3, ALL, BEFORE, "HOU"),
    Recorded("an assault of two, declared", FRANCE, ("click EIF", "click EIF", "j", "jump HOU", "enter"), 7,
             ALL[:3], BEFORE, "EIF"),
    Recorded("two forces march", AFRICA, ("enter", "jump TRI", "enter"), 5, MARCH, BEFORE, "SIR"),
    Recorded("two forces march", AFRICA, ("click SIR", "click TRI"), 2, MARCH, BEFORE, "SIR"),
)  # fmt: skip
