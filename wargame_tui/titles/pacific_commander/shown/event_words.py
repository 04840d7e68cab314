"""Events in words: what happened, with every die against its number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wargame_tui.core.event import Event
from wargame_tui.titles.commander.phrases import rolled
from wargame_tui.titles.pacific_commander.printed.book import DATA, JAPAN, SHIPS, US
from wargame_tui.titles.pacific_commander.shown.words import (
    OPERATIONS,
    PEOPLE,
    STEPS,
    by_class,
    first_up,
    force_name,
    listed,
    named,
    names,
    place,
    plan_name,
    plan_text,
    plural,
)


def _told(data: Mapping[str, Any], unseen: str = "A Japanese Force") -> str:
    """The Force that an event is about; of one that is not seen in general words (9.1)."""
    if "force" not in data:
        return unseen
    if "name" in data and "cls" in data:
        return named(data.get("side", ""), data["cls"], data["name"])
    return force_name(data["force"])


def _side(data: Mapping[str, Any]) -> str:
    return PEOPLE[data["side"]]


CHECKS: Mapping[str, str] = {
    "code_break": "Code break",
    "commerce_raid": "Commerce raid",
    "seabees": "Seabees",
    "bomber_offensive": "Bomber offensive",
    "search": "{side} search",
    "escort": "{side} escort",
    "cap": "{side} CAP",
    "flak": "{side} flak of {box}",
    "strike": "{side} strike at {force}",
    "torpedo": "{force} attacks {targets}",
    "asw": "{side} escorts against {force}",
    "pursuit": "{side} pursuit",
    "gun": "{force} fires its guns at {targets}",
    "torp": "{force} fires torpedoes at {targets}",
    "bombard": "{force} bombards",
    "landing_fire": "{force} fires at the landing",
    "ground": "{force} fights",
}
"""What dice are rolled for, with what the event says of it."""
_TESTS = frozenset({"code_break", "seabees", "bomber_offensive", "search", "pursuit"})
"""Dice that succeed or fail; the others hit or miss."""
_SUBMARINE = "a submarine"
"""Who attacks where no counter does (3.12.4)."""


def _check(data: Mapping[str, Any]) -> str:
    """Dice against their numbers."""
    purpose = data["purpose"]
    words = CHECKS.get(purpose, first_up(str(purpose).replace("_", " ")))
    force = force_name(data["force"]) if data.get("force") else _SUBMARINE
    targets = listed([force_name(target) for target in dict.fromkeys(data.get("targets", ()))])
    side = PEOPLE.get(data.get("side", ""), "")
    who = words.format(side=side, box=data.get("box", ""), force=force, targets=targets)
    return f"{first_up(who)}: {rolled(data['needed'], data['dice'], DATA.charts.die)}: {_success(data)}"


def _success(data: Mapping[str, Any]) -> str:
    hits = data["hits"]
    if data["purpose"] in _TESTS:
        return "success" if hits else "failure"
    return plural(hits, "hit") if hits else "no hit"


def _table_roll(data: Mapping[str, Any]) -> str:
    where = f" at {place(data['area'])}" if data.get("area") else ""
    if data["purpose"] == "rounds":
        return f"Length of the battle{where}: {data['dice'][0]}, so {plural(_rounds(data['row']), 'round')}"
    what = "Order die"
    added = ",".join(f" {value:+d} {name}" for name, value, _ in data["modifiers"])
    row = f": row {data['row']}" if added else ""
    return f"{what}{where}: {data['dice'][0]}{added}{row}"


def _rounds(row: int) -> int:
    """The rounds that the die gives (3.8.7)."""
    rounds = DATA.charts.battle.rounds
    return rounds[min(highest for highest in rounds if row <= highest)]


def _hit(data: Mapping[str, Any]) -> str:
    who = _told(data)
    if data["left"]:
        return f"{who} loses {plural(data['lost'], 'step')}, {data['left']} left"
    lost = "sinks" if data["cls"] in SHIPS or data["cls"] == "SS" else "is destroyed"
    aboard = [
        f"{named(data['side'], cls, name)} ({plural(steps, 'step')})" for _, cls, name, steps in data.get("aboard", ())
    ]
    return f"{who} {lost}" + (f" with {listed(aboard)} aboard" if aboard else "")


def _stage(data: Mapping[str, Any]) -> str:
    return f"{STEPS[data['stage']]}, turn {data['turn']} of {data['year']}"


def _supply(data: Mapping[str, Any]) -> str:
    lost = f", {data['lost']} unspent lost" if data["lost"] else ""
    return f"{data['gained']} Supply Points come{lost}: {data['sp']} SP"


def _arrival(data: Mapping[str, Any]) -> str:
    aside = f" instead of {place(data['meant'])}" if data["meant"] != data["area"] else ""
    return f"{_told(data)} arrives in {place(data['area'])}{aside}"


def _repaired(data: Mapping[str, Any]) -> str:
    if "area" not in data:
        return f"Damage control saves a step of {force_name(data['force'])}"
    left = f"{plural(data['hits'], 'hit')} left" if data["hits"] else "as good as new"
    return f"{_told(data)} is repaired at {place(data['area'])}: {left} ({data['sp']} SP left)"


def _restored(data: Mapping[str, Any]) -> str:
    left = f"{plural(data['hits'], 'step')} still missing" if data["hits"] else "full strength"
    return f"{_told(data)} gets a step back: {left} ({data['sp']} SP left)"


def _air_restored(data: Mapping[str, Any]) -> str:
    missing = f", {data['airloss']} still missing" if data["airloss"] else ""
    return f"{_told(data)} gets {plural(data['points'], 'air point')} back{missing} ({data['sp']} SP left)"


def _plan_drawn(data: Mapping[str, Any]) -> str:
    return f"Battle Plan drawn: {plan_text(data['chit'])} ({data['sp']} SP left)"


def _outcome(what: str, success: str) -> Callable[[Mapping[str, Any]], str]:
    """An operation that succeeds or fails; `{}` stands for the Area."""

    def text(data: Mapping[str, Any]) -> str:
        where = place(data["area"]) if "area" in data else ""
        return f"{what.format(where)}: {success if data['success'] else 'it fails'}"

    return text


def _commerce_raided(data: Mapping[str, Any]) -> str:
    if not data["hits"]:
        return "Commerce raid: nothing is sunk that matters"
    taken = [plural(data["repairs"], "repair"), plural(data["air"], "air point")]
    if data["battalions"]:
        taken.append(plural(data["battalions"], "battalion"))
    return f"Commerce raid: Japan loses {listed(taken)}; {data['pool']} left in its pool of battalions"


def _carrier_raided(data: Mapping[str, Any]) -> str:
    return (
        f"Carrier raid from {place(data['origin'])} on {place(data['area'])}: {names(data['ships'])}; "
        f"home to {place(data['port'])}"
    )


def _went(verb: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda d: f"{_told(d)} {verb} from {place(d['origin'])} to {place(d['area'])}"


def _enemy_repair(data: Mapping[str, Any]) -> str:
    left = f"{plural(data['hits'], 'hit')} left" if data["hits"] else "as good as new"
    return f"{_told(data, 'A Japanese ship')} is repaired at {place(data['area'])}: {left}"


def _enemy_air(data: Mapping[str, Any]) -> str:
    missing = f", {data['airloss']} still missing" if data["airloss"] else ""
    who = f"{_told(data, 'A Japanese carrier')} at {place(data['area'])}"
    return f"{who} gets {plural(data['points'], 'air point')} back{missing}"


def _split(data: Mapping[str, Any]) -> str:
    sides = [f"{PEOPLE[side]} CAP {data['cap'][side]}, strike {data['strike'][side]}" for side in (US, JAPAN)]
    level = {1: "; Veterans fly", -1: "; Green airmen fly"}.get(data["experience"], "")
    return f"Air points: {'; '.join(sides)}{level}"


def _located(data: Mapping[str, Any]) -> str:
    sides = data["sides"]
    if len(sides) == 2:
        return "Both find the enemy's REAR: they strike at once"
    if not sides:
        return "Nobody finds the enemy's REAR: both strike at once"
    return (
        "Only you find the enemy's REAR: you strike first"
        if sides == [US]
        else ("Only Japan finds your REAR: it strikes first")
    )


def _cancelled(data: Mapping[str, Any]) -> str:
    kind = "CAP" if data["of"] == "cap" else "strike"
    return (
        f"{plural(data['count'], f'{_side(data)} {kind} die', f'{_side(data)} {kind} dice')} lost, {data['left']} left"
    )


def _targets(data: Mapping[str, Any]) -> str:
    aimed = [f"{plural(count, 'die', 'dice')} at {force_name(force)}" for force, count in data["targets"]]
    return f"The {_side(data)} strike goes in: {listed(aimed)}"


def _roll(data: Mapping[str, Any]) -> str:
    """A die that must show so much at least."""
    made = "there is a fight" if data["hits"] else "the other side gets away"
    return f"Surface fight: {data['at_least']} or more needed, {data['dice'][0]}: {made}"


def _consent(data: Mapping[str, Any]) -> str:
    wanted = [side for side in (US, JAPAN) if data["wishes"][side]]
    if len(wanted) == 2:
        return "Both sides seek the surface fight"
    return f"Only {_the(wanted[0])} seeks the surface fight" if wanted else "Nobody seeks a surface fight"


def _the(side: str) -> str:
    return "the US" if side == US else "Japan"


def _fort(data: Mapping[str, Any]) -> str:
    level = data["fort"] if "fort" in data else data["level"]
    return f"The fort at {place(data['area'])} is now level {level}"


def _bombarded(data: Mapping[str, Any]) -> str:
    if not data["counted"]:
        return "The bombardment hits nothing"
    stopped = data["counted"] - data["left"]
    fort = f", {stopped} stopped by the fort" if stopped else ""
    least = "; shells take no more than one ground step, and never the last" if data["left"] else ""
    return f"Bombardment: {plural(data['counted'], 'hit')}{fort}{least}"


def _landed(data: Mapping[str, Any]) -> str:
    return f"{first_up(names(data['forces']))} {_verb(data['forces'], 'lands', 'land')} at {place(data['area'])}"


def _verb(many: Sequence[Any], one: str, several: str) -> str:
    return one if len(many) == 1 else several


def _withdrew(data: Mapping[str, Any]) -> str:
    return f"{names(data['forces'])} {_verb(data['forces'], 'withdraws', 'withdraw')} to {place(data['to'])}"


def _sailed(data: Mapping[str, Any]) -> str:
    ships = data["ships"]
    cargo = [named(US, cls, name) for _, cls, name in data["cargo"]]
    sail = by_class((cls, name) for _, cls, name in ships)
    # Where to comes first: a long list of ships may be cut off.
    words = f"From {place(data['origin'])} to {place(data['area'])} {_verb(ships, 'sails', 'sail')} {sail}"
    words += f" with {listed(cargo)}" if cargo else ""
    return words + (f" ({data['paid']} SP for the landing, {data['sp']} left)" if data["paid"] else "")


_DEEDS: Mapping[str, str] = {
    "INVADE": "it invades {}",
    "SORTIE": "it makes a sortie to {}",
    "PATROL": "it patrols to {}",
    "EXPRESS": "an express runs to {}",
    "REINFORCE": "reinforcements come to {}",
    "FORTIFY": "the fort of {} grows",
    "AIR": "aircraft come to {}",
    "HOLD": "it goes to {}",
    "WITHDRAW": "it goes home to {}",
}
"""What a group does with an order; `{}` stands for the target."""
_WHY_NOT: Mapping[str, str] = {
    "garrison": "not for a garrison",
    "us_ships": "US ships are there",
    "no_warship": "too few warships",
    "no_capacity": "nothing to carry troops",
    "no_target": "no target",
    "no_cargo": "no troops",
    "no_destroyer": "no destroyer",
    "not_japanese": "the Area is closed or not Japanese-held",
    "no_room": "no room",
    "no_chain": "no way from home",
    "no_force": "nothing left to send",
    "no_ground": "no ground Forces",
    "not_holder": "Japan is not the Holder",
    "fort_full": "the fort is complete",
    "at_home": "at home already",
}


def _order(data: Mapping[str, Any]) -> str:
    """An order of a fleet or garrison: the row and its order, what replaced it, where it led and who went."""
    who = f"{first_up(data['group'])} at {place(data['area'])}, row {data['row']}"
    reasons: dict[str, list[str]] = {}
    for order, why in data["skipped"]:
        reasons.setdefault(why, []).append(order)
    skipped = "; ".join(f"{', '.join(orders)} ({_WHY_NOT[why]})" for why, orders in reasons.items())
    order = f"{skipped}, so {data['carried_out']}" if skipped else data["carried_out"]
    return f"{who}: {order}: {_carried_out(data)}"


def _carried_out(data: Mapping[str, Any]) -> str:
    if data["target"] is None:
        return "nothing moves"
    words = _DEEDS[data["carried_out"]].format(place(data["target"]))
    moved = by_class((cls, name) for _, cls, name in data["forces"])
    if data.get("unseen"):
        moved = f"{plural(data['unseen'], 'Force')} not seen"
    return f"{words}: {moved}" if moved else words


def _submarine_order(data: Mapping[str, Any]) -> str:
    who = force_name(data["force"]) if data.get("force") else "A Japanese submarine"
    if data["target"] is None:
        return f"{who} finds no ships and stays at {place(data['area'])}"
    if data["target"] == data["area"]:
        return f"{who} lies in wait at {place(data['area'])}"
    return f"{who} goes from {place(data['area'])} to {place(data['target'])}"


_BATTLES: Mapping[str, str] = {
    "battle": "Battle of {}",
    "raid": "Carrier raid on {}",
    "submarines": "Submarines meet at {}",
}


def _battle(data: Mapping[str, Any]) -> str:
    us, japan = (len(data["forces"][side]) for side in (US, JAPAN))
    return f"{_BATTLES[data['sort']].format(place(data['area']))}: {plural(us, 'US Force')} against {japan} Japanese"


_ENDS: Mapping[str, str] = {
    "battle": "The battle of {} is over",
    "raid": "The carrier raid on {} is over",
    "submarines": "{} is quiet again",
}


def _battle_ended(data: Mapping[str, Any]) -> str:
    return _ENDS[data["sort"]].format(place(data["area"])) + (": the US has won" if data["won"] else "")


def _experience(data: Mapping[str, Any]) -> str:
    gained = [f"{named(US, cls, name)} {level}" for _, name, cls, die, level in data["rolled"] if die >= data["needed"]]
    faces = ", ".join(str(die) for _, _, _, die, _ in data["rolled"])
    return f"Experience at {place(data['area'])}, {data['needed']} or more needed, {faces}: {listed(gained) or 'none'}"


def _excess(data: Mapping[str, Any]) -> str:
    fate = f"moves to {place(data['target'])}" if data["target"] else "is disbanded"
    return f"{_told(data)} finds no room at {place(data['area'])} and {fate}"


def _blockade(data: Mapping[str, Any]) -> str:
    return f"Blockade of Japan from {listed([place(area) for area in data['areas']])}: track {data['track']}"


_TEXTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "check": _check,
    "table_roll": _table_roll,
    "hit": _hit,
    "draw": lambda d: f"Draw of a Battle Plan: {d['dice'][0]} of {d['faces']}: {plan_name(d['chit'])}",
    # The turn
    "stage": _stage,
    "campaign": lambda d: f"The campaign of {d['year']} begins",
    "blockade": _blockade,
    "citadel_fallen": lambda d: f"{place(d['area'])} has fallen: the campaign is lost",
    "campaign_over": lambda d: f"The campaign of {d['year']} ends: {d['score']}, {d['level']}",
    "career": lambda d: f"{d['level']}: {d['gained']:+d} for the career, {plural(d['points'], 'point')}",
    # Resupply
    "supply": _supply,
    "arrival": _arrival,
    "repaired": _repaired,
    "restored": _restored,
    "air_restored": _air_restored,
    "bought": lambda d: f"{d['cls']} bought, here next turn ({d['sp']} SP left)",
    "plan_drawn": _plan_drawn,
    "plan_chosen": lambda d: f"Battle Plan chosen: {plan_text(d['chit'])} ({d['sp']} SP left)",
    "enemy_repair": _enemy_repair,
    "enemy_air": _enemy_air,
    # Special Operations
    "operation": lambda d: f"{OPERATIONS[d['operation']]} ordered ({d['sp']} SP left)",
    "code_break": _outcome("Signals about {}", "the code is broken"),
    "commerce_raid": _commerce_raided,
    "carrier_raid": _carrier_raided,
    "seabees": _outcome("Seabees at {}", "the airfield is enlarged"),
    "fort": _fort,
    "air_lift": _went("is flown"),
    "bomber_offensive": _outcome("Bomber offensive", "no repairs in Japan this turn, fewer aircraft"),
    "bombed": lambda d: f"{_told(d)} is destroyed on the ground in {place(d['area'])}",
    # Movement
    "sail": _sailed,
    "shuttle": _went("goes"),
    "flight": _went("flies"),
    # Orders
    "order": _order,
    "submarine_order": _submarine_order,
    # Battles
    "battle": _battle,
    "rear": lambda d: f"{force_name(d['force'])} goes into REAR",
    "support": lambda d: f"{force_name(d['force'])} from {place(d['origin'])} gives air support",
    "rounds": lambda d: f"The battle lasts {plural(d['rounds'], 'round')}",
    "round": lambda d: f"Round {d['number']} of {d['of']}, {'Day' if d['day'] else 'Night'}",
    "raid_home": lambda d: f"The raid is over: {names(d['forces'])} to {place(d['to'])}",
    "battle_ended": _battle_ended,
    "plans": lambda d: f"Japan has {plural(d['count'], 'plan')} for the battle",
    "plan_shown": lambda d: f"Japan shows {plan_text(d['chit'])}; {plural(d['left'], 'plan')} left",
    "plan_played": lambda d: f"The US plays {plan_text(d['chit'])}",
    "located": _located,
    "split": _split,
    "no_strike": lambda d: f"No {_side(d)} strike",
    "fewer_dice": lambda d: f"The {_side(d)} strike comes second: {plural(d['left'], 'die', 'dice')} left",
    "cancelled": _cancelled,
    "targets": _targets,
    "air_loss": lambda d: f"{force_name(d['force'])} loses an air point, {d['left']} left",
    "no_effect": lambda d: f"{force_name(d['force'])} is too well dug in to lose more to bombs and shells this round",
    "held_back": lambda d: f"{force_name(d['force'])} holds back",
    "no_surface": lambda d: "Smoke: no surface fight in this round",
    "consent": _consent,
    "roll": _roll,
    "bombarded": _bombarded,
    "landed": _landed,
    "raised": lambda d: f"{force_name(d['force'])} comes by barge, {d['pool']} left in the pool",
    "withdrew": _withdrew,
    # After the battles
    "experience": _experience,
    "excess": _excess,
}

KINDS = frozenset(_TEXTS)
"""The kinds of event that have words."""


def part(event: Event) -> Sequence[str]:
    """The turn and the step of it that an event begins (3.1.1)."""
    if event.kind != "stage":
        return ()
    data, files = event.data, DATA.scenarios.values()
    played = next(file.campaign for file in files if file.campaign and file.campaign.year == data["year"])
    return (played.turn_words(data["turn"]), STEPS[data["stage"]])


def event_text(event: Event) -> str:
    """What happened."""
    return _TEXTS[event.kind](event.data)
