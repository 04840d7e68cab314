"""What a game was like, turn by turn: who came and went where, every battle and change of control, what else was news.

It follows from the scenes, events and battles of the title alone. Moves are gathered: a unit's way through a part of a
turn is one move. Of all other events those are told that changed more on the map than where units stand, or are rare.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wargame_tui.board import pages
from wargame_tui.board import scene as scenes
from wargame_tui.board.moments import trail_of
from wargame_tui.board.scene import Scene
from wargame_tui.board.title import Battle, BoardTitle
from wargame_tui.board.views import BattleRow
from wargame_tui.core.event import Event, Weight
from wargame_tui.core.game import OPENING
from wargame_tui.tui.export.pieces import Piece, is_rolled, pieces
from wargame_tui.tui.film import Place
from wargame_tui.tui.map.view import changed, touched
from wargame_tui.tui.session import Session, dice_of
from wargame_tui.tui.table.outcome import outcome_between

MOST_OF_A_KIND = 5
"""Sentences about events of one kind in a part of a turn; the others are counted."""
RARE = 1
"""Events of a kind in a turn, taken over the game, up to which every one is news."""
HURT = frozenset({"reduced", "disrupted", "routed", "unsupplied"})
"""Flags of a counter that are worth a sentence when they change."""
FORMAL = frozenset({"side", "date", "turn", "box", "impulse", "phase", "stage", "year", "number", "map"})
"""What events say that only mark where the sequence of play is."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle as it ended, and what became of units and places, in sentences."""

    battle: Battle
    outcome: tuple[str, ...]
    words: str
    """What it has come to, in a sentence; empty if it was called off before the dice."""
    losses: tuple[pages.Loss, ...]

    @property
    def cost(self) -> int:
        """The steps that both sides lost."""
        return sum(loss.steps for loss in self.losses)


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened outside of battles."""

    text: str
    weight: Weight = "normal"


@dataclass(frozen=True, slots=True)
class Move:
    """Units of a side that went from one space to another; to it from nowhere, if they are new."""

    side: str
    origin: str | None
    goal: str
    units: tuple[str, ...]


@dataclass(slots=True)
class Part:
    """A part of a turn."""

    heading: str
    moves: list[Move] = field(default_factory=list)
    told: list[News | Fight] = field(default_factory=list)
    control: dict[str, str | None] = field(default_factory=dict)
    """Spaces with their new controller."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.moves or self.told or self.control)


