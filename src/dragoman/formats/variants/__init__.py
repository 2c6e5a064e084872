"""Variants of our own: ``map.NAME``, ``seed.NAME`` and ``variant.toml``, and their folders."""
