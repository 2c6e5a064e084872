"""Private boards: a position that somebody may see, taken aside, with orders for all sides."""
