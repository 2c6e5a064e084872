"""Clubs: people who play together, with their games, their ladder and their calendar."""
