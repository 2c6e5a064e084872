"""The resolver and what goes with it, on numbers only: the source that is also compiled."""
