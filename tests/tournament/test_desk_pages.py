"""The desk's pages: one event played through commands and through pages gives one log; what helpers
may do; and nonsense, which changes nothing."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from html import unescape
from pathlib import Path
from re import findall
from typing import Any

import httpx
import pytest
from directing import POWERS, Hall

from dragoman.declared import made
from dragoman.formats.spreadsheets import write_spreadsheet
from dragoman.tournament.commands import NAMES, DeskQuestion, kind_of
from dragoman.tournament.commands.record import FoundTournament, NameHelper
from dragoman.tournament.desk.pages import desk_pages
from dragoman.tournament.desk.session import TournamentSession, carry_out
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import as_data
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.preset import preset_text

TOKEN = "the-director"
FORM: Mapping[str, Any] = {"contact": "021", "home": "Porirua", "rounds": "all", "signed": True}
COUNTS = ("6 5 5 5 4 5 4", "5 5 5 5 4 6 4")

EVENT: list[tuple[str, dict[str, Any]]] = [
    ("show", {}),
    ("import-players", {"file": "name,contact,home,rounds,signed\n"
                        + "".join(f"Player Nr{n},021,Here,all,yes\n" for n in range(1, 7))}),
    ("register", {"name": "Ann Lee", **FORM}),
    ("register", {"name": "Hugo Dean", **FORM, "signed": False}),
    ("players", {"part": "ann"}),
    ("amend", {"player": "8", "home": "Napier", "signed": True}),
    ("apart", {"one": "1", "other": "8", "because": "brothers"}),
    ("apart", {"one": "1", "other": "8", "lift": True}),
    ("team", {"name": "Red", "names": ["1", "2"], "signed": ["1", "2"]}),
    ("checkin", {"everybody": True}),
    ("standdown", {"names": ["8"]}),
    ("draw", {"round": 1, "seed": 1999}),
    ("roster", {"round": 1}),
    ("swap", {"one": "1", "other": "2"}),
    ("publish", {"round": 1}),
    ("start", {"round": 1, "at": "1999-08-28 09:00"}),
    ("clock", {}),
    ("late", {"board": "1A", "powers": ["TURKEY", "ITALY"], "season": "S1901"}),
    ("undo", {}),
    ("redo", {}),
    ("undo", {}),
    ("late", {"board": "1A", "powers": ["TURKEY"], "season": "S1901"}),
    ("read", {"board": "1A", "missing": ["GERMANY"], "season": "F1901"}),
    ("count", {"board": "1A", "counts": COUNTS[0].split()}),
    ("count", {"board": "1A", "counts": COUNTS[1].split(), "year": 1901, "correct": True}),
    ("vote", {"board": "1A", "season": "S1902", "refused": True}),
    ("vote", {"board": "1A", "season": "S1902", "result": "failed"}),
    ("penalty", {"player": "3", "kind": "points", "points": "5", "because": "shouted"}),
    ("dispute", {"what": "too early", "board": "1A"}),
    ("ruling", {"number": 1, "text": "it stands", "by": ["Quinn"]}),
    ("sheet", {"game": "shark", "places": ["1", "2=3"]}),
    ("cancel", {"action": 19, "because": "the orders were in the box"}),
    ("end", {"round": 1, "season": "F1902"}),
    ("count", {"board": "1A", "counts": ["8", "6", "5", "5", "4", "6", "0"]}),
    ("standings", {}),
    ("award", {"title": "Best stab", "names": ["8"], "because": "by applause"}),
    ("awards", {}),
    ("reveal", {}),
    ("ceremony", {"detail": True}),
    ("export", {"what": "standings"}),
]  # fmt: skip
"""A small event from the first form to the awards: commands, and their fields as JSON has them."""


FOUNDED = {"name": "Test", "preset": "nz1999", "place": "Wellington"}


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime(1999, 8, 29, 9)
    monkeypatch.setattr(TournamentSession, "now", property(lambda one: one.at or now))


def founded(folder: Path) -> Store:
    store = Store(folder)
    store.found([ev.Founded("Test", preset_text("nz1999"), "Wellington")])
    return store


class Visitor:
    """A browser on the desk's pages; without a code, one who has not come in."""

    def __init__(self, folder: Path, code: str = "") -> None:
        self._app = desk_pages(folder, TOKEN)
        self._cookies: dict[str, str] = {}
        if code:
            answer = self.post("/enter", data={"code": code})
            assert answer.status_code == 303
            self._cookies = dict(answer.cookies)

    def __call__(self, method: str, path: str, **given: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=("10.0.0.7", 5000))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://desk", cookies=self._cookies
            ) as client:
                return await client.request(method, path, **given)

        return asyncio.run(asked())

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self("GET", path, **given)

    def post(self, path: str, **given: Any) -> httpx.Response:
        return self("POST", path, **given)


