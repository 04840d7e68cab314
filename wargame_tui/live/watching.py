"""Those who watch: what they are sent is what both sides see, so that nothing that either keeps to itself leaves here.

A state is sent as the parts on which both sides' views agree with it; an event only as far as both may know it; a
command that one of them may not know has no words. Who watches sees from the turn in hand on, and can decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Protocol

from wargame_tui.board.sight import seen_game, turn_so_far
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.event import Event, events_of
from wargame_tui.core.game import Entry, Game
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.title import find_scenario
from wargame_tui.live.exchange import Exchange, Parted
from wargame_tui.live.wire import BadMessage, Heard, Message, Scene, Watched

NOBODY = "nobody"
"""In place of a side: who watches."""
UNTOLD = "seed null"
"""In place of a command that one of the players may not know: the table shows no such lines."""
MOST_AT_ONCE = 4
"""States in one message: one of a large game has a quarter of a million bytes."""
MOST_STATES = 400
"""States that whoever comes late is sent."""


def in_common(title: BoardTitle[Any], state: Any) -> dict[str, Any]:
    """What both sides see of a state, as JSON values that `restore` takes, without the seed of its dice."""
    whole = title.dump(state)
    views = [title.dump(state, side) for side in (*title.sides, NOBODY)]
    shared = reduce(lambda one, other: _agreed(whole, one, other), views)
    dice = {"seed": None, "count": state.dice.count, "scripted": []}
    return {**title.supposed(shared, NOBODY), "dice": dice}


def _agreed(whole: Any, one: Any, other: Any) -> Any:
    """What is left of a value if each of two views takes out what it does not see."""
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        inside = whole if isinstance(whole, dict) else {}
        return {name: _agreed(inside.get(name), one[name], other[name]) for name in one if name in other}
    if isinstance(one, list) and isinstance(other, list) and isinstance(whole, list):
        if len(one) == len(other) == len(whole):
            return [_agreed(*three) for three in zip(whole, one, other, strict=True)]
        return min(one, other, key=len)
    return other if one == whole else one


def event_in_common(title: BoardTitle[Any], event: Event) -> Event | None:
    """An event as far as both sides may know it."""
    seen: Event | None = event
    for side in (*title.sides, NOBODY):
        seen = title.event_for(seen, side) if seen is not None else None
    return seen


class Listener(Protocol):
    """The line to somebody who watches."""

    def say(self, *messages: Message) -> None:
        """Send messages."""

    def close(self) -> None:
        """End it."""


class Gallery:
    """Sends everything that both sides see to those who watch."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self.lines: list[Listener] = []
        self._states: list[Any] = []
        """Those that all who watch know."""
        self._sent: list[tuple[dict[str, Any], dict[str, Any] | None]] = []
        """Each as it was sent, with what led to it."""

    @property
    def _game(self) -> Game | None:
        exchange = self._exchange
        return exchange.preview or exchange.mail.game

    def enter(self, line: Listener) -> None:
        """Somebody comes to watch."""
        mail = self._exchange.mail
        terms = mail.invitation
        players = {terms.side: terms.name, **({terms.guest: mail.answer.name} if mail.answer else {})}
        line.say(
            Watched(
                scenario=terms.scenario,
                options=terms.options,
                rules_version=terms.rules_version,
                data_digest=terms.data_digest,
                players=players,
            )
        )
        if self.lines:
            self.show()
            line.say(*self._messages(0, self._sent))
            self.lines.append(line)
        else:
            self._states, self._sent = [], []  # Nobody knows them any more.
            self.lines.append(line)
            self.show()

    def leave(self, line: Listener) -> None:
        """Somebody has gone."""
        if line in self.lines:
            self.lines.remove(line)

    def hear(self, name: str, text: str) -> None:
        """Tell what a player said."""
        for line in self.lines:
            line.say(Heard(name=name, text=text))

    def show(self) -> None:
        """Tell how the game has gone on."""
        game = self._game
        if game is None or not self.lines:
            return
        keep = self._kept(game)
        del self._states[keep:], self._sent[keep:]
        if not keep:
            self._states = turn_so_far(game)[-MOST_STATES:]
            first = len(game.states) - len(self._states)
            new = [self._shown(game, at, leads=at > first) for at in range(first, len(game.states))]
        else:
            first = next(at for at, state in enumerate(game.states) if state is self._states[-1]) + 1
            new = [self._shown(game, at, leads=True) for at in range(first, len(game.states))]
            self._states += game.states[first:]
        self._sent += new
        for message in self._messages(keep, new):
            for line in [*self.lines]:
                line.say(message)

    def _kept(self, game: Game) -> int:
        """How many of the states that are known still stand."""
        places = {id(state): at for at, state in enumerate(game.states)}
        at = [places.get(id(state)) for state in self._states]
        if not at or at[0] is None:
            return 0
        return next((n for n, place in enumerate(at) if place != at[0] + n), len(at))

    def _shown(self, game: Game, at: int, *, leads: bool) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """A state, and what led to it."""
        title = game.title
        assert isinstance(title, BoardTitle)
        state = in_common(title, game.states[at])
        if not leads:
            return state, None
        number = at - 1
        entry = game.entries[number]
        is_open = entry.side == KERNEL or all(game.is_open(number, side) for side in (*title.sides, NOBODY))
        events = [seen for event in entry.events if (seen := event_in_common(title, event)) is not None]
        text = entry.text if is_open and not entry.text.startswith("seed ") else UNTOLD
        told = [{"kind": event.kind, "rule": event.rule, "data": dict(event.data)} for event in events]
        return state, {"side": entry.side if is_open else KERNEL, "text": text, "events": told}

    def _messages(self, keep: int, shown: Sequence[tuple[dict[str, Any], dict[str, Any] | None]]) -> list[Message]:
        found: list[Message] = []
        for at in range(0, len(shown), MOST_AT_ONCE) or range(1):
            some = shown[at : at + MOST_AT_ONCE]
            entries = [entry for _, entry in some if entry is not None]
            found.append(Scene(keep=keep + at, states=[state for state, _ in some], entries=entries))
        return found


