"""Help for the step in hand: what a player who does not know the rules by heart must know to decide."""

from collections.abc import Mapping
from typing import Any

from wargame_tui.board.steps import Helps, help_in_hand
from wargame_tui.board.title import Help
from wargame_tui.titles.ardennes_44.printed.book import GERMAN
from wargame_tui.titles.ardennes_44.rules import battle
from wargame_tui.titles.ardennes_44.state import Table

_OVER = Help("The game is over", ("Step back through the game with the time machine, or start another.",), ("30.1",))
_WAIT = Help("The sequence of play", ("The game goes on by itself until somebody has to decide.",), ("4", "25.1"))
_SET_UP = Help(
    "German set-up",
    (
        "Every unit starts in the area of its division; corps artillery in that of any division of its corps (3.4).",
        "At most three stacking points and two units in a hex, with the exceptions of 8.2.",
        "1331 is open to 277th and 12th Volksgrenadiers; of the 26th, 39 and 77 may stand west of the Our (3.4).",
        "One command places all that are left where history had them; that is the best start for a first game (3.7).",
        "The Allied units stand where their counters say (3.3). Your first turn begins with movement (4.0e).",
    ),
    ("3.4", "3.4a", "3.4b", "3.7", "8.1", "8.2"),
)
_ARTILLERY = Help(
    "Artillery supply",
    (
        "Artillery that has fired supports nobody until it is ready again; you ready three a turn, on 16PM six (5.2).",
        "Not while disrupted, out of supply or after strategic movement; next to the enemy it may be (5.3).",
        "All prime movers have come off: artillery that stands is a gun that fires (22.3).",
        "Strategic movement markers that you take off now are free for others in this turn (12.7).",
    ),
    ("5.2", "5.3", "12.7", "22.3"),
)
_FUEL = Help(
    "Fuel shortage: the captured dump",
    (
        "Fuel shipped to Germany gives -2 on every fuel roll from now on (32.2).",
        "A dump that is not shipped can be retaken (32.2).",
    ),
    ("32.2", "6.1", "6.3"),
)
_FUEL_CHOICE = Help(
    "Who is short of fuel?",
    (
        "All units of the division are out of supply until your supply phase, if they can then trace supply (6.1).",
        "Until then: two hexes of movement, 1 column left when they attack, tanks one quality worse (23.4).",
    ),
    ("6.1", "6.4", "23.4"),
)
_FUEL_WEST = Help(
    "Who is short of fuel?",
    (
        "The Allied player chooses a division of the army named, of which units are west of the Ourthe (6.5).",
        "Only those units are struck: two hexes of movement, 1 column left in attack, tanks one quality worse (23.4).",
    ),
    ("6.5", "23.4"),
)
_BRIDGES = Help(
    "Bridges",
    (
        "A unit within a hex of a bridge blows it on 1 to 4, if an enemy is so near too; each bridge once (7.2, 7.3).",
        "The die gets +2 if the unit is disrupted, engaged or in strategic movement (7.5).",
        "Over a river without a bridge no vehicle moves, retreats or advances, and tanks earn no shift (7.6, 21.3).",
        "To rebuild, both hexes are free of enemies, and yours or outside his zones; a road leads to supply (7.9).",
        "The bridge is open in your next bridge phase, if that still holds (7.9a).",
        "No demolition on 16AM, 16PM and in the night between (7.7).",
    ),
    ("7.2", "7.3", "7.5", "7.6", "7.7", "7.9", "7.9a"),
)
_MOVEMENT = (
    "Pick a unit, then where it goes; others of its hex may go along if they pay the same costs (11.1).",
    "Entering an enemy zone of control stops; leaving one costs 1 more (9.2). Two units two hexes apart bar the way"
    " between them: nobody enters or crosses their bond (10.1, 10.2).",
    "Extended: non-mechanized units get 2 MP more, but end away from the enemy (11.2).",
    "Tactical: two hexes whatever they cost; infantry crosses rivers and ravines that way (11.3, 11.4).",
    "Strategic: twice the MP along roads, away from the enemy, alone in the hex; limited by markers (12.1, 12.2).",
    "Vehicles keep to roads in forest, forest-ravine and Westwall (11.5). A truck or prime mover is the back of a"
    " strategic movement marker (12.6, 22.3).",
    "Infantry that stays may dig an improved position; regiments and combat commands may split (15.8, 26.1).",
)
_PM_TURN = (
    "It is a PM turn: up to three stacks that move a point at most may get a night marker; they do not attack now,"
    " but move and attack in the night (25.3).",
)
_STACKS = ("Stacks are checked when the phase ends; what is too many you remove (8.3).",)
_GERMAN_MOVES = (
    "Artillery moves with a prime mover only, Nebelwerfer shift a hex; whoever has a prime mover does not fire (22.3).",
    "No crossing of the army boundary before 18AM (11.10).",
)
_ALLIED_MOVES = (
    "Artillery that moves more than a hex is fired, and ready again in the next artillery supply phase (22.1, 5.2).",
    "Reinforcements enter at their letter, or go into the off-map box joined to it (13.1). Germans on an entry hex"
    " close its sector until 6 defence points seal them off (13.4).",
)
_FIRST_TURN = (
    "16AM: red set-up boxes hold units in place; no US strategic movement; Germans stay out of the areas of other"
    " divisions (29.1, 29.3, 29.4).",
)
_MOVEMENT_RULES = ("11.1", "9.2", "10.2", "11.2", "11.3", "12.1", "12.6", "22.3", "13.1", "15.8", "26.1")
_NIGHT_MOVEMENT = Help(
    "Night movement",
    (
        "Only stacks with a night marker move, with their full MP, and then attack (25.3).",
        "No strategic movement, no reinforcements, no digging at night (25.3).",
        "In the night of 16 December the four units of Kampfgruppe Peiper move and fight in addition (27.5).",
        "With the optional rule, night markers that were not used let other stacks go one hex each (34).",
    ),
    ("25.3", "27.5", "34"),
)
_MOVING = Help(
    "On the move",
    (
        "The numbers are the movement points that a hex costs on the best way, and what is left there (11.1).",
        "Before the first step you may add company or choose another way to move (11.1 to 11.3, 12.1).",
        "Primary roads cost vehicles and mechanized infantry half a point, secondary roads 1, in forest 2 (11.7).",
        "Enemy traffic markers and roadblocks cost 2 more, the St. Vith hexes up to 4 more for Germans (24.2, 24.7).",
        "An enemy zone of control stops; the next move may lead straight into another zone (9.2, 9.3).",
        "Several steps are allowed, one after the other, until the points are spent or you end (11.1).",
    ),
    ("11.1", "11.7", "9.2", "9.3", "10.2", "24.2"),
)
_TOO_MANY = Help(
    "Too many units",
    (
        "Three stacking points, silhouette tanks and artillery without any; two units (8.1, 8.2).",
        "Units of a regiment or cavalry group are one; three units with defence up to 7 may stand together (8.2).",
        "What you remove is eliminated (8.3).",
    ),
    ("8.1", "8.2", "8.3"),
)
_WITHDRAWALS = Help(
    "Withdrawal",
    (
        "An engaged unit could not move: now it may try to get away, as may others next to the enemy (20.1).",
        "1, 2 it goes; 3, 4 it goes and is disrupted; 5 it stays; 6 it stays, disrupted (20.2).",
        "+1 recruit, -1 elite, -1 tank or recon unit (20.2). Who goes does not attack in this phase (20.1).",
        "Only engaged units may enter an enemy zone of control on the way (20.4).",
        "A unit may split first, so that a battalion holds the line (20.5b). All engaged markers come off (20.5).",
    ),
    ("20.1", "20.2", "20.3", "20.4", "20.5", "26.2"),
)
_WITHDRAWING = Help(
    "Who withdraws from this hex?",
    (
        "Say who tries before the first die; then each rolls for itself (20.2).",
        "Who does not try now stays, and may attack (20.5).",
        "If all go, the hex is open; if one stays, it may be alone.",
    ),
    ("20.2", "20.5"),
)
_FALL_BACK = Help(
    "Where to?",
    (
        "One or two hexes, as you like (20.1). Bonds are never crossed (20.3).",
        "The first hex may be in an enemy zone only if the unit was engaged; a disrupted unit must go on (20.3, 20.4).",
        "German artillery without a prime mover goes one hex (17.7).",
    ),
    ("20.3", "20.4", "17.2", "17.7"),
)
_COMBAT = Help(
    "Combat",
    (
        "Attacks are made one at a time, in any order; each unit attacks once and is attacked once (14.1).",
        "Nobody has to attack; of a hex all units defend together (14.1, 14.2).",
        "Pick a hex; then name who attacks: units of two divisions at most, no British with US units (14.3, 27.3).",
        "Attack hexes with artillery first: engaged or driven back it no longer supports others (22.9).",
    ),
    ("14.1", "14.2", "14.3", "22.9"),
)
_DECLARE = Help(
    "Who attacks?",
    (
        "The odds are attack against defence, fractions dropped for the defender: 15 to 4 is 3-1 (14.4).",
        "Halved, rounded up: over a river, out of forest-ravine, vehicles over hexsides that they could not cross,"
        " Allied tanks against the Westwall (15.2 to 15.7).",
        "The best of terrain and improved position is added to the defence once: light woods and forest 1, village 2,"
        " town and Westwall 3 (15.1).",
        "A grey tank quality higher than any of the defender's shifts 1 right, but not against forest, forest-ravine,"
        " Westwall or city (21.1, 21.3).",
        "A disrupted defender shifts 1 right, a routed one 2; an attacker out of supply 1 left (18.2, 23.4).",
        "Artillery comes next. Roll when all attackers are named, or take it back.",
    ),
    ("14.4", "15.1", "15.2", "15.3", "15.4", "15.5", "21.1", "21.3", "18.2"),
)
_BLOW = Help(
    "Blow the bridge?",
    (
        "On a modified 1 to 4; +1 in the enemy's combat phase, +2 by a hampered unit; once a turn (7.2, 7.5).",
        "Tanks over a blown bridge earn no shift and cannot advance; the attacker may call it off (7.4, 14.4).",
        "You may need the bridge yourself later.",
    ),
    ("7.4", "7.5", "21.3", "14.4"),
)
_CALL_OFF = Help(
    "Go on without the bridge?",
    (
        "Tanks over it earn no shift, and neither they nor recon units advance (7.4).",
        "A called-off attack does not count: the units may attack again in this phase (14.4, QA-38).",
    ),
    ("14.4", "7.4", "21.3"),
)
_SUPPORT = Help(
    "Support for the attack",
    (
        "Up to two ready artillery units in range, 1 shift right each; they are fired afterwards (22.6, 22.7).",
        "On 16AM German artillery supports only attacks with units of its corps (29.5).",
        "The Allies have one air marker an attack from 23AM on, 1 shift right (15.6).",
        "The 150th Panzer Brigade may try to surprise until 17PM: 1 to 3 shifts 1 right; it is known then (27.1).",
        "The defender's guns come after yours (14.4).",
    ),
    ("22.6", "22.7", "15.6", "27.1", "29.5"),
)
_DEFENCE = Help(
    "Defensive artillery",
    (
        "With one or two ready units in range you roll one die, with two -1: shifts left (22.8).",
        "Time on target, the Allies' best result, costs the attacker a step and cancels the attack (22.8).",
        "The guns are fired whatever comes; on 16AM only V/187 and V/406 support the Allied defence (22.8, 29.4).",
        "Artillery does not support the hex in which it stands (22.9).",
    ),
    ("22.8", "22.9", "22.6", "29.4"),
)
_FIREFIGHT = Help(
    "Engaged, or a firefight?",
    (
        "Engaged costs nothing: the defender does not move in his next movement phase (16.1, 16.5).",
        "A firefight: 1 D1, 2 DR2, 3 A1/D1, 4 A1/DR2, 5 engaged with advantage, 6 A1/Eng (16.2).",
        "The lead unit's morale counts: elite -1, recruit +1; a grey tank at least as good as any defending one -1,"
        " not against forest, forest-ravine or city; FF(+1) +1 (16.2).",
        "Attacker's losses fall on the lead unit; it must be able to advance into the hex (16.2, 16.3a).",
    ),
    ("16.2", "16.3a", "16.5", "16.6"),
)
_SLIP = Help(
    "Slip away?",
    (
        "A recon unit that defends alone may retreat one hex instead of being engaged, without disruption (21.4).",
        "The attacker then has a normal advance (21.4).",
    ),
    ("21.4", "19.1"),
)
_LOSS = Help(
    "Step loss",
    (
        "A full unit is reduced; a reduced one, or one of a single step, is eliminated (16.4).",
        "Large units leave a remnant (16.4). In an exchange a tank that earned the armour shift pays for it (16.3).",
        "Infantry is rebuilt more easily than tanks; some units never are (25.21, 25.26).",
    ),
    ("16.3", "16.4", "25.26"),
)
_STAND = Help(
    "Last stand?",
    (
        "In a village, town, city, Westwall or improved position the defender may refuse a retreat of 2 hexes (16.7).",
        "1 they stand, both sides lose a step; 2, 3 they stand and lose a step; 4 one hex back, without disruption,"
        " and a counterattack; 5 they retreat; 6 they lose a step and retreat (16.7).",
        "-1 elite, +1 recruit, -1 in a city, -1 a lead tank as good as any attacking one (16.7).",
        "The lead unit takes the loss; it may not be disrupted (16.7).",
        "A last unit that pays with its last step lets the attacker into the hex (16.7i).",
    ),
    ("16.7", "16.7a", "16.7c", "16.7h", "16.7i"),
)
_RETREAT = Help(
    "Retreat",
    (
        "The owner goes hex by hex; in this order: the full distance away, no empty hex in an enemy zone,"
        " toward supply, vehicles along roads (17.1). Hexes that are worse by these are not offered.",
        "Two hexes disrupt, three or four rout; who was routed is eliminated (18.1).",
        "Into bonds, enemies, over lakes or the bridgeless Meuse nobody survives (17.2).",
        "Allied units may leave by the west, north or south edge into the box (17.6).",
        "Who ends with friends adds nothing to their defence in this phase, and dies if they must retreat (17.5).",
    ),
    ("17.1", "17.2", "17.5", "17.6", "18.1"),
)
_ADVANCE = Help(
    "Advance",
    (
        "Limited: into the vacated hex. Normal: one hex anywhere. Bonus: two (19.1).",
        "Mechanized units along good roads go one hex farther (19.1d). Units out of supply one hex at most (19.6).",
        "Forest, unbridged rivers and ravines: infantry with its first hex only (19.2).",
        "Not across bonds, but into the vacated hex; not from one hex next to an enemy unit to another one next to it,"
        " but with the first hex (19.3).",
        "Mind where the enemy can counterattack, and that bonds form between your units (10.1).",
    ),
    ("19.1", "19.1d", "19.2", "19.3", "19.6"),
)
_HOLD = Help(
    "Attacker advantage",
    (
        "If units of that hex attack the same hex in your next turn, the attack shifts 1 right (16.6).",
        "It is lost if all of them leave, or if they must retreat (16.6a).",
    ),
    ("16.6", "16.6a"),
)
_COUNTER = Help(
    "Counterattack?",
    (
        "Units that have just given way one hex may attack the hex at once, without artillery and aircraft (16.7g).",
        "If nobody advanced into it they go back for nothing (16.7g).",
    ),
    ("16.7g", "16.7"),
)
_BREAKTHROUGH = Help(
    "Breakthrough combat",
    (
        "One stack of the attackers may attack one more hex at once, alone or with others who have not attacked"
        " (19.4, 19.5).",
        "Units that went more than one hex must be mechanized; units out of supply take no part (19.4b, 19.6).",
        "Ready artillery supports both sides; another breakthrough does not follow (19.4e, 19.4f).",
    ),
    ("19.4", "19.5", "19.4b", "19.4f", "19.6"),
)
_TRAFFIC = Help(
    "Traffic markers and roadblocks",
    (
        "A marker costs the enemy 2 MP more to enter its hex, but not with tactical movement (24.2).",
        "Not on or next to another of your markers; anywhere else, also behind his front (24.4).",
        "Then two dice take the markers with these numbers off until your next turn (24.3).",
        "A roadblock stops strategic movement and cuts supply: on a road within 4 hexes of a unit, with a road to"
        " supply, not next to the enemy (24.8).",
    ),
    ("24.2", "24.3", "24.4", "24.7", "24.8"),
)
_REPLACEMENTS = Help(
    "Replacements",
    (
        "A point turns a reduced unit to full strength or brings an eliminated one back reduced (25.21).",
        "A single point is for infantry; of two, one may be for a tank, recon or flak unit (25.21). What is not used"
        " is lost (25.21e).",
        "On the map: in supply, in good order; next to the enemy only with a retreat of one hex (25.22).",
        "From the dead pile: into a friendly town or city with a road to supply, not next to the enemy; Germans also at"
        " K, L and M (25.22).",
        "Large units come back in place of a remnant (25.24). Who was rebuilt does not move in the morning (25.25).",
        "Never: artillery, US airborne, British, German tanks of quality 5 and more (25.26).",
    ),
    ("25.21", "25.22", "25.24", "25.25", "25.26"),
)
_FIRST = Help(
    "Who replaces first?",
    ("Both sides replace at the same time; where it matters you decide who does it first (25.23).",),
    ("25.23",),
)

