"""Players who are known from earlier events: found by id or name, with what they did there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.people import SpreadPlayers
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Player, Tournament

ID, CLUB = "id", "club"
"""Columns of a players' file that a registration keeps among what it says besides."""
RESULT = "result: "
"""The beginning of the heading over the results of an event."""
_CELL = re.compile(r"(\d+)=? of (\d+)(?:, (-?\d+(?:\.\d+)?) points?)?")
_USUAL = Fraction(1, 2)
"""Half the field is what one leaves behind of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class EarlierResult:
    """A player's result in an event: the place, of how many, and the points as they were told."""

    event: str
    place: int
    of: int
    points: str = ""

    @property
    def left_behind(self) -> Fraction:
        """The part of the field that was left behind; who shares a place with nobody counts
        half."""
        return Fraction(2 * (self.of - self.place) + 1, 2 * self.of)

    @property
    def cell(self) -> str:
        """As a players' file has it."""
        return f"{self.place} of {self.of}" + (f", {self.points} points" if self.points else "")


def result_in(column: str, cell: str) -> EarlierResult | None:
    """The result that a cell of a players' file tells.

    Raises:
        ValueError: if it is to be one, and is not.
    """
    if not column.casefold().startswith(RESULT) or not cell:
        return None
    met = _CELL.fullmatch(cell)
    if met is None or not 1 <= int(met[1]) <= int(met[2]):
        raise ValueError(f"{cell!r} is no result")
    return EarlierResult(column[len(RESULT) :].strip(), int(met[1]), int(met[2]), met[3] or "")


def results_of(row: Mapping[str, str]) -> tuple[EarlierResult, ...]:
    """All results of a row of a players' file."""
    found = (result_in(column, cell) for column, cell in row.items())
    return tuple(one for one in found if one is not None)


def name_of(row: Mapping[str, str]) -> str:
    """The name in a row of a players' file."""
    whole = f"{row.get('first', '')} {row.get('last', '')}".strip()
    if not whole and "," in (written := row.get("name", "")):
        last, _, first = written.partition(",")
        whole = f"{first.strip()} {last.strip()}"
    return " ".join((whole or row.get("name", "")).split())


def read(t: Tournament, rows: Sequence[Mapping[str, str]]) -> list[Event]:
    """Get to know the players of earlier events, in the place of those known before. Who is
    registered by the name of one of them gets his id and what the form leaves open."""
    known = replace(t, known=tuple(rows))
    amended = (_completed(known, player) for player in t.players.values())
    return [ev.PlayersKnown(tuple(rows)), *(one for one in amended if one is not None)]


def known_as(t: Tournament, name: str, number: str = "") -> tuple[Mapping[str, str], ...]:
    """The rows of the players' file that somebody may be: that of the id, else by the name."""
    if number:
        return tuple(row for row in t.known if row.get(ID, "").casefold() == number.casefold())
    wanted = lookup.folded(name)
    return tuple(row for row in t.known if lookup.folded(name_of(row)) == wanted)


def completed(t: Tournament, form: ev.Registered) -> ev.Registered:
    """A registration with what is known of the player: by the id that it says, or by the name where
    one alone is called so.

    Raises:
        ActionRefused: if the id is another's.
    """
    name = f"{form.first} {form.last}".strip()
    number = form.more.get(ID, "")
    check_id(t, name, number, form.player)
    return replace(form, **_missing(t, form, known_as(t, name, number)))


def check_id(t: Tournament, name: str, number: str, player: int) -> None:
    """Refuse an id that is another's: of somebody registered, or of another name in the players'
    file."""
    if not number:
        return
    for other in t.players.values():
        if other.number != player and other.more.get(ID, "").casefold() == number.casefold():
            raise ActionRefused("duplicate-id", f"{number} is the id of {other.name}")
    for row in known_as(t, name, number):
        if lookup.folded(name_of(row)) != lookup.folded(name):
            what = f"{number} is the id of {name_of(row)} in the players' file"
            remedy = "write the name as it is there, or give another id"
            raise ActionRefused("another-name", what, remedy)


