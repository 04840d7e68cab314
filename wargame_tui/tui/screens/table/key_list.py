"""The keys of the table as its help tells them: which there are is read from the bindings and the commands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from textual.binding import Binding

from wargame_tui.core.command import Command
from wargame_tui.tui.screens.help import Section
from wargame_tui.tui.table.listing import AS_DECLARED_KEY, DECLINING_KEY, END_KEY, FIRST_KEY
from wargame_tui.tui.words import key_name

RULE_OF_THUMB = "A"
"""The key that leaves a decision to a rule of thumb."""


@dataclass(frozen=True, slots=True)
class Line:
    """Keys of a group, by the actions that they run; without actions they stand as written."""

    words: str
    actions: tuple[str, ...] = ()
    keys: str = ""


GROUPS: Mapping[str, Sequence[Line]] = {
    "Move, attack": (
        Line("move the cursor; the pane beside the map follows it", keys="Arrows"),
        Line("select the stack here, again: its next unit; go to a lit space; attack an enemy", keys="Enter"),
        Line("put the next unit of the stack in or out", ("join",)),
        Line("nearest unit that has not moved; in combat the next place to attack", ("next_place",)),
        Line("leave the unit alone for this turn; uncover the die; where nothing moves, pan", ("go_on",)),
        Line("another way to the space under the cursor", ("another_way",)),
        Line("go by the space under the cursor, then on", ("waypoint",)),
        Line("take back; a move as a whole, never past dice", ("undo",)),
        Line("put down what is selected, close what is open, back to the map", ("back",)),
        Line("plan before paying, where a phase has something to pay for", ("plan",)),
        Line("highlight another line of the list: its odds are shown", ("light",)),
        Line("the battle: show or hide", ("battle",)),
        Line("why can nothing be done here?", ("why_not",)),
        Line("type commands; Tab completes, ; between several", ("command_line",)),
    ),
    "Look": (
        Line("go to a place or unit by name", ("go_to",)),
        Line("jump letters: type those of the place; Space: goals out of view", ("jump",)),
        Line("layers: reach, zones, supply, threat, odds ..., several at once", ("layers",)),
        Line("legend: the signs on the screen", ("legend",)),
        Line("terrain under the cursor: costs, effects, hexsides", ("card",)),
        Line("the whole map in small; a click goes there", ("overview",)),
        Line("bands of the counters: division, army, supply, strength, moved, none", ("bands",)),
        Line("zoom", ("zoom",)),
        Line("the whole map; what is decided", ("show_all", "show_region")),
        Line("scroll the map", keys="Shift+Arrows"),
        Line("next pane, previous pane; the log", ("next_pane", "pane")),
        Line("panes: hide them, the map fills the screen; show them", ("drawer",)),
        Line("the rule of what is highlighted", ("rule_here",)),
        Line("sources: where the numbers come from", ("sources",)),
        Line("everything by name: actions, places, units, rules, saves", ("commands",)),
    ),
    "Reference": (
        Line("this help", ("help",)),
        Line("settings", keys="F2"),
        Line("", ("look_up",)),
        Line("why the program did that; a hint: what it would do here", ("why", "hint")),
        Line("guided first turn: begin, end", keys="F12"),
    ),
    "Time, game": (
        Line("back, forward by a command", ("look",)),
        Line("back, forward by a phase, by a turn", ("seek",)),
        Line("mark this moment; compare with it", ("mark", "compare")),
        Line("from the past: play on from here as a new game", ("play_on",)),
        Line("what the other side did last, step by step", ("film",)),
        Line("two players: the initial of a side takes over", keys="A G .."),
        Line("two players: the same answer for the rest of this turn", ("stand",)),
        Line("battle: take what is proposed to your side till it ends", ("accept_on",)),
        Line("conduct: how a side answers in the other side's turn", ("conduct",)),
        Line("against the program: the commander's desk", ("desk",)),
        Line("let the program play a side, or both, or a person", ("opponent",)),
        Line("by mail: letters, standing orders; live: talk", ("mail",)),
        Line("by mail: decide now what dice may bring up", ("case",)),
        Line("save under a name; the game is kept by itself", ("save",)),
        Line("note of your own at this moment", ("note",)),
        Line("export a report and a film", ("export",)),
        Line("a finished game: how it went", ("story",)),
        Line("leave the game, leave the program; the game is kept", ("leave",), "q Ctrl+Q"),
    ),
}
"""Lines of the help in groups, each of which fits a small screen."""
MOUSE = (
    ("Click", "own unit: select its stack, again: the next unit; lit space: go there; enemy: attack"),
    ("Shift+click", "put a unit in or out of what is selected"),
    ("Drag a unit", "move it where it is let go"),
    ("Drag the map", "pan: empty ground, or anywhere with the middle button"),
    ("Rest", "over a lit space: the way there and its cost"),
    ("Wheel", "scroll the map, with Shift sideways, with Ctrl zoom"),
    ("List", "click a line: give the command; a unit of the attack: leave it out"),
    ("Underlined", "rule numbers, places, keys of the last line: click"),
)
"""What the mouse does at the table."""


def sections(bindings: Iterable[object], commands: Iterable[type[Command]]) -> tuple[Section, ...]:
    """The keys of a table with these bindings, in a game with these commands."""
    by_action: dict[str, list[Binding]] = {}
    for binding in bindings:
        if isinstance(binding, Binding):
            by_action.setdefault(binding.action.partition("(")[0], []).append(binding)
    groups = [Section(name, tuple(row for line in lines for row in _rows(line, by_action))) for name, lines in
              GROUPS.items()]  # fmt: skip
    groups.insert(1, Section("List", tuple(letters(commands))))
    return (*groups, Section("Mouse", MOUSE))


def _rows(line: Line, by_action: Mapping[str, Sequence[Binding]]) -> Iterator[tuple[str, str]]:
    if not line.words:
        yield from ((_keys([each]), each.description) for action in line.actions for each in by_action[action])
    else:
        yield line.keys or _keys([each for action in line.actions for each in by_action[action]]), line.words


def _keys(bindings: Iterable[Binding]) -> str:
    """The first two keys of one binding, the first of each of several."""
    bound = [each.key.split(",") for each in bindings]
    return " ".join(key_name(key) for keys in bound for key in (keys[:2] if len(bound) == 1 else keys[:1]))


def letters(commands: Iterable[type[Command]]) -> Iterator[tuple[str, str]]:
    """The keys of the list: those of every game, then the letters that kinds of commands have in this one."""
    yield "1-9", "the units, places and other objects of the list; PgDn: the next nine"
    yield FIRST_KEY, "commit: carry out what is proposed or declared; where dice follow, they roll"
    yield AS_DECLARED_KEY, "commit just what is declared, where 0 proposes more"
    yield DECLINING_KEY, "cancel, call off, decline"
    yield END_KEY, "end the phase, or what is being done; warns once of what would hurt"
    found: dict[str, dict[str, None]] = {}
    for kind in commands:
        keys = {kind.verb: kind.key} if isinstance(kind.key, str) else kind.key
        for word, key in keys.items():
            found.setdefault(key, {})[kind.verb if word in ("yes", "no") else word] = None
    if RULE_OF_THUMB in found:
        yield RULE_OF_THUMB, "leave it to a rule of thumb"
    for key in sorted(found.keys() - {"", FIRST_KEY, DECLINING_KEY, END_KEY, RULE_OF_THUMB}):
        yield key, ", ".join(word.replace("_", " ") for word in found[key])
