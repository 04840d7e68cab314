"""A player that plays its plans through before it follows one: the levels above the greedy player.

What it chooses from are macro-actions, not commands: a turn of a wargame is dozens of commands, and trees of them are
out of reach. The ways in which the field deals with that are put together here:

- *Portfolio greedy search* (Churchill and Buro, "Portfolio greedy search and simulation for large-scale combat in
  StarCraft", IEEE CIG 2013): the candidates are scripts, what they are worth is found by playing them through against
  scripts, and a good choice is bettered part by part. Here the scripts are the plans of a title's staff
  (`wargame_tui.board.staff`) with the greedy player beneath them.
- *Online evolutionary planning* (Justesen, Mahlmann and Togelius, "Online evolution for multi-action adversarial
  games", EvoApplications 2016; with Risi, "Playing multi-action adversarial games: online evolutionary planning
  versus tree search", IEEE ToG 2018): what evolves is the plan of a whole turn, judged at its end. Here a set of plans
  grows by the plan that adds most, as long as one adds anything.
- *Portfolios in tribes and cities* (Perez-Liebana et al., "Tribes: a new turn-based strategy game for AI research",
  AIIDE 2020): a position is judged after the reply, not after the own turn. Here the other side's turn is the greedy
  player's, and a title's staff says where it is far enough.
- *TripleA's ProAI* (its documentation, 2014 on) works out odds for every territory first and commits units to the best
  ones in turn. Here that is the title's part: which plans it offers.
- *Sequential halving* (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013)
  shares out the work: every plan is tried with the same few dice, the better half with more, and so on.

It plays through the real engine, from the state as its side sees it, with dice of its own that follow from the level
and the fork alone. Work is counted in commands played, not in seconds, so that the same position gives the same
decision on any machine; `MOST_SECONDS` is there for very slow ones, and is told (`Thought.cut`). It counts the seconds
in which the process worked, so that other programs on the machine do not weaken a player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from itertools import takewhile
from math import log2, sqrt
from statistics import mean, pstdev
from time import monotonic, process_time
from typing import Any

from wargame_tui.board.staff import Plan, Staff
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Entry, Game
from wargame_tui.core.state import changed
from wargame_tui.core.step import IllegalCommand

MOST_SECONDS = 50.0
"""Of work of the processor, for a thought; whoever needs longer takes the best found so far."""
MOST = 64
"""Times after which more dice tell nothing new."""
LARGEST = 3
"""Plans that are followed together."""
GROWING = 0.4
"""Share of the work that is kept for adding plans to the best one."""
MOST_COMMANDS = 3_000
"""In one playing through; the position is judged there if it has not come far enough."""
LINE = 6
"""Decisions of a plan that are told."""
REMEMBERED = 24
"""Thoughts that are kept: whoever asks again in the same turn gets the same one."""

TIME, HURRIED = "time", "hurried"


class _CutShort(Exception):
    """Thinking has to end in the middle of a playing through."""


@dataclass(frozen=True)
class Weighed:
    """What came of playing a set of plans through."""

    words: tuple[str, ...]
    """Its plans, in a player's words; empty: as the greedy player likes."""
    value: float
    terms: Mapping[str, float]
    """What the value is made of, on average."""
    times: int
    hopes: tuple[tuple[str, float], ...] = ()
    """What was hoped for, and in which share of the times it came true."""
    line: tuple[str, ...] = ()
    """What its side does first, in a player's words."""


