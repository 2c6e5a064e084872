"""One turn by objects: judged in machine code where that is at hand, else in plain Python."""
