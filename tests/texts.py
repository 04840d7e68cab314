"""Every sentence that a player may read: `python -m tests.texts [TITLE ...] [--find WORDS]` lists them with places.

Sentences are strings of Python with more than one word that are no documentation, the first lines of commands'
docstrings (they are lines of help), and the texts of data files. CONTRIBUTING has the glossary to which
`tests/test_texts.py` holds them: what is said of a thing, and what is not said.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).parent.parent
PACKAGE, SCENARIOS = ROOT / "wargame_tui", ROOT / "scenarios"
CODE_CALLS = frozenset({"RuntimeError", "compile", "query", "query_one", "TypeVar", "Literal", "add_argument_group"})
"""Calls whose strings no player reads."""
STYLES = re.compile(r"CSS$|^STYLE$|^_?SQL")
UNREAD = frozenset({"source", "sources", "id", "schema", "estimate", "reason", "terrain", "rows", "colour", "color"})
"""Fields of data files with words for whoever carries on, or with signs."""
WORDY = re.compile(r"[A-Za-z{][\w'’}-]*[,;:]? +[\w({'’]")
MARKDOWN = ("rules.md", "introduction.md")


class Text(NamedTuple):
    """A sentence, or a form of one, where it stands."""

    file: str
    line: int
    words: str

    @property
    def title(self) -> str:
        """The title to which it belongs; `table` if to none."""
        parts = Path(self.file).parts
        return parts[2] if parts[1] == "titles" and len(parts) > 3 else parts[1] if parts[0] == "scenarios" else "table"


def texts() -> Iterator[Text]:
    """All of them, file by file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from of_python(path)
    for path in sorted(SCENARIOS.glob("*/*")):
        if path.suffix == ".yaml" and path.name != "map.yaml":
            yield from of_yaml(path)
        elif path.name in MARKDOWN:
            yield from of_markdown(path)


@cache
def all_texts() -> tuple[Text, ...]:
    """The same, read once."""
    return tuple(texts())


# Python


def of_python(path: Path) -> Iterator[Text]:
    """Strings that read like words, and what commands say of themselves in help."""
    tree = ast.parse(path.read_text("utf-8"))
    file = str(path.relative_to(ROOT))
    silent = set(_silent(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(_called(one) == "command" for one in node.decorator_list):
            first = (ast.get_docstring(node) or "").partition("\n")[0]
            yield Text(file, node.lineno, first)
        elif node in silent:
            continue
        elif isinstance(node, ast.JoinedStr):
            yield from _wordy(file, node.lineno, _joined(node))
            silent.update(ast.walk(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _wordy(file, node.lineno, node.value)


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Nodes whose strings no player reads: documentation, styles, errors of the program itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Call) and _called(node) in CODE_CALLS:
            yield from ast.walk(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            named = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Name) and STYLES.search(one.id) for one in named):
                yield from ast.walk(node.value)
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield from ast.walk(node.msg)


def _called(node: ast.AST) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _joined(node: ast.JoinedStr) -> str:
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{" + ast.unparse(part.value) + "}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )


def _wordy(file: str, line: int, words: str) -> Iterator[Text]:
    if WORDY.search(words):
        yield Text(file, line, " ".join(words.split()))


# Data files


def of_yaml(path: Path) -> Iterator[Text]:
    """Texts of a data file that are shown to players."""
    file = str(path.relative_to(ROOT))

    def walk(node: yaml.Node, field: str) -> Iterator[Text]:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                yield from walk(value, str(key.value))
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                yield from walk(value, field)
        elif field not in UNREAD and node.tag.endswith(":str"):
            yield from _wordy(file, node.start_mark.line + 1, node.value)

    root = yaml.compose(path.read_text("utf-8"), yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader)
    if root is not None:
        yield from walk(root, "")


def of_markdown(path: Path) -> Iterator[Text]:
    """Lines of a rulebook or an introduction."""
    file = str(path.relative_to(ROOT))
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip():
            yield Text(file, number, line.strip())


def main(arguments: Iterable[str]) -> None:
    """List sentences, of all titles and the table or of some."""
    parser = argparse.ArgumentParser(prog="python -m tests.texts", description=__doc__)
    parser.add_argument("titles", nargs="*", metavar="TITLE", help="ids of titles; `table` for what belongs to none")
    parser.add_argument("--find", metavar="WORDS", help="only those with these words, as a regular expression")
    parser.add_argument("--rules", action="store_true", help="the lines of rules.md as well")
    chosen = parser.parse_args(list(arguments))
    wanted = re.compile(chosen.find or "", re.IGNORECASE)
    for text in all_texts():
        shown = chosen.rules or not text.file.endswith(".md")
        if shown and (not chosen.titles or text.title in chosen.titles) and wanted.search(text.words):
            print(f"{text.file}:{text.line}: {text.words}")


if __name__ == "__main__":
    main(sys.argv[1:])
