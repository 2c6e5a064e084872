"""Who may do what with an account: every act, by everybody, as the table says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dragoman.judge.accounts.permissions import (
    WHO_MAY_WITH_ACCOUNTS,
    AccountAction,
    AccountRelation,
)
from dragoman.judge.accounts.preferences import Look, MailWishes
from dragoman.judge.accounts.registration import RegistrationMode
from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.moderation.sanctions import Sentence
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import PASSWORD, person
from tests.judge.stores import NOW

Try = Callable[[Judge, Actor, int], object]

TRIES: dict[AccountAction, tuple[Try, ...]] = {
    AccountAction.RENAME: (lambda j, a, n: j.accounts.people.rename(a, n, "Zoe"),),
    AccountAction.SEE_ADDRESSES: (lambda j, a, n: j.accounts.people.addresses(a, n),),
    AccountAction.CHANGE_ADDRESSES: (
        lambda j, a, n: j.accounts.people.add_address(a, n, "x@y.zz", NOW),
        lambda j, a, n: j.accounts.people.remove_address(a, n, 99, NOW),
        lambda j, a, n: j.accounts.people.set_first_address(a, n, 99, NOW),
    ),
    AccountAction.CHANGE_PASSWORD: (
        lambda j, a, n: j.accounts.sign_ins.change_password(a, n, PASSWORD, PASSWORD, NOW),
    ),
    AccountAction.SET_PASSWORD: (
        lambda j, a, n: j.accounts.sign_ins.set_password(a, n, PASSWORD, NOW),
    ),
    AccountAction.SEE_SESSIONS: (lambda j, a, n: j.accounts.sign_ins.sessions(a, n),),
    AccountAction.END_SESSIONS: (lambda j, a, n: j.accounts.sign_ins.end_session(a, n),),
    AccountAction.CHANGE_PASSKEYS: (
        lambda j, a, n: j.accounts.passkeys.offer(a, n, NOW),
        lambda j, a, n: j.accounts.passkeys.add(a, n, {}, "", NOW),
        lambda j, a, n: j.accounts.passkeys.of(a, n),
        lambda j, a, n: j.accounts.passkeys.remove(a, n, 99, NOW),
    ),
    AccountAction.MAKE_TOKENS: (
        lambda j, a, n: j.accounts.tokens.make(a, n, "bot", ["read"], NOW),
    ),
    AccountAction.REVOKE_TOKENS: (
        lambda j, a, n: j.accounts.tokens.of(a, n),
        lambda j, a, n: j.accounts.tokens.revoke(a, n, 99),
    ),
    AccountAction.CHOOSE_MAILS: (
        lambda j, a, n: j.accounts.wishes.of(a, n),
        lambda j, a, n: j.accounts.wishes.choose(a, n, MailWishes(), NOW),
    ),
    AccountAction.CHOOSE_LOOK: (lambda j, a, n: j.accounts.looks.choose(a, n, Look()),),
    AccountAction.CHOOSE_TRAINING: (
        lambda j, a, n: j.accounts.training.agrees(a, n),
        lambda j, a, n: j.accounts.training.choose(a, n, True, NOW),
    ),
    AccountAction.KEEP_PROGRAMS: (
        lambda j, a, n: j.accounts.programs.of(a, n),
        lambda j, a, n: j.accounts.programs.make(a, n, "Bot", "a bot", NOW),
    ),
    AccountAction.EXPORT: (lambda j, a, n: j.accounts.own_data.export(a, n),),
    AccountAction.DELETE: (lambda j, a, n: j.accounts.own_data.delete(a, n, NOW),),
    AccountAction.BLOCK: (lambda j, a, n: j.accounts.people.block(a, n, "why"),),
    AccountAction.MAKE_ADMIN: (lambda j, a, n: j.accounts.people.set_admin(a, n, True),),
    AccountAction.MAKE_MODERATOR: (lambda j, a, n: j.moderation.moderators.set(a, n, True),),
    AccountAction.MODERATE: (
        lambda j, a, n: j.moderation.reports.about(a, n),
        lambda j, a, n: j.moderation.sanctions.check_may_impose(a, n),
        lambda j, a, n: j.moderation.sanctions.notes(a, n),
        lambda j, a, n: j.moderation.sanctions.add_note(a, n, "a note", NOW),
        lambda j, a, n: j.impose(a, n, Sentence(SanctionKind.WARNING, "why"), NOW),
    ),
    AccountAction.SEE_SIGNALS: (lambda j, a, n: j.moderation.signals.of(a, n),),
    AccountAction.CREATE: (
        lambda j, a, n: j.accounts.people.create(a, "Zoe", "z@y.zz", PASSWORD, NOW),
    ),
    AccountAction.LIST: (lambda j, a, n: j.accounts.people.all(a),),
    AccountAction.INVITE: (
        lambda j, a, n: j.accounts.registration.invitations.make(a, n, NOW),
        lambda j, a, n: j.accounts.registration.invitations.of(a, n),
        lambda j, a, n: j.accounts.registration.invitations.withdraw(a, n, "none"),
    ),
    AccountAction.REGISTRATION: (
        lambda j, a, n: j.accounts.registration.set_mode(a, RegistrationMode.OPEN, NOW),
        lambda j, a, n: j.accounts.registration.block_domains(a, "spam.example", NOW),
        lambda j, a, n: j.accounts.registration.set_alarm(a, 9, NOW),
        lambda j, a, n: j.accounts.registration.set_attack(a, 0, NOW),
        lambda j, a, n: j.accounts.applicants.all(a),
        lambda j, a, n: j.accounts.applicants.let_in(a, n, NOW),
        lambda j, a, n: j.turn_away(a, n, "why", NOW),
    ),
}


def test_every_act_is_tried() -> None:
    assert set(TRIES) == set(AccountAction) == set(WHO_MAY_WITH_ACCOUNTS)


@pytest.mark.parametrize("act", AccountAction)
def test_who_may(judge: Judge, act: AccountAction) -> None:
    ann = person(judge, "Ann")
    actors = {
        AccountRelation.VISITOR: Actor(),
        AccountRelation.OTHER: Actor(person(judge, "Bob")),
        AccountRelation.GUEST: Actor(ann, is_guest=True),
        AccountRelation.SELF: Actor(ann),
        AccountRelation.MODERATOR: Actor(person(judge, "Mo"), is_moderator=True),
        AccountRelation.ADMIN: Actor(person(judge, "Root"), is_admin=True),
    }
    if act in (AccountAction.CREATE, AccountAction.LIST):
        del actors[AccountRelation.SELF], actors[AccountRelation.GUEST]
    for standing, actor in actors.items():
        for attempt in TRIES[act]:
            told = ""
            try:
                attempt(judge, actor, ann)
            except ActionRefused as refused:
                told = refused.diagnostic.code
            assert (told == "not-allowed") is (standing not in WHO_MAY_WITH_ACCOUNTS[act])
