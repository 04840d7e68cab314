"""Saves: a game as one JSON object, and that object as a game again.

A save holds a header, the seed, the journal, some positions (the newest, and one every 500 lines) and a checksum.
The journal is the truth: loading replays it. What can go wrong falls into two classes, and which of them it is, is
decided from the file alone, before any rule is asked:

- **Damage.** The text is no JSON, the shape is wrong, a line's check does not follow from the line before it
  (`journal.follows`), or the checksum over everything else is wrong. Then the bytes are not those that were written,
  whether a disk or a hand changed them. `DamagedSave` names the place; nothing of the file is used.
- **Other rules.** The file is whole, but replaying it leads elsewhere: a command is refused, leads to other events,
  another side decides, or a saved position differs from the replayed one. Then the rules or data installed are not
  those it was played under. The game opens from its newest position, keeps the journal before it as text, and is
  marked unverified, with the first differing command named. Somebody who forges a journal and reckons all checks
  anew gets this mark too: without a secret key, nothing in a file can tell a forger from another version of the rules.

A save whose rules version or data digest is not the installed one, but which replays to the same events and positions
all the way, has proved that the change does not touch it; it opens without a mark.
"""

import json
import math
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from wargame_tui.core.crash import is_for_players
from wargame_tui.core.disk import CannotSave as CannotSave
from wargame_tui.core.disk import cannot_save, replace_file
from wargame_tui.core.errors import BadData, ForPlayers, InWords
from wargame_tui.core.game import Game, Position
from wargame_tui.core.harmless import harmless
from wargame_tui.core.journal import KERNEL, Line, follows, root
from wargame_tui.core.migrations import FORMAT, MIGRATIONS, Migration, migrate
from wargame_tui.core.title import Title, find_scenario, outcome_json

HEADER = "wargame_tui_save"
SNAPSHOT_EVERY = 500
MOST_LINES = 200_000
MOST_BYTES = 64 * 1024 * 1024
MOST_VALUES = 4_000_000
"""In one text of JSON: the smallest of them take a byte there and fifty times as much in memory."""
MOST_NAMES = 20_000
"""In one object of JSON: to find fault with each of a million would take half a minute."""
LONGEST_HEADER = 64 * 1024
"""Bytes of the first line of a save file."""
MOST_WORDS = 300
"""Characters of a message from elsewhere that are passed on."""


class DamagedSave(InWords, ValueError):
    """A save that cannot be used. In words for players: `where` in the file, and `what` is the matter."""

    def __init__(self, where: str, what: str) -> None:
        self.where = harmless(where)
        self.what = harmless(what)
        super().__init__(f"{self.where}: {self.what}")


class NotPlayable(DamagedSave):
    """A whole save whose title, scenario or data packs are not here, or cannot be used."""


# The shape of a save


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


_THREE = Field(min_length=3, max_length=3, fail_fast=True)
Words = Annotated[str, AfterValidator(harmless)]
Word = Annotated[str, Field(max_length=200), AfterValidator(harmless)]
Count = Annotated[int, Field(ge=0, le=MOST_LINES)]


class Result(_Part):
    """How a game ended."""

    winner: Word | None
    level: Word
    reason: Words
    points: int | None = None


class Flags(_Part):
    """What a player should know before trusting a game."""

    edited: bool
    scripted: bool
    unverified: bool


class Header(_Part):
    """What a save says of itself to whoever does not read further."""

    format: int
    title: Word
    scenario: Word
    rules_version: Word
    data_digest: Word
    packs: dict[Word, Word] = {}
    """The data packs in the scenario's id with their digests; saves without packs do not speak of them."""
    options: dict[str, Any]
    turn: Word
    side: Word | None
    seq: Count
    over: Result | None
    flags: Flags


class Snapshot(_Part):
    """The position after line `at` of the journal."""

    at: Count
    state: dict[str, Any]


class Unverified(_Part):
    """The journal's first `at` lines do not replay under the rules that the save was written with, and why."""

    at: Count
    why: Words


