"""The actions of a director. Each is a plain function: it is given the tournament as it
stands, refuses what cannot be with the reason, and returns the events to be logged."""
