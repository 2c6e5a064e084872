"""Registration: who may have an account, whichever way he comes."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from dragoman.judge.accounts import puzzles
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.house_texts import HouseTexts
from dragoman.judge.accounts.people import Registered
from dragoman.judge.accounts.registration import (
    NO_WISH,
    SLOW,
    RegistrationMode,
    RegistrationWish,
)
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.moderation_tables import audit
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD, Letterbox, person
from tests.judge.stores import NOW

HOUR = timedelta(hours=1)


def register(
    judge: Judge, name: str, wish: RegistrationWish = NO_WISH, *, address: str = ""
) -> Registered:
    people = judge.accounts.people
    to = address or f"{name.lower()}@example.org"
    return people.register(name, to, PASSWORD, f"from {name}", NOW, wish=wish)


def refused_code(judge: Judge, name: str, wish: RegistrationWish = NO_WISH, **more: str) -> str:
    with pytest.raises(ActionRefused) as refused:
        register(judge, name, wish, **more)
    assert judge.accounts.people.called(name) is None
    return refused.value.diagnostic.code


def set_mode(judge: Judge, mode: RegistrationMode) -> None:
    judge.accounts.registration.set_mode(ADMIN, mode, NOW)


def invitation(judge: Judge, actor: Actor, most: int = 1) -> RegistrationWish:
    made = judge.accounts.registration.invitations.make(actor, actor.user, NOW, "Zoe", most)
    return RegistrationWish(invitation=made)


def test_each_mode_lets_in_whom_it_says(judge: Judge) -> None:
    member = Actor(person(judge, "Member"))
    set_mode(judge, RegistrationMode.CLOSED)
    of_member, of_admin = invitation(judge, member), invitation(judge, ADMIN)
    assert refused_code(judge, "Ann") == "registration-closed"
    assert refused_code(judge, "Ann", of_member) == "registration-closed"
    register(judge, "Bob", of_admin)
    set_mode(judge, RegistrationMode.INVITATION)
    assert refused_code(judge, "Ann") == "invitation-needed"
    assert refused_code(judge, "Ann", RegistrationWish(invitation="guessed")) == "invitation-over"
    register(judge, "Cat", of_member)
    assert refused_code(judge, "Ann", of_member) == "invitation-over"
    set_mode(judge, RegistrationMode.APPROVAL)
    assert register(judge, "Dan").waits
    assert not register(judge, "Eve", invitation(judge, member)).waits


def test_an_invitation_ends_and_one_of_somebody_blocked_is_none(judge: Judge) -> None:
    set_mode(judge, RegistrationMode.INVITATION)
    member, invitations = Actor(person(judge, "Member")), judge.accounts.registration.invitations
    kept = invitation(judge, member)
    with pytest.raises(ActionRefused):
        invitations.check(kept.invitation, NOW + timedelta(days=15))
    withdrawn = invitation(judge, member)
    invitations.withdraw(member, member.user, withdrawn.invitation)
    assert refused_code(judge, "Ann", withdrawn) == "invitation-over"
    for _ in range(9):
        invitation(judge, member)
    with pytest.raises(ActionRefused) as refused:
        invitation(judge, member)
    assert refused.value.diagnostic.code == "too-many-invitations"
    with pytest.raises(ActionRefused) as refused:
        invitation(judge, member, 2)
    assert refused.value.diagnostic.code == "wrong-number-of-people"
    judge.accounts.people.block(ADMIN, member.user, "spam")
    assert refused_code(judge, "Ann", kept) == "invitation-over"


def test_of_two_who_follow_one_invitation_at_once_one_comes_in(judge: Judge) -> None:
    set_mode(judge, RegistrationMode.CLOSED)
    wish = invitation(judge, ADMIN)

    def come(name: str) -> str:
        try:
            register(judge, name, wish)
        except ActionRefused as refused:
            return refused.diagnostic.code
        return "in"

    with ThreadPoolExecutor() as pool:
        assert sorted(pool.map(come, ("Ann", "Bob"))) == ["in", "invitation-over"]


def test_who_waits_for_an_admin_signs_in_once_he_is_let_in(
    judge: Judge, letters: Letterbox
) -> None:
    admin = person(judge, "Root")
    judge.accounts.people.set_admin(ADMIN, admin, True)
    set_mode(judge, RegistrationMode.APPROVAL)
    accounts, wish = judge.accounts, RegistrationWish(words="I play by mail since 1990.")
    ann = register(judge, "Ann", wish).number
    assert not accounts.applicants.all(ADMIN)
    assert accounts.people.confirm("ann@example.org", letters.code(), NOW).waits
    [told] = letters.new()
    assert told.to == "root@example.org" and "/admin/registration" in told.text
    [waiting] = accounts.applicants.all(ADMIN)
    assert (waiting.person, waiting.words) == (ann, wish.words)
    with pytest.raises(ActionRefused) as refused:
        accounts.sign_ins.sign_in("Ann", PASSWORD, "a", "", NOW)
    assert refused.value.diagnostic.code == "waits-for-admin"
    assert accounts.sign_ins.person_at("ann@example.org") is None
    accounts.applicants.let_in(ADMIN, ann, NOW)
    [mail] = letters.new()
    assert mail.to == "ann@example.org" and "/sign-in" in mail.text
    assert accounts.sign_ins.sign_in("Ann", PASSWORD, "a", "", NOW)
    with pytest.raises(ActionRefused) as refused:
        judge.turn_away(ADMIN, ann, "too late", NOW)
    assert refused.value.diagnostic.code == "not-waiting"


def test_who_is_turned_away_is_told_why_and_forgotten(judge: Judge, letters: Letterbox) -> None:
    root = Actor(person(judge, "Root"), is_admin=True)
    judge.accounts.registration.set_mode(root, RegistrationMode.APPROVAL, NOW)
    ann = register(judge, "Ann").number
    judge.accounts.people.confirm("ann@example.org", letters.code(), NOW)
    with pytest.raises(ActionRefused):
        judge.turn_away(ADMIN, ann, "  ", NOW)
    judge.turn_away(root, ann, "we know you as Eve", NOW)
    with judge.database.reading() as connection:
        noted = connection.execute(audit.select().order_by(audit.c.id)).all()
    acts = [(one.actor, one.detail) for one in noted if one.act == "decide-on-registration"]
    assert acts == [(root.user, "mode: approval"), (root.user, "turned away: we know you as Eve")]
    [mail] = letters.new()
    assert mail.to == "ann@example.org" and "we know you as Eve" in mail.text
    assert judge.accounts.people.person(ann).is_deleted
    set_mode(judge, RegistrationMode.OPEN)
    register(judge, "Ann")


def test_guests_follow_the_mode(judge: Judge, letters: Letterbox) -> None:
    guests = judge.accounts.guests
    early = guests.begin("", "a", NOW).number
    for mode, by_himself, by_link in (
        (RegistrationMode.OPEN, True, True),
        (RegistrationMode.INVITATION, False, True),
        (RegistrationMode.APPROVAL, False, True),
        (RegistrationMode.CLOSED, False, False),
    ):
        set_mode(judge, mode)
        for is_by_link, may in ((False, by_himself), (True, by_link)):
            assert guests.may_come(NOW, by_link=is_by_link) is may
            if may:
                guests.begin("", "a", NOW, by_link=is_by_link)
            else:
                with pytest.raises(ActionRefused):
                    guests.begin("", "a", NOW, by_link=is_by_link)
    given = (early, "Ann", "ann@example.org", PASSWORD, "a", NOW)
    with pytest.raises(ActionRefused) as refused:
        guests.register(*given)
    assert refused.value.diagnostic.code == "registration-closed"
    with pytest.raises(ActionRefused) as refused:
        judge.accounts.passkeys.offer(Actor(early, is_guest=True), early, NOW)
    assert refused.value.diagnostic.code == "address-needed"
    set_mode(judge, RegistrationMode.APPROVAL)
    assert guests.register(*given).waits
    assert judge.accounts.people.confirm("ann@example.org", letters.code(), NOW).waits
    assert judge.accounts.people.person(early).is_guest
    judge.turn_away(ADMIN, early, "not now", NOW)
    left = judge.accounts.people.person(early)
    assert left.is_guest and not left.is_deleted


def test_blocked_domains_are_refused_with_all_below_them(judge: Judge) -> None:
    registration = judge.accounts.registration
    registration.block_domains(ADMIN, "@Spam.Example\n*.müll.example\n", NOW)
    assert registration.rules().blocked == ("spam.example", "xn--mll-hoa.example")
    for address in ("a@spam.example", "a@x.SPAM.example", "a@müll.example", "a@b.müll.example"):
        assert refused_code(judge, "Ann", address=address) == "domain-blocked"
    ann = register(judge, "Ann", address="a@notspam.example").number
    with pytest.raises(ActionRefused) as refused:
        judge.accounts.people.add_address(Actor(ann), ann, "b@spam.example", NOW)
    assert refused.value.diagnostic.code == "domain-blocked"
    with pytest.raises(ActionRefused) as refused:
        registration.block_domains(ADMIN, "localhost", NOW)
    assert refused.value.diagnostic.code == "no-domain"


def solved(judge: Judge, **other: object) -> str:
    made = judge.accounts.registration.puzzles.make(NOW)
    number = next(
        n
        for n in range(made["maxnumber"] + 1)
        if sha256(f"{made['salt']}{n}".encode()).hexdigest() == made["challenge"]
    )
    told = {name: made[name] for name in ("algorithm", "challenge", "salt", "signature")}
    return b64encode(json.dumps(told | {"number": number} | other).encode()).decode()


@pytest.fixture
def easy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles that take no time."""
    monkeypatch.setattr(puzzles, "MOST", 50)


