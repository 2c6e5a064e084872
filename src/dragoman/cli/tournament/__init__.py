"""``dragoman tournament``: a director's commands."""
