"""Commands and events in words: the one place where sentences are made."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wargame_tui.board.phrases import after, first_up, halves, plural
from wargame_tui.board.steps import and_dice, kind_in_hand, top
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.engine.staged import Staged
from wargame_tui.titles.liberty_roads import commands
from wargame_tui.titles.liberty_roads.events.course import PhaseBegun, TurnBegun
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import (
    ALLIED,
    DATA,
    FIXED,
)
from wargame_tui.titles.liberty_roads.rules import (
    battle,
    combat,
    drops,
    festung,
    fight,
    landing,
    movement,
    ports,
    rail,
    replacements,
    sea,
    stacking,
    strengths,
)
from wargame_tui.titles.liberty_roads.rules.ending import Endable, Paragraphs
from wargame_tui.titles.liberty_roads.rules.reach import allowance
from wargame_tui.titles.liberty_roads.rules.support import pluto_move
from wargame_tui.titles.liberty_roads.state import Draft, Table, occupied


def odds_text(found: strengths.Column) -> str:
    """Strengths, shifts and column: `18 to 6, +1 Air Support: 4/1`."""
    shifts = names.signed(found.shifts)
    words = f"{found.attack} to {found.defence}{f', {shifts}' if shifts else ''}: {found.name}"
    return words if found.number is not None else f"{words}, odds too low: cancelled"


# Commands


def command_text(table: Table, command: Command) -> str:
    """What a command does, and whether dice are rolled at once."""
    words, step = _words(table, command), top(table)
    if isinstance(step, replacements.Arrivals) and len(replacements.arriving(table, step.side)) > 1:
        return words  # Others are placed first.
    return and_dice(words, table, command, Draft)


def _words(table: Table, command: Command) -> str:
    """Its words where they depend on the state, else its own."""
    assert isinstance(command, commands.Order)
    found = _TEXTS.get(type(command))
    return found(table, command) if found is not None else command.words(partial(_told, table, command.tells))


def _told(table: Table, tells: commands.Telling, id_: str) -> str:
    """Something by its name, with what a command tells of a unit or marker besides."""
    unit, marker = table.units.get(id_), table.support.get(id_)
    if unit is not None and tells == "strength":
        return _strong(table, id_)
    where = ""
    if unit is not None and tells == "place":
        where = f" {names.at(unit.location)}"
    elif marker is not None and marker.place and tells == "place":
        where = f" {names.whereto(marker.place)}"
    return f"{names.called(id_)}{where}"


def _end_text(table: Table, command: Any) -> str:
    step = top(table)
    return str(step.ending(table)) if isinstance(step, Endable) else "End"


def _go_text(table: Table, command: Any) -> str:
    step = top(table)
    if isinstance(step, combat.Gathering):
        if not step.units:
            return "Attack"
        odds = odds_text(step.fight(table).odds(table))
        return f"Attack with {names.few(step.units)}: {odds}"
    if isinstance(step, battle.Battle):
        return f"Roll for the combat: {odds_text(step.odds(table))}"
    return "Go"


def _pass_text(table: Table, command: Any) -> str:
    step = top(table)
    asked = step.now if isinstance(step, Staged) else step
    return str(getattr(asked, "passing", "Pass"))


def _pluto_move(table: Table) -> int:
    """Hexes that a PLUTO marker may move if one more marker is spent (5.6.6)."""
    return pluto_move(table, getattr(top(table), "spent", 0) + 1) if kind_in_hand(table) == "support" else 0


def _spend_text(table: Table, command: Any) -> str:
    what = {
        "movement": "strategic movement in this phase",
        "support": f"PLUTO to move up to {plural(_pluto_move(table), 'hex')}",
        "repairing": "+1 to the repair",
        "replacements": "an armoured or airborne unit",
    }.get(kind_in_hand(table), "")
    return f"Spend {names.marker_name(command.marker)}" + (f": {what}" if what else "")


_BESIDES_COLUMNS: Mapping[str, str] = {
    "fuel": "elite bonus in attack in any weather",
    "surprise": "no elite bonus for the defenders",
    "model": "in its whole command range",
    "supply": "command range +{amount} in this turn",
}
"""What support markers do beside shifting columns, in few words, by their effect (5.5.3)."""


def _play_text(table: Table, command: Any) -> str:
    printed = names.printed_markers().get(command.marker)
    words = f"{names.marker_name(command.marker)} {names.whereto(command.place)}"
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
    board, where = table.board, table.board.index.get(hex_)
    if where is None or hex_ not in DATA.map.beaches:
        return False
    if table.book.scenario.basic or landing.may_invade(table) is not None:
        return False
    return not occupied(table, ALLIED) & board.grid.around[where]


def _ship_text(table: Table, command: Any) -> str:
    unit = table.units.get(command.unit)
    words = f"{names.unit_name(command.unit)} by sea to {names.place(command.place)}"
    if unit is None or not (command.place in table.board.index or command.place in names.BOX_NAMES):
        return words
    room = "; no room there" if sea.is_full(table, unit, command.place) else ""
    return f"{words} ({names.amount(sea.cost(table, unit.location, command.place), 'point')}{room})"


def _to_text(table: Table, command: Any) -> str:
    step, board = top(table), table.board
    words = f"To {names.place(command.hex)}"
    if not isinstance(step, movement.Moving):
        return f"By rail to {names.place(command.hex)}" if kind_in_hand(table) == "arrivals" else words
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
    words = first_up(names.MODES.get(command.mode, command.mode))
    if not isinstance(step, movement.Moving) or command.mode not in names.MODES:
        return words
    if command.mode == "rail":
        price = sum(rail.cost(table, table.units[name]) for name in step.units)
        return f"{words} ({price} of {plural(table.now.rail, 'point')})"
    return f"{words} ({halves(min(allowance(table, table.units[name], command.mode) for name in step.units))} MP)"


def _with_text(table: Table, command: Any) -> str:
    step, unit = top(table), table.units.get(command.unit)
    if isinstance(step, combat.Gathering) and unit is not None:
        return f"{names.unit_name(command.unit)} attacks{after(_attack_worth(table, unit))}"
    return f"Add {names.unit_name(command.unit)} to the stack"


def _attack_worth(table: Table, unit: Any) -> str:
    printed = table.piece(unit)
    parts = [f"AF {printed.attack[unit.reduced]}"]
    parts += ["halved, out of supply"] if unit.oos else []
    return ", ".join([*parts, *(["elite"] if printed.elite else [])])


def _attack_text(table: Table, command: Any) -> str:
    if command.hex not in table.board.index:
        return f"Attack {command.hex}"
    foes = strengths.defenders_of(table, table.now.side, command.hex)
    ground = strengths.best(table, command.hex, [])
    value = strengths.defence_strength(table, command.hex, foes, ground)
    against = ", ".join("the coast defence" if unit.id.startswith(FIXED) else names.unit_name(unit.id) for unit in foes)
    return f"Attack {names.place(command.hex)}{f': {against}' if foes else ''} (DF {value})"


def _place_text(table: Table, command: Any) -> str:
    unit = table.units.get(command.unit)
    if kind_in_hand(table) == "landing" and unit is not None:
        return f"{_strong(table, unit.id)} moves up from {names.place(unit.location)}"
    if kind_in_hand(table) == "place_ffl" and unit is not None and not stacking.fits(table, command.place, (unit,)):
        crowd = stacking.excess(table, command.place, [unit, *table.units_in(command.place, ALLIED)])
        what = "one too many there" if crowd else "another nationality is there"
        return f"{_strong(table, command.unit)} is placed in {names.place(command.place)} ({what})"
    verbs = {"inland": "moves inland to", "relocating": "is moved to", "arrivals": "arrives in"}
    verb = verbs.get(kind_in_hand(table), "is placed in")
    return f"{_strong(table, command.unit)} {verb} {names.place(command.place)}"


def _strong(table: Table, name: str) -> str:
    """A unit with attack and defence of the side that is up: `352 Inf (4-5)`, `Br 15 (6-5, elite)`."""
    unit = table.units.get(name)
    if unit is None or not table.piece(unit).division:
        return names.unit_name(name)
    printed = table.piece(unit)
    elite = ", elite" if printed.elite else ""
    return f"{names.unit_name(name)} ({printed.attack[unit.reduced]}-{printed.defence[unit.reduced]}{elite})"


def _drop_text(table: Table, command: Any) -> str:
    words = f"{names.unit_name(command.unit)} drops on {names.place(command.hex)}"
    step = top(table)
    if not isinstance(step, drops.DropPhase) or command.hex not in table.board.index:
        return words
    by = drops.modifiers(table, command.hex, on_friends=command.hex in step.friends)
    return f"{words}; rolls 1 die{after(names.signed(by))}"


def _elite_text(table: Table, command: Any) -> str:
    step, fighting = top(table), list[Any]()
    if isinstance(step, fight.Fight):
        fighting = step.attacking(table) if step.stage == "attacker" else step.defending(table)
    who = " or ".join(names.unit_name(unit.id) for unit in fighting if table.piece(unit).elite) or "an elite unit"
    return f"Use the elite bonus: a better tactical result, the first loss from {who}"


def _armour_text(table: Table, command: Any) -> str:
    step = top(table)
    words = "Armour exploitation: armour counts half for Exploitation, and takes the first loss"
    pleased = isinstance(step, battle.Battle) and step.pleases(table) and table.approval.value < table.approval.maximum
    return f"{words}; approval +1" if pleased else words


def _result_text(table: Table, command: Any) -> str:
    step = top(table)
    attacker = getattr(step, "stage", "") == "attacker_choice"
    meaning = (names.ATTACKER_RESULTS if attacker else names.DEFENDER_RESULTS).get(command.code, "")
    return f"{command.code}: {meaning}" if command.code != "-" else f"No tactical result: {meaning}"


def _softens(table: Table, ground: str) -> str:
    """What a terrain or river does to the defender's result, as the end of a list (7.9.2)."""
    row = table.board.effects.get(ground)
    if row is None:
        return ""
    ignored = f", {row.ignores} S ignored" if row.ignores else ""
    return f"{ignored}, DR becomes S" if row.holds else ignored


