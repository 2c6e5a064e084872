"""Votes on draws from players' phones (NZ1999, rule 13): who may vote, and what of it is logged.

That a vote is held and what came of it is logged, a ballot never: see ``hall.phone_votes``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.rounds import GiveVotingCodes
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament, TournamentTable


def voters(t: Tournament, command: GiveVotingCodes) -> tuple[int, ...]:
    """The players who are given codes: those named, else all with a seat in the round; before
    anything is drawn all who are registered."""
    if named := lookup.players(t, command.names):
        return named
    if command.round is None and not t.tables:
        found = (one for one in t.players.values() if not one.withdrawn and not one.gm)
        return tuple(one.number for one in found)
    tables = lookup.drawn_round(t, lookup.round_meant(t, command.round)).tables.values()
    return tuple(sorted({player for table in tables for player in table.seats.values()}))


def give_codes(digests: Mapping[int, str]) -> list[Event]:
    """Give players codes, of which the log has the digests."""
    return [ev.VotingCodesGiven({str(player): code for player, code in digests.items()})]


def player_of(t: Tournament, digest: str) -> int:
    """The player of a code.

    Raises:
        ActionRefused: if nobody has it.
    """
    known = [n for n, one in t.voting_codes.items() if secrets.compare_digest(one, digest)]
    if not known:
        raise ActionRefused("no-code", "nobody has this code", "read it again from your slip")
    return known[0]


def seat_of(t: Tournament, digest: str, board: str = "") -> tuple[TournamentTable, str]:
    """The board where the player of a code has a seat, and his power: of the games that go on, or
    else the one that was last; where he plays two, the one that is named.

    Raises:
        ActionRefused: if nobody has the code, or he has no seat in a round that has begun.
    """
    player = player_of(t, digest)
    seats = [
        (table, power)
        for round_ in t.rounds.values()
        for table in round_.in_the_hall
        if round_.started and (power := table.power_of(player))
    ]
    found = [one for one in seats if board in ("", one[0].key)]
    if not found:
        raise ActionRefused("no-seat", f"{t.players[player].name} has no seat in a game")
    return next((one for one in found if not one[0].ending), found[-1])
