"""What came of a series of games, in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import mean, median

from wargame_tui.board.annals import Annals, History, Then
from wargame_tui.lab.contest import Json
from wargame_tui.lab.figures import Duel, middle, ratings, share

NOBODY = "nobody"
WIDE = 30
"""Columns of a name."""
DATES_IN_A_ROW = 10
LATE = 2
"""Turns by which a median may differ from history."""


def result(game: Json) -> str:
    """One game in a line."""
    points = "" if game["points"] is None else f", {game['points']} points"
    players = " against ".join(f"{side} {player}" for side, player in game["players"].items())
    reason = game["reason"].strip().splitlines()[-1] if game["reason"].strip() else "no reason given"
    return f"seed {game['seed']}: {players}: {game['level'] or game['winner'] or NOBODY}{points}; {reason}"


def series(games: Sequence[Json], sides: Sequence[str]) -> Iterator[str]:
    """What games of the same players came to."""
    count = len(games)
    yield f"{count} games"
    if not count:
        return
    winners = Counter(game["winner"] or NOBODY for game in games)
    for winner in (*sides, NOBODY):
        if winners[winner] or winner != NOBODY:
            yield _row(f"{winner} wins" if winner != NOBODY else NOBODY, winners[winner], count)
    levels = Counter(game["level"] for game in games if game["level"])
    if len(levels) > 1:
        for level, found in levels.most_common():
            yield _row(f"  {level}", found, count)
    points = [game["points"] for game in games if game["points"] is not None]
    if points:
        low, high = middle(points)
        all_ = f"all {min(points)} to {max(points)}"
        yield f"points: mean {mean(points):.1f}, median {median(points):g}, middle 80% {low:g} to {high:g}, {all_}"
    yield from _endings(games)
    yield from _work(games)


def _row(name: str, found: int, count: int) -> str:
    return f"{name:{WIDE}}{found:5}  {share(found, count)}"


def _endings(games: Sequence[Json]) -> Iterator[str]:
    """How games ended, where several ended for the same reason."""
    reasons = Counter(game["reason"].partition(";")[0].partition(":")[0].lstrip("-0123456789 ") for game in games)
    often = [(reason, found) for reason, found in reasons.most_common(4) if found > 1 and reason]
    if len(reasons) > 1 and often:
        yield "ends: " + ", ".join(f"{reason} x{found}" for reason, found in often)


def _work(games: Sequence[Json]) -> Iterator[str]:
    """Time, memory and faults of the players."""
    players = {(side, player) for game in games for side, player in game["players"].items()}
    for side, player in sorted(players):
        own = [game for game in games if game["players"].get(side) == player and side in game["seconds"]]
        if own:
            a_game, a_turn = (mean(game[what][side] for game in own) for what in ("seconds", "turn_seconds"))
            longest = max(game["longest"][side] for game in own)
            yield f"{side} {player}: {_time(a_game)} a game, {_time(a_turn)} a turn, longest decision {_time(longest)}"
    commands = mean(game["commands"] for game in games)
    yield (
        f"{commands:.0f} commands a game, at most {max(game['most'] for game in games)} by a side in a turn; "
        f"{max(game['memory'] for game in games)} MB"
    )
    faults = Counter(f"{fault['side']} {fault['oracle']}" for game in games for fault in game["faults"])
    yield "faults: " + (", ".join(f"{what} x{found}" for what, found in faults.most_common()) or "none")


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def faults(game: Json) -> Iterator[str]:
    """The faults of a game, each in a line."""
    for fault in game["faults"]:
        lines = fault["text"].strip().splitlines()
        where = f"seed {game['seed']}, command {fault['at']}, {fault['side']} {game['players'].get(fault['side'], '')}"
        yield f"{fault['oracle']}: {where}: {lines[-1] if lines else ''}"


# A pool


def pool(games: Sequence[Json], sides: Sequence[str], players: Sequence[str]) -> Iterator[str]:
    """What every pairing came to, and what each player is worth."""
    for number, one in enumerate(players):
        for other in players[number + 1 :]:
            both = [game for game in games if {*game["players"].values()} == {one, other}]
            if both:
                yield _pairing(both, sides, one, other)
    first, second = sides
    duels = [Duel(game["players"][first], game["players"][second], _score(game, first)) for game in games]
    rated, (advantage, spread) = ratings(players, duels)
    yield f"Elo, {players[0]} as 1500; {sides[0]} is worth {advantage:+.0f} ± {spread:.0f}"
    for rating in sorted(rated, key=lambda each: -each.points):
        yield f"  {rating.player:{WIDE}}{rating.points:6.0f} ± {rating.spread:.0f}"


def _pairing(games: Sequence[Json], sides: Sequence[str], one: str, other: str) -> str:
    words = []
    for side in (None, *sides):
        own = [game for game in games if side is None or game["players"][side] == one]
        won = sum(_score(game, _seat(game, one)) for game in own)
        words.append(f"{'' if side is None else f'as {side} '}{share(won, len(own)).strip()}")
    return f"{one} against {other}, {len(games)} games: " + "; ".join(words)


def _seat(game: Json, player: str) -> str:
    return next(str(side) for side, who in game["players"].items() if who == player)


def _score(game: Json, side: str) -> float:
    return 0.5 if game["winner"] is None else float(game["winner"] == side)


# History


def history(games: Iterable[Json], known: History | None) -> Iterator[str]:
    """What the games left in their annals, beside what happened then."""
    annals = [Annals.from_json(game["annals"]) for game in games if game["annals"] is not None]
    if not annals:
        return
    known = known or History("")
    points = [game["points"] for game in games if game["points"] is not None]
    if known.points is not None and points:
        low, high = middle(points)
        within = "within" if low <= known.points <= high else "outside"
        yield f"points in {known.year}: {known.points:g}, {within} the middle 80% ({low:g} to {high:g})"
    yield from _firsts(annals, known)
    yield from _dated(annals, known)
    yield from _counts(annals)


def _firsts(annals: Sequence[Annals], known: History) -> Iterator[str]:
    """When things happened first."""
    names = [*known.firsts, *sorted({name for each in annals for name in each.firsts} - {*known.firsts})]
    if not names:
        return
    yield f"first: share of {len(annals)} games, median, middle 80%{f' ({known.year})' if known.year else ''}"
    for name in names:
        whens = [each.firsts[name] for each in annals if name in each.firsts]
        if not whens:
            yield f"  {name:{WIDE}}  0%         -{_then(known.firsts.get(name))}"
            continue
        half = sorted(whens)[len(whens) // 2]
        low, high = (known.when(int(when)) for when in middle(whens))
        then = known.firsts.get(name)
        off = " !" if then and then.when is not None and abs(half - then.when) > LATE else ""
        part = len(whens) / len(annals)
        yield f"  {name:{WIDE}}{part:4.0%}  {known.when(half):>7}  {low} to {high}{_then(then)}{off}"


def _then(then: Then | None) -> str:
    return f"  ({then.words})" if then else ""


def _dated(annals: Sequence[Annals], known: History) -> Iterator[str]:
    """Numbers by date: means, in rows of so many dates."""
    rows: dict[str, dict[int, list[float]]] = {name: {} for name in known.dated}
    for each in annals:
        for name, numbers in each.dated.items():
            for when, number in numbers.items():
                rows.setdefault(name, {}).setdefault(when, []).append(number)
    dates = sorted({when for row in rows.values() for when in row})
    for start in range(0, len(dates), DATES_IN_A_ROW):
        shown = dates[start : start + DATES_IN_A_ROW]
        heading = f"by date, mean{f' ({known.year})' if known.year else ''}"
        yield f"{heading:{WIDE + 2}}" + "".join(f"{known.when(when):>12}" for when in shown)
        for name, row in rows.items():
            if any(when in row for when in shown):
                cell = _cell(row, known.dated.get(name, {}), name.startswith(tuple(known.shares)))
                yield f"  {name:{WIDE}}" + "".join(f"{cell(when):>12}" for when in shown)


def _cell(row: Mapping[int, Sequence[float]], then: Mapping[int, float], share: bool) -> Callable[[int], str]:
    form = "{:.0%}" if share else "{:.1f}"

    def cell(when: int) -> str:
        found = form.format(mean(row[when])) if when in row else "-"
        return found + (f" ({then[when]:g})" if when in then and not share else "*" if then.get(when) else "")

    return cell


def _counts(annals: Sequence[Annals]) -> Iterator[str]:
    """Numbers of whole games: what begins with the same words before a colon stands in one line."""
    names = sorted({name for each in annals for name in each.counts})
    groups: dict[str, list[str]] = {}
    for name in names:
        heading, _, what = name.rpartition(": ")
        found = mean(each.counts.get(name, 0) for each in annals)
        groups.setdefault(heading, []).append(f"{what} {found:.2f}" if found < 1 else f"{what} {found:.1f}")
    if groups:
        yield "a game, on average"
    for heading, words in groups.items():
        yield f"  {f'{heading}: ' if heading else ''}" + ", ".join(words)
