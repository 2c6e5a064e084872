"""``dragoman judge`` as whoever runs one meets it."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.outbox.sending import LetterDelivery, Undelivered
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import games_set_aside, set_aside
from dragoman.judge.storage.upkeep import note_here
from tests.judge.stores import due
from tests.patience import SECONDS


def judge_of(folder: Path) -> Judge:
    return Judge(f"sqlite:///{folder / 'judge.db'}")


@pytest.fixture(autouse=True)
def no_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may own his machine; who runs a judge should not."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


@pytest.fixture
def made(call, tmp_path: Path) -> Path:
    """A folder with a judge in it."""
    assert call("judge", "init").status == 0
    return tmp_path


def test_init_makes_settings_and_a_database(call, made: Path) -> None:
    assert stat.S_IMODE((made / "judge.toml").stat().st_mode) == 0o600
    assert (made / "judge.db").is_file()
    again = call("judge", "init")
    assert again.status == 0 and "made" not in again.out
    refused = call("judge", "init", "--address", "https://judge.example.org", "--json")
    assert refused.status == 2 and refused.codes == ["configuration-there"]


def test_the_doctor_finds_nothing(call, made: Path) -> None:
    found = call("judge", "doctor")
    assert found.status == 0, found.out
    assert "WRONG" not in found.out and "advice" not in found.out


def test_the_doctor_tells_what_is_wrong(call, made: Path) -> None:
    judge = judge_of(made)
    late = due(judge.games)
    (made / "judge.toml").write_text(
        'address = "http://judge.example.org"\nmail_server = "smtp://127.0.0.1:1"\nprot = 5\n'
    )
    found = call("judge", "doctor", "--json")
    assert found.status == 2
    assert sorted(found.codes) == [
        "games-late", "mail-server-away", "no-https", "no-sender", "unknown-setting",
    ]  # fmt: skip
    set_aside(judge.database, late, ["ValueError"], datetime.now(UTC))
    judge.close()
    codes = call("judge", "doctor", "--json").codes
    assert "game-set-aside" in codes and "games-late" not in codes


def test_the_doctor_tells_who_may_read_a_password(call, made: Path) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "judge.toml"
        file.parent.chmod(0o755)
        file.write_text('mail_server = "smtp://me:hunter2@127.0.0.1:1"\n')
        file.chmod(0o644)
        found = call("judge", "--config", file, "doctor", "--json")
        assert "open-file" in found.codes
        assert "hunter2" not in found.out + found.err
        assert "hunter2" not in call("judge", "--config", file, "settings").out


def test_the_doctor_advises_against_root(call, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    found = call("judge", "doctor", "--json")
    assert found.codes == ["runs-as-root"] and found.status == 0


def test_without_a_database(call, tmp_path: Path) -> None:
    assert call("judge", "doctor", "--json").codes == ["no-database"]
    assert call("judge", "retry", "1", "--json").codes == ["no-database"]
    assert call("judge", "--config", "none.toml", "doctor", "--json").codes == ["no-configuration"]
    assert not [*tmp_path.iterdir()]


def test_a_game_is_tried_again(call, made: Path) -> None:
    judge = judge_of(made)
    number = due(judge.games)
    set_aside(judge.database, number, ["ValueError"], datetime.now(UTC))
    assert call("judge", "retry", number, "--json").data["retried"] is True
    assert games_set_aside(judge.database) == ()
    assert call("judge", "retry", number, "--json").data["retried"] is False
    judge.close()


def test_a_backup_is_restored_elsewhere(call, made: Path) -> None:
    judge = judge_of(made)
    number = due(judge.games)
    kept = call("judge", "backup", "judge.zip", "--json")
    assert kept.status == 0 and kept.data["rows"]["games"] == 1
    assert call("judge", "restore", "judge.zip", "--json").codes == ["not-empty"]
    assert call("judge", "restore", "none.zip").status == 2
    (made / "other.toml").write_text('database = "sqlite:///other.db"\n')
    assert call("judge", "--config", "other.toml", "restore", "judge.zip").status == 0
    other = Judge(f"sqlite:///{made / 'other.db'}")
    assert other.games.load(number).game == judge.games.load(number).game
    judge.close()
    other.close()


def test_a_restored_copy_does_nothing_until_it_is_told_to(call, made: Path) -> None:
    number, other = copied(call, made)

    def is_still() -> bool:
        return str(other.games.load(number).phase) == "S1901M" and not (made / "mail").exists()

    assert call("judge", "worker", "--once").status == 0 and is_still()
    looked = call("judge", "doctor", "--json")
    assert looked.codes == ["quiet"] and looked.status == 0, (
        "that games are late is as it should be"
    )
    assert call("judge", "go-live", "--json").codes == ["mails-wait"]
    assert call("judge", "go-live", "--mails", "later", "--json").codes == ["wrong-option"]
    assert call("judge", "go-live", "--mails", "drop", "--json").codes == ["games-overdue"]
    for short in ("1h", "soon"):
        told = call("judge", "go-live", "--mails", "drop", "--shift", short, "--json")
        assert told.status == 2 and is_still()
    shift = ("--mails", "drop", "--shift", "3 d", "--why", "A new machine")
    done = call("judge", "go-live", *shift, "--json").data
    assert (done["shifted"], done["dropped"]) == ([number], 1)
    assert call("judge", "worker", "--once").status == 0
    g = other.games.load(number)
    assert str(g.phase) == "S1901M" and g.deadline is not None
    assert g.deadline > datetime.now(UTC)
    assert not any("about a game" in one.read_text() for one in (made / "mail").glob("*"))
    assert call("judge", "go-live", "--json").data["shifted"] == []
    other.close()


def test_what_is_overdue_may_be_judged_and_what_waits_be_sent(call, made: Path) -> None:
    number, other = copied(call, made)
    assert call("judge", "go-live", "--mails", "send", "--shift", "0").status == 0
    assert call("judge", "worker", "--once").status == 0
    assert str(other.games.load(number).phase) == "F1901M"
    assert any("about a game" in one.read_text() for one in (made / "mail").iterdir())
    other.close()


def copied(call, folder: Path) -> tuple[int, Judge]:
    """An overdue game, and a judge that was restored from a backup of the one in a folder, in which
    a mail waits; it is what is served there from now on."""
    judge = judge_of(folder)
    number = due(judge.games)
    with judge.database.writing() as connection:
        post(connection, Mail("ann@example.org", "Hello", "about a game"), datetime.now(UTC))
    judge.close()
    assert call("judge", "backup", "judge.zip").status == 0
    (folder / "judge.toml").write_text('database = "sqlite:///other.db"\n')
    assert "quiet until" in call("judge", "restore", "judge.zip").out
    return number, Judge(f"sqlite:///{folder / 'other.db'}")


def test_the_admin_is_told_by_mail(call, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = judge_of(made)
    number = due(judge.games)
    monkeypatch.setattr("dragoman.judge.storage.game_store.decide", lambda *_: 1 / 0)
    monkeypatch.setenv("DRAGOMAN_JUDGE_ADMIN_MAIL", "ann@example.org")
    for _ in range(2):
        assert call("judge", "worker", "--once").status == 0
    (mail,) = (made / "mail").glob("*.eml")
    text = mail.read_text()
    assert "ann@example.org" in text and f"judge retry {number}" in text
    assert "ZeroDivisionError" in text
    judge.close()


def worker(folder: Path, *arguments: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "dragoman.cli", "judge", "worker", *arguments],
        cwd=folder,
        env=os.environ | {"DRAGOMAN_JUDGE_LOG_FORM": "json"} | env,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT", "end of input", "once"])
def test_a_worker_judges_and_ends_cleanly(made: Path, call, how: str) -> None:
    judge = judge_of(made)
    number = due(judge.games)
    arguments = {"end of input": ["--beside"], "once": ["--once"]}.get(how, [])
    with worker(made, *arguments) as running:
        assert running.stderr is not None and running.stdin is not None
        lines = list[dict[str, object]]()
        for line in running.stderr:
            lines.append(json.loads(line))
            if lines[-1]["event"] == "done what was due":
                if how.startswith("SIG"):
                    running.send_signal(getattr(signal, how))
                elif how != "once":
                    running.stdin.close()
        assert running.wait(SECONDS) == 0
    assert str(judge.games.load(number).phase) == "F1901M"
    assert [line["game"] for line in lines if "game" in line] == [number]
    if how != "once":
        assert lines[-1]["event"] == "a worker ends"
    judge.close()


def test_the_doctor_compares_games_with_their_logs(call, made: Path) -> None:
    judge = judge_of(made)
    good, bad, torn, ahead = (due(judge.games) for _ in range(4))
    judge.games.tick(datetime.now(UTC))
    assert "unlike-its-log" not in call("judge", "doctor", "--logs", "--json").codes
    with judge.database.writing() as connection:
        for statement in (
            f"UPDATE games SET stage = 'over' WHERE id = {bad}",
            f"DELETE FROM parts WHERE game = {bad}",
            f"DELETE FROM log WHERE game = {torn} AND number = 3",
            f"UPDATE log SET at = '2999-01-01T00:00:00+00:00' WHERE game = {ahead} AND number = 2",
        ):
            connection.exec_driver_sql(statement)
    judge.close()
    assert "unlike-its-log" not in call("judge", "doctor", "--json").codes, "only when it is asked"
    found = call("judge", "doctor", "--logs", "--json")
    said = [one["what"] for one in found.data["diagnostics"] if one["code"] == "unlike-its-log"]
    assert said == [
        f"game {bad}: its log says otherwise than games, parts",
        f"game {torn}: its log has gaps",
        f"game {ahead}: its log goes on until 2999-01-01 00:00 UTC",
    ]
    assert found.status == 2 and good not in (bad, torn, ahead)


def test_the_doctor_sees_letters_that_nobody_sends(call, made: Path) -> None:
    judge = judge_of(made)
    long_ago = datetime.now(UTC) - timedelta(hours=1)
    for to in ("ann@example.org", "bea@example.org", "cia@example.org"):
        with judge.database.writing() as connection:
            post(connection, Mail(to, "Hello", "There"), long_ago)

    def broken(delivery: LetterDelivery) -> None:
        raise Undelivered("nobody there", for_good=delivery.letter.to.startswith("ann"))

    assert judge.outbox.send(broken, broken, datetime.now(UTC))
    assert judge.outbox.send(broken, broken, datetime.now(UTC))
    judge.close()
    codes = call("judge", "doctor", "--json").codes
    assert {"outbox-stuck", "outbox-failing", "outbox-given-up"} <= set(codes)


def test_the_doctor_knows_a_database_that_is_behind(call, made: Path) -> None:
    judge = judge_of(made)
    for number, remedy in (("0002", "dragoman judge upgrade"), ("9999", "install the version")):
        with judge.database.maintaining() as connection:
            note_here(connection)
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{number}'")
            connection.exec_driver_sql(f"UPDATE upkeep SET oldest = '{number}'")
        found = call("judge", "doctor", "--json")
        (one,) = (one for one in found.data["diagnostics"] if one["code"] == "wrong-revision")
        assert number in one["what"] and remedy in one["remedy"]
    judge.close()
