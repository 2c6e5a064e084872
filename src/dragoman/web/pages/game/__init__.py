"""A game: setting it up, coming to it, playing, leading and watching it, looking back on it."""
