"""What there is to play: titles with their scenarios, and saved games. Imports titles: use it off the first paint."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from secrets import randbits
from typing import Any

from wargame_tui.board import packs
from wargame_tui.board.compare import Moment, compare, lines
from wargame_tui.board.ledger import recorded
from wargame_tui.board.phrases import side_words
from wargame_tui.board.plain import DataError, briefly
from wargame_tui.board.record import Record
from wargame_tui.board.results import Results
from wargame_tui.board.title import BoardTitle, FolderTitle
from wargame_tui.bots.opponent import levels
from wargame_tui.core import save as saves
from wargame_tui.core.errors import BadData
from wargame_tui.core.game import Game
from wargame_tui.core.save import DamagedSave, Header
from wargame_tui.core.shelf import Card, Shelf, opened
from wargame_tui.core.title import Title, find_title, title_ids
from wargame_tui.tui.map.maps import names, prepare
from wargame_tui.tui.offers import Kept, Offer, PackOffer
from wargame_tui.tui.players import opponents
from wargame_tui.tui.screens.record import TitleRecord
from wargame_tui.tui.session import Session

NOBODY = ""
"""Who looks at a game by mail that is not his: he sees what neither side keeps to itself."""


def offers() -> tuple[list[Offer], list[str]]:
    """Every scenario of every installed title, and what is wrong with titles that cannot be used."""
    found: list[Offer] = []
    problems: list[str] = []
    for name in title_ids():
        try:
            title = find_title(name)
            title.take_up(name)  # Without packs, one of which may be unusable.
            if isinstance(title, BoardTitle):
                found += _offered(title)
        except BadData as error:
            problems += [f"{name} cannot be played, mend its data: {line}" for line in str(error).splitlines()]
        except Exception as error:
            # A broken plug-in must not keep the others from being played.
            problems.append(f"{name}: {type(error).__name__}: {error}")
    return found, problems


def _offered(title: BoardTitle[Any]) -> Iterator[Offer]:
    """The scenarios of a title."""
    introduction, laid, guide = title.introduction(), tuple(packs_of(title)), title.guide()
    for info in title.shipped():
        name = info.id.partition("/")[2]
        favoured = guide.favoured.get(name, "") if guide else ""
        first = guide is not None and guide.start == name
        easy = first and guide is not None and guide.for_beginners
        plays = () if info.solitaire else levels(title)
        yield Offer(info, title.name, introduction, laid, tuple(title.sides), favoured, first, easy, plays)


def packs_of(title: Title[Any]) -> Iterator[PackOffer]:
    """The data packs of a title, those that cannot be used with the reason."""
    if not isinstance(title, FolderTitle):
        return
    title.data.take_in_changes()
    for name, pack in packs.offered(title.id, title.data.path).items():
        try:
            if pack.about.title != title.id and pack.path.parent.name != title.id:
                continue  # Named by its path, for another title.
            pack.insist_on_title(title.id)
            if not packs.NAME.fullmatch(name):
                raise DataError([(str(pack.path), "rename it: small letters, digits, - and _, 40 at most")])
        except DataError as error:
            yield PackOffer(name, briefly(error), bad=True)
        else:
            yield PackOffer(name, f"{pack.about.edition}, by {pack.about.author}")


def saved_games(folder: Path) -> tuple[list[Kept], list[str]]:
    """The saves in a folder, the last played first, damaged ones with the reason; and why it cannot be read, if so."""
    try:
        return [_kept(card) for card in Shelf(folder).list()], []
    except DamagedSave as error:
        return [], [str(error)]


def games_by_mail(folder: Path) -> int:
    """How many games lie in the letter box beside the saves."""
    from wargame_tui.mail.box import Box

    return len(Box.beside(folder).names())


def _kept(card: Card) -> Kept:
    header = card.header
    if header is None:
        return Kept(card.path, card.name, card.damage or "nothing of it can be read", True, card.modified)
    if header.over is not None:
        words = f"{header.over.level}, {_turn_of(header)}"
    else:
        words = f"{_turn_of(header)}, {side_words(header.side)} to play"
    if card.damage:
        words += f" (an older save of it: the newest is damaged, {card.damage})"
    if header.packs:
        words += f", with {packs.words(header.packs)}"
    return Kept(card.path, card.name, words, False, card.modified, _game_of(header), header.over is not None)


def _game_of(header: Header) -> str:
    """Title and scenario of a save by their names; of a title that is not known here by its id."""
    try:
        title = find_title(header.title)
        own = packs.split(header.scenario)[0]
        name = next(info.name for info in title.scenarios() if info.id == own)
        return f"{title.name} · {name}"
    except Exception:
        return header.scenario


def _turn_of(header: Header) -> str:
    """The turn of a save in its title's words; of a title or turn that is not known here as it stands."""
    try:
        return find_title(header.title).turn_words(header.scenario, header.turn)
    except Exception:
        return f"turn {header.turn}"


def records(folder: Path) -> tuple[list[TitleRecord], list[str]]:
    """What the record in a folder has of every title that keeps one, or was played by two; what is wrong with it."""
    runs, problems = Record(folder).read()
    results, more = Results(folder).read()
    problems += more
    found: list[TitleRecord] = []
    for name in title_ids():
        try:
            title = find_title(name)
            if isinstance(title, BoardTitle) and recorded(title):
                of_title = tuple(run for run in runs if run.title == name)
                found.append(TitleRecord(name, title.name, of_title, tuple(title.medals())))
            elif of_two := tuple(each for each in results if each.title == name):
                found.append(TitleRecord(name, title.name, (), (), of_two))
        except Exception as error:
            problems.append(f"{name}: {type(error).__name__}: {error}")
    return found, problems


