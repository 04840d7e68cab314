"""Help for the step in hand: what a player who does not know the rules by heart must know to decide; and the rules."""

import re
from functools import cache
from typing import Any

from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.title import Help
from wargame_tui.titles.montys_gamble.printed.book import DATA, GERMAN
from wargame_tui.titles.montys_gamble.rules import (
    advantage,
    assault,
    attack,
    bombardment,
    casualties,
    dday,
    impulses,
    refit_phase,
    regroup,
    reinforcements,
    sequence,
)
from wargame_tui.titles.montys_gamble.state import State

_OVER = Help("The game is over", ("Step back through the game with the time machine, or start another.",), ("21.2",))
_AIR = Help(
    "D-Day: the 8th Air Force",
    (
        "Every area with a FLAK tower is bombed once with attack value 8; choose the order (20.2).",
        "The tower is the primary target; 2 x TEM and Fresh FLAK there shelter it (11.3, 16.2).",
        "A tower that is not Fresh interdicts no drop (18.44): that is what the bombs are for.",
        "You may use the Advantage to have the dice of one roll thrown again (12.2).",
    ),
    ("20.2", "11.3", "11.4", "18.44"),
)
_DROP_CHOICE = Help(
    "D-Day: where do they drop?",
    (
        "Each unit may drop in another drop area of its division: TEM +1 or +2, or an airhead (23.2).",
        "At most 4 units in an area, 6 in area 54; a polder makes interdiction worse (23.2).",
        "End to drop as the list says. Then the Germans roll against every unit under FLAK (18.44).",
    ),
    ("23.2", "18.44"),
)
_AIRBORNE = Help(
    "D-Day: the airborne units act",
    (
        "Every drop area with Fresh units does one thing: attack, seize a bridge, move, or pass (20.4).",
        "Attack: only where Germans are; nobody retreats, there is no overrun.",
        "Seize: one unit rolls for one bridge of an area without Germans (9.22).",
        "Move: units go to adjacent areas without Germans; who crosses a bridge takes it (9.221).",
        "Units that act become Spent; who passes stays Fresh and may act by daylight (20.4).",
    ),
    ("20.4", "9.22", "9.221"),
)
_IMPULSE = (
    "An impulse is one thing: an assault from one area, a bombardment, or a pass (8.2).",
    "Assault: the Fresh units of an area repair, move, seize bridges, attack; then bridges are blown (8.21).",
    "Who moves or fights is Spent until refitted: every unit acts once a day (8.3).",
    "Artillery bombards from its area or a neighbour, corps artillery from two away, and stays Fresh (11.111).",
    "Two passes in a row, one by each player, end the day (8.24).",
)
_GERMAN_IMPULSE = Help(
    "German impulse",
    (
        *_IMPULSE,
        "Infiltration: units roll below the TEM (in Overcast up to it) to slip into an adjacent area;"
        " who fails must attack (8.222).",
        "An air interdiction marker in a drop or airhead area hampers drops and airborne supply (16.4).",
        "On 17 September: in the first impulse only demolition; then 1 MF in Clear weather (20.61).",
        "With the Advantage you may act from two areas: a double impulse (12.3).",
    ),
    ("8.2", "8.21", "8.222", "16.4", "20.61", "12.3"),
)
_ALLIED_IMPULSE = Help(
    "Allied impulse",
    (
        *_IMPULSE,
        "Zone F may be activated in addition to any other area (14.5).",
        "In Clear weather air markers bomb with attack value 8, as the only action (16.2), and the UK box"
        " drops up to three units (18.41).",
        "Your first two dice of the impulse are also the sunset roll: below the impulse number the day ends;"
        " equal to it the weather changes (6.31).",
        "With the Advantage you may act from two areas: a double impulse (12.3).",
    ),
    ("8.2", "8.21", "14.5", "16.2", "18.41", "6.31", "12.3"),
)
_MORE = Help(
    "A second half of the impulse?",
    (
        "The Advantage pays for a second activation; it passes to the other side afterwards (12.3).",
        "The Allies may activate Zone F without it, or another area after Zone F (14.5).",
        "Holding the Advantage is worth 1 VP to the Allies, and a roll made again to either side (21.3, 12.2).",
    ),
    ("12.3", "14.5", "21.3"),
)
_OPERATIONS = Help(
    "Assault: move, seize, attack",
    (
        "Pick a unit, then where it goes; the numbers on the map are the movement points left there (9.2).",
        "A Free area costs 1, a Vacant enemy-controlled one 2, one with Spent enemies 3, with Fresh ones 4 (9.2).",
        "Allied armour, mechanized infantry and artillery pay 0.5 along roads through Free areas (9.4).",
        "Infantry crosses a canal without bridge for all its MF; rivers only by bridge, ferry or boat (9.2, 9.5).",
        "A unit in a Free area may try to seize a bridge for 1 MF; others then pay 1 more to cross (9.22).",
        "Only infantry and armour lead the way into enemy areas (9.65).",
        "Who enters an area that was not contested, or over an enemy-held bridge, must attack (10.2).",
        "Bring everybody in before you attack: nobody enters an attacked area (9.3).",
        "Demolition comes last: after it nothing moves (19.4).",
    ),
    ("9.2", "9.22", "9.4", "9.65", "10.2", "19.4"),
)
_BLOW = Help(
    "Demolition",
    (
        "Bridges that you hold, one bank enemy or contested: 7 or more with what the banks add (19.4, 19.5).",
        "A Free bank adds 3, an own contested one 2, an enemy contested one 1; a river takes 1 (19.5).",
        "What counts is how things stood when the impulse began. Each bridge once.",
    ),
    ("19.4", "19.5"),
)
_INFILTRATING = Help(
    "Infiltration",
    (
        "A unit rolls one die: below the TEM of the area it slips in and is Spent; in Overcast also on it (8.222).",
        "Only over plain boundaries, not into high ground or polder, armour by road (8.221).",
        "Who fails is in the area too and must attack together with the others that failed there (8.222).",
    ),
    ("8.22", "8.221", "8.222"),
)
_DECLARE = Help(
    "Attack: who takes part?",
    (
        "Attack value: the point unit's factor, 1 for each other unit, 1 for each gun in support,"
        " 1 for three units of a division (10.72).",
        "SS and Wehrmacht together lose 1 (10.72).",
        "Defence value: the forward unit's factor, the TEM, a bridge 1 to 3 or a bridgeless crossing 2,"
        " 1 for each other Fresh defender, but not for airborne units without a supply line (10.73).",
        "Both add two dice. Higher: casualty points; equal: stalemate; lower: all attackers Dis1,"
        " who had to attack retreats (10.74).",
        "Divisional artillery needs another unit of its division in the attack (15.12).",
    ),
    ("10.72", "10.73", "10.74", "15.12"),
)
_FORWARD = Help(
    "Who stands in front?",
    (
        "The forward unit's defence counts, less its Dis level; a Spent unit has its Spent factor (10.73).",
        "It absorbs the first casualty point (10.8).",
        "Other Fresh defenders add 1 each, airborne units only with a supply line:"
        " a Spent unit in front may do as well (10.73).",
        "Artillery stands in front only where nobody else is (15.1).",
    ),
    ("10.73", "10.8", "15.1"),
)
_ABSORB = Help(
    "Casualty points",
    (
        "Each point makes a unit one step worse: Spent, Dis1, Dis2, eliminated (10.8).",
        "A Spent or Dis unit may absorb one by retreating, if the others can absorb the rest (10.8).",
        "The first point is the forward unit's.",
    ),
    ("10.8", "10.92"),
)
_WITHDRAW = Help(
    "Retreat of your own accord?",
    (
        "Every defender may retreat after an attack; a Fresh one becomes Spent (10.93).",
        "It goes to a Free area with the fewest enemy neighbours if there is one (10.92).",
    ),
    ("10.93", "10.92", "10.9"),
)
_FALL_BACK = Help(
    "Attackers retreat",
    (
        "Units whose mandatory attack failed must go back where they came from (10.741).",
        "Others may; what they have lost stays lost (10.9).",
    ),
    ("10.741", "10.742", "10.9"),
)
_BOMBARDMENT = Help(
    "Bombardment",
    (
        "Attack value: the lead's factor and 1 for each other gun; a barrage doubles the lead (11.2, 11.112).",
        "After a barrage all guns are Spent, otherwise they stay Fresh (11.112).",
        "Defence value: 2 x TEM and 1 for each Fresh gun there; against air each Fresh FLAK instead (11.3).",
        "The difference is attrition points. The primary target takes them first (11.4).",
        "A step costs 2 of a Fresh unit and 1 of another; armour 3 and 2. Nobody is eliminated (11.41, 11.5).",
        "British and American guns do not fire together (11.2).",
    ),
    ("11.2", "11.3", "11.4", "11.112", "11.12"),
)
_FRIENDLY = Help(
    "Friendly fire",
    ("Equal dice in a contested area: the Allies lose half the roll; you choose their primary target (16.23).",),
    ("16.23", "11.4"),
)
_ATTRITION = Help(
    "Attrition points",
    (
        "Each unit loses one step at most; Dis2 units none (11.41).",
        "As many points as possible must be used (11.41).",
    ),
    ("11.41", "11.5"),
)
_ROLL = Help(
    "Have it rolled again?",
    (
        "The holder of the Advantage may have any roll of either side made again, all its dice (12.2).",
        "The second result counts, and the Advantage passes to the other side after this impulse (12.2, 12.5).",
        "Once in an impulse: then there is no double impulse (12.5).",
    ),
    ("12.2", "12.5"),
)
_AFTERMATH = Help(
    "The sunset DRM",
    (
        "For enemy units lost in this impulse you may move the marker, either way (12.41).",
        "It is added to every sunset roll of the day from now on: plus makes the day longer (12.41).",
    ),
    ("12.41", "6.31"),
)
_DROPPING = Help(
    "Air drop",
    (
        "Up to three units leave the UK box in an impulse, in Clear weather (18.41, 17.2).",
        "On 18 and 19 September they drop where their counter says, later anywhere of their colour (18.5).",
        "Under interdiction each rolls: above the value nothing, equal Spent, below Dis1 (18.44).",
        "Who lands unharmed may move or fight at once, the area's cost being paid (18.42).",
    ),
    ("18.41", "18.42", "18.44", "18.5"),
)
_DEPOTS = Help(
    "Depots",
    (
        "German depots start in zones, British ones in Zone F, airborne ones at an airhead (13.41 to 13.422).",
        "From an uncontested zone of yours they move along roads through Free areas (13.41, 13.421).",
        "A depot in a contested area serves nobody outside it (13.61).",
        "Fresh FLAK and interdiction lower what comes by air (13.5).",
    ),
    ("13.4", "13.41", "13.421", "13.422", "13.424", "13.5"),
)
_REFIT = Help(
    "Refit",
    (
        "A unit recovers one level a night: 1 point, 1 more if it is Dis, 1 for each boundary on the way (13.6).",
        "A blown bridge may be repaired with points too (19.23).",
        "What is left in Free areas goes to the Reserve, which buys impulses (13.7).",
        "Isolated units may surrender afterwards (13.9).",
    ),
    ("13.6", "13.7", "19.23", "13.9"),
)
_BUY = Help(
    "Buy impulses",
    (
        "10 points of Reserve move the start of the next day by one impulse, at most three (13.7).",
        "A day that begins later on the track ends sooner; one that begins earlier is longer (6.31).",
    ),
    ("13.7", "6.31"),
)
_REORGANIZE = Help(
    "Reorganization",
    ("A Spent or Dis1 unit recovers a level by the loss of a Dis unit of its type in the area (23.6).",),
    ("23.6",),
)
_REGROUP = Help(
    "Regroup",
    (
        "Every unit, also Spent and Dis, may go to an adjacent Free area or zone (6.5).",
        "Armour goes by road; five units over a bridge; no FLAK tower (6.51).",
        "Pick a unit, then where it goes. End when all stand where you want them.",
    ),
    ("6.5", "6.51"),
)
_BIDDING = Help(
    "Bidding for sides",
    (
        "Both players name a side and a number of points, unseen (23.51).",
        "If both want the same side the higher bid gets it, and the other begins with the bid as Reserve.",
    ),
    ("23.51", "13.7"),
)


