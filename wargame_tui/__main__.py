"""`python -m wargame_tui` is the command `wargame-tui`."""

import sys

from wargame_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
