"""Commands and events in words: the one place where sentences are made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from wargame_tui.board.phrases import after, first_up, halves, named_in, plural
from wargame_tui.board.steps import kind_in_hand, top, with_dice
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.titles.liberty_roads.printed.book import (
    ALLIED,
    BOXES,
    DATA,
    FIXED,
    GERMAN,
    TITLE_ID,
    open_board,
    open_book,
)
from wargame_tui.titles.liberty_roads.printed.charts import Marker
from wargame_tui.titles.liberty_roads.printed.data import UnitEntry
from wargame_tui.titles.liberty_roads.rules import (
    assault,
    battle,
    combat,
    drops,
    festung,
    landing,
    movement,
    ports,
    rail,
    replacements,
    sea,
    stacking,
    strengths,
)
from wargame_tui.titles.liberty_roads.rules.reach import allowance
from wargame_tui.titles.liberty_roads.rules.sequence import NAMES
from wargame_tui.titles.liberty_roads.rules.support import TURN, pluto_move
from wargame_tui.titles.liberty_roads.state import (
    ELIMINATED,
    OFF_MAP,
    REMOVED,
    RESERVE,
    Draft,
    Table,
    board_of,
    book_of,
    occupied,
    piece,
    units_in,
)

GROUNDS: Mapping[str, str] = {
    "minor_city": "minor city",
    "major_city": "major city",
    "siegfried": "the Siegfried Line",
    "festung": "the Festung",
    "beachhead": "the Beachhead",
    "major": "the major river",
    "river": "the river",
    "high_mountain": "high mountain",
    "abroad": "out of play",
}
"""Terrain whose word in the charts is not that of players."""
ATTACKER_RESULTS: Mapping[str, str] = {
    "-": "nothing more",
    "AR": "the attackers retreat a hex",
    "D1": "the attacker loses one more step",
    "E": "one unit may exploit",
    "E2": "two units may exploit",
    "E3": "three units may exploit",
}
DEFENDER_RESULTS: Mapping[str, str] = {
    "-": "the defenders stand",
    "S": "the defenders lose a step or retreat a hex",
    "SS": "the defenders lose two steps or retreat as many hexes",
    "DR": "the defenders retreat two hexes",
}
MODES: Mapping[str, str] = {"normal": "normal movement", "strategic": "strategic movement", "rail": "by rail"}
_PREFIX: Mapping[str, str] = {"US": "US", "British": "Br"}
"""What stands before the name on a counter, where other sides have divisions of that name."""
_NOWHERE: Mapping[str, str] = {
    OFF_MAP: "off the map",
    ELIMINATED: "the eliminated units",
    REMOVED: "out of the game",
    "Germany": "Germany, next turn",
}
_BOXES: Mapping[str, str] = {
    "England": "England",
    "England-Air": "the Airborne zone of England",
    "Mediterranean": "the Mediterranean Front",
    "Mediterranean-Air": "the Airborne zone of the Mediterranean",
    RESERVE: "the Strategic Reserve",
}
SOLDIERS: Mapping[str, str] = {"Allied": "The Allies", GERMAN: "The Germans"}


# Names


@cache
def _names() -> Mapping[str, str]:
    """Every counter's name, fixed defence units included."""
    found = {name: _unit_name(name, entry) for name, entry in DATA.units.units.items()}
    return found | {f"{FIXED}{hex_}": f"the coast defence of {open_board().name(hex_)}" for hex_ in DATA.map.beaches}


def _unit_name(name: str, entry: UnitEntry) -> str:
    """What the counter says, with the nation, or the arm where a number alone says too little."""
    if entry.kg:
        return f"KG {name.rpartition('-')[2]}"
    if entry.type == "hq":
        return entry.short if entry.short == "SHAEF" else f"HQ {entry.short}"
    if entry.side == GERMAN:
        return f"{entry.short} Inf" if entry.short.isdigit() else entry.short
    prefix = _PREFIX.get(entry.service, "")
    return f"{prefix} {entry.short}".strip() if entry.type != "engineer" else entry.short


def unit_name(unit: str) -> str:
    """A unit as players call it; its id if there is no such counter."""
    return _names().get(unit, unit)


def names(units: Iterable[str]) -> str:
    """Several units."""
    return ", ".join(map(unit_name, units))


@cache
def _markers() -> Mapping[str, Marker]:
    return open_book(f"{TITLE_ID}/{next(iter(DATA.scenarios))}").markers


def marker_name(marker: str) -> str:
    """A support marker: `Air Support`, `American Artillery`; an FFL unit by its name."""
    printed = _markers().get(marker)
    if printed is None:
        return unit_name(marker)
    same = sum(each.name == printed.name for each in DATA.charts.markers.values()) > 1
    return f"{printed.nationality} {printed.name}" if same and printed.nationality else printed.name


def kind_name(kind: str) -> str:
    """A kind of D-Day or Atlantic Wall marker."""
    chart = DATA.charts.landing
    row = chart.dday.get(kind) or chart.wall.get(kind)
    return row.name if row else kind


def kinds(found: Sequence[str]) -> str:
    """Several such markers."""
    return ", ".join(map(kind_name, found)) or "none"


def ground_name(ground: str) -> str:
    """A terrain or a river."""
    return GROUNDS.get(ground, ground)


