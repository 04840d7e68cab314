"""What every scenario of every title promises: one suite for the program's own titles and for plug-ins from elsewhere.

A title's tests call it, one promise after the other:

    @pytest.mark.parametrize("promise", PROMISES)
    def test_promises_are_kept(promise: str) -> None:
        keep("my_game/crossroads", promise)
"""

import json
from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial
from random import Random
from typing import Any

from wargame_tui.board.title import BoardTitle, Target
from wargame_tui.bots.examiner import BrokenPromise, Examiner
from wargame_tui.bots.fuzz import MOST_COMMANDS
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save
from wargame_tui.core.command import BadNotation
from wargame_tui.core.game import OPENING, Game, GameOver
from wargame_tui.core.title import BadOption, BadState, find_scenario, outcome_json

SEED = 7_043_218_660_391_117
LENGTH = 240
"""Commands played in a scenario before it is left to the faster check that every game ends."""
EXAMINED = 12
"""Every so many commands a position is looked at."""
HASTES = (1.0, 4.0)
"""Of the players whose games are played to the end."""
ODDS = 40
"""Commands of a position whose odds are added up."""
SHOWN = 6
"""Spaces of a position whose sheets are read, beside those with units."""
NONSENSE: tuple[Any, ...] = (None, 1, [], {}, "x")


def walk(scenario: str, most: int = LENGTH) -> Iterator[Game]:
    """A random game, seen after the set-up and after every command."""
    game, player = Game.new(scenario, SEED), RandomPlayer(SEED)
    yield game
    while not game.over and game.seq < most:
        game.apply(player.choose(game.legal()))
        yield game


