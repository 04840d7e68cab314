"""Monty's Gamble: units and stacks wherever they can go, assaults by proposal, what is decided after the dice."""

from tests.tui.inputs import Recorded

BASIC = "montys_gamble/basic"
D_DAY = (
    "bomb TwrVeghel; keep; bomb TwrGrave; keep; bomb TwrNijm; keep; bomb TwrArnhem; keep; keep",
    "lead 7Med; aim Kerutt; fight; keep; take Penal6; take Hoff2; take Heinke; keep",
    "area 5; act move; move 1GP 7; end; area 2; act pass; area 33; act move; move 307Eng 34; end; area 32; act seize",
    "seize 1-504 32-36; keep; area 36; act attack; point 2-504; fight; keep; area 51; act move; move 2-501 53; end",
    "area 54; act seize; seize 1-502 54-63; keep; point 2Irish; join 1Cold; join 2Gren; join 2Welsh; join 1Gren",
    "join 3Irish; join 5Cold; join 1Welsh; support 55Fd; support 153Fd; fight; forward Kerutt; keep; retreat Kerutt 64",
    "take Hoff2; take Penal6; take Heinke; take Roestel; take Hoff2; retreat Hoff2 64; take Penal6; retreat Penal6 64",
    "take Heinke; retreat Heinke 64; retreat Roestel 64; pass",
)
"""Up to the first impulse of the Allies."""
ONE = ("assault 51", "move 3-501 53")
AIRBORNE = ("2Para", "1Border", "1Para", "2SStaff", "3Para", "1AbnRE", "1Recce", "2GP", "1ALtRA")
NINE = tuple(f"move {unit} 7" for unit in AIRBORNE)
FIVE = ("1-506", "2-502", "2-506", "3-502", "3-506")
FOUGHT = ("assault 54", *(f"move {unit} 55" for unit in FIVE), "attack 55", "point 2-502", "fight")
ROLLED = (*D_DAY, "; ".join(FOUGHT), "forward Rink")
DECIDED = ("keep", "stay")
ROWS = (
    Recorded("one unit by road", BASIC, ("enter", "jump 53", "enter"), 5, ONE, D_DAY, "51"),
    Recorded("one unit by road", BASIC, ("click 51", "click 53"), 2, ONE, D_DAY, "51"),
    Recorded("a stack of nine", BASIC, ("enter", "jump 7", "enter"), 5, ("assault 5", *NINE), D_DAY, "5"),
    Recorded("a stack of nine", BASIC, ("click 5", "click 7"), 2, ("assault 5", *NINE), D_DAY, "5"),
    Recorded("an assault of five to the dice", BASIC, ("enter", "0", "0"), 4, FOUGHT, D_DAY, "55"),
    Recorded("an assault of five to the dice", BASIC, ("click 55", "0", "0"), 3, FOUGHT, D_DAY, "55"),
    Recorded("reroll and retreat, two players", BASIC, ("0", "G", "0"), 3, DECIDED, ROLLED),
)
