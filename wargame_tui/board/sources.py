"""Where the numbers of a title's data come from: sources.yaml, its bibliography, and what every value rests on.

A `source` is one or more parts joined by `; `, each of them

- `rulebook 5.1, S3`: numbers or tables of the printed rulebook; `rules 3.14`: of the title's own rules.md,
- `KEY PLACE`: a work of the bibliography and a page, chapter, appendix or map of it (`cole ch. VIII`); a page of the
  web or a collection of data needs no place,
- `print`: read off a player's own copy of the game,
- `estimate: REASON`: nobody says so; why it was taken,

and may end with what it supports: `cole ch. VIII (place)`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, RootModel

from wargame_tui.board import files, packs
from wargame_tui.board.files import Entry, place_in

FILE = "sources"
PRINT, ESTIMATE = "print", "estimate"
RULES = {"rulebook": "the printed rulebook", "rules": "this title's rules"}
"""What needs no entry in a bibliography."""
REST = "_"
"""In `covers`: whatever of a mapping is not named."""
HEXES = "hexes"
"""In `covers` of a map: its hexes one by one, which the file draws in rows."""
NOT_PRINTED = {"title", "name", "order", "summary", "playing_time", "based_on", "source", "credits", "legend"}
"""Fields of a whole file that say what it is, not what a map, a counter or a card prints."""
_PLACE = re.compile(r"\b(pp?\.|ch\.|app\.|map|maps|part|sec\.|vol\.|table|sheet|note|no\.)\s?[0-9A-Z]")
_WHAT = re.compile(r"^(.*?)\s+\(([^()]+)\)$")


class Work(Entry):
    """An entry of the bibliography."""

    kind: Literal["book", "article", "document", "page", "data"]
    by: str = Field(min_length=1)
    title: str = Field(min_length=1)
    published: str | None = None
    url: str | None = None
    licence: str | None = None
    note: str | None = None

    @property
    def words(self) -> str:
        """The entry as a bibliography prints it."""
        return ", ".join(part for part in (self.by, self.title, self.published, self.url, self.licence) if part)


class Covers(RootModel[str | dict[str, "Covers"]]):
    """The source of everything below a place of a file, or those of its parts."""

    model_config = {"frozen": True}

    def at(self, path: Sequence[str]) -> str | None:
        """The source of the value at a place below."""
        if isinstance(self.root, str):
            return self.root
        below = self.root.get(path[0]) if path else None
        found = below.at(path[1:]) if below else None
        rest = self.root.get(REST)
        return found or (rest.at(()) if rest else None)

    def texts(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every source in it, with its place."""
        if isinstance(self.root, str):
            yield path, self.root
            return
        for name, below in self.root.items():
            yield from below.texts((*path, name))


class SourcesFile(Entry):
    """sources.yaml"""

    title: str
    works: Mapping[str, Work]
    covers: Mapping[str, Covers] = {}
    """By the file's name without ending."""


NO_SOURCES = SourcesFile(title="", works={})


@dataclass(frozen=True, slots=True)
class Citation:
    """One part of a source."""

    key: str
    """Of the bibliography; `rulebook`, `rules`, `print` or `estimate`."""
    place: str
    """Page, chapter, rule; the reason of an estimate."""
    what: str = ""
    """What it supports, if not everything."""

    def words(self, works: Mapping[str, Work]) -> str:
        """The part as a player reads it."""
        supports = f"{self.what}: " if self.what else ""
        if self.key == ESTIMATE:
            return f"{supports}estimate, {self.place}"
        if self.key == PRINT:
            return f"{supports}read off a printed copy"
        if self.key in RULES:
            return f"{supports}{RULES[self.key]}, {self.place}"
        return f"{supports}{works[self.key].words}" + (f", {self.place}" if self.place else "")


def citations(text: str, works: Mapping[str, Work]) -> tuple[Citation, ...]:
    """The parts of a source. Raises ValueError, in words, for one that cannot be looked up."""
    return tuple(_citation(part.strip(), works) for part in text.split("; "))


def _citation(part: str, works: Mapping[str, Work]) -> Citation:
    key, _, place = part.partition(" ")
    if key == f"{ESTIMATE}:":
        if len(place) < len("a reason"):
            raise ValueError(f"`{part}`: say why, `estimate: REASON`")
        return Citation(ESTIMATE, place)
    supported = _WHAT.match(part)
    part, what = supported.groups() if supported else (part, "")
    key, _, place = part.partition(" ")
    if key in RULES:
        if not re.search(r"[0-9]|\b[A-Z]{1,3}\b", place):
            raise ValueError(f"`{part}`: name the rule or the table")
    elif key == PRINT:
        if place:
            raise ValueError(f"`{part}`: `print` stands alone")
    elif key not in works:
        raise ValueError(f"`{part}`: `{key}` is not in the works of {FILE}.yaml, and it is no `estimate: REASON`")
    elif works[key].kind not in ("page", "data") and not _PLACE.search(place):
        raise ValueError(f"`{part}`: name page, chapter, appendix or map, as `{key} p. 12`")
    return Citation(key, place, what)


