"""What a player can lay over the map: supply lines, bridges that may be worked on, victory points, drop areas."""

from collections.abc import Iterator

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import bridges, reinforcements, supply, victory
from wargame_tui.titles.montys_gamble.rules.advantage import DIE
from wargame_tui.titles.montys_gamble.rules.areas import bridge_stands, controls, may_lead, units_in
from wargame_tui.titles.montys_gamble.shown.daylight import percent
from wargame_tui.titles.montys_gamble.state import FRESH, State, book_of

OVERLAYS = (
    OverlayInfo("supply German", "German supply lines"),
    OverlayInfo("supply Allied", "Allied supply lines"),
    OverlayInfo("bridges", "Bridges now: S seize, B blow, R repair"),
    OverlayInfo("points", "Victory points"),
    OverlayInfo("drops", "Drop and airhead areas, with interdiction"),
    OverlayInfo("terrain", "Terrain effect modifiers"),
)


def overlay(state: State, wanted: str) -> Overlay:
    """One of the overlays of OVERLAYS."""
    book = book_of(state)
    if wanted.startswith("supply "):
        return _supply_overlay(state, GERMAN if wanted.endswith(GERMAN) else ALLIED)
    if wanted == "bridges":
        return _bridges_overlay(state)
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
    return Overlay(highlights, notes)


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
