"""The display in the hall, its director's view, and the announcer."""
