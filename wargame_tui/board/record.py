"""The campaign record: what finished games for one player leave behind, and the medals that follow from it.

`record.jsonl` in the folder of saves has a line for every game that ended. Lines are only ever added; one that cannot
be read is told about, passed over and left as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wargame_tui.board.files import Entry
from wargame_tui.core.disk import append_file, cannot_save, locked, make_folder, replace_file

FILE = "record.jsonl"
NO_TALLIES: Mapping[str, int] = {}


class Line(BaseModel):
    """Base of what stands in the file: a newer program may have written more fields."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Result(Line):
    """How a campaign ended."""

    campaign: str
    """A short key, the same in every game of the campaign."""
    name: str
    score: int
    level: str
    won: bool


class RunRecord(Result):
    """What a finished game leaves in the record, as its title says."""

    difficulty: str
    turns: int
    losses: tuple[str, ...] = ()
    """Pieces lost that are worth a name."""
    tallies: dict[str, int] = {}
    """Numbers that medals ask for, `carriers_lost`."""
    rank: str | None = None
    """At the end of a career."""
    stages: tuple[Result, ...] = ()
    """The campaigns of a career, in order."""


class Run(RunRecord):
    """A line of the file."""

    when: datetime
    title: str
    scenario: str
    options: tuple[str, ...]
    """Those that are on, and settings such as `undo=free`."""
    seed: int
    root: str
    """What was to be played, hashed: the same for games that could have rolled the same dice."""
    check: str
    """The whole game, hashed."""
    counts: bool
    why_not: str | None = None
    """Why it does not count."""

    @property
    def further(self) -> str:
        """The options but for the difficulty, in a line."""
        return " ".join(option for option in self.options if option != self.difficulty)


class Medal(Entry):
    """Something to be earned over many games: what a game must have been, and how often."""

    name: str
    words: str
    """What it is for."""
    levels: tuple[str, ...] = ()
    """One of these levels; all if none is given. The same goes for what follows."""
    won: bool | None = None
    difficulties: tuple[str, ...] = ()
    campaigns: tuple[str, ...] = ()
    each: bool = False
    """Not one of the campaigns, but each of them."""
    ranks: tuple[str, ...] = ()
    score: int | None = None
    """This score or more."""
    at_most: dict[str, int] = {}
    """Tallies of the game that must be known and no higher than this."""
    options: tuple[str, ...] = ()
    """Optional rules that must be on."""
    times: Annotated[int, Field(ge=1)] = 1
    """How many games it takes."""


class MedalsFile(Entry):
    """medals.yaml"""

    title: str
    medals: tuple[Medal, ...]


@dataclass(frozen=True, slots=True)
class Earned:
    """A medal, and when it was earned."""

    medal: Medal
    when: datetime | None
    """None as long as it is not."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best of the games of one campaign at one difficulty."""

    name: str
    difficulty: str
    score: int
    level: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Deed:
    """A campaign that was played, by itself or in a career."""

    run: Run
    result: Result

    @property
    def tallies(self) -> Mapping[str, int]:
        """Known of whole games only."""
        return self.run.tallies if self.result is self.run else NO_TALLIES

    @property
    def rank(self) -> str | None:
        """Known of whole games only."""
        return self.run.rank if self.result is self.run else None


L = TypeVar("L", bound=Line)


class LineFile(Generic[L]):
    """A file of such lines in a folder."""

    def __init__(self, path: Path, kind: type[L]) -> None:
        self.path, self._kind = path, kind

    def read(self) -> tuple[list[L], list[str]]:
        """The lines in the order in which they were written, and sentences about what cannot be read."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return [], []
        except OSError as error:
            return [], [f"{self.path} cannot be read: {error.strerror}; nothing in it was changed"]
        found: list[L] = []
        damaged: list[int] = []
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                found.append(self._kind.model_validate_json(line))
            except ValidationError:
                damaged.append(number)
        return found, [self._complaint(damaged)] if damaged else []

    def add(self, line: L) -> None:
        """Write a line, whatever stands in the file already. Raises CannotSave."""
        data = line.model_dump_json().encode() + b"\n"
        try:
            make_folder(self.path.parent)
            with locked(self.path.parent):
                if self.path.exists():
                    append_file(self.path, (b"" if self._ends_whole() else b"\n") + data)
                else:
                    replace_file(self.path, data)
        except OSError as error:
            raise cannot_save(self.path, error) from error

    def _ends_whole(self) -> bool:
        """Whether the last line came to its end: a full disk may have torn it."""
        with self.path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - 1))
            return file.read() in (b"", b"\n")

    def _complaint(self, damaged: Sequence[int]) -> str:
        one = len(damaged) == 1
        shown = ", ".join(map(str, damaged[:5])) + (" and more" if len(damaged) > 5 else "")
        return (
            f"{self.path}: line{'' if one else 's'} {shown} cannot be read and {'is' if one else 'are'} left out; "
            "the file is kept as it is: mend or delete the line in it"
        )


class Record(LineFile[Run]):
    """The record in a folder: the games in the order in which they ended."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE, Run)


