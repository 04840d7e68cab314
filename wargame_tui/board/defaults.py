"""What is shown of a title that says no more of itself: found by the names that states, commands and data share.

A title that has these has a table to look at, picking, sheets, why-not and help; each function stands behind the method
of `board.title` that has its name, which a title overrides where it tells more.

=================================================  =====================================================================
What the title has                                 What comes of it
=================================================  =====================================================================
`state.units`: by id, each with `id`, `side` and   counters where they stand, sheets, where commands about them lead
`location` (a space, `off` or `eliminated`)
fields of a unit, or of its entry in units.yaml:   its counter, labelled `short`; every number is a fact on its
                                                   sheet, `name` heads it
`type`, `size`, `branch`, `strength`, `attack`,
`defence`, `movement`, `formation`, `army`, `name`
a unit's field named like a mark of counters       the mark: `moved`, `reduced`, `disrupted`... (`scene.Flag`)
`state.turn`, a number from 1                      the turn, the track above the map
`state.scenario`, `TITLE/SCENARIO`                 map and length of the game, by the scenario's file
`dates` in a scenario's file, one for each turn    the turn's date, in place of its number
`places` of it: points by space                    badges like those of `vp`
`state.control`: side by space, if there is any    control on the map and on sheets, the overlay of control
`state.points`: a number, or one for each side     the score
`vp` of a space in map.yaml                        a badge in it
a command's `unit`                                 picking the unit picks the command
`space`, `hex`, `area`, `to`, or a `target`        where the unit goes, or what is picked; of a unit, where it stands
`bridge`                                           the bridge that is picked
the rule of `@command`, the class's docstring      a line of help: what may be done now
what a step `asks`, or its `prompt`, with a rule    help: the question, the rule's text out of rules.md; why not
help.yaml: texts `of` kinds of steps               help in the title's own words instead (`board.helps`)
a step's `unit`                                    the unit in hand: marked, and spaces alone are where it goes
`Event.place()`                                    where the map looks when it happens
`notes` of the state                               short facts of the moment on the bar
a step's `told(table)`, a `combat.OddsCombat`      the combat in hand as it is followed on the screen, the chances
a step's `goes_on`, or its stage's: a command      what is shown first, as it carries out what has been declared
its `keys`, or its stage's: letters by command     the keys that commands have there instead of their own
a step's `unit`, `units`, `space`, `side`, `upon`  positions made by hand in which they are wrong are refused
=================================================  =====================================================================
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from wargame_tui.board import pages, picking, printed_map
from wargame_tui.board.fact import Fact
from wargame_tui.board.marks import by_space, flags_of
from wargame_tui.board.picking import TargetOf
from wargame_tui.board.positions import NOWHERE
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.board.scene import Counter, Flag, Highlight, Overlay, Scene, SpaceScene
from wargame_tui.board.steps import top
from wargame_tui.board.views import Box, Help, OverlayInfo, PhaseBar, SpaceSheet, Target, UnitSheet
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.step import Refusal

Spaces = Mapping[str, Mapping[str, Any]]
"""The spaces of a map as the protocol gives them."""
Counters = Callable[[Any, Any], Counter]
"""The counter of a unit in a state."""
SPACES = ("space", "hex", "area", "to")
"""Fields of commands with a space in them."""
NUMBERS = ("attack", "defence", "movement")
"""What is printed on a counter beside its strength."""
HELD: tuple[Highlight, ...] = ("supplied", "unsupplied", "objective")
REACH, CONTROL = "reach", "control"
MOST_COMMANDS = 400
"""Legal commands of which help looks for kinds."""
MOST_RULE = 600
"""Characters of a rule's text in help."""
_EMPHASIS = re.compile(r"\*+")
OVER = Refusal("the game is over")
NOBODY = Refusal("no decision is pending")


# The table


