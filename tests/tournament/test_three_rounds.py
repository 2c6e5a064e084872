"""A championship of 21 players and three rounds by NZ1999, from its founding to the awards: once
typed, and once at the desk's pages with helpers, and with counts, votes and score sheets from the
tables' phones. What is in the log is the same."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from test_desk_pages import Visitor, as_form
from typer.testing import CliRunner

from dragoman.cli.app import app as terminal
from dragoman.declared import FileText, declared
from dragoman.tournament.commands import DeskQuestion, kind_of
from dragoman.tournament.desk.session import TournamentSession
from dragoman.tournament.hall.display import hall as display
from dragoman.tournament.hall.phone_votes import DEVICE
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import as_data
from dragoman.tournament.log.fold import standing_actions
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.log.store import Store
from dragoman.tournament.publishing.exports import export
from dragoman.tournament.rules.preset import preset_text

pytestmark = pytest.mark.slow
Fields = dict[str, Any]
Step = tuple[str, Fields]
RULES = preset_text("nz1999").replace("[seeding]", "[seeding]\ntable_tries = 500", 1)
"""Those of NZ1999, with a draw that is looked for less long."""
PLAYERS = "name,contact,home,rounds,signed,standby,club,team\n" + "".join(
    f"Player Nr{n},021{n:03},Town {n % 4},all,yes,{'yes' if n == 20 else 'no'},"
    f"Club {n % 3},{('Red', 'Blue')[n // 4] if n % 4 and n < 8 else ''}\n"
    for n in range(1, 21)
)


def count(board: str, counts: str, right: int = 0) -> Step:
    """The count of a board, or where a year is named the ``right`` one of it."""
    more = {"year": right, "correct": True} if right else {}
    return "count", {"board": board, "counts": counts.split(), **more}


ROUND_ONE: list[Step] = [
    ("committee", {"names": ["Grace Torrance", "Quinn Ballard"]}),
    ("import-players", {"file": PLAYERS}),
    ("register", {"name": "Ann Lee", "contact": "021", "rounds": "1,2", "signed": False}),
    ("amend", {"player": "21", "home": "Napier", "signed": True}),
    ("apart", {"one": "1", "other": "9", "because": "a family"}),
    ("spread", {"name": "club", "by_column": True}),
    ("checkin", {"everybody": True}),
    ("draw", {"round": 1, "seed": 1999}),
    ("roster", {"round": 1}),
    ("publish", {"round": 1}),
    ("clock at", {"time": "1999-08-28 09:00"}),
    ("start", {"round": 1}),
    ("endtime", {"round": 1, "time": "1999-08-28 10:25"}),
    ("clock at", {"time": "1999-08-28 09:21"}),
    ("late", {"board": "A", "powers": ["T"]}),
    ("undo", {}),
    ("redo", {}),
    ("judge", {"board": "C", "file": "Austria: A vie-gal, A bud-ser\nRussia: F sev-bla",
               "final": True}),
    ("clock at", {"time": "1999-08-28 09:41"}),
    ("late", {"board": "A", "powers": ["T", "I"]}),
    ("read", {"board": "A", "missing": ["G"]}),
    ("judge", {"board": "C", "file": "Austria: A gal-rum", "final": True}),
    ("judge", {"board": "C", "file": "Austria: Build A Vie, Build A Bud", "final": True}),
    count("A", "5 5 5 5 4 6 4"),
    count("B", "6 4 5 5 4 5 5"),
    ("vote", {"board": "A", "refused": True}),
    ("pause", {"round": 1}),
    ("clock at", {"time": "1999-08-28 09:46"}),
    ("resume", {"round": 1}),
    ("vote", {"board": "B", "result": "failed"}),
    count("1A", "5 5 5 5 5 5 4", 1901),
    ("dispute", {"what": "a retreat was shown too early", "board": "1A"}),
    ("ruling", {"number": 1, "text": "the retreat stands", "by": ["Quinn Ballard"]}),
    ("clock at", {"time": "1999-08-28 10:27"}),
    ("judge", {"board": "C", "file": "Turkey: A con-bul", "final": True}),
    ("end", {"round": 1}),
    ("judge", {"board": "C", "file": "Turkey: A bul H", "final": True}),
    count("1A", "8 5 5 4 4 5 3"),
    count("1B", "9 3 6 4 3 5 4"),
    ("sheet", {"game": "shark", "places": ["1", "2=3"]}),
    ("sheet", {"game": "Lost Cities", "places": ["7", "8"], "unsigned": ["8"]}),
    ("sheetruling", {"number": 2, "counts": True, "because": "seen by the director"}),
]  # fmt: skip
ROUND_TWO: list[Step] = [
    ("withdraw", {"player": "18"}),
    ("checkin", {"everybody": True, "names": ["21"], "round": 2}),
    ("standdown", {"names": ["20"], "choose": 4, "round": 2, "seed": 3}),
    ("draw", {"round": 2, "seed": 5}),
    ("publish", {"round": 2}),
    ("clock at", {"time": "1999-08-28 16:00"}),
    ("start", {"round": 2, "at": "1999-08-28 16:05"}),
    ("addtime", {"time": "5", "round": 2}),
    ("clock at", {"time": "1999-08-28 16:52"}),
    count("2A", "5 5 5 5 4 6 4"),
    count("2B", "4 5 6 5 5 5 4"),
    ("vote", {"board": "2B", "result": "carried"}),
    ("penalty", {"player": "3", "kind": "points", "points": "2.5", "because": "table talk"}),
    ("abandon", {"board": "2A", "because": "a fire alarm"}),
    ("end", {"round": 2}),
]
ROUND_THREE: list[Step] = [
    ("register", {"name": "GM Seat", "gm": True}),
    ("register", {"name": "GM Chair", "gm": True}),
    ("team", {"name": "Green", "names": ["9", "10", "11"], "signed": ["9", "10", "11"]}),
    ("checkin", {"everybody": True, "round": 3}),
    ("draw", {"round": 3, "seed": 7}),
    ("publish", {"round": 3}),
    ("clock at", {"time": "1999-08-29 10:00"}),
    ("start", {"round": 3}),
    ("clock at", {"time": "1999-08-29 10:41"}),
    count("A", "6 5 5 5 4 5 4"),
    count("B", "5 5 5 5 4 6 4"),
    count("C", "5 6 5 5 4 5 4"),
    ("late", {"board": "C", "powers": ["E"], "season": "F1901"}),
    ("clock at", {"time": "1999-08-29 11:22"}),
    count("A", "12 4 4 4 3 4 3"),
    count("B", "7 4 6 4 3 7 3"),
    count("C", "4 9 5 4 4 5 3"),
    ("clock at", {"time": "1999-08-29 11:53"}),
    count("A", "18 3 3 3 2 3 2"),
    ("end", {"round": 3, "season": "F1903"}),
    count("3B", "9 3 7 3 2 8 2"),
    count("3C", "3 11 6 3 3 5 3"),
    # Late, and without undoing anything that came after: orders of the first round were in time,
    # and a count of it was read wrongly.
    ("cancel", {"action": ev.OrdersIn, "because": "they were in the box"}),
    count("1B", "9 3 6 4 2 5 5", 1902),
    ("standings", {}),
    ("award", {"title": "Best stab", "names": ["8"], "because": "by applause"}),
    ("reveal", {}),
    ("awards", {}),
    ("ceremony", {"detail": True}),
    ("standings", {}),
]
EVENT = (*ROUND_ONE, *ROUND_TWO, *ROUND_THREE)
BY_PHONE = {"1B", "2B", "3C"}
"""Boards whose counts and votes come from phones."""


class Watch:
    now = datetime(1999, 8, 28, 8, 0)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The clock on the wall, by which all who take part go."""
    found = Watch()
    monkeypatch.setattr(TournamentSession, "now", property(lambda one: one.at or found.now))
    return found


