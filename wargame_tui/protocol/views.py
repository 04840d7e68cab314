"""Games, commands, events and odds as the engine protocol shows them."""

from collections.abc import Iterable, Mapping
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.event import Event
from wargame_tui.core.game import Entry, Game
from wargame_tui.core.journal import KERNEL, Line
from wargame_tui.core.title import Chance, Odds, Title, outcome_json

Json = dict[str, Any]


def title_json(title: Title[Any]) -> Json:
    """A title with its scenarios."""
    scenarios = [
        {"id": info.id, "name": info.name, "turns": info.turns, "solitaire": info.solitaire}
        for info in title.scenarios()
    ]
    return {"id": title.id, "name": title.name, "sides": list(title.sides), "scenarios": scenarios}


def status_json(game_id: str, game: Game) -> Json:
    """Where a game stands and what is asked of whom."""
    status = {
        "game": game_id,
        "scenario": game.scenario,
        "turn": game.title.turn(game.state),
        "trail": game.trail,
        "side": game.side,
        "prompt": _ruled({"text": game.prompt.text}, game.prompt.rule),
        "over": outcome_json(game.over),
        "flags": {"edited": game.edited, "scripted": game.scripted},
        "seq": sum(line.side != KERNEL for line in _journal(game)),
    }
    return status if game.unverified is None else {**status, "unverified": game.unverified}


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


def odds_json(odds: Odds | None) -> Json:
    """A distribution; without outcomes where nothing is rolled."""
    odds = odds or Odds()
    return {
        "outcomes": _chances(odds.outcomes),
        "modifiers": [{"text": drm.name, "value": drm.value, "rule": drm.rule} for drm in odds.modifiers],
        "details": [{"text": heading, "outcomes": _chances(chances)} for heading, chances in odds.details],
        "assumptions": list(odds.assumptions),
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
            interventions.append({"before": index, "text": line.text, "events": events})
        else:
            entries.append({"index": index, "side": line.side, "notation": line.text, "events": events})
            index += 1
    return {"entries": entries[start:], "interventions": [one for one in interventions if one["before"] >= start]}


def _journal(game: Game) -> tuple[Line | Entry, ...]:
    return (*game.past, *game.entries)


def _chances(chances: Iterable[Chance]) -> list[Json]:
    return [{**_plain(chance.data), "p": chance.p, "text": chance.text} for chance in chances]


def _ruled(shown: Json, rule: str | None) -> Json:
    return shown if rule is None else {**shown, "rule": rule}


def _plain(data: Mapping[str, Any]) -> Json:
    return {str(name): value for name, value in data.items()}
