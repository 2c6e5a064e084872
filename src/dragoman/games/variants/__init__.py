"""Variants in folders: checking, describing, installing and converting them, and earthquakes."""
