"""How the titles are built, in figures: `python -m tests.house` prints them, `tests/test_house.py` holds them.

- in how many files of its title a command is named (the class, or its verb as a text in what is shown);
- lines of Python a title, its greedy player aside;
- what a title has to define before it appears;
- comparisons with a printed chart that stand in two places.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median

import wargame_tui
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event as Event
from wargame_tui.core.title import find_title, title_ids

TITLES = Path(wargame_tui.__file__).parent / "titles"


@cache
def tree_of(path: Path) -> ast.Module:
    """A module as it is parsed."""
    return ast.parse(path.read_text("utf-8"))


def modules_of(title: str) -> list[Path]:
    """The modules of a title, its greedy player aside."""
    modules = sorted((TITLES / title).rglob("*.py"))
    return [path for path in modules if not path.relative_to(TITLES / title).parts[0].startswith("bot")]


def named(path: Path) -> set[str]:
    """Every class of the title's commands that a module uses or defines."""
    own, modules, names, found = "commands" in path.with_suffix("").parts, set[str](), dict[str, str](), set[str]()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (node.module or "").endswith(".commands"):
                    names[alias.asname or alias.name] = alias.name
                elif alias.name == "commands":
                    modules.add(alias.asname or alias.name)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Name) and node.id in names:
            found.add(names[node.id])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef) and own:
            found.add(node.name)
    return found


def _keys(path: Path) -> set[str]:
    """The texts with which a module compares verbs, or by which it looks something up for them."""
    found: set[str] = set()
    nodes = [*ast.walk(tree_of(path))]
    tables = {at.id for node in nodes if _is_by_verb(node) for at in ast.walk(node) if isinstance(at, ast.Name)}
    for node in nodes:
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            parts = node.value.keys if any(isinstance(at, ast.Name) and at.id in tables for at in targets) else []
        elif isinstance(node, ast.Compare) and any(_is_verb(part) for part in (node.left, *node.comparators)):
            parts = [part for part in ast.walk(node) if isinstance(part, ast.expr)]
        found |= {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return found


def _is_verb(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "verb"


def _is_by_verb(node: ast.AST) -> bool:
    """Whether something is looked up by a verb: `words[command.verb]`, `words.get(command.verb)`."""
    if isinstance(node, ast.Subscript):
        return _is_verb(node.slice)
    return isinstance(node, ast.Call) and any(_is_verb(argument) for argument in node.args)


def files_of_commands(title: str) -> Mapping[str, list[str]]:
    """For every command of a title the modules that name it."""
    kinds: tuple[type[Command], ...] = tuple(find_title(title).command_kinds)
    modules = modules_of(title)
    return {
        kind.verb: [
            str(path.relative_to(TITLES / title))
            for path in modules
            if kind.__name__ in named(path) or ("shown" in path.parts and kind.verb in _keys(path))
        ]
        for kind in kinds
    }


# Charts


def _chart(node: ast.AST) -> str | None:
    """The printed value that an expression reads, `demolition.target` of `book.charts.demolition.target`."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        names.append(node.id)
    for root in ("charts", "chart"):
        if root in names:
            inner = names[: names.index(root)][::-1]
            return ".".join(inner[-2:]) if inner else None
    return None


def _functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{inside}.{node.name}".strip(".")
            if isinstance(node, ast.FunctionDef):
                yield name, node
            else:
                yield from _functions(node, name)


def comparisons(path: Path) -> Iterator[tuple[str, str]]:
    """Every printed value with which a function of a module compares something, and the function."""
    for name, function in _functions(tree_of(path)):
        local = {
            target.id: chart
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and len(node.targets) == 1
            for target in node.targets
            if isinstance(target, ast.Name) and (chart := _chart(node.value))
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Compare) and any(
                isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE | ast.In) for op in node.ops
            ):
                for part in (node.left, *node.comparators):
                    chart = _chart(part) or (local.get(part.id) if isinstance(part, ast.Name) else None)
                    if chart:
                        yield chart, name


def compared_twice(title: str) -> Mapping[str, list[str]]:
    """Printed values with which two functions of a title compare, and the functions."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules_of(title):
        for chart, function in comparisons(path):
            found[chart].add(f"{path.relative_to(TITLES / title)}: {function}")
    return {chart: sorted(places) for chart, places in sorted(found.items()) if len(places) > 1}


def lines_of(title: str) -> int:
    """Lines of Python in a title's package."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in modules_of(title))


def main() -> None:
    """Print the figures."""
    shared = [path.name for path in TITLES.iterdir() if path.is_dir() and path.name not in title_ids()]
    print(f"methods that a title has to define: {len(FolderTitle.__abstractmethods__)}")
    print(f"  {', '.join(sorted(FolderTitle.__abstractmethods__))}")
    total = 0
    for title in (*title_ids(), *(name for name in shared if not name.startswith("_"))):
        lines = lines_of(title)
        total += lines
        if title not in title_ids():
            print(f"{title}: {lines} lines")
            continue
        files = files_of_commands(title)
        counts = [len(where) for where in files.values()]
        print(f"{title}: {lines} lines, {len(files)} commands, each in {median(counts):g} files (most {max(counts)})")
        for chart, places in compared_twice(title).items():
            print(f"  compared twice: {chart}: {'; '.join(places)}")
    print(f"in all: {total} lines")


if __name__ == "__main__":
    main()
