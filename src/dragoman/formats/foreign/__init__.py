"""Variants as people have them for other programs and sites: read, and written."""
