"""``dragoman judge maintenance``: a judge stands still, and goes on, from its machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.outbox.sending import LetterDelivery
from dragoman.judge.service import Judge
from dragoman.judge.storage.write_guard import ReadOnly
from tests.judge.stores import begun


@pytest.fixture
def made(call, tmp_path: Path) -> Judge:
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    yield judge
    judge.close()


def test_a_judge_is_only_read_and_goes_on(call, made: Judge) -> None:
    game = begun(made.games, datetime.now(UTC))
    due = made.games.load(game).deadline
    assert due is not None
    assert "the judge runs" in call("judge", "maintenance", "show").out
    found = call("judge", "maintenance", "read-only", "A new disk", "--for", "2 h")
    assert found.status == 0 and "only read since" in found.out and "A new disk" in found.out
    with pytest.raises(ReadOnly):
        made.games.act(game, c.Send("hello"), Actor(11), datetime.now(UTC))
    refused = call("judge", "user", "add", "Ann", "ann@example.org", "--json")
    assert refused.status == 2 and refused.codes == ["read-only"]
    assert "standstill" in call("judge", "doctor", "--json").codes
    assert call("judge", "maintenance", "shift", "2h", "x", "--json").codes == ["read-only"]
    found = call("judge", "maintenance", "resume")
    assert found.status == 0 and "1 games have new deadlines" in found.out
    again = made.games.load(game).deadline
    assert again is not None and timedelta() < again - due < timedelta(minutes=1)
    assert call("judge", "maintenance", "resume", "--json").codes == ["not-still"]


def test_deadlines_are_shifted_and_back(call, made: Judge) -> None:
    game = begun(made.games, datetime.now(UTC))
    due = made.games.load(game).deadline
    assert due is not None
    assert call("judge", "maintenance", "shift", "26 owls", "x", "--json").codes == [
        "unknown-unit-of-time"
    ]
    found = call("judge", "maintenance", "shift", "26h", "The judge was away")
    assert "shift 1 by 26h: 1 games have new deadlines" in found.out
    assert made.games.load(game).deadline == due + timedelta(hours=26)
    assert "shift 1 is taken back" in call("judge", "maintenance", "take-back", "1").out
    assert made.games.load(game).deadline == due
    shown = call("judge", "maintenance", "show").out
    assert "by 1 day, 2:00:00: 1 games: The judge was away" in shown and "back, shift 1" in shown


def test_who_has_a_deadline_then_is_mailed_what_is_announced(call, made: Judge) -> None:
    now = datetime.now(UTC)
    game = begun(made.games, now)
    people = [
        made.accounts.people.create(
            Actor(is_admin=True), f"Ann {one}", f"{one}@example.org", "twelve owls", now, "de"
        )
        for one in range(11)
    ]
    assert people[-1] == 11
    due = made.games.load(game).deadline
    assert due is not None
    begins, ends = (f"{due + timedelta(hours=one):%Y-%m-%d %H:%M}" for one in (-1, 1))
    wrong = call("judge", "maintenance", "announce", "x", "--begins", "soon", "--json")
    assert wrong.codes == ["no-moment"]
    told = ("judge", "maintenance", "announce", "A new disk", "--begins", begins, "--ends", ends)
    for _ in range(2):
        found = call(*told, "--mail")
        assert found.status == 0 and "mailed to 1 players" in found.out
    letters: list[Mail] = []

    def take(delivery: LetterDelivery) -> None:
        assert isinstance(delivery.letter, Mail)
        letters.append(delivery.letter)

    while made.outbox.send(take, take, datetime.now(UTC)):
        pass
    (letter,) = (one for one in letters if "A new disk" in one.text)
    assert letter.to == "10@example.org" and "Ankündigung" in letter.subject
    assert f"/games/{game}" in letter.text
    assert "A new disk" in call("judge", "maintenance", "show").out
    assert call("judge", "maintenance", "withdraw").status == 0
    assert "the judge runs" in call("judge", "maintenance", "show").out