def place(place_: str) -> str:
    """A hex with its name, `1309 Caen`, or a box, or where units are that are in none."""
    board = open_board()
    if place_ in board.index:
        return board.name(place_)
    return _BOXES.get(place_) or _NOWHERE.get(place_, place_)


def at(place_: str) -> str:
    """Where something is or happens: `at 1309 Caen`, `in England`."""
    if place_ in open_board().index:
        return f"at {place(place_)}"
    return place(place_) if place_ in _NOWHERE else f"in {place(place_)}"


def whereto(place_: str) -> str:
    """Where a marker goes: a hex, a unit, or the whole turn."""
    if place_ == TURN:
        return "for this turn"
    return f"on {unit_name(place_)}" if place_ in _names() else f"on {place(place_)}"


def amount(number: float, word: str) -> str:
    """Whole or half points or ports with their word: `1 point`, `1.5 ports`."""
    return f"{number:g} {word}{'' if number == 1 else 's'}"


def spoken(text: str) -> str:
    """A text with units and markers named as on their counters, and hexes with their names."""
    return named_in(text, _spoken, open_board().name, open_board().index)


def _spoken(word: str) -> str | None:
    return _names().get(word) or (marker_name(word) if word in _markers() else None)


def signed(found: Iterable[Any]) -> str:
    """Modifiers, each by name: `+1 Air Support, -2 Bunkers`."""
    listed = [(each.name, each.value) if hasattr(each, "name") else (each[0], each[1]) for each in found]
    return ", ".join(f"{value:+d} {name}" for name, value in listed if value)


def odds_text(found: strengths.Column) -> str:
    """Strengths, shifts and column: `18 to 6, +1 Air Support: 4/1`."""
    shifts = signed(found.shifts)
    words = f"{found.attack} to {found.defence}{f', {shifts}' if shifts else ''}: {found.name}"
    return words if found.number is not None else f"{words}, too little: cancelled"


# Commands


_NEVER_LAST = frozenset({"move", "with", "mode", "to", "ship", "land_hq", "return", "drop", "festung"})
"""Verbs of commands that seldom lead to dice, and of which there are hundreds; and those that speak of their die."""


def command_text(table: Table, command: Command) -> str:
    """What a command does, and whether dice are rolled at once."""
    words = _COMMANDS[command.verb](table, command)
    step = top(table)
    if isinstance(step, replacements.Arrivals) and len(replacements.arriving(table, step.side)) > 1:
        return words  # Others are placed first.
    return with_dice(words, table, command, _COMMANDS.keys() - _NEVER_LAST, Draft)


_ENDS: Mapping[str, str] = {
    "supply": "End the supply phase",
    "sea": "End sea transport",
    "movement": "End the movement phase",
    "drops": "End the drops: the others stay in England or the Mediterranean",
    "combat": "End the combat phase: no more attacks",
    "exploitation": "End exploitation movement",
    "advancing": "Nobody else advances",
    "marking": "No more Exploitation markers",
    "inland": "Stay where they are",
    "following_up": "End follow-up: nobody else goes ashore",
    "reaction": "End the reaction",
    "ports": "End port repair",
    "repairing": "Roll for the port",
    "arrivals": "Stay there: no rail movement",
    "replacements": "End replacements: points left are lost",
    "out_of_reserve": "The others come as reinforcements of this turn",
}
_SUPPORT_ENDS: Mapping[str, str] = {
    "keep": "Keep no more markers",
    "free": "Do without the free Air Support",
    "use": "End the support phase",
}


def _end_text(table: Table, command: Any) -> str:
    step = top(table)
    match kind_in_hand(table):
        case "moving":
            return f"{'Stop' if step.moved else 'Stay'} {at(table.units[step.units[0]].location)}"
        case "support":
            return _SUPPORT_ENDS[step.stage]
        case "combat" if step.exploitation:
            return "End exploitation: no more attacks"
        case "planning":
            if any(step.assault.values()):
                return "Land"
            return "No invasion in this turn" + (": no landing has assault units" if step.assault else "")
    return _ENDS.get(kind_in_hand(table), "End")


def _go_text(table: Table, command: Any) -> str:
    step = top(table)
    if isinstance(step, combat.Gathering):
        if not step.units:
            return "Attack"
        odds = odds_text(step.fight(table).odds(table))
        return f"Attack with {names(step.units)}: {odds}"
    if isinstance(step, battle.Battle):
        return f"Roll for the combat: {odds_text(step.odds(table))}"
    return "Go"


_PASSES: Mapping[str, str] = {
    "gathering": "Take it back: no attack here now",
    "form_kg": "No Kampfgruppe",
    "markers": "Play no support marker",
    "defender": "No elite bonus",
    "attacker": "No elite bonus",
    "shaken": "Retreat instead of losing steps",
    "fortress": "No Festung",
    "reserves": "Bring up nobody",
}


def _pass_text(table: Table, command: Any) -> str:
    step = top(table)
    return _PASSES.get(getattr(step, "stage", ""), "") or _PASSES.get(kind_in_hand(table), "Pass")


def _pluto_move(table: Table) -> int:
    """Hexes that a PLUTO marker may move if one more marker is spent (5.6.6)."""
    return pluto_move(table, getattr(top(table), "spent", 0) + 1) if kind_in_hand(table) == "support" else 0