def counter(state: Any, unit: Any, printed: Any) -> Counter:
    """The counter of a unit: what stands in its own fields or in its entry among the printed ones."""

    def say(name: str) -> str:
        found = getattr(unit, name, None)
        found = getattr(printed, name, None) if found is None else found
        return "" if found is None else str(found)

    strength = say("strength")
    numbers = [say(name) for name in NUMBERS]
    if not numbers[0]:
        numbers[0] = strength
    flags = flags_of((flag, getattr(unit, flag, False) is True) for flag in get_args(Flag))
    in_hand = flags_of([("selected", unit.id == getattr(top(state), "unit", None))])
    words = "-".join(filter(None, numbers))
    branch, symbol, label = say("branch"), say("type") or "infantry", say("short") or unit.id
    return Counter(
        unit.id,
        unit.side,
        label,
        symbol,
        branch,
        strength,
        words,
        flags | in_hand,
        say("size"),
        formation=say("formation"),
        army=say("army"),
    )


def scene(state: Any, spaces: Spaces, counters: Counters) -> Scene:
    """Units where they stand, who controls what, points."""
    control = getattr(state, "control", {})
    there = by_space((unit.location, counters(state, unit)) for unit in state.units.values())
    return Scene(
        {
            space: SpaceScene(
                control.get(space), there.get(space, ()), (f"VP {printed['vp']}",) if printed.get("vp") else ()
            )
            for space, printed in spaces.items()
        }
    )


def score(state: Any) -> str:
    """The points in a few words; empty where none are counted."""
    points = getattr(state, "points", None)
    if isinstance(points, Mapping):
        return ", ".join(f"{side} {count}" for side, count in points.items())
    return "" if points is None else f"{points} VP"


def phase_bar(state: Any, turns: int, date: str, points: str) -> PhaseBar:
    """The turns of the game, the step in hand, the score."""

    def status(turn: int) -> str:
        return "past" if turn < state.turn else "now" if turn == state.turn else "ahead"

    step = top(state)
    track = tuple(Box(str(turn), status(turn)) for turn in range(1, turns + 1))
    words = step.title(state) if step is not None else ""
    return PhaseBar(date, track, (), words, points, tuple(getattr(state, "notes", ())))


def suggested(state: Any) -> Command | None:
    """What the step in hand, or the stage in which it is, calls the command by which it goes on."""
    step = top(state)
    return picking.if_legal(state, step, getattr(step, "goes_on", getattr(getattr(step, "now", None), "goes_on", None)))


def key_of(state: Any, command: Command) -> str:
    """The key of a command in the step in hand, which may say of it what its class cannot: that it declines there."""
    step = top(state)
    for keys in (getattr(getattr(step, "now", None), "keys", {}), getattr(step, "keys", {})):
        if type(command) in keys:
            return str(keys[type(command)])
    return command.own_key


# Picking


def target(state: Any, command: Command) -> Target:
    """By the command's fields: a unit where it stands, on its way to a space if there is one; else the space."""
    fields = command.as_json()
    unit, bridge = fields.get("unit"), fields.get("bridge")
    there = next((fields[name] for name in SPACES if name in fields), None)
    if there is None and "target" in fields:
        there = _place(state, fields["target"]) or fields["target"]
    if unit is None:
        return Target(space=there, bridge=bridge)
    here = _place(state, unit)
    return Target(here, unit, bridge) if there is None else picking.going(unit, here, there)


def _place(state: Any, unit: str) -> str | None:
    """Where a unit stands; None for what is no unit, or nowhere."""
    found = state.units.get(unit)
    return None if found is None or found.location in NOWHERE else str(found.location)


def _offered(state: Any, target: TargetOf) -> Iterator[tuple[Command, Target]]:
    """What might be legal now, with what it is about."""
    step = top(state)
    if step is not None and step.decider(state) is not None:
        yield from ((command, target(state, command)) for command in step.candidates(state))


def _is_about(found: Target, wanted: Target) -> bool:
    return (
        wanted.unit in (None, found.unit)
        and wanted.to in (None, found.to)
        and (wanted.space is None or wanted.space in (found.space, found.to))
    )


def reach(state: Any, unit: str, target: TargetOf) -> Overlay:
    """Where legal commands put the unit; of one in hand, what spaces can be picked."""
    step = top(state)
    in_hand = getattr(step, "unit", None) == unit
    spaces = (
        found.to or found.space
        for command, found in _offered(state, target)
        if (found.unit == unit and found.to) or (in_hand and found.unit is None)
        if step.refusal(state, command) is None
    )
    return Overlay(dict.fromkeys((space for space in spaces if space), "reach"))