Problem = tuple[str, str]
"""A place, `file:line: field`, and what is wrong there."""


class Sources:
    """What the data files of a folder rest on. Everything raises DataError for files that cannot be read."""

    def __init__(
        self, folder: Path, names: Sequence[str], over: Callable[[str], Sequence[Path]] = lambda name: ()
    ) -> None:
        """The folder, the files of it (without ending) whose values need a source, what is laid over each of them."""
        self._folder, self._names, self._over = folder, names, over
        self._read: dict[str, Any] = {}

    @cached_property
    def file(self) -> SourcesFile:
        """The bibliography; an empty one if the folder has none."""
        paths = [path for path in (self._folder / f"{FILE}.yaml", *self._over(FILE)) if path.is_file()]
        return files.fit(self.plain(FILE), SourcesFile, paths) if paths else NO_SOURCES

    def at(self, name: str, path: Sequence[str | int]) -> str | None:
        """The source of a value: of the entry nearest around it that names one, else what covers it."""
        found: str | None = None
        here = self.plain(name)
        for step in path:
            here = _below(here, step)
            found = _own(here) or found
        covers = self.file.covers.get(name)
        return found or (covers.at([str(step) for step in path]) if covers else None)

    def told(self, text: str) -> tuple[str, ...]:
        """A source as a player reads it, a line for each part; one that cannot be looked up as it stands."""
        try:
            return tuple(part.words(self.file.works) for part in citations(text, self.file.works))
        except ValueError:
            return tuple(part for part in text.split("; ") if part)

    def problems(self) -> Iterator[Problem]:
        """Sources that cannot be looked up, and values without one."""
        for name in self._names:
            for path, words in self._problems_in(name, self.plain(name)):
                yield self._place(name, path), words
        for name in self.file.covers:
            for path, text in self._covering(name):
                if why := self._refusal(text):
                    yield self._place(FILE, path), why

    def _place(self, name: str, path: tuple[str | int, ...]) -> str:
        return place_in((self._folder / f"{name}.yaml", *self._over(name)), path)

    def plain(self, name: str) -> Any:
        """The values of a file with what is laid over them."""
        if name not in self._read:
            self._read[name] = packs.read(self._folder / f"{name}.yaml", self._over(name))
        return self._read[name]

    def _covering(self, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
        for path, text in self.file.covers[name].texts():
            yield ("covers", name, *path), text

    def _refusal(self, text: str) -> str | None:
        try:
            citations(text, self.file.works)
        except ValueError as error:
            return str(error)
        return None

    def _problems_in(self, name: str, plain: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for path, here in _mappings(plain, ()):
            if (text := _own(here)) and (why := self._refusal(text)):
                yield (*path, "source"), why
        bare: set[tuple[str | int, ...]] = set()
        for path, text in self.values(name):
            if text is None and path[:2] not in bare:
                bare.add(path[:2])
                yield path[:2], f"no source: give one there, or in `covers` of {FILE}.yaml"

    def values(self, name: str) -> Iterator[tuple[tuple[str | int, ...], str | None]]:
        """Every printed value of a file with its source."""
        covers = self.file.covers.get(name)
        for path, own in _leaves(self.plain(name), (), None):
            if str(path[0]) not in NOT_PRINTED:
                yield path, own or (covers.at([str(step) for step in path]) if covers else None)


def _below(here: Any, step: str | int) -> Any:
    """What is at one step below, its name or number also as text; None if nothing is."""
    if isinstance(here, list):
        number = int(step) if str(step).isdecimal() else len(here)
        return here[number] if number < len(here) else None
    if not isinstance(here, dict):
        return None
    return here[step] if step in here else next((here[name] for name in here if str(name) == str(step)), None)


def _own(here: Any) -> str | None:
    text = here.get("source") if isinstance(here, dict) else None
    return text if isinstance(text, str) else None


def _leaves(
    here: Any, path: tuple[str | int, ...], source: str | None
) -> Iterator[tuple[tuple[str | int, ...], str | None]]:
    """Every single value with the source of the entry around it; that of a whole file covers nothing."""
    source = (_own(here) if path else None) or source
    parts = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else None
    if parts is None:
        yield path, source
        return
    for step, below in parts:
        if step != "source":
            yield from _leaves(below, (*path, step), source)


def _mappings(here: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(here, dict):
        yield path, here
    parts = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
    for step, below in parts:
        yield from _mappings(below, (*path, step))
