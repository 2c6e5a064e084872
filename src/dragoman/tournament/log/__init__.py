"""The event log of a tournament: its events, its file, and what they add up to."""
