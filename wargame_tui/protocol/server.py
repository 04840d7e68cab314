"""The engine: JSON-RPC 2.0 over standard input and output, one object a line. Never exits on bad input."""

import logging
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from wargame_tui import __version__
from wargame_tui.board.plain import DataError
from wargame_tui.core import save as saves
from wargame_tui.core.command import BadNotation
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import Game, GameOver, NoUndo
from wargame_tui.core.patch import BadPatch
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import BadOption, BadState, UnknownScenario, find_scenario, find_title, title_ids
from wargame_tui.protocol import messages, params, views
from wargame_tui.protocol.messages import RpcError

PROTOCOL = 1
LONGEST_LINE = 64 * 1024 * 1024
LARGEST_BATCH = 1000
SEED_BITS = 53
"""A seed drawn by the engine is exact in every JSON reader."""

Json = dict[str, Any]
log = logging.getLogger(__name__)

_CODES: tuple[tuple[type[Exception], int], ...] = (
    (BadNotation, messages.ILLEGAL_COMMAND),
    (NoUndo, messages.ILLEGAL_COMMAND),
    (saves.DamagedSave, messages.BAD_SAVE),
    (BadPatch, messages.BAD_PATCH),
    (BadState, messages.BAD_PATCH),
    (GameOver, messages.GAME_OVER),
    (SealedDice, messages.ILLEGAL_COMMAND),
    (UnknownScenario, messages.UNKNOWN_SCENARIO),
    (BadOption, messages.BAD_PARAMS),
    (DataError, messages.BAD_DATA),
    (saves.CannotSave, messages.BAD_PARAMS),
)


