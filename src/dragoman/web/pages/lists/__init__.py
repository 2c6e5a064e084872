"""Games, variants and tournaments to look through: running, over, followed by feeds."""
