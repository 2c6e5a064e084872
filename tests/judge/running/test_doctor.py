"""What the doctor sees of a server."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from dragoman.judge.running import doctor
from dragoman.judge.running.configuration import Configuration
from tests.databases import Cluster


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
    assert not faults - {"clock-skew", "few-connections"}