def _spend_text(table: Table, command: Any) -> str:
    what = {
        "movement": "strategic movement in this phase",
        "support": f"PLUTO to move up to {_pluto_move(table)} hexes",
        "repairing": "+1 to the repair",
        "replacements": "an armoured or airborne unit",
    }.get(kind_in_hand(table), "")
    return f"Spend {marker_name(command.marker)}" + (f": {what}" if what else "")


_BESIDES_COLUMNS: Mapping[str, str] = {
    "fuel": "elite bonus in attack in any weather",
    "surprise": "no elite bonus for the defenders",
    "model": "in its whole command range",
    "supply": "command range +{amount} in this turn",
}
"""What support markers do beside shifting columns, in few words, by their effect (5.5.3)."""


def _play_text(table: Table, command: Any) -> str:
    printed = _markers().get(command.marker)
    words = f"{marker_name(command.marker)} {whereto(command.place)}"
    if printed is None:
        return words
    parts = [f"{printed.attack:+d} attack"] if printed.attack else []
    parts += [f"{printed.defence:+d} defence"] if printed.defence else []
    effect = _BESIDES_COLUMNS.get(printed.effect, "").format(amount=printed.amount)
    parts += [effect] if effect else []
    parts = parts or [printed.words.removesuffix(".")]
    parts += ["landings ignore it"] if printed.placed == "hex" and _is_landing_place(table, command.place) else []
    return f"{words}{after(', '.join(parts))}"


def _is_landing_place(table: Table, hex_: str) -> bool:
    """Whether a hex is a beach that in this turn only a landing can attack (13.6)."""
    board, where = board_of(table), board_of(table).index.get(hex_)
    if where is None or hex_ not in DATA.map.beaches:
        return False
    if book_of(table).scenario.basic or landing.may_invade(table) is not None:
        return False
    return not occupied(table, ALLIED) & board.grid.around[where]


def _ship_text(table: Table, command: Any) -> str:
    unit = table.units.get(command.unit)
    words = f"{unit_name(command.unit)} by sea to {place(command.place)}"
    if unit is None or not (command.place in board_of(table).index or command.place in _BOXES):
        return words
    room = "; no room there" if sea.is_full(table, unit, command.place) else ""
    return f"{words} ({amount(sea.cost(table, unit.location, command.place), 'point')}{room})"


def _to_text(table: Table, command: Any) -> str:
    step, board = top(table), board_of(table)
    words = f"To {place(command.hex)}"
    if not isinstance(step, movement.Moving):
        return f"By rail to {place(command.hex)}" if kind_in_hand(table) == "arrivals" else words
    if command.hex not in board.index or step.mode == "rail":
        return words
    spent = step.hexes(table).get(board.index[command.hex])
    if spent is None:
        return words
    limits = [
        allowance(table, table.units[name], step.mode, exploiting=step.exploiting) - used
        for name, used in zip(step.units, spent, strict=True)
    ]
    cost = max(used - begun for used, begun in zip(spent, step.spent, strict=True))
    return f"{words} ({halves(cost)} MP, {halves(max(min(limits), 0))} left)"


def _mode_text(table: Table, command: Any) -> str:
    step = top(table)
    words = first_up(MODES.get(command.mode, command.mode))
    if not isinstance(step, movement.Moving) or command.mode not in MODES:
        return words
    if command.mode == "rail":
        price = sum(rail.cost(table, table.units[name]) for name in step.units)
        return f"{words} ({price} of {plural(table.now.rail, 'point')})"
    return f"{words} ({halves(min(allowance(table, table.units[name], command.mode) for name in step.units))} MP)"


def _with_text(table: Table, command: Any) -> str:
    step, unit = top(table), table.units.get(command.unit)
    if isinstance(step, combat.Gathering) and unit is not None:
        return f"{unit_name(command.unit)} attacks{after(_attack_worth(table, unit))}"
    return f"{unit_name(command.unit)} goes along"


def _attack_worth(table: Table, unit: Any) -> str:
    printed = piece(table, unit)
    parts = [f"attack {printed.attack[unit.reduced]}"]
    parts += ["halved out of supply"] if unit.oos else []
    return ", ".join([*parts, *(["elite"] if printed.elite else [])])


def _attack_text(table: Table, command: Any) -> str:
    if command.hex not in board_of(table).index:
        return f"Attack {command.hex}"
    foes = strengths.defenders_of(table, table.now.side, command.hex)
    ground = strengths.best(table, command.hex, [])
    value = strengths.defence_strength(table, command.hex, foes, ground)
    against = ", ".join("the coast defence" if unit.id.startswith(FIXED) else unit_name(unit.id) for unit in foes)
    return f"Attack {place(command.hex)}{f': {against}' if foes else ''} (defence {value})"


def _place_text(table: Table, command: Any) -> str:
    unit = table.units.get(command.unit)
    if kind_in_hand(table) == "landing" and unit is not None:
        return f"{_strong(table, unit.id)} comes up from {place(unit.location)}"
    if kind_in_hand(table) == "place_ffl" and unit is not None and not stacking.fits(table, command.place, (unit,)):
        crowd = stacking.excess(table, command.place, [unit, *units_in(table, command.place, ALLIED)])
        what = "one too many there" if crowd else "another nationality stands there"
        return f"{_strong(table, command.unit)} is placed in {place(command.place)} ({what})"
    verb = {"inland": "moves inland to", "relocating": "is put in", "arrivals": "arrives in"}
    return f"{_strong(table, command.unit)} {verb.get(kind_in_hand(table), 'is placed in')} {place(command.place)}"