def new_session(
    scenario: str, seed: int | None, options: Mapping[str, Any], folder: Path, opponent: str | None = None
) -> Session:
    """A new game, kept from the start, perhaps with a side that the program plays.

    Raises UnknownScenario, BadOption.
    """
    session = Session(Game.new(scenario, randbits(31) if seed is None else seed, options), Shelf(folder))
    session.players.levels = opponents(session.title, opponent, solitaire=session.solitaire) or {}
    session.keep_new()
    return session


def resumed_session(path: Path, folder: Path, opponent: str | None = None) -> tuple[Session, tuple[str, ...]]:
    """A saved game and what there is to tell about it; nothing is written before something happens in it.

    A game in the folder of saves goes on under its name, also one that was only saved under it; a save from elsewhere
    goes on under a new one. The program plays the `opponent`, or who it has played before.
    Raises DamagedSave; BadOption, UnknownScenario: it cannot.
    """
    shelf = Shelf(folder)
    if path.resolve().parent == folder.resolve():
        recovery, keeper = shelf.resume(path.stem)
    else:
        recovery, keeper = opened(path), None
    session = Session(recovery.game, shelf)
    notes = (*recovery.notes, *_packs_changed(path, recovery.game))
    if session.game.state.dice.seed is None:
        session.game.reseed(randbits(31))
        notes += ("This save had sealed dice, as by mail; it goes on with dice of its own",)
    session.notes.read(path.parent, path.stem)
    if session.is_for_two:
        session.players.read(path.parent, path.stem, session.title)
    given = opponents(session.title, opponent, solitaire=session.solitaire)
    session.players.levels = session.players.levels if given is None else given
    if words := session.players.words():
        notes += (f"{words[:1].upper()}{words[1:]}; Ctrl+O changes that",)
    if keeper is None:
        session.keep_new(taken_up=True)
    else:
        session.go_on(keeper)
    return session, notes


def _packs_changed(path: Path, game: Game) -> Iterator[str]:
    """What to tell of data packs that are not as they were when a game was saved, though all of it holds with them."""
    try:
        then = saves.read_header(path).packs
    except DamagedSave:
        return
    for name, now in game.title.packs(game.scenario).items():
        if name in then and then[name] != now and game.unverified is None:
            yield (
                f"The data pack {name} has changed since this game was saved (it was {then[name][:8]}, now it is "
                f"{now[:8]}). All that was played holds with it; from here on its numbers count as they are now"
            )


def _beside(file: str, folder: Path) -> Path:
    """The folder in which a game lies that is named by its file, or by its name alone."""
    return Path(file).parent if Path(file).is_file() else folder


def replayed_session(file: str, versus: str | None, folder: Path) -> tuple[Session, tuple[str, ...]]:
    """A game only to be looked at, and what there is to tell about it; nothing on disk is changed.

    With another game to compare it with, that one's end is marked and its own is on view.
    Raises DamagedSave, BadLetter, NotNow, NotComparable.
    """
    game, notes, player = _game_in(file, folder)
    session = Session(game, Shelf(folder), replayed=True)
    session.name = Path(file).stem
    session.notes.read(_beside(file, folder), session.name)
    if player is not None and game.over is None:
        session.viewer = player
        session.no_branch = "A game by mail has no branches while it goes on: no trying things out on a copy"
    if versus is not None:
        other, more, _ = _game_in(versus, folder)
        session.marked = Moment(other, len(other.entries))
        session.look(session.newest)
        compare(session.marked, session.moment())
        notes += more
    return session, notes


def comparison(file: str, versus: str, folder: Path) -> list[str]:
    """Where two games part and what differs at their ends, as text. Raises what `replayed_session` raises."""
    session, notes = replayed_session(file, versus, folder)
    assert session.marked is not None
    found = compare(session.moment(), session.marked)
    return [*notes, *lines(found, names(session.title.map_of(session.state)))]


def _game_in(file: str, folder: Path) -> tuple[Game, tuple[str, ...], str | None]:
    """The game in a save, given by file or name, in a letter, or in the letter box; notes; by mail, the own side."""
    path = Path(file)
    if not path.is_file():
        path = folder / f"{file}.json"
    if path.is_file() and path.resolve().parent == folder.resolve() and path.suffix == ".json":
        recovery = Shelf(folder).recover(path.stem)
        return recovery.game, recovery.notes, None
    if by_mail := _game_by_mail(file, folder):
        return by_mail[0], (), by_mail[1]
    recovery = opened(path)
    return recovery.game, recovery.notes, None


def _game_by_mail(file: str, folder: Path) -> tuple[Game, str] | None:
    """The game in a letter or in the letter box beside the saves, and whose box it is; None if it is no such thing."""
    from wargame_tui.mail.armour import BEGIN
    from wargame_tui.mail.box import Box
    from wargame_tui.mail.commands import letter_of
    from wargame_tui.mail.proof import verify

    path, letters = Path(file), Box.beside(folder)
    by_mail = BEGIN.encode() in saves.content(path) if path.is_file() else file in letters.names()
    if not by_mail:
        return None
    letter = letter_of(file, letters)
    name = letters.find(letter.invitation.game)
    return verify(letter).game, NOBODY if name is None else letters.load(name).mail.side


def draw_map(session: Session, cache: Path, zooms: Sequence[str]) -> None:
    """Lay the map out for some zooms and keep that in the cache: it takes seconds, and is done once for a map.

    Raises DataError if the title's look cannot be read: before there is a table.
    """
    session.title.look()
    prepare(session.title.map_of(session.state), zooms, cache)
