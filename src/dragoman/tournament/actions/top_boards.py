"""Boards on which those sit who stand best, and the choice of powers there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.rounds import ChoosePowers
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.scoring import MissingData


def best_first(t: Tournament, number: int, players: Sequence[int], seed: int) -> list[int]:
    """Players as they stand before a round; equals as the lot has it, GM seats last.

    Raises:
        ActionRefused: if there is no result to go by, or one is missing.
    """
    places = _places(t, number, players)
    lot = random.Random(seed)
    in_lots = {player: lot.random() for player in sorted(players)}
    return sorted(players, key=lambda player: (places[player], in_lots[player]))


def out_of_order(t: Tournament, number: int) -> str:
    """Why those who stand best do not sit on the top boards of a draw any more; else nothing."""
    drawn = t.round(number).drawn
    if drawn is None or not drawn.top:
        return ""
    boards = [list(seats.values()) for seats in drawn.boards.values()]
    seated_above: set[int] = set()
    try:
        places = _places(t, number, [player for board in boards for player in board])
    except ActionRefused as refused:
        return f"its top boards go by the standings, and {refused.diagnostic.what}"
    for index, letter in enumerate(list(drawn.boards)[: drawn.top]):
        worst = max(boards[index], key=lambda player: places[player])
        seated_above.update(boards[index])  # a second seat further down is none by the standings
        below = [one for board in boards[index + 1 :] for one in board if one not in seated_above]
        best = min(below, key=lambda player: places[player], default=worst)
        if places[best] < places[worst]:
            higher, lower = t.players[best].name, t.players[worst].name
            return f"{higher} stands better by now than {lower}, who was seated on board {letter}"
    return ""


def choose(t: Tournament, command: ChoosePowers) -> list[Event]:
    """Give players of a board the powers that they chose, each as ``PLAYER=POWER``; whoever had
    one of these gets what its new owner had."""
    table = finding.table(t, command.board)
    if t.rounds[table.round].started:
        raise ActionRefused("started-already", f"round {table.round} has started")
    seats = dict(table.seats)
    chosen: dict[str, int] = {}
    found: list[Event] = []
    for text in command.choices:
        name, equals, wanted = text.rpartition("=")
        if not equals:
            raise ActionRefused("bad-choice", f"{text!r} is no choice", "write PLAYER=POWER")
        one, power = finding.player(t, name), finding.power(table.variant, wanted)
        if table.power_of(one.number) is None:
            raise ActionRefused("no-seat", f"{one.name} has no seat on board {table.key}")
        if one.number in chosen.values():
            raise ActionRefused("named-twice", f"{one.name} chooses twice", "name everybody once")
        if power in chosen:
            raise ActionRefused("taken", f"{power.title()} is chosen twice", "name it once")
        chosen[power] = one.number
        other = seats[power]
        if other != one.number:
            own = next(held for held, player in seats.items() if player == one.number)
            seats[power], seats[own] = one.number, other
            letter = table.letter
            found.append(ev.Swapped(table.round, one.number, other, letter, letter))
    if not found:
        raise ActionRefused("nothing-to-change", f"board {table.key} sits just so")
    return found


def _places(t: Tournament, number: int, players: Sequence[int]) -> Mapping[int, int]:
    """The place of each player before a round: behind all others who has not played yet, or is
    not ranked, and GM seats behind these."""
    earlier = replace(t, rounds={n: one for n, one in t.rounds.items() if n < number})
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
