"""What the doctor sees of a server, and of the files that a judge makes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from dragoman.diagnostics import Diagnostic
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.outbox.mail_carriers import mail_carrier
from dragoman.judge.outbox.sending import LetterDelivery
from dragoman.judge.running import doctor
from dragoman.judge.running.configuration import Configuration
from dragoman.judge.storage.database import Database
from tests.databases import Cluster

NOW: Final = datetime(2026, 1, 5, tzinfo=UTC)


def all_faults(told: Configuration) -> list[Diagnostic]:
    return [fault for one in doctor.examine(told, None, datetime.now(UTC)) for fault in one.faults]


def codes(told: Configuration) -> set[str]:
    return {one.code for one in all_faults(told)}


@pytest.mark.parametrize("hours", (-1, 0, 1))
def test_clocks_that_are_apart(
    cluster: Cluster, postgresql_template: str, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    class Elsewhere(datetime):
        """The clock of this machine."""

        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(hours=hours)

    monkeypatch.setattr(doctor, "datetime", Elsewhere)
    told = Configuration(database=cluster.address(postgresql_template))
    found = doctor.examine(told, None, Elsewhere.now(doctor.UTC), logs=True)
    faults = {fault.code for one in found for fault in one.faults}
    assert ("clock-skew" in faults) == (hours != 0)
    assert not faults - {"clock-skew", "few-connections", "runs-as-root"}


def test_what_opens_accounts_is_its_owners_alone() -> None:
    with TemporaryDirectory() as folder:
        here = Path(folder)
        here.chmod(0o755)
        told = Configuration(f"sqlite:///{here / 'judge.db'}", mail_folder=str(here / "mail"))
        database = Database(told.database)
        database.create()
        carry = mail_carrier("", "judge@dip.example", here / "mail")
        letter = Mail("ann@dip.example", "Your code", "123456")
        carry(LetterDelivery(1, letter, NOW, NOW, b"secret"))
        made = [one for one in here.rglob("*") if one.is_file()]
        assert len(made) > 1 and {one.stat().st_mode & 0o777 for one in made} == {0o600}
        assert (here / "mail").stat().st_mode & 0o777 == 0o700
        assert "open-file" not in codes(told)
        for one in (here / "mail", *made):
            one.chmod(0o755)
        faults = [one for one in all_faults(told) if one.code == "open-file"]
        assert [one.remedy for one in faults] == [
            f"chmod -R o= {here / name}" for name in ("judge.db", "judge.db-wal", "mail")
        ]
        here.chmod(0o700)
        assert "open-file" not in codes(told), "nobody gets that far"
        database.close()
