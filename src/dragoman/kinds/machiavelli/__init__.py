"""Machiavelli: campaigns with money, cities, plague and famine."""
