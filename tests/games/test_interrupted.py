"""Commands that are killed, and two at the same moment: a game is never torn.

``DRAGOMAN_KILLS`` and ``DRAGOMAN_PAIRS`` say how many are tried.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.files import FolderInUse, locked
from dragoman.files.folder_lock import LOCK
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on Windows")


def interrupted(folder: Path, *words: object) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("interrupted.py")), words[0], str(folder)]
        + [str(word) for word in words[1:]],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_killed_before_any_change_of_a_file(tmp_path):
    counts = interrupted(tmp_path / "g", "points")
    assert counts["accept: before"] > 5
    assert counts["accept: after"] > 5
    assert counts["undo: after"] > 5


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path):
    number = int(os.environ.get("DRAGOMAN_KILLS", "60"))
    assert sum(interrupted(tmp_path / "g", "kills", number, number).values()) == number


@pytest.mark.slow
def test_two_commands_at_the_same_moment(tmp_path):
    number = int(os.environ.get("DRAGOMAN_PAIRS", "12"))
    assert sum(interrupted(tmp_path / "g", "pairs", number, number).values()) == number


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "winter"
    assert not playing.new("standard", folder, None, [], FolderSettings()).diagnostics
    (folder / "orders.txt").write_text("France: A par-bur\n")
    assert not playing.adjudicate(folder, None, False, False).diagnostics
    return folder


class Killed(BaseException):
    pass


def kill_in(monkeypatch, call, at):
    """Have the process end at the so many-th call of a function of the system."""
    real, left = getattr(os, call), [at]

    def dying(*arguments, **options):
        left[0] -= 1
        if left[0] == 0:
            raise Killed
        return real(*arguments, **options)

    monkeypatch.setattr(os, call, dying)


def test_orders_typed_after_accept_was_killed_are_kept(game, monkeypatch):
    """The step is finished by the next command; what was typed in between gets a place."""
    with monkeypatch.context() as patch:
        kill_in(patch, "replace", 2)  # the step is written down, and nothing else
        with pytest.raises(Killed):
            playing.accept(game)
    (game / "orders.txt").write_text("France: A bur-mun\n")
    answer = playing.check(game, None)
    assert answer.data["phase"] == "F1901M"
    assert [fault.code for fault in answer.diagnostics] == ["changed-since"]
    assert (game / "orders.changed.txt").read_text() == "France: A bur-mun\n"
    assert (game / "orders.txt").read_text().startswith("# F1901M")
    assert (game / "turns" / "01-S1901M.orders.txt").read_text() == "France: A par-bur\n"
    assert not playing.check(game, None).diagnostics
    assert not any(name.startswith(".") for name in os.listdir(game))


def test_what_cannot_be_finished_is_said(game, monkeypatch):
    with monkeypatch.context() as patch:
        kill_in(patch, "replace", 2)
        with pytest.raises(Killed):
            playing.accept(game)
    real = os.open

    def read_only(path, flags, *mode):
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system", path)
        return real(path, flags, *mode)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        for command in (playing.accept, playing.undo, lambda path: playing.show([path], None)):
            (fault,) = command(game).diagnostics
            assert (fault.code, fault.source) == ("broken-off", str(game))
            assert "read-only file system" in fault.what
    assert playing.check(game, None).data["phase"] == "F1901M"


def test_a_folder_that_cannot_be_written_can_be_read(game, monkeypatch):
    """Also where a killed command left something that does no harm."""
    (game / ".dragoman-lock").write_text("dragoman accept, process 7")
    (game / ".orders.txt.0123abcd.new").write_text("half")

    def read_only(path, flags, *mode):
        raise OSError(30, "Read-only file system", path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        assert not playing.show([game], None).diagnostics
        (fault,) = playing.accept(game).diagnostics
        assert (fault.code, fault.source) == ("refused-by-system", str(game))
        assert fault.remedy == "nothing was changed"
    assert not playing.show([game], None).diagnostics
    assert not any(name.startswith(".") for name in os.listdir(game))


def test_a_step_that_was_changed_by_hand_moves_nothing(game):
    for text in ("", "{}", '{"files": 7}', '{"files": [{"file": "../x", "new": ""}]}'):
        (game / ".dragoman-step.json").write_text(text)
        for command in (
            playing.accept,
            playing.undo,
            lambda path: playing.check(path, None),
            lambda path: playing.adjudicate(path, None, False, False),
        ):
            (fault,) = command(game).diagnostics
            assert fault.code == "damaged-step", text
    (game / ".dragoman-step.json").unlink()
    assert not playing.accept(game).diagnostics


def test_a_record_that_changed_while_a_command_was_at_work(game):
    folder = GameFolder(game)
    opened, _ = folder.open()
    assert not playing.accept(game).diagnostics
    (fault,) = folder.change("undo", {"orders.txt": b"lost"}, opened)
    assert fault.code == "changed-meanwhile"
    assert fault.source == str(game / "game.json")
    assert (game / "orders.txt").read_text().startswith("# F1901M")


def test_orders_saved_while_they_are_accepted_are_not_lost(game, monkeypatch):
    real = GameFolder.change

    def change(folder, *arguments):
        folder.orders.write_text("France: A par-pic\n")
        return real(folder, *arguments)

    monkeypatch.setattr(GameFolder, "change", change)
    (fault,) = playing.accept(game).diagnostics
    assert (fault.code, fault.source) == ("changed-meanwhile", str(game / "orders.txt"))
    assert (game / "orders.txt").read_text() == "France: A par-pic\n"


def test_who_is_at_work_is_said(tmp_path):
    with locked(tmp_path, "dragoman accept"):
        assert str(os.getpid()) in (tmp_path / LOCK).read_text()
        with pytest.raises(FolderInUse) as refused, locked(tmp_path, "dragoman undo", 0.05):
            pass
    said = str(refused.value)
    assert f"dragoman accept, process {os.getpid()} on " in said
    assert "wait for it, or end it" in said
    assert not (tmp_path / LOCK).exists()
    with locked(tmp_path, "dragoman undo", 0.05):
        pass


def test_the_orders_of_the_last_phase_are_not_judged_again(game):
    """An editor that was left open may write them into the sheet of the next phase."""
    typed = (game / "orders.txt").read_text()
    assert not playing.accept(game).diagnostics
    (game / "orders.txt").write_text(typed)
    for command in (
        lambda: playing.check(game, None),
        lambda: playing.adjudicate(game, None, False, True),
    ):
        assert command().diagnostics[0].code == "another-phase"
    (game / "orders.txt").write_text(f"# F1901M\n{typed}")
    assert "another-phase" not in [d.code for d in playing.check(game, None).diagnostics]


def test_no_orders_that_were_kept_are_written_over(game):
    """Accepted, ordered, taken back, and all of it once more."""
    for typed in ("one", "two", "three"):
        playing.adjudicate(game, None, False, False)
        assert not playing.accept(game).diagnostics
        (game / "orders.txt").write_text(f"# {typed}\n")
        assert not playing.undo(game).diagnostics
    kept = {path.read_text() for path in (game / "turns").glob("02-F1901M.orders*.txt")}
    assert kept == {"# one\n", "# two\n", "# three\n"}
