"""Accounts by mail: registering, confirming an address, another address of one's own."""

from __future__ import annotations

import secrets

from dragoman.judge.accounts.credentials import address_key
from dragoman.judge.accounts.registration import RegistrationWish
from dragoman.mail.execution.session import CommandOutcome, MailSession
from dragoman.mail.execution.sign_on import place_of
from dragoman.mail.language.parser import MailCommand, form_fields
from dragoman.refusal import ActionRefused
from dragoman.words import LANGUAGES, language_called


def register(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Begin an account for whoever wrote; a code goes to his address."""
    if s.person:
        name = s.judge.accounts.people.person(s.person).name
        raise ActionRefused("registered", s.say("registered", name=name))
    fields = form_fields(command.body)
    name = command.part("name") or fields.get("name", "")
    password = fields.get("password", "") or fields.get("passwort", "")
    s.secrets += [password] if password else []
    asked = (fields.get("language", "") or fields.get("sprache", "") or s.language).casefold()
    language = language_called(asked)
    if language is None:
        raise ActionRefused("unknown-language", s.say("no-language", text=asked), "", LANGUAGES)
    s.language = language
    # Without a password nobody can sign in but by a code that is mailed, or another one is set.
    chosen = password or secrets.token_urlsafe(24)
    wanted = (name, s.mail.sender, chosen, place_of(s), s.now, language)
    wish = RegistrationWish(
        invitation=fields.get("invitation", "") or fields.get("einladung", ""),
        words=fields.get("about", "") or fields.get("über", ""),
        accepted=fields.get("accept", "") or fields.get("annehmen", ""),
    )
    try:
        made = s.judge.accounts.people.register(*wanted, wish=wish)
    except ActionRefused as refused:
        notice = s.judge.accounts.registration.notice(language)
        if refused.diagnostic.code != "notice-not-accepted" or notice is None:
            raise
        told = (s.say("notice", version=notice.version), notice.text)
        return CommandOutcome(told, True)
    told = [s.say("code-sent-later" if made.is_slow else "code-sent", address=s.mail.sender)]
    if made.waits:
        told.append(s.say("to-be-let-in"))
    kept = {"name", "password", "passwort", "language", "sprache", "invitation", "einladung"}
    kept |= {"about", "über", "accept", "annehmen"}
    if not password:
        told.append(s.say("no-password", site=s.judge.site.address))
    if others := [field for field in fields if field not in kept]:
        told.append(s.say("not-kept", fields=", ".join(others)))
    return CommandOutcome(tuple(told))


def confirm(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Believe an address by the code that was mailed there."""
    made = s.judge.accounts.people.confirm(s.mail.sender, command.part("code"), s.now)
    if made.waits:
        return CommandOutcome((s.say("to-be-let-in"),))
    s.person = number = made.number
    name = s.judge.accounts.people.person(number).name
    return CommandOutcome((s.say("confirmed", address=s.mail.sender, name=name),))


def iam(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Another address of whoever writes; or he writes from one, and names the first."""
    address, password = command.part("address"), command.part("password")
    people = s.judge.accounts.people
    if s.by_reply and not password:
        raise ActionRefused("no-password", s.say("iam-password"), s.say("iam-by-reply"))
    if s.person and not password and address_key(address) != address_key(s.mail.sender):
        people.add_address(s.actor, s.person, address, s.now)
        return CommandOutcome((s.say("code-sent", address=address),))
    s.secrets += [password] if password else []
    known = s.judge.accounts.sign_ins.person_at(address)
    if not password:
        raise ActionRefused("no-password", s.say("iam-password"), s.say("iam-remedy"))
    if known is None:
        raise ActionRefused("wrong-sign-in", s.say("nobody-there"))
    s.judge.accounts.sign_ins.check_password(known, password, s.now, place_of(s))
    s.person = known
    people.add_address(s.actor, known, s.mail.sender, s.now)
    return CommandOutcome((s.say("code-sent", address=s.mail.sender),))
