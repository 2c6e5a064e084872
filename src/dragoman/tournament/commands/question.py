"""What asks a tournament, and changes nothing in it."""

from __future__ import annotations


class Question:
    """A command that only asks."""

    __slots__ = ()
