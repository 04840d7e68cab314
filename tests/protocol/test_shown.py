"""What the engine shows beyond what it takes to play: what is printed, what went on unasked, what an edit set going."""

import ast
import json
from random import Random

import pytest

from tests.protocol.client import PLUGIN, ROOT, Client, Local
from wargame_tui import cli
from wargame_tui.core.patch import apply
from wargame_tui.core.title import find_title, title_ids

TITLES = title_ids()
UNDER_FIRE = [
    {"op": "replace", "path": "/units/b1/dodges", "value": 0},
    {"op": "add", "path": "/stack/-", "value": {"kind": "shot", "unit": "r1", "target": "b1"}},
    {"op": "add", "path": "/stack/-", "value": {"kind": "dodge", "unit": "b1"}},
]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.syspath_prepend(str(PLUGIN))
    return Client(Local())


@pytest.fixture
def game(client: Client) -> str:
    started: str = client.call("new", scenario="skirmish/duel", seed=7)["game"]
    return started


def scenarios_of(title: str) -> list[str]:
    return [info.id for info in find_title(title).scenarios()]


# What is printed


@pytest.mark.parametrize("title", TITLES)
def test_the_map_comes_with_counters_charts_and_set_up(client: Client, title: str) -> None:
    for scenario in scenarios_of(title):
        shown = client.call("map", scenario=scenario)
        assert {"kind", "spaces", "units", "counters", "charts", "sheet", "setup"} == set(shown)
        assert scenario.partition("/")[2] in shown["setup"]
        begun = client.call("new", scenario=scenario, seed=1)["game"]
        assert client.call("map", game=begun).keys() == shown.keys()
        state = client.call("state", game=begun)["state"]
        if shown["units"]:
            known = {*shown["units"], *shown["counters"].get("splits", ()), *shown["counters"].get("remnants", ())}
            # Coast defences have no counters of their own: they are 0-N-0 by the `level` of the beach.
            assert {unit for unit in state["units"] if not unit.startswith("fixed-")} <= known
        else:
            classes = shown["counters"]["classes"]
            assert all(force["cls"] in classes[force["side"]] for force in state["forces"].values())


def test_a_counter_shows_its_values(client: Client) -> None:
    units = client.call("map", scenario="ardennes_44/campaign")["units"]
    assert units["78-309"]["attack"] == [5, 3]
    assert units["78-309"]["movement"] == 4


@pytest.mark.parametrize("title", TITLES)
def test_the_state_comes_with_the_table_that_it_makes(client: Client, title: str) -> None:
    scenario = scenarios_of(title)[0]
    spaces = client.call("map", scenario=scenario)["spaces"]
    begun = client.call("new", scenario=scenario, seed=1)["game"]
    for params in ({}, *({"side": side} for side in find_title(title).sides)):
        shown = client.call("state", game=begun, **params)
        assert set(shown) == {"state", "table"}
        table = shown["table"]["spaces"]
        assert set(table) <= set(spaces)
        counters = [counter for space in table.values() for counter in space["counters"]]
        assert counters
        assert all({"unit", "side", "strength", "numbers", "flags"} <= set(counter) for counter in counters)


@pytest.mark.parametrize("title", TITLES)
def test_the_schema_of_a_state(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["engine", "--schema", title]) == 0
    schema = json.loads(capsys.readouterr().out)
    client = Client(Local())
    for scenario in scenarios_of(title):
        state = client.call("state", game=client.call("new", scenario=scenario, seed=1)["game"])["state"]
        assert state.keys() <= schema["properties"].keys()
        assert set(schema["required"]) <= state.keys()
        assert not schema["additionalProperties"]
        kinds = {
            kind.get("const") for part in schema["$defs"].values() for kind in [part["properties"].get("kind", {})]
        }
        assert {step["kind"] for step in state["stack"]} <= kinds


def test_the_schema_of_no_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["engine", "--schema", "nowhere"]) == cli.USAGE_ERROR
    assert "nowhere" in capsys.readouterr().err


# Where the game stands


def test_status_names_steps_by_kind(client: Client, game: str) -> None:
    status = client.call("apply", game=game, command="fire r1 b1")["status"]
    assert status["step"] == "dodge"
    assert [step["kind"] for step in status["steps"]] == ["turn", "orders", "shot", "dodge"]
    assert [step["text"] for step in status["steps"] if step["text"]] == status["trail"]
    over = [{"op": "replace", "path": "/over", "value": {"winner": None, "level": "draw", "reason": "agreed"}}]
    assert client.call("edit", game=game, patch=over)["status"]["step"] is None


# What the kernel decided by itself


def test_the_log_has_what_was_carried_out_unasked(client: Client, game: str) -> None:
    for command in ("fire r1 b2", "dodge"):
        assert client.call("apply", game=game, command=command)["unasked"] == []
    assert client.call("apply", game=game, command="fire r2 b2")["unasked"] == ["stand"]
    client.call("edit", game=game, patch=UNDER_FIRE)
    log = client.call("log", game=game)
    assert [entry["unasked"] for entry in log["entries"]] == [[], [], ["stand"]]
    assert [one["unasked"] for one in log["interventions"]] == [["stand"]]
    assert log["opening"] == {"events": [], "unasked": []}
    again = client.call("load", save=client.call("save", game=game)["save"])["game"]
    assert client.call("log", game=again) == log


