"""Exchange with other programs: spreadsheets, dipvis, the nations of the database, calendars, mails
and webhooks of board calls; through the commands that a director types."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import openpyxl
import pytest
from directing import POWERS, Hall
from typer.testing import CliRunner

from dragoman.cli.app import app
from dragoman.refusal import ActionRefused
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing.board_calls import board_message
from dragoman.tournament.publishing.exports import export
from dragoman.tournament.publishing.round_calendar import rounds_calendar
from dragoman.tournament.publishing.wdd_nations import nation_code
from dragoman.tournament.rules.preset import preset_text, read_preset

Type = Callable[..., Any]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Types a command in a folder; its data, or the diagnostics with which it was refused."""
    monkeypatch.chdir(tmp_path)

    def run(line: str, refused: bool = False) -> Any:
        done = CliRunner().invoke(app, ["tournament", *shlex.split(line), "--json"])
        assert (done.exit_code == 2) == refused, done.output
        found = json.loads(done.stdout)
        return found["diagnostics"][0]["code"] if refused else found

    run("new one Cup")
    return lambda line, refused=False: run(f"-C one {line}", refused)


FORMS = (
    "First Name,Last Name,Email Address,Backstabbr Username,WDD Id,rounds,signed,home\n"
    "Ann,Lee,ann@dip.example,annlee,17,all,yes,Porirua\n"
    "Ben,Fox,021 007,,,all,yes,Dunedin\n"
)


def test_players_of_dipvis_come_and_go(typed: Type, tmp_path: Path) -> None:
    (tmp_path / "dipvis.csv").write_text(FORMS, "utf-8")
    typed("import-players dipvis.csv")
    typed("export dipvis out.csv")
    rows = [*csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text("utf-8")))]
    assert rows[0] == {
        "First Name": "Ann",
        "Last Name": "Lee",
        "Email Address": "ann@dip.example",
        "Backstabbr Username": "annlee",
        "WDD Id": "17",
        "WDR Id": "",
    }
    assert rows[1]["Email Address"] == "", "a telephone is no address of mail"
    assert typed("players")["players"][1]["contact"] == "021 007"


def test_spreadsheets_are_read_and_written(typed: Type, tmp_path: Path) -> None:
    (tmp_path / "dipvis.csv").write_text(FORMS, "utf-8")
    typed("import-players dipvis.csv")
    typed("export players people.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "people.xlsx").active
    assert sheet["A2"].value == 1 and sheet.title == "players"
    runner = CliRunner()
    runner.invoke(app, ["tournament", "new", "two", "Cup"])
    read = runner.invoke(app, ["tournament", "-C", "two", "import-players", "people.xlsx"])
    assert read.exit_code == 0, read.output
    both = [
        runner.invoke(app, ["tournament", "-C", folder, "export", "players"]).stdout
        for folder in ("one", "two")
    ]
    assert both[0] == both[1] and "annlee" in both[0]
    assert typed("export public it.xlsx", refused=True) == "not-a-table"
    assert typed("import-players people.xlsx", refused=True) == "duplicate-name"
    (tmp_path / "no.xlsx").write_bytes(b"PK nonsense")
    assert typed("import-players no.xlsx", refused=True) == "not-a-table"
    assert typed("write-players people.xlsx", refused=True) == "file-there"


def ended(**forms: str) -> Hall:
    hall = Hall()
    hall.people(7, **forms)
    hall.boards()
    hall.add(ev.GameEnded("1A", "abandoned", "S1901", reason="a fire"))
    return hall


def test_nations_are_written_as_the_database_does() -> None:
    codes = [nation_code(one) for one in ("NZE", "nz", "NZL", "New Zealand", "DE", "France", "SA")]
    assert codes == ["NZE", "NZE", "NZE", "NZE", "ALL", "FRA", "SA"]
    assert nation_code("Atlantis") is None and nation_code("-") is None
    table = export(ended(nationality="GER", home="Lyon, France").t, "wdd", 1)["classification"]
    row = next(csv.DictReader(io.StringIO(table)))
    assert (row["NATIONALITY"], row["LOCATION"]) == ("ALL", "FRA")
    table = export(ended(home="Porirua").t, "wdd", 1)["classification"]
    row = next(csv.DictReader(io.StringIO(table)))
    assert (row["NATIONALITY"], row["LOCATION"]) == ("", "")
    with pytest.raises(ActionRefused, match="Player Nr1") as why:
        export(ended(nationality="NZX").t, "wdr", 1)
    assert why.value.diagnostic.code == "unknown-nation"
    assert why.value.diagnostic.candidates and "amend 1" in why.value.diagnostic.remedy


SCHEDULE = """
[schedule]
zone = "Pacific/Auckland"
rounds = ["1999-08-28 09:00", "1999-08-28 18:00"]
hours = 5
"""


def test_rounds_are_in_a_calendar_as_they_began_or_are_to_begin() -> None:
    hall = Hall(preset_text("nz1999") + SCHEDULE)
    hall.boards()  # began at nine, in the time of the hall
    hall.add(ev.EndTimeSet(1, "1999-08-28T12:34:00"))
    hall.add(ev.PresetChanged(hall.t.preset.replace("09:00", "10:00")))
    text = rounds_calendar(hall.t, datetime(1999, 8, 1, tzinfo=UTC))
    lines = text.split("\r\n")
    assert [one for one in lines if one.startswith("DT")] == [
        "DTSTAMP:19990801T000000Z", "DTSTART:19990827T210000Z", "DTEND:19990828T020000Z",
        "DTSTAMP:19990801T000000Z", "DTSTART:19990828T060000Z", "DTEND:19990828T110000Z",
    ]  # fmt: skip
    assert lines.count("LOCATION:Wellington") == 2 and "1234" not in text
    assert len({one for one in lines if one.startswith("UID")}) == 2
    with pytest.raises(ActionRefused, match="nothing says when"):
        export(Hall().t, "calendar", 1)
    for wrong in ('rounds = ["soon"]', "rounds = [" + '"1999-08-28",' * 4 + "]",
                  'rounds = ["1999-08-29", "1999-08-28"]', 'zone = "Mars"'):  # fmt: skip
        _, faults = read_preset(f"[schedule]\n{wrong}\n")
        assert [one.line for one in faults] == [2], wrong


@contextmanager
def listening() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    heard: list[dict[str, Any]] = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204 if "good" in self.path else 500)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Listener)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", heard
    finally:
        server.shutdown()
        server.server_close()