def whole(t: Tournament, board: str) -> str:
    """``1B`` for the B of the round in hand."""
    return (
        board
        if board[0].isdecimal()
        else f"{max(n for n in t.rounds if t.rounds[n].tables)}{board}"
    )


def with_action(store: Store, fields: Fields) -> Fields:
    """The fields of a step, an action by its number where the kind of its first event is named."""
    kind = fields.get("action")
    if kind is None:
        return fields
    standing = standing_actions(store.log())
    number = next(o.action for o in store.log() if o.action in standing and type(o.event) is kind)
    return {**fields, "action": number}


# Typed


def typed(name: str, fields: Fields, folder: Path) -> list[str]:
    """A command as a director types it."""
    words: list[str] = []
    arguments: list[str] = []
    for one in declared(kind_of(name)):
        if one.name not in fields:
            continue
        value, option = fields[one.name], one.says.option or f"--{one.name.replace('_', '-')}"
        if one.type in (FileText, FileText | None):
            path = folder / "given.txt"
            path.write_text(value, "utf-8")
            value = str(path)
        if isinstance(value, bool):
            yes, _, no = option.partition("/")
            words += [yes if value else no] if value or no else []
        elif one.says.is_argument:
            arguments += map(str, value) if isinstance(value, list) else [str(value)]
        else:
            for each in value if isinstance(value, list) else [value]:
                words += [option.partition("/")[0], str(each)]
    return [name, *words, "--", *arguments]