def entered(folder: Path, code: str = TOKEN) -> Visitor:
    return Visitor(folder, code)


def as_form(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: "true" if one is True else "false" if one is False else one
            for key, one in given.items()}  # fmt: skip


def logged(store: Store) -> list[tuple[int, str, dict[str, Any]]]:
    return [(one.action, type(one.event).__name__, as_data(one.event)) for one in store.log()]


def test_one_event_through_commands_and_through_pages_is_one_log(tmp_path: Path) -> None:
    by_commands, by_pages = Store(tmp_path / "commands"), Store(tmp_path / "pages")
    carry_out(TournamentSession(by_commands), made(FoundTournament, FOUNDED)[0])
    desk = entered(tmp_path / "pages")
    assert desk.post("/new", data=FOUNDED).status_code == 303
    assert logged(by_pages) == logged(by_commands)
    for name, given in EVENT:
        kind = kind_of(name)
        wish, faults = made(kind, given)
        assert not faults, (name, faults)
        answer = carry_out(TournamentSession(by_commands), wish)
        assert not answer.diagnostics, (name, answer.diagnostics)
        if issubclass(kind, DeskQuestion):
            shown = desk.get(f"/{name}", params=as_form(given))
        else:
            form = desk.get(f"/{name}")
            offered = {unescape(one) for one in findall(r'name="(\w+)"', form.text)}
            assert set(given) <= offered, (name, offered)
            shown = desk.post(f"/{name}", data=as_form(given))
        assert shown.status_code == 200, (name, shown.text)
        for line in answer.text.splitlines():
            assert line.strip() in unescape(shown.text), (name, line)
        assert logged(by_pages) == logged(by_commands), name
    t = by_pages.load()
    assert t.ceremony and t.rounds[1].over and len(t.lateness) == 1


def test_an_earlier_action_is_put_right_and_what_that_changes_is_told(tmp_path: Path) -> None:
    store, desk = founded(tmp_path), entered(tmp_path)
    for name, given in EVENT[: [name for name, _ in EVENT].index("standings")]:
        if not issubclass(kind_of(name), DeskQuestion):
            assert desk.post(f"/{name}", data=as_form(given)).status_code == 200
    action = next(one.action for one in store.log() if isinstance(one.event, ev.VoteOpened))
    assert f"/desk/vote?correcting={action}" in desk.get("/log", params={"last": "0"}).text
    form = desk.get("/vote", params={"correcting": str(action)}).text
    assert 'name="because"' in form and f'value="{action}"' in form
    given = {"board": "1A", "season": "S1902", "result": "carried", "correcting": str(action)}
    refused = desk.post("/vote", data=given)
    assert refused.status_code == 422 and "set aside" in refused.text
    assert store.load().table("1A").ending == "time-draw"
    said = unescape(desk.post("/vote", data={**given, "anyway": "true"}).text)
    assert "is corrected" in said and "time draw -> voted draw" in said
    assert store.load().table("1A").ending == "voted-draw"


@pytest.fixture
def playing(tmp_path: Path) -> Store:
    hall = Hall()
    hall.boards()
    store = Store(tmp_path)
    store.found([one.event for one in hall.log])
    return store


def helper(store: Store, role: str, name: str = "Bo") -> str:
    return carry_out(TournamentSession(store), NameHelper(name, role)).data["code"]


@pytest.mark.parametrize(
    ("role", "may", "may_not"),
    [
        ("tables", ("count", "late", "vote", "clock"), ("standings", "register", "draw", "undo")),
        ("registration", ("register", "checkin", "players"), ("standings", "count", "helper")),
        ("desk", tuple(one for one in NAMES if one != "new"), ("new",)),
    ],
)
def test_a_helper_may_what_his_role_is(
    playing: Store, role: str, may: tuple[str, ...], may_not: tuple[str, ...]
) -> None:
    code = helper(playing, role)
    assert code not in str(logged(playing))
    desk = entered(playing.path.parent, code)
    home = desk.get("/").text
    for name in may:
        assert desk.get(f"/{name}").status_code == 200
        assert f'href="/desk/{name}"' in home
    before = logged(playing)
    for name in may_not:
        assert desk.get(f"/{name}").status_code == 404
        assert desk.post(f"/{name}", data={"round": "1"}).status_code == 404
        assert f'href="/desk/{name}"' not in home
    assert logged(playing) == before
    carry_out(TournamentSession(playing), NameHelper("bo", strike=True))
    assert "Your code" in desk.get("/").text and desk.post("/undo").status_code == 403


