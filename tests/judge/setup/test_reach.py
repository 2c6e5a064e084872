"""What can be seen of a judge's surroundings before it is set up."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from dragoman.judge.setup import reach
from dragoman.judge.setup.answers import SQLITE, SetupAnswers


def codes(answers: SetupAnswers, free: tuple[int, ...] = ()) -> list[str]:
    return [fault.code for one in reach.look_before(answers, free) for fault in one.faults]


def leads_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Have every name lead to these addresses; to none, nobody knows it."""

    def found(*_: object, **__: object) -> list[Any]:
        if not addresses:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def test_a_name_has_to_lead_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = SetupAnswers("Dip", "judge.example.org", "", SQLITE, None)
    monkeypatch.setattr(reach, "_own_addresses", lambda: iter(["203.0.113.9", "9.9.9.9"]))
    leads_to(monkeypatch)
    assert codes(answers) == ["no-name"]
    leads_to(monkeypatch, "9.9.9.9")
    assert codes(answers) == []
    leads_to(monkeypatch, "8.8.8.8")
    assert codes(answers) == ["another-machine"]
    # Behind a router a machine does not know under which address others see it.
    monkeypatch.setattr(reach, "_own_addresses", lambda: iter(["192.168.0.7"]))
    assert codes(answers) == []


def test_a_mail_server_that_is_away_and_a_port_that_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answers = SetupAnswers("Dip", "localhost", "smtp://me:secret@127.0.0.1:1", SQLITE, None)
        found = list(reach.look_before(answers, (port,)))
        told = [str(fault) for one in found for fault in one.faults]
        assert len(told) == 2 and "mail server" in told[0] and f"port {port}" in told[1]
        assert "secret" not in f"{found}"
    assert codes(answers, (port,)) == ["mail-server-away"]
