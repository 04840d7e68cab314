"""The lines of the first screen: go on, where to start, saved games, letters, every scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from textual.content import Content

from wargame_tui.board.phrases import plural
from wargame_tui.tui.offers import ByMail, Kept, More, Offer, Online
from wargame_tui.tui.words import BAD, DIM, GOOD

FEW = 4
"""Saved games that are listed at once, beside the last one played."""
Row = Offer | Kept | More | ByMail | Online | None
"""What a line stands for; None: a heading."""


def lines(
    offers: Sequence[Offer],
    kept: Sequence[Kept],
    problems: Sequence[str],
    by_mail: ByMail,
    now: datetime,
    *,
    all_kept: bool = False,
) -> Iterator[tuple[Row, Content]]:
    """All lines in their order; of saved games the few that were played last, or all."""
    last = next((game for game in kept if not game.damaged and not game.over), None)
    if last is not None:
        yield from _under("Go on with", [(last, _saved(last, now, "▶ "))])
    if (first := first_game(offers)) is not None:
        words = Content.assemble(first.info.name, (f"\n  {first.title}, guided", DIM))
        yield from _under("New here? Start with", [(first, words)])
    others = [game for game in kept if game is not last]
    if others:
        listed = others if all_kept else others[:FEW]
        rows: list[tuple[Row, Content]] = [(game, _saved(game, now)) for game in listed]
        if len(listed) < len(others):
            rows.append((More(len(others) - len(listed)), Content.styled(f"… {len(others) - len(listed)} more", DIM)))
        yield from _under("Saved games", rows)
    letters = Content.assemble("Letter box", (f"  {plural(by_mail.games, 'game')}", DIM))
    live = Content.assemble("Play live", ("  host, join, watch", DIM))
    yield from _under("With somebody elsewhere", [(by_mail, letters), (Online(), live)])
    for title in dict.fromkeys(offer.title for offer in offers):
        of_title = [offer for offer in offers if offer.title == title]
        kind = "solitaire" if of_title[0].info.solitaire else "two players"
        heading = Content.assemble(title, (f"  {kind}", f"not bold {DIM}"))
        yield from _under(heading, [(offer, _scenario(offer)) for offer in of_title])
    for problem in problems:
        yield None, Content.styled(problem, BAD)


def first_game(offers: Sequence[Offer]) -> Offer | None:
    """What a newcomer starts with: the guided scenario for beginners, or the one that is over soonest."""
    guided = [offer for offer in offers if offer.guided]
    return min(guided, key=lambda offer: (not offer.for_beginners, offer.info.turns), default=None)


def played(then: datetime, now: datetime) -> str:
    """When something was played, as one says it: today and yesterday by that name, else with its date."""
    days = (now.date() - then.date()) // timedelta(days=1)
    day = {0: "today", 1: "yesterday"}.get(
        days, f"{then.day} {then:%b}" + (f" {then.year}" if then.year != now.year else "")
    )
    return f"{day} {then:%H:%M}"


def length(playing_time: str) -> str:
    """How long a scenario takes; what no rulebook says is an estimate."""
    time, _, remark = playing_time.partition(";")
    return f"{time} (our estimate)" if remark else time


def _under(heading: str | Content, rows: Sequence[tuple[Row, Content]]) -> Iterator[tuple[Row, Content]]:
    yield None, heading if isinstance(heading, Content) else Content(heading)
    yield from rows
    yield None, Content("")


def _saved(game: Kept, now: datetime, mark: str = "") -> Content:
    """Which game, then where it stands and when it was played; by its name where it was given one."""
    if game.damaged:
        return Content.assemble(("✗ ", BAD), game.name, (f"\n  {game.words}", BAD))
    return Content.assemble(
        (mark, GOOD), game.game or game.name, (f"\n  {game.words} · {played(game.played, now)}", DIM)
    )


def _scenario(offer: Offer) -> Content:
    return Content.assemble(offer.info.name, ("  guided", DIM) if offer.guided else "")
