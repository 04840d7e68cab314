"""What errors have in common whose words a player reads."""


class InWords:
    """Mixed into errors whose text is made for players; what others say may tell what a game hides."""


class ForPlayers(InWords, ValueError):
    """An error whose text is a sentence for players: what is wrong, and what to do about it."""


class BadData(InWords, ValueError):
    """A file of a title, or of a data pack, that cannot be used: no save or letter is to blame."""