def play_by_commands(folder: Path, watch: Watch) -> Store:
    run = CliRunner()
    folder.mkdir()
    (folder / "rules.toml").write_text(RULES, "utf-8")
    founded = ["new", str(folder), "Test", "--place", "Wellington"]
    founded += ["--preset", str(folder / "rules.toml")]
    assert run.invoke(terminal, ["tournament", *founded]).exit_code == 0
    store = Store(folder)
    for name, fields in EVENT:
        if name == "clock at":
            watch.now = datetime.fromisoformat(fields["time"])
            continue
        line = typed(name, with_action(store, fields), folder)
        done = run.invoke(terminal, ["tournament", "-C", str(folder), *line])
        assert done.exit_code == 0, (shlex.join(line), done.output)
    return store


# At the pages, and from phones


class Phone:
    """A phone in the hall; each is a device of its own."""

    def __init__(self, store: Store, watch: Watch, device: str = "") -> None:
        self._app = display(store.load, lambda: watch.now, act=store.act)
        self._device = device

    def __call__(self, method: str, path: str, **json: Any) -> dict[str, Any]:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=("10.0.0.9", 5000))
            cookies = {DEVICE: self._device}
            async with httpx.AsyncClient(
                transport=transport, base_url="http://hall", cookies=cookies
            ) as client:
                return await client.request(method, path, **({"json": json} if json else {}))

        answer = asyncio.run(asked())
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()


