"""Mails about games: who is told what, in whose words, when; once."""
