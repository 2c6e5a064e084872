"""Maintenance at the judge's door: what everybody is told, what is refused, what goes on."""

import re
from datetime import timedelta

import pytest

from dragoman.judge.running.maintenance import announce_maintenance, finish, order_going_on, stop
from dragoman.judge.storage.upkeep import Announcement, StandstillMode
from dragoman.web import events
from tests.patience import wait_until
from tests.web.conftest import PASSWORD, House
from tests.web.pages.reader import Reader, reader
from tests.web.streams import listening
from tests.web.tables import begun, seats

HOUR = timedelta(hours=1)
WHY = "We move to <b>another</b> machine"


def read_only(house: House, back: timedelta | None = 2 * HOUR) -> None:
    stop(house.judge, StandstillMode.READ_ONLY, WHY, house.clock(), back)
    house.app.state.web.upkeep.look_again()


def admin(house: House) -> Reader:
    return reader(house, 99)


def test_whoever_writes_is_refused_with_the_reason_and_told_when_to_come_again(
    house_on_both: House,
) -> None:
    house = house_on_both
    game = begun(house)
    austria, root = seats(house, game)["AUSTRIA"], house.person(99, "read", "admin")
    writes = (
        (austria, f"/games/{game}/commands/save-orders", {"text": "A vie H"}),
        (austria, f"/games/{game}/commands/send", {"text": "hello"}),
        (austria, "/games", {"title": "Another"}),
        (austria, "/sandboxes", {"variant": "standard"}),
        (root, "/admin/people", {"name": "Ann", "address": "a@x.example", "password": PASSWORD}),
        (
            house.visitor,
            "/accounts",
            {"name": "Bo", "address": "b@x.example", "password": PASSWORD},
        ),
    )
    read_only(house, None)
    for caller, path, body in writes:
        answer = caller("POST", path, body)
        assert answer.status_code == 503, (path, answer.text)
        assert answer.headers["Retry-After"] == "300"
        (fault,) = answer.json()["diagnostics"]
        assert fault["code"] == "read-only" and WHY in fault["what"]
    for path in (f"/games/{game}", f"/games/{game}/orders", "/me", "/variants"):
        assert austria.get(path)
    assert house.visitor.get("/maintenance")["standstill"]["mode"] == "read-only"
    order_going_on(house.judge, house.clock())
    finish(house.judge, house.clock())
    for caller, path, body in writes[:4]:
        assert caller("POST", path, body).status_code < 300, path


def test_a_form_that_is_refused_keeps_what_was_written(house: House) -> None:
    game = begun(house)
    player, root = reader(house, 11), admin(house)
    form = player.get(f"/games/{game}?thread=new").form("/do/send")
    read_only(house)
    page = player.send(form, text="a letter of an hour", all="yes")
    assert page.status == 503, page.told
    assert int(page.answer.headers["Retry-After"]) >= 30
    assert "a letter of an hour" in page.source and "&lt;b&gt;another" in page.source
    for who in (player, root):
        for path in ("/games", f"/games/{game}"):
            page = who.get(path)
            assert page.status == 200 and "Read-only for now" in page.text, path


def test_everybody_reads_what_is_announced_by_his_own_clock(house: House) -> None:
    begins = house.clock() + 8 * HOUR
    root = admin(house)
    form = root.get("/admin/maintenance").form("/admin/maintenance/announce")
    form.fields |= {
        "text": ["A new disk"],
        "begins": ["2026-01-05T21:00"],
        "ends": ["2026-01-05T22:00"],
        "zone": ["Europe/Berlin"],
    }
    page = root.send(form)
    assert page.status == 200 and "A new disk" in page.text
    visitor = reader(house).get("/games")
    assert "A new disk" in visitor.text and begins.isoformat() in visitor.source
    told = house.visitor.get("/maintenance")["announced"]
    assert told == {
        "text": "A new disk",
        "begins": begins.isoformat(),
        "ends": (begins + HOUR).isoformat(),
    }
    house.clock.wait(hours=10)
    assert "A new disk" not in reader(house).get("/games").text, "it is over"
    page = root.send(root.get("/admin/maintenance").form("/admin/maintenance/withdraw"))
    assert house.visitor.get("/maintenance")["announced"] is None


def test_an_admin_stops_the_judge_has_it_go_on_and_shifts_deadlines(house: House) -> None:
    game = begun(house)
    due = house.judge.games.load(game).deadline
    assert due is not None
    root = admin(house)
    form = root.get("/admin/maintenance").form("/admin/maintenance/stop")
    form.fields |= {"why": ["The power is out"], "length": ["3 h"], "read-only": ["yes"]}
    page = root.send(form)
    assert "nothing that you write is saved" in page.text and "The power is out" in page.text
    house.clock.wait(hours=5)
    page = root.send(page.form("/admin/maintenance/resume"))
    assert "nothing that you write is saved" not in page.text
    assert house.judge.games.load(game).deadline == due + 5 * HOUR
    form = page.form("/admin/maintenance/shift")
    form.fields |= {"why": ["Holidays"], "length": ["2 d"]}
    page = root.send(form)
    assert house.judge.games.load(game).deadline == due + 53 * HOUR
    page = root.send(page.form("/admin/maintenance/take-back"))
    assert house.judge.games.load(game).deadline == due + 5 * HOUR
    form.fields["length"] = ["a while"]
    page = root.send(form)
    assert page.status == 422 and "not a length of time" in page.text


@pytest.mark.parametrize("act", ["announce", "withdraw", "stop", "resume", "shift", "take-back"])
def test_only_admins_do_so(house: House, act: str) -> None:
    other = reader(house, 3)
    path, headers = f"/admin/maintenance/{act}", {"Origin": "http://judge"}
    fields = {"why": "x", "text": "x", "length": "2 h", "number": "1"}
    assert other.browser.request("POST", path, data=fields, headers=headers).status_code == 403
    assert other.get("/admin/maintenance").status == 403
    assert admin(house).browser.request("POST", path, data=fields).status_code == 403, "no origin"
    assert house.visitor.get("/maintenance")["standstill"] is None


def test_who_follows_a_game_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_HEARTBEAT", 0.05)
    game = begun(house)
    with listening(house, game, {"austria": seats(house, game)["AUSTRIA"]}) as told:
        assert "maintenance" not in told["austria"]
        announce_maintenance(house.judge, Announcement("A new disk"), house.clock())
        house.app.state.web.upkeep.look_again()
        wait_until(lambda: "event: maintenance" in told["austria"])
    (data,) = re.findall(r"event: maintenance\ndata: (.*)\n\n", told["austria"])
    assert "A new disk" in data
