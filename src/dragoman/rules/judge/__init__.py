"""Objects in, objects out: a phase judged by the engine, for people."""
