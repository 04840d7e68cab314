"""Games kept in a file, one line each, so that a long series can be broken off and taken up again."""

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any


def mark_of(*places: Path) -> str:
    """A short name for what stands in files and folders, data and programs: games of another one are not comparable."""
    files = sorted(p for place in places for p in ([place] if place.is_file() else place.rglob("*.*")))
    found = sha256()
    for path in (p for p in files if p.suffix in (".py", ".yaml")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def games(
    file: Path | None, mark: str, scenario: str, seeds: Iterable[int], play: Callable[[int], dict[str, Any]]
) -> list[dict[str, Any]]:
    """The games of a scenario with these seeds: from the file where they stand in it, else played and added to it."""
    known = _read(file, mark, scenario) if file and file.exists() else {}
    found = []
    for seed in seeds:
        if seed not in known:
            known[seed] = play(seed)
            if file:
                with file.open("a", encoding="utf-8") as lines:
                    line = {"mark": mark, "scenario": scenario, "seed": seed, "game": known[seed]}
                    lines.write(json.dumps(line, ensure_ascii=False) + "\n")
        found.append(known[seed])
    return found


def _read(file: Path, mark: str, scenario: str) -> dict[int, dict[str, Any]]:
    """The games of a file; a last line that was broken off does not count."""
    found = {}
    for line in file.read_text("utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if (entry["mark"], entry["scenario"]) == (mark, scenario):
            found[entry["seed"]] = entry["game"]
    return found


def interval(count: int, of: int) -> tuple[float, float]:
    """Where a share lies with 95 % (Wilson)."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, count / of
    middle, spread = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + z * z / of)), min(1.0, (middle + spread) / (1 + z * z / of))


def share(count: int, of: int) -> str:
    """A share in words, with its interval."""
    low, high = interval(count, of)
    return f"{count / max(1, of):4.0%} ({low:.0%} to {high:.0%})"