def _terrain_text(table: Table, command: Any) -> str:
    step = top(table)
    if getattr(step, "stage", "") != "terrain":
        effect = _softens(table, command.ground).removeprefix(", ")
        return f"{first_up(names.ground_name(command.ground))} modifies the tactical results{after(effect)}"
    factor = strengths.factor(table, command.ground) if command.ground else 1
    effects = f"defence × {factor:g}{_softens(table, command.ground)}"
    return f"{first_up(names.ground_name(command.ground))} protects the defenders ({effects})"


def _lose_text(table: Table, command: Any) -> str:
    unit = table.units.get(command.unit)
    if unit is None:
        return f"{names.unit_name(command.unit)} loses a step"
    printed = table.piece(unit)
    if unit.reduced or printed.steps == 1:
        return f"{first_up(_strong(table, unit.id))} loses its last step"
    return f"{first_up(_strong(table, unit.id))} loses a step: {printed.attack[1]}-{printed.defence[1]}"


def _repair_text(table: Table, command: Any) -> str:
    words = f"Try to repair {names.place(command.port)}"
    by = ports.modifiers(table, command.port, 0) if command.port in table.board.index else []
    return f"{words}{after(names.signed(by))}"


def _festung_text(table: Table, command: Any) -> str:
    if kind_in_hand(table) == "landing":
        return f"{names.unit_name(command.unit)} under a Festung marker"
    words = f"Festung {names.place(command.hex)} with {names.unit_name(command.unit)}"
    if not festung.rolls(table, command):
        return f"{words} (no further roll)"
    chart = table.book.charts.festung
    rolled = (("FFI", chart.ffl), ("approval", chart.approval))
    found = [f"{name} {by[die]:+d} from {die}" for name, by in rolled if (die := next(filter(by.get, by), 0))]
    return f"{words}{after(', '.join(['a die', *found]))}"


