"""The thoughts of a partner, and its reasons: kept as data, for tests, logs and the letters in
which it explains itself."""

from __future__ import annotations

from enum import Enum

from dragoman.orders import Order
from dragoman.press.daide.speech import Arrangement
from dragoman.quick_dataclass import dataclass


class Why(Enum):
    """The reasons of a partner, for what it answers, offers and orders."""

    FITS = "fits"
    """It meant to do so anyway, or it costs nothing."""
    WORTH = "worth"
    """It gains by it, or loses less than the other's good will is worth."""
    COSTS = "costs"
    """It would lose too much by it."""
    ILLEGAL = "illegal"
    """The unit cannot do that."""
    PROMISED = "promised"
    """It promised something else to somebody."""
    OFFERED = "offered"
    """It has offered something else with that unit, and waits for an answer."""
    AGAINST_ME = "against-me"
    """It would be attacked by that."""
    NOT_MINE = "not-mine"
    """It is for others to decide."""
    TRUSTED = "trusted"
    """The other has kept his word so far."""
    DISTRUSTED = "distrusted"
    """The other has broken his word."""
    TARGET = "target"
    """It means to take something from the other."""
    FRIEND = "friend"
    """It is at peace with whom this is against."""
    BUSY = "busy"
    """It has more than one enemy already."""
    STOP_LEADER = "stop-leader"
    """Somebody is about to win."""
    EARLY = "early"
    """The game has hardly begun."""
    AHEAD = "ahead"
    """It hopes for more than a draw."""
    FAIR = "fair"
    """It can hope for no more."""
    HOPELESS = "hopeless"
    """Nothing is left to win."""
    SECRET = "secret"
    """It does not tell."""
    UNCLEAR = "unclear"
    """It does not know what is meant."""
    OPENING = "opening"
    """So people open with its power, and nothing that was agreed speaks against it."""
    STAB = "stab"
    """To break its word brings so much that it does."""
    KEPT = "kept"
    """It keeps its word, although breaking it would bring something."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A reason of a partner: with regard to whom, about what, and what it reckoned."""

    why: Why
    power: str = ""
    what: Arrangement | None = None
    order: Order | None = None
    gain: float = 0.0
    """What it gains by that, as a share of the board; below zero what it loses."""
    name: str = ""
    """Of an opening."""