def _strong(table: Table, name: str) -> str:
    """A unit with attack and defence of the side that is up: `352 Inf (4-5)`, `Br 15 (6-5, elite)`."""
    unit = table.units.get(name)
    if unit is None:
        return unit_name(name)
    printed = piece(table, unit)
    if not printed.division:
        return unit_name(name)
    elite = ", elite" if printed.elite else ""
    return f"{unit_name(name)} ({printed.attack[unit.reduced]}-{printed.defence[unit.reduced]}{elite})"


def _drop_text(table: Table, command: Any) -> str:
    words = f"{unit_name(command.unit)} drops on {place(command.hex)}"
    step = top(table)
    if not isinstance(step, drops.DropPhase) or command.hex not in board_of(table).index:
        return words
    by = drops.modifiers(table, command.hex, on_friends=command.hex in step.friends)
    return f"{words}; rolls a die{after(signed(by))}"


def _elite_text(table: Table, command: Any) -> str:
    step, fighting = top(table), list[Any]()
    if isinstance(step, assault.Landing):
        fighting = step.attackers(table) if step.stage == "attacker" else step.defenders(table)
    elif isinstance(step, battle.Battle):
        fighting = step.attacking(table) if step.stage == "attacker" else step.defending(table)
    who = " or ".join(unit_name(unit.id) for unit in fighting if piece(table, unit).elite) or "an elite unit"
    return f"Use the elite bonus: a better tactical result, the first loss from {who}"


def _armour_text(table: Table, command: Any) -> str:
    step = top(table)
    words = "Armour exploitation: armour counts half for Exploitation, and takes the first loss"
    pleased = isinstance(step, battle.Battle) and step.pleases(table) and table.approval.value < table.approval.maximum
    return f"{words}; approval +1" if pleased else words


def _result_text(table: Table, command: Any) -> str:
    step = top(table)
    attacker = getattr(step, "stage", "") == "attacker_choice"
    meaning = (ATTACKER_RESULTS if attacker else DEFENDER_RESULTS).get(command.code, "")
    return f"{command.code}: {meaning}" if command.code != "-" else f"No tactical result: {meaning}"


def _softens(table: Table, ground: str) -> str:
    """What a terrain or river does to the defender's result, as the end of a list (7.9.2)."""
    row = board_of(table).effects.get(ground)
    if row is None:
        return ""
    ignored = f", {row.ignores} S ignored" if row.ignores else ""
    return f"{ignored}, DR becomes S" if row.holds else ignored


def _terrain_text(table: Table, command: Any) -> str:
    step = top(table)
    if getattr(step, "stage", "") != "terrain":
        effect = _softens(table, command.ground).removeprefix(", ")
        return f"{first_up(ground_name(command.ground))} modifies the tactical results{after(effect)}"
    factor = strengths.factor(table, command.ground) if command.ground else 1
    effects = f"defence × {factor:g}{_softens(table, command.ground)}"
    return f"{first_up(ground_name(command.ground))} protects the defenders ({effects})"


def _lose_text(table: Table, command: Any) -> str:
    unit = table.units.get(command.unit)
    if unit is None:
        return f"{unit_name(command.unit)} loses a step"
    printed = piece(table, unit)
    if unit.reduced or printed.steps == 1:
        return f"{first_up(_strong(table, unit.id))} loses its last step"
    return f"{first_up(_strong(table, unit.id))} loses a step: {printed.attack[1]}-{printed.defence[1]}"


def _assign_text(table: Table, command: Any) -> str:
    return f"{kind_name(command.marker)} for {place(command.hex)}"


def _repair_text(table: Table, command: Any) -> str:
    words = f"Try to repair the port of {place(command.port)}"
    by = ports.modifiers(table, command.port, 0) if command.port in board_of(table).index else []
    return f"{words}{after(signed(by))}"


def _festung_text(table: Table, command: Any) -> str:
    if kind_in_hand(table) == "landing":
        return f"{unit_name(command.unit)} under a Festung marker"
    words = f"Festung {place(command.hex)} with {unit_name(command.unit)}"
    if not festung.rolls(table, command):
        return f"{words} (no die more)"
    chart = book_of(table).charts.festung
    rolled = (("FFI", chart.ffl), ("approval", chart.approval))
    found = [f"{name} {by[die]:+d} from {die}" for name, by in rolled if (die := next(filter(by.get, by), 0))]
    return f"{words}{after(', '.join(['a die', *found]))}"


def _rebuild_text(table: Table, command: Any) -> str:
    size = "at full strength" if command.steps > 1 else "with one step"
    return f"{unit_name(command.unit)} is rebuilt {size} in {place(command.place)}"


def _take_air_text(table: Table, command: Any) -> str:
    return "Take the free Air Support: it must be played in this turn"


def _withdraw_text(table: Table, command: Any) -> str:
    chart = book_of(table).charts.approval
    return f"Withdraw from France: approval to {chart.after_withdrawal}, {chart.withdrawal_replacements} RP more a turn"


