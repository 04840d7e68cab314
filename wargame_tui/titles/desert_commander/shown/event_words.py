"""Events in words: what happened, with every die against its number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame_tui.board.phrases import first_up, plural
from wargame_tui.core.event import Event
from wargame_tui.titles.commander.phrases import listed, rolled
from wargame_tui.titles.desert_commander.printed.book import AT_SEA, AXIS, DATA, ENEMY
from wargame_tui.titles.desert_commander.shown.words import (
    STEPS,
    adjective,
    order_name,
    people,
    plan_name,
    plan_text,
    share,
)

Data = Mapping[str, Any]


def place(data: Data, key: str = "area") -> str:
    """An Area of an event by its name, on the map on which it happened."""
    area, entry = data.get(key), DATA.map.maps.get(data["map"])
    if entry is not None and area in entry.spaces:
        return entry.spaces[area].name
    return "the sea" if area == AT_SEA else str(area)


def _area(data: Data, area: str) -> str:
    return place({"map": data["map"], "area": area})


def _who(data: Data, key: str = "labels") -> str:
    """Those that an event is about, or how many there are of those that are not seen (9.1)."""
    named = listed([str(label) for label in data.get(key, ())])
    return named or (plural(data["count"], f"{_foe(data)} force") if data.get("count") else "nobody")


def _many(data: Data, one: str, several: str) -> str:
    """A verb that fits how many an event is about."""
    return one if (data.get("count") or len(data.get("labels", ()))) == 1 else several


def _side(data: Data) -> str:
    return adjective(data["map"], data["side"])


def _foe(data: Data) -> str:
    return adjective(data["map"], ENEMY)


def _people(data: Data) -> str:
    return people(data["map"])


# Dice

CHECKS: Mapping[str, tuple[str, str, str]] = {
    "support": ("Support fire at {area}", "", ""),
    "air_support": ("Aircraft over {area}", "", ""),
    "guns": ("{side} guns at {area}", "", ""),
    "retreat": ("Retreat test at {area}", "the defenders retreat", "the defenders stand"),
    "interdiction": ("Interdiction at {area}", "aircraft stop the operation", "it gets through"),
}
"""What dice are rolled for, and what success and failure mean where they do not just hit or miss."""


def _check(data: Data) -> str:
    """Dice against their numbers."""
    what, success, failure = CHECKS[data["purpose"]]
    came = (success if data["hits"] else failure) if success else _hits(data["hits"])
    head = first_up(what.format(area=place(data), side=_side(data) if "side" in data else ""))
    return f"{head}: {rolled(data['needed'], data['dice'], data['faces'])}: {came}"


def _hits(count: int) -> str:
    return plural(count, "hit") if count else "no hit"


def _fire(data: Data) -> str:
    """The dice of a side at one Speed; misses rolled again stand behind."""
    who = listed(list(dict.fromkeys(data["labels"])))
    again = ""
    if data["missed"]:
        again = f" (after {', '.join(str(face) for _, face in data['missed'])} rolled again)"
    dice = rolled(data["needed"], data["dice"], data["faces"])
    return f"Speed {data['speed']}, {_side(data)}: {who}: {dice}{again}: {_hits(data['hits'])}"


def _table_roll(data: Data) -> str:
    """An order die with its modifiers, and the column in which it is read."""
    added = ",".join(f" {value:+d} {name}" for name, value, _ in data["modifiers"])
    column = "in contact" if data["column"] == "contact" else "no contact"
    return f"Order die at {place(data)} ({column}): {data['dice'][0]}{added}: row {data['row']}"


# Enemy orders

_INSTEAD: Mapping[tuple[str, str], str] = {
    ("RETREAT", "HOLD"): "no need to go, or nowhere to go to",
    ("HOLD", "REFIT"): "who holds is refitted",
    ("ATTACK", "SHIFT"): "no target that is weak enough",
    ("ATTACK", "DIG_IN"): "no target that is weak enough, and the Axis is next door",
    ("OFFENSIVE", "SHIFT"): "no target that is weak enough",
    ("OFFENSIVE", "DIG_IN"): "no target that is weak enough, and the Axis is next door",
    ("SHIFT", "DIG_IN"): "the Axis is next door",
}
"""Why an order is replaced by another (4.5.4 to 4.5.11)."""


def _order(data: Data) -> str:
    """An order: what was rolled, what replaced it and why, what comes of it, the targets that were weighed."""
    rolled_, done = data["order"], data["carried_out"]
    why = _INSTEAD.get((rolled_, done))
    instead = "" if rolled_ == done else f", so {order_name(done)}" if why is None else f" ({why}): {order_name(done)}"
    return f"{place(data)}: {order_name(rolled_)}{instead}: {_deed(data)}{_weighed(data)}"


def _deed(data: Data) -> str:
    who, target = _who(data), place(data, "target")
    match data["carried_out"]:
        case "DIG_IN":
            return "it digs in"
        case "REFIT":
            return f"{who} {_many(data, 'is', 'are')} refitted" if data["count"] else "nobody needs a refit"
        case "RETREAT" | "SHIFT" if data["target"]:
            verb = _many(data, "goes", "go") if data["carried_out"] == "SHIFT" else _many(data, "retreats", "retreat")
            return f"{who} {verb} to {target}"
        case "ATTACK" | "OFFENSIVE" if data["target"]:
            where = "where it is" if data["target"] == data["area"] else f"{target}"
            return f"{who} {_many(data, 'attacks', 'attack')} {where}"
    return _IDLE.get(data["carried_out"], "nothing happens")


_IDLE: Mapping[str, str] = {"HOLD": "it stays where it is", "SHIFT": "it looks for a better place and stays"}
"""What comes of orders that move nobody."""


def _weighed(data: Data) -> str:
    """The targets among which an attack chose, if there were several or one was too strong."""
    if len(data["scores"]) < 2:
        return ""
    return f"; weighed: {', '.join(_scored(data, each) for each in data['scores'])}"


def _scored(data: Data, scored: Data) -> str:
    parts = [f"{scored['vp']} VP", f"CV {scored['cv']}"]
    if scored["ratio"] is not None:
        parts += [f"ratio {scored['ratio']}", f"worth {scored['score']}"]
    if not scored["fit"]:
        parts.append("too strong")
    return f"{_area(data, scored['area'])} ({', '.join(parts)})"


# Everything else


def _stage(data: Data) -> str:
    return f"{STEPS[data['stage']]}, turn {data['turn']}"


def _arrived(data: Data) -> str:
    aside = f" instead of {place(data, 'due')}" if data["due"] != data["area"] else ""
    return f"{first_up(_side(data))}: {_who(data)} {_many(data, 'arrives', 'arrive')} in {place(data)}{aside}"


def _arrival_lost(data: Data) -> str:
    return f"{data['label']} finds no Area to arrive in and is lost"


def _sp_gained(data: Data) -> str:
    more = {"turn": "the turn", "career": "the campaign won before"}
    parts = [f"{sp} for {more.get(source) or _area(data, source)}" for source, sp in data["sources"]]
    return f"{sum(sp for _, sp in data['sources'])} SP come ({listed(parts)}): {data['sp']} SP"


def _refitted(data: Data) -> str:
    price = f" ({data['sp']} SP)" if "sp" in data else ""
    return f"{_who(data)} at {place(data)} {_many(data, 'is', 'are')} at full strength again{price}"


def _withdrawn(data: Data) -> str:
    names = listed([plan_name(chit) for chit in data["chits"]])
    return f"{names} leaves the game for good ({plural(data['count'], 'chit')})"


def _operation(data: Data) -> str:
    what = "Blitz" if data["blitz"] else "Operation"
    more = f", {data['overstretch']} of them for overstretch" if data["overstretch"] else ""
    return f"{what} from {place(data, 'origin')} to {place(data)}: {_who(data)} ({data['sp']} SP{more})"


def _moved(data: Data) -> str:
    way = f"from {place(data, 'origin')} to {place(data)}"
    return f"{first_up(_who(data))} {_many(data, 'goes', 'go')} {way}"


def _owner(data: Data) -> str:
    return {
        AXIS: f"{place(data)} is yours now",
        ENEMY: f"{first_up(_people(data))} own {place(data)} now",
    }.get(data["owner"], f"{place(data)} is contested")


def _battle_begins(data: Data) -> str:
    """Who meets whom; of an enemy with chits how many."""
    heads = {"assault": "Assault on", "attack": f"{first_up(_people(data))} attack", "landing": "Landing at"}
    chits = f"; {plural(data['chits'], f'{_foe(data)} plan')}" if data["chits"] else ""
    sides = f"{_who(data, 'attacker_labels')} against {_who(data, 'defender_labels')}"
    return f"{heads[data['form']]} {place(data)}: {sides}{chits}"


def _played(data: Data) -> str:
    return f"You play {plan_text(AXIS, data['chit'])}{_wasted(data)}"


def _shown(data: Data) -> str:
    return f"{first_up(_people(data))} show {plan_text(ENEMY, data['chit'])}{_wasted(data)}"


def _wasted(data: Data) -> str:
    return "" if data["works"] else "; it finds nothing to work on"


def _hit(data: Data) -> str:
    return f"{data['label']} is {'destroyed' if data['destroyed'] else 'reduced'}"


def _retreat(data: Data) -> str:
    return f"The {_side(data)} defenders retreat from {place(data, 'origin')} to {place(data)}"


def _battle_ends(data: Data) -> str:
    where = f"Battle of {place(data)}"
    if data["contested"]:
        return f"{where}: the landed forces hold on"
    if data["won"]:
        return f"{where}: won by {'the Axis' if data['side'] == AXIS else _people(data)}"
    return f"{where}: the {_side(data)} attack is beaten off"


def _total_noted(data: Data) -> str:
    """What is held, and what of it counts even if it is lost again (4.6.2)."""
    campaigns = (file.campaign for file in DATA.scenarios.values() if file.campaign)
    divisor = next(each.best_total_divisor for each in campaigns if each.map == data["map"])
    counts = f" ({share(divisor)} of it counts at the end)" if divisor else ""
    return f"{data['total']} VP are held; the high tide so far is {data['best']}{counts}"


def _veteran(data: Data) -> str:
    return f"{data['label']} at {place(data)} is the Veteran of this campaign"


def _campaign(data: Data) -> str:
    return f"{data['campaign']} begins" + (f", with {data['bonus']} SP more" if data["bonus"] else "")


_TEXTS: Mapping[str, Callable[[Data], str]] = {
    "check": _check,
    "table_roll": _table_roll,
    "fire": _fire,
    "hit": _hit,
    "draw": lambda d: f"Draw of a Battle Plan: {d['dice'][0]} of {d['faces']}: {plan_name(d['chit'])}",
    # The turn
    "stage": _stage,
    "total_noted": _total_noted,
    "campaign": _campaign,
    "veteran": _veteran,
    "campaign_over": lambda d: f"{d['campaign']} ends: score {d['score']}, {d['level']}",
    # The enemy
    "order": _order,
    "landing": lambda d: f"Landing at {place(d)}: {_who(d)}",
    "waiting": lambda d: f"{d['label']} waits at sea off {place(d)}",
    # Supply and operations
    "arrived": _arrived,
    "arrival_lost": _arrival_lost,
    "sp_gained": _sp_gained,
    "sp_lost": lambda d: f"{d['sp']} SP are lost, {d['kept']} are kept",
    "refitted": _refitted,
    "plan_bought": lambda d: f"Battle Plan drawn: {plan_text(AXIS, d['chit'])}; {d['left']} left in the cup",
    "cup_renewed": lambda d: f"The cup is empty: the {plural(d['chits'], 'chit')} of the discard go back into it",
    "chits_withdrawn": _withdrawn,
    "operation": _operation,
    "moved": _moved,
    "owner": _owner,
    "dug_in": lambda d: f"{first_up('you' if d['side'] == AXIS else _people(d))} dig in at {place(d)}",
    "recon": lambda d: f"Reconnaissance at {place(d)}: {_who(d)}",
    # Battle
    "battle_begins": _battle_begins,
    "air_support": lambda d: f"Air support is called ({d['sp']} SP)",
    "air_called_off": lambda d: f"{_foe(d)} air cover keeps your aircraft away; the SP are lost",
    "plan_played": _played,
    "enemy_plan": _shown,
    "reserve": lambda d: f"{d['label']}, reduced, joins {_people(d)}",
    "retreat": _retreat,
    "press_on": lambda d: f"You press on for one more round ({d['sp']} SP)",
    "battle_ends": _battle_ends,
}

KINDS = frozenset(_TEXTS)
"""The kinds of event that have words."""


def part(event: Event, trail: Sequence[str]) -> Sequence[str]:
    """The turn and the step of it that an event begins, after what is known of the trail (4.1.1)."""
    if event.kind != "stage":
        return ()
    turn = event.data["turn"]
    campaigns = [file.campaign for file in DATA.scenarios.values() if file.campaign]
    titles = [[played.turn_words(number + 1) for number in range(len(played.turns))] for played in campaigns]
    known = [each[turn - 1] for each in titles if trail and trail[0] in each[max(turn - 2, 0) : turn]]
    return (known[0] if known else f"Turn {turn}", STEPS[event.data["stage"]])


def event_text(event: Event) -> str:
    """What happened, in words."""
    return _TEXTS[event.kind](event.data)
