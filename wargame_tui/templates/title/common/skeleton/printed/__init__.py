"""The data files, and what rules look up in them."""
