"""Tournaments: rounds, seeding, clock, scoring.

``scoring`` turns the record of a game into points, ``standings`` the points of many games into
places and awards, ``seeding`` draws the tables; all three are calculations and keep nothing.
"""
