"""What is shown better than by default: layers over the map, and what players mean as one thing."""