_TEXTS: Mapping[type[Command], Callable[[Table, Any], str]] = {
    commands.End: _end_text,
    commands.Go: _go_text,
    commands.Pass: _pass_text,
    commands.Play: _play_text,
    commands.Spend: _spend_text,
    commands.Ship: _ship_text,
    commands.Festung: _festung_text,
    commands.With: _with_text,
    commands.How: _mode_text,
    commands.To: _to_text,
    commands.Place: _place_text,
    commands.Drop: _drop_text,
    commands.Attack: _attack_text,
    commands.Elite: _elite_text,
    commands.Armour: _armour_text,
    commands.Terrain: _terrain_text,
    commands.Lose: _lose_text,
    commands.Result: _result_text,
    commands.Repair: _repair_text,
}


def rule_of(table: Table, command: Command) -> str | None:
    """The rule under which a command is given."""
    step = top(table)
    if step is not None and isinstance(command, commands.Order) and command.as_asked:
        return step.prompt(table).rule or command.rule
    paragraphs: Paragraphs = getattr(step, "paragraphs", {})
    return paragraphs.get(type(command)) or command.rule


# Events


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """Where in the sequence of play an event leads with which a turn or a phase begins; else nowhere (2)."""
    match event:
        case TurnBegun(turn=turn):
            return (names.turn_name(turn),)
        case PhaseBegun(side=side, phase=phase):
            return (trail[0] if trail else "", f"{side} player turn", names.PHASES[phase])
    return ()