class Hall:
    """The hall of an event: director and helpers at pages, and tables with phones."""

    def __init__(self, folder: Path, watch: Watch) -> None:
        self.folder, self.watch, self.store = folder, watch, Store(folder)
        self.director = Visitor(folder, "the-director")
        founded = {"name": "Test", "place": "Wellington", "file": RULES}
        assert self.director.post("/new", data=founded).status_code == 303
        self.helpers = {
            role: Visitor(folder, self._code("helper", name=name, role=role))
            for role, name in (("registration", "Kim"), ("tables", "Lee"))
        }
        self.votes: dict[str, str] = {}

    def _code(self, command: str, **fields: str) -> str:
        shown = self.director.post(f"/{command}", data=fields)
        return re.findall(r": ([a-z]{12})<", shown.text)[0]

    def do(self, name: str, fields: Fields) -> None:
        """Do what a step says: whoever of the helpers may do it, else the director; what the tables
        of some boards tell, by phone."""
        if name == "clock at":
            self.watch.now = datetime.fromisoformat(fields["time"])
            return
        t = self.store.load()
        if name in ("count", "vote") and not fields.get("correct"):
            board = whole(t, fields["board"])
            if board in BY_PHONE:
                return {"count": self._counted, "vote": self._voted}[name](board, fields)
        if name == "sheet" and "unsigned" not in fields:
            return self._sheet(fields)
        self._form(name, with_action(self.store, fields))
        if name == "publish":
            self._form("codes", {"round": fields["round"]})
            self._give_votes(fields["round"])
        return None

    def _form(self, name: str, fields: Fields) -> str:
        for visitor in (*self.helpers.values(), self.director):
            form = visitor.get(f"/{name}")
            if form.status_code == 200:
                break
        if issubclass(kind_of(name), DeskQuestion):
            shown = visitor.get(f"/{name}", params=as_form(fields))
        else:
            offered = {unescape(one) for one in re.findall(r'name="(\w+)"', form.text)}
            assert set(fields) <= offered, (name, offered)
            shown = visitor.post(f"/{name}", data=as_form(fields))
        assert shown.status_code == 200, (name, fields, shown.text)
        return unescape(shown.text)

    def _give_votes(self, number: int) -> None:
        shown = self._form("votecodes", {"round": str(number)})
        self.votes = dict(
            re.findall(r"(?m)^(?:<[^\n]*>)?((?:Player|Ann|GM) \S+) +([a-z]{12})", shown)
        )

    def _counted(self, board: str, fields: Fields) -> None:
        number, powers = int(board[0]), self.store.load().settings.variant.powers
        code = self.store.load().rounds[number].codes[board]
        phone = Phone(self.store, self.watch)
        year = phone("GET", f"/board/{code}.json")["year"]
        counts = dict(zip(powers, map(int, fields["counts"]), strict=True))
        told = phone("POST", f"/board/{code}", year=year, counts=counts)
        assert "said" in told
        again = phone("POST", f"/board/{code}", year=year, counts=counts)
        assert "nothing was lost" in again["said"], "the answer had not come to the phone"
        self._form("confirm", {"number": str(max(self.store.load().reports))})

    def _voted(self, board: str, fields: Fields) -> None:
        t = self.store.load()
        phones = [
            (Phone(self.store, self.watch, f"device{player}"), self.votes[t.players[player].name])
            for player in t.table(board).seats.values()
        ]
        against = 0 if fields["result"] == "carried" else 1
        app = phones[0][0]._app
        for nth, (phone, code) in enumerate(phones):
            phone._app = app  # one hall: its ballots are in its memory
            phone("POST", f"/vote/{code}", wish="agree" if nth else "propose")
        for nth, (phone, code) in enumerate(phones):
            phone("POST", f"/vote/{code}", wish="for" if nth >= against else "against")

    def _sheet(self, fields: Fields) -> None:
        code = self.store.load().rounds[1].codes["1A"]
        Phone(self.store, self.watch)("POST", f"/board/{code}/sheet", **fields)
        self._form("confirm", {"number": str(max(self.store.load().reports))})


# The same


_OF_PAGES = (
    ev.HelperNamed, ev.CodesGiven, ev.VotingCodesGiven, ev.CountReported, ev.SheetReported,
    ev.ReportAnswered,
)  # fmt: skip
"""Events of helpers and phones, by which somebody else does what the director types."""
_OF_ACTIONS = (ev.Undone, ev.Redone, ev.Cancelled, ev.Corrected)


def kept(store: Store) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What happened, without how it came to the desk; actions by their place among these."""
    log = [one for one in store.log() if not isinstance(one.event, _OF_PAGES)]
    place = {one.action: nth for nth, one in enumerate(log)}
    for one in log:
        event = one.event
        if isinstance(event, _OF_ACTIONS):
            event = replace(event, action=place[event.action])
        yield type(event).__name__, as_data(event)


def test_the_same_event_by_commands_and_by_pages_and_phones(tmp_path: Path, watch: Watch) -> None:
    typed_log = play_by_commands(tmp_path / "typed", watch)
    watch.now = Watch.now
    hall = Hall(tmp_path / "pages", watch)
    for name, fields in EVENT:
        hall.do(name, fields)
    assert [*kept(hall.store)] == [*kept(typed_log)]
    told = {type(one.event) for one in hall.store.log()}
    assert told.issuperset(_OF_PAGES), "phones and helpers had their part"
    assert {"Kim", "Lee", ""} == {one.by for one in hall.store.log()}

    t, other = hall.store.load(), typed_log.load()
    for what in ("public", "standings", "scores", "counts", "wdd", "players"):
        assert export(t, what, 3) == export(other, what, 3), what
    assert not t.set_aside and t.ceremony
    endings = [table.ending for table in t.tables]
    assert endings == ["time-draw"] * 3 + ["abandoned", "voted-draw", "solo"] + ["time-draw"] * 2
    assert [one.round for one in t.tables] == [1] * 3 + [2] * 2 + [3] * 3
