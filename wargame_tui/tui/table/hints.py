"""What the useful keys do now, the most useful first."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from wargame_tui.board.phrases import side_words
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.handover import gate_key
from wargame_tui.tui.table.listing import DECLINING_KEY, FIRST_KEY
from wargame_tui.tui.table.picking import Among, Give, Take, Walk
from wargame_tui.tui.table.sitting import Sitting
from wargame_tui.tui.table.telling import ACCEPT_KEY, STANDING_KEY

ALWAYS = (
    Hint("?", "help", "screen.help", kept=True),
    Hint("u", "undo", "screen.undo"),
    Hint("q", "leave", "screen.leave"),
)
BACK = Hint("[", "back in time", "screen.look(-1)")
STORY = Hint("Q", "how it went", "screen.story")
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
PANNING = [
    Hint("Arrows", "pan"),
    Hint("drag", "pan"),
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


def jumping(beyond: int) -> list[Hint]:
    """While letters are on the map, with so many goals out of view."""
    further = [Hint("Space", f"{beyond} more out of view")] if beyond else []
    return [Hint("letters", "go to that place"), *further, Hint("Esc", "stay here")]


def joined(hints: Sequence[Hint], more: Iterable[Hint]) -> list[Hint]:
    """The hints with more behind them; a key that does what another one does stands beside it."""
    found = [*hints]
    for hint in more:
        at = next((at for at, other in enumerate(found) if other.words == hint.words), None)
        if at is None:
            found.append(hint)
        else:
            found[at] = found[at]._replace(key=f"{found[at].key} {hint.key}")
    return found


class Hints:
    """Chooses what the last line of the table says."""

    def __init__(self, sitting: Sitting, lit: Callable[[], Choice | None] = lambda: None) -> None:
        """`lit` is the highlighted command of the list."""
        self._sitting, self._session, self._lit = sitting, sitting.session, lit

    def now(self, here: str | None, pane: Sequence[Hint] | None = None, *, log: bool = False) -> list[Hint]:
        """With the cursor here, or with those of the pane that has the focus; `log`: it has no decision."""
        if self._session.scene is not None:
            return []  # The film has its own.
        if self._session.viewed is not None:
            return self.in_past()
        if (awaited := self._sitting.handover.awaited) is not None:
            key = gate_key(self._session.title.sides, awaited)
            return [Hint(key, f"{side_words(awaited)} takes over", "screen.take_over", kept=True), *ALWAYS, *MORE]
        if pane is None:
            return self.at_map(here)
        own = [] if log else [*self._standing(), *self._plan(), *self._desk()]
        return [*pane, *own, *self._mail(), *self._always()]

    def in_past(self) -> list[Hint]:
        """While the table shows the past."""
        film = Hint("t", "enemy turn", "screen.film")
        return [*STEPS, IN_REPLAY if self._session.replayed else IN_GAME, *IN_PAST, film]

    def at_map(self, here: str | None) -> list[Hint]:
        """With the cursor on the map."""
        mail = self._mail()
        if self._session.game.over is not None:
            more = [hint for hint in MORE if hint is not BACK]
            return [BACK._replace(words="look back"), STORY, *mail, *self._desk(), *self._always(), *more]
        picking, over_map = self._sitting.picking, self._sitting.over_map
        hints = [self._enter(here), *self._moving(here)]
        if self._sitting.letters is not None and self._sitting.letters.is_case:
            hints += self._standing()
        if name := over_map.name(self._session):
            hints.insert(0, Hint("Esc", f"hide {name}", "screen.back"))
        if picking.is_on_map():
            hints.append(Hint("n", self._next(), "screen.next_place(1)"))
        if picking.held is None:
            hints = joined(hints, self._committing())
        hints.append(Hint("Arrows", "cursor"))
        hints += [*self._plan(), *self._desk()]
        if self._sitting.chosen(here, self._lit()) is not None:
            hints.append(Hint(".", "another here", "screen.light(1)"))
        hints.append(Hint("Tab", "commands", "screen.next_pane(1)"))
        always = self._always()
        return [*hints, *mail, *always, *MORE] if self._session.deciding else [*mail, *hints, *always]

    def _always(self) -> list[Hint]:
        """What can be done at any time; who only watches has nothing to undo."""
        only_watches = self._session.is_live and not self._session.by_mail
        return [hint for hint in ALWAYS if not (only_watches and hint.key == "u")]

    def _next(self) -> str:
        """What `n` goes to; of units that retreat or advance in a battle none counts as moved."""
        if not self._sitting.selecting.unmoved():
            return "next choice"
        return "next unit" if self._sitting.dice.battle is not None else "next unmoved"

    def _committing(self) -> Iterator[Hint]:
        """What stands first in the list: the proposal, or else what carries out what was declared."""
        first, answer = self._sitting.picking.suggested, self._sitting.selecting.answer
        if answer is not None:
            yield Hint(FIRST_KEY, answer.words)
        elif first is not None:
            yield Hint(first.key if first.key == DECLINING_KEY else FIRST_KEY, first.text)

    def _enter(self, here: str | None) -> Hint:
        if (hint := self._selected(here)) is not None:
            return hint
        match self._sitting.picking.pick(here):
            case Take(unit):
                words = f"select {self._sitting.label(unit)}"
            case Give(choice) | Among([choice]):
                words = choice.text
            case Among(there):
                chosen = self._sitting.chosen(here, self._lit())
                if chosen is None:
                    words = f"choose ({len(there)})"
                else:
                    words = f"{chosen.number}/{chosen.of} {chosen.choice.text}"
            case Walk(way):
                words = f"go here in {len(way)} steps"
            case None:
                return Hint("w", "why not?", "screen.why_not")
        return Hint("Enter", words, "screen.pick_here")

    def _selected(self, here: str | None) -> Hint | None:
        """What Enter does with what is selected."""
        selecting = self._sitting.selecting
        over = self._sitting.picking.hover
        way = selecting.known_way(over if selecting.known_way(over) else here)
        if way is not None and way.warning:
            return Hint("Enter", f"go, but {way.warning}", "screen.pick_here", kept=True)
        if way is not None:
            return Hint(
                "Enter", "go: " + (", ".join(selecting.hints_of(way)) or "there"), "screen.pick_here", kept=True
            )
        if here is not None and here == selecting.space:
            alone = len(selecting.stack) < 2
            return Hint("f", "where to", "screen.jump") if alone else Hint("Enter", "next unit", "screen.pick_here")
        if units := selecting.unmoved().get(here or "", ()):
            return Hint("Enter", f"select {selecting.named(units)}", "screen.pick_here")
        return None

    def _moving(self, here: str | None) -> list[Hint]:
        """Keys of what is selected, and of what has not moved."""
        selecting, found = self._sitting.selecting, list[Hint]()
        if selecting.others(here):
            found.append(Hint("y", "another way", "screen.another_way"))
        if selecting.known_way(here):
            found.append(Hint(";", "go by here", "screen.waypoint"))
        elif selecting.units and len(selecting.stack) > 1 and here == selecting.space:
            found.append(Hint("j", "one in or out", "screen.join"))
        if selecting.units and not selecting.resting:
            found.append(Hint("Space", "leave for this turn", "screen.go_on"))
        return found

    def _mail(self) -> list[Hint]:
        letters = self._sitting.letters
        if letters is None:
            return []
        return [letters.hint, *([letters.case_hint] if letters.cases else [])]

    def _desk(self) -> list[Hint]:
        """The keys of the enemy's turn, prominent when it has just been, and of the desk."""
        session = self._session
        just = bool(session.newest) and session.film.enemy_acts(session.newest - 1) is not None
        film = [Hint("t", "enemy turn: step through it", "screen.film")] if just else []
        return [*film, Hint("c", "desk", "screen.desk")] if self._sitting.has_desk else film

    def _standing(self) -> list[Hint]:
        """The keys that repeat the answer to a short question, and take what is proposed for a whole battle."""
        session, sitting = self._session, self._sitting
        if sitting.dice.hidden:
            return []
        between = letters.takes_orders if (letters := sitting.letters) is not None else sitting.handover.is_between
        able = between and session.standing.fitting(session.game)
        same = [Hint(STANDING_KEY, "same answer this turn", "screen.stand", kept=True)] if able else []
        battle, alike = sitting.dice.battle, not (session.by_mail or session.is_live)
        trusts = alike and battle is not None and not battle.finished and sitting.selecting.answer is not None
        return [*same, *([Hint(ACCEPT_KEY, "accept for the battle", "screen.accept_on")] if trusts else [])]

    def _plan(self) -> list[Hint]:
        plan = self._sitting.planning
        return [Hint("p", f"plan {plan}", "screen.plan")] if plan else []