def test_board_calls_go_by_mail_and_to_webhooks(typed: Type, tmp_path: Path) -> None:
    people = [
        f"Player,Nr{n},{f'n{n}@dip.example' if n < 7 else '021'},all,yes,x" for n in range(1, 8)
    ]
    (tmp_path / "people.csv").write_text(
        "\n".join(["first,last,contact,rounds,signed,home", *people]), "utf-8"
    )
    typed("import-players people.csv")
    typed("checkin --all")
    typed("draw 1 --seed 1")
    assert typed("call 1 --mail --yes", refused=True) == "not-published"
    typed("publish 1")
    with listening() as (address, heard):
        assert typed(f"call 1 --mail --webhook {address}/good", refused=True) == "not-asked"
        assert not heard and not (tmp_path / "one" / "letters").exists()
        done = typed(f"call 1 --mail --webhook {address}/good --language de --yes")
        assert (done["sent"], done["without"]) == (7, ["Player Nr7"])
        assert typed(f"call 1 --webhook {address}/bad --yes", refused=True) == "not-sent"
    assert {*heard[0]["boards"]["A"]} == {*POWERS} and heard[0]["round"] == 1
    mails = [
        message_from_bytes(one.read_bytes(), policy=policy.default)
        for one in sorted((tmp_path / "one" / "letters").iterdir())
    ]
    assert {str(one["To"]) for one in mails} == {f"n{n}@dip.example" for n in range(1, 7)}
    text = mails[0].get_content()
    assert "du spielst" in text and "Tisch A" in text and "021" not in text
    assert str(mails[0]["Subject"]) == "Cup, Tischaufruf der Runde 1"
    assert ("Frankreich" in text) and "France" not in text


def test_chat_services_are_told_in_their_own_form() -> None:
    hall = Hall()
    hall.boards(2)
    discord = json.loads(board_message(hall.t, 1, "https://discord.com/api/webhooks/1/a"))
    assert "Board A" in discord["content"] and discord["allowed_mentions"] == {"parse": []}
    slack = json.loads(board_message(hall.t, 1, "https://hooks.slack.com/a", "fr"))
    assert slack.keys() == {"text"} and "Table B" in slack["text"]
