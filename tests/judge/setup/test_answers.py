"""The answers that a judge is set up by, and what is told of nonsense."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dragoman.judge.setup import answers as a
from dragoman.refusal import ActionRefused


def test_answers_are_read() -> None:
    for text in (
        "judge.example.org",
        " https://Judge.Example.org/ ",
        "https://judge.example.org:443",
    ):
        assert a.read_host(text) == "judge.example.org"
    assert a.read_host("https://münchen.example") == "xn--mnchen-3ya.example"
    assert a.read_name("  Diplomacy in \n Springfield ") == "Diplomacy in Springfield"
    assert a.read_database("") == a.read_database("SQLite") == a.SQLITE
    assert a.read_database("postgresql") == a.POSTGRESQL
    assert a.read_mail_server("none") == ""
    assert a.read_mail_server("localhost") == "smtp://localhost"
    for text in ("Ann Lee <ann@example.org>", "Ann Lee ann@example.org"):
        assert a.read_admin(text) == a.Admin("Ann Lee", "ann@example.org")


def test_the_sender_is_whoever_signs_in_or_the_judge() -> None:
    def sender(server: str) -> str:
        return a.SetupAnswers("Dip", "dip.example", server, a.SQLITE, None).mail_from

    assert sender("smtps://judge%40mail.example:x@mail.example") == "judge@mail.example"
    assert sender("smtps://user17:x@mail.example") == sender("") == "judge@dip.example"


@pytest.mark.parametrize(
    ("read", "texts"),
    [
        (a.read_name, ("", "   ", "x" * 41, "a\x00b")),
        (
            a.read_host,
            (
                "",
                "http://judge.example.org",
                "judge",
                "203.0.113.7",
                "[2001:db8::1]",
                "judge.example.org/dip",
                "judge.example.org:8443",
                "ann@judge.example.org",
                "judge_1.example.org",
                "-judge.example.org",
                "two words.example",
                "judge..example",
                "judge.example.org:x",
                f"{'a' * 64}.example",
            ),
        ),
        (
            a.read_mail_server,
            (
                "https://mail.example.org",
                "smtps://",
                "smtps://mail.example.org:x",
                "smtps://me@mail.example.org",
                "smtps://me:se#cret@mail.example.org",
                "smtps://me:secret@mail.example.org/inbox",
            ),
        ),
        (
            a.read_database,
            ("mysql://me:secret@host/judge", "sqlite:///judge.db", "sqlite:////tmp/a"),
        ),
        (
            a.read_admin,
            ("", "Ann", "ann@example.org", "Ann <ann>", "<ann@example.org>", "A$$ a@b.cd"),
        ),
    ],
)
def test_nonsense_is_refused_with_a_remedy(
    read: Callable[[str], object], texts: tuple[str, ...]
) -> None:
    for text in texts:
        with pytest.raises(ActionRefused) as refused:
            read(text)
        found = refused.value.diagnostic
        assert found.remedy, text
        assert "secret" not in f"{found}" and "cret" not in found.what
