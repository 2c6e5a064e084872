"""Pushes: sealed as RFC 8291 has it, signed as RFC 8292 has it."""

import json
import re

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from dragoman.judge.outbox.push_encryption import (
    LONGEST,
    as_bytes,
    as_text,
    authorization,
    check_keys,
    public_key,
    seal,
    signing_key,
)
from tests.judge.receiver import Receiver
from tests.judge.stores import NOW


def test_the_example_of_the_standard():
    """RFC 8291, appendix A."""
    own = as_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        as_bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        as_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(int.from_bytes(own, "big"), ec.SECP256R1()),
        as_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert as_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_can_read_it():
    receiver = Receiver()
    sealed = seal("Grüße".encode(), as_bytes(receiver.key), as_bytes(receiver.auth))
    assert receiver.opened(sealed) == "Grüße".encode()
    assert sealed != seal("Grüße".encode(), as_bytes(receiver.key), as_bytes(receiver.auth))
    with pytest.raises(ValueError, match="too long"):
        seal(b"x" * (LONGEST + 1), as_bytes(receiver.key), as_bytes(receiver.auth))


def test_a_push_service_can_tell_who_sends():
    key = signing_key(b"a secret of 32 bytes, or of more")
    assert public_key(signing_key(b"a secret of 32 bytes, or of more")) == public_key(key)
    header = authorization(key, "https://push.example", "mailto:judge@dip.example", NOW)
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert found is not None
    head, claims, signature, told = found.groups()
    assert json.loads(as_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(as_bytes(claims))
    assert said["aud"] == "https://push.example"
    assert said["sub"] == "mailto:judge@dip.example"
    assert 0 < said["exp"] - NOW.timestamp() <= 24 * 3600
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), as_bytes(told))
    signed = as_bytes(signature)
    assert len(signed) == 64
    r, s = (int.from_bytes(signed[at : at + 32], "big") for at in (0, 32))
    point.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(encode_dss_signature(r, s), b"something else", ec.ECDSA(SHA256()))


@pytest.mark.parametrize(("key", "auth"), [("", ""), ("AAAA", "AAAA"), ("é", "é"), ("B" * 87, "A")])
def test_nonsense_is_no_key(key: str, auth: str):
    with pytest.raises(ValueError, match=r"key|point|base64|padded|characters|empty"):
        check_keys(as_bytes(key), as_bytes(auth))
