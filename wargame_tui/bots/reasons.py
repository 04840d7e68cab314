"""Why a player that thinks ahead does what it does, in a player's words with numbers."""

from collections.abc import Iterator, Sequence

from wargame_tui.board.phrases import first_up, listed, percent, side_words
from wargame_tui.bots.search import HURRIED, TIME, Thought, Weighed

LEAST = 0.05
"""Less than that of a term is not told."""
TERMS = 4
"""Terms that are told."""
OTHERS = 4
"""Other plans that are told."""
BEGINNING = "It begins with"
"""Heads the first decisions of the plan."""
CUTS = {TIME: "It ran out of time", HURRIED: "It was hurried"}


def reasons(thought: Thought) -> list[tuple[str, tuple[str, ...]]]:
    """What it means to do, what that is worth, what else it weighed: headings with lines."""
    found = [(f"{first_up(side_words(thought.side))} plan", tuple(_meant(thought)))]
    if thought.chosen.line:
        found.append((BEGINNING, tuple(thought.chosen.line)))
    if why := tuple(_why(thought)):
        found.append(("Why", why))
    if others := tuple(_others(thought)):
        found.append(("What else it weighed", others))
    found.append(("How", tuple(_how(thought))))
    return found


def meant(weighed: Weighed) -> str:
    """A set of plans in a sentence."""
    return first_up(listed(weighed.words)) if weighed.words else "Go on as usual"


def _meant(thought: Thought) -> Iterator[str]:
    yield f"{meant(thought.chosen)}."
    for hope, share in thought.chosen.hopes:
        yield f"Chance {hope}: {percent(share)}."


def _why(thought: Thought) -> Iterator[str]:
    """The terms in which the plan differs most from going on as usual, or from the next best plan."""
    chosen, other, words = thought.chosen, thought.plain, "going on as usual"
    if not chosen.words:
        best = _told_others(thought)[:1]
        if not best:
            return
        other, words = best[0], f'"{meant(best[0])}"'
    if not other.times:
        return
    yield f"Worth {chosen.value:+.1f}, against {other.value:+.1f} for {words}."
    gains = {name: chosen.terms.get(name, 0.0) - other.terms.get(name, 0.0) for name in {**chosen.terms, **other.terms}}
    told = sorted((name for name in gains if abs(gains[name]) >= LEAST), key=lambda name: -abs(gains[name]))[:TERMS]
    if told:
        yield f"Difference: {listed([f'{name} {gains[name]:+.1f}' for name in told])}."
    if not chosen.words and other.value > chosen.value:
        yield "The difference is within chance, so that it goes on as usual."


def _others(thought: Thought) -> Iterator[str]:
    for each in _told_others(thought)[:OTHERS]:
        hopes = "".join(f"; chance {hope} {percent(share)}" for hope, share in each.hopes)
        yield f"{meant(each)}: {each.value:+.1f}{hopes}."


def _told_others(thought: Thought) -> Sequence[Weighed]:
    """Those that were played through as often as others, the best first."""
    most = max((each.times for each in thought.others), default=0)
    able = [each for each in thought.others if each.times >= min(most, 4) and each.words != thought.chosen.words]
    return sorted(able, key=lambda each: -each.value)


def _how(thought: Thought) -> Iterator[str]:
    times, plans = thought.chosen.times, thought.plans
    yield f"{plans} plans, the best one played through {times} times."
    yield f"{thought.work:,} commands in {thought.seconds:.1f} seconds."
    if thought.cut is not None:
        yield f"{CUTS[thought.cut]} and took the best found so far."
