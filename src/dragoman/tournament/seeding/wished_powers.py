"""Powers by what players wish: in turn by their lists, or to the highest bids."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence


def in_turn(
    order: Sequence[str], lists: Mapping[str, Sequence[str]], powers: Sequence[str], seed: int
) -> dict[str, str]:
    """The power of each player of a table: each in his turn has the first of his list that is left,
    and who lists none of those gets one of them by lot, once all others have chosen (dipvis gives
    him one in his turn).

    Parameters:
        order: the players, who chooses first to who chooses last.
        lists: what each wishes, best first; nobody has to say all, or anything.
    """
    left, given = list(powers), dict[str, str]()
    for player in order:
        wished = next((one for one in lists.get(player, ()) if one in left), None)
        if wished is not None:
            given[player] = wished
            left.remove(wished)
    random.Random(seed).shuffle(left)
    rest = (player for player in order if player not in given)
    return {**given, **dict(zip(rest, left, strict=True))}


def to_the_highest(
    players: Sequence[str],
    bids: Mapping[str, Mapping[str, int]],
    powers: Sequence[str],
    seed: int,
) -> dict[str, str]:
    """The power of each player of a table: the highest bid of all is served first, then the highest
    of those who have no power for one that is left, and so on. Equal bids go by lot.

    Parameters:
        bids: what each bids, by power; what is not named is 0.
    """
    pairs = [(player, power) for player in sorted(players) for power in powers]
    random.Random(seed).shuffle(pairs)
    pairs.sort(key=lambda pair: -bids.get(pair[0], {}).get(pair[1], 0))
    given: dict[str, str] = {}
    for player, power in pairs:
        if player not in given and power not in given.values():
            given[player] = power
    return given
