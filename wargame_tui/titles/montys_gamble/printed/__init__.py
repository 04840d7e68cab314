"""What is printed: the data files, and a scenario's fixed data as rules use it."""