def help_for(state: State) -> Help:
    """Help for the step in hand."""
    if state.over is not None:
        return _OVER
    step: Any = state.stack[-1]
    match step:
        case impulses.Impulse(stage="more"):
            return _MORE
        case impulses.Impulse(side=side):
            return _GERMAN_IMPULSE if side == GERMAN else _ALLIED_IMPULSE
        case assault.Operations(stage="blow"):
            return _BLOW
        case assault.Operations() if assault.is_demolition_only(state):
            return _BLOW
        case attack.Assailing(stage="forward"):
            return _FORWARD
        case bombardment.Bombardment(stage="friendly"):
            return _FRIENDLY
        case dday.AirbornePhase(stage="choose"):
            return _DROP_CHOICE
        case refit_phase.Refitting(stage=stage):
            return {"refit": _REFIT, "buy": _BUY, "reorganize": _REORGANIZE}.get(stage, _DEPOTS)
    return _BY_KIND[type(step)]


_BY_KIND: dict[type, Help] = {
    advantage.Aftermath: _AFTERMATH,
    advantage.Roll: _ROLL,
    assault.Infiltrating: _INFILTRATING,
    assault.Operations: _OPERATIONS,
    attack.Assailing: _DECLARE,
    bombardment.Attrition: _ATTRITION,
    bombardment.Bombardment: _BOMBARDMENT,
    casualties.Absorb: _ABSORB,
    casualties.FallBack: _FALL_BACK,
    casualties.Withdraw: _WITHDRAW,
    dday.AirPhase: _AIR,
    dday.AirbornePhase: _AIRBORNE,
    dday.DropAreaActs: _AIRBORNE,
    regroup.Regrouping: _REGROUP,
    reinforcements.Dropping: _DROPPING,
    sequence.Bidding: _BIDDING,
    sequence.FirstPurchase: _BUY,
}


_LISTED = re.compile(r"^- (?P<number>\d+\.\d+[a-z]?) ", re.MULTILINE)
"""How the reference numbers its rules."""


@cache
def rulebook() -> Rulebook:
    """The rules in words; a rule's number stands in bold, as the rulebook's reader looks for it."""
    return Rulebook(_LISTED.sub(r"- **\g<number>** ", (DATA.path / "rules.md").read_text("utf-8")))
