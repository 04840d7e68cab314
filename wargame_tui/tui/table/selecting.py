"""What a player has selected on the map before any command is given, where it can go, and what is proposed to him."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wargame_tui.board.gestures import Compared, Gesture, Gestures, Promise, Tally, Way
from wargame_tui.board.moments import trail_of
from wargame_tui.board.scene import Highlight, MapLine, Overlay
from wargame_tui.board.views import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import Figures
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.figures import blank, in_columns
from wargame_tui.tui.table.listing import AS_DECLARED_KEY, DECLINING_KEY, END_KEY, FIRST_KEY, Row, said_once

Ways = Mapping[str, Sequence[Way]]
"""Ways by where they lead, the cheapest first."""
NAMED = 3
"""Units that are named where more go together."""


class Selecting:
    """Units of one space that are meant to go together. Nothing is given to the rules until it is said where to."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.units: tuple[str, ...] = ()
        self.space: str | None = None
        """Where they stand."""
        self.stack: tuple[str, ...] = ()
        """All that can be selected there."""
        self.resting = False
        """They have just been moved and can go on; touching others puts them down."""
        self.chained = False
        """They have been led to a waypoint: where they go next is the same move."""
        self.ways: Ways | None = None
        """Where they can go; None while that is not worked out."""
        self.promised: Mapping[str, Promise] = {}
        """What fights promise where it can go, as far as that is worked out."""
        self.odds: Mapping[str, str] = {}
        """The best odds against enemy spaces, once they are worked out."""
        self.tally: Tally | None = None
        """How far the phase has come, once that is counted."""
        self.compared: Compared | None = None
        """The answers to the decision in hand side by side, once that is worked out."""
        self.figures: dict[Command, Figures | None] = {}
        """What the odds of commands come to in this state, as far as that is worked out; None without a roll."""
        self._shapes: dict[str, tuple[str, tuple[str, ...]]] = {}
        """By kind of command the heading of the columns in which its figures stood last, and these, empty."""
        self._rolls: dict[Command, bool] = {}
        self._gestures_at: dict[str, bool] = {}
        """By space whether a stack can be selected or an attack be declared there."""
        self.beside = True
        """Whether there is room for them beside the list."""
        self._at = 0
        """Which unit of the stack the next one is."""
        self._turned: dict[str, int] = {}
        """By goal: which of the ways there is meant, if not the first."""
        self._state: Any = None
        self._known: dict[tuple[str, ...], Ways] = {}
        """Ways in this state by units."""
        self._answer: tuple[Any, Gesture | None] = (None, None)
        self._considered: Gesture | None = None
        self._unmoved: tuple[Any, Mapping[str, Sequence[str]]] = (None, {})
        self._left: dict[Any, set[str]] = {}
        """By phase: the units left alone in it."""

    @property
    def gestures(self) -> Gestures:
        """Those of the title."""
        return self._session.title.gestures

    # Units

    def renew(self) -> None:
        """The game may have gone on: what was selected is forgotten, what the rules have in hand is selected."""
        session = self._session
        if not session.deciding or session.state is self._state:
            return
        self._state, self._known, self.odds, self.tally, self.compared = session.state, {}, {}, None, None
        self.figures, self._rolls, self._gestures_at, self.considered = {}, {}, {}, None
        self.clear()
        hand = self.gestures.in_hand(session.state) if session.side is not None else ()
        standing = session.units_in(session.state)
        if hand and hand[0] in standing:
            self.select(standing[hand[0]], hand)
            self.resting = not session.is_fresh_in_hand and not self.chained
        else:
            self.chained = False

    def select(self, space: str, units: Sequence[str]) -> None:
        """Select a whole stack."""
        self.clear()
        self.space, self.stack, self.units = space, tuple(units), tuple(units)

    def clear(self) -> bool:
        """Have nothing selected; whether anything was."""
        before = bool(self.units)
        self.units = self.stack = ()
        self.space, self.ways, self.resting, self._at = None, None, False, 0
        self._turned, self.promised = {}, {}
        return before

    def again(self) -> None:
        """Of the whole stack the first unit alone, then the next ones, then all of them once more."""
        whole = len(self.units) == len(self.stack)
        at = 0 if whole else self._at
        self._choose(self.stack[at : at + 1] or self.stack, at + 1)

    def only(self, unit: str) -> None:
        """One unit of the stack alone."""
        self._choose((unit,), self.stack.index(unit) + 1)

    def join(self, unit: str | None = None) -> None:
        """Add a unit of the stack to what is selected, or take it out; without its name the next one."""
        if unit is None:
            at = 0 if len(self.units) == len(self.stack) and self._at >= len(self.stack) else self._at
            unit, self._at = self.stack[at % len(self.stack)], at % len(self.stack) + 1
        chosen = {*self.units} ^ {unit}
        self._choose(tuple(each for each in self.stack if each in chosen) or self.stack, self._at)

    def _choose(self, units: Sequence[str], at: int) -> None:
        self.units, self.ways, self._at, self._turned, self.promised = tuple(units), None, at, {}, {}

    # Ways

    @property
    def key(self) -> tuple[Any, tuple[str, ...]]:
        """What ways are worked out for."""
        return self._session.state, self.units

    def found(self, key: tuple[Any, tuple[str, ...]], ways: Ways) -> bool:
        """Take ways that were worked out; whether they are those of what is selected."""
        state, units = key
        if state is not self._session.state:
            return False
        self._known[units] = ways
        if units != self.units:
            return False
        if not ways and len(units) > 1:
            # They cannot go together: the first that can goes alone.
            self._choose(units[:1], 1)
            self.find()
        else:
            self.ways = ways
        return True

    def promise(self, key: tuple[Any, tuple[str, ...]], space: str, promise: Promise) -> bool:
        """Take what a fight in a space promises; whether that is about what is selected."""
        if key[0] is not self._session.state or key[1] != self.units:
            return False
        self.promised = {**self.promised, space: promise}
        return True

    def find(self) -> None:
        """Work out the ways of what is selected, if they are not known."""
        if self.units and self.ways is None:
            known = self._known.get(self.units)
            key = self.key
            self.found(key, self.gestures.ways(*key) if known is None else known)

    def way_to(self, space: str | None) -> Way | None:
        """The way that is meant to a space; None if what is selected cannot go there."""
        self.find()
        return self.known_way(space)

    def known_way(self, space: str | None) -> Way | None:
        """The same, if the ways have been worked out."""
        there = (self.ways or {}).get(space or "")
        return there[self._turned.get(space or "", 0) % len(there)] if there else None

    def another(self, space: str) -> Way | None:
        """Mean another way to a space; None if there is no other."""
        self.find()
        there = (self.ways or {}).get(space, ())
        if len(there) < 2:
            return None
        self._turned[space] = self._turned.get(space, 0) + 1
        return self.known_way(space)

    def others(self, space: str | None) -> int:
        """How many more ways lead to a space."""
        return max(0, len((self.ways or {}).get(space or "", ())) - 1)

    def why_not(self, space: str) -> Refusal | None:
        """Why what is selected cannot go to a space, taken up as it is for other goals; None if that is not known."""
        session = self._session
        self.find()
        begun = min((way for there in (self.ways or {}).values() for way in there), key=_length, default=None)
        state = None if begun is None else self.gestures.after(session.state, begun.commands[:-1])
        return None if state is None else session.title.why_not(state, Target(unit=self.units[0], to=space))

    def can_go_on(self, way: Way) -> bool:
        """Whether the units can go on from where a way leads."""
        after = self.gestures.after(self._session.state, way.commands)
        if after is None:
            return False
        in_hand = {*self.gestures.in_hand(after)}
        return in_hand >= {*self.units} or {*self.gestures.movable(after, way.to)} >= {*self.units}

    def overlay(self, pointed: str | None) -> Overlay | None:
        """Where they can go with what is left there, and the way to the space pointed at; None if nothing is known."""
        if not self.ways:
            return None
        meant = {to: way for to in self.ways if (way := self.known_way(to)) is not None}
        lit: dict[str, Highlight] = {to: "battle" if way.fights else "reach" for to, way in meant.items()}
        if self.space is not None:
            lit.setdefault(self.space, "choice")
        notes = {to: way.left for to, way in meant.items() if way.left}
        notes |= {to: promise.short for to, promise in self.promised.items() if to in meant}
        return Overlay(lit, notes, lines=self._lines(meant.get(pointed or "")))

    def _lines(self, way: Way | None) -> tuple[MapLine, ...]:
        if way is None or self.space is None or way.to == self.space:
            return ()
        path = way.path if way.path[:1] != (self.space,) else way.path[1:]
        return (MapLine((self.space, *(path or (way.to,))), "path", self._session.side or ""),)

    def means_more(self, space: str, *, own: bool) -> bool:
        """Whether picking at a space is a gesture: what is selected goes there, a stack is selected, or an attack.

        `own`: units of the side that decides are there.
        """
        if self.known_way(space) is not None:
            return True
        if space not in self._gestures_at:
            bare = self._session.bare_state() if own else None
            moves = bare is not None and bare.over is None and bool(self.gestures.movable(bare, space))
            self._gestures_at[space] = moves or bool(self.gestures.attack(self._session.state, space))
        return self._gestures_at[space]

    def rolls_at_once(self, command: Command) -> bool:
        """Whether a legal command throws dice before anything else is decided."""
        if command not in self._rolls:
            self._rolls[command] = self.gestures.after(self._session.state, (command,)) is None
        return self._rolls[command]

    # Those that are left to be moved

    def unmoved(self) -> Mapping[str, Sequence[str]]:
        """By space the units that have still to move in this phase, without those left alone."""
        bare = self._session.bare_state()
        if self._unmoved[0] is not bare:
            self._unmoved = bare, self.gestures.unmoved(bare) if bare is not None else {}
        alone = self._left.get(self._phase(bare), set())
        found = ((space, [unit for unit in units if unit not in alone]) for space, units in self._unmoved[1].items())
        return {space: units for space, units in found if units}

    @property
    def moves(self) -> bool:
        """Whether this is a phase in which units are moved one after the other."""
        return bool(self.unmoved() or self._unmoved[1]) or self.tally is not None

    def leave(self, units: Sequence[str]) -> None:
        """Leave units alone until the phase is over."""
        self._left.setdefault(self._phase(self._session.bare_state()), set()).update(units)

    def _phase(self, state: Any) -> Any:
        if state is None:
            return None
        return self._session.title.turn(state), self._session.side, *trail_of(state)

    # Proposals

    @property
    def considered(self) -> Gesture | None:
        """What is proposed where that takes time to be found, once it is."""
        return self._considered

    @considered.setter
    def considered(self, found: Gesture | None) -> None:
        self._considered, self._answer = found, (None, None)

    @property
    def answer(self) -> Gesture | None:
        """What is proposed for the decision in hand."""
        session, state = self._session, self._session.state
        if not session.deciding or session.side is None:
            return None
        if self._answer[0] is not state:
            found = self._commitment() or self.gestures.answer(state) or self.considered
            first = session.suggested()
            said = found is not None and first is not None and tuple(found.commands) == (first.command,)
            # What declines has a letter of its own: 0 takes it only as a proposal.
            said = said and first is not None and first.key != DECLINING_KEY
            self._answer = state, None if said else found
        return self._answer[1]

    @property
    def advises_end(self) -> bool:
        """Whether the proposal is to do nothing more here."""
        answer = self.answer
        only = self._session.choice(answer.commands[0]) if answer is not None and len(answer.commands) == 1 else None
        return only is not None and only.key == END_KEY

    def _commitment(self) -> Gesture | None:
        """What commits the attack in hand, as long as it stands as it was declared."""
        session = self._session
        given = session.attack
        if given is None or not given.commit or given.until != session.newest:
            return None
        return Gesture(
            "; ".join(session.title.command_text(session.state, each) for each in given.commit), given.commit
        )

    @property
    def proposed(self) -> Overlay:
        """On the map: where an answer leads, and the best odds against every space that can be attacked."""
        answer = self.answer
        side = self._session.side or ""
        lines = (MapLine(tuple(answer.path), "arrow", side),) if answer is not None and len(answer.path) > 1 else ()
        return Overlay(dict.fromkeys(self.odds, "battle"), self.odds, lines=lines)

    def declared(self) -> list[Command]:
        """The commands that name what is in the attack that was proposed, as long as it is not committed."""
        since = self._session.attack_since
        if since is None:
            return []
        game, title = self._session.game, self._session.title
        named = []
        for number in range(since + 1, self._session.newest):
            command = game.parse(game.entries[number].text)
            if title.target(game.states[number], command).unit is not None:
                named.append(command)
        return named

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """The list with what is proposed on top, what can be taken out of an attack, and how far the phase is."""
        found = self._table([self._with_tally(row) for row in rows])
        if (answer := self.answer) is not None:
            # A proposal of one command is that command in other words, with its odds. If that only adds, but nothing
            # is left to add, the words of the proposal are those of a commitment, so that it is not asked about again.
            only = self._session.choice(answer.commands[0]) if len(answer.commands) == 1 else None
            whole = answer if only is None or only.command.adds else None
            # What ends or declines keeps its line at the end, whatever is proposed.
            kept = (END_KEY, DECLINING_KEY)
            same = [row for row in found if only is not None and row.choice == only and row.key not in kept]
            # The number of what only adds would roll now that nothing else is left to add: that is for 0 alone.
            own = next((row.key for row in same if row.key.isalpha() or (whole is None and row.key != FIRST_KEY)), "")
            found = [row for row in found if row not in same]
            # What was on 0 gives way to the proposal; it may roll, so that no number gives it.
            found = [replace(row, key=AS_DECLARED_KEY) if row.key == FIRST_KEY else row for row in found]
            found.insert(0, Row(answer.words, only, key=FIRST_KEY, proposal=whole, also=own))
        if declared := self.declared():
            free = iter(str(digit) for digit in range(9, 0, -1) if str(digit) not in {row.key for row in found})
            out = [Row(self._unit_of(command), key=next(free, ""), out=command) for command in declared]
            at = next((n for n, row in enumerate(found) if not (row.proposal or row.commits)), len(found))
            found[at:at] = [Row("In the attack (choose to leave out)"), *out]
        if len(self.units) > 1 and not self.resting:
            found.insert(0, Row(f"{len(self.units)} of {len(self.stack)} selected: {self.named(self.units)}"))
        return said_once(found)

    def _table(self, rows: list[Row]) -> list[Row]:
        """The list with what answers come to before their words, under the heading of those columns."""
        if self.compared is None:
            return rows
        of = {row: columns for row in rows if row.choice and (columns := self.compared.of.get(row.choice.command))}
        if not of:
            return rows
        wide = [max(map(len, column)) for column in zip(*of.values(), strict=True)]
        found = list[Row]()
        for row in rows:
            columns = of.get(row, ())
            if columns and row == next(iter(of)):
                found.append(Row(self.compared.heading))
            cells = "  ".join(cell.rjust(width) for cell, width in zip(columns, wide, strict=False))
            found.append(replace(row, words=f"{cells}  {row.words}") if columns else row)
        return found

    def columns(self, rows: Sequence[Row]) -> Compared | None:
        """What the odds of lines come to; None without room, or where the title compares them itself."""
        if self.compared is not None or not self.beside:
            return None
        commands = [row.choice.command for row in rows if row.choice]
        found = in_columns({each: self.figures.get(each) for each in commands}, self.gestures.figures)
        if found is None:
            return self._room_for([each for each in commands if each not in self.figures])
        self._shapes |= dict.fromkeys((each.verb for each in found.of), (found.heading, blank(found)))
        return found

    def _room_for(self, commands: Sequence[Command]) -> Compared | None:
        """Empty columns for figures that are still worked out, where commands of the kind have had some before."""
        shapes = [self._shapes[each.verb] for each in commands if each.verb in self._shapes]
        if not shapes:
            return None
        heading, cells = shapes[0]
        return Compared(heading, {each: cells for each in commands if self._shapes.get(each.verb) == shapes[0]})

    def named(self, units: Sequence[str]) -> str:
        """Units in a few words."""
        labels = self._session.labels(self._session.state)
        first = ", ".join(labels.get(unit, unit) for unit in units[:NAMED])
        return f"{first} and {len(units) - NAMED} more" if len(units) > NAMED else first

    def _unit_of(self, command: Command) -> str:
        return self.named([self._session.title.target(self._session.state, command).unit or ""])

    def _with_tally(self, row: Row) -> Row:
        tally = self.tally
        in_hand = self._session.state.stack[-1].puts_down
        if tally is None or row.key != END_KEY or in_hand:
            return row
        return replace(row, words=f"{row.words} ({tally.done} of {tally.of} {tally.words})")

    def hints_of(self, way: Way) -> Iterator[str]:
        """What a way is, in a few words: its mode, what each step costs, what is left."""
        if way.mode:
            yield way.mode
        if way.costs:
            yield "+".join(way.costs)
        if way.left:
            yield f"{way.left} left"
        if promised := self.promised.get(way.to):
            yield promised.words


def _length(way: Way) -> int:
    return len(way.commands)
