"""What all errors have in common that a player may cause."""


class ForPlayers(ValueError):
    """An error whose text is a sentence for players: what is wrong, and what to do about it."""
