"""All that is done with accounts, opened at once."""

from __future__ import annotations

from dragoman.judge.accounts.game_passwords import GamePasswords
from dragoman.judge.accounts.looks import Looks
from dragoman.judge.accounts.mail_wishes import Wishes
from dragoman.judge.accounts.mails import Site
from dragoman.judge.accounts.own_data import OwnData
from dragoman.judge.accounts.passkeys import Passkeys
from dragoman.judge.accounts.passwords import Passwords
from dragoman.judge.accounts.people import People
from dragoman.judge.accounts.programs import Programs
from dragoman.judge.accounts.sign_ins import SignIns
from dragoman.judge.accounts.tokens import Tokens
from dragoman.judge.storage.database import Database


class Accounts:
    """The accounts of a database: ``people`` with their names and addresses, ``sign_ins`` with
    passwords and sessions, ``game_passwords`` for one game each, ``passkeys``, ``tokens``, their
    ``programs``, what they wish to be mailed (``wishes``), how they like pages (``looks``), and
    what people may ask about themselves (``own_data``)."""

    def __init__(self, database: Database, site: Site, passwords: Passwords | None = None) -> None:
        hashing = passwords or Passwords()
        self.people = People(database, site, hashing)
        self.sign_ins = SignIns(database, site, hashing, self.people)
        self.game_passwords = GamePasswords(database, hashing)
        self.passkeys = Passkeys(database, site, self.people)
        self.tokens = Tokens(database)
        self.programs = Programs(database, self.tokens)
        self.wishes = Wishes(database)
        self.looks = Looks(database)
        self.own_data = OwnData(database)
