"""The commands `wargame-tui host` and `wargame-tui join`, up to the app in which the game is played."""

import getpass
from typing import TYPE_CHECKING

from wargame_tui.core.shelf import Shelf
from wargame_tui.core.title import parsed_options, switch
from wargame_tui.live import code, meeting
from wargame_tui.live.meeting import Meeting
from wargame_tui.mail.box import Box
from wargame_tui.mail.correspondence import NotNow

if TYPE_CHECKING:
    from argparse import Namespace


def name_of(chosen: "Namespace", kept: str) -> str:
    """The player's name: as given, as he last gave it, or as the system knows him."""
    if chosen.name or kept:
        return str(chosen.name or kept)
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "player"


def hosted(chosen: "Namespace", box: Box, kept: str) -> Meeting:
    """The meeting of a host: a new game, a saved one at one table, one in the letter box.

    Raises ForPlayers, CannotSave, DamagedSave.
    """
    if "/" not in chosen.scenario and chosen.scenario in box.names():
        exchange = meeting.taken_up(box, chosen.scenario)
    elif chosen.side is None:
        raise NotNow("which side do you play? Say it with --side, or name a game in your letter box")
    else:
        given = {name: switch(value) for name, value in parsed_options(chosen.option).items()}
        name = name_of(chosen, kept)
        scenario, shelf, table = chosen.scenario, Shelf(), None
        if "/" not in scenario and shelf.has(scenario):
            table = shelf.recover(scenario).game
            scenario, given = table.scenario, dict(table.options)
        exchange = meeting.offered(box, scenario, _side(scenario, chosen.side), name, chosen.dice, given, table)
    return meeting.hosting(exchange, chosen.listen, chosen.port)


def _side(scenario: str, given: str) -> str:
    """The side as its title calls it, however its case is written."""
    from wargame_tui.core.title import find_scenario

    title, _ = find_scenario(scenario)
    return next((side for side in title.sides if side.lower() == given.lower()), given)


def joined(chosen: "Namespace", box: Box, kept: str) -> Meeting:
    """The meeting of who joins or watches. Raises BadCode, BadAddress."""
    if bool(chosen.address) == bool(chosen.through):
        raise meeting.BadAddress("give the host's address, or --command, and then the code")
    name = name_of(chosen, kept)
    found = code.parsed(chosen.code)
    return meeting.joining(box, name, chosen.address or "", chosen.through or "", found, watch=chosen.watch)
