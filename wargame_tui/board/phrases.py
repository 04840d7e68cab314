"""Small turns of phrase that titles share where they make sentences."""

import re
from collections.abc import Callable, Container, Iterable

from wargame_tui.core.wording import listed as listed
from wargame_tui.core.wording import plural as plural

DOUBTFUL = 0.005
"""Below this a chance rounds to none, and as far below one to certainty."""
_WORD = re.compile(r"[\w/.-]+")


def first_up(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def side_words(side: str | None) -> str:
    """A side's name as a word: `german` and `German` alike read German."""
    return first_up(side) if side else "Nobody"


def after(words: str) -> str:
    """Words in parentheses behind others; nothing if there are none."""
    return f" ({words})" if words else ""


def percent(chance: float) -> str:
    """A chance in whole percents, as it is printed everywhere: certain and impossible only where they are."""
    if 0 < chance < DOUBTFUL:
        return "<1%"
    return ">99%" if 1 - DOUBTFUL <= chance < 1 - 1e-9 else f"{chance:.0%}"


def made_of(base: int, changes: Iterable[tuple[int, str]]) -> str:
    """How the number that a die needs came about, behind that number: ` (5, river +1)`; nothing if nothing changed it.

    The changes are those of the number, not of the die: what helps the die to succeed by 1 lowers a number to be
    reached, and raises one not to be passed.
    """
    told = [f"{why} {by:+d}" for by, why in changes]
    return after(", ".join([str(base), *told])) if told else ""


def named_in(
    text: str, name: Callable[[str], str | None], hex_name: Callable[[str], str], hexes: Container[str]
) -> str:
    """A text with pieces named as on their counters, and hexes with their names, where these are not there already."""

    def spoken(word: str, behind: str) -> str:
        bare = word.rstrip(".")
        if bare in hexes:
            named = hex_name(bare)
            return word if (word + behind).startswith(named) else named + word[len(bare) :]
        found = name(bare)
        return word if found is None else found + word[len(bare) :]

    return _WORD.sub(lambda found: spoken(found.group(), text[found.end() :]), text)


def halves(number: float) -> str:
    """Half points as players write them: `3½`, which nobody takes for a rule's number."""
    whole, half = divmod(round(number), 2)
    return f"{whole or ''}½" if half else str(whole)


def dated_impulse(turn: str, month: str) -> str:
    """A date with its impulse, `17-3`, in words; before the first impulse of a day the date alone."""
    date, _, impulse = turn.partition("-")
    return f"{date} {month}" if impulse in ("", "0") else f"{date} {month}, impulse {impulse}"
