"""What is told of a game of Machiavelli besides its units: money, dice, sieges, losses."""
