"""Games in folders: everything that can be done with one, through any interface."""
