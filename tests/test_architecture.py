"""Import hygiene: commands that need no screen never load Textual, and `--version` loads next to nothing."""

import ast
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

import wargame_tui
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.title import find_title, title_ids

PACKAGE = Path(wargame_tui.__file__).parent
NO_NETWORK = {
    "socket", "socketserver", "ssl", "http", "urllib", "xmlrpc", "ftplib", "smtplib", "poplib", "imaplib", "webbrowser",
    "requests", "httpx", "aiohttp",
}  # fmt: skip
NO_CODE_FROM_DATA = {"pickle", "marshal", "shelve", "dill", "code", "codeop", "runpy", "ctypes"}
WRITERS = {"core/disk.py", "core/autosave.py"}
"""What writes, and what renames whole files."""
EVALUATORS = {"core/state.py"}
"""What makes a copying function of the names of a dataclass's fields, as dataclasses do."""
HEAVY = ("textual", "rich", "pydantic", "yaml", "platformdirs", "argparse", "json", "pathlib", "importlib.metadata")


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded by its end."""
    code = (
        "import sys\nfrom wargame_tui.cli import main\n"
        f"main({list(arguments)!r})\nprint(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("command", ["engine", "titles", "mail dice", "--version"])
def test_commands_without_a_screen_never_load_textual(command: str) -> None:
    assert not loaded_by(*command.split()) & {"textual", "rich"}


def test_version_loads_nothing_heavy() -> None:
    assert not loaded_by("--version") & set(HEAVY)


def test_the_words_of_the_mail_commands_cost_nothing() -> None:
    """They are read whenever any command is."""
    assert not {name for name in loaded_by("titles") if name.startswith("wargame_tui.mail.")} - {
        "wargame_tui.mail.arguments"
    }


def test_engine_answers_without_textual() -> None:
    asked = '{"jsonrpc": "2.0", "id": 1, "method": "initialize"}\n'
    code = (
        "import sys\nfrom wargame_tui.protocol.server import main\nmain()\n"
        "sys.exit('textual' in sys.modules or 'rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"wargame-tui"' in done.stdout


def sources() -> Iterator[tuple[str, ast.AST]]:
    """Every module of the program, with its place."""
    for path in PACKAGE.rglob("*.py"):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    """The packages that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


ON_THE_LINE = {
    "live/door.py": {"ssl"},
    "live/line.py": {"socket", "ssl"},
    "live/meeting.py": {"socket"},
}
"""Live games listen and connect when asked to, and nothing else does."""


def test_nothing_reaches_the_network_and_no_data_becomes_code() -> None:
    forbidden = NO_NETWORK | NO_CODE_FROM_DATA
    assert {place: found for place, tree in sources() if (found := forbidden & {*imported(tree)})} == ON_THE_LINE


def test_only_what_plays_live_loads_the_line() -> None:
    """Whoever plays alone, at one keyboard or by letters loads nothing that could listen."""
    assert not {name for name in loaded_by("titles") if name.startswith("wargame_tui.live")}


