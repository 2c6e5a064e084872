"""The players' file: who plays in one's events, by id, and what they did in each of them.

A table as spreadsheets write it, a line for each player. ``id`` and a name have to be there;
``club``, ``home``, ``nationality`` and ``contact`` may be, and a column for each event, called
``result: EVENT``, with cells such as ``3 of 21, 45.102 points``. Other columns are kept.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import known_players, lookup
from dragoman.tournament.actions.known_players import CLUB, ID, RESULT, EarlierResult, name_of
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.log.state import Player, Tournament
from dragoman.tournament.publishing.csv_files import delimiter_of
from dragoman.tournament.scoring import points_text

_COLUMNS = (ID, "first", "last", CLUB, "home", "nationality")
_KNOWN = (*_COLUMNS, "name", "contact")
Row = dict[str, str]


def read_players(text: str) -> tuple[Row, ...]:
    """The players of a file, each with all cells of his line.

    Raises:
        ActionRefused: if it is no such file, or a line of it cannot be right.
    """
    heading, rows = _table(text)
    if ID not in heading or not {"name", "last", "first"} & {*heading}:
        what = "a players' file has the columns id and name, or id, first and last"
        raise ActionRefused("missing-column", what, "name them in its first line", heading)
    numbers: Counter[str] = Counter()
    for line, row in rows:
        number = row[ID]
        if not number or not name_of(row):
            what = f"line {line} has no name" if number else f"line {line} has no id"
            raise ActionRefused("bad-cell", what)
        numbers[number.casefold()] += 1
        if numbers[number.casefold()] > 1:
            raise ActionRefused("duplicate-id", f"line {line}: the id {number} is there twice")
        for column, cell in row.items():
            try:
                known_players.result_in(column, cell)
            except ValueError as error:
                what = f"line {line}, {column}: {error}"
                remedy = "write 3 of 21, or 3 of 21, 45.102 points"
                raise ActionRefused("bad-cell", what, remedy) from None
    if not rows:
        raise ActionRefused("nobody", "there is nobody in this file")
    return tuple(row for _, row in rows)


def with_this_event(t: Tournament, text: str) -> tuple[str, int]:
    """The file with the players and the results of this tournament, and how many players are new
    in it. What it says of somebody stays; only what it leaves open is filled in, and the column of
    this event is written anew. ``text`` is what the file held before, if it was there.

    Raises:
        ActionRefused: if games are not over, or it is not clear who somebody is.
    """
    results = compute(t)
    if results.unfinished:
        boards = ", ".join(results.unfinished)
        raise ActionRefused("not-over", f"these boards have no result yet: {boards}")
    for fault in results.faults:
        raise ActionRefused(fault.code, f"{fault.source}: {fault.what}", fault.remedy)
    heading, lines = _table(text) if text.strip() else (list(_COLUMNS), [])
    rows = list(read_players(text)) if lines else []
    column = f"{RESULT}{t.name}"
    for name in (ID, *((CLUB,) if any(p.more.get(CLUB) for p in t.players.values()) else ())):
        heading += [] if name in heading else [name]
    heading += [] if column in heading else [column]
    place_of = {one.record.name: one for one in results.standings}
    for row in rows:
        row.pop(column, None)
    new = 0
    for player in t.players.values():
        if player.gm:
            continue
        row = _row_of(rows, player)
        if row is None:
            row = _new_row(rows, player, heading)
            rows.append(row)
            new += 1
        for key, value in _told(player).items():
            if value and key in heading and not row.get(key):
                row[key] = value
        if standing := place_of.get(player.name):
            points = points_text(standing.record.total)
            row[column] = EarlierResult(t.name, standing.place, len(place_of), points).cell
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter_of(text) if text else ",", lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([row.get(name, "") for name in heading] for row in rows)
    return out.getvalue(), new


def _row_of(rows: Sequence[Row], player: Player) -> Row | None:
    """The row of a player; None if he is new in the file."""
    if number := player.more.get(ID, "").casefold():
        found = [row for row in rows if row[ID].casefold() == number]
        if found and lookup.folded(name_of(found[0])) != lookup.folded(player.name):
            what = f"{player.more[ID]} is the id of {name_of(found[0])} in the players' file"
            remedy = f"put it right: amend {player.number} --id ID"
            raise ActionRefused("another-name", what, remedy)
        return found[0] if found else None
    found = [row for row in rows if lookup.folded(name_of(row)) == lookup.folded(player.name)]
    if len(found) > 1:
        numbers = ", ".join(row[ID] for row in found)
        what = f"several are called {player.name} in the players' file: {numbers}"
        raise ActionRefused("which-player", what, f"say who it is: amend {player.number} --id ID")
    return found[0] if found else None


def _new_row(rows: Sequence[Row], player: Player, heading: Sequence[str]) -> Row:
    row = {ID: player.more.get(ID) or _next_id([one[ID] for one in rows])}
    if "last" in heading:
        row |= {"first": player.first, "last": player.last}
    else:
        row["name"] = player.name
    return row


def _told(player: Player) -> Mapping[str, str]:
    return {
        CLUB: player.more.get(CLUB, ""),
        "home": player.home,
        "nationality": player.nationality,
        "contact": player.contact,
    }


def _next_id(taken: Sequence[str]) -> str:
    """The number after the last, written as ids are here: after P-017 comes P-018."""
    last, best = "0", -1
    for number in taken:
        met = re.search(r"\d+$", number)
        if met is not None and int(met[0]) > best:
            last, best = number, int(met[0])
    digits = re.search(r"\d+$", last)
    assert digits is not None
    return f"{last[: digits.start()]}{best + 1 if best >= 0 else 1:0{len(digits[0])}}"


def _table(text: str) -> tuple[list[str], list[tuple[int, Row]]]:
    """The heading and the lines below it with their numbers; empty lines are left out."""
    text = text.lstrip("\ufeff\n\r")
    reader = csv.reader(io.StringIO(text), delimiter=delimiter_of(text))
    try:
        lines = [(reader.line_num, [cell.strip() for cell in line]) for line in reader]
    except csv.Error as error:
        raise ActionRefused("not-a-table", f"this is no table: {error}", "save it as CSV") from None
    if not lines:
        raise ActionRefused("not-a-table", "there is nothing in this file")
    heading = [name.lower() if name.lower() in _KNOWN else name for name in lines[0][1]]
    for name in heading:
        if not name or heading.count(name) > 1:
            what = f"the column {name!r} is there twice" if name else "a column has no name"
            raise ActionRefused("unknown-column", what)
    rows: list[tuple[int, Row]] = []
    for number, cells in lines[1:]:
        if len(cells) > len(heading):
            what = f"line {number} has {len(cells)} cells, and the heading {len(heading)}"
            raise ActionRefused("not-a-table", what, "put a text with commas in quotation marks")
        if any(cells):
            rows.append(
                (number, dict.fromkeys(heading, "") | dict(zip(heading, cells, strict=False)))
            )
    return heading, rows
