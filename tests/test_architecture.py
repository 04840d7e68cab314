"""Import hygiene: commands that need no screen never load Textual, and `--version` loads next to nothing."""

import subprocess
import sys

import pytest

HEAVY = ("textual", "rich", "pydantic", "yaml", "platformdirs", "argparse", "json", "pathlib", "importlib.metadata")


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded by its end."""
    code = (
        "import sys\nfrom wargame_tui.cli import main\n"
        f"main({list(arguments)!r})\nprint(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("command", ["engine", "titles", "mail dice", "--version"])
def test_commands_without_a_screen_never_load_textual(command: str) -> None:
    assert not loaded_by(*command.split()) & {"textual", "rich"}


def test_version_loads_nothing_heavy() -> None:
    assert not loaded_by("--version") & set(HEAVY)


def test_the_words_of_the_mail_commands_cost_nothing() -> None:
    """They are read whenever any command is."""
    assert not {name for name in loaded_by("titles") if name.startswith("wargame_tui.mail.")} - {
        "wargame_tui.mail.arguments"
    }


def test_engine_answers_without_textual() -> None:
    asked = '{"jsonrpc": "2.0", "id": 1, "method": "initialize"}\n'
    code = (
        "import sys\nfrom wargame_tui.protocol.server import main\nmain()\n"
        "sys.exit('textual' in sys.modules or 'rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"wargame-tui"' in done.stdout
