"""The letter box in the app: notes, mail programs, whole folders of letters, games that come and go."""

import mailbox
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.mail.test_conduct import battle_on
from tests.tui.test_mail import SCENARIO, anna, app_of, begun, bert, box_of, on, text_of, to_box, to_table
from tests.tui.test_table import notice, until
from wargame_tui.mail import armour
from wargame_tui.mail.box import ARCHIVE, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.mail import KEYS, MailScreen
from wargame_tui.tui.screens.open_letter import OpenLetterScreen
from wargame_tui.tui.screens.post import PostScreen
from wargame_tui.tui.screens.table.screen import TableScreen
from wargame_tui.tui.table.letters import Letters
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words

__all__ = ["anna", "bert"]
road = pytest.mark.usefixtures("skirmish")


async def write_in(pilot: Pilot[Any], text: str) -> None:
    """Answer the question on top with a line."""
    asked = await on(pilot, NameScreen)
    asked.query_one(Input).value = text
    await pilot.press("enter")


def posted(folder: Path) -> str:
    """Decide, and close the letter of the first game; its text, also in the folder for letters."""
    box = box_of(folder)
    case = box.load(box.names()[0])
    while not case.mail.ready:
        case.mail.apply(case.mail.table.legal(1)[0])
    return box.post(case)


