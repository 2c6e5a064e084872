"""What no command may hold."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.forming import create
from tests.judge.table import START, seven

NAIVE = datetime(2026, 1, 7)


@pytest.mark.parametrize(
    ("command", "by", "code"),
    [
        (c.Send("x\0y"), "FRANCE", "no-character"),
        (c.Send("x\ud800"), "FRANCE", "no-character"),
        (c.Send("x", ("Italy\0",)), "FRANCE", "no-character"),
        (c.SaveOrders("A par-bur\0"), "FRANCE", "no-character"),
        (c.ChangeSettings({"title": "x\0"}), 1, "no-character"),
        (c.SetPosition({"units": {"FRANCE": ["A \0"]}}), 1, "no-character"),
        (c.Pause("x" * 2001), 1, "reason-too-long"),
        (c.Eject("France", "x" * 2001), 1, "reason-too-long"),
        (c.SetDeadline(NAIVE), 1, "no-zone"),
        (c.AnnounceAbsence(START, NAIVE), "FRANCE", "no-zone"),
        (c.Propose("extension", until=NAIVE), "FRANCE", "no-zone"),
    ],
)
def test_what_no_command_may_hold(command: Any, by: int | str, code: str) -> None:
    assert seven().refused(command, by) == code


def test_nor_the_settings_of_a_new_game() -> None:
    assert [one.code for one in create({"title": "x\0"}).told] == ["no-character"]
    assert [one.code for one in create({"title": "x", "code": "y" * 99}).told] == ["code-too-long"]