@pytest.mark.usefixtures("easy")
def test_under_attack_a_solved_puzzle_is_good_once(judge: Judge, letters: Letterbox) -> None:
    judge.accounts.registration.set_attack(ADMIN, 1, NOW)
    right = solved(judge)
    told = json.loads(b64decode(right))
    spliced = told | {"salt": told["salt"][:-1], "number": int(f"9{told['number']}")}
    wrong = [
        "?", b64encode(b"[]").decode(), solved(judge, number=51), solved(judge, number=True),
        solved(judge, signature="0" * 64), b64encode(json.dumps(spliced).encode()).decode(),
    ]  # fmt: skip
    for text in wrong:
        assert refused_code(judge, "Ann", RegistrationWish(puzzle=text)) == "wrong-puzzle"
    assert not register(judge, "Ann", RegistrationWish(puzzle=right)).is_slow
    assert letters.code()
    assert refused_code(judge, "Bob", RegistrationWish(puzzle=right)) == "wrong-puzzle"
    old = judge.accounts.registration.puzzles.check
    with pytest.raises(ActionRefused):
        old(solved(judge), NOW + HOUR)


def test_without_a_puzzle_the_code_comes_later_and_not_to_many(
    judge: Judge, letters: Letterbox
) -> None:
    judge.accounts.registration.set_attack(ADMIN, 1, NOW)
    assert register(judge, "Ann").is_slow
    assert not letters.new()
    code = letters.code(NOW + SLOW)
    assert not judge.accounts.people.confirm("ann@example.org", code, NOW + SLOW + HOUR / 2).waits
    assert not register(judge, "Bob", invitation(judge, ADMIN)).is_slow
    for number in range(29):
        register(judge, f"Ann {number}", address=f"ann{number}@example.org")
    assert refused_code(judge, "Cat") == "too-many-attempts"


