"""Help for the step in hand: what a player who does not know the rules by heart must know to decide."""

from wargame_tui.board.title import Help
from wargame_tui.titles.tigers_in_the_mist.rules import (
    activation,
    bridges,
    combat,
    reinforcements,
    special,
    stacking,
    victory,
)
from wargame_tui.titles.tigers_in_the_mist.state import State

_MOVEMENT = Help(
    "Movement: choose a unit",
    (
        "Pick a unit of your side on the map or in the list; then pick where it goes, road by road (8.2).",
        "A unit is activated once a turn: what moves now can neither move nor attack later today (8.25).",
        "Vehicles and engineers have 8 movement points, foot infantry 5 (8.31, 8.32).",
        "A primary road costs 1, a secondary road 2; +1 to enter an area with other units,"
        " +1 to leave one with enemy units (8.33, 8.36).",
        "Whoever enters an area with enemy units stops there and must attack (8.22, 8.23).",
        "Instead of moving, infantry, motorized and mechanized units may entrench;"
        " engineers may do so for 4 points (8.51).",
        "Units that do not move may still attack enemies in their own area after movement (9.13).",
        "At the end of your movement no area may hold more than 4 of your units or 10 strength points (7.1).",
        "When you have moved all that you want to move: End movement.",
    ),
    ("8.2", "8.33", "8.36", "8.5", "7.1"),
)
_MOVING = Help(
    "Movement: where to?",
    (
        "Pick a lit space: the numbers on the map are the movement points that you would have left there (8.38).",
        "A space further away is reached road by road along the cheapest way.",
        "Before the first step, other units of the area may join: they move as one stack (8.21).",
        "At a destroyed bridge only units on foot cross, for 3 points; vehicles must be abandoned first (8.34, 8.35).",
        "The other player may try to blow a bridge at the moment you cross it towards his units (8.41, 10.21).",
        "A unit may not move where it would be out of supply (8.28).",
        "End this move when the group is where you want it. Undo takes back steps that rolled no dice.",
    ),
    ("8.21", "8.33", "8.34", "8.35", "8.28"),
)
_DEMOLITION = Help(
    "Your bridge is about to be crossed",
    (
        "An infantry-type unit next to the bridge may try to blow it now; this is the only chance (10.21).",
        "Engineers succeed on 1-8, others on 1-4; half of that if they have moved this turn (10.29).",
        "One try a bridge and impulse, at most two bridges a unit and impulse (10.23, 10.25).",
        "If it is blown, the group loses 1 point and must cross on foot for 3, or go elsewhere (8.42).",
    ),
    ("10.21", "10.23", "10.25", "10.29"),
)
_BATTLES = Help(
    "Combat: choose a battle",
    (
        "Every area that your units entered must be attacked now, in the order you like (9.12).",
        "Units that were with enemies already may attack or not (9.13).",
        "Highlight a battle to see the exact odds of losses before you begin it.",
        "There is no retreat: battles are one round; both sides may stay in the area (9.38).",
    ),
    ("9.12", "9.13", "9.3"),
)
_STAGES: dict[type[combat.BattleStage], Help] = {
    combat.Attackers: Help(
        "Who attacks?",
        (
            "Units that entered now attack in any case; those that were there already may join (9.13).",
            "Whoever stays out of an attack that others came for is marked and does nothing more today (9.14).",
            "Attackers leave their entrenchments (8.59).",
        ),
        ("9.13", "9.14", "8.59"),
    ),
    combat.Supporting: Help(
        "Special forces",
        ("If you support this battle, all Allied dice in it get +1, which is worse for them (14.24).",),
        ("14.24",),
    ),
    combat.Calls: Help(
        "Artillery: how many calls?",
        (
            "One call for each 3 strength points in supply; the defender has at least one (9.42).",
            "Allied calls are answered on 1-8, German ones on 1-6 at the Allied start line, else on 1-4 (9.43).",
            "Calls cost nothing. The attacker needs one answered call, armour and infantry for combined arms (9.6).",
        ),
        ("9.42", "9.43", "9.44", "9.45", "9.6"),
    ),
    combat.Lays: Help(
        "Artillery: on whom?",
        (
            "It must be laid on the enemy type with the greatest strength; within the type you choose (9.46).",
            "Nobody gets a second counter before everybody has one.",
            "It hits on 1-3 for the attacker, on 1-5 for the defender (9.48).",
        ),
        ("9.46", "9.48"),
    ),
    combat.Aims: Help(
        "Fire: who fires at whom?",
        (
            "Quality: engineer, armour, mechanized, motorized, infantry; the best chooses first (9.51, 9.57).",
            "Fire at your own quality, else at the best below it, else at the worst above it (9.57).",
            "Every target gets one firing unit before any gets two (9.55).",
            "Each strength point is a die; it hits on the unit's attack or defence value or less (9.21).",
        ),
        ("9.51", "9.55", "9.57", "9.21"),
    ),
}
_BRIDGING = Help(
    "Bridging",
    (
        "An engineer that has stood next to a destroyed bridge all day may try to build it,"
        " if a friend is on the other bank (10.12).",
        "It succeeds on 1-4; each failure makes the next try on that bridge easier by 1 (10.15, 10.16).",
        "An engineer that tries neither moves nor attacks this turn (10.14).",
    ),
    ("10.12", "10.14", "10.15", "10.16"),
)
_REINFORCEMENT = Help(
    "Reinforcements",
    (
        "Units whose card names several zones: choose where each one enters (11.11).",
        "From the zone they move on to the map in this or a later impulse (11.12, 11.15).",
        "Reserves that superiority has earned may be released now (11.3).",
    ),
    ("11.11", "11.14", "11.3"),
)
_SPECIAL = Help(
    "Special forces",
    (
        "Choose any area that is no victory point area; Allied units may stand there (14.12).",
        "Impede movement: Allied units pay 1 more to enter the area and 1 more to leave it (14.22).",
        "Prevent demolition: bridges into the area are blown on a 1 only (14.23).",
        "Battlefield support: Allied dice in one battle there get +1 (14.24).",
        "The unit leaves at the end of the coming Allied impulse (14.3).",
    ),
    ("14.11", "14.12", "14.21", "14.23", "14.24", "14.3"),
)
_REDUCE = Help(
    "Too many units in one area",
    ("At most 4 units and 10 strength points of a side in an area: choose the units that are lost (7.1, 7.2).",),
    ("7.1", "7.2"),
)
_GAPS = Help(
    "Gaps in the Allied line",
    (
        "A gap is a road line from a German entry zone to one of the zones D to K without Allied units on it.",
        "Lines that share an area count once. If both players name the same number it counts;"
        " otherwise the program's count does (A30).",
    ),
    ("A30",),
)
_OVER = Help("The game is over", ("Step back through the game with the time machine, or start another.",), ("12.1",))


def help_for(state: State) -> Help:
    """Help for the step in hand."""
    if state.over is not None:
        return _OVER
    step = state.stack[-1]
    if isinstance(step, combat.Battle):
        return _STAGES[type(step.now)]
    by_kind: dict[type, Help] = {
        activation.Movement: _MOVEMENT,
        activation.Moving: _MOVING,
        bridges.Demolition: _DEMOLITION,
        bridges.Bridging: _BRIDGING,
        combat.Battles: _BATTLES,
        reinforcements.Reinforcement: _REINFORCEMENT,
        special.Placement: _SPECIAL,
        stacking.Reduce: _REDUCE,
        victory.GapCount: _GAPS,
    }
    return by_kind[type(step)]
