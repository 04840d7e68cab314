"""What can happen, and how it is told, with every die against its number: one module a part of the rulebook."""