def of_player(t: Tournament, player: Player) -> Mapping[str, str]:
    """The row of a player in the players' file; empty if there is none, or nobody knows which."""
    found = known_as(t, player.name, player.more.get(ID, ""))
    return found[0] if len(found) == 1 else {}


def best(t: Tournament, count: int) -> tuple[int, ...]:
    """Those who did best in earlier events, so many of them, the best first: by how much of the
    field they left behind on average, as if each had been in one event more, in its middle.

    Raises:
        ActionRefused: if there are not so many.
    """
    shares = {
        player.number: [one.left_behind for one in results_of(of_player(t, player))]
        for player in t.players.values()
        if not player.gm and not player.withdrawn
    }
    means = {number: (sum(own) + _USUAL) / (len(own) + 1) for number, own in shares.items() if own}
    if not 0 < count <= len(means):
        what = f"{len(means)} of the players have results of earlier events"
        raise ActionRefused("too-few", what, "read them first: read-players FILE; or ask for fewer")
    order = sorted(means, key=lambda number: (-means[number], number))
    return tuple(order[:count])


def unclear(t: Tournament) -> Iterator[tuple[Player, tuple[Mapping[str, str], ...]]]:
    """Players without an id whose name several have in the players' file."""
    for player in t.players.values():
        if not player.more.get(ID):
            found = known_as(t, player.name)
            if len(found) > 1:
                yield player, found


def _completed(t: Tournament, player: Player) -> ev.Amended | None:
    found = known_as(t, player.name, player.more.get(ID, ""))
    changes = _missing(t, player, found)
    return ev.Amended(player.number, changes) if changes else None


def _missing(
    t: Tournament, form: ev.Registered | Player, found: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """Fields that a form leaves out and the one row found for it has."""
    if len(found) != 1 or form.gm:
        return {}
    [row] = found
    taken = {player.more.get(ID, "").casefold() for player in t.players.values()}
    if not form.more.get(ID) and row.get(ID, "").casefold() in taken:
        return {}  # another of this name is registered by it
    more = {key: row[key] for key in (ID, CLUB) if row.get(key) and not form.more.get(key)}
    changes: dict[str, Any] = {
        key: row[key]
        for key in ("contact", "home", "nationality")
        if row.get(key) and not getattr(form, key)
    }
    return changes | ({"more": {**form.more, **more}} if more else {})


def spread(t: Tournament, command: SpreadPlayers) -> list[Event]:
    """Name players to be spread over the boards of each round as evenly as can be: of one club,
    beginners, who can keep a record; or so many who were the ``best`` in earlier events. Naming no
    players ends such a group."""
    name, wanted = " ".join(command.name.split()), command.best
    if not name:
        raise ActionRefused("no-name", "such a group needs a name, as in beginners")
    found = lookup.players(t, command.names)
    if command.by_column:
        return _spread_by_column(t, name, bool(found or wanted))
    if wanted and found:
        raise ActionRefused("both", "players are named, and the best are asked for", "say one")
    found = best(t, wanted) if wanted else found
    if not found and name not in t.spread:
        raise ActionRefused("nobody", f"nobody was named for {name!r}")
    return [ev.SpreadWished(name, found)]


def _spread_by_column(t: Tournament, column: str, named: bool) -> list[Event]:
    if named:
        raise ActionRefused("both", "players are named, and a column is asked for", "say one")
    groups: dict[str, list[int]] = {}
    for one in t.players.values():
        if not one.withdrawn and (said := " ".join(one.more.get(column, "").split())):
            groups.setdefault(lookup.folded(said), []).append(one.number)
    wished = {f"{column} {said}": who for said, who in sorted(groups.items()) if len(who) > 1}
    over = [one for one in t.spread if one.startswith(f"{column} ") and one not in wished]
    if not wished and not over:
        what = f"no two players have the same {column} in their forms"
        raise ActionRefused("nobody", what, "import it as a column, or amend PLAYER --club")
    ended = [ev.SpreadWished(name, ()) for name in over]
    return [*ended, *(ev.SpreadWished(name, tuple(who)) for name, who in wished.items())]