def deeds(runs: Sequence[Run]) -> list[Deed]:
    """Every campaign of the games that count, those of careers too."""
    return [Deed(run, result) for run in runs if run.counts for result in (*run.stages, run)]


def bests(runs: Sequence[Run]) -> list[Best]:
    """The best of each campaign at each difficulty, in the order in which they were first played."""
    found: dict[tuple[str, str], list[Result]] = {}
    for deed in deeds(runs):
        found.setdefault((deed.result.campaign, deed.run.difficulty), []).append(deed.result)
    rows = []
    for (_, difficulty), results in found.items():
        best = max(results, key=lambda result: (result.score, result.won))
        won = sum(result.won for result in results)
        rows.append(Best(best.name, difficulty, best.score, best.level, len(results), won))
    return rows


def decorations(medals: Sequence[Medal], runs: Sequence[Run]) -> list[Earned]:
    """Every medal, with the time at which the games first added up to it."""
    done = deeds(runs)
    return [Earned(medal, _earned(medal, [deed for deed in done if _fits(medal, deed)])) for medal in medals]


def _earned(medal: Medal, fitting: Sequence[Deed]) -> datetime | None:
    if not medal.each:
        return _nth(medal, fitting)
    times = [_nth(medal, [deed for deed in fitting if deed.result.campaign == key]) for key in medal.campaigns]
    return max((when for when in times if when), default=None) if all(times) else None


def _nth(medal: Medal, fitting: Sequence[Deed]) -> datetime | None:
    return fitting[medal.times - 1].run.when if len(fitting) >= medal.times else None


def _fits(medal: Medal, deed: Deed) -> bool:
    return all(_conditions(medal, deed))


def _conditions(medal: Medal, deed: Deed) -> Iterator[bool]:
    result = deed.result
    yield not medal.levels or result.level in medal.levels
    yield medal.won is None or result.won == medal.won
    yield not medal.difficulties or deed.run.difficulty in medal.difficulties
    yield not medal.campaigns or result.campaign in medal.campaigns
    yield not medal.ranks or deed.rank in medal.ranks
    yield medal.score is None or result.score >= medal.score
    yield all(name in deed.tallies and deed.tallies[name] <= most for name, most in medal.at_most.items())
    yield all(option in deed.run.options for option in medal.options)


def new_medals(medals: Sequence[Medal], before: Sequence[Run], run: Run) -> list[Medal]:
    """What a game just written down has earned."""
    had = [one.medal for one in decorations(medals, before) if one.when]
    return [one.medal for one in decorations(medals, [*before, run]) if one.when and one.medal not in had]


def lines(name: str, runs: Sequence[Run], medals: Sequence[Medal]) -> Iterator[str]:
    """The record of a title as plain text."""
    yield name
    if not runs:
        yield "  no game has ended yet"
    for best in bests(runs):
        yield f"  {best.name}, {best.difficulty}: best {best.score}, {best.level}; won {best.won} of {best.games}"
    for one in decorations(medals, runs):
        yield f"  [{'x' if one.when else ' '}] {one.medal.name}: {one.medal.words}" + _on(one.when)
    for run in reversed(runs):
        yield "  " + history_line(run)


def _on(when: datetime | None) -> str:
    return f" ({when:%Y-%m-%d})" if when else ""


def history_line(run: Run) -> str:
    """A game in one line."""
    parts: list[Any] = [f"{run.when:%Y-%m-%d}", run.name, run.difficulty, f"{run.level} {run.score}"]
    parts += [f"{run.turns} turns", f"lost {', '.join(run.losses)}" if run.losses else None]
    parts += [run.further or None, f"does not count: {run.why_not}" if run.why_not else None]
    return " · ".join(part for part in parts if part)
