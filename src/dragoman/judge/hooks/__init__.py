"""Webhooks: addresses that are called when something happens in a game."""
