"""A tournament's boards as games of the judge: from the seating to a game, and its result back."""
