"""How the ground of hexes is strewn: where the glyphs of a pattern stand in a hex of so many rows."""

from collections.abc import Mapping, Sequence

Strewn = tuple[int, int, str]
"""Column, row, glyph."""

_PATTERNS: Mapping[int, Mapping[str, Sequence[Strewn]]] = {
    2: {
        "copse": ((3, 1, "copse"),),
        "trees": ((1, 1, "trees"), (4, 1, "trees")),
        "ravines": ((1, 1, "trees"), (4, 1, "ravines")),
        "bunkers": ((1, 1, "bunkers"),),
        "hedges": ((1, 1, "hedges"), (4, 1, "hedges")),
        "reeds": ((1, 1, "reeds"), (3, 1, "reeds")),
        "hills": ((1, 1, "hills"), (4, 1, "hills")),
        "peaks": ((1, 1, "peaks"), (4, 1, "peaks")),
        "summits": ((1, 1, "summits"), (3, 1, "summits")),
    },
    4: {
        "copse": ((8, 2, "copse"), (3, 1, "copse")),
        "trees": ((2, 2, "trees"), (9, 2, "trees"), (4, 3, "trees"), (8, 1, "trees")),
        "ravines": ((2, 2, "trees"), (9, 2, "ravines"), (4, 1, "ravines"), (7, 3, "trees")),
        "bunkers": ((1, 2, "bunkers"), (2, 2, "bunkers"), (9, 1, "bunkers")),
        "hedges": ((2, 2, "hedges"), (9, 2, "hedges"), (4, 1, "hedges"), (7, 3, "hedges")),
        "reeds": ((2, 2, "reeds"), (3, 1, "reeds"), (9, 2, "reeds"), (7, 3, "reeds"), (8, 1, "reeds")),
        "hills": ((2, 2, "hills"), (8, 1, "hills"), (9, 2, "hills"), (4, 3, "hills")),
        "peaks": ((2, 2, "peaks"), (4, 1, "peaks"), (9, 2, "peaks"), (7, 3, "peaks")),
        "summits": (
            (2, 2, "summits"), (4, 1, "summits"), (8, 1, "summits"), (9, 2, "summits"),
            (6, 2, "summits"),
        ),
    },
    6: {
        "copse": ((11, 3, "copse"), (4, 4, "copse"), (6, 1, "copse")),
        "trees": (
            (3, 1, "trees"), (12, 1, "trees"), (2, 3, "trees"), (13, 3, "trees"), (5, 4, "trees"),
            (10, 4, "trees"), (7, 5, "trees"),
        ),
        "ravines": (
            (3, 1, "trees"), (12, 1, "ravines"), (3, 3, "ravines"), (13, 3, "trees"),
            (6, 4, "trees"), (11, 4, "ravines"),
        ),
        "bunkers": ((3, 3, "bunkers"), (4, 3, "bunkers"), (11, 1, "bunkers"), (12, 1, "bunkers")),
        "hedges": (
            (3, 1, "hedges"), (12, 2, "hedges"), (2, 3, "hedges"), (5, 4, "hedges"), (10, 4, "hedges"),
            (13, 3, "hedges"),
        ),
        "reeds": (
            (3, 1, "reeds"), (12, 1, "reeds"), (2, 3, "reeds"), (4, 3, "reeds"), (11, 4, "reeds"), (6, 4, "reeds"),
        ),
        "hills": ((3, 1, "hills"), (12, 2, "hills"), (3, 3, "hills"), (6, 4, "hills"), (11, 4, "hills")),
        "peaks": (
            (3, 1, "peaks"), (12, 1, "peaks"), (2, 3, "peaks"), (13, 3, "peaks"), (5, 4, "peaks"),
            (10, 4, "peaks"),
        ),
        "summits": (
            (3, 1, "summits"), (12, 1, "summits"), (2, 3, "summits"), (13, 3, "summits"),
            (5, 4, "summits"), (10, 4, "summits"), (7, 2, "summits"), (8, 4, "summits"),
        ),
    },
}  # fmt: skip
_ANY = "hedges"
"""Where the glyphs of any other pattern stand, and letters."""


def strewn(rows: int, pattern: str) -> Sequence[Strewn]:
    """What a hex of so many rows is strewn with; a pattern of one character is that character."""
    patterns = _PATTERNS[rows]
    return patterns.get(pattern) or [(x, y, pattern) for x, y, _ in patterns[_ANY]]
