"""Doors for programs: games served over sockets."""