class Save(_Part):
    """A whole save."""

    header: Header = Field(alias=HEADER)
    seed: int
    unverified: Unverified | None
    journal: list[Annotated[list[str], _THREE]] = Field(max_length=MOST_LINES, fail_fast=True)
    snapshots: list[Snapshot] = Field(min_length=1, max_length=MOST_LINES // SNAPSHOT_EVERY + 2, fail_fast=True)
    checksum: str

    @property
    def lines(self) -> tuple[Line, ...]:
        """The journal."""
        return tuple(Line(*line) for line in self.journal)


# Writing


def dump(game: Game) -> dict[str, Any]:
    """The game as JSON values, its header first. The same game gives the same save, byte for byte.

    Raises CannotSave if it has grown beyond what can be loaded.
    """
    if game.seq > MOST_LINES:
        raise CannotSave(f"a save holds at most {MOST_LINES} commands")
    past = len(game.past)
    positions = {at for at in range(SNAPSHOT_EVERY, game.seq, SNAPSHOT_EVERY) if at > past} | {game.seq}
    if game.unverified:
        positions.add(past)
    body = {
        HEADER: _header(game),
        "seed": game.seed,
        "unverified": {"at": past, "why": game.unverified} if game.unverified else None,
        "journal": [list(line) for line in game.lines()],
        "snapshots": [{"at": at, "state": game.title.dump(game.states[at - past])} for at in sorted(positions)],
    }
    return sealed(body)


def sealed(body: Mapping[str, Any]) -> dict[str, Any]:
    """A save without its checksum with it."""
    return {**body, "checksum": _checksum(body)}


def text(save: Mapping[str, Any]) -> str:
    """A save as the text of a file: the header alone on the first line, each command and position on its own."""
    parts = [
        f"{_json(key)}: {_lines(value) if isinstance(value, list) else _json(value)}" for key, value in save.items()
    ]
    return "{" + ",\n".join(parts) + "}\n"


def write(game: Game, path: Path) -> None:
    """Save a game to a file, all of it or nothing. Raises CannotSave."""
    data = text(dump(game)).encode()
    if len(data) > MOST_BYTES:
        raise CannotSave(f"the save would be larger than {MOST_BYTES // 1024 // 1024} MB")
    try:
        replace_file(path, data)
    except OSError as error:
        raise cannot_save(path, error) from error


def _header(game: Game) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "title": game.title.id,
        "scenario": game.scenario,
        "rules_version": game.title.rules_version,
        "data_digest": game.title.digest(game.scenario),
        **({"packs": packs} if (packs := dict(game.title.packs(game.scenario))) else {}),
        "options": dict(sorted(game.options.items())),
        "turn": game.title.turn(game.state),
        "side": game.side,
        "seq": game.seq,
        "over": outcome_json(game.over),
        "flags": {"edited": game.edited, "scripted": game.scripted, "unverified": game.unverified is not None},
    }


def _json(value: Any) -> str:
    return json.dumps(value, allow_nan=False)


