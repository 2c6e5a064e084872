"""Variants in folders: checked, described, installed, converted, shaken by earthquakes."""
