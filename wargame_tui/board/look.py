"""How a title looks: look.yaml gives its sides, branches, terrains and badges names that every front end can draw.

Coats, paints, tones, patterns, symbols and signs are few and belong to no title; what they look like is the front
end's affair. Whatever a title leaves out is drawn all the same, by the defaults told here. Nothing of it is a rule:
games do not depend on it.
"""

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from wargame_tui.board.area import FrameEntry, Point
from wargame_tui.board.files import Entry

Coat = Literal["earth", "blue", "violet"]
"""The colours of a side, its land and its stacks; stacks in one space stand in this order."""
Paint = Literal["black", "grey", "sky", "green", "khaki", "teal", "rose"]
"""The ground of a counter."""
Tone = Literal[
    "olive", "moss", "pine", "spruce", "meadow", "reed", "umber", "peat", "granite", "clay", "sand", "brick",
    "ocean", "ash",
]  # fmt: skip
"""The ground of a hex."""
Tint = Literal["grass", "ochre"]
"""What is mixed into the ground of an area, whose colour tells who holds it."""
Pattern = Literal[
    "copse", "trees", "ravines", "hedges", "reeds", "furrows", "hills", "heights", "peaks", "summits", "bunkers",
]  # fmt: skip
"""What a ground is strewn with."""
Letter = Annotated[str, Field(pattern=r"^[!-~]$")]
"""One plain character, strewn instead of a pattern."""
Symbol = Literal[
    "infantry", "armour", "mechanized", "motorized", "engineer", "artillery", "flak", "tower", "reconnaissance",
    "airborne", "rocket", "tank", "assault_gun", "tank_destroyer", "headquarters",
]  # fmt: skip
"""What is drawn on a counter for its type."""
Sign = Literal[
    "star", "open_star", "aim", "plus", "cross", "moon", "flag", "lead", "bang", "trench", "bastion", "pillbox",
    "bunkers", "works", "barrier", "jam", "tangle", "span", "barrel", "crate", "pipe", "anchor", "quay", "shore",
    "ashore", "foothold", "parachute", "airfield", "wings", "bombs", "guns", "water", "trees", "hedges", "houses",
    "saddle",
]  # fmt: skip
"""What stands on the map for the first word of a badge or marker."""


_DIGITS = re.compile(r"\d+")


class TerrainLook(Entry):
    """How a terrain is drawn."""

    tone: Tone = "olive"
    """The ground of its hexes."""
    tint: Tint | None = None
    """What is mixed into the ground of its areas."""
    strewn: Pattern | Letter | None = None
    edged: bool = False
    """Its hexsides are an obstacle by themselves."""
    blind: bool = False
    """Nothing happens there, as at sea: its hexes have neither numbers nor outlines."""


class ReliefEntry(Entry):
    """High or low ground."""

    kind: Literal["range", "escarpment", "depression"]
    """The crest of a range; an escarpment, which falls to the right of its course; the rim of a depression."""
    lines: tuple[Annotated[tuple[Point, ...], Field(min_length=2)], ...]
    source: str = Field(min_length=1)


class Scenery(Entry):
    """What painted maps show of the country beyond what rules need, by latitude and longitude."""

    coast: tuple[Annotated[tuple[Point, ...], Field(min_length=3)], ...] = ()
    """Of a map of hexes the outlines of the land, each closed by itself: middles of land hexes lie within, others
    beyond."""
    coast_source: str = ""
    relief: dict[str, ReliefEntry] = {}
    deserts: tuple[FrameEntry, ...] = ()
    """Charts whose middle lies in one of them have desert for land."""


class Look(Entry):
    """look.yaml; all of it can be left out."""

    title: str = ""
    sides: dict[str, Coat] = {}
    """Coats by side, also of others that hold something; who has none gets one that is free."""
    branches: dict[str, Paint] = {}
    """Paints by branch; the others are painted as their side."""
    terrains: dict[str, TerrainLook] = {}
    """By terrain; others are plain ground, strewn with their initial."""
    symbols: dict[str, Symbol] = {}
    """By type of unit, where the title has a word of its own for it; of others the initial is drawn."""
    paint: dict[Literal["paper", "night"], dict[str, Any]] = {}
    """What of a style of painted maps is another for this title: parts of a file of tui/paint/styles."""
    badges: dict[str, Sign] = {}
    """By the first word of a badge or marker; others stand there in words."""
    words: dict[str, str] = {}
    """What a terrain, badge, flag, type or size is called in the legend, where its own word says too little."""
    numbers: dict[str, str] = {}
    """What numbers beside a counter mean, by one for all that are written like it: `g2x5: guns, 2 dice that hit on 5-`.
    """
    rules: dict[str, str] = {}
    """The rule behind a terrain, badge, flag, type, size, water or road, for the legend."""

    def called(self, word: str) -> str:
        """What something is called in the legend."""
        return self.words.get(word) or word.replace("_", " ")

    def numbers_told(self, shown: Iterable[str]) -> list[tuple[str, str]]:
        """The examples for what stands beside some counters, each with its words."""
        seen = {_DIGITS.sub("0", part) for numbers in shown for part in numbers.split()}
        return [(like, words) for like, words in self.numbers.items() if _DIGITS.sub("0", like) in seen]

    scenery: Scenery = Scenery()

    def terrain(self, word: str) -> TerrainLook:
        """How a terrain is drawn."""
        initial = word[:1].upper() if word[:1].isascii() and word[:1].isalnum() else "?"
        return self.terrains.get(word) or TerrainLook(strewn=initial)


PLAIN = Look()
"""The look of a title that says nothing of it."""