_COMMANDS: dict[str, Callable[[Table, Any], str]] = {
    "end": _end_text,
    "go": _go_text,
    "pass": _pass_text,
    "pontoon": lambda t, c: f"{unit_name(c.unit)} bridges the river toward {place(c.hex)}",
    "unpontoon": lambda t, c: f"{unit_name(c.unit)} takes its pontoon up",
    "keep": lambda t, c: f"Keep {marker_name(c.marker)} {_marker_place(t, c.marker)}, for two others".replace(
        "  ", " "
    ),
    "take_air": _take_air_text,
    "draw": lambda t, c: "Draw support markers",
    "move_pluto": lambda t, c: f"PLUTO {c.pluto} to {place(c.hex)}",
    "place_pluto": lambda t, c: f"PLUTO in {place(c.hex)}",
    "play": _play_text,
    "spend": _spend_text,
    "give_back": lambda t, c: f"Return {marker_name(c.marker)} to the pool",
    "store": lambda t, c: f"Put {marker_name(c.marker)} into the Strategic Reserve",
    "ship": _ship_text,
    "land_hq": lambda t, c: f"{unit_name(c.unit)} is carried straight to {place(c.hex)}",
    "return": lambda t, c: f"{unit_name(c.unit)} goes back to its Airborne zone",
    "zone": lambda t, c: f"The drop marker lies in {place(c.zone)}",
    "release": lambda t, c: f"Release {unit_name(c.unit)} {_where(t, c.unit)}".rstrip(),
    "counteroffensive": lambda t, c: "Declare the strategic counter-offensive: all of the Strategic Reserve comes",
    "festung": _festung_text,
    "withdraw": _withdraw_text,
    "move": lambda t, c: f"Move {unit_name(c.unit)}",
    "with": _with_text,
    "mode": _mode_text,
    "to": _to_text,
    "reserve": lambda t, c: f"{unit_name(c.unit)} goes to the Strategic Reserve",
    "place": _place_text,
    "drop": _drop_text,
    "attack": _attack_text,
    "elite": _elite_text,
    "armour": _armour_text,
    "terrain": _terrain_text,
    "first_loss": lambda t, c: (
        f"The attacker's first loss is {'an elite' if c.of == 'elite' else 'an armoured'} unit's"
    ),
    "lose": _lose_text,
    "result": _result_text,
    "retreat": lambda t, c: f"{unit_name(c.unit)} retreats to {place(c.hex)}",
    "advance": lambda t, c: f"{unit_name(c.unit)} advances to {place(c.hex)}",
    "kampfgruppe": lambda t, c: f"Form a Kampfgruppe of {unit_name(c.unit)}",
    "mark": lambda t, c: f"{_strong(t, c.unit)} exploits",
    "land": lambda t, c: f"Land at {place(c.hex)}{after(_beach(c.hex))}",
    "call_off": lambda t, c: f"Call off the landing at {place(c.hex)}{after(_beach(c.hex))}",
    "assault": lambda t, c: f"{_strong(t, c.unit)} assaults {place(c.hex)}",
    "assign": _assign_text,
    "cancel": lambda t, c: f"Cancel {kind_name(c.marker)}",
    "follow_up": lambda t, c: f"{_strong(t, c.unit)} follows up at {place(c.hex)}",
    "repair": _repair_text,
    "replace": lambda t, c: f"{unit_name(c.unit)} {_where(t, c.unit)} is brought to full strength",
    "rebuild": _rebuild_text,
    "leave": lambda t, c: f"{_strong(t, c.unit)} leaves the game",
    "remove": lambda t, c: f"Remove {_strong(t, c.unit)}: it is eliminated",
}


def _where(table: Table, unit: str) -> str:
    known = table.units.get(unit)
    return at(known.location) if known is not None else ""


def _marker_place(table: Table, marker: str) -> str:
    known = table.support.get(marker)
    return whereto(known.place) if known is not None and known.place is not None else ""


def _beach(hex_: str) -> str:
    beach = DATA.map.beaches.get(hex_)
    return f"{beach.name}, coast defence {beach.level}" if beach else ""


_RULES_AT: dict[tuple[str, str], str] = {
    ("gathering", "with"): "7.3.1", ("exploitation", "move"): "8.2.1", ("reaction", "move"): "13.8.3",
    ("movement", "spend"): "6.2.4", ("support", "spend"): "5.6.6", ("repairing", "spend"): "15.1.4",
    ("replacements", "spend"): "10.3.5", ("inland", "place"): "13.6", ("relocating", "place"): "3.2",
    ("place_ffl", "place"): "16.2.1", ("vaterland", "place"): "20.2.1", ("out_of_reserve", "place"): "18.2.3",
    ("landing", "place"): "13.5.2", ("landing", "festung"): "13.5.2", ("defending", "assign"): "13.5.1",
}  # fmt: skip
"""Commands that have another rule in a kind of step."""


def rule_of(table: Table, command: Command) -> str | None:
    """The rule under which a command is given."""
    step = top(table)
    if command.verb in ("end", "go", "pass", "terrain", "cancel") and step is not None:
        return step.prompt(table).rule or command.rule
    return _RULES_AT.get((kind_in_hand(table), command.verb)) or command.rule


