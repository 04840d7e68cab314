"""A game in progress: the states it went through, the entries of its journal, and what may be done next."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from wargame_tui.core import journal, patch
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice, SealedDice
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.event import Event
from wargame_tui.core.journal import KERNEL, Line
from wargame_tui.core.state import Draft, Outcome
from wargame_tui.core.step import IllegalCommand, Prompt, Refusal
from wargame_tui.core.title import BadOption, BadState, Odds, Title, find_scenario

MOST_AUTOMATIC_STEPS = 10_000
UNDO_LIMITED, UNDO_FREE = "limited", "free"
OPENING = -1
"""In place of the number of a journal entry: what steps did by themselves before the first."""


class GameOver(ForPlayers):
    """The game has ended and takes no more commands."""


class NoUndo(ForPlayers):
    """There is nothing to take back, or the limits of undo forbid it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal with what it led to."""

    side: str
    """The side that decided; `*` for an edit or scripted dice."""
    text: str
    """A command's notation, or an intervention as JSON: see `wargame_tui.core.journal.Line`."""
    events: tuple[Event, ...]
    barrier: bool
    """Undo stops here: dice were rolled, a secret seen, or the decision passed to another side."""
    unasked: tuple[str, ...] = ()
    """The commands, as notation, that were then carried out unasked, since there was no other."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A piece of what a command led to: the command itself, or one thing that a step then did by itself."""

    before: Any
    """The state in which the piece began."""
    state: Any
    """The state in which it ended."""
    events: tuple[Event, ...]
    """What happened in it."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where to take up a game whose journal no longer replays: only the lines are left of what came before."""

    state: Any
    past: tuple[Line, ...]
    unverified: str
    """Why the past could not be verified."""


class Listing:
    """Who decides in a state, and the legal commands, found as they are asked for and known from then on."""

    def __init__(
        self, decider: str | None, ask: Callable[[], Iterable[Command]] = tuple, unasked: Sequence[str] = ()
    ) -> None:
        """`ask` gives the commands: it is called when the first one is asked for, in checking a journal never."""
        self.decider = decider
        self.unasked = tuple(unasked)
        """The notations of what was carried out unasked before."""
        self._ask = ask
        self._commands: Iterator[Command] | None = None
        self._found: list[Command] = []

    def first(self, limit: int | None = None) -> list[Command]:
        """The first `limit` of them, or all."""
        if self._commands is None:
            self._commands = iter(self._ask())
        self._found += islice(self._commands, None if limit is None else max(limit - len(self._found), 0))
        return self._found[:limit]

    def gave(self, command: Command) -> bool:
        """Whether this very object is among those found."""
        for one in self._found:  # noqa: SIM110 - a generator takes twice the time
            if one is command:
                return True
        return False


_NOTHING = Listing(None)