def why_not(state: Any, wanted: Target, target: TargetOf, kinds: Iterable[type[Command]]) -> Refusal | None:
    """By what keeps the likeliest command about it from being legal."""
    step = top(state)
    if step is None:
        return OVER
    if step.decider(state) is None:
        return NOBODY
    tried = [command for command, found in _offered(state, target) if _is_about(found, wanted)]
    return picking.why_none(state, step, tried or _meant(state, wanted, kinds))


def _meant(state: Any, wanted: Target, kinds: Iterable[type[Command]]) -> Iterator[Command]:
    """Commands that a step does not even offer, made of what is picked: an enemy's unit, a space too far away."""
    there = wanted.to or wanted.space or (wanted.unit and _place(state, wanted.unit))
    known = {"unit": wanted.unit, **dict.fromkeys(SPACES, there)}
    for kind in kinds:
        names = field_names(kind)
        if wanted.unit in state.units and "unit" in names and all(known.get(name) for name in names):
            yield kind(*(known[name] for name in names))


# Sheets


def space_sheet(state: Any, space: str, printed: Mapping[str, Any], called: Callable[[str], str]) -> SpaceSheet:
    """Who controls it if that is told of it, what is printed in it, its neighbours."""
    control = getattr(state, "control", None)
    held = () if control is None or space not in control else (Fact("control", control.get(space) or "nobody"),)
    whole = dict(printed)
    return SpaceSheet(space, called(space), (*held, *printed_map.facts(whole)), tuple(printed_map.links(whole, called)))


def unit_sheets(
    state: Any, space: str, counters: Counters, printed: Callable[[str], Any], target: TargetOf
) -> Sequence[UnitSheet]:
    """Of each unit there the numbers, what it may do now, or why nothing."""
    offered = list(_offered(state, target))
    found = []
    for unit in (unit for unit in state.units.values() if unit.location == space):
        entry = printed(unit.id)
        mine = [command for command, about in offered if about.unit == unit.id]
        step = top(state)
        may = tuple(dict.fromkeys(command.verb for command in mine if step.refusal(state, command) is None))
        idle = None if may else _why_idle(state, unit, mine)
        name, formation = (getattr(entry, what, None) for what in ("name", "formation"))
        facts = tuple(_numbers(unit, entry))
        shown, left = counters(state, unit), pages.steps(unit, entry)
        faces = _faces(shown, entry)
        found.append(UnitSheet(shown, name or unit.id, formation or unit.side, space, facts, may, idle, left, faces))
    return found


def _faces(shown: Counter, printed: Any) -> tuple[str, ...]:
    """The numbers of both sides of a counter: the strengths that are printed, before what else is."""
    strengths = getattr(printed, "strength", None)
    if not isinstance(strengths, tuple):
        return (shown.numbers or shown.strength,)
    _, dash, rest = shown.numbers.partition("-")
    return tuple(f"{strength}{dash}{rest}" for strength in strengths)


def _numbers(unit: Any, printed: Any) -> Iterator[Fact]:
    """Every number of a unit, its own before the printed one."""
    shown: set[str] = set()
    for source in (unit, printed):
        names = getattr(type(source), "__dataclass_fields__", None) or getattr(type(source), "model_fields", {})
        for name in names:
            value = getattr(source, name)
            if isinstance(value, int) and not isinstance(value, bool) and name not in shown:
                shown.add(name)
                yield Fact(name.replace("_", " "), str(value))


def _why_idle(state: Any, unit: Any, tried: Sequence[Command]) -> Refusal:
    step = top(state)
    if step is None:
        return OVER
    return NOBODY if step.decider(state) is None else picking.why_idle(state, step, unit.side, iter(tried))


# Help


def help_(state: Any, book: Rulebook) -> Help:
    """The text of the question's rule, and what may be done."""
    step = top(state)
    if step is None or step.decider(state) is None:
        return Help((OVER if step is None else NOBODY).reason.capitalize(), (), ())
    asked = step.prompt(state)
    legal = [command for command, _ in zip(step.legal(state), range(MOST_COMMANDS), strict=False)]
    kinds = list(dict.fromkeys(type(command) for command in legal))
    rules = dict.fromkeys(rule for rule in (asked.rule, *(kind.rule for kind in kinds)) if rule)
    lines = (*_text_of(book, asked.rule), *(_may(kind) for kind in kinds))
    return Help(step.title(state) or asked.text, lines, tuple(rules))


