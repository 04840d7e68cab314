"""The arguments of `wargame-tui mail`, apart from what carries them out: reading a command line must be quick."""

from argparse import ArgumentParser
from pathlib import Path

MODES = ("trust", "sealed", "batch")
"""Ways to make dice: `letters.MODES`, whose module takes long to load."""


def add_arguments(parser: ArgumentParser) -> None:
    """What can be done with letters."""
    actions = parser.add_subparsers(title="actions", required=True)

    new = actions.add_parser("new", help="offer a game to somebody")
    new.add_argument("scenario", metavar="TITLE/SCENARIO")
    new.add_argument("--side", required=True, help="the side that you will play")
    new.add_argument("--name", required=True, help="your name, as the other player reads it")
    new.add_argument("--dice", choices=MODES, default="sealed", help="how dice are made (sealed); see `mail dice`")
    new.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    new.add_argument("--pack", action="append", default=[], metavar="NAME", help="a data pack to play with")
    _with_folder(new)
    new.set_defaults(action="new")

    read = actions.add_parser("read", help="take in an invitation, an answer or a letter")
    read.add_argument("file", metavar="FILE", help="a file, or - for text that you paste")
    read.add_argument("--name", default="", help="your name, to accept an invitation with")
    _with_folder(read)
    read.set_defaults(action="read")

    send = actions.add_parser("send", help="close your letter, or write the last one again")
    send.add_argument("game", metavar="GAME")
    _with_folder(send)
    send.set_defaults(action="send")

    decide = actions.add_parser("decide", help="make a decision by its notation, or list what can be decided")
    decide.add_argument("game", metavar="GAME")
    decide.add_argument("command_words", nargs="*", metavar="COMMAND", help="its words; without them: the legal ones")
    decide.set_defaults(action="decide")

    orders = actions.add_parser("orders", help="answers that are given at once when their question comes up")
    orders.add_argument("game", metavar="GAME")
    orders.add_argument("--add", action="append", default=[], metavar="'STEP FIELD=VALUE: ANSWER'", help="one more")
    orders.add_argument(
        "--enclose", action="store_true", help="those added travel locked in your letters and act where the question is"
    )
    orders.add_argument("--remove", type=int, metavar="NUMBER", help="take one back")
    orders.set_defaults(action="orders")

    games = actions.add_parser("list", help="the games in your letter box, and whose turn it is")
    games.set_defaults(action="list")

    dice = actions.add_parser("dice", help="what each way to make dice prevents, and what it cannot")
    dice.set_defaults(action="dice")


def _with_folder(parser: ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("."), metavar="FOLDER", help="where to write the letter (.)")