class Engine:
    """The games in hand and the methods on them."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._begun = 0

    def answer(self, line: bytes) -> bytes | None:
        """The response to a line; None if it holds only notifications."""
        try:
            if len(line) > LONGEST_LINE:
                raise RpcError(messages.INVALID_REQUEST, f"a line has at most {LONGEST_LINE} bytes")
            message = messages.read(line)
            if not isinstance(message, list):
                return self._respond(message)
            if not 1 <= len(message) <= LARGEST_BATCH:
                raise RpcError(messages.INVALID_REQUEST, f"a batch holds 1 to {LARGEST_BATCH} requests")
        except RpcError as error:
            return messages.write(messages.failure(None, error))
        responses = [response for one in message if (response := self._respond(one)) is not None]
        return b"[" + b",".join(responses) + b"]" if responses else None

    def _respond(self, message: Any) -> bytes | None:
        """Carry out one request, all of it or nothing."""
        before = dict(self._games)
        try:
            request = messages.request(message)
        except RpcError as error:
            return messages.write(messages.failure(messages.id_of(message), error))
        try:
            response = messages.write(messages.result(request.id, self._call(request.method, request.params)))
        except Exception as error:
            self._games = before
            response = messages.write(messages.failure(request.id, _as_rpc_error(error)))
        return None if request.is_notification else response

    def _call(self, name: str, given: Json | list[Any]) -> Json:
        method = METHODS.get(name)
        if method is None:
            raise RpcError(messages.UNKNOWN_METHOD, f"no method `{name[:60]}`; there are {', '.join(METHODS)}")
        return method.carry_out(self, params.check(method.params, given))

    def _game(self, game_id: str) -> Game:
        if game_id not in self._games:
            raise RpcError(messages.UNKNOWN_GAME, f"there is no game `{game_id[:60]}`")
        return self._games[game_id]

    def _changed(self, game_id: str) -> Game:
        """A game to be changed: a branch in the place of the original, which comes back if anything goes wrong."""
        self._games[game_id] = self._game(game_id).branch()
        return self._games[game_id]

    def _status(self, game_id: str) -> Json:
        return views.status_json(game_id, self._game(game_id))

    def _begin(self, game: Game) -> Json:
        self._begun += 1
        game_id = f"g{self._begun}"
        self._games[game_id] = game
        return {"game": game_id, "status": self._status(game_id)}

    # The methods, in the order of the protocol's table

    def initialize(self, given: params.Initialize) -> Json:
        """Who answers, and what can be played."""
        titles = []
        for title_id in title_ids():
            try:
                titles.append(views.title_json(find_title(title_id)))
            except Exception:
                # A broken plug-in must not keep the others from being played.
                log.exception("the title `%s` cannot be used", title_id)
        return {"name": "wargame-tui", "version": __version__, "protocol": PROTOCOL, "titles": titles}

    def new(self, given: params.New) -> Json:
        """Begin a game."""
        seed = secrets.randbits(SEED_BITS) if given.seed is None else given.seed
        game = Game.new(given.scenario, seed, given.options)
        _script(game, given.dice)
        return self._begin(game)

    def load(self, given: params.Load) -> Json:
        """Take up a saved game."""
        return self._begin(saves.load(given.save) if given.path is None else saves.read(_path(given.path)))

    def save(self, given: params.Save) -> Json:
        """The game as a save, also written to a file if a path is given."""
        game = self._game(given.game)
        if given.path is not None:
            saves.write(game, _path(given.path))
        return {"save": saves.dump(game)}

    def status(self, given: params.Viewed) -> Json:
        """Where the game stands."""
        self._side(given)
        return self._status(given.game)

    def state(self, given: params.Viewed) -> Json:
        """The whole state, or what a side may see of it."""
        game, side = self._game(given.game), self._side(given)
        return views.state_json(game.title, game.state, side)

    def map(self, given: params.Map) -> Json:
        """The map of a scenario, or the one on which a game stands, and everything else that is printed."""
        if given.game is not None:
            game = self._game(given.game)
            return {**game.title.printed(game.scenario), **game.title.map_in(game.scenario, game.state)}
        assert given.scenario is not None
        title = find_scenario(given.scenario)[0]
        return {**title.printed(given.scenario), **title.map(given.scenario)}

    def legal(self, given: params.Legal) -> Json:
        """What the side that decides may do."""
        game = self._game(given.game)
        commands = game.iter_legal()
        listed = [views.command_json(game, command) for command in islice(commands, given.limit)]
        return {"commands": listed, "complete": next(commands, None) is None}

    def apply(self, given: params.WithCommand) -> Json:
        """Carry out a command."""
        game = self._changed(given.game)
        events = game.apply(given.command)
        shown = {"events": views.events_json(game.title, events), "unasked": list(game.entries[-1].unasked)}
        return {**shown, "status": self._status(given.game)}

    def undo(self, given: params.Undo) -> Json:
        """Take commands back."""
        self._changed(given.game).undo(given.count)
        return {"status": self._status(given.game)}

    def odds(self, given: params.WithCommand) -> Json:
        """What a command would decide by dice."""
        game = self._game(given.game)
        return views.odds_json(game.odds(game.parse(given.command)))

    def explain(self, given: params.WithCommand) -> Json:
        """Whether a command is legal now, and if not, why."""
        game = self._game(given.game)
        try:
            refusal = game.refusal(game.parse(given.command))
        except BadNotation as error:
            return {"legal": False, "reason": str(error)}
        if refusal is None:
            return {"legal": True}
        shown = {"legal": False, "reason": refusal.reason}
        return shown if refusal.rule is None else {**shown, "rule": refusal.rule}

    def log(self, given: params.Log) -> Json:
        """What was done so far."""
        return views.log_json(self._game(given.game), given.start)

    def edit(self, given: params.Edit) -> Json:
        """Set up a position by hand."""
        game = self._changed(given.game)
        try:
            game.edit(given.patch, settle=given.settle)
            if not game.over and not game.legal():
                raise BadState("nobody could do anything in this position")
            return {"status": self._status(given.game), **views.edit_json(game, given.patch)}
        except (BadPatch, BadState):
            raise
        except Exception as error:
            # The state has the right form, but rules that read it stumble: no game can go on from there.
            log.info("a patch was refused", exc_info=True)
            raise RpcError(messages.BAD_PATCH, f"the game cannot go on from this position: {error!r:.200}") from None

    def dice(self, given: params.Dice) -> Json:
        """Say what the next dice will show."""
        game = self._changed(given.game)
        if given.clear:
            game.unscript()
        _script(game, given.values)
        return {"pending": list(game.state.dice.scripted)}

    def close(self, given: params.OfGame) -> Json:
        """Forget a game."""
        self._game(given.game)
        del self._games[given.game]
        return {}

    def _side(self, given: params.Viewed) -> str | None:
        sides = self._game(given.game).title.sides
        if given.side is not None and given.side not in sides:
            raise RpcError(messages.BAD_PARAMS, f"no side `{given.side[:40]}`; sides are {', '.join(sides)}")
        return given.side


@dataclass(frozen=True, slots=True)
class _Method:
    params: type[params.Params]
    carry_out: Callable[[Engine, Any], Json]


METHODS: dict[str, _Method] = {
    "initialize": _Method(params.Initialize, Engine.initialize),
    "new": _Method(params.New, Engine.new),
    "load": _Method(params.Load, Engine.load),
    "save": _Method(params.Save, Engine.save),
    "status": _Method(params.Viewed, Engine.status),
    "state": _Method(params.Viewed, Engine.state),
    "map": _Method(params.Map, Engine.map),
    "legal": _Method(params.Legal, Engine.legal),
    "apply": _Method(params.WithCommand, Engine.apply),
    "undo": _Method(params.Undo, Engine.undo),
    "odds": _Method(params.WithCommand, Engine.odds),
    "explain": _Method(params.WithCommand, Engine.explain),
    "log": _Method(params.Log, Engine.log),
    "edit": _Method(params.Edit, Engine.edit),
    "dice": _Method(params.Dice, Engine.dice),
    "close": _Method(params.OfGame, Engine.close),
}


def _script(game: Game, values: list[int]) -> None:
    try:
        if values:
            game.script(values)
    except ValueError as error:
        raise RpcError(messages.BAD_PARAMS, str(error)) from None


def _path(text: str) -> Path:
    try:
        if b"\0" in os.fsencode(text):
            raise ValueError
    except ValueError:
        raise RpcError(messages.BAD_PARAMS, "`path` is no path of a file") from None
    return Path(text)


def _as_rpc_error(error: Exception) -> RpcError:
    if isinstance(error, RpcError):
        return error
    if isinstance(error, IllegalCommand):
        return RpcError(messages.ILLEGAL_COMMAND, error.refusal.reason, error.refusal.rule)
    for kind, code in _CODES:
        if isinstance(error, kind):
            return RpcError(code, str(error))
    log.error("an error inside the engine; the game is as it was", exc_info=error)
    return RpcError(messages.INTERNAL_ERROR, f"{type(error).__name__}: {str(error)[:200]}")


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer lines until there are no more."""
    engine = Engine()
    for line in _lines(source):
        answer = engine.answer(line)
        if answer is not None:
            sink.write(answer + b"\n")
            sink.flush()


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their ends; of a line that is too long only so much that one sees that it is."""
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE + 1)
        yield line.rstrip(b"\r\n")


def main() -> int:
    """Run the engine on the standard streams; the exit status."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    # Whatever a title prints goes to the diagnostics: standard output carries responses alone.
    sink, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        serve(sys.stdin.buffer, sink)
    except BrokenPipeError:
        # Nobody listens any more; keep the interpreter from flushing into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())
    except KeyboardInterrupt:
        return 130
    return 0