def modules_named(tree: ast.AST, name: str, modules: Collection[str]) -> Iterator[str]:
    """Which of the modules another one imports, wherever in it: late, or for its types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}:{node.lineno}: imports say the whole name of a module"
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (module if module in modules else str(node.module) for module in whole)


def arrows(trees: Mapping[str, ast.AST]) -> dict[str, set[str]]:
    """What each module imports of the others."""
    return {name: {*modules_named(tree, name, trees)} & {*trees} - {name} for name, tree in trees.items()}


def circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Modules of which each imports the next, the last one the first; none if there is no such circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [*reversed(error.args[1])]
    return []


def test_a_circle_of_modules_is_noticed() -> None:
    texts = {"a.b": "from a import c", "a.c": "if TYPE_CHECKING:\n    from a.d import D", "a.d": "def f(): import a.b"}
    trees: dict[str, ast.AST] = {name: ast.parse(text) for name, text in texts.items()}
    assert {*circle(arrows(trees))} == {*texts}
    assert circle(arrows(trees | {"a.d": ast.parse("import a.e")})) == []


def test_no_circle_of_modules() -> None:
    """Not a hidden one either, by imports inside functions or for types alone: what two share stands below both."""
    assert circle(arrows({module_of(place): tree for place, tree in sources()})) == []


def module_of(place: str) -> str:
    """The name of the module at a place below the package."""
    return f"wargame_tui.{place.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")


def called(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_nothing_is_evaluated() -> None:
    names = ("eval", "exec", "compile", "__import__")
    found = [
        f"{place}:{call.lineno}"
        for place, tree in sources()
        if place not in EVALUATORS
        for call in called(tree)
        if (isinstance(call.func, ast.Name) and call.func.id in names)
        or ast.unparse(call.func) in ("yaml.unsafe_load", "yaml.full_load", "os.system", "os.popen")
    ]
    assert found == []


def writes(call: ast.Call) -> bool:
    """Whether a call changes what is on the disk by another way than `core.disk`."""
    words = ast.unparse(call.func)
    if words.endswith((".write_text", ".write_bytes")) or words in ("os.replace", "os.rename", "shutil.move"):
        return True
    modes = [
        each.value for each in [*call.args, *(word.value for word in call.keywords)] if isinstance(each, ast.Constant)
    ]
    opens = words == "open" or words.endswith(".open")
    return opens and any(isinstance(mode, str) and 0 < len(mode) < 4 and {*mode} & {*"wax+"} for mode in modes)


def test_what_is_kept_is_written_in_one_place() -> None:
    """That place syncs files and folders, in the order in which a power failure does least harm."""
    found = {place for place, tree in sources() for call in called(tree) if writes(call)}
    assert found - WRITERS == set()


READ_ONLY = {"Table", "State", "S"}
"""What rules call a state, or a draft of one, that they read; to mypy a state is not frozen (`core.state.state`)."""


def read_only(function: ast.FunctionDef) -> set[str]:
    """What a function calls the states that it reads."""
    names = {}
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation:
            names[node.arg] = ast.unparse(node.annotation)
        elif isinstance(node, ast.AnnAssign):
            names[ast.unparse(node.target)] = ast.unparse(node.annotation)
    return {name for name, kind in names.items() if kind in READ_ONLY}


def written(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a function assigns to or deletes."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                yield from targets
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                yield target
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[target, *_]):
                yield ast.Attribute(target)


def owner(target: ast.expr) -> str | None:
    """The name of the thing of which a part is assigned to: `table` of `table.units["a"]`."""
    whole = target
    while isinstance(whole, ast.Attribute | ast.Subscript | ast.Starred):
        whole = whole.value
    return whole.id if isinstance(whole, ast.Name) and whole is not target else None


def writes_to_a_state(tree: ast.AST) -> list[str]:
    """The functions that write to a state that they should only read."""
    return [
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and (names := read_only(function))
        for target in written(function)
        for part in (target.elts if isinstance(target, ast.Tuple) else [target])
        if owner(part) in names
    ]


@pytest.mark.parametrize(
    "line",
    ["table.turn = 1", "table.units['a'] = b", "x, table.turn = 1, 2", "del table.turn", "setattr(table, 'a', 1)"],
)
def test_writing_to_a_state_is_noticed(line: str) -> None:
    assert writes_to_a_state(ast.parse(f"def rule(table: Table) -> None:\n    {line}")) != []
    assert writes_to_a_state(ast.parse(f"def rule(table: Draft) -> None:\n    {line}")) == []


def test_rules_write_to_drafts_alone() -> None:
    """A state is frozen when the program runs; but a rule that nothing has tried would find out too late."""
    rules = ((place, tree) for place, tree in sources() if place.startswith("titles/"))
    found = {place: wrong for place, tree in rules if (wrong := writes_to_a_state(tree))}
    assert found == {}


def test_a_title_brings_all_its_steps() -> None:
    """What a stack may be made of is asked of the modules that are there (`StepsOf`)."""
    code = (
        "import wargame_tui.titles, importlib, pkgutil\n"
        "for found in pkgutil.iter_modules(wargame_tui.titles.__path__, 'wargame_tui.titles.'):\n"
        "    importlib.import_module(found.name)\n"
        "from wargame_tui.core.step import steps_of\n"
        "for found in pkgutil.iter_modules(wargame_tui.titles.__path__, 'wargame_tui.titles.'):\n"
        "    print(*(f'{step.__module__}.{step.__name__}' for step in steps_of(found.name + '.title')), sep='\\n')\n"
    )
    there = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    written_down = {
        f"{module_of(place)}.{kind.name}"
        for place, tree in sources()
        if place.startswith("titles/")
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for line in kind.body
        if isinstance(line, ast.AnnAssign) and ast.unparse(line).startswith("kind: Literal[")
        if line.value is not None and ast.unparse(line.annotation) == f"Literal[{ast.unparse(line.value)}]"
    }
    assert there == written_down


OWN_WORDS = {
    "city": "a kind of place", "fort": "a kind of place", "river": "a kind of water", "box": "a kind of space",
    "airborne": "a type of unit", "Enemy": "a page of the desk", "clear": "an action of a screen",
    "open": "an action of a screen",
}  # fmt: skip
"""Words of the shared house that some title has for a terrain or a side, and in which sense they are meant there."""


def found_under(key: str, data: Any) -> Iterator[str]:
    """The words that stand under a key anywhere in a data file."""
    if isinstance(data, dict):
        if isinstance(data.get(key), str):
            yield data[key]
        yield from (word for value in data.values() for word in found_under(key, value))
    elif isinstance(data, list):
        yield from (word for value in data for word in found_under(key, value))


def words_of_titles() -> set[str]:
    """What the titles call their sides, branches and terrains."""
    words: set[str] = set()
    for name in title_ids():
        title = find_title(name)
        assert isinstance(title, BoardTitle)
        words |= {*title.sides, *title.look().sides, *title.look().branches, *title.look().terrains}
        for info in title.scenarios():
            printed = title.printed(info.id)
            words |= {*printed["sheet"].get("legend", {}).values(), *found_under("terrain", printed["sheet"])}
            words |= {*found_under("branch", printed["units"])}
    return words


def test_no_side_branch_or_terrain_of_a_title_is_known_outside() -> None:
    """What is drawn for them is in the title's look.yaml."""
    words = words_of_titles()
    assert {"German", "SS", "bocage", "polder"} <= words
    found = [
        f"{place}:{node.lineno}: {node.value}"
        for place, tree in sources()
        if not place.startswith(("titles/", "bots/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in words - OWN_WORDS.keys()
    ]
    assert found == []
