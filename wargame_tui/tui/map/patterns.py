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
    8: {
        "copse": ((13, 4, "copse"), (5, 5, "copse"), (7, 1, "copse"), (3, 3, "copse")),
        "trees": (
            (4, 1, "trees"), (14, 1, "trees"), (7, 2, "trees"), (2, 3, "trees"), (13, 3, "trees"), (4, 4, "trees"),
            (15, 4, "trees"), (6, 5, "trees"), (12, 5, "trees"), (8, 6, "trees"), (14, 6, "trees"),
        ),
        "ravines": (
            (4, 1, "trees"), (14, 1, "ravines"), (2, 3, "trees"), (13, 3, "trees"), (4, 4, "ravines"),
            (15, 4, "trees"), (6, 5, "trees"), (12, 5, "ravines"), (8, 6, "trees"),
        ),
        "bunkers": (
            (3, 3, "bunkers"), (4, 3, "bunkers"), (13, 1, "bunkers"), (14, 1, "bunkers"), (12, 5, "bunkers"),
            (13, 5, "bunkers"),
        ),
        "hedges": (
            (4, 1, "hedges"), (14, 2, "hedges"), (7, 2, "hedges"), (2, 3, "hedges"), (5, 5, "hedges"),
            (12, 5, "hedges"), (15, 4, "hedges"), (8, 6, "hedges"),
        ),
        "reeds": (
            (4, 1, "reeds"), (14, 1, "reeds"), (2, 3, "reeds"), (5, 3, "reeds"), (13, 4, "reeds"), (7, 5, "reeds"),
            (4, 6, "reeds"), (12, 6, "reeds"),
        ),
        "hills": (
            (4, 1, "hills"), (14, 2, "hills"), (3, 3, "hills"), (6, 5, "hills"), (12, 5, "hills"), (8, 6, "hills"),
        ),
        "peaks": (
            (4, 1, "peaks"), (14, 1, "peaks"), (7, 2, "peaks"), (2, 3, "peaks"), (14, 4, "peaks"), (5, 5, "peaks"),
            (12, 5, "peaks"), (8, 6, "peaks"),
        ),
        "summits": (
            (4, 1, "summits"), (14, 1, "summits"), (7, 2, "summits"), (2, 3, "summits"), (14, 3, "summits"),
            (5, 4, "summits"), (12, 5, "summits"), (8, 6, "summits"), (4, 6, "summits"),
        ),
    },
}  # fmt: skip
_ANY = "hedges"
"""Where the glyphs of any other pattern stand, and letters."""


def strewn(rows: int, pattern: str) -> Sequence[Strewn]:
    """What a hex of so many rows is strewn with; a pattern of one character is that character."""
    patterns = _PATTERNS[rows]
    return patterns.get(pattern) or [(x, y, pattern) for x, y, _ in patterns[_ANY]]
