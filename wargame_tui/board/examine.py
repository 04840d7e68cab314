"""Everything that is wrong with a title's data, under some data packs: for the command `check`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board import files, packs
from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.library import SCENARIO
from wargame_tui.board.plain import DataError, read_plain
from wargame_tui.board.sense import RulebookFact, SetUp
from wargame_tui.board.sources import FILE as SOURCES
from wargame_tui.board.sources import Problem
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadState

Drawing = Callable[[FolderTitle[Any], str], Iterable[Contradiction]]
"""What is wrong with the picture of a scenario's map, which only the app can draw."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was examined, and what is wrong."""

    problems: Sequence[Problem]
    """Place, what is wrong there, and what to do about it."""
    files: int
    values: int
    facts: int
    """Of the rulebook."""


def examine(title: FolderTitle[Any], names: Sequence[str] = (), drawing: Drawing = lambda *_: ()) -> Report:
    """Examine all files of a title with packs laid over them. Raises UnknownPack."""
    data = title.data
    paths = [path for folder in (data.path, *_folders(title, names)) for path in sorted(folder.glob("*.yaml"))]
    problems = list(dict.fromkeys(_unreadable(title, names, paths)))
    if not problems:
        problems = list(dict.fromkeys(_senseless(title, names, drawing)))
    values = sum(_count(read_plain(path)) for path in paths) if not problems else 0
    return Report(problems, len(paths), values, len(title.rulebook_facts))


def _folders(title: FolderTitle[Any], names: Sequence[str]) -> Iterator[Any]:
    offered = packs.offered(title.id, title.data.path) if names else {}
    return (offered[name].path for name in names if name in offered)


def _count(here: Any) -> int:
    parts = here.values() if isinstance(here, dict) else here if isinstance(here, list) else None
    return 1 if parts is None else sum(map(_count, parts))


def _unreadable(title: FolderTitle[Any], names: Sequence[str], paths: Iterable[Any]) -> Iterator[Problem]:
    """Files that are not written as they must be: as long as there are any, nothing else can be asked."""
    data = title.data
    found: list[Problem] = []
    for read in (lambda: data.take_up(packs.joined(f"{title.id}/", names)), *_readers(title)):
        try:
            read()
        except DataError as error:
            found += error.problems
    for path in paths if not found else ():
        found += _file_problems(title, path)
    yield from found


def _readers(title: FolderTitle[Any]) -> Iterator[Callable[[], object]]:
    data = title.data
    yield from (lambda: data.map, lambda: data.units, lambda: data.charts, lambda: data.scenarios)


def _file_problems(title: FolderTitle[Any], path: Any) -> Sequence[Problem]:
    """Of the files that no pack changes, such as look.yaml."""
    models = title.data.models
    if path.parent.resolve() != title.data.path.resolve() or path.stem not in models or path.stem == SCENARIO:
        return ()
    try:
        files.load(path, models[path.stem])
    except DataError as error:
        return error.problems
    return ()


def _senseless(title: FolderTitle[Any], names: Sequence[str], drawing: Drawing) -> Iterator[Problem]:
    """What is against the sense of the rules, scenario by scenario."""
    data, broken = title.data, False
    for name in data.scenarios:
        scenario = packs.joined(f"{title.id}/{name}", names)
        try:
            for file, loc, words in _of_scenario(title, scenario, name, drawing):
                yield data.place(file, loc), words
        except DataError as error:
            broken = True
            yield from error.problems
        except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError) as error:
            # Something that the title's own code takes for granted, and that nobody has thought of testing.
            broken = True
            words = f"no game can begin here ({type(error).__name__}: {error})"
            yield data.place(name, ()), f"{words}: something that it names, or a number, is none that the rules know"
    if not broken:
        yield from _untrue(title, packs.joined(f"{title.id}/{next(iter(data.scenarios))}", names))
    if (data.path / f"{SOURCES}.yaml").is_file():
        yield from data.sources.problems()


def _of_scenario(title: FolderTitle[Any], scenario: str, name: str, drawing: Drawing) -> Iterator[Contradiction]:
    title.open_scenario(scenario)
    yield from drawing(title, scenario)
    state = title.start(scenario, {}, Dice(1))
    found = list(title.sense(set_up(title, state, name)))
    yield from found
    try:
        title.insist_on_sense(state)
    except BadState as error:
        if not found:
            yield name, (), f"no game can begin here: {error}"


def set_up(title: FolderTitle[Any], state: Any, name: str) -> SetUp:
    """A scenario as it begins, with the words of its files."""
    data = title.data
    nearest = (name, *data.scenarios[name].rests_on, "units")
    return SetUp(
        name, state, title.scene(state), title.spaces(state), title.called, {one: data.plain(one) for one in nearest}
    )


def _untrue(title: FolderTitle[Any], scenario: str) -> Iterator[Problem]:
    """The rulebook's facts that do not hold."""
    book = title.open_scenario(scenario)
    for fact in title.rulebook_facts:
        if not fact.is_true(book):
            yield title.data.place(fact.file, fact.at), _contrary(fact)


def _contrary(fact: RulebookFact) -> str:
    return f"against rule {' and '.join(fact.rules)}: {fact.words}"