def test_an_attack_begins_by_itself_is_told_and_ends_by_itself(
    judge: Judge, letters: Letterbox
) -> None:
    admin, registration = person(judge, "Root"), judge.accounts.registration
    judge.accounts.people.set_admin(ADMIN, admin, True)
    registration.set_alarm(ADMIN, 3, NOW)
    for name in ("Ann", "Bob"):
        register(judge, name)
    assert not registration.rules().is_under_attack(NOW)
    letters.new()
    register(judge, "Cat")
    assert registration.rules().is_under_attack(NOW)
    assert not judge.accounts.guests.may_come(NOW)
    assert [one.to for one in letters.new()].count("root@example.org") == 1
    register(judge, "Dan")
    assert not letters.new()
    assert not registration.rules().is_under_attack(NOW + HOUR)


def test_a_notice_is_accepted_as_it_is_and_kept_word_for_word(
    judge: Judge, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "notice.md"
    file.write_text("# House rules\n\nBe *fair*.\n", "utf-8")
    site = Site(texts=HouseTexts(str(tmp_path)))
    house = Judge(address, site=site)
    notice = house.accounts.registration.notice("de")
    assert notice is not None and notice.language == "en"
    for accepted in ("", "another"):
        wish = RegistrationWish(accepted=accepted)
        assert refused_code(house, "Ann", wish) == "notice-not-accepted"
    ann = register(house, "Ann", RegistrationWish(accepted=notice.version)).number
    told = house.accounts.own_data.export(Actor(ann), ann)["registrations"]
    assert [one["notice"] for one in told] == [notice.version]
    file.write_text("# House rules\n\nBe fair, and kind.\n", "utf-8")
    assert refused_code(house, "Bob", RegistrationWish(accepted=notice.version)) == (
        "notice-not-accepted"
    )
    assert house.accounts.registration.accepted_text(notice.version) == notice.text
    house.close()
