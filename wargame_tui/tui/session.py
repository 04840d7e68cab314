"""A game at the table: the game itself, where in its history the players are looking, and its autosave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from secrets import randbits
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from wargame_tui.board.compare import Moment
from wargame_tui.board.conduct import Order, answer
from wargame_tui.board.moments import has_changed, told, trail_of
from wargame_tui.board.phrases import side_words
from wargame_tui.board.scene import Counter, Scene
from wargame_tui.board.title import Battle, BoardTitle, Target
from wargame_tui.board.turns import Turns
from wargame_tui.bots.opponent import Decision, checked
from wargame_tui.core.autosave import Autosave
from wargame_tui.core.command import Command
from wargame_tui.core.disk import CannotSave, cannot_save
from wargame_tui.core.event import Event
from wargame_tui.core.game import Frame, Game, NoUndo, leads_to_dice, unasked
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.step import IllegalCommand, Prompt, Refusal
from wargame_tui.core.title import Odds
from wargame_tui.tui.film import END, Film, Place, TurnFilm
from wargame_tui.tui.kept_words import LastWords
from wargame_tui.tui.notes import Notes
from wargame_tui.tui.players import Players
from wargame_tui.tui.recording import Entered, enter
from wargame_tui.tui.standing import StandingAnswers
from wargame_tui.tui.table.rolls import Rolls, dice_in, rolls_beside, rolls_of

END_VERB = "end"
"""The verb of commands that end what is decided."""
LONGEST_BATTLE = 200
"""Journal entries among which the beginning of a battle is looked for."""


class Keeper(Protocol):
    """What keeps a game on disk while it is played: an Autosave."""

    def keep(self, game: Game) -> None:
        """Bring the disk up to date with the game. Raises CannotSave."""

    def close(self, game: Game) -> None:
        """The same, and leave a full save. Raises CannotSave."""


class LookingBack(ValueError):
    """Nothing can be decided while the table shows the past."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal command with what the table needs to show it."""

    command: Command
    notation: str
    text: str
    rule: str | None
    target: Target
    space: str | None
    """Where it belongs on the map: its target's space, or where the target's unit stands."""
    key: str = ""
    """The key that gives it whatever else there is to do; empty if it is one of several objects."""
    denied: Refusal | None = None
    """Why it cannot be given now; None: it can."""


class Given(NamedTuple):
    """Commands that were meant as one."""

    since: int
    """The journal entries before the first of them."""
    until: int
    """The journal entries after the last of them."""
    words: str
    """What they were, for players who take them back."""
    attack: bool = False
    """Whether they declare an attack, which is not carried out yet."""
    commit: tuple[Command, ...] = ()
    """What commits that attack, if that is not what its title suggests then."""


class Commitment(NamedTuple):
    """What follows at once from adding the last piece: what is carried out, and its odds."""

    words: str
    odds: Odds | None


