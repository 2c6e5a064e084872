"""A passkey's device, as a program: what a browser sends when somebody touches his key."""

from __future__ import annotations

import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "==")


@dataclass
class Authenticator:
    """One key, which says that it is used at ``origin``, and who verified that he is there."""

    origin: str = "https://dip.example"
    flags: int = PRESENT | VERIFIED
    uses: int = 0
    id: bytes = field(default_factory=lambda: token_bytes(32))

    def __post_init__(self) -> None:
        self._key = generate_private_key(SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to ``navigator.credentials.create``."""
        host = options["rp"]["id"]
        numbers = self._key.public_key().public_numbers()
        # COSE: an elliptic key (2) for ES256 (-7) on P-256 (1).
        public = {1: 2, 3: -7, -1: 1}
        public |= {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        made = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self._data(host, WITH_KEY) + made
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": encoded(self._client("webauthn.create", options["challenge"])),
            "attestationObject": encoded(attestation),
        }
        return self._answer(response)

    def sign(self, options: dict[str, Any], user: int | None = None) -> dict[str, Any]:
        """Answer to ``navigator.credentials.get``."""
        self.uses += 1
        data = self._data(options["rpId"], 0)
        client = self._client("webauthn.get", options["challenge"])
        signed = self._key.sign(data + sha256(client).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": encoded(client),
            "authenticatorData": encoded(data),
            "signature": encoded(signed),
        }
        return self._answer(response)

    def _data(self, host: str, more: int) -> bytes:
        return sha256(host.encode()).digest() + struct.pack(">BI", self.flags | more, self.uses)

    def _client(self, what: str, challenge: str) -> bytes:
        client = {"type": what, "challenge": challenge, "origin": self.origin}
        return json.dumps(client).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        name = encoded(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
