"""Maps laid out by the program, and where things go on a map that is given."""
