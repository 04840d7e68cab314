"""The command `wargame-tui pack`, as lines to print."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from wargame_tui.board import packs
from wargame_tui.board.title import FolderTitle
from wargame_tui.core.title import find_title
from wargame_tui.packing.pack import Work


def run(chosen: Namespace) -> Iterator[str]:
    """Do what was asked. Raises UnknownScenario, BadPack, BadTable, DataError, OSError."""
    yield from _list(chosen.title) if chosen.action == "list" else _ACTIONS[chosen.action](chosen)


def _list(title_id: str) -> Iterator[str]:
    title = find_title(title_id)
    found = packs.offered(title_id, title.data.path) if isinstance(title, FolderTitle) else {}
    for name, pack in found.items():
        yield f"{name}: {pack.about.edition}, by {pack.about.author}. {pack.about.note}".rstrip() + f"  ({pack.path})"
    if not found:
        yield f"no packs of {title.name}; `wargame-tui pack new {title_id} NAME` begins one"


def _begin(chosen: Namespace) -> Iterator[str]:
    work = Work(chosen.title, chosen.name)
    work.begin(chosen.edition, chosen.author)
    yield from _sheets(chosen)
    yield "Change what your copy says otherwise, put an x under `confirmed` in every row that you have compared, then:"
    yield f"  wargame-tui pack import {chosen.title} {chosen.name}"
    yield f"  wargame-tui play {work.title.scenarios()[0].id} --pack {chosen.name}"


def _sheets(chosen: Namespace) -> Iterator[str]:
    yield f"sheets: {Work(chosen.title, chosen.name).write_sheets(chosen.xlsx)}"


def _import(chosen: Namespace) -> Iterator[str]:
    work = Work(chosen.title, chosen.name)
    changed = work.read_sheets(Path(chosen.path).expanduser() if chosen.path else None)
    for name, count in changed.items():
        yield f"{work.folder / name}.yaml: {count} values"
    yield from () if changed else ["the sheets say what the title says"]


def _status(chosen: Namespace) -> Iterator[str]:
    shares = list(Work(chosen.title, chosen.name).shares())
    width = max(len(share.sheet) for share in shares)
    yield f"{'sheet':{width}}  rows  confirmed  estimate"
    for share in shares:
        yield f"{share.sheet:{width}}  {share.rows:4}  {share.confirmed:9}  {share.estimates:8}"
    total = [sum(getattr(share, field) for share in shares) for field in ("rows", "confirmed", "estimates")]
    yield f"{'in all':{width}}  {total[0]:4}  {total[1]:9}  {total[2]:8}"


def _rename(chosen: Namespace) -> Iterator[str]:
    work = Work(chosen.title, chosen.name)
    yield f"{chosen.old} is now {chosen.new}, in {work.rename(chosen.old, chosen.new)} places"


_ACTIONS = {"new": _begin, "sheets": _sheets, "import": _import, "status": _status, "rename": _rename}
