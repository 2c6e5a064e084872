"""The audit log: what masters and admins read of running games is noted before they see it."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from dragoman.judge.service import Judge
from dragoman.judge.storage.moderation_tables import audit
from dragoman.refusal import ActionRefused
from tests.web.conftest import ROOT, House
from tests.web.pages.reader import reader
from tests.web.tables import begun, seats


def noted(judge: Judge) -> list[tuple[int, str, str, int | None, str]]:
    wanted = sa.select(audit.c.actor, audit.c.role, audit.c.act, audit.c.game, audit.c.detail)
    with judge.database.reading() as connection:
        return [tuple(row) for row in connection.execute(wanted.order_by(audit.c.id))]


def test_what_masters_read_of_a_running_game_is_noted(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    who["FRANCE"].do(game, "save-orders", text="A par-bur")
    who["FRANCE"].do(game, "send", text="Peace?", to=["ITALY"])
    who["FRANCE"].do(game, "send", text="A word", to=["MASTER"])
    assert noted(house.judge) == []

    master, root = house.account(1), house.account(99)
    page = reader(house, 1).get(f"/games/{game}")
    assert "A par-bur" in page.text
    orders = (master, "master", "read-orders", game)
    assert orders in [one[:4] for one in noted(house.judge)]
    assert "FRANCE S1901M" in str(noted(house.judge))
    before = noted(house.judge)
    reader(house, 1).get(f"/games/{game}")
    assert noted(house.judge) == before, "what is read again within the hour is noted once"

    admin = house.person(99, "read", "admin")
    admin.get(f"/games/{game}/press")
    assert noted(house.judge)[-1] == (root, "admin", "read-letters", game, "FRANCE+ITALY")
    admin.get(f"/games/{game}/sheets/ITALY/S1901M")
    assert noted(house.judge)[-1] == (root, "admin", "read-orders", game, "ITALY S1901M")

    count = len(noted(house.judge))
    for path in ("", "/press", "/orders?power=FRANCE", "/board"):
        who["FRANCE"].get(f"/games/{game}{path}")
        house.person(60)("GET", f"/games/{game}{path}")
    assert len(noted(house.judge)) == count, "players and others read what is theirs"
    house.person(1).do(game, "terminate")
    admin.get(f"/games/{game}/press")
    assert len(noted(house.judge)) == count, "what all may know by then is not noted"


def test_what_cannot_be_noted_is_not_shown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(house)
    seats(house, game)["FRANCE"].do(game, "save-orders", text="A par-bur")

    def fail(*_: object) -> None:
        raise ActionRefused("database-away", "the database does not answer")

    monkeypatch.setattr("dragoman.web.responses.note_reading", fail)
    answer = house.person(1)("GET", f"/games/{game}")
    assert answer.status_code == 503 and "par" not in answer.text


@pytest.mark.parametrize("act", [sa.update(audit).values(actor=0), sa.delete(audit)])
def test_no_row_is_ever_changed(house_on_both: House, act: sa.Update | sa.Delete) -> None:
    house = house_on_both
    house.judge.moderation.moderators.set(ROOT, house.account(5), True)
    before = noted(house.judge)
    with pytest.raises(DBAPIError, match="only ever added to"), house.judge.database.writing() as c:
        c.execute(act)
    assert noted(house.judge) == before and before
