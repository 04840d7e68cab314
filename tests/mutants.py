"""Small faults put into the rules of titles, one at a time: do the title's tests notice?

    python -m tests.mutants [TITLE ...] [--sample 20] [--seed 1] [--only MODULE]

Works on a copy in a temporary folder, never on the tree. Prints every mutant with its place and what was changed; one
that survived is either a hole in the tests or means the same (a shortcut for speed, a case that cannot arise). What
always means the same is never tried: what stands above a function, such as the size of its cache, and words.

Nor is what only lets a step offer more: `candidates` may, since `refusal` alone judges (CONTRIBUTING). So the filters
of what it offers are turned round, but never left out.

One that the title's own tests do not notice is tried on what every title has as well: its golden games, and unknown
words at every step. What only these notice is told apart.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from time import monotonic
from typing import Literal, TypeVar

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("wargame_tui", "tests", "scenarios", "pyproject.toml")
TITLES = Path("wargame_tui", "titles")
TESTS = Path("tests", "titles")
SHARED = Path("tests", "board")
"""Tests of a module that every title has, `test_sense.py` for `sense.py`."""
EVERYWHERE = ("tests/golden/test_golden.py", "tests/conformance/test_unknown_words.py")
"""Tests of all titles, a case a scenario: each runs those of the title."""
TOGETHER = dict.fromkeys(("commander", "pacific_commander", "desert_commander"), "commander_solitaire")
"""Packages of rules whose tests lie in a folder with another name."""
NO_RULES = {"__init__", "battle_edits", "edits", "files", "links", "phrases", "setup", "title"}
"""Modules of declarations, data and what is shown, in a package without rooms or where the rules are."""
WORDS = ("prompt", "title")
"""Functions that make words."""
OFFERS = ("candidates", "choices")
"""How the names of functions end that offer commands."""
PATIENCE, LEAST = 3, 30.0
"""How many times as long as without a fault tests may take, and seconds that they may take in any case."""

OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
Node = TypeVar("Node", bound=ast.AST)
Fate = Literal["killed", "replayed", "SURVIVED"]
"""Noticed by the title's own tests, by those of all titles alone, by none."""


@dataclass(frozen=True)
class Mutant:
    """A fault: a piece of a file and what stands in its place."""

    path: Path
    """Below the root of the tree."""
    function: str
    node: ast.expr | ast.stmt
    instead: ast.expr | ast.stmt

    def applied(self, source: str) -> str:
        """The file with the fault."""
        lines = source.encode().splitlines(keepends=True)
        first, last = ((self.node.lineno, self.node.col_offset), (self.node.end_lineno, self.node.end_col_offset))
        start, end = (sum(map(len, lines[: line - 1])) + column for line, column in (first, last))  # type: ignore
        text = ast.unparse(self.instead)
        new = text if isinstance(self.instead, ast.stmt) else f"({text})"
        return (source.encode()[:start] + new.encode() + source.encode()[end:]).decode()

    def __str__(self) -> str:
        """Where it is, and what was and is there."""
        return f"{self.path}:{self.node.lineno} {self.function}: {_short(self.node)}  =>  {_short(self.instead)}"


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:90]


def _altered(node: Node, **changes: object) -> Node:
    copy = deepcopy(node)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


def _instead(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What may stand in the place of a piece of code."""
    match node:
        case ast.Compare(ops=[op]):
            yield _altered(node, ops=[OTHER[type(op)]()])
        case ast.BoolOp(op=op, values=terms):
            yield _altered(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for left_out in range(len(terms)):
                rest = [*terms[:left_out], *terms[left_out + 1 :]]
                yield ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=value) if type(value) is int:
            yield ast.Constant(value + 1)
        case ast.BinOp(op=ast.Add() | ast.Sub() as op):
            yield _altered(node, op=ast.Sub() if isinstance(op, ast.Add) else ast.Add())
        case ast.Return(value=ast.Call(func=ast.Name(id="Refusal" | "refused"))):
            yield ast.Return(ast.Constant(None))
        case ast.Return(value=ast.Compare() | ast.BoolOp() as value):
            yield ast.Return(ast.UnaryOp(ast.Not(), value))
        case ast.Return(value=ast.Constant(value=bool(value))):
            yield ast.Return(ast.Constant(not value))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.ListComp(generators=[one]) | ast.SetComp(generators=[one]) | ast.GeneratorExp(generators=[one]):
            if one.ifs:
                yield _altered(node, generators=[_altered(one, ifs=[])])


def _offering(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What picks the commands that a function offers: with less of it, more are offered."""
    for node in ast.walk(function):
        match node:
            case (
                ast.Return(value=ast.ListComp() | ast.GeneratorExp() as offered)
                | ast.YieldFrom(value=ast.ListComp() | ast.GeneratorExp() as offered)
            ):
                yield offered
                yield from (test for each in offered.generators for test in each.ifs if _is_and(test))
            case ast.If(test=test, body=body, orelse=[]) if _is_and(test) and all(map(_is_offer, body)):
                yield test


def _is_and(node: ast.expr) -> bool:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)


