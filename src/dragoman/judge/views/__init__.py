"""What each may see of a judged game. Every door shows these, and nothing else of a game."""
