"""What a player can lay over the map: supply, threats, odds, bridges, points, drop areas, control, weather."""

from collections.abc import Iterator, Mapping

from wargame_tui.board import ahead
from wargame_tui.board.layers import Legend, front, of_both
from wargame_tui.board.phrases import percent
from wargame_tui.board.scene import Highlight, MapLine, Overlay, Tint
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import bridges, reinforcements, supply, victory
from wargame_tui.titles.montys_gamble.rules.advantage import DIE
from wargame_tui.titles.montys_gamble.rules.areas import bridge_stands, contested, controls, may_lead, units_in
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.shown import reach
from wargame_tui.titles.montys_gamble.shown.gestures import leads, odds_words
from wargame_tui.titles.montys_gamble.state import FRESH, Draft, Now, State, book_of

_SUPPLY: Legend = (
    ("objective", "source"),
    ("supplied", "in supply"),
    ("path", "supply lines to units"),
    ("unsupplied", "out of supply"),
)
_THREAT: Legend = (("battle", "can be entered"), ("unsupplied", "enemies there can be attacked"))
_ODDS: Legend = (("battle", "AV less DV with all from the best area, and the chance to succeed"),)
OVERLAYS = (
    *of_both("supply", "u", "{} supply lines", SIDES, "13.8", _SUPPLY),
    *of_both("threat", "t", "Reach of {} units in an impulse", SIDES, "9.1", _THREAT, slow=True),
    *of_both("odds", "o", "Best attacks of {} units", SIDES, "10.7", _ODDS, slow=True),
    OverlayInfo(
        "bridges",
        "Bridges now: S seize, B blow, R repair",
        (("choice", "a unit is there to do it"), ("path", "needs a Fresh unit")),
        "d",
        "19",
    ),
    OverlayInfo("points", "Victory points", (("supplied", "scored"), ("objective", "to be scored")), "v", "16"),
    OverlayInfo(
        "drops",
        "Drop and airhead areas, with interdiction",
        (("reach", "drop area"), ("objective", "airhead")),
        "l",
        "18.4",
    ),
    OverlayInfo("terrain", "Terrain effect modifiers", (("objective", "high ground"), ("path", "polder")), "n", "10.3"),
    OverlayInfo(
        "control",
        "Control and front",
        (("supplied", "Allied"), ("battle", "German"), ("objective", "contested")),
        "c",
        "7.2",
    ),
    OverlayInfo("weather", "The weather of the day", (), "w", "5"),
)
_SKY: Mapping[str, Tint] = {"overcast": "overcast"}


