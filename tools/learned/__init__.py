"""Learns the values that ``learned:N`` searches by: games from seeds, a fit to them, and a file."""
