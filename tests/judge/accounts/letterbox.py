"""Where the mails of a test's judge go."""

from __future__ import annotations

import re
from datetime import datetime

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.outbox.sending import LetterDelivery
from dragoman.judge.service import Judge
from tests.judge.stores import NOW

PASSWORD = "seven powers, one map"
ADMIN = Actor(is_admin=True)


class Letterbox:
    """All mails of a judge."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def new(self, now: datetime = NOW) -> list[Mail]:
        """The mails since the last question."""
        found: list[Mail] = []

        def take(delivery: LetterDelivery) -> None:
            assert isinstance(delivery.letter, Mail)
            found.append(delivery.letter)

        while self._judge.outbox.send(take, take, now):
            pass
        return found

    def code(self, now: datetime = NOW) -> str:
        """The code in the only new mail."""
        [mail] = self.new(now)
        found = re.findall(r"^    (\S+)$", mail.text, re.M)
        assert len(found) == 1
        return str(found[0])


def person(judge: Judge, name: str = "Ann", address: str = "") -> int:
    """Somebody with an account whose address is verified."""
    people = judge.accounts.people
    return people.create(ADMIN, name, address or f"{name.lower()}@example.org", PASSWORD, NOW)
