"""The end of a game: who has won, when centres are counted."""

from __future__ import annotations

from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.primitives import fill
from dragoman.rules.engine.turn import Turn


def settle_victory(t: Turn) -> None:
    """Note the power that has what victory takes and more centres than any other that has. One
    that wins with a number of its own goes before those that win with the usual one. Where two
    are level, nobody wins yet; nor where victory takes more centres than a board can have."""
    if t.victory_centers > t.board.province_count:
        return
    count_owned(t)
    best = -1
    winner = NONE
    for power in range(t.board.power_count):
        if wins(t, power):
            rank = t.dues[power]
            if t.board.has_victory_terms == 1 and t.board.own_victory[power] > 0:
                rank += t.board.center_count
            if rank > best:
                best = rank
                winner = power
            elif rank == best:
                winner = NONE
    if winner != NONE:
        t.winner = winner


def count_owned(t: Turn) -> None:
    """Count in ``t.dues`` the centres that each power owns."""
    owned, owners = t.dues, t.owners
    fill(owned, t.board.power_count, 0)
    for number in range(t.board.center_count):
        owner = owners[t.board.centers[number]]
        if owner != NONE:
            owned[owner] += 1


def wins(t: Turn, power: int) -> bool:
    """True if a power has what victory takes, now that ``t.dues`` has the centres of each."""
    if t.board.has_victory_terms == 0:
        return t.dues[power] >= t.victory_centers
    needed = t.victory_centers
    if t.board.own_victory[power] > 0:
        needed = t.board.own_victory[power]
    if t.dues[power] < needed and not leads(t, power):
        return False
    row = power * t.board.province_count
    for number in range(t.board.center_count):
        center = t.board.centers[number]
        if t.board.is_needed[row + center] == 1 and t.owners[center] != power:
            return False
    found = 0
    for number in range(t.board.some_of_count):
        if t.owners[t.board.some_of[number]] == power:
            found += 1
    return found >= t.board.some


def leads(t: Turn, power: int) -> bool:
    """True if a power has so many centres more than anybody else that it wins by that."""
    if t.board.lead == 0:
        return False
    lead = max(1, t.board.lead - max(0, t.year - t.board.lead_from))
    for other in range(t.board.power_count):
        if other != power and t.dues[power] - t.dues[other] < lead:
            return False
    return True
