"""Fractions in whole numbers (2.9)."""


def up(number: int, divisor: int) -> int:
    """A fraction rounded up to the next whole number (2.9)."""
    return -(-number // divisor)
