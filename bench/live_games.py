"""Many live games of people all over the world, each with its deadline: where, when and how often
phases are due, and the games, made fast.

A few games are played through the judge's commands. The others are their logs again with other
people, each ended by the event that the judge itself decides on when a master sets a deadline; the
rows of tables that follow from a log are those that the judge makes of it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import Any

import sqlalchemy as sa

from bench.judge_games import give_tokens
from dragoman.judge.commands import command as c
from dragoman.judge.commands.decide import decide
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.fold import apply
from dragoman.judge.log.plain_data import event_data
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_lists import listing_row
from dragoman.judge.storage.game_store import game_row
from dragoman.judge.storage.tables import games, listings, log
from dragoman.orders import write

# When phases are due, by the clock of life

ZONES: Mapping[int, float] = {
    1: 0.34, 0: 0.13, 2: 0.05, -5: 0.22, -6: 0.08, -8: 0.09, -3: 0.03, 8: 0.02, 10: 0.04
}  # fmt: skip
"""Where people are: hours from Greenwich, and how many of all."""
LENGTHS: Mapping[float, float] = {12: 0.05, 24: 0.5, 36: 0.15, 48: 0.25, 72: 0.05}
"""How many hours a movement lasts in how many games."""
EVENING, EVENING_SPREAD, IN_THE_EVENING = 20.5, 2.0, 0.7
"""Most deadlines are in somebody's evening: about half past eight; others at any hour from 7 on."""
ON_THE_HALF_HOUR = 0.1
"""Of so many games the deadline was set, to a full or half hour exactly; of the others it follows
from when the phase before was judged."""
WEEKENDS_OFF = 0.15
"""In so many games nothing is due on Saturday and Sunday."""
FRIDAY, SATURDAY, MONDAY, WEEK = 4, 5, 7, 7
"""Days of the week from Monday on, and the next one."""


def deadlines(dice: random.Random) -> Iterator[tuple[float, float]]:
    """Of one game after the other the length of a movement in hours, and when one of its deadlines
    is: in hours since the beginning of a week in Greenwich, within one length of that game."""
    zones, lengths = [*ZONES], [*LENGTHS]
    while True:
        length = dice.choices(lengths, [*LENGTHS.values()])[0]
        zone = dice.choices(zones, [*ZONES.values()])[0]
        if dice.random() < IN_THE_EVENING:
            local = dice.gauss(EVENING, EVENING_SPREAD) % 24
        else:
            local = dice.uniform(7, 24)
        if dice.random() < ON_THE_HALF_HOUR:
            local = round(local * 2) / 2
        yield length, (local - zone + 24 * dice.randrange(WEEK)) % (24 * WEEK)