class Watching:
    """The game of somebody who watches."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.players: Mapping[str, str] = {}
        self._terms: Watched | None = None
        self._title: BoardTitle[Any] | None = None

    def begin(self, message: Watched) -> None:
        """The game is known. Raises Parted if it cannot be shown here."""
        try:
            title, _ = find_scenario(message.scenario)
        except LookupError as error:
            raise Parted(f"the game is not installed here: {error}") from None
        here = title.rules_version, title.digest(message.scenario)
        if not isinstance(title, BoardTitle) or here != (message.rules_version, message.data_digest):
            raise Parted("the host has another version of this game: both need the same version of the program")
        self._title, self._terms, self.players, self.game = title, message, message.players, None

    def take(self, message: Scene) -> None:
        """The game has gone on. Raises BadMessage."""
        title, terms = self._title, self._terms
        if title is None or terms is None:
            raise BadMessage("nobody has said which game it is")
        try:
            states = [title.restore(state) for state in message.states]
            entries = [self._entry(title, entry) for entry in message.entries]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadMessage(f"what is shown cannot be read: {str(error)[:120]}") from None
        known = self.game if message.keep else None
        if known is not None:
            if message.keep > len(known.states) or len(entries) != len(states):
                raise BadMessage("what is shown does not go on from what was shown before")
            states = [*known.states[: message.keep], *states]
            entries = [*known.entries[: message.keep - 1], *entries]
        elif message.keep or not states or len(entries) != len(states) - 1:
            raise BadMessage("what is shown has no beginning")
        # Made anew each time: a game remembers the checks of its lines.
        self.game = seen_game(title, terms.scenario, terms.options, states)
        self.game.unverified = None  # It was taken up from no save: the host's program shows what happens.
        self.game.entries = entries

    def _entry(self, title: BoardTitle[Any], told: Mapping[str, Any]) -> Entry:
        kinds = {kind.kind: kind for kind in events_of(type(title).__module__.rpartition(".")[0])}
        events = []
        for each in told["events"]:
            names = {name.rstrip("_"): name for name in kinds[each["kind"]].__dataclass_fields__}
            data = {names[name]: _hashable(value) for name, value in each["data"].items()}
            events.append(kinds[each["kind"]](**{**data, "rule": each["rule"]}))
        return Entry(str(told["side"]), str(told["text"])[:4_000], tuple(events), barrier=True)


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value
