"""The languages that programs negotiate in, and what they say in plain words."""