class Game:
    """One game of one scenario. Every method either does all of what it says or raises and changes nothing."""

    def __init__(
        self,
        title: Title[Any],
        scenario: str,
        seed: int,
        options: Mapping[str, Any] | None = None,
        dice: Sequence[int] = (),
        position: Position | None = None,
    ) -> None:
        """Set up a scenario (`TITLE/SCENARIO`), or a later position of it, and play on to the first decision.

        Raises BadOption, ValueError.
        """
        self._title = title
        self.scenario = scenario
        self.seed = seed
        self.options = dict(options or {})
        self.edited = False
        """Whether a position was ever set up by hand; taking the edit back does not take this back."""
        self.scripted = False
        """Whether dice were ever forced; taking them back does not take this back."""
        self.unverified = position.unverified if position else None
        """Why the journal before this game's first state could not be verified; None if there is no doubt."""
        self.past = position.past if position else ()
        """The journal before this game's first state."""
        rules = {name: value for name, value in self.options.items() if name != "undo"}
        if self.options.get("undo", UNDO_LIMITED) not in (UNDO_LIMITED, UNDO_FREE):
            raise BadOption(f"option `undo` is `{UNDO_LIMITED}` or `{UNDO_FREE}`")
        start = position.state if position else self.title.start(scenario, rules, Dice(seed))
        draft = title.draft(start)
        listing = self._settle(draft)
        self._start = start
        self.states: list[Any] = [draft.freeze()]
        self._listed = self.state, listing
        self.opening: tuple[Event, ...] = tuple(draft.events)
        self.opening_unasked = listing.unasked
        self.entries: list[Entry] = []
        self._checks = [line.check for line in self.past]
        if dice:
            self.script(dice)

    @classmethod
    def new(
        cls, scenario: str, seed: int, options: Mapping[str, Any] | None = None, dice: Sequence[int] = ()
    ) -> "Game":
        """A game of an installed title. Raises UnknownScenario and what the constructor raises."""
        return cls(find_scenario(scenario)[0], scenario, seed, options, dice)

    def branch(self) -> "Game":
        """A second game that stands where this one does and goes its own way from here."""
        twin = copy(self)
        twin.options = dict(self.options)
        twin.states, twin.entries, twin._checks = [*self.states], [*self.entries], [*self._checks]
        twin._listed = None, _NOTHING
        return twin

    # What is the case

    def is_open(self, entry: int, side: str | None) -> bool:
        """Whether a side may know which command a line of the journal is; None knows all.

        What both sides decide in secret lies open as soon as both have decided.
        """
        played = self.entries[entry]
        if side in (None, played.side) or played.side == KERNEL:
            return True
        made = any(not (state.stack and state.stack[-1].secret) for state in self.states[entry:])
        return made and not self.parse(played.text).face_down

    @property
    def state(self) -> Any:
        """The state as it stands."""
        return self.states[-1]

    @property
    def seq(self) -> int:
        """Lines of the journal: commands applied, edits and scripted dice."""
        return len(self.past) + len(self.entries)

    @property
    def over(self) -> Outcome | None:
        """The result, once there is one."""
        outcome: Outcome | None = self.state.over
        return outcome

    @property
    def side(self) -> str | None:
        """Who decides now; None when the game is over."""
        if self._listed[0] is self.state:
            return self._listed[1].decider
        return None if self.over else self.state.stack[-1].decider(self.state)

    @property
    def prompt(self) -> Prompt:
        """What is asked of the side that decides."""
        if self.over:
            return Prompt(f"The game is over: {self.over.level}. {self.over.reason}")
        prompt: Prompt = self.state.stack[-1].prompt(self.state)
        return prompt

    @property
    def title(self) -> Title[Any]:
        """Its title, with the data packs in use that this game is played with."""
        self._title.take_up(self.scenario)
        return self._title

    @property
    def trail(self) -> list[str]:
        """The words of the steps from the turn down to the decision in hand."""
        return [words for step in self.state.stack if (words := step.title(self.state))]

    # What may be done

    def legal(self, limit: int | None = None) -> list[Command]:
        """Every command that is legal now, or the first `limit` of them."""
        if self._listed[0] is not self.state:
            self._listed = self.state, Listing(self.side, self.iter_legal)
        return self._listed[1].first(limit)

    def iter_legal(self) -> Iterator[Command]:
        """Every command that is legal now, one by one."""
        return iter(()) if self.over else self.state.stack[-1].legal(self.state)

    def parse(self, given: str | Mapping[str, Any]) -> Command:
        """A command from notation or object. Raises BadNotation."""
        return self.title.grammar.parse(given)

    def refusal(self, command: Command) -> Refusal | None:
        """Why a command is not legal now; None if it is."""
        if self.over:
            return Refusal("the game is over")
        refusal: Refusal | None = self.state.stack[-1].refusal(self.state, command)
        return refusal

    def odds(self, command: Command) -> Odds | None:
        """The exact distribution of what the command would decide by dice. Raises IllegalCommand."""
        self._insist(command)
        return self.title.odds(self.state, command)

    def frames(self, entry: int) -> list[Frame]:
        """What a journal entry (or OPENING) led to, piece by piece, found by doing it again; edits are one piece.

        Dice are part of the state, so that the last frame ends in the recorded state.
        """
        after, told = self.states[entry + 1], self.opening if entry == OPENING else self.entries[entry].events
        if entry != OPENING and self.entries[entry].side == KERNEL:
            return [Frame(self.states[entry], after, told)]
        draft = self.title.draft(self._start if entry == OPENING else self.states[entry])
        found: list[Frame] = []
        last, heard = draft.freeze(), 0

        def look() -> None:
            nonlocal last, heard
            before, last = last, draft.freeze()
            found.append(Frame(before, last, tuple(draft.events[heard:])))
            heard = len(draft.events)

        if entry != OPENING:
            draft.stack[-1].do(draft, self.parse(self.entries[entry].text))
            look()
        self._settle(draft, look)
        if last != after:
            raise RuntimeError(f"entry {entry} of the journal led elsewhere when it was done again")
        return found or [Frame(last, last, ())]

    # Doing it

    def apply(self, given: Command | str | Mapping[str, Any]) -> tuple[Event, ...]:
        """Carry out a command and play on to the next decision; the events of all that happened.

        Raises BadNotation, IllegalCommand, GameOver, and SealedDice if it takes dice that are sealed; the game is then
        as it was.
        """
        command = given if isinstance(given, Command) else self.parse(given)
        self._insist(command)
        side, draft = self.side, self.title.draft(self.state)
        draft.stack[-1].do(draft, command)
        listing = self._settle(draft)
        events = self._record(side or "", command.notation(), draft, listing)
        self._listed = self.state, listing
        return events

    def script(self, values: Sequence[int]) -> None:
        """Make the next dice show these values; the game is marked for good. Raises ValueError."""
        faces = tuple(self.title.face(value) for value in values)
        draft = self.title.draft(self.state)
        draft.dice = draft.dice.script(faces)
        self._record(KERNEL, "dice " + json.dumps(list(values)), draft)
        self.scripted = True

    def unscript(self) -> None:
        """Take back the values that the next dice were to show; nothing is recorded if there are none."""
        if not self.state.dice.scripted:
            return
        draft = self.title.draft(self.state)
        draft.dice = replace(draft.dice, scripted=())
        self._record(KERNEL, "dice null", draft)
        self.scripted = True

    def reseed(self, seed: int | None) -> None:
        """Let all further dice come from another seed, or seal them (None): see `wargame_tui.mail`."""
        draft = self.title.draft(self.state)
        draft.dice = replace(draft.dice, seed=seed)
        self._record(KERNEL, f"seed {json.dumps(seed)}", draft)

    def edit(self, operations: Any, *, settle: bool = True) -> None:
        """Apply an RFC 6902 JSON Patch to the state; the game is marked for good. Raises BadPatch, BadState.

        Then steps work by themselves up to the next decision, unless `settle` is false: that is for a position in
        which somebody decides, and leaves even the only legal command to him.
        """
        text = _plain_text(operations)
        # The patch is read back from the journal's text, so that a replay does exactly the same.
        edited = self.title.restore(patch.apply(self.title.dump(self.state), json.loads(text)))
        draft = self.title.draft(self.title.after_edit(self.state, edited))
        if not draft.stack and draft.over is None:
            raise BadState("/stack: a game that is not over has at least one step")
        if settle:
            self._record(KERNEL, f"edit {text}", draft, self._settle(draft))
        elif draft.over is None and draft.stack[-1].decider(draft) is None:
            raise BadState(f"/stack: nobody decides in the step `{draft.stack[-1].kind}`, so that it has to run on")
        else:
            self._record(KERNEL, f'edit {{"patch":{text},"settle":false}}', draft)
        self.edited = True

    def undo(self, count: int = 1, *, agreed: bool = False) -> None:
        """Take back the last commands; past dice or another side's decision only if agreed or by option.

        Raises NoUndo; the game is then as it was.
        """
        if count < 1:
            raise NoUndo("undo takes back one command or more")
        if not self.entries:
            raise NoUndo("there is nothing to take back")
        if count > len(self.entries):
            raise NoUndo(f"only {len(self.entries)} commands can be taken back")
        if not agreed and self.options.get("undo") != UNDO_FREE:
            self._insist_on_undo_limits(count)
        del self.entries[-count:], self.states[-count:]
        del self._checks[self.seq :]

    def can_undo(self) -> bool:
        """Whether the last command can be taken back without the other side's consent."""
        return bool(self.entries) and (self.options.get("undo") == UNDO_FREE or not self.entries[-1].barrier)

    def checks(self) -> list[str]:
        """The check of each line of the journal: see `wargame_tui.core.journal`."""
        for entry in self.entries[len(self._checks) - len(self.past) :]:
            last = self._checks[-1] if self._checks else self.root
            self._checks.append(journal.check(last, entry.side, entry.text, entry.events))
        return self._checks

    def lines(self, start: int = 0) -> list[Line]:
        """The journal from line `start` on."""
        kept = len(self.past)
        checks = self.checks()
        since = max(start, kept)
        recent = zip(self.entries[since - kept :], checks[since:], strict=True)
        return [*self.past[start:], *(Line(entry.side, entry.text, check) for entry, check in recent)]

    @property
    def root(self) -> str:
        """What the check of the first line builds upon."""
        return journal.root(self.scenario, self.seed, self.options)

    @property
    def last_check(self) -> str:
        """The check upon which the next line builds."""
        return (self.checks() or [self.root])[-1]

    # Inside

    def _insist(self, command: Command) -> None:
        if self.over:
            raise GameOver(f"the game is over: {self.over.level}")
        listed_for, listing = self._listed
        if listed_for is self.state and listing.gave(command):
            return  # what was listed is legal
        refusal = self.refusal(command)
        if refusal is not None:
            raise IllegalCommand(refusal)

    def _insist_on_undo_limits(self, count: int) -> None:
        for entry in reversed(self.entries[-count:]):
            if entry.barrier:
                raise NoUndo(
                    f"`{entry.text[:60]}` cannot be taken back: dice were rolled or the decision passed on; "
                    "a game started with the option undo = free allows it"
                )

    def _record(self, side: str, text: str, draft: Draft[Any], listing: Listing = _NOTHING) -> tuple[Event, ...]:
        state, before = draft.freeze(), self.state
        events = tuple(draft.events)
        learnt = state.dice.count != before.dice.count
        passed = state.dice.seed != before.dice.seed if side == KERNEL else listing.decider != side
        self.states.append(state)
        self.entries.append(Entry(side, text, events, learnt or passed, listing.unasked))
        return events

    @staticmethod
    def _settle(draft: Draft[Any], look: Callable[[], None] = lambda: None) -> Listing:
        """Let steps work by themselves until somebody must decide or the game is over; what may be decided then.

        `look` is called after every piece of work.
        """
        unasked: list[str] = []
        for _ in range(MOST_AUTOMATIC_STEPS):
            if draft.over is not None:
                return Listing(None, unasked=unasked)
            step = draft.stack[-1]
            decider = step.decider(draft)
            if decider is None:
                step.proceed(draft)
                look()
                continue
            legal = Listing(decider, partial(step.legal, draft))
            only = _goes_without_saying(step, legal)
            if only is None:
                legal.unasked = tuple(unasked)
                return legal
            unasked.append(only.notation())
            step.do(draft, only)
            look()
        raise RuntimeError("the steps go round in a circle")


