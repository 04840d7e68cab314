"""The laboratory: games between players of the program and outside ones, counted (`wargame-tui match`)."""
