"""`wargame-tui new-title`: writes the folder of a new title, a small game that runs and is tested, to begin with."""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from wargame_tui.core.disk import write_folder
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.title import title_ids

Kind = Literal["hex", "areas", "chart"]
LAYERS: dict[Kind, tuple[str, ...]] = {
    "hex": ("common", "hex"),
    "areas": ("common", "areas"),
    "chart": ("common", "areas", "chart"),
}
"""Folders of templates, by the kind of map; a file in a later one takes the place of one before."""
TEMPLATES = Path(__file__).parent / "templates" / "title"
ENDINGS = {".py", ".md", ".yaml", ".toml"}
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 24


class BadName(ForPlayers):
    """A name that no new title can have."""


def write(name: str, kind: Kind, parent: Path) -> Path:
    """Write a new title into a folder of its name; where that is. Raises BadName, OSError; nothing is then written."""
    _insist_on(name)
    folder = parent / name
    if folder.exists() or folder.is_symlink():
        raise BadName(f"`{folder}` is there already; nothing was written")
    write_folder(folder, files(name, kind))
    return folder


def files(name: str, kind: Kind) -> dict[str, bytes]:
    """The files of a new title by their places in its folder."""
    found: dict[str, bytes] = {}
    for layer in LAYERS[kind]:
        for path in sorted((TEMPLATES / layer).rglob("*")):
            if path.is_file() and path.suffix in ENDINGS:
                place = path.relative_to(TEMPLATES / layer).as_posix()
                found[named(place, name)] = named(path.read_text("utf-8"), name).encode()
    return found


def named(text: str, name: str) -> str:
    """A template's text with the title's name: as a package, a class, and in words."""
    words = name.replace("_", " ")
    for template, meant in (
        ("SkeletonTitle", f"{words.title().replace(' ', '')}Title"),
        ("Skeleton", words[0].upper() + words[1:]),
        ("skeleton", name),
    ):
        text = text.replace(template, meant)
    return text


def _insist_on(name: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or len(name) > LONGEST:
        raise BadName(
            f"`{name[:60]}` cannot be a title's name: that is also a Python package's, lower-case letters, digits and "
            f"single underscores after a letter, {LONGEST} at most, such as `my_game`"
        )
    if name in title_ids():
        raise BadName(f"a title `{name}` is installed already")
    if find_spec(name) is not None:
        raise BadName(f"Python knows a module `{name}` already, which the title's package would hide")
