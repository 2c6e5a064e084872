"""What is sent about accounts."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.web.bodies import Body, Text
from dragoman.web.languages import Language
from dragoman.web.scopes import Scope

with extra("judge"):
    from pydantic import AwareDatetime, Field

ShortOrLong = Annotated[Text, Field(max_length=20_000)]
ShortText = Annotated[Text, Field(max_length=300)]


class NewAccount(Body):
    name: ShortText
    address: ShortText
    """Where a code is mailed; once it is confirmed, one can sign in."""
    password: Annotated[Text, Field(max_length=1000)]
    language: Language | None = None
    """In which one is written to; what `Accept-Language` says where it is left out."""


class Code(Body):
    address: ShortText
    code: ShortText


class SignIn(Body):
    who: ShortText
    """A name or an address."""
    password: Annotated[Text, Field(max_length=1000)]


class AskedReset(Body):
    address: ShortText


class Reset(Code):
    password: Annotated[Text, Field(max_length=1000)]


class NewName(Body):
    name: ShortText


class NewPassword(Body):
    old: Annotated[Text, Field(max_length=1000)]
    new: Annotated[Text, Field(max_length=1000)]


class Confirmed(Body):
    """What cannot be undone takes the password again."""

    password: Annotated[Text, Field(max_length=1000)]


class NewToken(Body):
    name: ShortText
    """What it is for."""
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=10)]
    until: AwareDatetime | None = None


class CredentialAnswer(Body):
    """What a browser's authenticator says, in base64url."""

    clientDataJSON: ShortOrLong
    attestationObject: ShortOrLong | None = None
    authenticatorData: ShortOrLong | None = None
    signature: ShortOrLong | None = None
    userHandle: ShortOrLong | None = None
    publicKey: ShortOrLong | None = None
    publicKeyAlgorithm: int | None = None
    transports: Annotated[list[ShortText], Field(max_length=20)] | None = None


class Credential(Body):
    """A credential as `PublicKeyCredential.toJSON()` gives it."""

    id: ShortText
    rawId: ShortText
    type: ShortText
    response: CredentialAnswer
    authenticatorAttachment: ShortText | None = None
    clientExtensionResults: dict[ShortText, bool | dict[ShortText, bool]] = Field(
        default_factory=dict[str, bool | dict[str, bool]]
    )


class NewPasskey(Body):
    credential: Credential
    name: ShortText = ""


class PasskeyAnswer(Body):
    credential: Credential
