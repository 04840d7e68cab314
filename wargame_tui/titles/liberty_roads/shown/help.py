"""Help for the decision in hand: what there is to do and to weigh, each with its rule."""

from collections.abc import Mapping
from typing import Any

from wargame_tui.board.steps import Helps, help_in_hand
from wargame_tui.board.title import Help
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.state import Table, book_of

_OVER = Help("The game is over", ("Look around, go back to any moment, or begin anew.",), ("T41",))
_WAIT = Help("The turn goes on", ("Nothing is to be decided here.",), ("2",))
_SUPPLY = Help(
    "Supply",
    (
        "HQs without a road or railway to a supply source have left the map; they come back this turn (4.1.2).",
        "A supplied HQ beside a river may turn to its pontoon side: the hexside is bridged for movement and supply"
        " (4.1.3). On that side it does not move (6.1.7). While no enemy is within six hexes of an HQ, nobody asks.",
        "Then your units are checked: out of command range of a supplied HQ of their nationality they are out of"
        " supply, with attack, defence and movement halved until your next check (4.2, 4.5).",
    ),
    ("4.1.1", "4.1.3", "4.2.1", "4.5.2"),
)
_KEEP = Help(
    "Keep played markers?",
    (
        "All your played markers go back to the pool now (5.2.1).",
        "The Allied player may keep one where it is for two others of his Available Support, if it could still be"
        " played there, PLUTO included (5.2.2, 5.2.3).",
    ),
    ("5.2.1", "5.2.2", "5.2.3"),
)
_FREE = Help(
    "The free Air Support",
    (
        "From June to August, in clear or overcast weather, with a major city or with a Beachhead in reach of fighters,"
        " one Air Support is free each turn (5.3.1).",
        "It must be played in this turn; it can be neither spent nor saved (5.3.2).",
        "Then you draw: two dice, the weather, and your functional major ports (5.3.3, T30).",
    ),
    ("5.3.1", "5.3.2", "5.3.3"),
)
_USE_ALLIED = Help(
    "Support markers",
    (
        "The order is fixed: spend markers to move PLUTO, then Attaque surprise, then Montgomery, then all others"
        " (5.5.2).",
        "Markers with a P are played within three hexes of a PLUTO marker (5.6.7); air markers not in bad weather"
        " (5.5.5).",
        "A marker may be kept in hand, up to six (5.1.4): you need some for armour replacements (10.3.5) and port"
        " repair (15.1.4).",
        "Two identical markers do not count in the same combat (5.5.7).",
    ),
    ("5.5.2", "5.5.7", "5.6.5", "5.6.7", "5.1.4"),
)
_USE_GERMAN = Help(
    "Support markers",
    (
        "Attach markers to units or lay them on hexes; some can be played when you are attacked (5.5.1).",
        "Keep one for strategic movement: a single marker pays for the whole phase (6.2.4); others for replacements of"
        " armour (10.3.5). Six may be kept (5.1.4).",
        "Markers drawn now may go to the Strategic Reserve, three at most, where a dismissal does not touch them"
        " (18.1).",
        "A unit with Fuel & Ammo uses its elite bonus in attack in any weather (7.6.3).",
    ),
    ("5.5.1", "6.2.4", "7.6.3", "18.1.1"),
)
_PLACE_FFL = Help(
    "Free French",
    ("The unit comes in at once, in a liberated French city or port (16.2.1).",),
    ("16.2.1", "16.1.3"),
)
_SEA = Help(
    "Sea transport",
    (
        "3 points a turn, one more with a functional major port, one more with Antwerp (11.2.1, 11.2.4, 11.2.5).",
        "1 point to the Channel, the North Sea or, from the Mediterranean Front, the Mediterranean; else 1½ (11.2.3).",
        "Through a minor port or a Beachhead one unit a turn (11.2.7); who came by sea may still move (11.2.8).",
        "An HQ may be carried straight to a supplied division of its nationality (11.3). Airborne units on a port may"
        " go back to their zone (11.4.1).",
    ),
    ("11.2.3", "11.2.7", "11.3.1", "11.4.1"),
)
_MOVEMENT = (
    "Pick a unit, then a hex; numbers are the movement points left there (6.1.2). Each unit moves once (6.1.3).",
    "Along roads and railways a hex costs half a point, whatever the terrain (6.1.8). Enemies next door neither stop"
    " nor slow you: there are no zones of control (6.1.6).",
    "Strategic movement doubles the allowance (three becomes nine), all of it in command range and never next to the"
    " enemy (6.2).",
    "An HQ ends its move where it is in supply (6.1.9); a unit out of supply moves toward supply (4.5.5).",
    "Three divisions a hex, one HQ, one engineer; at the end of the phase no British with Americans (1.10).",
)
_GERMAN_MOVES = (
    "Before you move: Festungen in fortress ports (6.5), the counter-offensive (18.2), the Withdrawal from France from"
    " turn 7 on (19.1).",
    "By rail infantry costs 1 point of the capacity, armour 2; not next to the enemy, not through cities where the"
    " Allies have been (6.3).",
    "Units that could go home by rail may go to the Strategic Reserve (18.1.1).",
)
_FORTITUDE = (
    "Operation Fortitude: only units in an army zone with Allied units, in Germany, and new arrivals move; the die"
    " released some armoured divisions besides: name them (14.1.2 to 14.1.4).",
)
_MOVING = Help(
    "On the move",
    (
        "Before the first step you may add company from the same hex, or choose another way to move (6.1.1, 6.1.2).",
        "A unit may always go one hex, even without the points (6.1.7).",
        "Several steps are allowed until the points are spent; taking up the next unit ends the move (6.1.3).",
        "Rivers cost more where no road or pontoon crosses them (6.4).",
    ),
    ("6.1.2", "6.1.7", "6.1.8", "6.4", "20.1.1"),
)
_EXPLOIT = Help(
    "Exploitation movement",
    (
        "Only units with an Exploitation marker move, with half their allowance, rounded up; out of supply one point"
        " (8.2.2).",
        "Afterwards they may attack again, without a tactical result of their own (8.3.2).",
    ),
    ("8.1.1", "8.2.2", "8.3.2"),
)
_RESERVE_OUT = Help(
    "Strategic counter-offensive",
    (
        "All units of the reserve come to an HQ in Germany or next to it, not beside the enemy (18.2.3).",
        "Its markers are in your hand now, for this turn without the limit of six (18.2.4).",
    ),
    ("18.2.3", "18.2.4", "18.2.5"),
)
_VATERLAND = Help(
    "Vaterland",
    (
        "The Allies are in Germany or the Netherlands: the divisions of the schedule come at once (20.2.1).",
        "Place them in the hexes that are offered; hexes in Allied hands are lost to them.",
    ),
    ("20.2.1", "20.2.2"),
)
_ZONE = Help(
    "A Paratroop Drop marker is back",
    ("From England units drop in the north of the map, from the Mediterranean in the south (12.2.4, 12.2.5).",),
    ("12.3.4", "12.2.4"),
)
_DROPS = Help(
    "Paratroop drops",
    (
        "A unit of an Airborne zone with a marker drops within five hexes of an HQ, or on a coast in reach of fighters,"
        " or next to it (12.2.2).",
        "One die: terrain and the worst of enemies there (-2), next door (-1), coast defence (half of it); below 0"
        " destroyed, up to 2 a step lost (12.2.7). On friends +1 and nothing else.",
        "On enemies or on an active coast it must fight in its own hex: -2 columns without help from next door"
        " (12.2.9, 12.2.11).",
        "On a beach that you invade in this turn it takes an Atlantic Wall marker away and fights along (12.2.13). If"
        " enemies or the coast defence are still there after the landings, it is lost (12.2.12).",
        "The marker comes back two dice less two turns later (12.3.4).",
    ),
    ("12.2.2", "12.2.7", "12.2.9", "12.2.11", "12.2.13", "12.3.4"),
)
_COMBAT = Help(
    "Combat",
    (
        "Nobody has to attack. Hexes are attacked in any order, each once, by units that attack once (7.1).",
        "Pick a hex, then name who attacks: no British with Americans, but airborne divisions go with all (7.1.12).",
        "HQs, engineers and units in a Festung do not attack (7.3.3, 6.5.5).",
        "The odds are whole ratios in favour of the defender: 35 to 10 is 3/1 (7.5.3). Below 1/2 the attack is"
        " cancelled, and hex and units are used up all the same (7.5.5, A18).",
    ),
    ("7.1.7", "7.1.12", "7.5.3", "7.5.5"),
)
_GATHERING = Help(
    "Who attacks?",
    (
        "Attack and defence are added up, what is out of supply is halved (4.5.2). Support markers on the hex and on"
        " the units shift the column (7.5.4).",
        "Terrain multiplies the defence; the defender chooses among terrain, city and, if all of you attack across one,"
        " the river (1.7.1, T27).",
        "With two armoured units you may declare armour exploitation later (7.6.4); with an elite unit use the bonus"
        " (7.6.1).",
        "Go when all are named, or pass to take it back.",
    ),
    ("7.3.1", "7.5.2", "7.5.4", "7.6.4"),
)
_MARKERS = Help(
    "You are attacked",
    (
        "Markers for the enemy turn can be played on this combat (5.5.1); what you play now is not there later.",
        "Two identical markers do not count in the same combat (5.5.7).",
    ),
    ("5.5.1", "5.5.7"),
)
_TERRAIN = Help(
    "What protects the defenders?",
    (
        "One kind of terrain counts, for the odds and for the tactical result (1.7.1). The factor is not all: some"
        " terrain ignores an S or turns DR into S, as the list says (7.9.2, T27). About equals nobody asks.",
    ),
    ("1.7.1", "7.9.2", "T27"),
)
_ATTACKER = Help(
    "Elite bonus, armour exploitation?",
    (
        "The elite bonus lets you replace your tactical result by a better one of its ladder (7.9.3); your first loss"
        " is then an elite unit's (7.8.1). Germans use it in attack in bad weather, or with Fuel & Ammo (7.6.3).",
        "With armour exploitation armoured divisions count half for Exploitation markers (7.12.3); the first loss is an"
        " armoured unit's. With both the defender chooses (7.8.1).",
        "A German attack of two armoured divisions with the declaration raises the approval by 1 (9.2.2).",
        "The column is known. Go rolls the dice.",
    ),
    ("7.6.1", "7.6.3", "7.6.4", "7.8.1", "7.9.3", "9.2.2"),
)
_DEFENDER = Help(
    "Use the elite bonus?",
    ("You may replace your tactical result by a later one (7.9.3); your first loss is an elite unit's (7.8.1).",),
    ("7.6.1", "7.8.1", "7.9.3"),
)
_FIRST_LOSS = Help(
    "The attacker's first loss",
    ("He declared elite bonus and armour exploitation: you choose which kind of unit pays first (7.8.1).",),
    ("7.8.1",),
)
_CHOICE = Help(
    "Which tactical result?",
    (
        "With the elite bonus you carry out the result rolled, or one behind it on its ladder (7.9.3, T29).",
        "E, E2 and E3 let units move and attack again in the exploitation phase (7.12).",
    ),
    ("7.9.3", "7.12.2", "T29"),
)
_MODIFIER = Help(
    "What modifies the tactical results?",
    (
        "If all attacked across a major river, it may stand in for the terrain (7.9.4); on a Beachhead the Beachhead"
        " may (7.9.5, A4).",
    ),
    ("7.9.4", "7.9.5"),
)
_LOSING = Help(
    "Step losses",
    (
        "Every unit loses one step before any loses a second; HQs and engineers come last (7.8.2).",
        "A full unit is turned over, a reduced one is eliminated; it can be rebuilt, unless it was in a Festung or is"
        " a Kampfgruppe (1.3).",
    ),
    ("7.8.1", "7.8.2", "1.3.4"),
)
_SHAKEN = Help(
    "Stand or go?",
    (
        "For each S lose a step, or retreat as many hexes as steps are left to lose (T29).",
        "Who goes gives the hex up; who stays pays.",
    ),
    ("7.9.1", "7.10.2", "T29"),
)
_KG = Help(
    "A Kampfgruppe?",
    (
        "An elite division that is eliminated may leave a Kampfgruppe in its place (7.13.1); it fights on at once"
        " (A23).",
        "Armoured ones are drawn: two steps, one, or only Hiwis (7.13.3). They never come back (7.13.5).",
        "The division itself can be rebuilt later (7.13.2).",
    ),
    ("7.13.1", "7.13.3", "7.13.5"),
)
_RETREAT = Help(
    "Retreat",
    (
        "Each unit goes as many hexes as the result says, terrain does not matter, nearer to an HQ or a supply source"
        " if it can (7.10.5, 7.10.6).",
        "Where there is no room it goes on; who cannot go is eliminated (7.10.9, 7.10.10).",
        "In a hex that is attacked later in this phase it adds only 1 to the defence (7.10.11).",
    ),
    ("7.10.5", "7.10.8", "7.10.11"),
)
_ADVANCE = Help(
    "Advance?",
    (
        "Units of the combat may enter what it emptied, up to the stacking limit (7.11).",
        "Into the Siegfried Line and German cities the Allies advance only after S or DR (20.1.2).",
    ),
    ("7.11.1", "7.11.2", "20.1.2"),
)
_MARK = Help(
    "Exploitation",
    (
        "E marks one unit, E2 two, E3 three; armour counts half after armour exploitation (7.12).",
        "Marked units move half and may attack once more in the exploitation phase (8).",
    ),
    ("7.12.2", "7.12.3", "8.1.1"),
)
_PLANNING = Help(
    "Invasion",
    (
        "Pick beaches: five landing markers in the game, three in a turn; the first invasion on turn 1, a second from"
        " August to turn 10 (13.1).",
        "For each beach up to three infantry divisions of one nationality and four D-Day markers; the zone's figures"
        " are totals, of several zones the lower ones hold (13.3).",
        "The coast defence is both the strength of the fortification and the number of Atlantic Wall markers; at level"
        " 5 the German chooses them (13.2.2, 13.6).",
        "Naval Bombardment +2 columns, Air Support +1, Funnies +2 on the dice, Rangers and Commandos +1, Amphibious"
        " Tanks +2 strength (T14). Some are cancelled (T15).",
        "A failed landing costs everybody in it (13.6).",
    ),
    ("13.1.5", "13.3.2", "13.3.4", "13.4.2", "13.6"),
)
_WALL = Help(
    "The Atlantic Wall",
    (
        "At a beach of level 5 you choose the markers (13.6).",
        "Blockhouses cancel Naval Bombardment, Flak Air Support, Militia Partisans, Hedgehogs Funnies or Amphibious"
        " Tanks, Minefields Rangers and Commandos; reserves bring a division from five hexes around (T15).",
    ),
    ("13.5.1", "13.5.2", "13.6"),
)
_LANDING = Help(
    "The landing",
    (
        "Markers cancel each other first; then rounds are fought until one side is gone (13.6).",
        "Only D-Day, Atlantic Wall and Festung markers count, neither terrain nor supply (13.6).",
        "If the attackers must retreat, the landing fails and all of it is lost (13.6).",
    ),
    ("13.4.2", "13.5.2", "13.6"),
)
_INLAND = Help(
    "Inland",
    ("Units that have landed may each go one hex (13.6).",),
    ("13.6", "1.10.3"),
)
_FOLLOW_UP = Help(
    "Follow-up units",
    (
        "Up to the zone's figure, four a Beachhead, one of them armoured (13.3.4). Each may go on one hex (13.6).",
        "A Beachhead hex holds four divisions (1.10.5, A3).",
    ),
    ("13.3.2", "13.3.4", "13.6"),
)
_PLUTO = Help(
    "PLUTO",
    (
        "Any hex will do (5.6.2). Within three hexes P markers can be played, armour replaced on the map, ports"
        " repaired with markers (5.6.7); every hex to a port makes its repair harder (15.1.4).",
        "Later it moves only for markers spent (5.6.4).",
    ),
    ("5.6.2", "5.6.7", "15.1.4"),
)
_REACTION = Help(
    "German reaction",
    (
        "So many divisions within six hexes of the landings move at once, whatever Fortitude says (13.8.3).",
        "Normal movement only; they may end next to the enemy (13.8.4, 13.8.5).",
    ),
    ("13.8.2", "13.8.3", "13.8.5"),
)
_PORTS = Help(
    "Port repair",
    (
        "A major port works once an engineer on it succeeds: a die, less the hexes to PLUTO; 1 or more (15.1.4).",
        "It works as long as the engineer stays (A33). In an estuary all its hexes must be Allied (15.1.5).",
        "A working major port brings more support, a sea transport point and supply (5.3.3, 11.2.4, 4.3).",
    ),
    ("15.1.4", "15.1.5", "5.3.3"),
)
_REPAIRING = Help(
    "Spend markers?",
    ("Each support marker adds 1, if the port is within three hexes of PLUTO (15.1.4, 5.6.7).",),
    ("15.1.4", "5.6.7"),
)
_ARRIVALS_ALLIED = Help(
    "Reinforcements",
    ("To England or to the Mediterranean Front, as you like: there they wait for ships (10.1, 11.1.4).",),
    ("10.1", "11.1.4"),
)
_ARRIVALS_GERMAN = Help(
    "Reinforcements",
    (
        "In major cities of Germany away from the enemy, or in the Strategic Reserve (10.2.2, 18.1.1).",
        "They may go on by rail at once (10.2.3).",
    ),
    ("10.2.2", "10.2.3", "18.1.1"),
)
_WITHDRAWALS = Help(
    "Withdrawals",
    (
        "The schedule takes divisions away, in supply, of the strength and type named (17.2, 17.3).",
        "If the Germans cannot, they get no more replacements (17.2.1).",
    ),
    ("17.2.1", "17.3.1", "17.3.2"),
)
_REPLACEMENTS = Help(
    "Replacements",
    (
        "A point is a step: a reduced unit becomes full, an eliminated one comes back reduced, or full for two"
        " (10.3.4).",
        "Armoured and airborne units take a support marker too, Allied ones within PLUTO range; or they come back in"
        " England without one (10.3.5, 10.3.6).",
        "Rebuilt units appear with an HQ of their nationality, elite ones next turn (10.3.6).",
        "Not next to the enemy, out of supply, in a Festung, or out of command range (10.3.9). Points left are lost"
        " (10.3.10).",
    ),
    ("10.3.4", "10.3.5", "10.3.6", "10.3.9"),
)
_TOO_MANY = Help(
    "Too many units",
    ("Three divisions, four with a Beachhead, one HQ, one engineer: what you remove is eliminated (1.10).",),
    ("1.10.2", "1.10.3"),
)
_STORM = Help(
    "Storm",
    ("The Beachhead is lost: who is too many goes to a coastal hex next door, or into the box (3.2).",),
    ("3.2",),
)

