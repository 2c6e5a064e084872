"""The commands as a director types them."""

import contextlib
import json
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import championship
import pytest
import typer
from typer.testing import CliRunner

from dragoman.cli.app import app
from dragoman.cli.tournament.app import app as tournament_app
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.preset import preset_text

FULL = "--contact 021 --home Porirua --rounds all --signed"


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        return json.loads(self.out)


Td = Callable[..., Said]


@pytest.fixture
def td(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Td:
    """Type a command in the folder of a new tournament."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def typed(line: str, stdin: str = "") -> Said:
        done = CliRunner().invoke(app, ["tournament", *shlex.split(line)], stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code in (0, 2), done.output
        assert "Traceback" not in done.stderr
        return Said(done.exit_code, done.stdout, done.stderr)

    assert typed('new . "New Zealand Championship" --place Wellington').status == 0
    return typed


def good(td: Td, *lines: str) -> Said:
    said = Said(0, "", "")
    for line in lines:
        said = td(line)
        assert said.status == 0, (line, said)
    return said


@pytest.fixture
def playing(td: Td) -> Td:
    """Seven players and a round that started long ago."""
    for number in range(1, 8):
        good(td, f'register "Player Nr{number}" {FULL}')
    good(td, "checkin --all", "draw 1 --seed 1", "publish 1", 'start 1 --at "1999-08-28 09:00"')
    return td


def test_a_round_from_the_first_form_to_the_standings(playing: Td) -> None:
    said = good(playing, "late A T -s S1901")
    assert "verbal warning" in said.out
    assert "civil disorder" in good(playing, "late A T -s F1901").out
    said = good(playing, "read A -s F1901 --missing G")
    assert "reads" in said.out
    assert "civil disorder: Germany, Turkey" in said.out
    good(playing, "count A A5 E4 F5 G4 I4 R5 T4 --neutral 3")
    assert "count of 1902" in good(playing, "show", "end 1 -s F1902").out.replace("counts", "count")
    good(playing, "count A 6 5 5 4 4 5 5")
    assert "drawn by time" in good(playing, "board 1A").out
    table = good(playing, "standings").out
    assert re.search(r"^ *1 +Player Nr\d", table, re.M)
    good(playing, "lateness", "players", "scores", "awards", "roster 1", "log", "teams", "sheets")


def test_every_refusal_has_a_reason_and_changes_nothing(playing: Td, tmp_path: Path) -> None:
    before = Store(tmp_path).log()
    for line in (
        'register "player nr1"',
        "register 12",
        "checkin 3 3",
        "checkin --round 9 3",
        "draw 1",
        "publish 1",
        "start 1",
        "swap 1 2",
        "substitute 1 2",
        "choose 1A 1=F",
        "count A 5 5 5 5 5 5 5",
        "count A 5 5 5 5 5 5 4 --year 1905",
        "count A 5 5 5 5 5 5 4 --year 2005",
        "count Z 5 5 5 5 5 5 4",
        "late A X -s S1901",
        "late A A -s X1901",
        "end 2",
        "concede A E",
        "ceremony",
        "vote A --season X",
        "penalty 1 points",
        "penalty 1 shouting --because x",
        "sheet chess 1 2",
        "export nonsense",
        "print nonsense",
        "team Red 1 2 3 4",
        "addtime forever",
        "pause --at soon",
        "judge A missing.txt",
        "lift 1",
        "ruling 1 text",
        "redo",
    ):
        said = playing(line)
        assert said.status == 2, line
        assert said.err.strip(), line
    assert Store(tmp_path).log() == before


def test_undo_and_redo(playing: Td) -> None:
    good(playing, "count A 5 5 5 5 5 5 4")
    assert "counted" in good(playing, "undo").out
    assert good(playing, "board A --json").data["counts"].keys() == {"1900"}
    good(playing, "redo")
    assert "1901" in good(playing, "board A --json").data["counts"]
    assert playing("redo").status == 2


def test_an_earlier_action_is_put_right(playing: Td, tmp_path: Path) -> None:
    """What came after it stays; what it changes is told."""
    start = Store(tmp_path).log()[-1].action
    good(playing, 'in A E -s S1901 --at "1999-08-28 09:25"', "late A E -s F1901")
    said = good(playing, f'correct {start} start 1 --at "1999-08-28 09:10"')
    assert "England" in said.out
    assert "civil disorder -> warning" in said.out
    assert len(good(playing, "lateness --json").data["lateness"]) == 1
    good(playing, "vote A -s S1901 --result carried")
    vote = Store(tmp_path).log()[-1].action
    said = good(playing, f"correct --because wrong {vote} vote A -s S1901 --result failed")
    assert "voted draw -> playing" in said.out
    said = good(playing, f"cancel {start + 1}")
    assert "nothing" not in said.out.splitlines()[0]
    assert playing(f"cancel {start + 1}").status == 2
    good(playing, f"cancel {start + 1} --back")
    rows = good(playing, "log --last 0").out.splitlines()
    assert [row.split()[3] for row in rows if row.split()[0] == str(start)] == ["~"]
    before = Store(tmp_path).log()
    for line in (
        "cancel 99",
        "cancel 1",
        f"cancel {start}",
        f"correct {start} show",
        f"correct {start} nonsense",
        f"correct {start} undo",
        f'correct {start} start 1 --at "1999-08-28 09:10"',
        "correct 99 start 1",
        f"correct {vote} vote A --agreed",
        f"correct {start}",
    ):
        said = playing(line)
        assert said.status == 2, line
        assert said.err.strip(), line
    assert Store(tmp_path).log() == before


def test_a_lateness_told_too_late_changes_what_was_said(playing: Td) -> None:
    good(playing, "late A E -s F1901")
    said = good(playing, "late A E -s S1901")
    assert "F1901 on board 1A, England" in said.out
    assert "warning -> civil disorder" in said.out


def test_late_tells_what_lateness_records(playing: Td) -> None:
    """Of the season that was typed, also when later ones are in the box already."""
    good(playing, "late A T -s F1903")
    said = good(playing, "late A T -s F1902")
    assert said.out.splitlines()[0].endswith(
        "verbal warning; the orders count unless reading has begun"
    )
    assert "F1903 on board 1A, Turkey" in said.out
    assert "warning -> civil disorder" in said.out
    found = good(playing, "lateness --json").data["lateness"]
    assert [(one["season"], one["ruling"]) for one in found] == [
        ("F1902", "warning"),
        ("F1903", "civil disorder"),
    ]
    assert "in the box: Turkey, Italy" in good(playing, "in A I -s F1902").out
    assert "Austria" in good(playing, "reader A -s S1901").out
    assert "Fall 1901: Italy" in good(playing, "read A -s F1901").out
    assert "France" in good(playing, "read A -s F1902 --reader F").out
    assert "England" in good(playing, "reader A -s S1903").out


def test_a_change_of_seats_tells_who_sits_where_and_which_papers_are_old(td: Td) -> None:
    for number in range(1, 9):
        good(td, f'register "Player Nr{number}" {FULL}')
    good(td, "checkin --all 8", "draw 1 --seed 1")
    said = good(td, "swap 1 2")
    assert re.search(r"Player Nr1 \(1\) plays \w+ on board 1A\nPlayer Nr2 \(2\) plays", said.out)
    assert "old seats" not in said.out
    good(td, "print calls --round 1", "print slips --round 1")
    said = good(td, "substitute 3 8")
    assert "Player Nr8 (8) plays" in said.out
    assert "Player Nr3 has no seat in round 1 any more" in said.out
    assert "print again: print calls --round 1, print slips --round 1" in said.out
    good(td, "checkin 3")
    assert "STALE: checked in and without a seat: Player Nr3" in good(td, "roster 1").out
    assert "stale" in td("publish 1").err
    good(td, "checkout 3", "publish 1")
    assert "the roster is public" in good(td, "swap 1 2").out
    assert "SECRET" in good(td, "draw 1 --again").out


def test_powers_are_chosen_and_top_boards_need_results(td: Td) -> None:
    for number in range(1, 8):
        good(td, f'register "Player Nr{number}" {FULL}')
    good(td, "checkin --all")
    assert "nobody has played before round 1" in td("draw 1 --top 1").err
    good(td, "draw 1 --seed 1", "print calls --round 1")
    said = good(td, "choose 1A 1=F 2=Tur")
    assert re.search(r"France +Player Nr1\n", said.out)
    assert re.search(r"Turkey +Player Nr2\n", said.out)
    assert "print again: print calls --round 1" in said.out
    assert "sits just so" in td("choose 1A 1=F").err


def test_a_board_judged_from_typed_orders(playing: Td, tmp_path: Path) -> None:
    assert "A Bud" in good(playing, "judge A").out
    (tmp_path / "orders.txt").write_text("Austria: A bud-ser, A vie-lon\n", "utf-8")
    shown = good(playing, "judge A orders.txt")
    assert "A VIE: illegal" in shown.out
    assert "Nothing is final yet" in shown.out
    final = good(playing, 'judge A orders.txt --rule "A VIE=ambiguous" --final --json')
    assert final.data["misorders"] == [{"unit": "A VIE", "ruling": "ambiguous"}]
    assert "Fall 1901" in good(playing, "judge A").out
    good(playing, 'reopen A --because "wrong province"')
    assert "Spring 1901" in good(playing, "judge A").out


@pytest.mark.slow
def test_a_secret_vote_at_the_laptop(playing: Td, tmp_path: Path) -> None:
    good(playing, "count A 5 5 5 5 5 5 4")
    survivors = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
    assert championship.vote_by_tokens(tmp_path, "A", "S1902", survivors, "FRANCE") is False
    assert playing("vote A --season S1902 --agreed").status == 2
    assert championship.vote_by_tokens(tmp_path, "A", "F1902", survivors, None) is True
    assert good(playing, "board A --json").data["ending"] == "voted-draw"
    log = Path(tmp_path / "tournament.db").read_bytes().lower()
    assert b"white" not in log
    assert b"brown" not in log


@pytest.mark.slow
def test_the_tokens_are_shown_on_a_screen_that_keeps_nothing(playing: Td, tmp_path: Path) -> None:
    """In a terminal: everything between the switch to the second screen and back, wiped after each
    survivor and at the end."""
    playing("count A 5 5 5 5 5 5 4")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(tmp_path), "vote", "A"]
    with subprocess.Popen(
        [*command, "--season", "S1902", "--agreed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ) as voting:
        os.close(theirs)
        voting.communicate(b"\n" * 14)
    said = b""
    with contextlib.suppress(OSError):  # the end of a terminal is an error to Linux
        while part := os.read(ours, 4096):
            said += part
    os.close(ours)
    _, on, rest = said.decode().partition("\033[?1049h")
    shown, off, after = rest.partition("\033[?1049l")
    assert on and off
    assert shown.count("white (for the draw)") == 7
    assert shown.count("\033[2J\033[3J") >= 7
    assert "white" not in after
    assert "broken off" in after


def test_a_vote_that_is_broken_off_keeps_nothing(playing: Td) -> None:
    said = playing("vote A --season S1901 --agreed", stdin="\n\n")
    assert said.status == 2
    assert "broken off" in said.err
    good(playing, "vote A --season S1901 --result failed")
    assert playing("vote A --season S1901 --result carried").status == 2


def test_without_agreement_there_is_no_vote(playing: Td) -> None:
    said = playing("vote A --season S1901", stdin="y\ny\nn\n")
    assert said.status == 2
    assert "all survivors agree" in said.err
    assert "the game goes on" in good(playing, "vote A --season S1901 --refused").out
    good(playing, "vote A --season S1901 --result failed")


def test_the_clock_is_told_with_its_secret(playing: Td) -> None:
    good(playing, "undo", 'start 1 --at "1999-08-28 09:00"')
    good(playing, 'endtime 1 "1999-08-28 11:00"')
    said = good(playing, 'clock --at "1999-08-28 09:30"')
    assert "Fall 1901: 10:00 left" in said.out
    assert "S1902 10:00" in said.out
    assert "secret: to end at 11:00" in said.out
    assert "that time has passed" in good(playing, 'clock --at "1999-08-28 11:30"').out


def test_a_preset_is_copied_and_changed(td: Td, tmp_path: Path) -> None:
    text = (tmp_path / "preset.toml").read_text("utf-8")
    assert "[clock.minutes]" in text
    (tmp_path / "preset.toml").write_text(text.replace("rounds = 3", "rounds = 4"), "utf-8")
    assert good(td, "preset").out.strip() == "the preset counts"
    assert len(good(td, "show --json").data["rounds"]) == 4
    (tmp_path / "preset.toml").write_text(text.replace("S1901 = 20", "S1899 = 0"), "utf-8")
    said = td("preset")
    assert said.status == 2
    assert re.search(r"preset\.toml:\d+", said.err)
    assert td("preset nothing.toml").status == 2
    good(td, "presets", "systems", "systems detour98f")
    assert td("systems detuor98f").status == 2


def test_a_preset_in_the_folder_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = preset_text("nz1999").replace("rounds = 3", "rounds = 5")
    (tmp_path / "preset.toml").write_text(mine, "utf-8")
    done = CliRunner().invoke(app, ["tournament", "new", "."])
    assert done.exit_code == 2
    assert "--preset preset.toml" in done.stderr
    assert (tmp_path / "preset.toml").read_text("utf-8") == mine
    done = CliRunner().invoke(app, ["tournament", "new", ".", "--preset", "preset.toml"])
    assert done.exit_code == 0
    assert Store(tmp_path).load().settings.rounds == 5


@pytest.mark.slow
def test_the_desk_takes_commands_without_the_prefix(td: Td) -> None:
    lines = 'register "Ann Lee"\ndragoman tournament players\nregister "ann lee"\n\n"open\nquit\n'
    said = td("desk", stdin=lines)
    assert said.status == 0
    assert "1  Ann Lee" in said.out
    assert "registered already" in said.err
    assert "close the quotation mark" in said.err


def test_exports_and_pages_lie_in_the_folder(playing: Td, tmp_path: Path) -> None:
    good(playing, "count A 18 16 0 0 0 0 0 --sure", "export wdd nz99", "export counts counts.csv")
    for name in ("nz99-classification.csv", "nz99-boards.csv", "counts.csv"):
        assert (tmp_path / name).read_text("utf-8").count("\n") > 1
    assert "board,power,number,player" in good(playing, "export calls --round 1").out
    good(playing, "print calls --round 1")
    assert (tmp_path / "print" / "calls-1.html").exists()
    assert playing("export wdd").status == 2


@pytest.mark.slow
def test_there_has_to_be_a_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in ("show", "undo", "register Ann", "log", "hall", "announce", "judge A", "desk"):
        done = CliRunner().invoke(app, ["tournament", *shlex.split(line)])
        assert done.exit_code == 2, line
        assert "no tournament" in done.stderr
    assert not list(tmp_path.iterdir())


def test_every_command_has_help() -> None:
    commands = typer.main.get_command(tournament_app).commands  # type: ignore[attr-defined]
    assert len(commands) > 50
    for name, command in commands.items():
        assert command.help, name
        assert all(option.help for option in command.params if option.name != "help"), name


@pytest.mark.slow
def test_speech_is_used_where_there_is_any(tmp_path: Path) -> None:
    """A program called espeak-ng is found at run time, and given the words."""
    speaker = tmp_path / "espeak-ng"
    speaker.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/said\n', "utf-8")
    speaker.chmod(0o755)
    command = [sys.executable, "-m", "dragoman", "tournament", "announce", "--check"]
    env = os.environ | {"PATH": f"{tmp_path}:/bin:/usr/bin"}
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
    assert "speech (espeak-ng)" in done.stderr
    assert "Two minutes left" in (tmp_path / "said").read_text("utf-8")