def test_the_log_tells_what_came_before_the_first_command(client: Client) -> None:
    game = client.call("new", scenario="montys_gamble/basic", seed=1)["game"]
    opening = client.call("log", game=game)["opening"]
    assert opening["events"]
    assert all(event["kind"] and event["text"] for event in opening["events"])


# Edits and dice


def test_an_edit_says_what_it_set_going(client: Client, game: str) -> None:
    told = client.call("edit", game=game, patch=UNDER_FIRE)
    assert [event["kind"] for event in told["events"]] == ["shot"]
    assert told["unasked"] == ["stand"]
    changed = {one["path"]: one for one in told["followed"]}
    assert changed["/dice/count"] == {"op": "replace", "path": "/dice/count", "value": 2}
    assert set(changed) <= {"/dice/count", "/stack", "/units/b1/strength"}
    assert client.call("log", game=game)["interventions"][0]["events"] == told["events"]


def test_an_edit_that_sets_nothing_going(client: Client, game: str) -> None:
    told = client.call("edit", game=game, patch=[{"op": "replace", "path": "/bid", "value": 2}])
    assert (told["events"], told["unasked"], told["followed"]) == ([], [], [])


def test_what_follows_from_an_edit_of_a_title(client: Client) -> None:
    game = client.call("new", scenario="tigers_in_the_mist/campaign", seed=1)["game"]
    before = client.call("state", game=game)["state"]
    told = client.call("edit", game=game, patch=[{"op": "replace", "path": "/date", "value": 17}])
    assert apply({**before, "date": 17}, told["followed"]) == client.call("state", game=game)["state"]
    assert "/stack/0/date" in {one["path"] for one in told["followed"]}


def test_an_edit_that_does_not_run_on(client: Client, game: str) -> None:
    told = client.call("edit", game=game, patch=UNDER_FIRE, settle=False)
    assert (told["events"], told["unasked"], told["followed"]) == ([], [], [])
    assert (told["status"]["step"], told["status"]["side"]) == ("dodge", "blue")
    assert [one["notation"] for one in client.call("legal", game=game)["commands"]] == ["stand"]
    again = client.call("load", save=client.call("save", game=game)["save"])
    assert {**again["status"], "game": game} == told["status"]
    for one in (game, again["game"]):
        assert client.call("apply", game=one, command="stand")["events"][0]["kind"] == "shot"


def test_an_edit_that_has_to_run_on(client: Client, game: str) -> None:
    before = client.call("save", game=game)
    failed = client.error("edit", game=game, patch=UNDER_FIRE[:2], settle=False)
    assert (failed.code, "nobody decides" in failed.data["reason"]) == (4, True)
    assert client.call("save", game=game) == before


def test_forced_dice_can_be_cleared(client: Client, game: str) -> None:
    assert client.call("dice", game=game, clear=True)["pending"] == []
    assert client.call("log", game=game)["interventions"] == []
    client.call("dice", game=game, values=[1, 2])
    assert client.call("dice", game=game, clear=True, values=[5])["pending"] == [5]
    assert client.call("dice", game=game, clear=True)["pending"] == []
    told = [one["text"] for one in client.call("log", game=game)["interventions"]]
    assert told == ["dice [1, 2]", "dice null", "dice [5]", "dice null"]
    again = client.call("load", save=client.call("save", game=game)["save"])["game"]
    assert client.call("state", game=again) == client.call("state", game=game)
    assert client.error("dice", game=game).code == -32602
    assert client.error("dice", game=game, clear=True, values=[99]).code == -32602


# Why not


@pytest.mark.parametrize("title", TITLES)
def test_what_is_not_legal_is_refused_by_a_rule(client: Client, title: str) -> None:
    random = Random(7)
    game = client.call("new", scenario=scenarios_of(title)[-1], seed=7)["game"]
    met: set[str] = set()
    for _ in range(60):
        now = [one["notation"] for one in client.call("legal", game=game, limit=300)["commands"]]
        for command in random.sample(sorted(met - set(now)), min(25, len(met - set(now)))):
            told = client.call("explain", game=game, command=command)
            assert told["legal"] or told.get("rule"), (command, told)
        met.update(random.sample(now, min(20, len(now))))
        if client.call("apply", game=game, command=random.choice(now))["status"]["over"]:
            break


def test_every_refusal_in_the_rules_names_its_rule() -> None:
    bare = [
        f"{path.name}:{call.lineno}"
        for path in sorted((ROOT / "wargame_tui" / "titles").rglob("*.py"))
        if path.name not in ("picking.py", "presentation.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and _name(call) in ("Refusal", "refused")
        if len(call.args) + len(call.keywords) < 2 and "no unit" not in ast.unparse(call)
    ]
    assert bare == []


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""
