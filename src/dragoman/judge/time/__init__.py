"""When a phase of a judged game is due: lengths and weekly times, days off, grace."""
