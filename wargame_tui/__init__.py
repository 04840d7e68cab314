"""Hex-and-counter wargames in the terminal, with the printed rules enforced in full."""

__version__ = "0.1.0"