def _lines(items: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(_json(item) for item in items) + "\n]"


def _checksum(body: Mapping[str, Any]) -> str:
    """SHA-256 of a save without its checksum, independent of spacing and of the order of keys."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(canonical.encode()).hexdigest()


# Reading


def read(path: Path) -> Game:
    """The game saved in a file. Raises DamagedSave."""
    return load(parse(content(path)))


def check(path: Path) -> Save:
    """A file's save, found to be as it was written; nothing is played. Raises DamagedSave."""
    return _checked(parse(content(path)), MIGRATIONS)


def read_header(path: Path) -> Header:
    """What a file says of itself, from its first line alone if it was written here. Raises DamagedSave."""
    try:
        if not path.is_file():
            raise FileNotFoundError(path)
        with path.open("rb") as file:
            first = file.readline(LONGEST_HEADER)
        found = parse(first.rstrip().removesuffix(b",") + b"}")
        if isinstance(found, dict) and found.keys() == {HEADER} and found[HEADER].get("format") == FORMAT:
            return Header.model_validate(found[HEADER])
    except (OSError, DamagedSave, ValidationError, AttributeError):
        pass  # Laid out or written otherwise, or damaged: the whole file will tell.
    return check(path).header


def load(data: Any, migrations: Mapping[int, Migration] = MIGRATIONS) -> Game:
    """The game that `dump` gave. Raises DamagedSave."""
    save = _checked(data, migrations)
    title, digest = _title(save.header)
    try:
        game = _replayed(title, save)
    except Elsewhere as difference:
        why = f"{difference} ({_cause(save.header, title, digest)})"
        game = _taken_up(title, save, save.snapshots[-1], save.unverified.why if save.unverified else why)
    game.edited |= save.header.flags.edited
    game.scripted |= save.header.flags.scripted
    return game


def parse(data: bytes) -> Any:
    """The JSON value in a file; stricter than Python's reader: no name twice, no NaN. Raises DamagedSave."""
    if not data.strip(b"\0 \t\r\n"):
        raise DamagedSave("the file", "it holds nothing but zeros" if data.strip() else "it is empty")
    if has_too_many_values(data):
        raise DamagedSave("the file", f"it holds more than {MOST_VALUES} values")
    try:
        words = data.decode("utf-8-sig")
        return json.loads(words, object_pairs_hook=unique, parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DamagedSave(f"line {line}", "it holds bytes that are no text") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(words.rstrip()) or error.msg.startswith("Unterminated"):
            raise DamagedSave(f"line {error.lineno}", "the file breaks off here") from None
        raise DamagedSave(f"line {error.lineno}, column {error.colno}", f"unreadable: {error.msg}") from None
    except RecursionError:
        raise DamagedSave("the file", "it is nested too deeply") from None
    except ValueError as error:
        raise DamagedSave("the file", str(error)[:MOST_WORDS]) from None


def has_too_many_values(data: bytes, most: int = MOST_VALUES) -> bool:
    """Whether a text of JSON would take too much memory and time."""
    return len(data) > most and sum(map(data.count, (b",", b"[", b"{"))) > most


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object. Raises ValueError if a name stands twice, or if they are more than anything has."""
    if len(pairs) > MOST_NAMES:
        raise ValueError(f"an object has more than {MOST_NAMES} names")
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name appears twice in one object")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits[:40]} is too large a number")
    return value


def content(path: Path) -> bytes:
    """The bytes of a file, unless there are too many. Raises DamagedSave."""
    try:
        if not path.is_file():
            raise DamagedSave("the file", f"there is no file {path.name}")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise DamagedSave("the file", f"it cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise DamagedSave("the file", f"it is larger than {MOST_BYTES // 1024 // 1024} MB, so it is no save")
    return data


# Is it as it was written?


def _checked(data: Any, migrations: Mapping[int, Migration]) -> Save:
    """A save that is as it was written, in today's format. Raises DamagedSave, as near to the damage as it can."""
    found = _format(data)
    whole = _is_whole(data)
    if found < FORMAT:
        if not whole:
            raise DamagedSave("the file", "it is not as it was written: its checksum is wrong")
        try:
            data = migrate(data, found, FORMAT, migrations)
        except LookupError:
            raise DamagedSave("the header", f"save format {found} is not known") from None
    save = _shaped(data)
    _insist_on_order(save)
    if not whole:
        raise DamagedSave("the header or a position", "it was changed after it was written: the checksum is wrong")
    return save


def _format(data: Any) -> int:
    header = data.get(HEADER) if isinstance(data, dict) else None
    found = header.get("format") if isinstance(header, dict) else None
    if not isinstance(found, int) or isinstance(found, bool) or found < 0:
        raise DamagedSave("the header", "this is no save of wargame-tui")
    if found > FORMAT:
        raise DamagedSave("the header", f"written by a newer version of wargame-tui (this one knows format {FORMAT})")
    return found


def _is_whole(data: dict[str, Any]) -> bool:
    body = {key: value for key, value in data.items() if key != "checksum"}
    try:
        return bool(data.get("checksum") == _checksum(body))
    except (TypeError, ValueError, RecursionError):
        raise DamagedSave("the file", "it holds what JSON cannot hold, or is nested too deeply") from None


def _shaped(data: Any) -> Save:
    try:
        return Save.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise DamagedSave(_place(first["loc"]), first["msg"][:MOST_WORDS]) from None


def _place(loc: tuple[int | str, ...]) -> str:
    """A place in a save in words: `command 12`."""
    names = {HEADER: "header", "journal": "command", "snapshots": "position"}
    first, *rest = loc or ("the file",)
    words = names.get(str(first), str(first)[:60] or "a field without a name")
    if rest and isinstance(number := rest[0], int):
        words, rest = f"{words} {number + 1}", rest[1:]
    return ", ".join([words, *(str(part)[:60] for part in rest)])


def _insist_on_order(save: Save) -> None:
    last = root(save.header.scenario, save.seed, save.header.options)
    for number, line in enumerate(save.lines, 1):
        if not follows(last, line) or not (line.side + line.text).isprintable():
            raise DamagedSave(
                f"command {number} `{line.text[:60]}`",
                "this line, or the scenario, seed or options above it, was changed after it was written",
            )
        last = line.check
    if save.header.seq != len(save.journal):
        raise DamagedSave("the journal", f"it has {len(save.journal)} commands where there were {save.header.seq}")
    marks = [snapshot.at for snapshot in save.snapshots]
    if marks != sorted(set(marks)) or marks[-1] != save.header.seq:
        raise DamagedSave("the positions", "the newest is missing, or they are out of order")
    if save.unverified and save.unverified.at not in marks:
        raise DamagedSave("the positions", f"the one after command {save.unverified.at} is missing")


# Does it lead where it led?


class Elsewhere(Exception):
    """A journal that does not lead where it led when it was written: names the first line that differs."""

    def __init__(self, difference: str) -> None:
        super().__init__(harmless(difference))


def repeat(game: Game, line: Line) -> None:
    """Do again what a line of a journal says.

    Raises Elsewhere: either nothing was done, or it was and had other results than those written down.
    """
    number = game.seq + 1
    try:
        if line.side == KERNEL:
            _intervene(game, line.text)
        elif line.side == game.side:
            game.apply(line.text)
        else:
            raise ForPlayers(f"{game.side or 'nobody'} decides there, not {line.side[:60]}")
    except Exception as error:  # Rules that break over an old command must not cost a player the game.
        raise Elsewhere(f"{_named(game, number, line)}: {_words(error)}") from error
    if game.checks()[-1] != line.check:
        raise Elsewhere(f"{_named(game, number, line)}: it has other results now")


def _named(game: Game, number: int, line: Line) -> str:
    """A command by its number in the journal, and by its text unless it is face down."""
    kind = game.title.grammar.kinds.get(line.text.partition(" ")[0])
    return f"command {number}" if kind is not None and kind.face_down else f"command {number} `{line.text[:60]}`"


def _intervene(game: Game, words: str) -> None:
    """Repeat an edit, a scripting of dice or a change of seed."""
    verb, _, argument = words.partition(" ")
    value = parse(argument.encode())
    if verb == "edit" and isinstance(value, dict) and value.keys() == {"patch", "settle"}:
        game.edit(value["patch"], settle=value["settle"] is not False)
    elif verb == "edit":
        game.edit(value)
    elif verb == "dice" and isinstance(value, list):
        game.script(value)
    elif verb == "dice" and value is None:
        game.unscript()
    elif verb == "seed" and (value is None or isinstance(value, int)):
        game.reseed(value)
    else:
        raise ForPlayers("neither an edit nor dice nor a seed")


def _replayed(title: Title[Any], save: Save) -> Game:
    """The game, by playing its journal again from its first verifiable position. Raises Elsewhere."""
    positions = {snapshot.at: snapshot for snapshot in save.snapshots}
    if save.unverified:
        game = _taken_up(title, save, positions[save.unverified.at], save.unverified.why)
    else:
        game = _set_up(title, save)
    _insist_on_position(game, positions)
    for line in save.lines[game.seq :]:
        repeat(game, line)
        _insist_on_position(game, positions)
    return game


def _set_up(title: Title[Any], save: Save) -> Game:
    try:
        return Game(title, save.header.scenario, save.seed, save.header.options)
    except Exception as error:  # As in `repeat`.
        raise Elsewhere(f"the set-up: {_words(error)}") from error


def _insist_on_position(game: Game, positions: Mapping[int, Snapshot]) -> None:
    saved = positions.get(game.seq)
    if saved is not None and game.title.dump(game.state) != saved.state:
        raise Elsewhere(
            f"the position after command {game.seq} is another now" if game.seq else "the set-up is another"
        )


def _taken_up(title: Title[Any], save: Save, snapshot: Snapshot, why: str) -> Game:
    """The game from one of its positions, the journal before it taken on trust. Raises DamagedSave."""
    header = save.header
    try:
        position = Position(title.restore(snapshot.state), save.lines[: snapshot.at], why)
        game = Game(title, header.scenario, save.seed, header.options, position=position)
        # A position that cannot be played on should be found out here, not in the middle of the game.
        _ = game.side, game.prompt, game.trail, game.legal(1)
    except Exception as error:  # As in `repeat`.
        raise DamagedSave(
            f"the position after command {snapshot.at}",
            f"version {title.rules_version} of the rules cannot load it (it was saved under version "
            f"{header.rules_version}): {_words(error)}",
        ) from error
    return game


def _title(header: Header) -> tuple[Title[Any], str]:
    """The title that a save needs and the digest of its data as installed. Raises DamagedSave, BadData."""
    try:
        title, _ = find_scenario(header.scenario)
        if title.id != header.title:
            raise ForPlayers(f"`{header.scenario}` is no scenario of `{header.title}`")
        title.open_scenario(header.scenario)
        return title, title.digest(header.scenario)
    except BadData:  # The save is sound.
        raise
    except Exception as error:  # A plug-in may fail to load in any way it likes.
        raise NotPlayable("the header", f"{_words(error)}. The save itself is whole, and was not changed") from error


def _cause(header: Header, title: Title[Any], digest: str) -> str:
    """Why a replay may lead elsewhere."""
    if header.rules_version != title.rules_version:
        return f"saved under version {header.rules_version} of the rules, now it is {title.rules_version}"
    now = title.packs(header.scenario)
    if changed := {name: then for name, then in header.packs.items() if now.get(name) != then}:
        was = ", ".join(f"{name} as it was ({then[:8]})" for name, then in changed.items())
        return f"the data pack {' and '.join(changed)} has changed since it was saved; with {was} it opens as ever"
    if header.data_digest != digest:
        return "map, units or charts have changed since it was saved"
    return "the rules have changed since it was saved, or the file was forged"


def _words(error: Exception) -> str:
    """What is told of an error: of one inside the rules its kind alone, since its words may tell what a game hides."""
    return str(error)[:MOST_WORDS] if is_for_players(error) else f"an error in the rules ({type(error).__name__})"
