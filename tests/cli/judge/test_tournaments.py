"""``dragoman judge tournament``: a tournament is shown, brought up to date and withdrawn."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from tests.web.test_boards import as_written, hall


@pytest.fixture
def judge(call, tmp_path: Path):
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    yield judge
    judge.close()


def test_a_tournament_is_published_again_and_withdrawn(call, judge: Judge, tmp_path: Path) -> None:
    assert "no tournament is shown" in call("judge", "tournament", "list").out
    log = tmp_path / "log.json"
    log.write_text(as_written(hall()), "utf-8")
    made = call("judge", "tournament", "publish", "nz-1999", str(log))
    assert made.status == 0, made.out
    assert "/tournaments/nz-1999" in made.out
    assert judge.tournaments.named("nz-1999").shown["name"] == "Test"

    now = datetime.now(UTC)
    owner = judge.accounts.people.create(
        Actor(is_admin=True), "Ann", "ann@example.org", "correct horse battery", now
    )
    game, _ = judge.games.create({"title": "Board"}, owner, now)
    text = as_written(hall()).encode()
    again = call(
        "judge", "tournament", "publish", "nz-1999", "-", "--game", f"1A={game}", "--json",
        stdin=text,
    )  # fmt: skip
    assert (again.data["revision"], again.data["games"]) == (2, {"1A": game})
    third = call("judge", "tournament", "publish", "nz-1999", str(log), "--json")
    assert third.data["games"] == {"1A": game}, "games that were named before stay"
    listed = call("judge", "tournament", "list", "--json").data["tournaments"]
    assert [(one["tournament"], one["revision"]) for one in listed] == [("nz-1999", 3)]
    assert call("judge", "tournament", "withdraw", "nz-1999").status == 0
    assert judge.tournaments.listed() == []


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-16", []),  # what the `>` of Windows PowerShell writes
        ("utf-8-sig", []),
        ("cp1252", ["wrong-encoding"]),
    ],
)
def test_a_log_is_read_in_whatever_encoding_it_was_kept(
    call, judge: Judge, tmp_path: Path, encoding: str, told: list[str]
) -> None:
    h = hall()
    h.log[0] = replace(h.log[0], event=replace(h.log[0].event, place="Køge"))
    text = json.dumps(json.loads(as_written(h)), ensure_ascii=False)
    log = tmp_path / "log.json"
    log.write_bytes(text.encode(encoding))
    made = call("judge", "tournament", "publish", "nz-1999", str(log), "--json")
    assert (made.status, made.codes) == (0, told)
    piped = call("judge", "tournament", "publish", "piped", "-", stdin=text.encode(encoding))
    assert piped.status == 0, piped.out
    for name in ("nz-1999", "piped"):
        assert judge.tournaments.named(name).shown["place"] == "Køge"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("nz 1999", "log.json"), "wrong-name"),
        (("nz-1999", "none.json"), "no-file"),
        (("nz-1999", "wrong.json"), "wrong-tournament"),
        (("nz-1999", "picture.gif"), "not-text"),
        (("nz-1999", "log.json", "--game", "1A"), "wrong-game"),
        (("nz-1999", "log.json", "--game", "1A=77"), "no-game"),
        (("nz-1999", "log.json", "--game", "9Z=1"), "no-game"),
    ],
)
def test_what_cannot_be_is_told(call, judge: Judge, tmp_path: Path, given, code) -> None:
    (tmp_path / "log.json").write_text(as_written(hall()), "utf-8")
    (tmp_path / "wrong.json").write_text('{"log": []}', "utf-8")
    (tmp_path / "picture.gif").write_bytes(b"GIF89a\x01\0\x01\0\0\xff\0,")
    told = call("judge", "tournament", "publish", *given, "--json")
    assert (told.status, told.codes) == (2, [code])
    assert judge.tournaments.listed() == []
    assert call("judge", "tournament", "withdraw", "nz-1999", "--json").codes == ["no-tournament"]
