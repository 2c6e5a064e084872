"""What became of games: the archive, statistics, ratings."""
