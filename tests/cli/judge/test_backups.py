"""Backups as whoever runs a judge makes them."""

from __future__ import annotations

from pathlib import Path

import pyrage
import pytest

from dragoman.judge.service import Judge
from tests.judge.stores import due


@pytest.fixture
def made(call, tmp_path: Path) -> Path:
    """A folder with a judge in it that has a game."""
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    due(judge.games)
    judge.close()
    return tmp_path


def test_a_folder_of_encrypted_backups(call, made: Path) -> None:
    assert call("judge", "backup", "--json").codes == ["no-backup-file"]
    pair = pyrage.x25519.Identity.generate()
    settings = made / "judge.toml"
    with settings.open("a") as file:
        file.write('backup_folder = "kept"\nbackup_keep = "last=1"\n')
        file.write(f'backup_keys = "{pair.to_public()}"\n')
    assert "no-backups" in call("judge", "doctor", "--json").codes
    first = call("judge", "backup", "--json")
    assert first.status == 0 and first.data["keys"] == 1 and first.data["removed"] == []
    assert "no-backups" not in call("judge", "doctor", "--json").codes

    # The next night the first one goes; three days without any, the doctor says so.
    path = Path(first.data["file"])
    earlier = path.with_name("judge-2026-01-01T030000Z.zip.age")
    path.rename(earlier)
    assert "old-backup" in call("judge", "doctor", "--json").codes
    told = call("judge", "backup")
    assert told.status == 0 and f"removed: {earlier}" in told.out
    (kept,) = (made / "kept").iterdir()

    assert call("judge", "verify", kept, "--json").codes == ["encrypted"]
    (made / "key.txt").write_text(f"{pair}\n")
    tried = call("judge", "verify", kept, "--key", "key.txt")
    assert tried.status == 0 and "good    logs:" in tried.out
    (made / "other.toml").write_text('database = "sqlite:///other.db"\n')
    elsewhere = ("judge", "--config", "other.toml")
    assert call(*elsewhere, "restore", kept, "--json").codes == ["encrypted"]
    assert call(*elsewhere, "restore", kept, "--key", "key.txt").status == 0
    assert "quiet" in call(*elsewhere, "doctor", "--json").codes


def test_the_admin_is_told_of_a_night_without_a_backup(call, made: Path) -> None:
    (made / "kept").write_text("a file where the folder should be")
    settings = 'admin_mail = "ann@example.org"\nbackup_folder = "kept"\n'
    (made / "judge.toml").write_text(settings)
    for _ in range(2):
        assert call("judge", "backup", "--json").codes == ["no-backup"]
    assert call("judge", "worker", "--once").status == 0
    told = [one.read_text() for one in (made / "mail").glob("*.eml")]
    assert len([one for one in told if "No backup was made" in one]) == 1, "once a day"
    assert call("judge", "backup", "--keep", "3", "--json").codes == ["two-settings"]


def test_nonsense_is_told(call, made: Path) -> None:
    assert call("judge", "backup", "a.zip", "--to", "age1no", "--json").codes == ["no-public-key"]
    assert call("judge", "backup", "kept", "--keep", "often", "--json").codes == ["wrong-keep"]
    assert call("judge", "verify", "none.zip", "--json").codes == ["no-backup"]
    (made / "judge.toml").write_text('backup_keep = "often"\n')
    assert call("judge", "settings", "--json").codes == ["wrong-value"]
    assert not (made / "kept").exists() and not (made / "a.zip").exists()