@road
async def test_a_note_goes_with_the_letter_and_is_told_at_the_table(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed")
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        table, _ = await to_table(pilot)
        table.playing.give_series(["pick 3FJ", "go 3"])
        post = await on(pilot, PostScreen)
        assert "a says how you answer in Bert's turn" in text_of(post, "#post-head")
        await pilot.press("n")
        await write_in(pilot, "Good luck, Bert")
        await until(pilot, lambda: "Good luck, Bert" in text_of(post, "#post-head"))
        assert "| Good luck, Bert" in text_of(post, "#post-text")
        links: list[str] = []
        pilot.app.open_url = lambda url, **_: links.append(url)  # type: ignore[method-assign, assignment]
        await pilot.press("e")
        await until(pilot, lambda: bool(links))
        assert links[0].startswith("mailto:?subject=%5Bwargame%5D")
    sent = box_of(anna).load(box_of(anna).names()[0])
    assert not sent.mail.my_turn
    case, start = box_of(bert).receive(sent.outgoing, "")
    from wargame_tui.tui.mail_session import MailSession

    letters = Letters(MailSession(app_of(bert).post_office, case, start))
    told = letters.notes()
    assert [(note.title, note.words) for note in told][:1] == [("Anna writes", "Good luck, Bert")]
    assert letters.notes() == []
    async with app_of(bert).run_test(size=(100, 30)) as pilot:
        box = await to_box(pilot)
        assert "German: Good luck, Bert" in text_of(box, "#mail-about"), "it is kept"


@road
async def test_a_folder_of_letters_is_read_with_one_key(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    (bert / "post").mkdir(parents=True)
    case = box_of(anna).load(box_of(anna).names()[0])
    case.mail.write_note("Mind the bridge")
    box_of(anna).keep(case)
    for text in (case.outgoing, posted(anna)):
        (bert / "post" / f"{len(text)}.letter").write_text(text)
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        await pilot.press("r")
        await until(pilot, lambda: "Read: [wargame] " in notice(box))
        listed = box.query_one("#mail-list", OptionList)
        await until(pilot, lambda: listed.option_count == 1 and "▶" in str(listed.get_option_at_index(0).prompt))
        await pilot.press("r")
        await until(pilot, lambda: "No new letter" in notice(box))
    assert box_of(bert).load(box_of(bert).names()[0]).said == "Mind the bridge", "it waits for the table"
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("enter")
        film = await on(pilot, FilmScreen)
        assert "German: Move" in text_of(film, "#film-told"), (
            "what the letters brought is seen, as if each had been opened"
        )
        await pilot.press("enter")
        await on(pilot, TableScreen)
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
    assert box_of(bert).load(box_of(bert).names()[0]).unseen is None, "it is told once"


@road
async def test_who_reads_a_folder_in_which_only_an_invitation_lies_is_told(anna: Path, bert: Path) -> None:
    invited = box_of(anna).invite(Correspondence.invite("skirmish/road", "Allied", "Anna", "sealed", {})).outgoing
    (bert / "post").mkdir(parents=True)
    (bert / "post" / "a.letter").write_text(invited)
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        await pilot.press("r")
        await until(pilot, lambda: notice(box).startswith("1 invitation in "))


@road
async def test_files_say_what_they_are_to_the_box(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    (bert / "post").mkdir(parents=True)
    own = box_of(bert).load(box_of(bert).names()[0]).outgoing
    new = posted(anna)
    for name, text in (("a", new), ("b", own), ("c", "nothing")):
        (bert / "post" / f"{name}.letter").write_text(text)
    async with app_of(bert).run_test(size=(100, 30)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        screen = await on(pilot, OpenLetterScreen)
        listed = screen.query_one(OptionList)
        rows = [str(listed.get_option_at_index(number).prompt) for number in range(listed.option_count)]
        assert rows[0].startswith("new ")
        assert "a.letter" in rows[0]
        assert any(row.startswith("mine ") and "b.letter" in row for row in rows)
        assert armour.opened(new).kind == "letter"


@road
async def test_a_maildir_is_chosen_and_its_letters_are_offered(anna: Path, bert: Path, tmp_path: Path) -> None:
    invited = box_of(anna).invite(Correspondence.invite("skirmish/road", "Allied", "Anna", "sealed", {})).outgoing
    mails = mailbox.Maildir(tmp_path / "mails")
    mails.add(f"From: anna\nSubject: our game\n\nHello\n{invited}")
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        await pilot.press("f")
        await write_in(pilot, str(tmp_path / "mails"))
        await until(pilot, lambda: notice(box).startswith("1 invitation in "))
        await pilot.press("o")
        listed = (await on(pilot, OpenLetterScreen)).query_one(OptionList)
        await until(pilot, lambda: listed.option_count == 1)
        assert "invitation by Anna" in str(listed.get_option_at_index(0).prompt)
        await pilot.press("enter")
        terms = await on(pilot, ConfirmScreen)
        assert "who plays Allied" in str(terms.query(Words).first().render())


@road
async def test_a_folder_that_is_typed_lists_its_letters(anna: Path, bert: Path, tmp_path: Path) -> None:
    begun(anna, bert, "trust")
    for name, texts in (("empty", []), ("full", [posted(anna)])):
        (tmp_path / name).mkdir()
        for text in texts:
            (tmp_path / name / "a.letter").write_text(text)
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("o")
        screen = await on(pilot, OpenLetterScreen)
        screen.query_one(Input).value = str(tmp_path / "empty")
        await pilot.press("enter")
        await until(pilot, lambda: "has no letter that could be opened now" in text_of(screen, "#open-told"))
        screen.query_one(Input).value = str(tmp_path / "full")
        await pilot.press("enter")
        await until(pilot, lambda: screen.query_one(OptionList).option_count == 1)
        await pilot.press("enter")
        await on(pilot, FilmScreen)


@road
async def test_a_watched_folder_is_read_while_the_box_is_shown(
    anna: Path, bert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(anna, bert, "trust")
    monkeypatch.setattr("wargame_tui.tui.post_office.WATCHED", 0.05)
    async with app_of(bert).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        await pilot.press("w")
        await until(pilot, lambda: "are read as they come" in notice(box))
        (bert / "post").mkdir(parents=True, exist_ok=True)
        (bert / "post" / "a.letter").write_text(posted(anna))
        await until(pilot, lambda: "Read: [wargame] " in notice(box))


@road
async def test_who_waits_at_the_table_is_told_of_a_letter(
    anna: Path, bert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(anna, bert, "trust")
    box_of(bert).receive(posted(anna), "")
    answer = posted(bert)
    monkeypatch.setattr("wargame_tui.tui.post_office.WATCHED", 0.05)
    (anna / "post").mkdir(parents=True)
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        await to_box(pilot)
        await pilot.press("w", "enter")
        table = await on(pilot, TableScreen)
        (anna / "post" / "a.letter").write_text(answer)
        await until(pilot, lambda: "A letter from Bert has come: m, then o opens it" in notice(table))
        await pilot.press("m")
        await on(pilot, PostScreen)
        await pilot.press("o")
        await on(pilot, OpenLetterScreen)
        await pilot.press("enter")
        await on(pilot, FilmScreen)


@road
async def test_a_name_that_begins_like_the_usual_one_is_listed(anna: Path) -> None:
    for _ in range(2):
        box_of(anna).invite(Correspondence.invite("skirmish/road", "Allied", "Anna", "sealed", {}))
    box_of(anna).rename(box_of(anna).names()[0], "skirmish road rematch")
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        listed = (await to_box(pilot)).query_one(OptionList)
        await until(pilot, lambda: listed.option_count == 2)
        rows = [str(listed.get_option_at_index(number).prompt) for number in range(2)]
        assert ["skirmish-road" in row for row in rows].count(True) == 1
        assert any("skirmish-road-rematch: " in row for row in rows)


@road
async def test_games_are_renamed_put_aside_and_deleted(anna: Path) -> None:
    for _ in range(2):
        box_of(anna).invite(Correspondence.invite(SCENARIO, "German", "Anna", "sealed", {}))
    async with app_of(anna).run_test(size=(100, 30)) as pilot:
        box = await to_box(pilot)
        listed = box.query_one("#mail-list", OptionList)
        await pilot.press("e")
        await write_in(pilot, "Against Bert")
        await until(pilot, lambda: "Against-Bert" in box_of(anna).names())
        await until(pilot, lambda: listed.highlighted is not None and "Against-Bert" in text_of(box, "#mail-about"))
        rows = [str(listed.get_option_at_index(number).prompt) for number in range(listed.option_count)]
        assert sum("Against-Bert: " in row for row in rows) == 1, "a name that was given is listed"
        assert sum("-road" in row for row in rows) == 0
        await pilot.press("a")
        await on(pilot, ConfirmScreen)
        await pilot.press("escape")
        assert len(box_of(anna).names()) == 2
        await pilot.press("a")
        await on(pilot, ConfirmScreen)
        await pilot.press("y")
        await until(pilot, lambda: len(box_of(anna).names()) == 1 and listed.option_count == 1)
        assert (anna / "mail" / ARCHIVE / "Against-Bert.mailgame").exists()
        await until(pilot, lambda: listed.highlighted == 0)
        await pilot.press("p")
        await until(pilot, lambda: "Against-Bert" in text_of(box, "#mail-about"))
        assert "a brings one back" in text_of(box, "#mail-head")
        await pilot.press("e", "t", "l", "enter")
        assert pilot.app.screen is box, "it can only come back, or go"
        assert "a brings this game back" in notice(box)
        await pilot.press("a")
        await until(pilot, lambda: listed.option_count == 2)
        await until(pilot, lambda: "Against-Bert" in text_of(box, "#mail-about"))
        assert not list((anna / "mail" / ARCHIVE).iterdir())
        for key in ("a", "y", "p", "d", "y"):
            await pilot.press(key)
            await pilot.pause()
        await until(pilot, lambda: "No game is put aside" in text_of(box, "#mail-about"))
        await pilot.press("escape")
        await until(pilot, lambda: listed.highlighted == 0)
        await pilot.press("d")
        await on(pilot, ConfirmScreen)
        await pilot.press("y")
        await until(pilot, lambda: box_of(anna).names() == [] and listed.option_count == 0)


@road
async def test_who_has_waited_long_is_told_how_to_remind(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust")
    posted(anna)
    name = box_of(anna).names()[0]
    for days, told in ((2, False), (9, True)):
        case = box_of(anna).load(name)
        case.since = (datetime.now() - timedelta(days=days, hours=1)).isoformat(timespec="seconds")
        box_of(anna).keep(case)
        async with app_of(anna).run_test(size=(100, 30)) as pilot:
            box = await to_box(pilot)
            about = " ".join(text_of(box, "#mail-about").split())
            assert f", for {days} days" in about
            assert ("your last letter, sent once more, reminds Bert" in about) is told


async def test_games_are_searched_by_name_title_and_player(anna: Path, bert: Path) -> None:
    begun(anna, bert, "trust", "first_command/mortain")
    box_of(anna).rename(box_of(anna).names()[0], "long evening")
    box_of(anna).invite(Correspondence.invite("tigers_in_the_mist/campaign", "German", "Anna", "trust", {}))
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        listed = box.query_one("#mail-list", OptionList)
        await until(pilot, lambda: listed.option_count == 2)
        for words, count in (("TIGERS campaign", 1), ("bert", 1), ("evening", 1), ("cobra", 0)):
            await pilot.press("slash")
            await write_in(pilot, words)
            await until(pilot, lambda words=words: f"“{words}”" in text_of(box, "#mail-head"))  # type: ignore[misc]
            await until(pilot, lambda count=count: listed.option_count == count)  # type: ignore[misc]
        assert "No game has these words" in text_of(box, "#mail-about")
        await pilot.press("escape")
        await until(pilot, lambda: listed.option_count == 2)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, MailScreen))


async def test_what_follows_dice_is_declared_in_the_letter(anna: Path) -> None:
    box_of(anna).keep(Case("mortain", battle_on("sealed").host))
    async with app_of(anna).run_test(size=(100, 30)) as pilot:
        await to_box(pilot)
        await pilot.press("l")
        post = await on(pilot, PostScreen)
        assert "d declare" in text_of(post, "#post-keys")
        await pilot.press("d")
        await write_in(pilot, "fly home")
        await until(pilot, lambda: "fly" in text_of(post, "#post-told"))
        await pilot.press("d")
        await write_in(pilot, "end")
        await until(pilot, lambda: "Declares end" in " ".join(text_of(post, "#post-head").split()))
        kept = box_of(anna).load("mortain").mail
        assert kept.pending == ["[battle] end"]  # Nobody advances: it is meant for the decision behind the dice.


@road
async def test_a_narrow_letter_box_tells_all_its_keys_with_help(anna: Path, bert: Path) -> None:
    begun(anna, bert, "sealed")
    async with app_of(anna).run_test(size=(80, 24)) as pilot:
        box = await to_box(pilot)
        assert "? help" in box.query_one(HintBar).words
        bound = {key for binding in MailScreen.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
        assert {name.lower() for keys, _ in KEYS for name in keys.split()} >= bound - {
            "question_mark",
            "f1",
            "escape",
            "slash",
        }
        for key in ("question_mark", "f1"):
            await pilot.press(key)
            help_ = await on(pilot, HelpScreen)
            told = "\n".join(str(each.render()) for each in help_.query(Words))
            assert "Play by e-mail" in told
            await pilot.press("escape")
            await on(pilot, MailScreen)