def next_deadline(length: float, at: float, begin: float, dice: random.Random) -> float:
    """The first deadline of a game after a moment of the week, all in hours."""
    due = at + length * -((at - begin) // length)
    while due < begin:
        due += length
    is_off = dice.random() < WEEKENDS_OFF
    while is_off and SATURDAY * 24 <= due < MONDAY * 24:
        due += 24
    return due


# The games

SEATS = 7
FIRST_USER = 10
PEOPLE = SEATS + 1
"""Of each game, with its master, who is the last of them."""
GAMES_OF_ONE = 10
"""So many games somebody plays at once."""
PHASES_BEHIND = (1, 2, 3, 4, 6)
_AT_ONCE = 2000
_MOVED = """
    case when l.kind in ('Joined', 'Admitted', 'Seated') and (l.data->>'user')::int >= :first
    then jsonb_set(l.data::jsonb, '{user}', to_jsonb((l.data->>'user')::int + c.shift))::json
    else l.data end"""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A game that was played, and what its players may order now."""

    number: int
    length: float
    game: JudgedGame
    sheets: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that goes on: its first deadline, and the number of its first player."""

    number: int
    due: datetime
    first: int
    pattern: Pattern


def make_patterns(judge: Judge, compression: float) -> list[Pattern]:
    """Games of each length, with more or fewer phases behind them."""
    dice, found = random.Random(1), list[Pattern]()
    for length in LENGTHS:
        for phases in PHASES_BEHIND:
            number = _play(judge, length, phases, compression, dice)
            g = judge.games.load(number)
            sheets = {
                power: [_sheet(offered, dice) for _ in range(5)]
                for power in g.game.survivors
                if (offered := g.game.legal_orders(power))
            }
            found.append(Pattern(number, length, g, sheets))
    return found


def put_away(judge: Judge, patterns: Sequence[Pattern]) -> None:
    """Pause the games that others were made of."""
    for one in patterns:
        judge.games.act(one.number, c.Pause(), Actor(FIRST_USER + SEATS), datetime.now(UTC))


def _sheet(offered: Mapping[Any, Sequence[Any]], dice: random.Random) -> str:
    return "\n".join(write(dice.choice(orders)) for orders in offered.values() if orders)


def _play(judge: Judge, length: float, phases: int, compression: float, dice: random.Random) -> int:
    """A game with some press, in whose phase at hand six of seven have ordered."""
    now, seconds = datetime.now(UTC), count()

    def then() -> datetime:
        return now - timedelta(hours=1) + timedelta(seconds=next(seconds))

    lasts = round(length * 3600 / compression)
    settings = {"title": "A game of the bench", "early": "ready"}
    settings |= {"movement": f"{lasts} s", "retreat": f"{lasts // 2} s"}
    settings |= {"adjustment": f"{lasts // 2} s"}
    master = Actor(FIRST_USER + SEATS)
    number, answer = judge.games.create(settings, master.user, then())
    assert number is not None, answer.told
    for user in range(FIRST_USER, FIRST_USER + SEATS):
        judge.games.act(number, c.Join(), Actor(user), then())
    judge.games.act(number, c.Begin(), master, then())
    for phase in range(phases + 1):
        players = judge.games.load(number).players
        for user, power in islice(players.items(), None if phase < phases else SEATS - 1):
            offered = judge.games.load(number).game.legal_orders(power)
            if offered:
                order = c.SaveOrders(_sheet(offered, dice))
                judge.games.act(number, order, Actor(user), then())
        if phase < phases:
            judge.games.act(number, c.Send("What do you think?", ("FRANCE",)), master, then())
            judge.games.act(number, c.ProcessNow(), master, then())
    return number


def make_games(
    judge: Judge, patterns: Sequence[Pattern], wanted: Sequence[tuple[float, datetime]]
) -> list[LiveGame]:
    """A game for each length and deadline that is wanted, in a database that has nothing but the
    patterns."""
    dice, now = random.Random(2), datetime.now(UTC)
    of_length = {length: [one for one in patterns if one.length == length] for length in LENGTHS}
    blocks = -(-len(wanted) // GAMES_OF_ONE)
    first = max(one.number for one in patterns) + 1
    made: list[LiveGame] = []
    for number, (length, due) in enumerate(wanted, first):
        shift = PEOPLE * (1 + (number - first) % blocks)
        made.append(LiveGame(number, due, FIRST_USER + shift, dice.choice(of_length[length])))
    database = judge.database
    with database.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TEMP TABLE copies (id int, pattern int, shift int) ON COMMIT DROP"
        )
        for start in range(0, len(made), _AT_ONCE):
            some = made[start : start + _AT_ONCE]
            ended = [_with_deadline(one, now) for one in some]
            copies = [{"id": one.number, "pattern": one.pattern.number,
                       "shift": one.first - FIRST_USER} for one in some]  # fmt: skip
            _insert(connection, "copies", copies)
            _insert(connection, games.name, [row for row, _, _ in ended])
            _insert(connection, listings.name, [row for _, row, _ in ended])
            _insert(connection, log.name, [row for _, _, rows in ended for row in rows])
        of_all = {"first": FIRST_USER}
        by = "case when {0} >= :first then {0} + c.shift else {0} end"
        for statement in (
            "INSERT INTO log (game, number, at, by, kind, data) SELECT c.id, l.number, l.at, "
            f"{by.format('l.by')}, l.kind, {_MOVED} FROM copies c JOIN log l ON l.game = c.pattern",
            f"INSERT INTO parts (person, part, game) SELECT {by.format('p.person')}, p.part, c.id "
            "FROM copies c JOIN parts p ON p.game = c.pattern",
            "INSERT INTO conduct (game, person, due, kept, departures) SELECT c.id, "
            f"{by.format('k.person')}, k.due, k.kept, k.departures "
            "FROM copies c JOIN conduct k ON k.game = c.pattern",
        ):
            connection.execute(sa.text(statement), of_all)
        last = f"SELECT setval(pg_get_serial_sequence('games', 'id'), {made[-1].number})"
        connection.exec_driver_sql(last)
    with database.asking() as connection:
        connection.exec_driver_sql("ANALYZE")
    return made


def make_people(judge: Judge, made: Sequence[LiveGame]) -> list[str]:
    """Accounts for all players and masters; the token of each, by his number."""
    return give_tokens(judge, max(one.first for one in made) + PEOPLE - FIRST_USER)


def _with_deadline(
    one: LiveGame, now: datetime
) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """The rows of a game, of its place in lists, and of the last events of its log: those with
    which its master sets the deadline."""
    pattern = one.pattern.game
    events = decide(pattern, c.SetDeadline(one.due), Actor(FIRST_USER + SEATS), now).events
    assert events, "its deadline is over already"
    after, rows = pattern.copy(), list[dict[str, Any]]()
    master = one.first + SEATS
    for number, event in enumerate(events, pattern.number + 1):
        apply(after, GameLogEntry(number, now.isoformat(), master, event))
        rows.append({"game": one.number, "number": number, "at": now.isoformat(), "by": master,
                     "kind": type(event).__name__, "data": event_data(event)})  # fmt: skip
    row = game_row(after)
    row["due"] = row["due"].isoformat()
    return {"id": one.number, **row}, {"game": one.number, **listing_row(after)}, rows


def _insert(connection: sa.Connection, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows into a table, by one statement."""
    statement = f"INSERT INTO {table} SELECT * FROM json_populate_recordset(null::{table}, :rows)"
    connection.execute(sa.text(statement), {"rows": json.dumps(rows)})
