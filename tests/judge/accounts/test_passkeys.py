"""Passkeys: made, used, and all the ways in which they are refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.authenticator import PRESENT, Authenticator, decoded, encoded
from tests.judge.accounts.letterbox import ADMIN, Letterbox, person
from tests.judge.stores import NOW


def added(judge: Judge, number: int, device: Authenticator, name: str = "phone") -> int:
    passkeys = judge.accounts.passkeys
    made = device.make(passkeys.offer(Actor(number), number, NOW))
    return passkeys.add(Actor(number), number, made, name, NOW).number


def test_a_passkey_signs_in(judge: Judge, letters: Letterbox) -> None:
    passkeys, ann, device = judge.accounts.passkeys, person(judge, "Ann"), Authenticator()
    added(judge, ann, device)
    assert "passkey phone was added" in letters.new()[0].text
    for uses in (1, 2):
        assert passkeys.owner(device.sign(passkeys.ask(NOW)), NOW) == ann
        assert device.uses == uses
    secret = judge.accounts.sign_ins.begin(ann, "phone", NOW)
    session = judge.accounts.sign_ins.session(secret, NOW)
    assert session is not None and session.user == ann
    [found] = passkeys.of(Actor(ann), ann)
    assert (found.name, found.used) == ("phone", NOW)
    passkeys.remove(Actor(ann), ann, found.number, NOW)
    with pytest.raises(ActionRefused, match="not known here"):
        passkeys.owner(device.sign(passkeys.ask(NOW)), NOW)


def test_what_is_asked_is_the_same_for_everybody(judge: Judge) -> None:
    before = judge.accounts.passkeys.ask(NOW)
    added(judge, person(judge, "Ann"), Authenticator())
    after = judge.accounts.passkeys.ask(NOW)
    assert before.pop("challenge") != after.pop("challenge")
    assert before == after and not before.get("allowCredentials")


def test_an_answer_is_good_once_and_soon(judge: Judge) -> None:
    passkeys, ann, device = judge.accounts.passkeys, person(judge, "Ann"), Authenticator()
    added(judge, ann, device)
    answer = device.sign(passkeys.ask(NOW))
    assert passkeys.owner(answer, NOW) == ann
    late = device.sign(passkeys.ask(NOW))
    for given_, at in ((answer, NOW), (late, NOW + timedelta(minutes=5))):
        with pytest.raises(ActionRefused, match="too late"):
            passkeys.owner(given_, at)


def test_an_offer_is_for_one_person(judge: Judge) -> None:
    passkeys, device = judge.accounts.passkeys, Authenticator()
    ann, eve = person(judge, "Ann"), person(judge, "Eve")
    offer = passkeys.offer(Actor(ann), ann, NOW)
    with pytest.raises(ActionRefused):
        passkeys.add(Actor(eve), eve, device.make(offer), "", NOW)
    signed_in = {**passkeys.ask(NOW), "rp": {"id": "dip.example"}}
    with pytest.raises(ActionRefused):
        passkeys.add(Actor(ann), ann, device.make(signed_in), "", NOW)
    added(judge, ann, device)
    with pytest.raises(ActionRefused, match="there already"):
        added(judge, eve, device)
    known = passkeys.offer(Actor(ann), ann, NOW)["excludeCredentials"]
    assert [one["id"] for one in known] == [encoded(device.id)]


@pytest.mark.parametrize(
    "device",
    (
        Authenticator(origin="https://evil.example"),
        Authenticator(origin="http://dip.example"),
        Authenticator(flags=PRESENT),
        Authenticator(flags=0),
    ),
)
def test_a_passkey_used_elsewhere_or_by_nobody(judge: Judge, device: Authenticator) -> None:
    passkeys, ann = judge.accounts.passkeys, person(judge, "Ann")
    with pytest.raises(ActionRefused, match="not known here"):
        added(judge, ann, device)
    good = Authenticator(id=device.id)
    added(judge, ann, good)
    good.origin, good.flags = device.origin, device.flags
    with pytest.raises(ActionRefused, match="not known here"):
        passkeys.owner(good.sign(passkeys.ask(NOW)), NOW)


def test_a_copy_of_a_passkey_is_found_out(judge: Judge) -> None:
    passkeys, ann, device = judge.accounts.passkeys, person(judge, "Ann"), Authenticator()
    added(judge, ann, device)
    device.uses = 7
    assert passkeys.owner(device.sign(passkeys.ask(NOW)), NOW) == ann
    device.uses = 3
    with pytest.raises(ActionRefused, match="not known here"):
        passkeys.owner(device.sign(passkeys.ask(NOW)), NOW)


def test_another_key_is_not_this_one(judge: Judge) -> None:
    passkeys, ann, device = judge.accounts.passkeys, person(judge, "Ann"), Authenticator()
    added(judge, ann, device)
    with pytest.raises(ActionRefused, match="not known here"):
        passkeys.owner(Authenticator(id=device.id).sign(passkeys.ask(NOW)), NOW)
    answer = device.sign(passkeys.ask(NOW))
    signature = bytearray(decoded(answer["response"]["signature"]))
    signature[-1] ^= 1
    answer["response"]["signature"] = encoded(bytes(signature))
    with pytest.raises(ActionRefused, match="not known here"):
        passkeys.owner(answer, NOW)


def test_who_is_blocked_has_no_passkey_either(judge: Judge) -> None:
    passkeys, ann, device = judge.accounts.passkeys, person(judge, "Ann"), Authenticator()
    added(judge, ann, device)
    judge.accounts.people.block(ADMIN, ann, "plays twice")
    with pytest.raises(ActionRefused, match="plays twice"):
        passkeys.owner(device.sign(passkeys.ask(NOW)), NOW)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_nonsense_is_refused(judge: Judge, data: st.DataObject) -> None:
    passkeys = judge.accounts.passkeys
    found = judge.accounts.people.called("Ann")
    ann = found.number if found else person(judge, "Ann")
    device = Authenticator()
    answer: dict[str, Any] = data.draw(
        st.sampled_from(
            (device.sign(passkeys.ask(NOW)), device.make(passkeys.offer(Actor(ann), ann, NOW)))
        )
    )
    where: dict[str, Any] = data.draw(st.sampled_from((answer, answer["response"])))
    where[data.draw(st.sampled_from(sorted(where)))] = data.draw(_json)
    with pytest.raises(ActionRefused):
        passkeys.owner(answer, NOW)
    with pytest.raises(ActionRefused):
        passkeys.add(Actor(ann), ann, answer, "", NOW)
