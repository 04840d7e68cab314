"""Every method, every error code and every promise of the engine protocol, on the miniature title."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.protocol.client import PLUGIN, Client, Failed, Local, Piped
from wargame_tui.core.save import HEADER
from wargame_tui.core.title import find_title

STATUS = {"game", "scenario", "turn", "trail", "side", "prompt", "over", "flags", "seq", "step", "steps"}


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))


@pytest.fixture
def client() -> Client:
    return Client(Local())


@pytest.fixture
def scenario() -> str:
    return find_title("skirmish").scenarios()[0].id


@pytest.fixture
def game(client: Client, scenario: str) -> str:
    started: str = client.call("new", scenario=scenario, seed=7)["game"]
    return started


def listed(client: Client, game: str) -> list[str]:
    return [command["notation"] for command in client.call("legal", game=game)["commands"]]


def everything(client: Client, game: str) -> list[Any]:
    """All that the engine says of a game."""
    return [client.call(method, game=game) for method in ("status", "state", "legal", "log", "save")]


def play(client: Client, game: str, commands: int = 10_000, seed: int = 1) -> dict[str, Any]:
    """Play at random to the end, or so many commands; the last status."""
    random = Random(seed)
    status = client.call("status", game=game)
    for _ in range(commands):
        if status["over"]:
            break
        status = client.call("apply", game=game, command=random.choice(listed(client, game)))["status"]
    return dict(status)


# Methods


def test_initialize_lists_titles_and_scenarios(client: Client, scenario: str) -> None:
    shown = client.call("initialize")
    assert (shown["name"], shown["protocol"]) == ("wargame-tui", 1)
    titles = {title["id"]: title for title in shown["titles"]}
    assert len(titles["skirmish"]["sides"]) == 2
    entry = titles["skirmish"]["scenarios"][0]
    assert entry["id"] == scenario
    assert set(entry) == {"id", "name", "turns", "solitaire"}


def test_initialize_leaves_out_titles_that_do_not_load(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "broken-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text("[wargame_tui.titles]\nbroken = no.such.module:TITLE\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    ids = [title["id"] for title in client.call("initialize")["titles"]]
    assert "skirmish" in ids
    assert "broken" not in ids


def test_new_begins_a_game(client: Client, scenario: str) -> None:
    begun = client.call("new", scenario=scenario, seed=1)
    status = begun["status"]
    assert set(status) == STATUS
    assert status["game"] == begun["game"]
    assert (status["scenario"], status["seq"], status["over"]) == (scenario, 0, None)
    assert status["flags"] == {"edited": False, "scripted": False}
    assert status["prompt"]["text"]
    assert all(isinstance(words, str) for words in status["trail"])
    assert status["trail"]


def test_new_without_a_seed_draws_one(client: Client, scenario: str) -> None:
    seeds = {client.call("save", game=client.call("new", scenario=scenario)["game"])["save"]["seed"] for _ in range(5)}
    assert len(seeds) == 5


def test_games_do_not_touch_one_another(client: Client, scenario: str) -> None:
    one, two = (client.call("new", scenario=scenario, seed=3)["game"] for _ in range(2))
    before = client.call("state", game=two)
    client.call("apply", game=one, command=listed(client, one)[0])
    assert client.call("state", game=two) == before


def test_legal_lists_what_apply_accepts(client: Client, scenario: str, game: str) -> None:
    shown = client.call("legal", game=game)
    assert shown["complete"]
    for command in shown["commands"]:
        assert command["text"]
        for form in (command["notation"], command["command"]):
            twin = client.call("new", scenario=scenario, seed=7)["game"]
            done = client.call("apply", game=twin, command=form)
            assert done["status"]["seq"] == 1
            assert all(event["kind"] and event["text"] for event in done["events"])


def test_legal_says_when_it_was_cut(client: Client, game: str) -> None:
    number = len(listed(client, game))
    assert number > 1
    cut = client.call("legal", game=game, limit=number - 1)
    assert (len(cut["commands"]), cut["complete"]) == (number - 1, False)
    whole = client.call("legal", game=game, limit=number)
    assert (len(whole["commands"]), whole["complete"]) == (number, True)
    assert client.call("legal", game=game, limit=0) == {"commands": [], "complete": False}


def test_map_by_game_and_by_scenario(client: Client, scenario: str, game: str) -> None:
    shown = client.call("map", game=game)
    assert shown == client.call("map", scenario=scenario)
    assert shown["kind"] in ("area", "hex")
    for space in shown["spaces"].values():
        assert space["name"]
        assert set(space["neighbours"]) <= set(shown["spaces"])


def test_status_and_state_as_a_side_sees_them(client: Client, game: str) -> None:
    for side in find_title("skirmish").sides:
        assert set(client.call("status", game=game, side=side)) == STATUS
        assert "seed" not in client.call("state", game=game, side=side)["state"]["dice"]
    assert client.error("state", game=game, side="nobody").code == -32602
    assert client.error("status", game=game, side="nobody").code == -32602


def test_odds_are_a_distribution(client: Client, game: str) -> None:
    odds = client.call("odds", game=game, command="fire r1 b1")
    assert sum(outcome["p"] for outcome in odds["outcomes"]) == pytest.approx(1)
    assert all(outcome["text"] for outcome in odds["outcomes"])
    assert all({"text", "value", "rule"} <= set(modifier) for modifier in odds["modifiers"])
    assert client.call("odds", game=game, command="end")["outcomes"] == []
    assert client.error("odds", game=game, command="fire r1 r2").code == 2
    assert client.error("odds", game=game, command="nonsense").code == 2


def test_explain_says_why_not(client: Client, scenario: str) -> None:
    game = client.call("new", scenario=scenario, seed=7)["game"]
    stale = listed(client, game)
    assert client.call("explain", game=game, command=stale[0]) == {"legal": True}
    client.call("apply", game=game, command=stale[0])
    now = listed(client, game)
    gone = [command for command in stale if command not in now]
    assert gone
    for command in gone:
        told = client.call("explain", game=game, command=command)
        failed = client.error("apply", game=game, command=command)
        assert (told.pop("legal"), failed.code, failed.data) == (False, 2, told)
    told = client.call("explain", game=game, command="nonsense")
    assert not told["legal"]
    assert told["reason"]


def test_log_tells_commands_and_their_events(client: Client, game: str) -> None:
    done = []
    for _ in range(4):
        side = client.call("status", game=game)["side"]
        command = listed(client, game)[-1]
        done.append((side, command, client.call("apply", game=game, command=command)["events"]))
    entries = client.call("log", game=game)["entries"]
    assert [(entry["side"], entry["notation"], entry["events"]) for entry in entries] == done
    assert [entry["index"] for entry in entries] == [0, 1, 2, 3]
    assert client.call("log", game=game, **{"from": 3})["entries"] == entries[3:]
    assert client.call("log", game=game, **{"from": 99})["entries"] == []


def test_edits_and_scripted_dice_are_logged_beside_the_commands(client: Client, game: str) -> None:
    client.call("apply", game=game, command=listed(client, game)[0])
    client.call("dice", game=game, values=[1])
    client.call("edit", game=game, patch=[])
    log = client.call("log", game=game)
    assert len(log["entries"]) == client.call("status", game=game)["seq"] == 1
    assert [(one["before"], one["text"][:4]) for one in log["interventions"]] == [(1, "dice"), (1, "edit")]


def test_undo_takes_back_and_counts(client: Client, scenario: str) -> None:
    game = client.call("new", scenario=scenario, seed=5, options={"undo": "free"})["game"]
    positions = []
    for _ in range(6):
        positions.append(everything(client, game))
        client.call("apply", game=game, command=listed(client, game)[0])
    client.call("undo", game=game)
    assert everything(client, game) == positions[5]
    client.call("undo", game=game, count=4)
    assert everything(client, game) == positions[1]
    assert client.error("undo", game=game, count=2).code == 2
    assert everything(client, game) == positions[1]
    assert client.call("undo", game=game)["status"]["seq"] == 0
    assert client.error("undo", game=game).code == 2


def test_undo_stops_where_the_decision_passed_on(client: Client, game: str) -> None:
    random = Random(3)
    side = client.call("status", game=game)["side"]
    status = {"side": side}
    while status["side"] == side:
        status = client.call("apply", game=game, command=random.choice(listed(client, game)))["status"]
    before = everything(client, game)
    failed = client.error("undo", game=game)
    assert (failed.code, bool(failed.data["reason"])) == (2, True)
    assert everything(client, game) == before


def test_scripted_dice_are_rolled_first(client: Client, scenario: str) -> None:
    game = client.call("new", scenario=scenario, seed=5, options={"undo": "free"})["game"]
    assert client.call("dice", game=game, values=[2, 3])["pending"] == [2, 3]
    assert client.call("dice", game=game, values=[4])["pending"] == [2, 3, 4]
    assert client.call("status", game=game)["flags"]["scripted"]
    client.call("apply", game=game, command="fire r1 b1")
    shot = client.call("apply", game=game, command="stand")["events"][0]
    assert (shot["kind"], shot["dice"]) == ("shot", [2, 3])
    assert client.call("dice", game=game, values=[])["pending"] == [4]
    client.call("undo", game=game)
    assert client.call("dice", game=game, values=[])["pending"] == [2, 3, 4]


def test_new_takes_scripted_dice(client: Client, scenario: str) -> None:
    begun = client.call("new", scenario=scenario, seed=1, dice=[1, 2])
    assert begun["status"]["flags"]["scripted"]
    assert begun["status"]["seq"] == 0
    assert client.call("dice", game=begun["game"], values=[])["pending"] == [1, 2]


@pytest.mark.parametrize("values", [[-1], [1, 1000], [2**62]])
def test_faces_that_no_die_has(client: Client, scenario: str, game: str, values: list[int]) -> None:
    before = everything(client, game)
    assert client.error("dice", game=game, values=values).code == -32602
    assert everything(client, game) == before
    assert client.error("new", scenario=scenario, dice=values).code == -32602


def test_edit_marks_the_game_for_good(client: Client, scenario: str) -> None:
    game = client.call("new", scenario=scenario, seed=5, options={"undo": "free"})["game"]
    before = client.call("state", game=game)
    status = client.call("edit", game=game, patch=[{"op": "test", "path": "/over", "value": None}])["status"]
    assert status["flags"] == {"edited": True, "scripted": False}
    client.call("undo", game=game)
    assert client.call("state", game=game) == before
    assert client.call("status", game=game)["flags"]["edited"]
    again = client.call("load", save=client.call("save", game=game)["save"])
    assert again["status"]["flags"]["edited"]


@pytest.mark.parametrize(
    "patch",
    [
        None,
        5,
        "x",
        {},
        [5],
        [{}],
        [{"op": "replace"}],
        [{"op": "destroy", "path": "/over"}],
        [{"op": "remove", "path": ""}],
        [{"op": "remove", "path": "/stack"}],
        [{"op": "replace", "path": "/stack", "value": []}],
        [{"op": "replace", "path": "/dice/count", "value": "many"}],
        [{"op": "replace", "path": "/dice/count", "value": 0.5}],
        [{"op": "add", "path": "/nonsense", "value": 1}],
        [{"op": "add", "path": "over", "value": 1}],
        [{"op": "test", "path": "/over", "value": 1}],
        [{"op": "replace", "path": "", "value": {}}],
        [{"op": "replace", "path": "", "value": None}],
        [{"op": "move", "from": "/dice", "path": "/dice/count"}],
        [{"op": "test", "path": "/over", "value": None}, {"op": "remove", "path": "/dice"}],
    ],
)
def test_bad_patches_are_refused_as_a_whole(client: Client, game: str, patch: Any) -> None:
    before = everything(client, game)
    assert client.error("edit", game=game, patch=patch).code == 4
    assert everything(client, game) == before


def test_save_and_load_by_value_and_by_file(client: Client, game: str, tmp_path: Path) -> None:
    play(client, game, 12)
    save = client.call("save", game=game)["save"]
    path = tmp_path / "game.save"
    assert client.call("save", game=game, path=str(path))["save"] == save
    before = everything(client, game)[1:]
    for twin in (client.call("load", save=save), client.call("load", path=str(path))):
        assert twin["game"] != game
        assert everything(client, twin["game"])[1:] == before
        ends = [{**play(client, one, seed=9), "game": ""} for one in _branches(client, save)]
        assert ends[0] == ends[1]


def _branches(client: Client, save: Any) -> list[str]:
    return [client.call("load", save=save)["game"] for _ in range(2)]


@pytest.mark.parametrize("change", ["empty", "cut", "seed", "scenario", "version", "foreign"])
def test_damaged_and_foreign_saves(client: Client, game: str, tmp_path: Path, change: str) -> None:
    play(client, game, 8)
    save = client.call("save", game=game)["save"]
    changed = {
        "empty": {},
        "cut": dict(list(save.items())[:-1]),
        "seed": {**save, "seed": save["seed"] + 1},
        "scenario": {**save, HEADER: {**save[HEADER], "scenario": "no/such"}},
        "version": {**save, HEADER: {**save[HEADER], "format": 10**6}},
        "foreign": {"vassal": "module"},
    }[change]
    assert client.error("load", save=changed).code == 3
    path = tmp_path / "damaged.save"
    path.write_text(json.dumps(changed))
    assert client.error("load", path=str(path)).code == 3


def test_files_that_are_no_saves(client: Client, game: str, tmp_path: Path) -> None:
    assert client.error("load", path=str(tmp_path / "nowhere")).code == 3
    assert client.error("load", path=str(tmp_path)).code == 3
    (tmp_path / "empty").touch()
    assert client.error("load", path=str(tmp_path / "empty")).code == 3
    assert client.error("save", game=game, path=str(tmp_path / "no" / "such" / "folder")).code == -32602
    for path in ("\0", "\ud800"):
        assert client.error("save", game=game, path=path).code == -32602
        assert client.error("load", path=path).code == -32602


def test_close_forgets_the_game(client: Client, game: str) -> None:
    assert client.call("close", game=game) == {}
    for method in ("status", "state", "legal", "undo", "log", "save", "close"):
        assert client.error(method, game=game).code == 1


# Errors


def test_unknown_game(client: Client) -> None:
    needed: dict[str, dict[str, Any]] = {
        "apply": {"command": "end"},
        "odds": {"command": "end"},
        "explain": {"command": "end"},
        "edit": {"patch": []},
        "dice": {"values": [1]},
        "map": {},
    }
    for method, more in needed.items():
        assert client.error(method, game="g0", **more).code == 1


@pytest.mark.parametrize("scenario", ["", "/", "nowhere", "no/such", "skirmish", "skirmish/", "skirmish/no", "../x"])
def test_no_such_scenario(client: Client, scenario: str) -> None:
    assert client.error("new", scenario=scenario).code == 6
    assert client.error("map", scenario=scenario).code == 6


@pytest.mark.parametrize("options", [{"undo": "always"}, {"undo": 1}, {"no_such_option": True}])
def test_options_that_there_are_not(client: Client, scenario: str, options: dict[str, Any]) -> None:
    assert client.error("new", scenario=scenario, options=options).code == -32602


@pytest.mark.parametrize(
    "command",
    ["", " ", "nonsense", "end end end end end", "\n", "x" * 100_000, "é", {}, {"verb": 1}, {"verb": "end", "x": []}],
)
def test_what_is_no_command(client: Client, game: str, command: Any) -> None:
    before = everything(client, game)
    assert client.error("apply", game=game, command=command).code == 2
    assert client.error("odds", game=game, command=command).code == 2
    assert everything(client, game) == before


def test_a_game_that_is_over_takes_no_commands(client: Client, game: str) -> None:
    last = listed(client, game)[0]
    over = play(client, game)["over"]
    assert set(over) >= {"winner", "level", "reason"}
    assert client.call("legal", game=game) == {"commands": [], "complete": True}
    assert client.call("status", game=game)["side"] is None
    before = everything(client, game)
    assert client.error("apply", game=game, command=last).code == 5
    assert client.error("odds", game=game, command=last).code == 5
    assert not client.call("explain", game=game, command=last)["legal"]
    assert everything(client, game) == before


def test_an_error_inside_leaves_the_game_as_it_was(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before, command = everything(client, game), listed(client, game)[0]
    with monkeypatch.context() as broken:
        broken.setattr(type(find_title("skirmish")), "turn", lambda self, state: 1 / 0)
        assert client.error("apply", game=game, command=command).code == -32603
    assert "ZeroDivisionError" in caplog.text
    assert everything(client, game) == before


# Promises


def test_same_seed_same_game_in_another_process(client: Client, scenario: str) -> None:
    piped = Piped()
    saves = []
    for one in (client, Client(piped)):
        game = one.call("new", scenario=scenario, seed=11)["game"]
        play(one, game)
        saves.append(json.dumps(one.call("save", game=game)))
    assert saves[0] == saves[1]
    assert piped.close() == 0


@pytest.mark.parametrize("seed", range(5))
def test_every_game_ends(client: Client, scenario: str, seed: int) -> None:
    game = client.call("new", scenario=scenario, seed=seed)["game"]
    assert play(client, game, seed=seed)["over"]


def test_a_failed_call_carries_its_reason(client: Client) -> None:
    with pytest.raises(Failed) as failed:
        client.call("status", game="nowhere")
    assert "nowhere" in failed.value.data["reason"]
