"""The results of games: the archive, statistics, ratings."""
