"""Statements about orders, the rules cited, and the words of each language."""