def overlay(state: State, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    book = book_of(state)
    if wanted.startswith("supply "):
        return _supply_overlay(state, GERMAN if wanted.endswith(GERMAN) else ALLIED)
    if wanted.startswith("odds "):
        return _odds(state, GERMAN if wanted.endswith(GERMAN) else ALLIED)
    if wanted.startswith("threat "):
        return _threat(state, GERMAN if wanted.endswith(GERMAN) else ALLIED)
    match wanted:
        case "bridges":
            return _bridges_overlay(state)
        case "control":
            return _control(state)
        case "weather":
            return _weather(state)
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    scored = victory.scored(state)
    for space, entry in book.spaces.items():
        if wanted == "points" and entry.vp:
            highlights[space] = "supplied" if space in scored else "objective"
            notes[space] = f"{scored.get(space, 0)}/{entry.vp}VP"
        elif wanted == "drops" and (entry.drop or entry.airhead):
            highlights[space] = "objective" if entry.airhead else "reach"
            notes[space] = f"IV{reinforcements.interdiction_value(state, None, space)}"
        elif wanted == "terrain" and entry.kind != "box":
            if entry.high or entry.polder:
                highlights[space] = "objective" if entry.high else "path"
            notes[space] = f"+{entry.tem}"
    return Overlay(highlights, notes)


def _supply_overlay(state: State, side: Side) -> Overlay:
    """What a side's lines reach, its sources, its isolated units."""
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    sources, lines = supply.sources(state, side), supply.supplied(state, side)
    for space in book_of(state).ground:
        here = len(units_in(state, space, side))
        if space in sources:
            highlights[space], notes[space] = "objective", "source"
        elif here or controls(state, space, side):
            highlights[space] = "supplied" if space in lines else "unsupplied"
            if space not in lines and here:
                notes[space] = f"{here} cut off"
    drawn = (supply.line(state, space, side) for space in lines if space in book_of(state).edges)
    held = (line for line in drawn if len(line) > 1 and units_in(state, line[-1], side))
    return Overlay(highlights, notes, lines=tuple(MapLine(tuple(line[::-1]), "supply", side) for line in held))


def _threat(state: State, side: Side) -> Overlay:
    """The spaces that Fresh units of a side can enter in an assault impulse; those with enemies (9, 10)."""
    found = reach.of_side(state, side)
    entered: dict[str, Highlight] = dict.fromkeys(found, "battle")
    return ahead.threat(entered, [space for space, fights in found.items() if fights])


def _odds(state: State, side: Side) -> Overlay:
    """The best attack on each space with enemies in an assault impulse of a side, as the table lies now (9, 10.7)."""
    g, step = Draft(state), Impulse(side, "choose")
    g.now = Now(side, control=g.control, contested=tuple(contested(g)), crossings=g.crossings)
    g.stack = (step,)
    fresh: State = g.freeze()
    return ahead.odds_overlay({space: odds_words(fresh, lead) for space, lead in leads(fresh, step)})


def _control(state: State) -> Overlay:
    """Who controls what, where both are, and the borders between (7.2)."""
    book = book_of(state)
    held = {space: GERMAN if side == GERMAN else ALLIED for space, side in state.control.items() if space in book.edges}
    marked: dict[str, Highlight] = {space: "battle" if side == GERMAN else "supplied" for space, side in held.items()}
    marked.update(dict.fromkeys(contested(state), "objective"))
    near = {space: [edge.to for edge in book.edges[space].values()] for space in held}
    return Overlay(marked, hexsides=front(near, held.get))


def _weather(state: State) -> Overlay:
    """Clouds over the whole map; a clear sky tints nothing (5)."""
    tint = _SKY.get(state.weather)
    return Overlay(tints=dict.fromkeys(book_of(state).spaces, tint) if tint else {})


def _bridges_overlay(state: State) -> Overlay:
    """From where which bridges can be seized (S), blown (B) or repaired (R), with the chance."""
    highlights: dict[str, Highlight] = {}
    notes: dict[str, str] = {}
    for space in book_of(state).ground:
        found: dict[str, float] = {}
        now = False
        for border in book_of(state).bridges_of[space]:
            for _, verb, needs, ready in trials(state, space, border):
                letter = verb[0].upper()
                found[letter] = max(found.get(letter, 0), chance(needs))
                now = now or ready
        if found:
            highlights[space] = "choice" if now else "path"
            notes[space] = " ".join(f"{letter}{percent(chance)}" for letter, chance in found.items())
    return Overlay(highlights, notes)


# Bridges (9.22, 19)


def trials(state: State, space: str, border: str) -> Iterator[tuple[Side, str, int, bool]]:
    """Who may try what on a bridge from a space with one die: side, verb, least number, whether anybody is there to.

    Seizing takes a Fresh unit that comes by in an assault; blowing and repairing an assault from the space.
    """
    crossing = state.crossings[border]
    if not state.now.control or not book_of(state).waters[border].bridge:
        return
    if bridge_stands(state, border):
        seizer = enemy(crossing.holder)
        if bridges.seizing_refusal(state, space, border, seizer) is None:
            there = any(unit.condition == FRESH and may_lead(unit) for unit in units_in(state, space, seizer))
            yield seizer, "seize", bridges.seizure_needs(state, border, space, seizer), there
        if bridges.demolition_refusal(state, border, crossing.holder) is None:
            yield crossing.holder, "blow", bridges.works_needs(state, border, crossing.holder, repair=False), True
        return
    for side in SIDES:
        if bridges.repair_refusal(state, space, border, side) is None:
            yield side, "repair", bridges.works_needs(state, border, side, repair=True), True


def chance(needs: int) -> float:
    """How likely a die shows at least a number."""
    return max(0, min(DIE, DIE + 1 - needs)) / DIE
