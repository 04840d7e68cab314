"""What every game of every title promises, as checks of a game in hand, for the fuzzer and the conformance suite."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from wargame_tui.core import save as saves
from wargame_tui.core.command import BadNotation, Command, field_names
from wargame_tui.core.event import Event
from wargame_tui.core.game import UNDO_FREE, Game, GameOver, NoUndo
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import view

SAMPLE = 6
"""Listed commands that are tried out in one position, chosen by lot."""
INVENTED = 40
"""Commands made up in one position."""
MOST_WORDS = 300
"""Values remembered of one field."""


class BrokenPromise(AssertionError):
    """A game does not keep what every game promises."""


class Examiner:
    """Tries out positions; remembers the words of the commands it has seen to make up others from them."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._words: dict[str, list[Any]] = {}
        self.refused: Counter[str] = Counter()
        """How often each rule refused a made-up command."""

    @property
    def quick(self) -> tuple[Callable[[Game], None], ...]:
        """The checks that take about as long as some commands do."""
        return (
            self.position_is_presentable,
            self.listed_is_presentable,
            self.listed_is_accepted,
            self.accepted_is_listed,
            self.undo_is_identity,
            self.undo_keeps_its_limits,
            self.state_is_restored,
            self.views_keep_secrets,
        )

    def learn(self, commands: Iterable[Command]) -> None:
        """Remember the words of some commands."""
        for command in commands:
            for name, word in command.as_json().items():
                known = self._words.setdefault(name, [])
                if word not in known:
                    known.append(word)
                    del known[:-MOST_WORDS]

    def position_is_presentable(self, game: Game) -> None:
        """There are words for where the game stands and what is asked of whom."""
        _insist(bool(game.prompt.text), "the prompt is empty")
        _insist(game.over is not None or bool(game.trail), "the trail is empty")
        _insist(bool(game.title.turn(game.state)), "the turn is empty")
        _insist(game.side in (None, *game.title.sides), f"`{game.side}` is no side")
        _insist((game.side is None) == (game.over is not None), "nobody decides though the game is not over")

    def listed_is_presentable(self, game: Game) -> None:
        """Every listed command has words, a line of notation and an object form that parse back to it."""
        listed = game.legal()
        notations = [command.notation() for command in listed]
        _insist(len(set(notations)) == len(notations), "a command is listed twice")
        for command, notation in zip(listed, notations, strict=True):
            _insist(notation.isascii() and notation.isprintable(), f"{notation!r} is no plain line")
            _insist(game.parse(notation) == command, f"`{notation}` does not parse back")
            _insist(
                game.parse(_through_json(command.as_json())) == command, f"object of `{notation}` does not parse back"
            )
            _insist(bool(game.title.command_text(game.state, command)), f"`{notation}` has no words")
            rule = game.title.rule_of(game.state, command)
            _insist(rule is None or bool(rule), f"the rule of `{notation}` is empty")

    def listed_is_accepted(self, game: Game) -> None:
        """What is listed can be carried out, and the events say what happened."""
        for command in self._some(game.legal()):
            twin = game.branch()
            self.events_are_presentable(twin, twin.apply(command.notation()))
            _insist(twin.over is not None or twin.side is not None, f"after `{command.notation()}` nobody decides")

    def accepted_is_listed(self, game: Game) -> None:
        """What is not listed is refused with a reason, and nothing changes."""
        listed = set(game.legal())
        self.learn(listed)
        before = _dump(game)
        for command in self._invented(game):
            refusal = game.refusal(command)
            _insist((refusal is None) == (command in listed), f"`{command.notation()}`: listed and accepted differ")
            if refusal is None:
                continue
            _insist(bool(refusal.reason), f"`{command.notation()}` is refused without a reason")
            self.refused[refusal.rule or "-"] += 1
            try:
                game.branch().apply(command)
            except (IllegalCommand, GameOver):
                continue
            raise BrokenPromise(f"`{command.notation()}` is carried out though refused")
        _insist(_dump(game) == before, "asking for refusals changed the state")

    def undo_is_identity(self, game: Game) -> None:
        """Taking a command back restores the state, dice included; giving it again has the same effect."""
        before, legal = _dump(game), game.legal()
        for command in self._some(legal):
            twin = game.branch()
            twin.options["undo"] = UNDO_FREE
            events = twin.apply(command)
            after = _dump(twin)
            twin.undo()
            _insist(_dump(twin) == before, f"undo of `{command.notation()}` does not restore the state")
            _insist(twin.legal() == legal, f"undo of `{command.notation()}` changes what is legal")
            _insist(twin.apply(command) == events, f"`{command.notation()}` given again has other events")
            _insist(_dump(twin) == after, f"`{command.notation()}` given again leads to another state")

    def undo_keeps_its_limits(self, game: Game) -> None:
        """Unless the game's options allow it, undo stops at dice and where the decision passes on."""
        if not game.entries or game.options.get("undo") == UNDO_FREE:
            return
        now, then = game.state, game.states[-2]
        passed_on = game.side != then.stack[-1].decider(then)
        try:
            game.branch().undo()
        except NoUndo:
            return
        _insist(now.dice.count == then.dice.count, f"undo of `{game.entries[-1].text}` goes back past dice")
        _insist(not passed_on, f"undo of `{game.entries[-1].text}` goes back past a change of player")

    def state_is_restored(self, game: Game) -> None:
        """The state survives its own JSON."""
        plain = game.title.dump(game.state)
        _insist(game.title.restore(_through_json(plain)) == game.state, "the state does not survive its JSON")

    def views_keep_secrets(self, game: Game) -> None:
        """What a side may see is JSON and does not give away the coming dice."""
        for side in game.title.sides:
            seen = _through_json(view(game.title, game.state, side))
            _insist(not _tells_seed(seen), f"the view of {side} holds the seed of all dice to come")

    def save_is_identity(self, game: Game) -> None:
        """A loaded save is the game: same state, same legal commands, same journal, same dice to come."""
        twin = saves.load(_through_json(saves.dump(game)))
        _insist(twin.unverified is None, f"a fresh save is unverified: {twin.unverified}")
        _insist(twin.state == game.state, "the loaded state differs")
        _insist(twin.legal() == game.legal(), "other commands are legal after loading")
        _insist(twin.checks() == game.checks(), "the loaded journal differs")
        _insist(json.dumps(saves.dump(twin)) == json.dumps(saves.dump(game)), "saving again gives another save")
        original = game.branch()
        for _ in range(SAMPLE):
            if original.over:
                break
            command = self._random.choice(original.legal())
            original.apply(command)
            twin.apply(command)
            _insist(twin.state == original.state, f"after loading, `{command.notation()}` leads elsewhere")

    def events_are_presentable(self, game: Game, events: Iterable[Event]) -> None:
        """Events are JSON, and have words."""
        for event in events:
            _insist(bool(game.title.event_text(event)), f"event `{event.kind}` has no words")
            _insist(_through_json(dict(event.data)) is not None, f"event `{event.kind}` is not JSON")

    def _some(self, commands: list[Command]) -> list[Command]:
        return self._random.sample(commands, min(SAMPLE, len(commands)))

    def _invented(self, game: Game) -> Iterable[Command]:
        """Commands of every verb, with arguments that stood in the same fields of other commands."""
        kinds = list(game.title.command_kinds)
        for _ in range(INVENTED):
            kind = self._random.choice(kinds)
            names = field_names(kind)
            if not all(self._words.get(name) for name in names):
                continue
            values = {name: self._random.choice(self._words[name]) for name in names}
            try:
                yield game.parse({"verb": kind.verb, **values})
            except BadNotation:
                continue


def _insist(kept: bool, otherwise: str) -> None:
    if not kept:
        raise BrokenPromise(otherwise)


def _through_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


def _dump(game: Game) -> str:
    return json.dumps(game.title.dump(game.state))


def _tells_seed(seen: Any) -> bool:
    if isinstance(seen, dict):
        return "seed" in seen or any(map(_tells_seed, seen.values()))
    return isinstance(seen, list) and any(map(_tells_seed, seen))