# Events


def _dice(data: Mapping[str, Any]) -> str:
    dice = data["dice"]
    return f"{' and '.join(map(str, dice))}" if len(dice) > 1 else str(dice[0])


def _approval(data: Mapping[str, Any]) -> str:
    words = f"The Führer's approval {'rises' if data['after'] > data['before'] else 'falls'} to {data['after']}"
    return f"{words}: {_cause(data)}"


def _cause(data: Mapping[str, Any]) -> str:
    cause, up = data["cause"], data["after"] > data["before"]
    if cause == "turn":
        return "another turn"
    if cause in _names():
        return f"{unit_name(cause)} is lost"
    if cause in open_board().index:
        return f"armour attacks {place(cause)}" if up else f"unrest in the Festung {place(cause)}"
    return f"{cause} is retaken" if up else f"{cause} is lost"


def _dismissal(data: Mapping[str, Any]) -> str:
    lost = data["markers"]
    words = f"The commander in the West is dismissed (number {data['number']}): approval back to {data['reset']}"
    return f"{words}, {plural(lost, 'support marker')} lost" if lost else words


def _revealed(data: Mapping[str, Any]) -> str:
    return f"{place(data['hex'])}: D-Day markers {kinds(data['dday'])}; Atlantic Wall {kinds(data['wall'])}"


def _odds(data: Mapping[str, Any]) -> str:
    shifts = signed(data["shifts"])
    words = f"{SOLDIERS[data['side']]} against {place(data['hex'])}: {names(data['attackers'])} against "
    words += f"{names(data['defenders']) or 'the coast defence'}, {data['attack']} to {data['defence']}"
    words += f", {shifts}" if shifts else ""
    return f"{words}: {data['column']}{', too little, cancelled' if data['cancelled'] else ''}"


def _combat(data: Mapping[str, Any]) -> str:
    by = data.get("modifier", 0)
    total = sum(data["dice"]) + by
    rolled = f"{_dice(data)}{f' {by:+d}' if by else ''} = {total} on {data['column']}"
    mine, theirs = data["losses"]
    words = f"{place(data['hex'])}: {rolled}, attacker loses {plural(mine, 'step')}, defender {theirs}"
    if data["attacker"] != "-":
        words += f"; {data['attacker']}: {ATTACKER_RESULTS[data['attacker']]}"
    if data["defender"] != "-":
        words += f"; {data['defender']}: {DEFENDER_RESULTS[data['defender']]}"
    return words


def _softened(data: Mapping[str, Any]) -> str:
    ground = first_up(ground_name(data["ground"] or "terrain"))
    turned = f"turns {data['before']} into {data['after']}" if data["after"] != "-" else f"cancels {data['before']}"
    return f"{ground} at {place(data['hex'])} {turned}"


def _die_total(data: Mapping[str, Any]) -> str:
    added = signed(data["modifiers"])
    return f"rolls {data['die']}{f' {added}' if added else ''} = {data['result']}"


def _drop(data: Mapping[str, Any]) -> str:
    chart = DATA.charts.drops
    result = data["result"]
    fate = (
        "destroyed"
        if result < chart.destroyed_below
        else "loses a step"
        if result < chart.unharmed_from
        else "unharmed"
    )
    return f"{unit_name(data['unit'])} drops on {place(data['hex'])}, {_die_total(data)}: {fate}"


def _festung(data: Mapping[str, Any]) -> str:
    words = f"{unit_name(data['unit'])} {at(data['hex'])} goes under a Festung marker"
    return f"{words}, die {data['die']}" if data["die"] else words


def _fortitude(data: Mapping[str, Any]) -> str:
    words = f"Operation Fortitude: die {data['die']}, result {data['result']}"
    return (
        f"{words}: it is over" if data["over"] else f"{words}: {plural(data['result'], 'armoured division')} released"
    )


def _move(data: Mapping[str, Any]) -> str:
    path, how = data["path"], "" if data["mode"] == "normal" else f", {MODES[data['mode']]}"
    far = plural(len(path), "hex") if data["mode"] != "rail" else ""
    notes = f"{far}{how}".removeprefix(", ")
    return f"{unit_name(data['unit'])} from {place(data['origin'])} to {place(path[-1])}{after(notes)}"


def _kampfgruppe(data: Mapping[str, Any]) -> str:
    if data["none"]:
        return f"Only Hiwis are left of {unit_name(data['unit'])} {at(data['hex'])}: no Kampfgruppe"
    return f"{unit_name(data['kg'])} takes the place of {unit_name(data['unit'])} {at(data['hex'])}"


def _pluto(data: Mapping[str, Any]) -> str:
    before = f" from {place(data['origin'])}" if data["origin"] else ""
    return f"PLUTO {data['number']}{before} to {place(data['hex'])}"


def _repair(data: Mapping[str, Any]) -> str:
    works = "it works" if data["works"] else "not yet"
    return f"Port repair at {place(data['hex'])}, {_die_total(data)}: {works}"


def _support(data: Mapping[str, Any]) -> str:
    by = data["weather"]
    rolled = f"{_dice(data)}{f' {by:+d} weather' if by else ''}"
    return f"Allied support: rolls {rolled} with {amount(data['ports'], 'port')}: {plural(data['count'], 'marker')}"


