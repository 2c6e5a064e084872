"""A judge on a machine: what it is told, what it does when nobody asks, what it says of itself."""
