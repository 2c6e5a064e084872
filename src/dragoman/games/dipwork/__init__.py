"""A round of DipWork in its game directory, step by step, and what goes with it."""