class Session:
    """One game being played. Pure Python: knows nothing of the screen."""

    by_mail: ClassVar[bool] = False
    """Whether letters carry the game between two tables."""
    is_live: ClassVar[bool] = False
    """Whether the game goes on at another table at the same time."""
    remedy: ClassVar[str] = "The game goes on in memory; Ctrl+S saves it elsewhere."
    """What to do while the disk takes nothing."""
    viewer: str | None = None
    """The only side at this table, which sees no more than it may; None if both sit here."""
    no_branch: str | None = None
    """Why no game may be begun from a moment of this one, and no copy of it saved; None if it may."""

    def __init__(
        self,
        game: Game,
        shelf: Shelf | None = None,
        keeper: Keeper | None = None,
        *,
        branched: bool = False,
        replayed: bool = False,
    ) -> None:
        if not isinstance(game.title, BoardTitle):
            raise TypeError(f"{game.title.name} has no map to be played on")
        self.game = game
        self.name = game.scenario.rpartition("/")[2].replace("_", "-")
        """What the game is called on disk; until it is there, what is played."""
        self.shelf = shelf
        """Where saves lie; None for a game that is not kept."""
        self.keeper = keeper
        self.branched = branched
        """Whether the game goes its own way from a moment of another one: it leaves nothing that counts."""
        self.entered: Entered | None = None
        """What became of the record when the last command ended the game."""
        self.trouble: str | None = None
        """Why the game is not being kept on disk; None while it is."""
        self._begun = False
        """Whether anything of the game has been written."""
        self.replayed = replayed
        """Whether the game is only looked at: it has no present, nothing is decided and nothing kept."""
        self.marked: Moment | None = None
        """The moment, perhaps of another game, that others are compared with."""
        self.viewed: int | None = 0 if replayed else None
        """How many journal entries have been played in the table on view; None for the present."""
        self.scene: Place | None = None
        """The scene of the film on view: more than `viewed` entries have been played, but not all of the next."""
        self.turns = Turns()
        """Whose turn every moment of the game was."""
        self.standing = StandingAnswers()
        """What is answered alike in this turn, at a table for two."""
        self.players, self.notes = Players(), Notes()
        """Which sides the program plays, and what players noted."""
        self._last_words = LastWords()
        self.film = TurnFilm(self) if self.is_for_two else Film(self)
        """What the journal entries led to, scene by scene."""
        self.last: tuple[Event, ...] = game.opening if not game.entries else game.entries[-1].events
        """What happened in the last command or series of commands."""
        self._bare: tuple[Any, Any] | None = None
        """The state that was asked last what it is with nothing in hand, and what it is then."""
        self._given: list[Given] = []
        """What was meant as one, as far as it was played here."""
        self._scene: tuple[Any, Scene] | None = None
        """The state whose pieces were asked for last, and these."""
        self._places: tuple[Any, dict[str, str], dict[str, str]] | None = None

    @property
    def title(self) -> BoardTitle[Any]:
        """Its title, with the data packs in use that this game is played with."""
        return cast("BoardTitle[Any]", self.game.title)

    @cached_property
    def solitaire(self) -> bool:
        """Whether the program plays a side."""
        return self.title.about(self.game.scenario).solitaire

    @property
    def is_for_two(self) -> bool:
        """Whether both sides are played at this table, by persons or the program."""
        return not self.by_mail and not self.solitaire

    @property
    def hot_seat(self) -> bool:
        """Whether two persons share this table."""
        return self.is_for_two and not self.players.levels

    @property
    def is_programs(self) -> bool:
        """Whether the decision in hand is that of the program."""
        return self.game.over is None and self.players.of(self.game.side) is not None

    def turn_of(self, at: int | None = None) -> str | None:
        """Whose turn it is at a moment, or on view, although the other side may be asked something in between."""
        return self.turns.of(self.game.states, self.at if at is None else at)

    # The table on view

    def see_as(self, side: str | None) -> None:
        """Show the table as a side sees it, or nobody; None if whoever sits there may see what the title shows."""
        if side != self.viewer:
            self.viewer, self._scene, self._places = side, None, None
            self.film.forget()

    @property
    def deciding(self) -> bool:
        """Whether the table asks for a decision."""
        return self.viewed is None and not self.is_programs

    def pieces(self, state: Any) -> Scene:
        """What lies on the table in a state, as whoever sits here sees it."""
        if self._scene is None or self._scene[0] is not state:
            self._scene = state, self.title.scene(state, self.viewer)
        return self._scene[1]

    def seen(self, events: Iterable[Event]) -> list[Event]:
        """Those of the events that whoever sits here may know of, as he may."""
        return [shown for event in events if (shown := self.title.event_for(event, self.viewer)) is not None]

    @property
    def state(self) -> Any:
        """The state on view: the present, or a moment of the past."""
        if (frame := self.frame) is not None:
            return frame.state
        return self.game.state if self.viewed is None else self.game.states[self.viewed]

    @property
    def at(self) -> int:
        """How many journal entries have been played in the state on view."""
        return self.newest if self.viewed is None else self.viewed

    @property
    def newest(self) -> int:
        """The journal entries that can be looked back through, from the first state that is known."""
        return len(self.game.entries)

    @property
    def side(self) -> str | None:
        """Who decides in the state on view; None if the game was over."""
        state = self.state
        return None if state.over else state.stack[-1].decider(state)

    @property
    def prompt(self) -> Prompt:
        """What is or was asked, pieces named as on their counters."""
        state = self.state
        if self.side is None and not state.over:
            return Prompt("")
        if self.viewed is None and self.is_programs:
            return Prompt(f"The program plays {side_words(self.side)}: it is thinking")
        asked: Prompt = self.game.prompt if self.viewed is None or state.over else state.stack[-1].prompt(state)
        return replace(asked, text=self.title.spoken(asked.text))

    @property
    def trail(self) -> list[str]:
        """Where in the sequence of play the state on view is."""
        return [self.title.spoken(words) for words in trail_of(self.state)]

    def events(self, entries: int = 1) -> list[Event]:
        """What happened in the last journal entries before the moment on view."""
        return self._events_until(self.at, self.scene, entries)

    def _events_until(self, at: int, scene: Place | None, entries: int = LONGEST_BATTLE) -> list[Event]:
        played = self.game.entries[max(0, at - entries) : at]
        found = self.seen(event for entry in played for event in entry.events)
        if scene is not None:
            number, last = scene
            return found + [event for frame in self.film.scenes(number)[: last + 1] for event in frame.events]
        return found if at else self.seen(self.game.opening)

    def places(self) -> list[str]:
        """The spaces where what led to the state on view happened; if that is nowhere, what was decided about."""
        events = self.frame.events if self.frame else self.events()
        found = [self.title.event_place(event) for event in events]
        if not any(found) and self.scene is None and self.at:
            found = [self._place_decided(self.at - 1)]
        return [space for space in dict.fromkeys(found) if space is not None]

    def _place_decided(self, entry: int) -> str | None:
        """The space that the command of a journal entry was about, if it was about one."""
        played, before = self.game.entries[entry], self.game.states[entry]
        if played.side == KERNEL:
            return None
        target = self.title.target(before, self.game.parse(played.text))
        return target.to or target.space or self.units_in(self.state).get(target.unit or "")

    def battle(self) -> Battle | None:
        """The battle being fought, or the one that the last command, or this scene, ended."""
        events = self.events(LONGEST_BATTLE)
        battle = self.title.battle(self.state, events)
        if battle is None or not battle.finished or not (self.at or self.scene):
            return battle
        if (frame := self.frame) is not None:
            earlier, last = frame.before, len(frame.events)
        else:
            earlier, last = self.game.states[self.at - 1], len(self.game.entries[self.at - 1].events)
        over = self._over(earlier, events[: len(events) - last])
        return None if over is not None and dice_of(over) == dice_of(battle) else battle

    def fought_at(self, entry: int) -> Battle | None:
        """The battle that was being fought before a journal entry, with the dice that had fallen in it."""
        state = self.game.states[entry]
        return self._fought(state, self._events_until(entry, None)) if state.stack else None

    def battles_gone(self, since: int) -> list[Battle]:
        """The battles that the commands since a journal entry ended, without the one that `battle` gives.

        Between them and the next the player decided nothing.
        """
        return [battle for _, battle in self._battles_gone(since)]

    def acts_gone(self, since: int) -> list[Battle | Rolls]:
        """The same with all other dice that fell in them, in the order in which it happened."""
        if self.viewed is not None:
            return []
        places: list[Place] = []
        frames: list[tuple[Frame, list[Event]]] = []
        for entry in range(since, self.newest):
            if self.is_seed(entry) or not any(map(dice_in, self.game.entries[entry].events)):
                continue
            for number, piece in enumerate(self._pieces(entry)):
                places.append((entry, number))
                frames.append(piece)
        acts: list[tuple[Place, Battle | Rolls]] = [(place, battle) for place, battle in self._battles_gone(since)]
        acts += [(places[number], rolls) for number, rolls in rolls_of(self.title, frames)]
        last, ended = self.battle(), self._battles_ended(since)
        if last is not None and last.finished and (known := ended.get(dice_of(last))) is not None:
            acts += [(known[0], last)] if any(place >= known[0] for place, _ in acts) else []
        return [act for _, act in sorted(acts, key=lambda act: (act[0], isinstance(act[1], Rolls)))]

    def dice_beside(self) -> Rolls | None:
        """The last dice that fell in the battle in hand without being its own, until others fall."""
        battle, states, at = self.battle(), self.game.states, self.at
        while at and states[at - 1].dice.count == states[at].dice.count:
            at -= 1
        if battle is None or battle.finished or not at or self.scene is not None or self.is_seed(at - 1):
            return None
        return rolls_beside(self.title, [*self._pieces(at - 1)], battle)

    def _pieces(self, entry: int) -> Iterator[tuple[Frame, list[Event]]]:
        """The pieces of a journal entry, each with what had happened before it."""
        told = self._events_until(entry, None)
        for frame in self.film.scenes(entry):
            yield frame, list(told)
            told += frame.events

    def _battles_gone(self, since: int) -> list[tuple[Place, Battle]]:
        found = self._battles_ended(since)
        told = self._events_until(since, None)
        for known in (self._over(self.game.states[since], told), self.battle()):
            found.pop(dice_of(known) if known else (), None)
        return list(found.values())

    def _battles_ended(self, since: int) -> dict[tuple[object, ...], tuple[Place, Battle]]:
        """By their dice: battles that the commands since a journal entry ended, each with the piece in which it did."""
        if self.viewed is not None:
            return {}
        found: dict[tuple[object, ...], tuple[Place, Battle]] = {}
        fought = self._fought(self.game.states[since], self._events_until(since, None))
        for entry in range(since, self.newest):
            rolled = self.game.states[entry].dice.count != self.game.states[entry + 1].dice.count
            if rolled or (fought is not None and entry == since):
                for place, over in self._ended_in(entry):
                    # What became of the units may be told in a later piece: the last picture of a battle is kept.
                    found[dice_of(over)] = found.get(dice_of(over), (place,))[0], over
        return found

    def _ended_in(self, entry: int) -> Iterator[tuple[Place, Battle]]:
        for number, frame in enumerate(self.film.scenes(entry)):
            over = self.title.ended_battle(frame.state, self._events_until(entry, (entry, number)))
            if over is not None:
                yield (entry, number), over

    def _fought(self, state: Any, told: Sequence[Event]) -> Battle | None:
        """The battle that is being fought in a state."""
        battle = self.title.battle(state, told)
        return None if battle is None or battle.finished else battle

    def _over(self, state: Any, told: Sequence[Event]) -> Battle | None:
        """The last battle that is over in a state, while another one, or none, is being fought."""
        over, fought = self.title.ended_battle(state, told), self._fought(state, told)
        return None if over is None or (fought is not None and dice_of(fought) == dice_of(over)) else over

    def units_in(self, state: Any) -> dict[str, str]:
        """For every unit on the map the space it stands in."""
        return self._counters(state)[1]

    def labels(self, state: Any) -> dict[str, str]:
        """For every unit on the map its name, as the title says it of its counter."""
        return self._counters(state)[2]

    def _counters(self, state: Any) -> tuple[Any, dict[str, str], dict[str, str]]:
        if self._places is None or self._places[0] is not state:
            scene = self.pieces(state)
            units = {c.unit: space for space, shown in scene.spaces.items() for c in shown.counters}
            labels = {c.unit: self._label_of(c) for shown in scene.spaces.values() for c in shown.counters}
            self._places = (state, units, labels)
        return self._places

    def _label_of(self, counter: Counter) -> str:
        named = self.title.spoken(counter.unit)
        return counter.label if named == counter.unit else named

    def place_of(self, target: Target) -> str | None:
        """The space on the map that a target belongs to."""
        if target.space:
            return target.space
        if target.unit:
            return self.units_in(self.state).get(target.unit)
        return target.bridge.partition("-")[0] if target.bridge else None

    def choices(self) -> list[Choice]:
        """Every legal command of the present with its words and place; none while nothing is asked here."""
        return [self.choice(command) for command in self.game.iter_legal()] if self.deciding else []

    def choice(self, command: Command) -> Choice:
        """A command of the present with its words and place."""
        state, title = self.game.state, self.title
        target = title.target(state, command)
        words, rule = title.command_text(state, command), title.rule_of(state, command)
        key = title.key_of(state, command)
        return Choice(command, command.notation(), words, rule, target, self.place_of(target), key)

    def denied(self) -> list[Choice]:
        """What is listed with the reason why it cannot be done: what is too dear now, and the end of a phase."""
        if not self.deciding or self.side is None or self.state.over:
            return []
        state, found = self.game.state, []
        if any(kind.stays for kind in self.title.command_kinds):
            found = [self._denied(command) for command in state.stack[-1].candidates(state) if command.stays]
        if self.title.gestures.tally(state) is not None:
            found.append(self.no_end())
        return [choice for choice in found if choice is not None]

    def no_end(self) -> Choice | None:
        """The command that ends what is decided, with the reason why that cannot be done yet; None if it can."""
        if not self.deciding or self.side is None or self.state.over:
            return None
        ends = (self._denied(kind()) for kind in self.title.command_kinds if kind.verb == END_VERB)
        return next((choice for choice in ends if choice is not None), None)

    def _denied(self, command: Command) -> Choice | None:
        refusal = self.game.refusal(command)
        return replace(self.choice(command), denied=self.spoken(refusal)) if refusal is not None else None

    def suggested(self) -> Choice | None:
        """What carries out what has been declared so far, if that is complete."""
        if not self.deciding or self.game.over is not None:
            return None
        command = self.title.suggested(self.game.state)
        return self.choice(command) if command is not None else None

    def why_not(self, target: Target) -> Refusal | None:
        """Why something on the table cannot be picked now; None if it can."""
        if self.viewed is not None:
            return Refusal("the table shows the past; Esc returns to the present")
        if self.is_programs:
            return Refusal(f"the program plays {side_words(self.game.side)}")
        refusal = self.title.why_not(self.game.state, target)
        return refusal and self.spoken(refusal)

    def spoken(self, refusal: Refusal) -> Refusal:
        """A refusal with pieces named as on their counters."""
        return replace(refusal, reason=self.title.spoken(refusal.reason))

    def commitment(self, command: Command) -> Commitment | None:
        """What a command that only adds sets off as nothing else is left to add; None if it can be thought over."""
        if not command.adds or self.game.refusal(command) is not None:
            return None
        for state, follows in unasked(self.title.draft(self.game.state), command):
            if not follows.adds:
                return Commitment(self.title.command_text(state, follows), self.title.odds(state, follows))
        if not leads_to_dice(self.title.draft(self.game.state), command):
            return None
        return Commitment("The dice are rolled", self.title.odds(self.game.state, command))

    # Deciding

    def apply(self, given: Command | str) -> tuple[Event, ...]:
        """Carry out one command and keep it.

        Raises LookingBack, BadNotation, IllegalCommand, GameOver; the game is then as it was.
        """
        if self.viewed is not None:
            raise LookingBack("the table shows the past: play on from here (P) or return to the present (Esc)")
        return self._went_on(self._carry_out(given))

    def apply_programs(self, decision: Decision) -> tuple[Event, ...]:
        """Carry out what the program has decided, also while the table shows the past; or what stands in for it."""
        side, sound = self.game.side or "", checked(self.game, decision)
        self.players.decided(self.newest, side, sound)
        return self._went_on(self.game.apply(sound.command))

    def _went_on(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Keep the game after a command, with what standing answers add to it; all that happened, as it may be seen."""
        self.last = tuple(self.seen([*events, *self._answered()]))
        self.keep()
        if self.game.over is not None and self.shelf is not None:
            self.entered = enter(self.game, self.shelf, branched=self.branched)
        else:
            self.entered = None
        return self.last

    def _answered(self) -> list[Event]:
        return self.standing.carry_out(lambda: self.game if self.deciding else None, self._carry_out)

    def answered_by(self, order: Order) -> Command:
        """The command with which an order that fits the question in hand answers it."""
        command = answer(self.game.title, [order], self.game)
        assert command is not None
        return command

    def _carry_out(self, given: Command | str) -> tuple[Event, ...]:
        return self.game.apply(given)

    def apply_series(self, commands: Sequence[Command | str]) -> tuple[int, Refusal | None]:
        """Carry out commands in order; how many were, and why not all if something came between.

        Stops before the next command when the decision has passed to another side or the command is no longer
        what it was, and before an `end` when what it was to end is over already: then it is for the player to
        look again. Raises what `apply` raises for the first one only.
        """
        happened: list[Event] = []
        stopped: Refusal | None = None
        side, done = self.game.side, 0
        trail, ended = trail_of(self.game.state), True
        for given in commands:
            if done and self.game.side != side:
                stopped = Refusal("the other side decides" if self.game.side else "the game is over")
                break
            ends = (given if isinstance(given, str) else given.notation()) == END
            now = trail_of(self.game.state)
            if ends and not ended and has_changed(trail, now):
                stopped = Refusal(f"{self.title.spoken(trail[-1])} is over already")
                break
            trail, ended = now, ends
            try:
                happened += self.apply(given)
            except ValueError as error:
                if not done:
                    raise
                stopped = self.spoken(error.refusal) if isinstance(error, IllegalCommand) else Refusal(str(error))
                break
            done += 1
        self.last = tuple(happened)
        return done, stopped

    def gesture(
        self,
        commands: Sequence[Command],
        words: str,
        *,
        attack: bool = False,
        goes_on: bool = False,
        commit: tuple[Command, ...] = (),
    ) -> tuple[int, Refusal | None]:
        """Carry out commands that are meant as one and are taken back as one; returns and raises as `apply_series`.

        `goes_on`: they belong to what was meant last; `commit`: what commits the attack that they declare.
        """
        since, last = self.newest, self.given
        done, stopped = self.apply_series(commands)
        if goes_on and last is not None:
            self._given.pop()
            since = last.since
        if self.newest > since:
            self._given.append(Given(since, self.newest, words, attack, commit))
        return done, stopped

    @property
    def given(self) -> Given | None:
        """The last commands, if they were meant as one."""
        while self._given and self._given[-1].until > self.newest:
            self._given.pop()
        return self._given[-1] if self._given and self._given[-1].until == self.newest else None

    @property
    def attack(self) -> Given | None:
        """The attack that was declared as one; None if none stands, or its dice have rolled."""
        last = next((given for given in reversed(self._given) if given.until <= self.newest), None)
        if last is None or not last.attack or not self.deciding or self.game.over is not None:
            return None
        barred = any(entry.barrier for entry in self.game.entries[last.since :])
        depth = len(self.game.states[last.since].stack)
        declared, now = self.game.states[last.until].stack[depth:], self.state.stack[depth:]
        # Once committed it may be another step, a battle in place of what formed it.
        same = bool(declared and now) and type(declared[0]) is type(now[0])
        return last if same and not barred else None

    @property
    def attack_since(self) -> int | None:
        """The journal entries before it."""
        attack = self.attack
        return None if attack is None else attack.since

    def take_back(self, count: int) -> None:
        """Take back some of the last commands. Raises LookingBack, NoUndo."""
        for _ in range(count):
            self.undo()

    def undo_given(self, *, agreed: bool = False) -> str | None:
        """Take back the last commands that were meant as one; what they were. None, and nothing, if they were not.

        Behind dice, or another side's decision, only what came after. Raises LookingBack, NoUndo.
        """
        given = self.given
        if given is None:
            return None
        first = not agreed
        count = 0
        for entry in reversed(self.game.entries[given.since :]):
            if first and count and entry.barrier:
                break
            count += 1
        whole = count == given.until - given.since
        text = given.words if whole else f"{count} commands of: {given.words}"
        for _ in range(count):
            self.undo(agreed=agreed)
        return text

    def words_of_last(self) -> str:
        """What the last command of a person was, in words; empty if there is none."""
        entries = self.game.entries
        last = next((at for at in reversed(range(len(entries))) if self.players.of(entries[at].side) is None), None)
        return "" if last is None else told(self.game, last, self.viewer)

    def undo(self, *, agreed: bool = False) -> str:
        """Take back the last command; its notation. Raises LookingBack, NoUndo."""
        if self.viewed is not None:
            raise LookingBack("the table shows the past; Esc returns to the present")
        text = self._take_back(agreed=agreed)
        while self.is_programs and self.game.entries:
            # It would only decide the same again.
            text = self._take_back(agreed=agreed)
        self.standing.forget_after(len(self.game.entries))
        self.players.forget_after(len(self.game.entries))
        self.notes.forget_after(len(self.game.entries))
        self.last = ()
        self.keep()
        return text

    def note(self, text: str) -> None:
        """Note something at the present moment, for log, story and report."""
        self.notes.add(self.newest, text)
        self.keep()

    def put_down(self) -> str | None:
        """Leave what is in hand where it stands, taken back if it has not moved; what was done, None if nothing is.

        Raises what `apply` raises if it may not be left there.
        """
        verb = self._puts_down
        if not verb:
            return None
        if begun := self._fresh:
            self.take_back(begun)
            return "Deselected"
        words = self.choice(self.game.parse(verb)).text
        given = self.given
        self.apply(verb)
        if given is not None:
            # Where units are put down belongs to the move that led there.
            self._given[-1] = given._replace(until=self.newest)
        return words

    @property
    def _puts_down(self) -> str:
        """The verb by which what the rules have in hand is put down; empty if they have nothing."""
        state = self.game.state
        return state.stack[-1].puts_down if self.deciding and state.stack and state.over is None else ""

    @property
    def _fresh(self) -> int:
        """How many of the last commands took up what is in hand, if it has not moved."""
        state = self.game.state
        begun = self._begun_within(len(state.stack)) if self._puts_down else 0
        return begun if begun and self.units_in(self.game.states[-1 - begun]) == self.units_in(state) else 0

    @property
    def is_fresh_in_hand(self) -> bool:
        """Whether what the rules have in hand has not moved yet."""
        return self._fresh > 0

    def bare_state(self) -> Any:
        """The present as it is once what is in hand has been put down; None if it may not be."""
        if self._bare is None or self._bare[0] is not self.game.state:
            self._bare = self.game.state, self._find_bare()
        return self._bare[1]

    def _find_bare(self) -> Any:
        verb = self._puts_down
        if not verb:
            return self.game.state
        if begun := self._fresh:
            return self.game.states[-1 - begun]
        return self.title.gestures.after(self.game.state, [self.game.parse(verb)])

    def _begun_within(self, depth: int) -> int:
        """The last commands, if they can be taken back, since the stack of steps was less deep than that."""
        for count, entry in enumerate(reversed(self.game.entries), 1):
            if entry.barrier:
                break
            if len(self.game.states[-1 - count].stack) < depth:
                return count
        return 0

    def _take_back(self, *, agreed: bool) -> str:
        text = self.game.entries[-1].text if self.game.entries else ""
        if text and not agreed and not self.game.can_undo():
            raise NoUndo(
                f"{self.words_of_last()}: this cannot be taken back, dice have been rolled or the decision has passed; "
                "a game begun with free undo allows it"
            )
        self.game.undo(agreed=agreed)
        return text

    @property
    def undo_question(self) -> str | None:
        """What is asked before the last command is taken back; None if it is anybody's right."""
        game = self.game
        # Of one player alone there is nobody who could agree.
        if self.viewed is not None or game.can_undo() or not game.entries or self.solitaire:
            return None
        question = f"Undo this? {self.words_of_last()}\n"
        if self.players.levels:
            return (
                f"{question}Dice have been rolled since, or the program has decided: all that followed is undone too."
            )
        return (
            f"{question}Dice have been rolled since, or the decision has passed: both players must agree.\n"
            "(A game begun with free undo does not ask.)"
        )

    @property
    def undo_assent(self) -> str:
        """How that question is answered by who wants it."""
        return "undo" if self.players.levels else "both agree"

    def keep(self) -> None:
        """Bring the autosave up to date; a failure is remembered in `trouble`, and the game goes on."""
        self._on_disk(closing=False)

    def close(self) -> None:
        """Leave a full save behind, so that the list of saves shows where the game stands."""
        self._on_disk(closing=True)

    def keep_new(self, *, taken_up: bool = False) -> None:
        """Keep a new game from its first command on, under a name that no other has; failures go to `trouble`.

        One that was taken up from elsewhere is kept from the first change on.
        """
        if self.shelf is None:
            return
        try:
            # The names of games begin with what is played; their dates tell them apart.
            name = self.shelf.free_name(f"{self.name} {datetime.now():%Y-%m-%d}")
            keeper = self.shelf.autosave(name)
        except CannotSave as error:
            self.trouble = str(error)
            return
        if taken_up:
            keeper.rest(self.game, keeper.stamps())
            self.go_on(keeper)
        else:
            self.keeper, self.name = keeper, name
            self.keep()

    def go_on(self, keeper: Autosave) -> None:
        """Keep a game that was taken up under the name that it has there; nothing is written before it changes."""
        self.keeper, self.name, self._begun = keeper, keeper.name, True

    def save(self, name: str, *, over: bool = False) -> None:
        """Save the game as it stands under a name; the game goes on under its own. Raises CannotSave."""
        if self.no_branch:
            raise CannotSave(self.no_branch)
        if self.shelf is None:
            raise CannotSave("there is no folder of saves")
        if self.keeper is not None and name == self.name:
            self._begun = True
            self.keeper.close(self.game)
        else:
            self.shelf.save(self.game, name, over=over)
            self._keep_beside(name)

    @property
    def folder(self) -> Path | None:
        """Where files lie beside the game; None if it is on no disk."""
        return None if self.shelf is None else self.shelf.folder

    def _keep_beside(self, name: str) -> None:
        """Say beside a copy who plays, and what was noted. Raises CannotSave."""
        assert self.shelf is not None
        try:
            self.players.keep_copy(self.shelf.folder, name)
            self.notes.keep_copy(self.shelf.folder, name)
        except OSError as error:
            raise cannot_save(self.shelf.folder / name, error) from error

    def _on_disk(self, *, closing: bool) -> None:
        # A game that was only looked at leaves nothing behind.
        if self.keeper is None or not (self.game.seq or self._begun):
            return
        self._begun = True
        try:
            (self.keeper.close if closing else self.keeper.keep)(self.game)
            if self.folder is not None:
                self.notes.keep(self.folder, self.name)
                self.players.keep(self.folder, self.name)
                if closing and self.shelf is not None:
                    self._last_words.hear(self.game, self.title)
                    self._last_words.keep(self.folder, self.name)
        except OSError as error:
            self.trouble = str(cannot_save(Path(self.name), error))
        except CannotSave as error:
            self.trouble = str(error)
        else:
            self.trouble = None

    # Looking back

    def look(self, at: int) -> None:
        """Show the table as it was after `at` journal entries; at the newest it is the present, if there is one."""
        at = max(0, min(self.newest, at))
        self.viewed = None if at == self.newest and not self.replayed else at
        self.scene = None

    def moment(self) -> Moment:
        """The moment on view, which stays what it is when the game goes on."""
        return Moment(self.game.branch(), self.at)

    def show_scene(self, place: Place) -> None:
        """Show the table as it was after a scene of a journal entry."""
        self.viewed, self.scene = max(place[0], 0), place

    @property
    def frame(self) -> Frame | None:
        """The scene on view; None outside of films."""
        return None if self.scene is None else self.film.scene(self.scene)

    def is_seed(self, entry: int) -> bool:
        """Whether a journal entry only says where dice come from, which letters do and nobody needs to see."""
        return entry >= 0 and self.game.entries[entry].text.startswith("seed ")

    def branch(self) -> Session:
        """A new game that begins as this one did up to the moment on view; not kept on disk yet."""
        game = self.game.branch()
        if self.at < self.newest:
            game.undo(self.newest - self.at, agreed=True)
        if game.state.dice.seed is None:
            # A game by mail has sealed its dice: what is tried here gets dice of its own.
            game.reseed(randbits(31))
        branch = Session(game, self.shelf, branched=True)
        branch.marked = self.marked
        branch.players.levels = dict(self.players.levels)
        branch.notes.told = {entry: note for entry, note in self.notes.told.items() if entry <= self.at}
        return branch


def dice_of(battle: Battle) -> tuple[object, ...]:
    """What tells two battles apart."""
    return battle.space, battle.shots, battle.tallies
