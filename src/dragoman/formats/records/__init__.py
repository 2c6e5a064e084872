"""Records of games and of turns: saved games of the diplomacy package, turns as lines of JSON."""
