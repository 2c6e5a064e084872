"""What answers about accounts look like, for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

from dragoman.extras import extra
from dragoman.judge.accounts.tokens import Token
from dragoman.orders import Notation
from dragoman.web.shapes import Shape

with extra("judge"):
    from pydantic import ConfigDict


class AccountMade(Shape):
    told: str


class SignedIn(Shape):
    account: int
    name: str


class Me(Shape):
    account: int
    name: str
    created: datetime
    admin: bool
    program: bool
    by: Literal["session", "token"]
    scopes: list[str]


class MailWishesShape(Shape):
    """What somebody is mailed about games."""

    language: Literal["en", "de"]
    zone: str
    results: bool
    course: bool
    votes: bool
    seats: bool
    press: Literal["now", "digest", "none"]
    digest_hour: int
    hours: list[int]


class LookShape(Shape):
    """How somebody likes pages."""

    language: Literal["en", "de"] | None
    zone: str
    scheme: Literal["auto", "light", "dark"]
    apart: bool
    is_still: bool
    notation: Notation | None


class ProgramAbout(Shape):
    """What everybody may know of a program."""

    owner: int
    about: str


class PersonShape(Shape):
    account: int
    name: str
    created: datetime
    program: ProgramAbout | None
    """What it is, where it is a program."""


class ProgramShape(Shape):
    account: int
    name: str
    about: str
    created: datetime


class ProgramList(Shape):
    items: list[ProgramShape]


class PeopleNames(Shape):
    names: dict[str, str]
    """By number; of those that there are."""


class AddressShape(Shape):
    number: int
    address: str
    verified: bool
    first: bool


class AddressList(Shape):
    items: list[AddressShape]


class SessionShape(Shape):
    number: int
    device: str
    created: datetime
    seen: datetime


class SessionList(Shape):
    items: list[SessionShape]


class PasskeyShape(Shape):
    number: int
    name: str
    created: datetime
    used: datetime | None


class PasskeyList(Shape):
    items: list[PasskeyShape]


class PasskeyMade(Shape):
    number: int
    name: str


class PasskeyOptions(Shape):
    """What the browser's `navigator.credentials` takes (WebAuthn, level 3, in its JSON form)."""

    model_config = ConfigDict(extra="allow")

    challenge: str


class TokenShape(Shape):
    number: int
    name: str
    prefix: str
    scopes: list[str]
    created: datetime
    used: datetime | None
    until: datetime | None


class TokenList(Shape):
    items: list[TokenShape]


def tokens_data(found: Iterable[Token]) -> dict[str, Any]:
    """Tokens as their owner sees them."""
    items = [
        {
            "number": one.number,
            "name": one.name,
            "prefix": one.prefix,
            "scopes": [*one.scopes],
            "created": one.created.isoformat(),
            "used": one.used.isoformat() if one.used else None,
            "until": one.until.isoformat() if one.until else None,
        }
        for one in found
    ]
    return {"items": items}


class TokenMade(Shape):
    number: int
    token: str


class AccountShape(Shape):
    """An account as an admin sees it."""

    account: int
    name: str
    created: datetime
    admin: bool
    blocked: str
    deleted: bool


class AccountList(Shape):
    items: list[AccountShape]
    next: int | None


class AccountCreated(Shape):
    account: int
