"""Games in folders: what can be done with one, whichever door it is asked through."""
