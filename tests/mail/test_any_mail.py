"""Whatever somebody writes, the judge answers once, drops nothing without a word, and gives no
password away. ``DRAGOMAN_TEST_MAILS`` says how many mails are tried."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from dragoman.mail.language.flags import read_flags
from dragoman.mail.language.parser import (
    MailCommand,
    MailLine,
    MisreadCommand,
    read,
    without_controls,
)
from dragoman.mail.language.verbs import said
from dragoman.mail.message import ReplySeat
from tests.mail.house import NAMES, PASSWORD, PEOPLE, House, lines_not_told, open_house, set_up
from tests.mail.mutating import mutated, texts

MAILS = int(os.environ.get("DRAGOMAN_TEST_MAILS", "120"))
_SIGNS_ON = re.compile(r"\b(sign\s*on|create|i am)\b", re.I)
_JOINING = re.compile(r"^\s+|(?:[\s&]|\b(?:and|und)\b)+$")
AT_ONCE = 400
"""So many go to one judge."""


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(-(-MAILS // AT_ONCE)))
def test_a_mutated_mail_is_answered_once_and_nothing_is_lost(batch: int, tmp_path: Path) -> None:
    house = open_house(tmp_path)
    set_up(house.judge, {"title": "Second", "variant": "machiavelli"})
    for number in range(batch * AT_ONCE, min(MAILS, (batch + 1) * AT_ONCE)):
        dice = Random(number)
        text = mutated(dice)
        name = dice.choice(NAMES)
        seat = (
            ReplySeat(PEOPLE[name], 1, dice.choice(("", "", "ALL")))
            if dice.random() < 0.3
            else None
        )
        before = _on_file(house)
        answer = house.write(name, text, known=dice.random() < 0.8, seat=seat)
        shown = f"mail {number} of {name}:\n{text}\n\n{answer.text}"
        assert answer.text.strip(), shown
        # Of a password behind no word that says so, nobody knows what it is.
        if not any(map(_is_unmarked, (*text.split("\n"), *before))):
            assert PASSWORD not in answer.text, shown
        if seat is None or not seat.thread:
            assert lines_not_told(*house.sent[-1]) == [], shown
        _check_saved(house, answer.parts[0].lines if answer.parts else (), before, shown)
    house.judge.close()


def _is_unmarked(line: str) -> bool:
    return PASSWORD in line and not _SIGNS_ON.search(line.partition(PASSWORD)[0])


def _on_file(house: House) -> set[str]:
    found: set[str] = set()
    for game in (1, 2):
        for sheet in house.judge.games.load(game).sheets.values():
            found |= {line.strip() for line in sheet.text.split("\n")}
    return found


def _check_saved(house: House, lines: tuple[str, ...], before: set[str], shown: str) -> None:
    """What is told to be on file is there, and no order that was there is gone without a word."""
    after = _on_file(house)
    told = "\n".join(lines)
    waiting: list[str] = []
    given_way: list[str] = []
    promised: set[str] = set()
    saved, done, cleared = (
        {said(language, key) for language in ("en", "de")} for key in ("saved", "done", "cleared")
    )
    for line in lines:
        number, _, text = line.strip().partition(": ")
        if number.isdigit():
            waiting.append(text)
            continue
        if line.strip() in saved:
            promised |= {one for one in waiting if "****" not in one and f"{one}: " not in told}
        if line.strip() in cleared:
            promised.clear()  # what stood above it went with the rest
        given_way += [line, *(waiting if line.strip() in done else ())]
        waiting = []
    assert promised <= after, shown
    gone = before - after
    if (
        not any(one in told for one in cleared)
        and "ROLLBACK" not in shown.upper()
        and "ROLL BACK" not in shown.upper()
    ):
        kept = "\n".join(after).casefold()
        way_told = "\n".join(given_way).casefold()
        for line in gone:
            # Of several orders on one line one may give way, and the others stay; what was not read
            # behind one goes with it, and is told with it.
            for one in re.split(r"[,;.]|\s+(?=[af] )", line.casefold()):
                piece = _JOINING.sub("", one)
                assert piece in way_told or piece in kept, f"{one!r} is gone\n{shown}"


@given(st.text(max_size=400))
def test_every_line_of_any_text_is_in_what_was_read(text: str) -> None:
    reading = read(text)
    covered: set[int] = set(reading.behind) | set(reading.too_many)
    for item in reading.items:
        end = item.end if isinstance(item, MailCommand) else 0
        covered |= set(range(item.line, max(item.line, end) + 1))
    lines = without_controls(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        signature = any(line.rstrip(" ") == "--" for line in lines[: number - 1])
        assert number in covered or not line.strip() or signature


@given(st.sampled_from(texts()), st.integers(0, 2**32))
def test_a_mail_is_read_whatever_stands_in_it(text: str, seed: int) -> None:
    for item in read(mutated(Random(seed)) + text).items:
        assert isinstance(item, MailCommand | MailLine | MisreadCommand)
        if isinstance(item, MailCommand) and item.key == "set":
            read_flags(item.part("flags"))


@pytest.mark.slow
def test_long_mails_are_answered_shortly(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    answer = house.write("france", "HELP LIST\n" * 10_000)
    assert "more than one mail may hold" in answer.text and len(answer.text) < 100_000
    answer = house.write("france", "hello there\n" * 400 + "A PAR-BUR")
    assert "and lines 101-400" in answer.text and "A Par–Bur" in answer.text
    answer = house.write("france", ("hello there, how are you? " * 60 + "\n") * 80 + "A PAR-GAS")
    assert "NOT on file" in answer.text and "at most 100,000 letters" in answer.text
    assert len(answer.text) < 60_000
    answer = house.write("france", "x" * 1_000_000)
    assert len(answer.text) < 2_000
    answer = house.write("france", "PRESS TO E\n" + "x" * 100_000 + "\nENDPRESS")
    assert "at most 20000 letters" in answer.text
    house.judge.close()
