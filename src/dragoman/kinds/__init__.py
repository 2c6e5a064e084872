"""Kinds of game besides Diplomacy: a package for each, with a module for each side of it that is
not as in Diplomacy. Nobody imports these: ``dragoman.game.kind`` finds them by their names."""
