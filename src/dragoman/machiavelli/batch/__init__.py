"""Many games of Machiavelli at once: the engine on rows of numbers, compiled or as plain Python."""