@dataclass(slots=True)
class Turn:
    """A turn: its parts, and how things stood at its end."""

    date: str
    before: Any
    """The state in which it began."""
    state: Any
    score: str = ""
    parts: list[Part] = field(default_factory=list)
    losses: list[pages.Loss] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What a player noted in it at the table."""

    @property
    def fights(self) -> list[Fight]:
        """Its battles, in their order."""
        return [told for part in self.parts for told in part.told if isinstance(told, Fight)]


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that left the map and did not come back."""

    unit: str
    side: str
    date: str


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The whole story."""

    set_up: Any
    """The state in which units began to move and to fight."""
    turns: tuple[Turn, ...]
    losses: tuple[Loss, ...]


def chronicle(session: Session, since: Place = (OPENING, 0), who: str | None = None) -> Chronicle:
    """The story of a game, perhaps from a scene on, as whoever views the session may know it.

    `who`: of the turns of that side alone.
    """
    first, number = since
    teller = _Teller(session, session.film.scene(since).before)
    if (earlier := session.film.before(since)) is not None:
        session.show_scene(earlier)
        teller.know(session.battle())
    for piece in pieces(session, first):
        place = piece.entry, piece.number
        if place >= (first, number) and (who is None or session.film.turn_of(place) in (None, who)):
            teller.hear(piece)
    return teller.ended()


@dataclass(frozen=True, slots=True)
class _Change:
    """What a piece changed on the map."""

    came: Mapping[str, str]
    """Units with where they are now."""
    went: Mapping[str, tuple[str, str]]
    """Units with where they were and are."""
    gone: frozenset[str]
    altered: frozenset[str]
    control: Mapping[str, str | None]
    else_where: bool
    """Whether bridges, borders, markers or badges changed."""

    @property
    def is_news(self) -> bool:
        """Whether more changed than where units stand."""
        return bool(self.gone or self.altered or self.control or self.else_where)


class _Teller:
    """Hears of a game piece by piece."""

    def __init__(self, session: Session, before: Any) -> None:
        """`before` is the state in which the story begins."""
        self._session = session
        self._title: BoardTitle[Any] = session.title
        self._counts = _kinds(session)
        self._turns: list[Turn] = []
        self._dates: dict[str, str] = {}
        """The date by the turn in the title's words for ids: it takes far less time to ask for that."""
        self._set_up: Any = None
        self._scene = session.pieces(before)
        self._known: dict[str, scenes.Counter] = {}
        self._ways: dict[str, tuple[str | None, str]] = {}
        """Units that moved in this part, with where they came from and are."""
        self._kinds: dict[str, list[int]] = {}
        """For every kind of event told in this part, where its sentences stand; those not told stand at the last."""
        self._losses: dict[str, Loss] = {}
        self._fight: Battle | None = None
        self._fought_from: tuple[Any, Scene] = before, self._scene
        """The state in which the battle in hand began, and what was to be seen then."""
        self._at: Any = before
        """The state after the last piece."""
        self._aftermath: dict[str, str] = {}
        """What became of units and places in the battle in hand: the last sentence about each."""
        self._fought: list[tuple[object, ...]] = []
        self._usual = RARE * len(self._title.phase_bar(session.game.state).turns)
        self._learn(self._scene)

    # Hearing

    def hear(self, piece: Piece) -> None:
        """Take in the next piece."""
        was, scene = self._scene, self._session.pieces(piece.after)
        change = _change(was, scene)
        self._scene = scene
        self._learn(scene, change)
        fighting = piece.battle is not None
        if self._fight is not None and (not fighting or _is_another(self._fight, piece.battle)):
            self._close_fight()
        if self._set_up is None and (fighting or change.went or change.gone):
            self._set_up = piece.before
        if self._fight is None:
            self._turn_page(piece)
        self._count_losses(piece, change)
        if self._fight is None:
            self._fought_from = piece.before, was
        self._fight, self._at = piece.battle, piece.after
        if fighting:
            self._hear_battle(piece, change)
        else:
            self._hear_news(piece, change)
        self._part.control.update(change.control)
        self._turn.state = piece.after
        if self._fight is not None and self._fight.finished:
            self._close_fight()

    def know(self, battle: Battle | None) -> None:
        """A battle whose dice have been told of already."""
        if battle is not None:
            self._fought.append(dice_of(battle))

    def ended(self) -> Chronicle:
        """The story, once all has been heard."""
        goes_on = self._session.fought_at(self._session.newest)
        self._close_fight(over=self._fight is not None and _is_another(self._fight, goes_on))
        self._close_part()
        for turn in self._turns:
            turn.score = self._title.phase_bar(turn.state).score
            turn.parts = [part for part in turn.parts if not part.is_empty]
            turn.losses = list(pages.losses(self._title, turn.before, turn.state))
        for entry, note in sorted(self._session.notes.told.items()):
            self._note(entry, note.text)
        set_up = self._session.game.states[0] if self._set_up is None else self._set_up
        return Chronicle(set_up, tuple(self._turns), tuple(self._losses.values()))

    def _note(self, entry: int, text: str) -> None:
        """What a player noted, in the turn in which he did."""
        date = self._date_of(self._session.game.states[min(entry, self._session.newest)])
        turn = next((turn for turn in self._turns if turn.date == date), None)
        if turn is not None:
            turn.notes.append(text)

    @property
    def _turn(self) -> Turn:
        return self._turns[-1]

    @property
    def _part(self) -> Part:
        return self._turn.parts[-1]

    def _learn(self, scene: Scene, change: _Change | None = None) -> None:
        """Remember counters, so that units can be named when they are gone."""
        if change is None or change.came:
            self._known.update({each.unit: each for space in scene.spaces.values() for each in space.counters})

    def _name(self, unit: str) -> str:
        return pages.unit_name(self._title, self._known[unit])

    # Turns and their parts

    def _turn_page(self, piece: Piece) -> None:
        date = self._date_of(piece.after)
        words = trail_of(piece.before)[1:2]
        heading = self._title.spoken(words[0]) if words else ""
        if not self._turns or self._turn.date != date:
            self._close_part()
            # What a turn begins with comes of the last step of the turn before, and is no part of that.
            begun = heading if self._date_of(piece.before) == date else ""
            self._turns.append(Turn(date, piece.before, piece.after, parts=[Part(begun)]))
        elif self._part.heading != heading:
            self._close_part()
            self._turn.parts.append(Part(heading))

    def _date_of(self, state: Any) -> str:
        turn = self._title.turn(state)
        if turn not in self._dates:
            self._dates[turn] = self._title.phase_bar(state).date
        return self._dates[turn]

    def _close_part(self) -> None:
        if not self._turns:
            return
        groups: dict[tuple[str, str | None, str], list[str]] = {}
        for unit, (origin, goal) in self._ways.items():
            if origin != goal:
                groups.setdefault((self._known[unit].side, origin, goal), []).append(self._name(unit))
        self._part.moves = [Move(*key, tuple(units)) for key, units in groups.items()]
        for places in self._kinds.values():
            if (more := len(places) - MOST_OF_A_KIND) > 0:
                last = self._part.told[places[-1]]
                if isinstance(last, News):
                    self._part.told[places[-1]] = replace(last, text=f"{last.text} (and {more} more)")
        self._ways, self._kinds = {}, {}

    # What is told

    def _hear_news(self, piece: Piece, change: _Change) -> None:
        for unit, goal in change.came.items():
            self._ways[unit] = None, goal
        for unit, (origin, goal) in change.went.items():
            self._ways[unit] = self._ways.get(unit, (origin, goal))[0], goal
        for unit in change.gone:
            self._ways.pop(unit, None)
        rolled = [event for event in piece.events if is_rolled(event)]
        for event in piece.events:
            # Of several rolls for one thing the last says what came of them.
            if (event not in rolled or event is rolled[-1]) and self._is_news(event, change):
                self._tell(event)

    def _is_news(self, event: Event, change: _Change) -> bool:
        if not event.data.keys() - FORMAL or self._title.event_place(event) in change.control:
            return False
        units = self._units_of(event)
        if units:
            hurt = change.gone | (change.altered - change.went.keys())
            return bool(units & hurt) or (is_rolled(event) and change.is_news)
        return change.is_news or self._counts[event.kind] <= self._usual

    def _tell(self, event: Event) -> None:
        places = self._kinds.setdefault(event.kind, [])
        if len(places) < MOST_OF_A_KIND:
            self._part.told.append(News(self._title.event_text(event), event.weight))
            places.append(len(self._part.told) - 1)
        else:
            places.append(places[-1])

    def _units_of(self, event: Event) -> set[str]:
        return {word for word in _words_in(event.data) if word in self._known}

    # Battles

    def _hear_battle(self, piece: Piece, change: _Change) -> None:
        stirred = change.went.keys() | change.came.keys() | change.gone
        for event in piece.events:
            if is_rolled(event):
                continue
            units = self._units_of(event) & stirred
            place = self._title.event_place(event)
            if units or place in change.control or (change.else_where and not self._units_of(event)):
                sentence = self._title.event_text(event)
                self._aftermath.update(dict.fromkeys(units or {f"{event.kind} {place}"}, sentence))

    def _close_fight(self, *, over: bool = True) -> None:
        """Tell of the battle that was heard; many end without a word, once nothing is left to be decided in them."""
        battle, self._fight = self._fight, None
        outcome, self._aftermath = tuple(dict.fromkeys(self._aftermath.values())), {}
        if battle is None:
            return
        key = dice_of(battle)
        if (battle.rolls or battle.result) and key not in self._fought[-1:]:
            self._part.told.append(self._ended(replace(battle, finished=over or battle.finished), outcome))
            self._fought.append(key)
        else:
            self._part.told += map(News, outcome)

    def _ended(self, battle: Battle, outcome: tuple[str, ...]) -> Fight:
        (before, was), title = self._fought_from, self._title
        now = self._session.pieces(self._at)
        words = outcome_between(title, battle, before, self._at, (was, now))
        return Fight(_from_where(battle, was), outcome, words, tuple(pages.losses(title, before, self._at)))

    # Losses

    def _count_losses(self, piece: Piece, change: _Change) -> None:
        """Units that nobody tells of have not gone: they are aboard, or out of sight."""
        told = {unit for event in piece.events for unit in self._units_of(event)}
        for unit in change.gone & told:
            self._losses[unit] = Loss(self._name(unit), self._known[unit].side, self._turn.date)
        for unit in change.came:
            self._losses.pop(unit, None)