def test_who_only_helps_sees_no_seat_of_a_secret_draw(playing: Store) -> None:
    seats = {"A": dict(zip(POWERS, range(1, 8), strict=True))}
    playing.act(lambda t: [ev.CheckedIn(2, tuple(range(1, 8))), ev.Drawn(2, seats)])
    code = helper(playing, "tables")
    desk = entered(playing.path.parent, code)
    for name in ("board", "reader"):
        assert "Player Nr3" not in desk.get(f"/{name}", params={"board": "2A"}).text
    shown = desk.get("/board", params={"board": "2A"}).text
    assert "not published" in shown
    assert "Player Nr3" in desk.get("/board", params={"board": "1A"}).text


def test_codes_are_not_guessed_and_other_sites_send_no_forms(playing: Store) -> None:
    desk = Visitor(playing.path.parent)
    for path in ("/", "/count", "/standings", "/papers/calls-1.html"):
        answer = desk.get(path)
        assert "Your code" in answer.text and "Player Nr1" not in answer.text
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "same-origin", "or forms come from nowhere"
    tried = [desk.post("/enter", data={"code": f"wrong{n}"}).status_code for n in range(8)]
    assert tried[0] == 403 and tried[-1] == 429
    inside = entered(playing.path.parent)
    before = logged(playing)
    elsewhere = inside.post("/undo", headers={"Origin": "http://elsewhere.example"})
    assert elsewhere.status_code == 403 and logged(playing) == before


NONSENSE = ("", "99999999999999", "<script>alert(1)</script>", "\u202e\x00ß=b=c")


@pytest.fixture
def director(playing: Store) -> Visitor:
    return entered(playing.path.parent)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_answered_and_changes_nothing(
    director: Visitor, playing: Store, text: str
) -> None:
    for name in (one for one in NAMES if issubclass(kind_of(one), DeskQuestion)):
        shown = director.get(f"/{name}", params={"board": text, "round": text, "part": text})
        assert shown.status_code == 200, (name, shown.text)
        assert "<script>alert" not in shown.text
    before = logged(playing)
    for name in SENT.split():
        fields = dict.fromkeys(FIELDS.split(), text)
        answer = director.post(f"/{name}", data={**fields, "correcting": text})
        assert answer.status_code in (404, 422), (name, answer.text)
    assert logged(playing) == before


SENT = (
    "count draw swap vote late read take-result penalty cancel award sheet judge start addtime "
    "helper nowhere"
)
FIELDS = (
    "board counts round one other powers file time kind player number action game role name "
    "because title names"
)


