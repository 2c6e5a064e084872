"""Maps to look at: a position, its orders and what became of them, as pictures."""