def _montgomery(data: Mapping[str, Any]) -> str:
    columns = data["columns"]
    result = f"{plural(columns, 'column')} for British attacks" if columns else "he is not ready yet"
    return f"Montgomery: die {data['die']}, {result}"


def _lost_at(place_: str) -> str:
    """Where a unit has losses: in a box only those have any that fight on the beaches (13.6)."""
    return "in the landing" if place_ in BOXES else at(place_)


def _eliminated(data: Mapping[str, Any]) -> str:
    if data["unit"].startswith(FIXED):
        return f"{first_up(unit_name(data['unit']))} is eliminated"
    gone = " for good" if data["gone"] else ""
    return f"{first_up(unit_name(data['unit']))} is eliminated{gone} {_lost_at(data['hex'])}"


def _replacement_points(data: Mapping[str, Any]) -> str:
    left = ", ".join(f"{number} {name}" for name, number in data["points"].items() if number)
    return f"{data['side']} replacement points: {left or 'none'}"


def _storm(data: Mapping[str, Any]) -> str:
    return f"Storm on {place(data['hex'])}, {_dice(data)}: the Beachhead {'is lost' if data['lost'] else 'holds'}"


def _over(data: Mapping[str, Any]) -> str:
    winner = f"{data['winner']} victory" if data["winner"] else "a draw"
    return f"The game is over with {data['points']} points: {winner}"


def _rebuilt(data: Mapping[str, Any]) -> str:
    size = "at full strength" if data["steps"] > 1 else "with one step"
    return f"{unit_name(data['unit'])} is rebuilt {size} in {place(data['place'])}"


def _spent(data: Mapping[str, Any]) -> str:
    return f"{SOLDIERS[data['side']]} spend {marker_name(data['marker'])}"


def _ffi(data: Mapping[str, Any]) -> str:
    return f"{place(data['cause'])}: FFI {data['points']:+d}, the marker stands at {data['marker']}"


def _unseen(unit: str, where: str) -> str:
    """A unit by name; not what is in the Strategic Reserve, since both players read the log (18)."""
    return "A German unit" if where == RESERVE else unit_name(unit)


def _cancels(by: str) -> str:
    name = kind_name(by)
    return f"{name} cancel" if name.endswith("s") else f"{name} cancels"


def _landed(data: Mapping[str, Any]) -> str:
    return f"The landing at {place(data['hex'])} succeeds: {names(data['units'])} ashore"


_TEXTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "turn": lambda d: f"Turn {d['turn']}, {_turn_name(d['turn'])}",
    "phase": lambda d: f"{d['side']} {NAMES[d['phase']].lower()}",
    "weather": lambda d: f"Weather: {_dice(d)}, {d['weather'].lower()}",
    "storm": _storm,
    "relocated": lambda d: f"{unit_name(d['unit'])} is put in {place(d['place'])}",
    "hq_lost": lambda d: (
        f"{unit_name(d['unit'])} {at(d['hex'])} is out of supply and leaves the map until it arrives anew"
    ),
    "oos": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} is out of supply",
    "in_supply": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} is in supply again",
    "pontoon": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} bridges the river toward {place(d['toward'])}",
    "unpontoon": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} takes its pontoon up",
    "kept": lambda d: f"{marker_name(d['marker'])} stays {whereto(d['place'])}",
    "given_back": lambda d: f"{SOLDIERS[d['side']]} return a support marker to the pool",
    "free_air": lambda d: "The Allies take the free Air Support",
    "spent": _spent,
    "stored": lambda d: "The Germans put a support marker into the Strategic Reserve",
    "pluto": _pluto,
    "played": lambda d: f"{SOLDIERS[d['side']]} play {marker_name(d['marker'])} {whereto(d['place'])}",
    "detached": lambda d: f"{marker_name(d['marker'])} of {unit_name(d['unit'])} returns to the pool",
    "montgomery": _montgomery,
    "support": _support,
    "german_support": lambda d: f"The Germans draw {plural(d['count'], 'support marker')}",
    "ffl_wasted": lambda d: f"{unit_name(d['unit'])} finds no liberated city: the draw is wasted",
    "ffl_placed": lambda d: f"{unit_name(d['unit'])} is raised in {place(d['hex'])}",
    "sea_points": lambda d: f"Sea transport: {amount(d['points'], 'point')}",
    "shipped": lambda d: (
        f"{unit_name(d['unit'])} by sea from {place(d['origin'])} to {place(d['place'])}"
        f" ({amount(d['points'], 'point')})"
    ),
    "hq_landed": lambda d: f"{unit_name(d['unit'])} is carried straight to {place(d['hex'])}",
    "returned": lambda d: f"{unit_name(d['unit'])} goes from {place(d['hex'])} back to {place(d['zone'])}",
    "strategic": lambda d: f"The Germans spend {marker_name(d['marker'])}: strategic movement in this phase",
    "move": _move,
    "fortitude": _fortitude,
    "fortitude_over": lambda d: "Operation Fortitude is over: all German units move",
    "released": lambda d: f"{unit_name(d['unit'])} is released and may move",
    "festung": _festung,
    "festung_left": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} leaves the Festung marker",
    "withdrawal": lambda d: (
        f"The Germans withdraw from France: approval from {d['before']} to {d['after']}, its coasts lie open"
    ),
    "reserved": lambda d: f"A German unit goes from {place(d['hex'])} to the Strategic Reserve",
    "counteroffensive": lambda d: (
        f"Strategic counter-offensive: {plural(d['units'], 'unit')} and {plural(d['markers'], 'marker')} of the reserve"
    ),
    "placed": lambda d: f"{unit_name(d['unit'])} of the reserve comes to {place(d['hex'])}",
    "vaterland": lambda d: f"Allied units enter the Reich {at(d['hex'])}: the Vaterland divisions are called up",
    "vaterland_placed": lambda d: f"{unit_name(d['unit'])}, {d['name']}, defends {place(d['hex'])}",
    "drop": _drop,
    "drop_marker": lambda d: f"A drop marker lies in {place(d['zone'])} again",
    "drop_back": lambda d: f"A drop marker: {_dice(d)}, available again on turn {d['turn']}",
    "deactivated": lambda d: f"The coast defence of {', '.join(map(place, d['hexes']))} is gone for good",
    "attack": lambda d: f"{SOLDIERS[d['side']]} attack {place(d['hex'])}: {names(d['units'])}",
    "odds": _odds,
    "terrain": lambda d: f"{first_up(ground_name(d['ground']))} counts for the defenders of {place(d['hex'])}",
    "elite": lambda d: f"{SOLDIERS[d['side']]} use their elite bonus",
    "armour_exploitation": lambda d: f"{SOLDIERS[d['side']]} declare armour exploitation",
    "combat": _combat,
    "first_loss": lambda d: (
        f"The attacker's first loss is {'an elite' if d['of'] == 'elite' else 'an armoured'} unit's"
    ),
    "softened": _softened,
    "step": lambda d: f"{unit_name(d['unit'])} {_lost_at(d['hex'])} loses a step",
    "eliminated": _eliminated,
    "kampfgruppe": _kampfgruppe,
    "retreat": lambda d: f"{unit_name(d['unit'])} retreats from {place(d['origin'])} to {place(d['hex'])}",
    "advance": lambda d: f"{unit_name(d['unit'])} advances from {place(d['origin'])} to {place(d['hex'])}",
    "marked": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} may exploit",
    "control": lambda d: f"{place(d['hex'])} is now {d['side']}",
    "beachhead_lost": lambda d: f"The Beachhead at {place(d['hex'])} is overrun",
    "approval": _approval,
    "dismissal": _dismissal,
    "called_off": lambda d: f"The landing at {place(d['hex'])} is called off",
    "landing_declared": lambda d: f"A landing is declared at {place(d['hex'])}",
    "assault_unit": lambda d: f"{unit_name(d['unit'])} assaults {place(d['hex'])}",
    "revealed": _revealed,
    "cancelled": lambda d: f"{place(d['hex'])}: {_cancels(d['by'])} {kind_name(d['marker'])}",
    "reserve": lambda d: f"{unit_name(d['unit'])} is brought up from {place(d['origin'])} to {place(d['hex'])}",
    "landed": _landed,
    "landing_failed": lambda d: f"The landing at {place(d['hex'])} fails",
    "follow_up": lambda d: f"{unit_name(d['unit'])} follows up at {place(d['hex'])}",
    "reaction": lambda d: (
        f"German reaction: die {d['die']} +{d['beachheads']} Beachheads: {plural(d['divisions'], 'division')} may move"
    ),
    "repair": _repair,
    "new_marker": lambda d: (
        f"{marker_name(d['marker'])} {'comes to hand' if d['where'] == 'available' else 'joins the pool'}"
    ),
    "arrived": lambda d: f"{_unseen(d['unit'], d['place'])} arrives in {place(d['place'])}",
    "converted": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} becomes {unit_name(d['into'])}",
    "withdrawn": lambda d: f"{unit_name(d['unit'])} {at(d['hex'])} is withdrawn for good",
    "not_withdrawn": lambda d: (
        "The Germans cannot withdraw what the schedule asks for: no more replacement points"
        if d["side"] == GERMAN
        else "The Allies cannot withdraw what the schedule asks for"
    ),
    "replacement_points": _replacement_points,
    "replaced": lambda d: f"{_unseen(d['unit'], d['hex'])} {at(d['hex'])} is brought to full strength",
    "rebuilt": _rebuilt,
    "ffi": _ffi,
    "ffl": lambda d: f"The Resistance raises {unit_name(d['unit'])}: it joins the Allied pool",
    "insurrection_over": lambda d: f"The insurrection in {place(d['hex'])} is over",
    "over": _over,
}

KINDS = frozenset(_TEXTS)
"""The kinds of event that have words."""
VERBS = frozenset(_COMMANDS)
"""The verbs that have words."""


def _turn_name(turn: int) -> str:
    return DATA.charts.turns[turn - 1].name


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """Where in the sequence of play an event leads with which a turn or a phase begins; else nowhere (2)."""
    match event.kind:
        case "turn":
            return (_turn_name(event.data["turn"]),)
        case "phase":
            turn = trail[0] if trail else ""
            return (turn, f"{event.data['side']} player turn", NAMES[event.data["phase"]])
    return ()


def event_text(event: Event) -> str:
    """What happened."""
    return _TEXTS[event.kind](event.data)
