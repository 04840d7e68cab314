"""Saves: load after dump is identity; damage is named; other rules open the position, not the history."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import fuzz_saves
from tests.core.skirmish import Skirmish, installed, played
from wargame_tui.core import save
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.journal import Line, check
from wargame_tui.core.migrations import FORMAT
from wargame_tui.core.save import HEADER, CannotSave, DamagedSave
from wargame_tui.core.step import Refusal
from wargame_tui.core.title import BadState

SAMPLES = Path(__file__).parent / "saves"
ROOT = Path(__file__).parents[2]

Json = dict[str, Any]


def fail(*_: Any) -> Any:
    raise KeyError("a bug")


def through_text(data: Json) -> Any:
    return save.parse(save.text(data).encode())


def resealed(data: Json) -> Json:
    """A save with its checksum reckoned anew."""
    body = {key: value for key, value in data.items() if key != "checksum"}
    return {**body, "checksum": save._checksum(body)}


def same(one: Game, other: Game) -> bool:
    """Everything that makes a game what it is."""
    names = ("scenario", "seed", "options", "states", "entries", "opening", "past", "edited", "scripted", "unverified")
    return all(getattr(one, name) == getattr(other, name) for name in names) and one.checks() == other.checks()


def interesting() -> Game:
    """A game with an edit, scripted dice, an option, and dice still to come."""
    game = played(12, 5, {"undo": "free", "strength": 4})
    game.edit([{"op": "replace", "path": "/units/r1/dodges", "value": 7}])
    game.script([1, 6, 3])
    return game


# Identity


@pytest.mark.parametrize("moves", [0, 1, 2, 5, 11, 23, 40, 10_000])
def test_load_after_dump_is_identity(moves: int) -> None:
    game = played(moves, seed=moves)
    loaded = save.load(through_text(save.dump(game)))
    assert same(loaded, game)
    assert loaded.legal() == game.legal()
    assert save.dump(loaded) == save.dump(game)


def test_edits_scripted_dice_options_and_marks_survive() -> None:
    game = interesting()
    loaded = save.load(through_text(save.dump(game)))
    assert same(loaded, game)
    assert (loaded.edited, loaded.scripted) == (True, True)


def test_unsettled_edits_and_dice_no_longer_scripted_survive() -> None:
    game = interesting()
    game.unscript()
    game.edit([{"op": "add", "path": "/stack/-", "value": {"kind": "dodge", "unit": "b1"}}], settle=False)
    game.edit([{"op": "replace", "path": "/units/b1/dodges", "value": 0}], settle=False)
    loaded = save.load(through_text(save.dump(game)))
    assert loaded.unverified is None
    assert same(loaded, game)
    assert [command.notation() for command in loaded.legal()] == ["stand"]


def test_marks_survive_though_their_cause_was_taken_back() -> None:
    game = interesting()
    game.undo(game.seq)
    loaded = save.load(through_text(save.dump(game)))
    assert (loaded.seq, loaded.edited, loaded.scripted) == (0, True, True)


def test_the_future_is_the_same() -> None:
    game = interesting()
    loaded = save.load(through_text(save.dump(game)))
    chance = random.Random(9)
    while not game.over:
        command = chance.choice(game.legal())
        assert loaded.apply(command) == game.apply(command)
    assert same(loaded, game)


def test_undo_history_is_the_same() -> None:
    game = interesting()
    loaded = save.load(through_text(save.dump(game)))
    while game.seq:
        for one in (game, loaded):
            one.undo()
        assert same(loaded, game)


def test_undo_limits_are_the_same() -> None:
    game = played(12, 5)
    loaded = save.load(through_text(save.dump(game)))
    assert [entry.barrier for entry in loaded.entries] == [entry.barrier for entry in game.entries]


def test_long_games_carry_a_position_every_five_hundred_lines() -> None:
    game = played(0)
    for number in range(1203):
        game.apply(f"bid {number % 3 + 1}")
    data = save.dump(game)
    assert [snapshot["at"] for snapshot in data["snapshots"]] == [500, 1000, 1203]
    assert same(save.load(data), game)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_saves_are_byte_identical_in_other_processes(hash_seed: str) -> None:
    code = (
        "import sys; from tests.core import skirmish; from wargame_tui.core import save\n"
        "game = skirmish.played(45, 8, {'undo': 'free', 'strength': 4})\n"
        "sys.stdout.write(save.text(save.dump(game)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True)
    expected = save.text(save.dump(played(45, 8, {"strength": 4, "undo": "free"})))
    assert shown.stdout.decode() == expected


def test_a_frozen_save_of_every_format_still_loads() -> None:
    found = sorted(SAMPLES.glob("*.json"))
    assert [path.name for path in found] == [f"format{number}.json" for number in range(1, FORMAT + 1)]
    for path in found:
        game = save.read(path)
        assert game.unverified is None
        assert same(game, interesting())


# The text


def test_the_header_is_alone_on_the_first_line_and_every_command_has_one() -> None:
    game = played(20)
    lines = save.text(save.dump(game)).splitlines()
    assert json.loads(lines[0].rstrip(",") + "}").keys() == {HEADER}
    first = lines.index('"journal": [') + 1
    assert [json.loads(line.rstrip(","))[1] for line in lines[first : first + 20]] == [e.text for e in game.entries]


def test_the_header_tells_what_a_list_of_saves_shows(tmp_path: Path) -> None:
    game = interesting()
    save.write(game, tmp_path / "a.json")
    header = save.read_header(tmp_path / "a.json")
    assert (header.title, header.scenario, header.turn, header.side) == ("skirmish", "skirmish/duel", "1", game.side)
    assert (header.seq, header.over, header.options) == (14, None, {"strength": 4, "undo": "free"})
    assert header.flags == save.Flags(edited=True, scripted=True, unverified=False)


def test_the_header_of_a_finished_game(tmp_path: Path) -> None:
    save.write(played(10_000), tmp_path / "a.json")
    header = save.read_header(tmp_path / "a.json")
    assert header.side is None
    assert header.over is not None


def test_the_header_is_read_without_the_body(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    text = save.text(save.dump(played(20)))
    path.write_text(text.partition("\n")[0] + "\n" + "{" * 10_000)
    assert save.read_header(path).seq == 20


@pytest.mark.parametrize("indent", [None, 2])
def test_layout_does_not_matter(tmp_path: Path, indent: int | None) -> None:
    game = played(20)
    data = save.dump(game)
    shuffled = {key: data[key] for key in sorted(data)}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(shuffled, indent=indent).replace("\n", "\r\n"), "utf-8-sig", newline="")
    assert same(save.read(path), game)
    assert save.read_header(path).seq == 20


# Files


def test_write_and_read(tmp_path: Path) -> None:
    game = interesting()
    path = tmp_path / "a.json"
    save.write(played(3), path)
    save.write(game, path)
    assert same(save.read(path), game)
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "missing" / "a.json", tmp_path / "file" / "a.json"):
        with pytest.raises(CannotSave, match="the folder is missing"):
            save.write(played(3), path)


def test_a_game_too_long_to_load_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MOST_LINES", 10)
    with pytest.raises(CannotSave, match="at most 10 commands"):
        save.dump(played(11))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file: it is empty"),
        (b" \n", "the file: it is empty"),
        (b"\0" * 4096, "nothing but zeros"),
        (b"\xff\xfe{}", "line 1: it holds bytes that are no text"),
        (b'{"wargame_tui_save":\n"\xc3("}', "line 2: it holds bytes that are no text"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[]", "this is no save of wargame-tui"),
        (b"null", "this is no save of wargame-tui"),
        (b"{}", "this is no save of wargame-tui"),
        (b'{"wargame_tui_save": []}', "this is no save of wargame-tui"),
        (b'{"wargame_tui_save": {"format": true}}', "this is no save of wargame-tui"),
        (b'{"wargame_tui_save": {"format": -1}}', "this is no save of wargame-tui"),
        (b'{"wargame_tui_save": {"format": 2}}', "written by a newer version"),
        (b'{"wargame_tui_save": {"format": 999999999999999999999}}', "written by a newer version"),
        (b'{"wargame_tui_save": {"format": 1}, "wargame_tui_save": {}}', "a name appears twice"),
        (b'{"wargame_tui_save": {"format": NaN}}', "NaN is no number"),
        (b'{"wargame_tui_save": {"format": -Infinity}}', "-Infinity is no number"),
        (b'{"wargame_tui_save": {"format": 1e999}}', "too large a number"),
        (b'{"wargame_tui_save": {"format": ' + b"9" * 100_000 + b"}}", "integer string conversion"),
        (b'{"wargame_tui_save": {"format": 1}} x', "line 1, column 37"),
        (b'{"wargame_tui_save":\n {"format": 1,', "line 2: the file breaks off here"),
        (b'{"wargame_tui_save":\n {"form', "line 2: the file breaks off here"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_content_that_is_no_save(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    for reader in (save.read, save.read_header, save.check):
        with pytest.raises(DamagedSave) as caught:
            reader(path)
        assert message in str(caught.value)


def test_no_file_a_folder_and_too_large_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(DamagedSave, match="there is no file"):
            save.read(path)
    monkeypatch.setattr(save, "MOST_BYTES", 1000)
    (tmp_path / "large.json").write_bytes(b" " * 1001)
    with pytest.raises(DamagedSave, match="larger than"):
        save.read(tmp_path / "large.json")


def test_a_save_cut_off_anywhere_is_damaged(tmp_path: Path) -> None:
    whole = save.text(save.dump(played(6))).encode()
    for length in range(0, len(whole) - 2, 7):
        with pytest.raises(DamagedSave):
            save.load(save.parse(whole[:length]))


# Damage: the file is not as it was written


def put(*path: str | int, value: Any) -> Callable[[Json], None]:
    """A change of one value of a save."""

    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = value

    return change


DAMAGE: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a command": (put("journal", 3, 1, value="bid 2"), "command 4 `bid 2`"),
    "a side": (put("journal", 3, 0, value="blue"), "command 4"),
    "a check": (put("journal", 3, 2, value="0" * 24), "command 4"),
    "an empty check": (put("journal", 3, 2, value=""), "command 4"),
    "a command left out": (lambda data: data["journal"].pop(3), "command 4"),
    "a command twice": (lambda data: data["journal"].insert(3, data["journal"][3]), "command 5"),
    "the last command left out": (lambda data: data["journal"].pop(), "it has 19 commands where there were 20"),
    "the seed": (put("seed", value=2), "command 1 "),
    "an option": (put(HEADER, "options", "undo", value="free"), "command 1 "),
    "the turn": (put(HEADER, "turn", value="6"), "the checksum is wrong"),
    "a mark": (put(HEADER, "flags", "edited", value=True), "the checksum is wrong"),
    "the rules version": (put(HEADER, "rules_version", value="2"), "the checksum is wrong"),
    "a position": (put("snapshots", 0, "state", "bid", value=-5), "the checksum is wrong"),
    "the checksum": (put("checksum", value="0" * 64), "the checksum is wrong"),
    "no checksum": (lambda data: data.pop("checksum"), "checksum: Field required"),
    "no journal": (lambda data: data.pop("journal"), "command: Field required"),
    "a journal of another type": (put("journal", value={}), "command: Input should be a valid list"),
    "a line of another type": (put("journal", 3, value="end"), "command 4: Input should be a valid list"),
    "a line of two words": (put("journal", 3, value=["red", "end"]), "command 4: List should have at least 3"),
    "a number for a word": (put("journal", 3, 1, value=7), "command 4, 1: Input should be a valid string"),
    "half a character": (put("journal", 3, 1, value="\ud800"), "command 4 `?`"),
    "a word for the seed": (put("seed", value="1"), "seed: Input should be a valid integer"),
    "a fraction for the seed": (put("seed", value=1.0), "seed: Input should be a valid integer"),
    "truth for the seed": (put("seed", value=True), "seed: Input should be a valid integer"),
    "too long a title": (put(HEADER, "title", value="x" * 1000), "header, title: String should have at most 200"),
    "an unknown field": (put("spam", value=1), "spam: Extra inputs"),
    "an unknown mark": (put(HEADER, "flags", "spam", value=True), "header, flags, spam: Extra inputs"),
    "no position": (put("snapshots", value=[]), "position: List should have at least 1"),
    "not the newest position": (put("snapshots", 0, "at", value=19), "the newest is missing"),
    "positions out of order": (lambda data: data["snapshots"].append(data["snapshots"][0]), "out of order"),
    "an early mark": (put("unverified", value={"at": 5, "why": ""}), "after command 5 is missing"),
    "a negative count": (put(HEADER, "seq", value=-1), "header, seq: Input should be greater"),
    "too many commands": (put(HEADER, "seq", value=10**9), "header, seq: Input should be less"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named(name: str) -> None:
    change, message = DAMAGE[name]
    data = deepcopy(save.dump(played(20)))
    change(data)
    with pytest.raises(DamagedSave) as caught:
        save.load(data)
    assert message in str(caught.value)
    assert "pydantic" not in str(caught.value)


@pytest.mark.parametrize("name", [name for name in DAMAGE if "checksum is wrong" not in DAMAGE[name][1]])
def test_reckoning_the_checksum_anew_hides_little(name: str) -> None:
    change, message = DAMAGE[name]
    data = deepcopy(save.dump(played(20)))
    change(data)
    if name == "no checksum":
        return
    with pytest.raises(DamagedSave) as caught:
        save.load(resealed(data))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), 10**5000, {1, 2}, b"x", object(), {1: 2, "a": 3}],
    ids=lambda value: type(value).__name__,
)
def test_what_json_cannot_hold(value: Any) -> None:
    for path in (("seed",), ("snapshots", 0, "state", "bid"), ("journal", 2, 1), (HEADER, "options", "spam")):
        data = deepcopy(save.dump(played(20)))
        put(*path, value=value)(data)
        with pytest.raises(DamagedSave):
            save.load(data)


def test_nesting_without_end() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    data = {**save.dump(played(20)), "unverified": deep}
    with pytest.raises(DamagedSave, match="nested too deeply"):
        save.load(data)


def test_a_title_that_is_not_installed() -> None:
    data = deepcopy(save.dump(played(0)))
    data[HEADER].update(title="spam", scenario="spam/duel")
    with pytest.raises(DamagedSave, match="no title `spam`"):
        save.load(resealed(data))
    data[HEADER].update(title="spam", scenario="skirmish/duel")
    with pytest.raises(DamagedSave, match="no scenario of `spam`"):
        save.load(resealed(data))


# Other rules: the file is whole, but leads elsewhere


class Deadlier(Skirmish):
    """Version 2 of the rules: a shot tells of more hits."""

    rules_version = "2"

    def draft(self, state: Any) -> Any:
        draft = super().draft(state)
        tell = draft.tell

        def more(event: Any) -> None:
            tell(replace(event, hits=9) if event.kind == "shot" else event)

        draft.tell = more  # type: ignore[method-assign]
        return draft


def first_shot(game: Game) -> int:
    return next(n for n, entry in enumerate(game.entries, 1) if any(e.kind == "shot" for e in entry.events))


def test_a_save_under_other_rules_opens_from_its_newest_position() -> None:
    game = played(20)
    first = first_shot(game)
    with installed(Deadlier()):
        loaded = save.load(through_text(save.dump(game)))
    assert loaded.unverified is not None
    assert loaded.unverified.startswith(f"command {first} `{game.entries[first - 1].text}`: it has other results now")
    assert "saved under version 1 of the rules, now it is 2" in loaded.unverified
    assert loaded.state == game.state
    assert loaded.legal() == game.legal()
    assert (loaded.lines(), loaded.seq, loaded.entries) == (game.lines(), 20, [])
    with pytest.raises(NoUndo):
        loaded.undo(agreed=True)


def test_it_is_played_on_and_saved_again_without_losing_anything() -> None:
    game = played(20)
    with installed(Deadlier()):
        loaded = save.load(save.dump(game))
        chance = random.Random(1)
        for _ in range(10):
            loaded.apply(chance.choice(loaded.legal()))
        again = save.load(through_text(save.dump(loaded)))
        assert same(again, loaded)
        assert again.lines()[:20] == game.lines()
        assert [at["at"] for at in save.dump(again)["snapshots"]] == [20, 30]
        for _ in range(10):
            again.undo(agreed=True)
        assert again.state == game.state
        assert again.unverified == loaded.unverified


def test_rules_that_change_twice() -> None:
    with installed(Deadlier()):
        loaded = save.load(save.dump(played(20)))
        while not any(event.kind == "shot" for entry in loaded.entries for event in entry.events):
            loaded.apply(loaded.legal()[0])
        data = save.dump(loaded)
    back = save.load(data)
    assert back.unverified == loaded.unverified, "the first difference is the one to tell"
    assert (back.state, back.lines(), back.entries) == (loaded.state, loaded.lines(), [])


def test_rules_that_now_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    data = save.dump(played(20))
    monkeypatch.setattr("tests.core.skirmish.OrdersStep._own", lambda *_: Refusal("no more of this"))
    loaded = save.load(data)
    assert loaded.unverified is not None
    assert "`fire r2 b2`: no more of this" in loaded.unverified
    assert "the rules have changed since it was saved, or the file was forged" in loaded.unverified


def test_rules_that_break(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(20)
    data = save.dump(game)
    monkeypatch.setattr("tests.core.skirmish.ShotStep.proceed", fail)
    loaded = save.load(data)
    assert loaded.unverified is not None
    assert loaded.state == game.state


def test_a_set_up_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(20)
    data = save.dump(game)
    monkeypatch.setattr(Skirmish, "start", fail)
    loaded = save.load(data)
    assert loaded.unverified is not None
    assert loaded.unverified.startswith("the set-up")
    assert same(save.load(save.dump(loaded)), loaded)


def test_another_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    data = save.dump(played(0))
    start = Skirmish.start
    monkeypatch.setattr(Skirmish, "start", lambda self, name, _, dice: start(self, name, {"strength": 9}, dice))
    loaded = save.load(data)
    assert loaded.unverified is not None
    assert loaded.unverified.startswith("the set-up is another")
    assert loaded.state.units["r1"].strength == 3
    assert same(save.load(save.dump(loaded)), loaded)


def test_data_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(20)
    data = save.dump(game)
    monkeypatch.setattr(Skirmish, "data_digest", "e" * 64)
    assert save.load(data).unverified is None, "nothing in this game rests on what changed"
    start = Skirmish.start
    monkeypatch.setattr(Skirmish, "start", lambda self, name, _, dice: start(self, name, {"strength": 9}, dice))
    loaded = save.load(data)
    assert loaded.unverified is not None
    assert "map, units or charts have changed" in loaded.unverified
    assert loaded.state == game.state


def test_a_version_that_leads_to_the_same_end_is_no_reason_for_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(20)
    data = save.dump(game)
    monkeypatch.setattr(Skirmish, "rules_version", "2")
    loaded = save.load(data)
    assert same(loaded, game)
    assert save.dump(loaded)[HEADER]["rules_version"] == "2"


def test_a_position_that_the_rules_cannot_take_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Skirmish, data: Any) -> Any:
        raise BadState("/units/r1: has no morale")

    data = save.dump(played(20))
    monkeypatch.setattr(Skirmish, "restore", refuse)
    with installed(Deadlier()), pytest.raises(DamagedSave) as caught:
        save.load(data)
    assert caught.value.where == "the position after command 20"
    assert "/units/r1: has no morale" in caught.value.what


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("stack",), []),
        (("stack",), [{"kind": "orders", "side": "red"}, {"kind": "dodge", "unit": "spam"}]),
        (("units",), {}),
        (("dice", "scripted"), "spam"),
    ],
)
def test_a_forged_position_that_cannot_be_played(path: tuple[str, ...], value: Any) -> None:
    data = deepcopy(save.dump(played(20)))
    put("snapshots", 0, "state", *path, value=value)(data)
    try:
        loaded = save.load(resealed(data))
    except DamagedSave:
        return
    assert loaded.unverified is not None
    assert loaded.legal()


def test_a_forged_position_gets_its_mark() -> None:
    data = deepcopy(save.dump(played(20)))
    put("snapshots", 0, "state", "bid", value=2)(data)
    loaded = save.load(resealed(data))
    assert loaded.unverified is not None
    assert loaded.unverified.startswith("the position after command 20 is another now")


def test_a_forged_journal_gets_its_mark() -> None:
    game, other = played(0), played(0)
    for one, bid in ((game, 1), (other, 2)):
        one.apply(f"bid {bid}")
    data = deepcopy(save.dump(game))
    data["journal"] = save.dump(other)["journal"]
    loaded = save.load(resealed(data))
    assert loaded.unverified is not None
    assert loaded.state == game.state


@pytest.mark.parametrize(
    "text",
    [
        *("spam", "edit", "edit {", "edit [", "edit 3", 'edit {"patch":3,"settle":false}', 'edit {"patch":[]}'),
        *("dice", "dice 3", 'dice ["a"]', "dice [9]", "dice null", "end", "undo 1"),
    ],
)
def test_interventions_that_are_none(text: str) -> None:
    game = played(5)
    line = Line("*", text, check(game.checks()[-1], "*", text, []))
    before = game.state
    with pytest.raises(save.Elsewhere):
        save.repeat(game, line)
    assert (game.seq, game.state) == (5, before)


def test_words_from_a_file_cannot_command_the_terminal(tmp_path: Path) -> None:
    data = deepcopy(save.dump(played(5)))
    data[HEADER]["turn"] = "\x1b[2J"
    (tmp_path / "a.json").write_text(save.text(resealed(data)))
    assert save.read_header(tmp_path / "a.json").turn == "?[2J"
    data = deepcopy(save.dump(played(0)))
    data["journal"] = [["*", "\x1b[2J", check(played(0).root, "*", "\x1b[2J", [])]]
    data[HEADER]["seq"] = data["snapshots"][0]["at"] = 1
    with pytest.raises(DamagedSave) as caught:
        save.load(resealed(data))
    assert str(caught.value).startswith("command 1 `?[2J`")


# Many damaged saves


def test_a_thousand_damaged_saves() -> None:
    report = fuzz_saves.run(1_000, seed=1)
    assert report.refused > 500
    assert report.opened > 20
    assert report.slowest < 2


def test_the_fuzzer_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "_is_whole", fail)
    with pytest.raises(fuzz_saves.Found):
        fuzz_saves.run(100, seed=1)
