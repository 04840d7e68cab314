"""What happens at the table, told without Textual: the list, what is in hand, which battle is shown, who is asked."""
