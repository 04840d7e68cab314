"""What stands as characters over the painted ground: names, numbers, counters, marks. Nothing of it needs a picture."""
