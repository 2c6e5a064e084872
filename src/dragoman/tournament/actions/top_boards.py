"""Top boards: who stands best before a round, and who of those sits with whom."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.preset import Preset
from dragoman.tournament.scoring import MissingData
from dragoman.words import said


def best_first(t: Tournament, number: int, players: Sequence[int], seed: int) -> list[int]:
    """Players as they stand before a round; equals as the lot has it, GM seats last.

    Raises:
        ActionRefused: if there is no result to go by, or one is missing.
    """
    place_of = places(t, number, players)
    lot = random.Random(seed)
    in_lots = {player: lot.random() for player in sorted(players)}
    return sorted(players, key=lambda player: (place_of[player], in_lots[player]))


def out_of_order(t: Tournament, number: int) -> str:
    """Why those who stand best do not sit on the top boards of a draw any more; else nothing."""
    drawn = t.round(number).drawn
    if drawn is None or not drawn.top:
        return ""
    boards = [list(seats.values()) for seats in drawn.boards.values()]
    apart = t.to_be_apart(number)
    seated_above: set[int] = set()
    try:
        place_of = places(t, number, [player for board in boards for player in board])
    except ActionRefused as refused:
        return said("its top boards go by the standings, and {why}", why=refused.diagnostic.what)
    for index, letter in enumerate(list(drawn.boards)[: drawn.top]):
        worst = max(boards[index], key=lambda player: place_of[player])
        seated_above.update(boards[index])  # a second seat further down is none by the standings
        below = [one for board in boards[index + 1 :] for one in board if one not in seated_above]
        below = [one for one in below if not _meets(one, boards[index], apart)]
        best = min(below, key=lambda player: place_of[player], default=worst)
        if place_of[best] < place_of[worst]:
            higher, lower = t.players[best].name, t.players[worst].name
            return said(
                "{higher} stands better by now than {lower}, who was seated on board {board}",
                higher=higher,
                lower=lower,
                board=letter,
            )
    return ""


def places(t: Tournament, number: int, players: Sequence[int]) -> Mapping[int, int]:
    """The place of each player before a round: behind all others who has not played yet, or is
    not ranked, and GM seats behind these."""
    earlier = replace(
        t,
        settings=_qualifying(t.settings),
        rounds={n: one for n, one in t.rounds.items() if n < number},
    )
    if unfinished := [table.key for table in earlier.tables if not table.complete]:
        what = f"these boards have no result yet: {', '.join(unfinished)}"
        raise ActionRefused("not-over", what, "enter their last counts, or end their games")
    try:
        results = compute(earlier)
    except MissingData as missing:
        fault = missing.diagnostic
        raise ActionRefused(fault.code, fault.what, fault.remedy, fault.candidates) from None
    for fault in results.faults:
        raise ActionRefused(fault.code, fault.what, fault.remedy, fault.candidates)
    if not results.standings:
        what = f"nobody has played before round {number}"
        raise ActionRefused("no-standings", what, "draw it without top boards")
    place_of = {one.record.name: one.place for one in results.standings}
    last = len(place_of) + 1
    return {
        player: last + 1 if t.players[player].gm else place_of.get(t.players[player].name, last)
        for player in players
    }


def _qualifying(rules: Preset) -> Preset:
    """The rules with the totals by which top boards are drawn."""
    standings = rules.standings
    if standings.qualifying is None:
        return rules
    return replace(rules, standings=replace(standings, totals=standings.qualifying))


def kept_apart(t: Tournament, number: int, order: Sequence[int], top: int) -> list[list[int]]:
    """The players of the top boards, and after them all others. Who would sit with one from whom he
    is to be apart, as team-mates are in the round of the teams (NZ1999, rule 26), goes to the next
    board, and who stands next takes his seat."""
    apart, size = t.to_be_apart(number), t.settings.seeding.size
    left = [*order]
    boards: list[list[int]] = []
    for _ in range(top):
        board: list[int] = []
        for player in order:
            if len(board) < size and player in left and not _meets(player, board, apart):
                board.append(player)
                left.remove(player)
        boards.append(board)
    last = left if len(left) <= size else []
    clash = [one for n, one in enumerate(last) if _meets(one, last[:n], apart)]
    if clash or any(len(board) < size for board in boards):
        who = lookup.names(t, clash[:1] or left[:1])
        what = f"with {top} top boards, {who} would sit with somebody from whom to be apart"
        raise ActionRefused("not-apart", what, "take fewer top boards")
    return [*boards, left]


def _meets(player: int, board: Iterable[int], apart: frozenset[frozenset[int]]) -> bool:
    return any(player != other and frozenset((player, other)) in apart for other in board)
