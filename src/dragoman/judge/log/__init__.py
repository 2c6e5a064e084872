"""What a judged game is made of: its settings, the events of its log, and the fold over them."""