_STAGES: Mapping[type[battle.Phase], Help] = {
    battle.Declaring: _DECLARE,
    battle.Bridges: _BLOW,
    battle.CallingOff: _CALL_OFF,
    battle.Support: _SUPPORT,
    battle.Defence: _DEFENCE,
    battle.Firefight: _FIREFIGHT,
    battle.Slipping: _SLIP,
    battle.Standing: _STAND,
    battle.Holding: _HOLD,
    battle.Countering: _COUNTER,
    battle.BreakingThrough: _BREAKTHROUGH,
}
"""Of the stages of a combat at which somebody decides."""


def _movement(table: Table, step: Any) -> Help:
    """What there is to do in this movement phase: by side, by turn, by night."""
    if table.night:
        return _NIGHT_MOVEMENT
    german = step.side == GERMAN
    lines: tuple[str, ...] = (*_MOVEMENT, *(_GERMAN_MOVES if german else _ALLIED_MOVES))
    if table.turn == 1:
        lines = (*lines, *_FIRST_TURN)
    elif table.turn % 2 == 0 and table.turn < table.book.scenario.last:
        lines = (*lines, *_PM_TURN)
    return Help(f"{step.side} movement", (*lines, *_STACKS), _MOVEMENT_RULES)


_BY_KIND: Helps = {
    "set_up": _SET_UP,
    "turn": _WAIT,
    "player_turn": _WAIT,
    "night": _WAIT,
    "artillery_supply": _ARTILLERY,
    "fuel": _FUEL,
    "fuel_choice": lambda table, step: _FUEL_WEST if step.west else _FUEL_CHOICE,
    "bridges": _BRIDGES,
    "movement": _movement,
    "moving": _MOVING,
    "too_many": _TOO_MANY,
    "withdrawals": _WITHDRAWALS,
    "withdrawing": _WITHDRAWING,
    "fall_back": _FALL_BACK,
    "combat": _COMBAT,
    "battle": lambda table, step: _STAGES.get(type(step.now), _COMBAT),
    "loss": _LOSS,
    "retreating": _RETREAT,
    "advancing": _ADVANCE,
    "traffic": _TRAFFIC,
    "replacements": lambda table, step: _FIRST if step.order is None else _REPLACEMENTS,
}

KINDS = frozenset(_BY_KIND)
"""The kinds of step that have help."""


def help_for(state: Table) -> Help:
    """Help for the step in hand."""
    return help_in_hand(state, _BY_KIND, _OVER)
