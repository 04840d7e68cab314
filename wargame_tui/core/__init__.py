"""The kernel: dice, steps, commands, events, games, journals and saves. Knows no title, no map, no terminal."""
