"""The audit log: what masters and admins read of running games is noted before they see it."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.moderation_tables import audit
from dragoman.refusal import ActionRefused
from tests.web.conftest import ROOT, House
from tests.web.pages.reader import reader
from tests.web.tables import begun, seats


def noted(judge: Judge) -> list[tuple[int, str, str, int | None, str]]:
    """What people with accounts read and did; the accounts of a test are made from the machine."""
    wanted = sa.select(audit.c.actor, audit.c.role, audit.c.act, audit.c.game, audit.c.detail)
    with judge.database.reading() as connection:
        rows = connection.execute(wanted.where(audit.c.actor != 0).order_by(audit.c.id))
        return [tuple(row) for row in rows]


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

    monkeypatch.setattr("dragoman.web.noted_readings.note_reading", fail)
    answer = house.person(1)("GET", f"/games/{game}")
    assert answer.status_code == 503 and "par" not in answer.text


@pytest.mark.parametrize("act", [sa.update(audit).values(actor=0), sa.delete(audit)])
def test_no_row_is_ever_changed(house_on_both: House, act: sa.Update | sa.Delete) -> None:
    house = house_on_both
    root = Actor(house.account(99), is_admin=True)
    house.judge.moderation.moderators.set(root, house.account(5), True)
    before = noted(house.judge)
    with pytest.raises(DBAPIError, match="only ever added to"), house.judge.database.writing() as c:
        c.execute(act)
    assert noted(house.judge) == before and before


def test_what_admins_do_is_noted_and_found(house: House) -> None:
    game = begun(house)
    person, root = house.account(5), reader(house, 99)
    admin = house.account(99)
    page = root.get(f"/admin/people/{person}")
    root.send(page.form("/rename"), name="Renamed")
    root.send(page.form("/block"), why="too loud")
    root.get(f"/admin/people/{person}/export")
    house.person(99, "play", "master", "admin").do(game, "pause", why="a fire")
    house.person(1).do(game, "resume")
    acts = [(one[0], one[2], one[4]) for one in noted(house.judge)]
    for act, detail in (
        ("see-addresses", ""),
        ("rename", ""),
        ("block", "too loud"),
        ("export", ""),
        ("command", "Pause"),
    ):
        assert (admin, act, detail) in acts
    assert (house.account(1), "command", "Resume") not in acts, "that is in the game's log"
    page = root.get(f"/admin/audit?person={person}&act=block")
    assert "too loud" in page.text and "gave a command" not in page.text.partition("When")[2]
    lines = root.browser.request("GET", "/admin/audit/export").text.splitlines()
    assert len(lines) > len(noted(house.judge))
    assert reader(house, 3).get("/admin/audit").status == 403


def test_players_learn_what_their_master_read_when_the_game_is_over(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    who["FRANCE"].do(game, "send", text="Peace?", to=["ITALY"])
    house.person(1).get(f"/games/{game}/press")
    player = next(one for one, made in house.accounts.items() if house.person(one) is who["ITALY"])
    him = reader(house, player)
    assert him.get(f"/games/{game}/readings").status == 409
    house.person(1).do(game, "terminate")
    page = him.get(f"/games/{game}/readings")
    assert "FRANCE+ITALY" in page.text and "Player 1" in page.text
    assert f"/games/{game}/readings" in him.get(f"/games/{game}").links
    assert reader(house, 60).get(f"/games/{game}/readings").status == 403


def test_an_account_that_was_made_is_named(house: House) -> None:
    wanted = sa.select(audit.c.person).where(audit.c.act == "create").order_by(audit.c.id.desc())
    people = house.judge.accounts.people
    number = people.create(ROOT, "Newcomer", "new@dip.example", "a long enough one", house.clock())
    with house.judge.database.reading() as connection:
        assert connection.execute(wanted.limit(1)).scalar_one() == number
