"""Games, commands, events and odds as the engine protocol shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from wargame_tui.board.scene import Counter, Scene
from wargame_tui.board.title import BoardTitle
from wargame_tui.core import patch
from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.core.game import Entry, Game
from wargame_tui.core.journal import KERNEL, Line
from wargame_tui.core.title import Chance, Odds, Title, outcome_json, view

Json = dict[str, Any]


def title_json(title: Title[Any]) -> Json:
    """A title with its scenarios."""
    scenarios = [
        {"id": info.id, "name": info.name, "turns": info.turns, "solitaire": info.solitaire} for info in title.shipped()
    ]
    return {"id": title.id, "name": title.name, "sides": list(title.sides), "scenarios": scenarios}


def status_json(game_id: str, game: Game) -> Json:
    """Where a game stands and what is asked of whom."""
    status = {
        "game": game_id,
        "scenario": game.scenario,
        "turn": game.title.turn(game.state),
        "trail": game.trail,
        "step": None if game.over else game.state.stack[-1].kind,
        "steps": [{"kind": step.kind, "text": step.title(game.state)} for step in game.state.stack],
        "side": game.side,
        "prompt": _ruled({"text": game.prompt.text}, game.prompt.rule),
        "over": outcome_json(game.over),
        **({"packs": packs} if (packs := dict(game.title.packs(game.scenario))) else {}),
        "flags": {"edited": game.edited, "scripted": game.scripted},
        "seq": sum(line.side != KERNEL for line in _journal(game)),
    }
    return status if game.unverified is None else {**status, "unverified": game.unverified}


def state_json(title: Title[Any], state: Any, side: str | None) -> Json:
    """The whole state, or what a side may see of it, and the table that it makes."""
    shown = {"state": title.dump(state) if side is None else view(title, state, side)}
    return {**shown, "table": _table_json(title.scene(state, side))} if isinstance(title, BoardTitle) else shown


_NOT_TOLD = {"formation", "army"}
"""What a counter is striped by: clients have it from `map`, where the unit is described."""


def _table_json(scene: Scene) -> Json:
    spaces = {
        name: {
            "control": space.control,
            "counters": [_counter_json(counter) for counter in space.counters],
            "badges": list(space.badges),
            "markers": list(space.markers),
            "terrain": space.terrain,
        }
        for name, space in scene.spaces.items()
    }
    borders = {"bridges": dict(scene.bridges), "holders": dict(scene.holders), "ferries": dict(scene.ferries)}
    return {"spaces": spaces, **borders, "outside": sorted(scene.outside)}


def _counter_json(counter: Counter) -> Json:
    shown = {field.name: getattr(counter, field.name) for field in fields(Counter) if field.name not in _NOT_TOLD}
    return {**shown, "flags": sorted(counter.flags)}


def command_json(game: Game, command: Command) -> Json:
    """A legal command in all its forms."""
    shown = {
        "notation": command.notation(),
        "command": command.as_json(),
        "text": game.title.command_text(game.state, command),
    }
    return _ruled(shown, game.title.rule_of(game.state, command))


def events_json(title: Title[Any], events: Iterable[Event]) -> list[Json]:
    """Events with their words."""
    return [
        _ruled({**_plain(event.data), "kind": event.kind, "text": title.event_text(event)}, event.rule)
        for event in events
    ]


def edit_json(game: Game, operations: Any) -> Json:
    """What the edit just made set going: events, commands unasked, and how the state differs from the one written."""
    entry, title = game.entries[-1], game.title
    written = title.restore(patch.apply(title.dump(game.states[-2]), operations))
    return {
        "events": events_json(title, entry.events),
        "unasked": list(entry.unasked),
        "followed": patch.difference(title.dump(written), title.dump(game.state)),
    }


def odds_json(odds: Odds | None) -> Json:
    """A distribution; without outcomes where nothing is rolled."""
    odds = odds or Odds()
    return {
        "outcomes": _chances(odds.outcomes),
        "modifiers": [{"text": drm.name, "value": drm.value, "rule": drm.rule} for drm in odds.modifiers],
        "details": [{"text": heading, "outcomes": _chances(chances)} for heading, chances in odds.details],
        "assumptions": [*filter(None, [odds.compared]), *odds.assumptions],
    }


def log_json(game: Game, start: int) -> Json:
    """The commands from number `start` on with what they led to; edits and scripted dice apart from them.

    What led to a position whose journal no longer replays is listed without events.
    """
    entries: list[Json] = []
    interventions: list[Json] = []
    index = 0
    for line in _journal(game):
        events = events_json(game.title, line.events) if index >= start and isinstance(line, Entry) else []
        if line.side == KERNEL:
            interventions.append({"before": index, "text": line.text, "events": events, **_unasked(line)})
        else:
            decided = {"index": index, "side": line.side, "notation": line.text}
            entries.append({**decided, "events": events, **_unasked(line)})
            index += 1
    return {
        "entries": entries[start:],
        "interventions": [one for one in interventions if one["before"] >= start],
        "opening": {"events": events_json(game.title, game.opening), "unasked": list(game.opening_unasked)},
    }


def _unasked(line: Line | Entry) -> Json:
    """What the kernel carried out by itself; unknown of lines that no longer replay."""
    return {"unasked": list(line.unasked)} if isinstance(line, Entry) else {}


def _journal(game: Game) -> tuple[Line | Entry, ...]:
    return (*game.past, *game.entries)


def _chances(chances: Iterable[Chance]) -> list[Json]:
    return [{**_plain(chance.data), "p": chance.p, "text": chance.text} for chance in chances]


def _ruled(shown: Json, rule: str | None) -> Json:
    return shown if rule is None else {**shown, "rule": rule}


def _plain(data: Mapping[str, Any]) -> Json:
    return {str(name): value for name, value in data.items()}
