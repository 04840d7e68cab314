"""What a player likes: kept as plain YAML in the platform's configuration folder."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.tui.paint.terminal import Abilities

AUTO = "auto"
"""What the terminal says of itself decides."""
GLYPHS = (AUTO, "full", "narrow", "ascii")
PALETTES = (AUTO, "truecolor", "256", "16", "mono")
MAPS = (AUTO, "paper", "night", "characters")
CELLS = (AUTO, "halves", "quadrants", "sextants", "octants")
PICTURES = (AUTO, "none", "kitty", "sixel")
BATTLES = ("step", "at once", "off")
SHOWN, HIDDEN = SEEN = ("shown", "hidden")
ON, OFF = SWITCH = ("on", "off")
FILMS = ("step", "at once")
SPEEDS = ("usual", "slow", "fast")
GATES = ("letter", "hide", "off")
PLAIN_LOCALES = ("C", "POSIX")
"""Locales of terminals that are promised nothing beyond ASCII."""
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python makes of the locale C (PEP 538)."""
WIDE_LANGUAGES = ("ja", "ko", "zh")
NARROWEST_LOG, WIDEST_LOG = 24, 80


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices with their defaults."""

    glyphs: str = GLYPHS[0]
    """Which characters the map is drawn with: all, none of ambiguous width, ASCII only."""
    palette: str = PALETTES[0]
    """The colours of the map."""
    map: str = MAPS[0]
    """How the map is drawn: painted light or dark, or in characters on flat grounds."""
    cells: str = CELLS[0]
    """The finest blocks that the terminal's font has; painted maps are made of them."""
    pictures: str = PICTURES[0]
    """How painted maps are shown in pixels, in terminals that can."""
    log_width: int = 38
    """Columns of the log on wide terminals."""
    battles: str = BATTLES[0]
    """Whether dice, of battles and others, are shown one by one, at once, or only on `b`."""
    animation: str = ON
    """Whether dice roll, counters slide and cards come and go."""
    enemy_turns: str = FILMS[0]
    """Whether the turn of an enemy whom nobody plays, or what a letter brings, is stepped through at once."""
    film_speed: str = SPEEDS[0]
    """How fast films begin to play."""
    gate: str = GATES[0]
    """How a table for two is handed over: by a letter of the side; until then hiding secrets as well; or at once."""
    summary: str = SHOWN
    """Whether a turn begins with what the other side has done."""
    warnings: str = ON
    """Whether it is said once what would hurt before a phase is ended."""
    panes: str = SHOWN
    """Whether there are panes beside the map, or the map fills the screen."""
    minimap: str = SHOWN
    """Whether large screens have an overview in a corner of the map."""
    name: str = ""
    """How the player signs letters; empty until he has."""
    guided: str = ""
    """Titles whose guided first turn is over or not wanted, with commas."""
    letters: str = ""
    """The folder where letters are written and looked for; empty for that beside the letter box."""
    watch: str = OFF
    """Whether letters in that folder are opened by themselves while the letter box is on the screen."""

    def valid(self) -> "Settings":
        """The same settings with everything that cannot be replaced by its default."""
        default = Settings()
        width = self.log_width if isinstance(self.log_width, int) else default.log_width
        return Settings(
            glyphs=self.glyphs if self.glyphs in GLYPHS else default.glyphs,
            palette=self.palette if self.palette in PALETTES else default.palette,
            log_width=max(NARROWEST_LOG, min(WIDEST_LOG, width)),
            map=self.map if self.map in MAPS else default.map,
            cells=self.cells if self.cells in CELLS else default.cells,
            pictures=self.pictures if self.pictures in PICTURES else default.pictures,
            battles=self.battles if self.battles in BATTLES else default.battles,
            animation=self.animation if self.animation in SWITCH else default.animation,
            enemy_turns=self.enemy_turns if self.enemy_turns in FILMS else default.enemy_turns,
            film_speed=self.film_speed if self.film_speed in SPEEDS else default.film_speed,
            gate=self.gate if self.gate in GATES else default.gate,
            summary=self.summary if self.summary in SEEN else default.summary,
            warnings=self.warnings if self.warnings in SWITCH else default.warnings,
            panes=self.panes if self.panes in SEEN else default.panes,
            minimap=self.minimap if self.minimap in SEEN else default.minimap,
            name=self.name if isinstance(self.name, str) else default.name,
            guided=self.guided if isinstance(self.guided, str) else default.guided,
            letters=self.letters if isinstance(self.letters, str) else default.letters,
            watch=self.watch if self.watch in SWITCH else default.watch,
        )

    def for_terminal(
        self, color_system: str | None, encoding: str | None, locale: str = "", terminal: Abilities | None = None
    ) -> "Settings":
        """The settings with `auto` replaced by what suits a terminal.

        That is known by Rich's word for its colours, by its encoding, by the locale (terminals of East Asia draw many
        signs two cells wide), and by what it has said of itself; maps are painted only where it has been asked.
        """
        colors = {None: "mono", "standard": "16", "windows": "16", "256": "256"}.get(color_system, "truecolor")
        glyphs = "narrow" if locale[:2] in WIDE_LANGUAGES else "full"
        if locale in PLAIN_LOCALES or not (encoding or "").lower().startswith("utf"):
            glyphs = "ascii"
        return replace(
            self,
            palette=colors if self.palette == AUTO else self.palette,
            glyphs=glyphs if self.glyphs == AUTO else self.glyphs,
            map=_map_for(terminal) if self.map == AUTO else self.map,
            cells=(terminal or Abilities()).glyphs if self.cells == AUTO else self.cells,
        )

    @property
    def painted(self) -> bool:
        """Whether a terminal's maps are painted, not drawn in characters: for that it has too few colours or glyphs."""
        return self.map != "characters" and self.palette in ("truecolor", "256") and self.glyphs != "ascii"


def _map_for(terminal: Abilities | None) -> str:
    """How maps are drawn on a terminal: dark on a dark one."""
    if terminal is None:
        return "characters"
    return "night" if terminal.background == "dark" else "paper"


def locale_in(environ: Mapping[str, str]) -> str:
    """The locale of a terminal's characters, as its user has set it; empty if he has not."""
    given = [environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    # In the locale C, or one that is not installed, Python puts one of UTF-8 into the environment, for itself:
    # that says nothing of the terminal.
    if not given[0] and given[1] in COERCED and given[2]:
        return given[2]
    return next((locale for locale in given if locale), "")


def settings_path() -> Path:
    """Where the settings lie."""
    # Imported here: 40 ms that the first screen can do without.
    from platformdirs import user_config_path

    return user_config_path("wargame-tui") / "settings.yaml"


def read_settings(path: Path) -> tuple[Settings, str | None]:
    """The settings in a file, and what is wrong with it, if anything. A missing file is an empty one."""
    import yaml

    from wargame_tui.board.plain import read_yaml

    try:
        plain = read_yaml(path.read_bytes())
    except FileNotFoundError:
        return Settings(), None
    except (OSError, ValueError, yaml.YAMLError) as error:
        return Settings(), f"{path}: {error}"
    if not isinstance(plain, dict):
        return Settings(), f"{path}: not a list of settings"
    known = {field.name for field in fields(Settings)}
    given = replace(Settings(), **{name: value for name, value in plain.items() if name in known})
    settings = given.valid()
    return settings, None if settings == given else f"{path}: some values were not understood"


def write_settings(path: Path, settings: Settings) -> None:
    """Keep the settings. Raises OSError."""
    import yaml

    make_folder(path.parent)
    replace_file(path, ("# wargame-tui: settings of the app\n" + yaml.safe_dump(asdict(settings))).encode())