def test_a_tournament_begins_on_the_pages(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    assert entered_refused(folder, "wrong") == 403
    desk = entered(folder)
    form = desk.get("/").text
    assert 'action="/desk/new"' in form and '<option value="nz1999" selected>' in form
    assert desk.get("/register").status_code == 404
    assert "there is no preset" in unescape(desk.post("/new", data={"preset": "none"}).text)
    assert not (folder / "tournament.db").exists()
    broken = desk.post("/new", data={"file": "rounds = 'many'"})
    assert broken.status_code == 422 and not (folder / "tournament.db").exists()
    assert desk.post("/new", data=FOUNDED).status_code == 303
    assert Store(folder).load().name == "Test"
    assert (folder / "preset.toml").read_text("utf-8") == preset_text("nz1999")
    assert "Test" in desk.get("/").text
    assert desk.get("/new").status_code == 404
    assert desk.post("/new", data=FOUNDED).status_code == 404


def entered_refused(folder: Path, code: str) -> int:
    return Visitor(folder).post("/enter", data={"code": code}).status_code


def test_the_log_says_which_helper_did_it(playing: Store) -> None:
    desk = entered(playing.path.parent, helper(playing, "tables", "Bo Derek"))
    late = {"board": "1A", "powers": ["TURKEY"], "season": "S1901"}
    assert desk.post("/late", data=late).status_code == 200
    assert [one.by for one in playing.log()][-1] == "Bo Derek"
    director = entered(playing.path.parent)
    assert director.post("/undo").status_code == 200
    shown = director.get("/log").text
    assert "Bo Derek" in shown and [one.by for one in playing.log()][-1] == ""


def test_a_form_that_is_too_large_is_told_so_and_nothing_of_it_is_taken(playing: Store) -> None:
    before = logged(playing)
    many = "name\n" + "Somebody Else\n" * 600_000
    answer = entered(playing.path.parent).post("/import-players", data={"file": many})
    assert answer.status_code == 413 and "larger than" in answer.text
    assert "Required" not in answer.text and logged(playing) == before


def test_pages_are_in_the_language_that_was_chosen(playing: Store) -> None:
    desk = entered(playing.path.parent)
    german = {"Accept-Language": "de"}
    assert "Zählung" in desk.get("/count", headers=german).text
    chosen = desk.get("/?language=fr", headers=german)
    assert chosen.status_code == 303 and chosen.cookies["dragoman-language"] == "fr"
    refused = desk.post("/count", data={"board": "1Z", "counts": ["3"] * 7}, headers=german)
    assert "es gibt keinen Tisch 1Z" in unescape(refused.text)


# Files


def sheet(*rows: str) -> bytes:
    pytest.importorskip("openpyxl")
    return write_spreadsheet({"table": "\n".join(rows)})


def sent(desk: Visitor, name: str, file: bytes, called: str = "table.xlsx", **more: str) -> Any:
    form = desk.get(f"/{name}").text
    assert 'enctype="multipart/form-data"' in form and 'type="file" name="file"' in form
    return desk.post(f"/{name}", data={"file": "", **more}, files={"file": (called, file)})


def test_players_and_counts_come_as_spreadsheets(tmp_path: Path, playing: Store) -> None:
    desk, store = entered(tmp_path / "new"), Store(tmp_path / "new")
    assert desk.post("/new", data=FOUNDED).status_code == 303
    rows = ("name,contact,home,rounds,signed,shirt", "Ann Lee,021,Porirua,all,oui,XL")
    answer = sent(desk, "import-players", sheet(*rows, "Ben Fox,022,Napier,1 2,nein,M"))
    assert answer.status_code == 200, answer.text
    one, two = store.load().players.values()
    assert (one.name, one.signed, one.more) == ("Ann Lee", True, {"shirt": "XL"})
    assert (two.rounds, two.signed) == ((1, 2), False)

    desk = entered(playing.path.parent)
    heading = "board,year," + ",".join(POWERS)
    answer = sent(desk, "import-counts", sheet(heading, "1A,1901,6,5,5,5,4,5,4"))
    assert answer.status_code == 200 and playing.load().table("1A").last_year == 1901
    result = (heading.replace("board,", ""), "1901,5,5,5,5,4,6,4")
    playing.act(lambda t: [ev.CheckedIn(2, tuple(range(1, 8))), ev.Drawn(2, {"A": {
        power: n for n, power in enumerate(POWERS, 1)}}), ev.Published(2)])  # fmt: skip
    answer = sent(desk, "take-result", sheet(*result), board="2A", ended="voted-draw")
    assert answer.status_code == 200, answer.text
    assert playing.load().table("2A").ending == "voted-draw"


def test_every_row_that_is_wrong_is_told_at_once_and_none_is_taken(playing: Store) -> None:
    desk, before = entered(playing.path.parent), logged(playing)
    table = sheet(
        "name,contact,rounds,signed",
        "Good Player,021,all,yes",
        "Bad Rounds,021,many,yes",
        "Bad Sign,021,all,perhaps",
        "Player Nr3,021,all,yes",
    )
    answer = sent(desk, "import-players", table)
    told = unescape(answer.text)
    assert answer.status_code == 422 and logged(playing) == before
    assert "line 3: 'many' are no rounds" in told and "line 4: signed is yes or no" in told
    assert "Good Player,021,all,yes" in told, "the table stands in the form, to be mended there"
    again = sent(desk, "import-players", sheet("name", "Player Nr3", "Player Nr4", "New Player"))
    told = unescape(again.text)
    assert "line 2: Player Nr3 is registered already" in told
    assert "line 3: Player Nr4 is registered already" in told and logged(playing) == before
    heading = "board,year," + ",".join(POWERS)
    rows = ("1A,1901,9,9,9,9,9,9,9", "1Z,1901,5,5,5,5,4,6,4", "1A,1902,5,5,5,5,4,six,4")
    counts = sent(desk, "import-counts", sheet(heading, *rows))
    assert counts.status_code == 422 and "line 4: 'six' is not a number" in unescape(counts.text)
    counts = sent(desk, "import-counts", sheet(heading, *rows[:2]))
    told = unescape(counts.text)
    assert "line 2: these counts add to 63" in told and "line 3: there is no board 1Z" in told
    many = sent(desk, "import-players", sheet("name,signed", *(f"A B{n},what" for n in range(60))))
    assert "40 more lines are refused" in many.text and logged(playing) == before


@pytest.mark.parametrize(
    ("file", "called", "told"),
    [
        (b"PK\x03\x04 no more", "players.xlsx", "this is no spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x01\xff", "players.xls", "neither text nor"),
        (b"", "players.xlsx", "'file' is missing"),
        ("name\nJürgen Møller\n".encode("utf-16"), "players.csv", ""),
    ],
)
def test_other_files_are_told(playing: Store, file: bytes, called: str, told: str) -> None:
    desk, before = entered(playing.path.parent), logged(playing)
    answer = sent(desk, "import-players", file, called)
    if told:
        assert answer.status_code == 422 and told in unescape(answer.text)
        assert logged(playing) == before
    else:
        assert answer.status_code == 200 and "Møller" in str(logged(playing))
    broken = desk.post(
        "/import-players", content=b"nothing", headers={"Content-Type": "multipart/form-data"}
    )
    assert broken.status_code == 422 and "'file' is missing" in unescape(broken.text)
