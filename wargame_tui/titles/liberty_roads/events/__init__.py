"""What can happen, and how it is told: one module a part of the rulebook."""
