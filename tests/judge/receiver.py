"""A browser and its push service, as far as the judge sees of them: a real server, and the keys
with which what it takes is opened."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dragoman.judge.outbox.push_encryption import as_text


class Receiver:
    """Opens what was sealed for it, as RFC 8188 and RFC 8291 say."""

    def __init__(self) -> None:
        self._own = ec.generate_private_key(ec.SECP256R1())
        self._point = self._own.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self._auth = os.urandom(16)
        self.key, self.auth = as_text(self._point), as_text(self._auth)
        self.status = 201
        self.taken: list[tuple[dict[str, str], bytes]] = []

    def opened(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._own.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + self._point + theirs
        secret = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.rstrip(b"\0").endswith(b"\x02"), "the last record"
        return plain.rstrip(b"\0")[:-1]

    @contextmanager
    def listening(self) -> Iterator[str]:
        """The address at which it takes pushes."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.taken.append((dict(self.headers), body))
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Nothing."""

        server = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/push/1"
        server.shutdown()
        thread.join()
        server.server_close()
