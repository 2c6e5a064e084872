"""Games in folders: everything that can be done with one, from any door."""
