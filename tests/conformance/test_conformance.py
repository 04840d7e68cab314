"""What every title promises, in every scenario of every installed title: one suite, no word about any title."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.protocol.client import Client, Local
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.examiner import Examiner
from wargame_tui.bots.fuzz import MOST_COMMANDS
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save
from wargame_tui.core.command import BadNotation
from wargame_tui.core.game import OPENING, Game, GameOver
from wargame_tui.core.title import BadOption, BadState, find_scenario, find_title, outcome_json, title_ids

PLUGIN = str(Path(__file__).resolve().parents[1] / "plugin")
SEED = 7_043_218_660_391_117
LENGTH = 240
"""Commands played in a scenario before it is left to the faster check that every game ends."""
EXAMINED = 12


def scenarios() -> list[str]:
    """Every scenario of every installed title, and those of the miniature one."""
    sys.path.insert(0, PLUGIN)
    try:
        return [info.id for title_id in title_ids() for info in find_title(title_id).scenarios()]
    finally:
        sys.path.remove(PLUGIN)


SCENARIOS = scenarios()


@dataclass(frozen=True)
class Played:
    """A random game, and the positions on its way that are worth a look."""

    game: Game
    positions: list[Game]


_played: dict[str, Played] = {}


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLUGIN)


@pytest.fixture(params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def played(scenario: str) -> Played:
    if scenario not in _played:
        positions = [game.branch() for game in walk(scenario) if game.seq % EXAMINED == 0 or game.over]
        _played[scenario] = Played(positions[-1], positions)
    return _played[scenario]


def walk(scenario: str, seed: int = SEED, most: int = LENGTH, **options: Any) -> Iterator[Game]:
    """A random game, seen after the set-up and after every command."""
    game, player = Game.new(scenario, seed, options), RandomPlayer(seed)
    yield game
    while not game.over and game.seq < most:
        game.apply(player.choose(game.legal()))
        yield game


@pytest.mark.parametrize("check", [check.__name__ for check in Examiner(0).quick])
def test_positions_keep_their_promises(played: Played, check: str) -> None:
    examiner = Examiner(SEED)
    for position in played.positions:
        examiner.learn(position.legal())
        getattr(examiner, check)(position)


def test_saves_are_the_game(played: Played) -> None:
    examiner = Examiner(SEED)
    for position in (played.positions[0], played.positions[len(played.positions) // 2], played.positions[-1]):
        examiner.save_is_identity(position)


def test_same_seed_same_game(scenario: str, played: Played) -> None:
    for again in walk(scenario):
        last = again
    assert save.text(save.dump(last)) == save.text(save.dump(played.game))


def test_another_seed_rolls_other_dice(scenario: str) -> None:
    one, two = (Game.new(scenario, seed).state.dice for seed in (SEED, SEED + 1))
    rolls: list[list[int]] = [[], []]
    for dice, rolled in zip((one, two), rolls, strict=True):
        for _ in range(30):
            value, dice = dice.roll(6)
            rolled.append(value)
    assert rolls[0] != rolls[1]


def test_events_of_a_game_are_presentable(played: Played) -> None:
    examiner = Examiner(SEED)
    examiner.events_are_presentable(played.game, played.game.opening)
    for entry in played.game.entries:
        examiner.events_are_presentable(played.game, entry.events)
        assert entry.side in played.game.title.sides


def test_every_command_can_be_seen_again_piece_by_piece(played: Played) -> None:
    game = played.game
    solitaire = find_scenario(game.scenario)[1].solitaire
    for number in range(OPENING, len(game.entries)):
        frames = game.frames(number)
        told = game.opening if number == OPENING else game.entries[number].events
        assert frames[-1].state == game.states[number + 1]
        assert tuple(event for frame in frames for event in frame.events) == told
        if number % EXAMINED == 0 and solitaire and isinstance(game.title, BoardTitle):
            for frame in frames:  # What a film shows of states between two commands.
                assert game.title.map_of(frame.state) is game.title.map_of(frame.state)
                assert game.title.scene(frame.state).spaces
                assert game.title.phase_bar(frame.state).date
                game.title.battle(frame.state, frame.events)
                game.title.desk(frame.state)


@pytest.mark.parametrize("haste", [1.0, 4.0])
def test_every_game_ends(scenario: str, haste: float) -> None:
    game, player = Game.new(scenario, SEED), RandomPlayer(SEED, haste)
    while not game.over:
        assert game.seq < MOST_COMMANDS
        game.apply(player.choose(game.legal()))
    shown = outcome_json(game.over)
    assert shown is not None
    assert shown["winner"] in (None, *game.title.sides)
    assert shown["level"]
    assert shown["reason"]
    assert (game.side, game.legal()) == (None, [])
    with pytest.raises(GameOver):
        game.apply(game.entries[-1].text)
    Examiner(SEED).save_is_identity(game)


def test_notation_that_means_nothing_is_refused_in_words(played: Played) -> None:
    random = Random(SEED)
    grammar = played.game.title.grammar
    for verb in grammar.kinds:
        assert grammar.usage(verb).split()[0] == verb
        for text in (f"{verb} {'x ' * 9}", f"{verb}\u00e9", {"verb": verb, "no such field": 1}):
            with pytest.raises(BadNotation) as refused:
                grammar.parse(text)
            assert str(refused.value)
    for _ in range(300):
        text = " ".join(random.choice((*grammar.kinds, "-", "x", "99/1")) for _ in range(random.randrange(5)))
        try:
            command = grammar.parse(text)
        except BadNotation:
            continue
        refusal = played.positions[0].refusal(command)
        assert refusal is None or refusal.reason


def test_states_that_are_none_are_refused(played: Played) -> None:
    title, state = played.game.title, played.game.title.dump(played.positions[0].state)
    foreign: tuple[Any, ...] = (None, 1, [], {}, "x", {**state, "nonsense": 1}, {**state, "stack": 1})
    for broken in (*foreign, {**state, "dice": {}}):
        with pytest.raises(BadState) as refused:
            title.restore(broken)
        assert str(refused.value)
    for name in state:
        with pytest.raises(BadState):
            title.restore({**state, name: {"no": ["such", "thing"]}})


def test_options_that_there_are_not_are_refused(scenario: str) -> None:
    for options in ({"no_such_option": True}, {"undo": "sometimes"}):
        with pytest.raises(BadOption):
            Game.new(scenario, SEED, options)


def test_odds_add_up(played: Played) -> None:
    for position in played.positions:
        for command in position.legal(40):
            odds = position.odds(command)
            if odds is None:
                continue
            for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
                assert not chances or sum(chance.p for chance in chances) == pytest.approx(1)
                assert all(chance.text and 0 <= chance.p <= 1 for chance in chances)
                json.dumps([dict(chance.data) for chance in chances], allow_nan=False)
            assert all(drm.name and drm.rule for drm in odds.modifiers)


def test_scenario_and_map_are_as_the_protocol_gives_them(scenario: str) -> None:
    title, info = find_scenario(scenario)
    assert scenario == f"{title.id}/{scenario.partition('/')[2]}"
    assert info.name
    assert info.turns > 0
    assert len(title.digest(scenario)) == 64
    shown = json.loads(json.dumps(title.map(scenario)))
    assert shown["kind"] in ("area", "hex")
    for name, space in shown["spaces"].items():
        assert name.isascii()
        assert space["name"]
        for neighbour in space["neighbours"]:
            assert name in shown["spaces"][neighbour]["neighbours"]


def test_through_the_engine(scenario: str) -> None:
    client, random = Client(Local()), Random(SEED)
    game = client.call("new", scenario=scenario, seed=SEED)["game"]
    assert client.call("map", game=game)["spaces"] == client.call("map", scenario=scenario)["spaces"]
    for seq in range(80):
        status = client.call("status", game=game)
        assert status["seq"] == seq
        if status["over"]:
            break
        listed = client.call("legal", game=game)
        assert listed["complete"]
        chosen = random.choice(listed["commands"])
        assert client.call("explain", game=game, command=chosen["command"]) == {"legal": True}
        client.call("odds", game=game, command=chosen["notation"])
        done = client.call("apply", game=game, command=chosen["notation"])
        assert done["events"] == client.call("log", game=game, **{"from": seq})["entries"][0]["events"]
    twin = client.call("load", save=client.call("save", game=game)["save"])["game"]
    for method in ("state", "legal", "log", "save"):
        assert client.call(method, game=twin) == client.call(method, game=game)