def _is_offer(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom)


def _mutants(
    path: Path, node: ast.AST, function: str = "", spared: frozenset[ast.AST] = frozenset()
) -> Iterator[Mutant]:
    if isinstance(node, ast.FunctionDef) and node.name.endswith(OFFERS):
        spared = frozenset(_offering(node))
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name=name) if name in WORDS:
                continue
            case ast.Assert() | ast.JoinedStr() | ast.arguments() | ast.Call(func=ast.Name(id="Prompt")):
                continue
            case ast.expr() if child in getattr(node, "decorator_list", ()):
                continue
        if function and isinstance(child, ast.expr | ast.stmt) and child not in spared:
            for instead in _instead(child):
                yield Mutant(path, function, child, instead)
        yield from _mutants(path, child, child.name if isinstance(child, ast.FunctionDef) else function, spared)


def sampled(title: str, most: int, seed: int, only: str = "") -> list[Mutant]:
    """Mutants of a title's rules, at most one a function, where there is much to change the sooner."""
    functions: dict[tuple[Path, str], list[Mutant]] = {}
    folder = ROOT / TITLES / title
    rules = folder / "rules"
    for file in sorted((folder if only or not rules.is_dir() else rules).rglob("*.py")):
        if file.stem == only if only else file.stem not in NO_RULES:
            for mutant in _mutants(file.relative_to(ROOT), ast.parse(file.read_text("utf-8"))):
                functions.setdefault((mutant.path, mutant.function), []).append(mutant)
    chance = random.Random(f"{title} {seed}")
    drawn = sorted(functions.values(), key=lambda found: chance.random() ** (1 / len(found)), reverse=True)
    return [chance.choice(found) for found in drawn[:most]]


class Bench:
    """A copy of the tree in which mutants are tried."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._limits: dict[str, float] = {}
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "benchmarks"))
            else:
                shutil.copy(ROOT / name, root / name)

    def prepare(self, title: str) -> None:
        """See that a title's tests pass without a fault, and how long they take. Raises SystemExit."""
        began = monotonic()
        if title not in self._limits:
            if not (self._pass([str(_tests_of(title))], None) and self._pass(EVERYWHERE, None, title)):
                raise SystemExit(f"the tests of {title} fail without any fault")
            self._limits[title] = max(LEAST, PATIENCE * (monotonic() - began))

    def tried(self, title: str, mutant: Mutant) -> Fate:
        """Which tests notice a fault: the title's own and those of its modules, its chapter's first, or others."""
        file = self._root / mutant.path
        source = file.read_text("utf-8")
        Path(cache_from_source(str(file))).unlink(missing_ok=True)
        file.write_text(mutant.applied(source), "utf-8")
        shared = (self._root / SHARED).glob(f"test_{mutant.path.stem}.py")
        own = (self._root / _tests_of(title)).glob("test_*.py")
        files = sorted(own, key=lambda test: mutant.path.stem not in test.stem)
        try:
            if not self._pass([str(test.relative_to(self._root)) for test in (*shared, *files)], self._limits[title]):
                return "killed"
            return "SURVIVED" if self._pass(EVERYWHERE, self._limits[title], title) else "replayed"
        finally:
            file.write_text(source, "utf-8")

    def _pass(self, tests: Sequence[str], limit: float | None, only: str = "") -> bool:
        options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", *(("-k", only) if only else ())]
        environment = {**os.environ, "PYTHONPATH": str(self._root), "PYTHONDONTWRITEBYTECODE": "1" if limit else ""}
        command = [sys.executable, "-m", "pytest", *options, *tests]
        try:
            done = subprocess.run(command, cwd=self._root, env=environment, timeout=limit, capture_output=True)
        except subprocess.TimeoutExpired:
            return False
        return not done.returncode


def _tests_of(title: str) -> Path:
    return TESTS / TOGETHER.get(title, title)


def run(titles: Sequence[str], most: int, seed: int, only: str = "") -> Counter[Fate]:
    """Try mutants of some titles; how many fared in which way."""
    fates: Counter[Fate] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        bench = Bench(Path(name))
        for title in titles:
            bench.prepare(title)
            for mutant in sampled(title, most, seed, only):
                fate = bench.tried(title, mutant)
                fates[fate] += 1
                print(f"{fate:8}", mutant, flush=True)
    return fates


def main() -> int:
    """The command."""
    known = sorted(path.parent.name for path in (ROOT / TITLES).glob("*/__init__.py"))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("titles", nargs="*", default=known, metavar="TITLE", help=", ".join(known))
    parser.add_argument("--sample", type=int, default=20, help="mutants a title")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="MODULE", help="of this module of the title alone")
    asked = parser.parse_args()
    if unknown := sorted({*asked.titles} - {*known}):
        parser.error(f"no title {', '.join(unknown)}; there are {', '.join(known)}")
    fates = run(asked.titles, asked.sample, asked.seed, asked.only)
    print(f"{fates.total()} mutants, {fates['killed']} killed by the title's own tests,", end=" ")
    print(f"{fates['replayed']} by its golden games and unknown words, {fates['SURVIVED']} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
