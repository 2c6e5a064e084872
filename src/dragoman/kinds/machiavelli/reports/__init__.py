"""Reports on a game of Machiavelli besides its units: money, dice, sieges, losses."""
