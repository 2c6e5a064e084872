"""Seats that were drawn elsewhere, in another program or by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.actions.rows import RowFaults
from dragoman.tournament.actions.seating import check_open
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.seeding import letters


@dataclass(frozen=True, slots=True)
class GivenSeat:
    """A seat as a line of a file has it."""

    line: int
    board: str
    power: str
    player: str


def take_seats(
    t: Tournament, number: int, seats: Sequence[GivenSeat], again: bool = False
) -> list[Event]:
    """Seat a round as a file has it: every board has every power once, and every player one seat,
    or two on two boards where the preset has that. Whoever has a seat is here. Boards keep letters
    that they have; other names become letters in their sequence.

    Raises:
        ActionRefused: if these are no seats of a round, or somebody may not have one.
    """
    check_open(t, number, again)
    letter_of = _letters(number, [one.board for one in seats])
    boards: dict[str, dict[str, int]] = {}
    faults = RowFaults()
    for one in seats:
        with faults.of_line(one.line):
            _seat(t, number, boards.setdefault(letter_of[one.board], {}), one, boards)
    faults.check()
    for letter, there in sorted(boards.items()):
        if lacking := [power for power in t.settings.variant.powers if power not in there]:
            what = f"board {letter} has nobody for {', '.join(map(str.title, lacking))}"
            raise ActionRefused("missing-seat", what, "every board has every power once")
    here = {player for there in boards.values() for player in there.values()}
    coming = tuple(sorted(here - t.round(number).present))
    in_order = {letter: _in_order(t, boards[letter]) for letter in sorted(boards)}
    arrived: list[Event] = [ev.CheckedIn(number, coming)] if coming else []
    return [*arrived, ev.Drawn(number, in_order)]


def _seat(
    t: Tournament,
    number: int,
    there: dict[str, int],
    seat: GivenSeat,
    boards: Mapping[str, Mapping[str, int]],
) -> None:
    player, power = lookup.player(t, seat.player), lookup.power(t.settings.variant, seat.power)
    if power in there:
        raise ActionRefused("taken", f"{power.title()} is there twice on board {seat.board}")
    taken = [one for one in boards.values() if player.number in one.values()]
    most = 2 if t.rules.double_boarding else 1
    if len(taken) >= most or there in taken:
        what = f"{player.name} has a seat in round {number} already"
        raise ActionRefused("two-seats", what, "give everybody one seat")
    if reason := t.out_of(player.number, number):
        raise ActionRefused("not-allowed", f"{player.name} {reason}")
    if lacks := player.lacks(t.rules.required):
        what = f"the registration of {player.name} lacks: {', '.join(lacks)}"
        raise ActionRefused("not-complete", what, f"complete it: amend {player.number} ...")
    there[power] = player.number


def _letters(number: int, names: Sequence[str]) -> Mapping[str, str]:
    """The letter of each board, by its name in the file."""
    bare = {name: name.upper().removeprefix(str(number)) for name in dict.fromkeys(names)}
    usual = letters()
    known = [next(usual) for _ in range(26)]
    if set(bare.values()) <= set(known) and len(set(bare.values())) == len(bare):
        return bare
    usual = letters()
    return {name: next(usual) for name in bare}


def _in_order(t: Tournament, there: Mapping[str, int]) -> Mapping[str, int]:
    return {power: there[power] for power in t.settings.variant.powers}