def _kinds(session: Session) -> Counter[str]:
    """How often each kind of event happens in the whole game."""
    entries = (event.kind for entry in session.game.entries for event in entry.events)
    return Counter([*(event.kind for event in session.game.opening), *entries])


def _from_where(battle: Battle, was: Scene) -> Battle:
    """A battle, its units with the places from which they fought it, not with those to which it brought them."""
    stood = {unit: space for unit, (space, _) in _units(was, list(was.spaces)).items()}

    def there(rows: tuple[BattleRow, ...]) -> tuple[BattleRow, ...]:
        return tuple(replace(row, place=stood.get(row.counter.unit, row.place)) if row.place else row for row in rows)

    return replace(battle, attackers=there(battle.attackers), defenders=there(battle.defenders))


def _is_another(battle: Battle, now: Battle | None) -> bool:
    """Whether another battle is fought than before."""
    return now is None or (now.space, now.heading) != (battle.space, battle.heading) or now.rolls < battle.rolls


def _words_in(data: Any) -> Iterator[str]:
    """Every text in an event's data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from (word for value in data.values() for word in _words_in(value))
    elif isinstance(data, Iterable):
        yield from (word for value in data for word in _words_in(value))


# What changed


def _change(before: Scene, after: Scene) -> _Change:
    spaces = sorted(touched(before, after))
    was, now = _units(before, spaces), _units(after, spaces)
    stayed = was.keys() & now.keys()
    control = {space: _control(after, space) for space in spaces if _control(before, space) != _control(after, space)}
    return _Change(
        came={unit: now[unit][0] for unit in now if unit not in was},
        went={unit: (was[unit][0], now[unit][0]) for unit in now if unit in was and was[unit][0] != now[unit][0]},
        gone=frozenset(was.keys() - now.keys()),
        altered=frozenset(unit for unit in stayed if _printed(was[unit][1]) != _printed(now[unit][1])),
        control=control,
        else_where=_beside(before, spaces) != _beside(after, spaces) or bool(_crossings(before, after)),
    )


def _units(scene: Scene, spaces: Sequence[str]) -> dict[str, tuple[str, scenes.Counter]]:
    found = ((space, scene.spaces[space]) for space in spaces if space in scene.spaces)
    return {counter.unit: (space, counter) for space, shown in found for counter in shown.counters}


def _printed(counter: scenes.Counter) -> tuple[object, ...]:
    """What a counter says that lasts."""
    return counter.strength, counter.flags & HURT


def _control(scene: Scene, space: str) -> str | None:
    return scene.spaces[space].control if space in scene.spaces else None


def _beside(scene: Scene, spaces: Sequence[str]) -> list[tuple[object, ...]]:
    """Badges and markers."""
    shown = (scene.spaces.get(space) for space in spaces)
    return [(here.badges, here.markers) if here else () for here in shown]


def _crossings(before: Scene, after: Scene) -> set[str]:
    pairs: list[tuple[Mapping[str, object], Mapping[str, object]]] = [
        (before.bridges, after.bridges),
        (before.holders, after.holders),
        (before.ferries, after.ferries),
    ]
    return {crossing for old, new in pairs for crossing in changed(old, new)}
