"""What may happen in Ardennes '44: one class a kind of event, with its words, by parts of the rulebook."""
