"""What the useful keys do now, the most useful first."""

from collections.abc import Sequence

from wargame_tui.board.phrases import side_words
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.table.listing import FIRST_KEY
from wargame_tui.tui.table.picking import Among, Give, Take, Walk
from wargame_tui.tui.table.sitting import Sitting

ALWAYS = (
    Hint("?", "help", "screen.help", kept=True),
    Hint("u", "undo", "screen.undo"),
    Hint("q", "leave", "screen.leave"),
)
BACK = Hint("[", "back in time", "screen.look(-1)")
MORE = (
    Hint(":", "type", "screen.command_line"),
    Hint("g", "go to", "screen.go_to"),
    BACK,
    Hint("v", "layers", "screen.layers"),
    Hint("e", "legend", "screen.legend"),
    Hint("i", "ground", "screen.card"),
    Hint("s", "sources", "screen.sources"),
    Hint("+-", "zoom"),
    Hint("F2", "settings", "app.settings"),
)
JUMPING = [Hint("letters", "go to the place they stand on"), Hint("Esc", "stay here")]
PANNING = [
    Hint("Arrows", "pan"),
    Hint("drag", "pans too"),
    Hint("+-", "zoom"),
    Hint("Enter", "cursor here"),
    Hint("Esc", "done", "screen.back", kept=True),
]
PANES = Hint("d", "panes", "screen.drawer", kept=True)
STEPS = (Hint("[ ]", "command"), Hint("{ }", "phase"), Hint("( )", "turn"))
IN_GAME, IN_REPLAY = Hint("Esc", "present", "screen.back"), Hint("q", "leave", "screen.leave")
IN_PAST = (
    Hint("n N", "battle"),
    Hint("p", "play", "screen.play"),
    Hint(":", "go to", "screen.command_line"),
    Hint("P", "play on from here", "screen.play_on"),
    Hint("?", "help", "screen.help"),
    Hint("k", "mark", "screen.mark"),
    Hint("x", "compare", "screen.compare"),
    Hint("Home End", "ends"),
)


class Hints:
    """Chooses what the last line of the table says."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting, self._session = sitting, sitting.session

    def now(self, here: str | None, pane: Sequence[Hint] | None = None, *, log: bool = False) -> list[Hint]:
        """With the cursor here, or with those of the pane that has the focus; `log`: it has no decision."""
        if self._session.scene is not None:
            return []  # The film has its own.
        if self._session.viewed is not None:
            return self.in_past()
        if (awaited := self._sitting.handover.awaited) is not None:
            return [Hint("Space", f"{side_words(awaited)} takes over", "screen.go_on"), *ALWAYS, *MORE]
        if pane is None:
            return self.at_map(here)
        own = [] if log else [*self._plan(), *self._desk()]
        return [*pane, *own, *self._mail(), *ALWAYS]

    def in_past(self) -> list[Hint]:
        """While the table shows the past."""
        film = [Hint("t", "enemy turn", "screen.film")] if self._session.has_films else []
        return [*STEPS, IN_REPLAY if self._session.replayed else IN_GAME, *IN_PAST, *film]

    def at_map(self, here: str | None) -> list[Hint]:
        """With the cursor on the map."""
        mail = self._mail()
        if self._session.game.over is not None:
            more = [hint for hint in MORE if hint is not BACK]
            return [BACK._replace(words="look back"), *mail, *self._desk(), *ALWAYS, *more]
        picking, over_map = self._sitting.picking, self._sitting.over_map
        hints = [Hint("Arrows", "cursor"), self._enter(here)]
        if name := over_map.name(self._session):
            hints.insert(0, Hint("Esc", f"hide {name}", "screen.back"))
        if (first := picking.suggested) is not None and picking.held is None:
            hints.append(Hint(FIRST_KEY, first.text))
        if picking.is_on_map():
            hints.append(Hint("n", "next choice", "screen.next_place(1)"))
        hints += [*self._plan(), *self._desk(), Hint("Tab", "commands", "screen.next_pane(1)")]
        return [*hints, *mail, *ALWAYS, *MORE] if self._session.deciding else [*mail, *hints, *ALWAYS]

    def _enter(self, here: str | None) -> Hint:
        match self._sitting.picking.pick(here):
            case Take(unit):
                words = f"take {self._sitting.label(unit)} in hand"
            case Give(choice) | Among([choice]):
                words = choice.text
            case Among(there):
                words = f"{len(there)} choices here"
            case Walk(way):
                words = f"go here in {len(way)} steps"
            case None:
                return Hint("w", "why nothing here?", "screen.why_not")
        return Hint("Enter", words, "screen.pick_here")

    def _mail(self) -> list[Hint]:
        letters = self._sitting.letters
        return [letters.hint] if letters else []

    def _desk(self) -> list[Hint]:
        """The keys of the enemy's turn, prominent when it has just been, and of the desk."""
        session = self._session
        just = bool(session.newest) and session.film.enemy_acts(session.newest - 1) is not None
        film = [Hint("t", "enemy turn: step through it", "screen.film")] if just else []
        return [*film, Hint("c", "desk", "screen.desk")] if self._sitting.has_desk else film

    def _plan(self) -> list[Hint]:
        plan = self._sitting.planning
        return [Hint("p", f"plan {plan}", "screen.plan")] if plan else []