class Scenario:
    """A scenario with a random game of it; each method is a promise and raises BrokenPromise, or what went wrong."""

    def __init__(self, scenario: str) -> None:
        self.id = scenario
        self.title, self.info = find_scenario(scenario)

    @cached_property
    def positions(self) -> list[Game]:
        """The game as it was every EXAMINED commands, and at its end."""
        return [game.branch() for game in walk(self.id) if game.seq % EXAMINED == 0 or game.over]

    @property
    def last(self) -> Game:
        """The game as it was left."""
        return self.positions[-1]

    def saves_are_the_game(self) -> None:
        """At the beginning, in the middle and at the end."""
        examiner = Examiner(SEED)
        for position in (self.positions[0], self.positions[len(self.positions) // 2], self.last):
            examiner.save_is_identity(position)

    def same_seed_same_game(self) -> None:
        """Every command, event and die of it."""
        for game in walk(self.id, self.last.seq):
            again = game
        _insist(save.text(save.dump(again)) == save.text(save.dump(self.last)), "the same seed led elsewhere")

    def another_seed_rolls_other_dice(self) -> None:
        """The seed reaches the dice."""
        rolled = []
        for seed in (SEED, SEED + 1):
            dice, faces = Game.new(self.id, seed).state.dice, []
            for _ in range(30):
                face, dice = dice.roll(6)
                faces.append(face)
            rolled.append(faces)
        _insist(rolled[0] != rolled[1], "another seed rolls the same dice")

    def events_are_presentable(self) -> None:
        """All of a game have words and are JSON; all commands were a side's."""
        examiner = Examiner(SEED)
        examiner.events_are_presentable(self.last, self.last.opening)
        for entry in self.last.entries:
            examiner.events_are_presentable(self.last, entry.events)
            _insist(entry.side in self.title.sides, f"`{entry.side}` is no side")

    def commands_can_be_seen_again(self) -> None:
        """Piece by piece, with the same events and the same end; a film of the program's turns can be shown."""
        game = self.last
        for number in range(OPENING, len(game.entries)):
            frames = game.frames(number)
            told = game.opening if number == OPENING else game.entries[number].events
            _insist(frames[-1].state == game.states[number + 1], f"entry {number} ends elsewhere")
            _insist(tuple(event for frame in frames for event in frame.events) == told, f"entry {number} tells else")
            if number % EXAMINED == 0 and self.info.solitaire and isinstance(self.title, BoardTitle):
                for frame in frames:
                    _insist_on_film(self.title, frame.state)
                    self.title.battle(frame.state, frame.events)
                    self.title.desk(frame.state)

    def games_end(self) -> None:
        """Whoever plays: with a winner or none, a level and a reason, and nothing more to do."""
        for haste in HASTES:
            game, player = Game.new(self.id, SEED), RandomPlayer(SEED, haste)
            while not game.over:
                _insist(game.seq < MOST_COMMANDS, "the game does not end")
                game.apply(player.choose(game.legal()))
            shown = outcome_json(game.over) or {}
            _insist(shown["winner"] in (None, *self.title.sides), f"the winner is `{shown['winner']}`")
            _insist(bool(shown["level"] and shown["reason"]), "the outcome is without words")
            _insist((game.side, game.legal()) == (None, []), "somebody decides though the game is over")
            _refuses(GameOver, partial(game.apply, game.entries[-1].text))
            Examiner(SEED).save_is_identity(game)

    def nonsense_is_refused_in_words(self) -> None:
        """Notation that means nothing, and words that happen to mean something."""
        random, grammar = Random(SEED), self.title.grammar
        for verb in grammar.kinds:
            _insist(grammar.usage(verb).split()[0] == verb, f"the usage of `{verb}` does not begin with it")
            for given in (f"{verb} {'x ' * 9}", f"{verb}\u00e9", {"verb": verb, "no such field": 1}):
                _refuses(BadNotation, partial(grammar.parse, given))
        for _ in range(300):
            text = " ".join(random.choice((*grammar.kinds, "-", "x", "99/1")) for _ in range(random.randrange(5)))
            try:
                command = grammar.parse(text)
            except BadNotation:
                continue
            refusal = self.positions[0].refusal(command)
            _insist(refusal is None or bool(refusal.reason), f"`{text}` is refused without a reason")

    def states_that_are_none_are_refused(self) -> None:
        """Whatever a file may hold in the place of a state, or of a field of one."""
        state = self.title.dump(self.positions[0].state)
        broken = [{**state, "nonsense": 1}, {**state, "stack": 1}, {**state, "dice": {}}]
        broken += [{**state, name: {"no": ["such", "thing"]}} for name in state]
        for each in (*NONSENSE, *broken):
            _refuses(BadState, partial(self.title.restore, each))

    def options_that_are_none_are_refused(self) -> None:
        """By name and by value."""
        for options in ({"no_such_option": True}, {"undo": "sometimes"}):
            _refuses(BadOption, partial(Game.new, self.id, SEED, options))

    def odds_add_up(self) -> None:
        """To certainty, with words, in JSON."""
        for position in self.positions:
            for odds in filter(None, map(position.odds, position.legal(ODDS))):
                for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
                    total = sum(chance.p for chance in chances)
                    _insist(not chances or abs(total - 1) < 1e-6, f"chances add up to {total}")
                    _insist(all(chance.text and 0 <= chance.p <= 1 for chance in chances), "a chance is none")
                    json.dumps([dict(chance.data) for chance in chances], allow_nan=False)
                _insist(all(each.name and each.rule for each in odds.modifiers), "a modifier has no name or rule")

    def the_map_is_as_the_protocol_gives_it(self) -> None:
        """Scenario and map: neighbours are each other's."""
        _insist(self.id.startswith(f"{self.title.id}/") and bool(self.info.name), "the scenario has no name")
        _insist(self.info.turns > 0, "the scenario has no turns")
        _insist(len(self.title.digest(self.id)) == 64, "the digest is no SHA-256")
        shown = json.loads(json.dumps(self.title.map(self.id)))
        _insist(shown["kind"] in ("area", "hex"), f"a map is of areas or hexes, not `{shown['kind']}`")
        for name, space in shown["spaces"].items():
            _insist(name.isascii() and bool(space["name"]), f"space `{name}` has no name")
            for other in space["neighbours"]:
                _insist(name in shown["spaces"][other]["neighbours"], f"{name} is a neighbour of {other}, not back")

    def the_table_can_be_shown(self) -> None:
        """To everybody and to each side: map, time and score, sheets, picking, help, overlays, rules."""
        if not isinstance(self.title, BoardTitle):
            return
        _insist(bool(self.title.introduction() and self.title.rulebook().rules), "there are no rules to read")
        for position in (*self.positions[:: max(1, len(self.positions) // 4)], self.last):
            _insist_on_film(self.title, position.state)
            for side in (None, *self.title.sides):
                _insist_on_sheets(self.title, position.state, side)
            told = self.title.help(position.state)
            _insist(bool(told.heading), "help has no heading")
            for info in self.title.overlays():
                self.title.overlay(position.state, info.id)
            for space in [*self.title.scene(position.state).spaces][:SHOWN]:
                refusal = self.title.why_not(position.state, Target(space=space))
                _insist(refusal is None or bool(refusal.reason), f"`{space}` cannot be picked, and nobody says why")
            about = (self.title.target(position.state, command).unit for command in position.legal(ODDS))
            for unit in sorted({unit for unit in about if unit is not None})[:SHOWN]:
                self.title.reach(position.state, unit)


def _insist_on_film(title: BoardTitle[Any], state: Any) -> None:
    _insist(title.map_of(state) is title.map_of(state), "the same map is another object")
    _insist(bool(title.scene(state).spaces), "there is nothing on the table")
    _insist(bool(title.phase_bar(state).date), "the bar says no date")


def _insist_on_sheets(title: BoardTitle[Any], state: Any, side: str | None) -> None:
    scene = title.scene(state, side)
    full = [space for space, there in scene.spaces.items() if there.counters]
    for space in dict.fromkeys((*full, *list(scene.spaces)[:SHOWN])):
        _insist(bool(title.space_sheet(state, space, side).heading), f"the sheet of `{space}` has no heading")
        shown = [sheet.counter.unit for sheet in title.unit_sheets(state, space, side)]
        _insist(set(shown) <= {each.unit for each in scene.spaces[space].counters}, f"a sheet too many in `{space}`")


def _position_promise(name: str) -> Callable[[Scenario], None]:
    def check(scenario: Scenario) -> None:
        examiner = Examiner(SEED)
        for position in scenario.positions:
            examiner.learn(position.legal())
            getattr(examiner, name)(position)

    return check


_OF_POSITIONS = {each.__name__: _position_promise(each.__name__) for each in Examiner(0).quick}
_OF_SCENARIOS: dict[str, Callable[[Scenario], None]] = {
    name: value for name, value in vars(Scenario).items() if not name.startswith("_") and callable(value)
}
_ALL = _OF_POSITIONS | _OF_SCENARIOS
PROMISES = tuple(_ALL)
"""The names of all promises."""
_scenario = cache(Scenario)


def keep(scenario: str, promise: str) -> None:
    """Raises BrokenPromise, or what else went wrong, unless a scenario keeps a promise."""
    _ALL[promise](_scenario(scenario))


def _insist(kept: bool, otherwise: str) -> None:
    if not kept:
        raise BrokenPromise(otherwise)


def _refuses(kind: type[Exception], do: Callable[[], object]) -> None:
    """It must be refused, in words."""
    try:
        do()
    except kind as refused:
        _insist(bool(str(refused)), f"{kind.__name__} has no words")
        return
    raise BrokenPromise(f"no {kind.__name__} is raised where there should be one")