def unasked(draft: Draft[Any], command: Command) -> Iterator[tuple[Any, Command]]:
    """What is carried out unasked right after a legal command, each with the state before it. The draft is used up."""
    draft.stack[-1].do(draft, command)
    while draft.over is None and draft.stack:
        step = draft.stack[-1]
        decider = step.decider(draft)
        only = decider and _goes_without_saying(step, Listing(decider, partial(step.legal, draft)))
        if not only:
            return
        yield draft.freeze(), only
        step.do(draft, only)


def leads_to_dice(draft: Draft[Any], command: Command) -> bool:
    """Whether a legal command takes dice before anybody decides again. The draft is used up."""
    draft.dice = Dice(None)
    try:
        draft.stack[-1].do(draft, command)
        Game._settle(draft)
    except SealedDice:
        return True
    return False


def tried(draft: Draft[Any], commands: Sequence[Command]) -> Any:
    """The state after commands of the side that decides. The draft is used up.

    Raises IllegalCommand, also when the decision passes to somebody else in between; SealedDice if one takes dice.
    """
    draft.dice = Dice(None)
    side = None
    for command in commands:
        step = draft.stack[-1] if draft.over is None and draft.stack else None
        refusal = step.refusal(draft, command) if step is not None else Refusal("the game is over")
        if refusal is None and step is not None and side not in (None, step.decider(draft)):
            refusal = Refusal("the other side decides")
        if refusal is not None or step is None:
            raise IllegalCommand(refusal or Refusal("the game is over"))
        side = step.decider(draft)
        step.do(draft, command)
        Game._settle(draft)
    return draft.freeze()


def _plain_text(operations: Any) -> str:
    try:
        return json.dumps(operations, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise patch.BadPatch(f"the patch is not JSON: {error}") from None


def _goes_without_saying(step: Any, legal: Listing) -> Command | None:
    """The only legal command, if the step may take it unasked."""
    first_two = legal.first(2) if step.passes_alone else []
    return first_two[0] if len(first_two) == 1 and step.goes_without_saying(first_two[0]) else None
