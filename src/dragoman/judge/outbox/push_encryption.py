"""Encryption of push messages for one browser (RFC 8291), and the sender's signature (VAPID, RFC
8292)."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha512
from typing import Final

from dragoman.extras import extra

with extra("judge"):
    import http_ece  # pyright: ignore[reportMissingTypeStubs]
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


_CURVE: Final = ec.SECP256R1()
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve: private keys are smaller."""
LONGEST: Final = 3000
"""Bytes of a text: with what is put around it, what every push service takes."""
_GOOD_FOR: Final = timedelta(hours=12)
_encrypted: Final[Callable[..., bytes]] = http_ece.encrypt  # pyright: ignore


def seal(
    text: bytes,
    key: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """A text that nobody can read but the browser with this key (``p256dh``) and secret (``auth``),
    in the encoding ``aes128gcm``. ``own`` and ``salt`` are new each time, but in tests.

    Raises:
        ValueError: if the key is none, or the text too long.
    """
    if len(text) > LONGEST:
        raise ValueError("this text is too long")
    return _encrypted(
        text,
        salt=salt or os.urandom(16),
        private_key=own or ec.generate_private_key(_CURVE),
        dh=ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, key),
        auth_secret=auth,
        version="aes128gcm",
    )


def signing_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key by which push services know the judge, from a secret that it keeps."""
    number = int.from_bytes(sha512(secret).digest(), "big") % (_ORDER - 1) + 1
    return ec.derive_private_key(number, _CURVE)


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """The public part of it for browsers: their ``applicationServerKey``."""
    return as_text(_point(key))


def authorization(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, now: datetime) -> str:
    """The header that shows a push service (``origin``) who sends: a signed note, good for some
    hours."""
    head = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": origin, "exp": int((now + _GOOD_FOR).timestamp()), "sub": contact}
    note = ".".join(as_text(json.dumps(one).encode()) for one in (head, claims))
    r, s = decode_dss_signature(key.sign(note.encode(), ec.ECDSA(SHA256())))
    signature = as_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={note}.{signature}, k={public_key(key)}"


def as_text(data: bytes) -> str:
    """Bytes in base64url, without padding, as all of this is written."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """The bytes of a text in base64url.

    Raises:
        ValueError: if it is none.
    """
    if not text.isascii():
        raise ValueError("this is no base64")
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def check_keys(key: bytes, auth: bytes) -> None:
    """See that something can be sealed for a browser.

    Raises:
        ValueError: if not.
    """
    ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, key)
    if len(key) != 65 or len(auth) != 16:
        raise ValueError("a key has 65 bytes, and its secret 16")


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
