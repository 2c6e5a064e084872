"""Rounds of DipWork in a game directory: each step, its reports, maps and views."""
