"""The colours of a legend's signs where the map is painted."""

from collections.abc import Mapping

from wargame_tui.tui.map.legend import Colours
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.counter_face import CARDS
from wargame_tui.tui.paint.style import MapStyle, ToneStyle


def painted_colours(style: MapStyle) -> Colours:
    """The colours of a ground and an ink of the character map, by their roles, in a style."""
    cards = {**CARDS}
    grounds = _grounds(style)
    inks = _inks(style)

    def colours(ground: str | None, ink: str) -> str:
        card = next((card for paint, card in cards.items() if paint == ground), None)
        if card:
            return f"bold {card.ink} on {card.ground}"
        return f"bold {inks.get(ink, style.ink)} on {grounds.get(ground or '', style.ground)}"

    return colours


def _grounds(style: MapStyle) -> Mapping[str, str]:
    plain = ToneStyle()
    tones = {f"hex.{tone}": (look or plain).fill or style.ground for tone, look in style.tones.items()}
    tints = {f"land.none.0.{tint}": mixed(style.ground, color, 0.6) for tint, color in style.tints.items()}
    tinges = [*style.skies.items(), *style.highlights.items()]
    laid = {f"highlight.{kind}": mixed(style.ground, tinge.color, tinge.share) for kind, tinge in tinges}
    bridges = {"bridge": style.bridge.fill, "bridge.down": style.blown.fill, "ferry": style.water.fill}
    return {**tones, **tints, **laid, **bridges}


def _inks(style: MapStyle) -> Mapping[str, str]:
    water = ("river", "water", "canal", "hex.water.river", "hex.water.major", "hex.water.lake", "chart.river")
    roads = {f"road.{kind}": look.fill for kind, look in style.roads.items()}
    marks = {"badge": style.town.fill, "town": style.town.fill, "bridge": style.bridge.edge}
    return {**dict.fromkeys(water, style.water.fill), **roads, **marks}
