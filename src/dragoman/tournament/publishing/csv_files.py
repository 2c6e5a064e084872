"""Tables in and out: comma-separated text, as spreadsheets read and write it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions.given_seats import GivenSeat
from dragoman.tournament.actions.known_players import CLUB, ID
from dragoman.tournament.actions.lookup import is_number
from dragoman.tournament.actions.rows import RowFaults
from dragoman.tournament.commands.people import RegisterPlayer
from dragoman.tournament.commands.tables import EnterCount
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.played_variant import PlayedVariant

_TRUE = ("yes", "y", "true", "1", "x", "ja", "j", "oui", "o")
_FALSE = ("no", "n", "false", "0", "", "-", "nein", "non")
_FORM = (
    "name",
    "first",
    "last",
    "contact",
    "home",
    "nationality",
    "rounds",
    "signed",
    "standby",
    "gm",
    "online",
    "team",
)


_DIPVIS = {"first name": "first", "last name": "last", "email address": "contact"}
"""Columns of the file of players that dipvis reads, and what they are called here."""
_DIPVIS_MORE = ("Backstabbr Username", "WDD Id", "WDR Id")


def read_forms(text: str) -> list[tuple[int, RegisterPlayer, Mapping[str, str], str]]:
    """Registration forms: line, form, what it says besides, team. ``name`` or ``first`` and
    ``last`` must be there; all other columns may be absent. Rounds are written ``1 2 3`` or
    ``all``. Columns that a registration knows nothing of are kept as they are.
    """
    found: list[tuple[int, RegisterPlayer, Mapping[str, str], str]] = []
    faults = RowFaults()
    for line, row in _rows(text, _FORM, others=True):
        name = row.get("name", "")
        if not name:
            name = f"{row.get('last', '')}, {row.get('first', '')}"
            if not row.get("last"):
                name = row.get("first", "")
        with faults.of_line(line):
            form = RegisterPlayer(
                name,
                row.get("contact", ""),
                row.get("home", ""),
                row.get("nationality", ""),
                _rounds(row.get("rounds", "")),
                _yes("signed", row.get("signed", "")),
                _yes("standby", row.get("standby", "")),
                gm=_yes("gm", row.get("gm", "")),
                online=_yes("online", row.get("online", "")),
            )
            more = {key: cell for key, cell in row.items() if cell and key not in _FORM}
            found.append((line, form, more, row.get("team", "")))
    faults.check()
    if not found:
        raise ActionRefused("nobody", "there is nobody in this file")
    return found


def read_counts(
    text: str, variant: PlayedVariant, sure: bool = False
) -> list[tuple[int, EnterCount]]:
    """Counts of boards, each with its line.

    The columns are ``board``, ``year``, the powers or their letters, and ``neutral``.
    """
    letters = {letter.lower(): power.lower() for letter, power in variant.letters.items()}
    names = ("board", "year", "neutral", *letters, *letters.values())
    found: list[tuple[int, EnterCount]] = []
    faults = RowFaults()
    for line, row in _rows(text, names):
        full = {letters.get(key, key): value for key, value in row.items()}
        for key in ("board", "year", *letters.values()):
            if key not in full:
                what = f"there is no column {key!r}"
                raise ActionRefused("missing-column", what, f"the columns are: {', '.join(names)}")
        numbers = {key: full.get(key) or "0" for key in ("year", "neutral", *letters.values())}
        with faults.of_line(line):
            for key, value in numbers.items():
                if not is_number(value):
                    raise ActionRefused("bad-counts", f"{value!r} is not a number ({key})")
            counts = tuple(numbers[power] for power in letters.values())
            year, neutral = int(numbers["year"]), int(numbers["neutral"])
            found.append((line, EnterCount(full["board"], counts, year, neutral, sure=sure)))
    faults.check()
    if not found:
        raise ActionRefused("bad-counts", "there are no counts in this file")
    return found


def players(t: Tournament) -> str:
    """Everybody who registered; the file can be read in again elsewhere."""
    team_of = {one: team.name for team in t.teams.values() for one in team.players}
    more = list(dict.fromkeys(column for one in t.players.values() for column in one.more))
    rows = [
        (
            one.number,
            one.first,
            one.last,
            one.contact,
            one.home,
            one.nationality,
            " ".join(map(str, one.rounds)),
            _word(one.signed),
            _word(one.standby),
            _word(one.gm),
            _word(one.online),
            team_of.get(one.number, ""),
            _word(one.withdrawn),
            *(one.more.get(column, "") for column in more),
        )
        for one in t.players.values()
    ]
    return write(("number", *_FORM[1:], "withdrawn", *more), rows)


def dipvis_players(t: Tournament) -> str:
    """Everybody who plays, as dipvis reads players: a name in two parts, an address of mail, and
    what the forms say of names and numbers elsewhere."""
    rows = [
        (one.first, one.last, one.contact if "@" in one.contact else "",
         *(one.more.get(column, "") for column in _DIPVIS_MORE))
        for one in t.players.values()
        if not one.gm and not one.withdrawn
    ]  # fmt: skip
    return write(("First Name", "Last Name", "Email Address", *_DIPVIS_MORE), rows)


_SEATS = ("round", "board", "power", "player", "player name", "player id", "backstabbr username")


def read_seats(text: str, number: int) -> list[GivenSeat]:
    """The seats of a round in a table such as ``board_calls`` writes, or dipvis; of several rounds
    those of this one."""
    rows = _rows(text, _SEATS)
    there = {key for _, row in rows for key in row}
    for wanted in ("board", "power", "player"):
        if rows and not {wanted, f"{wanted} name"} & there:
            what = f"there is no column {wanted!r}"
            raise ActionRefused("missing-column", what, f"the columns are: {', '.join(_SEATS)}")
    found = [
        GivenSeat(line, row["board"], row["power"], row.get("player") or row["player name"])
        for line, row in rows
        if row.get("round", "") in ("", str(number))
    ]
    if not found:
        raise ActionRefused("nobody", f"there is nobody of round {number} in this file")
    return found


def dipvis_board_call(t: Tournament, number: int) -> str:
    """The seats of a round as dipvis writes them."""
    rows = [
        (number, table.letter, power.title(), t.players[player].name, player,
         t.players[player].more.get("Backstabbr Username", ""))
        for table in t.rounds[number].tables.values()
        for power, player in table.seats.items()
    ]  # fmt: skip
    heading = ("Round", "Board", "Power", "Player Name", "Player Id", "Backstabbr Username")
    return write(heading, rows)


def board_calls(t: Tournament, number: int) -> str:
    """The seats of a round."""
    rows = [
        (table.letter, power.title(), player, t.players[player].name)
        for table in t.rounds[number].tables.values()
        for power, player in table.seats.items()
    ]
    return write(("board", "power", "number", "player"), rows)


def counts(t: Tournament) -> str:
    """Every count of every board, year by year."""
    powers, centers = t.settings.variant.powers, t.settings.variant.centers
    rows = [
        (table.key, year, *(found[power] for power in powers), centers - sum(found.values()))
        for table in t.tables
        for year, found in table.counts.items()
        if year > 1900
    ]
    return write(("board", "year", *(power.lower() for power in powers), "neutral"), rows)


def write(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as comma-separated text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return out.getvalue()


def delimiter_of(text: str) -> str:
    """The sign between the cells of a table: the one that its heading has most of."""
    return max(",;\t", key=text.lstrip("\ufeff\n\r").partition("\n")[0].count)


def other_columns(text: str) -> tuple[str, ...]:
    """The columns of a table of forms that a registration knows nothing of."""
    rows = _rows(text, _FORM, others=True)
    return tuple(dict.fromkeys(key for _, row in rows for key in row if key not in _FORM))


def _rows(
    text: str, known: Sequence[str], *, others: bool = False
) -> list[tuple[int, dict[str, str]]]:
    """The lines below the heading by the names of their columns; empty lines left out. ``others``
    lets there be columns that are not known, which keep the names that they are given."""
    text = text.lstrip("\ufeff\n\r")
    reader = csv.reader(io.StringIO(text), delimiter=delimiter_of(text))
    try:
        lines = [(reader.line_num, line) for line in reader]
    except csv.Error as error:
        raise ActionRefused("not-a-table", f"this is no table: {error}", "save it as CSV") from None
    if not lines:
        raise ActionRefused("not-a-table", "there is nothing in this file")
    passed_over = ("number", "withdrawn")
    named = [name.strip() for name in lines[0][1]]
    if others:  # what dipvis calls otherwise, unless the table has both
        there = {name.lower() for name in named}
        named = [
            ours if (ours := _DIPVIS.get(name.lower(), "")) and ours not in there else name
            for name in named
        ]
    lowered = (*known, *passed_over, ID, CLUB)
    heading = [one.lower() if one.lower() in lowered else one for one in named]
    if not others:
        heading = [one.lower() for one in heading]
    for name in heading:
        if name not in (*known, *passed_over) and (not others or not name):
            what = f"there is no column {name!r} in such a table"
            raise ActionRefused("unknown-column", what, "rename it or leave it out", known)
        if heading.count(name) > 1:
            raise ActionRefused("unknown-column", f"the column {name!r} is there twice")
    found: list[tuple[int, dict[str, str]]] = []
    for number, line in lines[1:]:
        cells = [cell.strip() for cell in line]
        if not any(cells):
            continue
        if len(cells) > len(heading):
            what = f"line {number} has {len(cells)} cells, and the heading {len(heading)}"
            raise ActionRefused("not-a-table", what, "put a text with commas in quotation marks")
        row = dict(zip(heading, cells, strict=False))
        found.append((number, {k: v for k, v in row.items() if k not in passed_over}))
    return found


def _rounds(text: str) -> str:
    """Rounds as a form has them."""
    if text.strip().lower() == "all":
        return text
    parts = text.replace(",", " ").replace("+", " ").split()
    if not all(map(is_number, parts)):
        what = f"{text!r} are no rounds"
        raise ActionRefused("bad-rounds", what, "write 1 2 3, or all")
    return " ".join(parts)


def _yes(key: str, text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    raise ActionRefused("bad-cell", f"{key} is yes or no, not {text!r}")


def _word(flag: bool) -> str:
    return "yes" if flag else "no"