_STAGES: Mapping[str, Help] = {
    "markers": _MARKERS,
    "terrain": _TERRAIN,
    "attacker": _ATTACKER,
    "defender": _DEFENDER,
    "first_loss": _FIRST_LOSS,
    "attacker_choice": _CHOICE,
    "defender_choice": _CHOICE,
    "modifier": _MODIFIER,
}
"""Of the stages of a combat at which somebody decides."""


def _movement(table: Table, step: Any) -> Help:
    """What there is to do in this movement phase, by side and turn."""
    lines: tuple[str, ...] = _MOVEMENT
    if step.side == GERMAN:
        lines = (*_GERMAN_MOVES, *lines)
        held = table.campaign.fortitude and not book_of(table).scenario.basic
        lines = (*_FORTITUDE, *lines) if held else lines
    return Help(
        f"{step.side} movement", lines, ("6.1.2", "6.1.8", "6.2.1", "6.2.4", "6.3.2", "6.5.1", "14.1.2", "18.2.1")
    )


def _support(table: Table, step: Any) -> Help:
    if step.stage == "keep" or step.owed:
        return _KEEP
    if step.stage == "free":
        return _FREE
    return _USE_ALLIED if step.side == ALLIED else _USE_GERMAN


_BY_KIND: Helps = {
    "turn": _WAIT,
    "player_turn": _WAIT,
    "too_many": _TOO_MANY,
    "relocating": _STORM,
    "supply": _SUPPLY,
    "support": _support,
    "place_ffl": _PLACE_FFL,
    "sea": _SEA,
    "movement": _movement,
    "moving": _MOVING,
    "out_of_reserve": _RESERVE_OUT,
    "vaterland": _VATERLAND,
    "pick_zone": _ZONE,
    "drops": _DROPS,
    "combat": _COMBAT,
    "gathering": _GATHERING,
    "battle": lambda table, step: _STAGES.get(step.stage, _COMBAT),
    "shaken": _SHAKEN,
    "losing": _LOSING,
    "form_kg": _KG,
    "retreating": _RETREAT,
    "advancing": _ADVANCE,
    "marking": _MARK,
    "markers_off": _WAIT,
    "exploitation": _EXPLOIT,
    "planning": _PLANNING,
    "defending": _WALL,
    "landing": lambda table, step: _STAGES.get(step.stage, _LANDING),
    "after_landings": _WAIT,
    "inland": _INLAND,
    "following_up": _FOLLOW_UP,
    "new_pluto": _PLUTO,
    "reaction": _REACTION,
    "ports": _PORTS,
    "repairing": _REPAIRING,
    "arrivals": lambda table, step: _ARRIVALS_ALLIED if step.side == ALLIED else _ARRIVALS_GERMAN,
    "withdrawals": _WITHDRAWALS,
    "replacements": _REPLACEMENTS,
}

KINDS = frozenset(_BY_KIND)
"""The kinds of step that have help."""


def help_for(state: Table) -> Help:
    """Help for the step in hand."""
    return help_in_hand(state, _BY_KIND, _OVER)