@dataclass(frozen=True)
class Thought:
    """What a player found out about a fork, and why it does what it does: plain values, for other processes too."""

    fork: str
    side: str
    chosen: Weighed
    plain: Weighed
    """As the greedy player likes: what the chosen plans are better than."""
    others: tuple[Weighed, ...]
    """What else was weighed last, the best first."""
    plans: int
    """How many there were."""
    work: int
    """Commands played."""
    seconds: float = field(compare=False)
    spaces: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    cut: str | None = None
    """Why it ended before its work was done: `TIME` or `HURRIED`; None if it did not."""

    def plainly(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def thought_from(plain: Mapping[str, Any]) -> Thought:
    """A thought from JSON values."""
    kept = dict(plain)
    for name in ("chosen", "plain"):
        kept[name] = _weighed_from(kept[name])
    kept["others"] = tuple(_weighed_from(other) for other in kept["others"])
    return Thought(**{**kept, "spaces": tuple(kept["spaces"]), "units": tuple(kept["units"])})


def _weighed_from(plain: Mapping[str, Any]) -> Weighed:
    hopes = tuple((words, share) for words, share in plain["hopes"])
    return Weighed(**{**plain, "words": tuple(plain["words"]), "hopes": hopes, "line": tuple(plain["line"])})


@dataclass
class _Candidate:
    """A set of plans with what came of it so far."""

    plans: tuple[Plan, ...]
    terms: list[Mapping[str, float]] = field(default_factory=list)
    """By playing through."""
    true: list[tuple[bool, ...]] = field(default_factory=list)
    """What came true of its hopes, by playing through."""
    work: int = 0
    failed: bool = False
    line: tuple[str, ...] = ()
    """What its side did first when it was played through first."""
    opening: tuple[tuple[Any, Entry], ...] = ()
    """What comes before its first roll, which is the same with all dice: lines of the journal, each with its state."""
    played: list[tuple[str, ...]] = field(default_factory=list)
    """What was done in it, by playing through."""

    @property
    def values(self) -> list[float]:
        return [sum(terms.values()) for terms in self.terms]

    @property
    def value(self) -> float:
        return mean(self.values) if self.terms and not self.failed else float("-inf")

    @property
    def pace(self) -> float:
        """Commands that it takes to play it through once."""
        return max(1, self.work) / max(1, len(self.terms))

    def gains(self, other: "_Candidate") -> list[float]:
        """By how much it is better than another, by the dice that both have played with."""
        return [a - b for a, b in zip(self.values, other.values, strict=False)]

    def is_better(self, other: "_Candidate", fewest: int, sure: float) -> bool:
        """Whether it is better than another with the same dice, so often at least, by so many standard errors."""
        gains = self.gains(other)
        if self.failed or len(gains) < fewest:
            return False
        return mean(gains) > sure * pstdev(gains) / sqrt(len(gains)) and mean(gains) > 0

    def weighed(self) -> Weighed:
        names = list(dict.fromkeys(name for terms in self.terms for name in terms))
        terms = {name: round(mean(each.get(name, 0.0) for each in self.terms), 3) for name in names}
        hopeful = [plan.hope for plan in self.plans if plan.came_true is not None]
        shares = [round(mean(map(float, column)), 3) for column in zip(*self.true, strict=True)]
        value = round(self.value, 3) if self.terms else 0.0
        words = tuple(plan.words for plan in self.plans)
        return Weighed(words, value, terms, len(self.terms), tuple(zip(hopeful, shares, strict=False)), self.line)


class Searcher:
    """A player of one title at one level; the same position and turn so far give the same command."""

    def __init__(self, staff: Staff, level: str, work: int | None = None) -> None:
        """`work` is what is played in thinking about a fork of weight 1; None: what the title says for the level."""
        self._staff, self._level = staff, level
        self._work = type(staff).work[level] if work is None else work
        self.hurried: Callable[[], bool] = lambda: False
        """Whether somebody wants the best found so far."""
        self.tell: Callable[[str], None] = lambda words: None
        """Hears what is being weighed."""
        self.thought: Thought | None = None
        """Behind the command chosen last; None if it took no thought."""
        self._kept: list[tuple[Any, str, tuple[Plan, ...], Thought]] = []

    def __call__(self, game: Game) -> Command:
        """The command of the side that decides now, of which there must be one."""
        plans = self._in_force(game, game.side or "") if self._work else ()
        return _proposed(game, plans) or type(self._staff).choose(game)

    def _in_force(self, game: Game, side: str) -> tuple[Plan, ...]:
        """The plans that are followed now: those of the last fork of the turn, with the thought behind them."""
        self.thought = None
        forks = [self._fork(state, side) for state in game.states]
        last = next((fork for fork in reversed(forks) if fork is not None), None)
        if last is None:
            return ()
        begin = forks.index(last)
        found = self._remembered(game.states[begin], side)
        if found is None:
            plans, thought = self._think(game, begin, side, last)
            self._kept.append((game.states[begin], side, plans, thought))
            del self._kept[:-REMEMBERED]
        else:
            plans, thought = found
        self.thought = thought
        return plans

    def think(self, game: Game) -> tuple[tuple[Plan, ...], Thought]:
        """The plans for the fork that begins in the present position, with the thought behind them."""
        side, begin = game.side or "", len(game.states) - 1
        return self._think(game, begin, side, self._staff.fork(game.state, side) or "")

    def _think(self, game: Game, begin: int, side: str, fork: str) -> tuple[tuple[Plan, ...], Thought]:
        search = _Search(self._staff, self._work, game, begin, side, fork)
        search.mark = f"{self._level}/{side}/{fork}"
        search.hurried, search.tell = self.hurried, self.tell
        return search.best()

    def _fork(self, state: Any, side: str) -> str | None:
        if state.over is not None or state.stack[-1].decider(state) != side:
            return None
        return self._staff.fork(state, side)

    def _remembered(self, state: Any, side: str) -> tuple[tuple[Plan, ...], Thought] | None:
        for known, mine, plans, thought in reversed(self._kept):
            if mine == side and (known is state or known == state):
                return plans, thought
        return None


def _carried_out(trial: Game, plan: Plan) -> bool:
    """Whether a plan has a legal command, which is carried out then."""
    command = plan.propose(trial)
    if command is None:
        return False
    try:
        trial.apply(command)
    except IllegalCommand:
        return False
    return True


def _different(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Those that came to something else than the ones before them: a plan that changes nothing costs no more work."""
    found = list[_Candidate]()
    for candidate in candidates:
        if not any(candidate.played and candidate.played == other.played[: len(candidate.played)] for other in found):
            found.append(candidate)
    return found


def _proposed(game: Game, plans: Sequence[Plan]) -> Command | None:
    """The first legal command that one of some plans wants."""
    for plan in plans:
        command = plan.propose(game)
        if command is not None and game.refusal(command) is None:
            return command
    return None


class _Search:
    """One thought: about the fork that begins in one of a game's states."""

    def __init__(self, staff: Staff, work: int, game: Game, begin: int, side: str, fork: str) -> None:
        self._staff, self._side, self._fork = staff, side, fork
        self._game = game.branch()
        self._game.states = game.states[: begin + 1]
        state = game.states[begin]
        self.mark = fork
        """What its dice follow from."""
        self._far_enough = staff.horizon(state, side)
        self._budget = int(work * staff.weight(state, side))
        self._began, self._worked, self._work = monotonic(), process_time(), 0
        self.hurried: Callable[[], bool] = lambda: False
        self.tell: Callable[[str], None] = lambda words: None
        self._cut: str | None = None

    def best(self) -> tuple[tuple[Plan, ...], Thought]:
        """The plans to be followed."""
        plans = self._staff.plans(self._game, self._side)
        plain = _Candidate(())
        best, rest = plain, [_Candidate((plan,)) for plan in plans]
        if plans:
            can_grow = any(not one.uses & other.uses for one in plans for other in plans)
            until = self._budget * (1 - GROWING if can_grow else 1)
            best, rest = self._halved(plain, rest, until)
        while best.plans and len(best.plans) < LARGEST and not self._is_over(self._budget):
            bigger = self._grown(best, rest)
            if bigger is None:
                break
            best = bigger
        while plain.terms and len(plain.terms) < len(best.terms) and not self._stopped():
            self._play(plain)
        return best.plans, self._thought(best, plain, rest, len(plans))

    def _thought(self, best: _Candidate, plain: _Candidate, rest: Sequence[_Candidate], plans: int) -> Thought:
        others = [each.weighed() for each in rest if each is not best and each.terms][:6]
        spaces = dict.fromkeys(space for plan in best.plans for space in plan.spaces)
        units = dict.fromkeys(unit for plan in best.plans for unit in plan.units)
        seconds = round(monotonic() - self._began, 2)
        chosen = best.weighed()
        return Thought(
            self._fork, self._side, chosen, plain.weighed(), tuple(others), plans, self._work, seconds,
            tuple(spaces), tuple(units), self._cut,
        )  # fmt: skip

    # Choosing

    def _halved(
        self, kept: _Candidate, others: Sequence[_Candidate], until: float
    ) -> tuple[_Candidate, list[_Candidate]]:
        """The best of some candidates, by sequential halving, unless `kept` is as good; all of them, the best first."""
        fewest, times = self._staff.fewest, self._staff.first
        self._play_up_to(kept, times, until)
        # Half of the plans are played through twice as often, and so on until they are as often as one is followed.
        share = times * (1 + log2(fewest / times) / 2)
        able = int((until - self._work) / (kept.pace * share))
        field_ = [kept, *others[: max(1, able)]]
        for candidate in field_:
            self._play_up_to(candidate, times, until)
        field_ = _different(field_)
        while True:
            for candidate in field_:
                self._play_up_to(candidate, times, until)
            field_.sort(key=lambda each: -each.value)
            if self._is_over(until) or times >= MOST:
                break
            field_ = field_[: max(2, (len(field_) + 1) // 2)]
            field_ += [] if kept in field_ else [kept]
            times = min(2 * times, MOST)
        ranking = sorted(others, key=lambda each: (-len(each.terms), -each.value))
        better = [each for each in ranking if each in field_ and each.is_better(kept, fewest, self._staff.sure)]
        return max(better, key=lambda each: mean(each.gains(kept)), default=kept), ranking

    def _grown(self, best: _Candidate, singles: Sequence[_Candidate]) -> _Candidate | None:
        """The best set with one plan more; None if no plan adds anything."""
        used = frozenset(part for plan in best.plans for part in plan.uses)
        able = [each for each in singles if len(each.plans) == 1 and not each.failed and not each.plans[0].uses & used]
        able = sorted(able, key=lambda each: (not each.terms, -each.value if each.terms else 0.0))
        if not able:
            return None
        bigger = [_Candidate((*best.plans, *each.plans)) for each in able]
        found, _ = self._halved(best, bigger, self._work + (self._budget - self._work) / 2)
        return None if found is best else found

    # Playing through

    def _play_up_to(self, candidate: _Candidate, times: int, until: float) -> None:
        """Play it through until that has been done so often, or so much work."""
        while len(candidate.terms) < times and not candidate.failed and not self._is_over(until):
            self._play(candidate)

    def _is_over(self, until: float) -> bool:
        """Whether so much work is done, or thinking has to end."""
        return self._work >= until or self._stopped()

    def _stopped(self) -> bool:
        if self._cut is None and self.hurried():
            self._cut = HURRIED
        if self._cut is None and self._has_worked_too_long():
            self._cut = TIME
        return self._cut is not None

    def _has_worked_too_long(self) -> bool:
        """By the clock of the processor, which takes some systems a millisecond to read: not before the other one."""
        return monotonic() - self._began > MOST_SECONDS and process_time() - self._worked > MOST_SECONDS

    def _play(self, candidate: _Candidate) -> None:
        """Play a candidate through once more, with the next dice; one that breaks down is out."""
        self.tell(", ".join(plan.words for plan in candidate.plans) or "go on as usual")
        trial = self._trial(len(candidate.terms), candidate.opening)
        try:
            while trial.over is None and not self._far_enough(trial.state) and len(trial.entries) < MOST_COMMANDS:
                self._step(trial, candidate.plans)
                if self._stopped():
                    raise _CutShort
            candidate.opening = candidate.opening or self._opening(trial)
            state = trial.state
            terms = self._staff.value(state, self._side)
            true = tuple(plan.came_true(state) for plan in candidate.plans if plan.came_true is not None)
        except _CutShort:
            self._work += len(trial.entries)
            return
        except Exception:  # a plan may come upon what its title did not foresee; it is not followed then
            candidate.failed = True
            terms, true = {}, ()
        work = max(1, len(trial.entries))
        self._work += work
        candidate.work += work
        if not candidate.failed:
            candidate.played.append(tuple(entry.text for entry in trial.entries))
            candidate.terms.append(terms)
            candidate.true.append(true)
            candidate.line = candidate.line or self._line(trial)

    def _line(self, trial: Game) -> tuple[str, ...]:
        """What the side did first in a game played through."""
        title, begin = self._game.title, len(self._game.states) - 1
        if not isinstance(title, BoardTitle):
            return ()
        own = [(number, entry) for number, entry in enumerate(trial.entries) if entry.side == self._side][:LINE]
        states = trial.states
        return tuple(title.command_text(states[begin + number], trial.parse(entry.text)) for number, entry in own)

    def _step(self, trial: Game, plans: Sequence[Plan]) -> None:
        if plans and trial.side == self._side:
            if len(plans) == 1 and plans[0].play is not None:
                if plans[0].play(trial):
                    return
            elif any(_carried_out(trial, plan) for plan in plans):
                return
        self._staff.go_on(trial)

    def _trial(self, number: int, opening: Sequence[tuple[Any, Entry]]) -> Game:
        """A game from the fork on, its opening played, with dice that follow from level, fork and number."""
        trial = self._game.branch()
        trial.states += [state for state, _ in opening]
        trial.entries = [entry for _, entry in opening]
        state = trial.states[-1]
        mark = blake2b(f"{self.mark}/{number}".encode(), digest_size=6).digest()
        seed = int.from_bytes(mark, "big")
        trial.states[-1] = changed(state, dice=Dice(seed, state.dice.count))
        return trial

    def _opening(self, trial: Game) -> tuple[tuple[Any, Entry], ...]:
        """What came before the first roll in a game played through."""
        begin = len(self._game.states)
        rolled = self._game.state.dice.count
        played = zip(trial.states[begin:], trial.entries, strict=True)
        return tuple(takewhile(lambda each: each[0].dice.count == rolled, played))
