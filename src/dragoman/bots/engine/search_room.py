"""What a search works on: room for its position, its candidates and its tries. Compiled only."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

MOST_CHANGED: Final = 160
"""How many sets of orders are tried against each other at most."""
FINALISTS: Final = 4
"""How many of them come into the last part of a race, ..."""
JOINED: Final = 4
"""... and how many made of the changes of several of these."""
MOST_SETS: Final = MOST_CHANGED + JOINED
MET: Final = 512
"""How many positions can be kept in mind in a try, a power of two: more than sets are tried."""


class Search(NamedTuple):
    """Room for a search."""

    before: Any
    """The position, ..."""
    row: Any
    """... and the one that is played on from it."""
    sets: Any
    """The candidates, a row each: an order for each of the power's choices, in an adjustment phase
    its builds or removals, and NONE behind them."""
    own: Any
    """The units, or dislodged units, that these are for."""
    score: Any
    """The sum of what each candidate came to in its tries."""
    sequence: Any
    """The candidates in the race, the best first."""
    held: Any
    """What each power holds, in half centres."""
    all_dumb: Any
    """The ways to play where everybody is played alike, ..."""
    one_dumb: Any
    """... and where the power alone is played."""
    ways: Any
    """The orders of its choices that are tried, ..."""
    way_starts: Any
    """... and where those of each begin, one more at the end."""
    others: Any
    """What the others order in a try, ..."""
    others_end: Any
    """... and in an adjustment phase how many orders that is, alone."""
    at: Any
    """For each province the power's choice that stands there, NONE for none."""
    spent: Any
    """How many evaluations were made, alone."""
    next_state: Any
    """The random state of the next try, alone."""
    evaluations: Any
    """How many evaluations were made in all games, alone."""
    found: Any
    """For each power that searches the orders that it found, ..."""
    of: Any
    """... the units that these are for, ..."""
    lengths: Any
    """... and how many there are."""
    way_of: Any
    """The way that makes each candidate another than the first, ..."""
    gains: Any
    """... what each way gained in its tries, those of the last round in full, ..."""
    tries: Any
    """... and how many these were, counted likewise."""
    end: Any
    """The year, as it is packed, before which playing on ends, and whether the game ends then."""
    met: Any
    """The digests of the positions after the phase that were met in this try, 0 for none, ..."""
    values: Any
    """... and what each of them came to."""
    rounds: Any
    """How many rounds of changes there were, alone."""
