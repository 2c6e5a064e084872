"""What is logged, and what never is."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from dragoman.judge.running import log_lines
from dragoman.judge.running.log_lines import FIELDS, log, set_up

SECRET = "F LON-NTH, and stab France"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    out = io.StringIO()
    set_up("json", "info", out)
    yield out
    set_up()


def read(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_has_its_fields(lines: io.StringIO) -> None:
    log().info("phase judged", game=7, late=0.2)
    log().debug("not that")
    (line,) = read(lines)
    assert line["event"] == "phase judged" and line["level"] == "info"
    assert (line["game"], line["late"]) == (7, 0.2)
    assert line["timestamp"].endswith("Z")


def test_fields_that_nobody_named_are_left_out(lines: io.StringIO) -> None:
    log().info("saved", game=7, orders=SECRET, text=SECRET, token=SECRET, to="ann@example.org")
    assert SECRET not in lines.getvalue() and "example.org" not in lines.getvalue()
    assert set(read(lines)[0]) <= FIELDS


def test_an_error_is_told_by_its_kind_and_place(lines: io.StringIO) -> None:
    def judge_it() -> None:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ValueError(f"cannot read {SECRET}") from error

    try:
        judge_it()
    except ValueError:
        log().error("a game is set aside", exc_info=True)
    (line,) = read(lines)
    assert line["error"] == "ValueError"
    assert any("judge_it" in place for place in line["places"])
    assert "KeyError" in line["places"]
    assert SECRET not in lines.getvalue()


def test_lines_of_libraries_come_without_what_fills_them(lines: io.StringIO) -> None:
    logging.getLogger("some.library").warning("bad header %r of %s", SECRET, "ann@example.org")
    logging.getLogger("some.library").warning(f"bad header {SECRET}")
    logging.getLogger("some.library").info("daily work")
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    logging.getLogger("uvicorn.access").info('%s - "GET /games?code=%s"', "::1", SECRET)
    first, second, third = read(lines)
    assert first["event"] == "bad header %r of %s" and first["logger"] == "some.library"
    assert second["event"] == "told" and "test_log_lines.py" in second["places"][0]
    assert third["error"] == "ValueError" and third["level"] == "error"
    assert SECRET not in lines.getvalue() and "example.org" not in lines.getvalue()


def test_what_comes_again_and_again_is_told_once_a_minute(
    lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(log_lines.time, "monotonic", lambda: now)
    set_up("json", "info", lines)
    for at in range(1000):
        log().error("a request met an error", route="/games/{game}", seconds=at)
    log().error("a request met an error", route="/people/{person}")
    log().info("phase judged", game=7)
    log().info("phase judged", game=7)
    now = 61.0
    log().error("a request met an error", route="/games/{game}")
    log().error("a request met an error", route="/people/{person}")
    found = [json.loads(one) for one in lines.getvalue().splitlines()]
    told = [(one["event"], one.get("route", ""), one.get("count")) for one in found]
    assert told == [
        ("a request met an error", "/games/{game}", None),
        ("a request met an error", "/people/{person}", None),
        ("phase judged", "", None),
        ("phase judged", "", None),
        ("a request met an error", "/games/{game}", 999),
        ("a request met an error", "/people/{person}", None),
    ]


def test_for_people() -> None:
    out = io.StringIO()
    set_up("console", "warning", out)
    try:
        log().info("not that")
        log().warning("the database does not answer", again_in=2.0, orders=SECRET)
        assert "the database does not answer" in out.getvalue()
        assert "again_in=2.0" in out.getvalue()
        assert SECRET not in out.getvalue() and "not that" not in out.getvalue()
    finally:
        set_up()
