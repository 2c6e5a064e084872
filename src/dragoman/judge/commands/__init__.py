"""Everything that a person, a program or the clock can do in a judged game: one value each, and
what it comes to."""
