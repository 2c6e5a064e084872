"""What another process does with a judge's mail, until it is killed."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from typing import Any

from dragoman.mail.server import answerer
from dragoman.mail.server.answerer import Answerer
from tests.judge.stores import NOW
from tests.mail.post import Parrot, opened_judge


def answer_and_stay(tell: Connection, address: str, where: str) -> None:
    """Answer what waits, and stay ``before`` the commands of a mail, ``between`` them and its
    answer, or ``after`` all of it."""

    def staying(*_: Any, **__: Any) -> Any:
        tell.send("there")
        time.sleep(600)

    replaced: Any = answerer
    if where == "between":
        replaced._post = staying
    if where == "after":
        replaced.log = staying
    its = Answerer(lambda: opened_judge(address), staying if where == "before" else Parrot())
    while its.work(NOW):
        pass
