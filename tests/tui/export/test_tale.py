"""What a report tells first, what it folds away, and how it is written."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from wargame_tui.board import pages
from wargame_tui.board.views import Tally
from wargame_tui.core import save
from wargame_tui.core.event import Modifier, events_of
from wargame_tui.core.game import Game
from wargame_tui.tui.export.chronicle import News, chronicle
from wargame_tui.tui.export.markup import (
    Chart,
    Folded,
    Heading,
    Inlined,
    Items,
    Picture,
    Quote,
    Table,
    Text,
    bbcode,
    html,
    markdown,
)
from wargame_tui.tui.export.report import report
from wargame_tui.tui.export.tale import headline, sentence, told_sum
from wargame_tui.tui.notes import LONGEST, Notes
from wargame_tui.tui.session import Session

GAMES = Path(__file__).parents[2] / "golden" / "games"
BLOCKS = (
    Heading(1, "The *Bulge*"),
    Text("holds [out].", "Bastogne:"),
    Items((Text("one"), Text("two <b>", "A:"))),
    Table(("Side", "Steps"), (("German", "3"), ("Allied", "12"))),
    Picture("The map", "00.png", "00.svg"),
    Chart("Points", (("16", 0), ("17", 4), ("18", 2))),
    Quote("what a day"),
    Folded("more", (Text("inside"),)),
)


def test_markdown_takes_no_text_for_markup() -> None:
    text = markdown(BLOCKS, "maps")
    assert text.startswith("# The \\*Bulge\\*\n\n**Bastogne:** holds \\[out\\].\n")
    assert "- **A:** two \\<b\\>" in text
    assert "| Allied | 12 |" in text
    assert "![The map](maps/00.png)" in text
    assert "Points: `0 ▁█▅ 2`" in text
    assert "> what a day" in text
    assert "<details><summary>more</summary>\n\ninside\n\n</details>" in text


def test_html_is_one_file_and_every_tag_is_closed() -> None:
    page = html("A & B", BLOCKS, {"00.png": Inlined((20, 10), b"\x89PNG")})
    open_: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "input"):
                open_.append(tag)

        def handle_startendtag(self, tag: str, attrs: object) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert open_.pop() == tag

    Tags().feed(page)
    assert not open_
    assert "<title>A &amp; B</title>" in page
    assert 'width="20" height="10" href="data:image/png;base64,iVBORw=="' in page
    assert "two &lt;b&gt;" in page
    assert "http" not in page


def test_the_forum_gets_its_own_markup() -> None:
    post = bbcode(BLOCKS, "maps")
    assert "[size=18][b]The *Bulge*[/b][/size]" in post
    assert "[b]Bastogne:[/b] holds (out)." in post
    assert "[c]Side    Steps\nGerman  3\nAllied  12[/c]" in post
    assert "[b]more[/b] [o]\ninside\n\n[/o]" in post
    assert "maps/00.png" in post


def test_a_turn_begins_with_what_was_taken_and_lost(session: Session) -> None:
    turn = chronicle(session).turns[0]
    steps = {side: sum(loss.steps for loss in turn.losses if loss.side == side) for side in session.title.sides}
    told = headline(session, turn)
    lost = ", ".join(f"{side} {count}" for side, count in steps.items() if count)
    assert told == f"German gains: Wallendorf. Steps lost: {lost}."
    assert steps["Allied"] > 0
    text = report(session).text
    assert f"- **{turn.date}:** {told}" in text.partition("## Set-up")[0]


def test_losses_of_the_turns_are_those_between_set_up_and_end(session: Session) -> None:
    story = chronicle(session)
    first, last = story.turns[0].before, story.turns[-1].state
    whole = pages.losses(session.title, first, last)
    assert sum(loss.steps for turn in story.turns for loss in turn.losses) == sum(loss.steps for loss in whole)
    fights = [fight for turn in story.turns for fight in turn.fights]
    assert all(fight.words for fight in fights)
    assert sum(fight.cost for fight in fights) <= sum(loss.steps for loss in whole)


def test_dice_are_folded_and_the_costliest_battle_is_told(session: Session) -> None:
    text = report(session).text
    shown = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
    assert "rolls" not in shown
    assert "rolls 5 1: 2 hits" in text
    turn = chronicle(session).turns[0]
    worst = max(turn.fights, key=lambda fight: fight.cost)
    assert f"**{worst.battle.heading}.** " in shown
    assert " attack" in shown[shown.index(f"**{worst.battle.heading}.**") :].partition("\n")[0]


def test_three_files_tell_the_same(session: Session, tmp_path: Path) -> None:
    report(session).write(tmp_path)
    dates = [turn.date for turn in chronicle(session).turns]
    for name in ("report.md", "report.html", "report.bbcode.txt"):
        text = (tmp_path / name).read_text("utf-8")
        assert all(date in text for date in dates), name


def test_a_note_stands_in_the_turn_in_which_it_was_made(session: Session) -> None:
    last = chronicle(session).turns[-1]
    session.notes.add(session.newest, "Echternach must hold.")
    assert chronicle(session).turns[-1].notes == ["Echternach must hold."]
    text = report(session).text
    assert text.index(f"## {last.date}") < text.index("> Echternach must hold.")


def test_notes_lie_beside_the_game(tmp_path: Path) -> None:
    notes = Notes()
    notes.add(3, "one")
    notes.add(3, "two\nlines")
    notes.add(9, "x" * 2 * LONGEST)
    notes.keep(tmp_path, "game")
    found = Notes()
    found.read(tmp_path, "game")
    assert [found.told[entry].text[:20] for entry in (3, 9)] == ["one two lines", "x" * 20]
    assert len(found.told[9].text) == LONGEST
    found.forget_after(3)
    assert list(found.told) == [3]
    (tmp_path / "game.notes").write_text("[1]")
    Notes().read(tmp_path, "game")


def test_weights_are_given_to_events_of_every_title(game: Game) -> None:
    for name in ("ardennes_44", "liberty_roads", "montys_gamble", "tigers_in_the_mist", "first_command"):
        kinds = events_of(f"wargame_tui.titles.{name}")
        if kinds:
            assert {kind.usual_weight for kind in kinds} == {"headline", "normal", "quiet"}, name


def test_units_are_told_with_the_places_from_which_they_fought() -> None:
    game = save.read(GAMES / "first_command-mortain.save")
    fights = [fight.battle for turn in chronicle(Session(game, replayed=True)).turns for fight in turn.fights]
    assert fights
    for fight in fights:
        assert {row.place for row in fight.defenders} == {fight.space}, "retreats are told after the battle"
        assert fight.space not in {row.place for row in fight.attackers}, "and so is who advanced"


def test_a_turn_begins_with_what_belongs_to_no_side() -> None:
    game = save.read(GAMES / "first_command-mortain.save")
    for turn in chronicle(Session(game, replayed=True)).turns:
        weather = [part.heading for part in turn.parts for told in part.told if "Turn" in getattr(told, "text", "")]
        assert weather == [""], "not the last phase of the turn before"


def test_a_sum_of_one_number_is_told_by_its_name() -> None:
    tally = Tally("German", "attack", (Modifier("strength", 17, "5.1"),), None)
    assert told_sum(tally) == "attack: strength 17"
    two = replace(tally, terms=(*tally.terms, Modifier("guns", 2, "5.2")))
    assert told_sum(two) == "attack: 17 strength +2 guns = 19"


def test_headlines_are_told_once_above_the_fold() -> None:
    """And a part of a turn of which nothing else is told has no heading there."""
    session = Session(save.read(GAMES / "first_command-mortain.save"))
    story, text = chronicle(session), report(session).text
    loud = [
        (turn.date, told.text)
        for turn in story.turns
        for part in turn.parts
        for told in part.told
        if isinstance(told, News) and told.weight == "headline"
    ]
    assert loud
    for date, words in loud:
        of_turn = text.partition(f"\n## {date}\n")[2].partition("\n## ")[0]
        shown, folded = of_turn.partition("<details>")[::2]
        line = markdown((Items((Text(sentence(words)),)),), "maps").strip()
        assert line in shown
        assert line not in folded
        assert not re.search(r"### [^\n]*\n+(###|</details>)", folded)


def test_battles_called_off_are_left_to_the_details_and_none_is_told_of_another_place() -> None:
    session = Session(save.read(GAMES / "liberty_roads-overlord.save"), replayed=True)
    story, text = chronicle(session), report(session).text
    fights = [fight for turn in story.turns for fight in turn.fights]
    off = [fight for fight in fights if fight.battle.result.endswith("cancelled")]
    assert off
    assert all(fight.words == "" for fight in off)
    assert all(fight.words for fight in fights if fight.battle.rolls)
    shown = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
    for fight in off:
        assert fight.battle.heading in text
    assert "odds too low" not in shown
    assert "odds too low: cancelled" in text
    (landed,) = (fight for fight in fights if fight.battle.heading == "Landing at 0713 Vannes" and fight.words)
    assert landed.words == "0713 Vannes falls: Allied lost 1 step"


def test_what_is_the_same_of_every_place_is_not_said_of_each() -> None:
    """Ardennes' victory hexes count one each; Monty's areas have their points."""
    said = {}
    for name in ("ardennes_44-three_days", "montys_gamble-basic"):
        session = Session(save.read(GAMES / f"{name}.save"), replayed=True)
        said[name] = " ".join(headline(session, turn) for turn in chronicle(session).turns)
        assert " gains: " in said[name]
    assert "(" not in said["ardennes_44-three_days"]
    assert "Eindhoven (VP 1)" in said["montys_gamble-basic"]
