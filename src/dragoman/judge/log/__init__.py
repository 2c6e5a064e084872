"""A judged game: its settings, the events of its log, and the fold over them."""