def _text_of(book: Rulebook, number: str | None) -> Iterator[str]:
    """A rule's text, as far as it goes in a few sentences."""
    rule = book.find(number) if number else None
    if rule is not None and rule.text:
        words = " ".join(_EMPHASIS.sub("", rule.text.partition("\n\n")[0]).split())
        yield f"{words if len(words) <= MOST_RULE else words[:MOST_RULE].rpartition(' ')[0] + '...'} ({number})"


def _may(kind: type[Command]) -> str:
    """What a kind of command does: by the first line of its docstring, else its verb."""
    said = (kind.__doc__ or "").strip().partition("\n")[0]
    words = kind.verb.capitalize() if not said or said.startswith(f"{kind.__name__}(") else said.rstrip(".")
    return f"{words} ({kind.rule})." if kind.rule else f"{words}."


# Overlays


def overlays(sides: Sequence[str], *, control: bool) -> Sequence[OverlayInfo]:
    """Where the side that decides can go; who controls what, if there is control."""
    moves = OverlayInfo(REACH, "Moves", (("reach", "something to do there now"),), "m")
    held = tuple(zip(HELD, (f"held by {side}" for side in sides), strict=False))
    return (moves, OverlayInfo(CONTROL, "Control", held, "c")) if control else (moves,)


def overlay(state: Any, wanted: str, sides: Sequence[str], target: TargetOf) -> Overlay:
    """One of them."""
    if wanted == CONTROL:
        how = dict(zip(sides, HELD, strict=False))
        return Overlay({space: how[side] for space, side in state.control.items() if side in how})
    step = top(state)
    legal = (found for command, found in _offered(state, target) if step.refusal(state, command) is None)
    return Overlay(dict.fromkeys((space for found in legal if (space := found.to or found.space)), "reach"))


# What makes a state whole


def problems(
    state: Any, spaces: Spaces, sides: Sequence[str], largest_die: int, turns: int, counters: Container[str] | None
) -> Iterator[str]:
    """What no game's state could be, each with its place in the state; `counters`: those that are printed, if any."""
    if isinstance(state.turn, int) and not 1 <= state.turn <= turns:
        yield f"/turn: 1 to {turns}"
    for name, unit in state.units.items():
        place = f"/units/{name.replace('/', '~1')}"
        if counters is not None and name not in counters:
            yield f"{place}: no such counter"
        if unit.id != name:
            yield f"{place}/id: differs from the unit's key"
        if unit.side not in sides:
            yield f"{place}/side: no side `{unit.side}`"
        if unit.location not in spaces and unit.location not in NOWHERE:
            yield f"{place}/location: no space `{unit.location}`; or {', '.join(sorted(NOWHERE))}"
    for space, side in getattr(state, "control", {}).items():
        if space not in spaces or side not in sides:
            yield f"/control/{space}: a space of the map, and a side"
    if any(not 1 <= value <= largest_die for value in state.dice.scripted) or state.dice.count < 0:
        yield f"/dice: a die shows 1 to {largest_die}"
    for number in range(len(state.stack)):
        yield from (f"/stack/{number}{problem}" for problem in _step_problems(state, number, spaces, sides))


def _step_problems(state: Any, number: int, spaces: Spaces, sides: Sequence[str]) -> Iterator[str]:
    """What is wrong with a step: under it, in its fields `unit`, `units`, `space` and `side`, by its own word."""
    step, below = state.stack[number], state.stack[number - 1].kind if number else ""
    if step.upon not in (None, below):
        yield f": `{step.kind}` lies upon {f'`{step.upon}`' if step.upon else 'nothing'}"
    for field, known, what in (("unit", state.units, "unit"), ("space", spaces, "space"), ("side", sides, "side")):
        named = getattr(step, field, None)
        if isinstance(named, str) and named not in known:
            yield f"/{field}: no {what} `{named}`"
    several = getattr(step, "units", ())
    for named in several if isinstance(several, tuple | list) else ():
        if named not in state.units:
            yield f"/units: no unit `{named}`"
    if (problem := step.problem(state)) is not None:
        yield problem
