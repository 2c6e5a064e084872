"""Pushes about games: to whose devices, of what, sealed; and devices that are gone."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.judge.accounts.preferences import MailWishes
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.notices.push_devices import KINDS, MOST_DEVICES, PushDevice
from dragoman.judge.outbox.letters import Mail, Push
from dragoman.judge.outbox.push_encryption import public_key
from dragoman.judge.outbox.sending import LetterDelivery
from dragoman.judge.outbox.web_carriers import CallCarrier, PushCarrier
from dragoman.judge.storage.tables import push_devices
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD
from tests.judge.notices.test_notices import House
from tests.judge.receiver import Receiver
from tests.judge.stores import NOW, Opened


@pytest.fixture
def house(opened: Opened) -> House:
    found = House(opened()).begun()
    found.mails()
    return found


def device(
    house: House, name: str, receiver: Receiver, at: str = "https://push.example/1"
) -> PushDevice:
    number = house.people[name]
    devices = house.judge.push_devices
    return devices.add(Actor(number), number, at, receiver.key, receiver.auth, "Firefox", NOW)


def pushes(house: House, **time: float) -> list[Push]:
    """What left since the last question, but mails."""
    now = NOW + timedelta(**time)
    while house.judge.notify(now):
        pass
    found: list[Push] = []

    def take(delivery: LetterDelivery) -> None:
        if not isinstance(delivery.letter, Mail):
            assert isinstance(delivery.letter, Push)
            found.append(delivery.letter)

    while house.judge.outbox.send(take, take, now):
        pass
    return found


def carrier(house: House) -> PushCarrier:
    devices = house.judge.push_devices
    return PushCarrier(CallCarrier(True), devices.key, "mailto:me@dip.example", devices.forget)


def send(house: House, now: Any = NOW) -> None:
    def mails(delivery: LetterDelivery) -> None:
        """Mails are not looked at here."""

    while house.judge.notify(now):
        pass
    while house.judge.outbox.send(mails, carrier(house).carry, now):
        pass


def test_a_push_goes_to_a_real_service_which_reads_it(house: House):
    receiver = Receiver()
    house.wish("Ida", MailWishes("de"))
    with receiver.listening() as address:
        device(house, "Ida", receiver, address)
        house.do("Mia", c.ProcessNow())
        send(house)
        [(headers, body)] = receiver.taken
        assert json.loads(receiver.opened(body)) == {
            "title": "Friends",
            "body": "ausgewertet: Frühjahr 1901, Züge",
            "url": "/games/1",
            "tag": "game-1",
        }
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Topic"] == "game-1"
        assert headers["TTL"] == "86400"
        key = public_key(house.judge.push_devices.key())
        assert headers["Authorization"].endswith(f"k={key}")
        assert b"ausgewertet" not in body
        send(house)
        assert len(receiver.taken) == 1, "once"
        with house.judge.database.reading() as connection:
            assert connection.execute(sa.select(push_devices)).all()

        receiver.status = 410
        house.do("Mia", c.ProcessNow())
        send(house)
        assert len(receiver.taken) == 2
        assert not house.judge.push_devices.of(Actor(house.people["Ida"]), house.people["Ida"])
        assert not house.judge.outbox.dead(), "that a device is gone is no failure"


def test_what_a_service_does_not_take_now_is_tried_again(house: House):
    receiver = Receiver()
    receiver.status = 503
    with receiver.listening() as address:
        device(house, "Ida", receiver, address)
        house.do("Mia", c.ProcessNow())
        send(house)
        assert house.judge.outbox.waiting() == 1
        receiver.status = 201
        send(house, NOW + timedelta(minutes=2))
        assert house.judge.outbox.waiting() == 0
        assert len(receiver.taken) == 2


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(house: House, status: int):
    receiver, ida = Receiver(), Actor(house.people["Ida"])
    receiver.status = status
    with receiver.listening() as address:
        device(house, "Ida", receiver, address)
        house.do("Mia", c.ProcessNow())
        send(house)
        house.do("Mia", c.ProcessNow())
        send(house, NOW + timedelta(days=3))
    assert len(receiver.taken) == 1, "what is gone is not asked again"
    assert not house.judge.push_devices.of(ida, ida.user)
    assert (house.judge.outbox.waiting(), house.judge.outbox.dead()) == (0, ())


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_service_that_is_busy_is_asked_later_and_less_and_less_often(house: House, status: int):
    receiver, ida = Receiver(), Actor(house.people["Ida"])
    receiver.status = status
    with receiver.listening() as address:
        device(house, "Ida", receiver, address)
        house.do("Mia", c.ProcessNow())
        asked: list[int] = []
        for minute in range(16):
            send(house, NOW + timedelta(minutes=minute))
            asked.append(len(receiver.taken))
        assert [minute for minute in range(16) if asked[minute] > ([0, *asked])[minute]] == [
            0, 1, 3, 7, 15,
        ]  # fmt: skip
        receiver.status = 201
        send(house, NOW + timedelta(minutes=31))
    assert {receiver.opened(body) for _, body in receiver.taken} == {
        receiver.opened(receiver.taken[0][1])
    }, "the same, sealed anew each time"
    assert len({body for _, body in receiver.taken}) == len(receiver.taken) == 6
    assert (house.judge.outbox.waiting(), house.judge.outbox.dead()) == (0, ())
    assert house.judge.push_devices.of(ida, ida.user), "the device stays"


@pytest.mark.parametrize("status", [400, 413])
def test_what_a_service_will_never_take_is_given_up(house: House, status: int):
    receiver, ida = Receiver(), Actor(house.people["Ida"])
    receiver.status = status
    with receiver.listening() as address:
        device(house, "Ida", receiver, address)
        house.do("Mia", c.ProcessNow())
        send(house)
        send(house, NOW + timedelta(days=3))
    assert len(receiver.taken) == 1
    (lost,) = house.judge.outbox.dead()
    assert str(status) in lost.error
    assert house.judge.push_devices.of(ida, ida.user), "the next may be taken"


def test_devices_are_told_of_what_was_chosen(house: House):
    receiver = Receiver()
    one = device(house, "Ida", receiver)
    ida = Actor(house.people["Ida"])
    house.do("Fred", c.Send("psst, Trieste", ("Italy",)))
    [push] = pushes(house)
    assert push.person == house.people["Ida"]
    assert "from France" in push.text
    assert "Trieste" not in push.text, "others look at devices, too"
    house.do("Ida", c.Send("what?", ("France",)))
    assert not pushes(house), "nobody is told what he did himself"
    house.judge.push_devices.choose(ida, ida.user, one.number, ("votes",))
    house.do("Fred", c.Send("psst", ("Italy",)))
    house.do("Mia", c.ProcessNow())
    assert not pushes(house)
    house.do("Fred", c.Propose("draw"))
    assert len(pushes(house)) == 1


def test_a_reminder_comes_at_the_hour_of_the_mails(house: House):
    receiver = Receiver()
    house.wish("Ida", MailWishes(hours=(3,)))
    house.wish("Fred", MailWishes(hours=(3,)))
    device(house, "Ida", receiver)
    device(house, "Fred", receiver, "https://push.example/2")
    house.do("Mia", c.ProcessNow())
    assert len(pushes(house)) == 2
    house.do("Fred", c.SaveOrders("A par H"))
    assert not pushes(house, hours=20)
    [push] = pushes(house, hours=21.5)
    assert push.to == "https://push.example/1"
    assert "3" in push.text


def test_a_device_has_one_owner_and_goes_with_him(house: House):
    receiver = Receiver()
    ida, fred = (Actor(house.people[one]) for one in ("Ida", "Fred"))
    devices, accounts = house.judge.push_devices, house.judge.accounts
    device(house, "Ida", receiver)
    device(house, "Fred", receiver)
    assert not devices.of(ida, ida.user)
    [one] = devices.of(fred, fred.user)
    assert one.kinds == KINDS
    with pytest.raises(ActionRefused, match="no such device"):
        devices.remove(ida, ida.user, one.number)
    with pytest.raises(ActionRefused, match="may not"):
        devices.remove(ida, fred.user, one.number)
    with pytest.raises(ActionRefused, match="nobody is told of weather"):
        devices.choose(fred, fred.user, one.number, ("weather",))
    accounts.people.block(ADMIN, fred.user, "loud")
    house.do("Mia", c.ProcessNow())
    assert not pushes(house), "who is blocked is told nothing"
    accounts.people.block(ADMIN, fred.user, "")
    accounts.sign_ins.change_password(fred, fred.user, PASSWORD, "twelve little owls", NOW)
    assert not devices.of(fred, fred.user)
    device(house, "Ida", receiver)
    exported = accounts.own_data.export(ida, ida.user)
    assert "auth" not in exported["push_devices"][0]
    house.judge.forget(ida, ida.user, NOW)
    with house.judge.database.reading() as connection:
        assert not connection.execute(sa.select(push_devices)).all()


@pytest.mark.parametrize(
    ("endpoint", "key", "auth"),
    [
        ("ftp://push.example/1", "", ""),
        ("https:///1", "", ""),
        ("https://push.example/ö\n", "", ""),
        ("https://push.example/" + "x" * 1000, "", ""),
        ("https://push.example/1", "AAAA", ""),
        ("https://push.example/1", "é", ""),
        ("https://push.example/1", "", "AAAA"),
    ],
)
def test_nonsense_is_no_device(house: House, endpoint: str, key: str, auth: str):
    receiver, ida = Receiver(), house.people["Ida"]
    with pytest.raises(ActionRefused, match="browser says"):
        house.judge.push_devices.add(
            Actor(ida), ida, endpoint, key or receiver.key, auth or receiver.auth, "", NOW
        )


def test_there_is_an_end_to_devices(house: House):
    receiver = Receiver()
    for number in range(MOST_DEVICES):
        device(house, "Ida", receiver, f"https://push.example/{number}")
    device(house, "Ida", receiver, "https://push.example/0")
    with pytest.raises(ActionRefused, match="already"):
        device(house, "Ida", receiver, "https://push.example/more")


def test_private_addresses_are_not_asked(house: House):
    receiver = Receiver()
    with receiver.listening() as address:
        device(house, "Ida", receiver, address)
        house.do("Mia", c.ProcessNow())
        while house.judge.notify(NOW):
            pass
        devices = house.judge.push_devices
        public = PushCarrier(CallCarrier(), devices.key, "mailto:x@dip.example", devices.forget)
        while house.judge.outbox.send(lambda mail: None, public.carry, NOW):
            pass
        assert not receiver.taken
        assert "public web" in house.judge.outbox.dead()[0].error
