"""First Command: Mortain in August 1944, small enough to begin with. Modules are named after what the rules call it."""

from wargame_tui.titles.first_command.title import FirstCommand

TITLE = FirstCommand()
