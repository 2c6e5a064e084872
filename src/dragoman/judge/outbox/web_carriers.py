"""Carriers of webhook calls and of pushes: to addresses on the public web alone, without waiting
long."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from dragoman.extras import extra
from dragoman.judge.outbox.letters import Push, WebhookCall
from dragoman.judge.outbox.public_addresses import is_public
from dragoman.judge.outbox.push_encryption import as_bytes, authorization, seal
from dragoman.judge.outbox.sending import LetterDelivery, Undelivered
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import httpx

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec


# Webhook calls, which are signed

_SECONDS: Final = 10.0
_GONE: Final = (404, 405, 410, 413, 415)
"""Answers after which no further try will do better."""


def addresses_of(host: str) -> frozenset[str]:
    """The numbers of a host."""
    return frozenset(str(one[4][0]) for one in socket.getaddrinfo(host, None))


@dataclass(frozen=True, slots=True)
class CallCarrier:
    """Sends calls. A call goes nowhere but to the public web, lest somebody has the judge ask
    machines that he cannot reach himself; ``private`` allows those as well."""

    private: bool = False
    look_up: Callable[[str], frozenset[str]] = addresses_of
    transport: httpx.BaseTransport | None = None

    def carry(self, delivery: LetterDelivery) -> None:
        """Send a call.

        Raises:
            Undelivered: if it was not taken.
        """
        call = delivery.letter
        assert isinstance(call, WebhookCall)
        body = call.text.encode()
        headers = {
            "Content-Type": call.kind,
            "Dragoman-Delivery": str(delivery.number),
            **call.headers,
        }
        if call.secret:
            at = int(delivery.now.timestamp())
            headers["Dragoman-Signature"] = f"t={at},v1={signature(call.secret, at, body)}"
        status = self.posted(call.to, body, headers)
        if not 200 <= status < 300:
            what = f"{httpx.URL(call.to).host} answered {status}"
            raise Undelivered(what, for_good=status in _GONE)

    def posted(self, to: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send something to an address on the web; the status that it is answered with.

        Raises:
            Undelivered: if there is no answer, or the address may not be asked.
        """
        try:
            url = httpx.URL(to)
        except httpx.InvalidURL:
            raise Undelivered("this is not an address on the web", for_good=True) from None
        if url.scheme not in ("http", "https") or not url.host:
            raise Undelivered("this is not an address on the web", for_good=True)
        target = url if self.private else self._public(url)
        sent = {"User-Agent": "Dragoman", **headers}
        if target != url:
            sent["Host"] = url.netloc.decode("ascii")
        extensions = {"sni_hostname": url.host} if url.scheme == "https" else {}
        try:
            with (
                httpx.Client(
                    timeout=_SECONDS, follow_redirects=False, transport=self.transport
                ) as client,
                # What it says is nobody's business, and may be endless: the status is all.
                client.stream(
                    "POST", target, content=body, headers=sent, extensions=extensions
                ) as answer,
            ):
                return answer.status_code
        except httpx.HTTPError as error:
            raise Undelivered(f"{url.host}: {type(error).__name__}") from None

    def _public(self, url: httpx.URL) -> httpx.URL:
        """The address by the number that was looked at: asked again, its name might lead
        elsewhere."""
        try:
            found = self.look_up(url.host)
        except OSError:
            raise Undelivered(f"{url.host} is not found") from None
        good = [one for one in sorted(found) if is_public(one)]
        if len(good) != len(found) or not good:
            raise Undelivered(f"{url.host} is not on the public web", for_good=True)
        return url.copy_with(host=good[0])


def signature(secret: str, at: int, body: bytes) -> str:
    """The signature of a call: the HMAC-SHA256 of the moment, a dot and the text, in hex."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()


# Pushes, encrypted, to the service of somebody's browser

_DEVICE_GONE: Final = (404, 410)
"""What services answer of a device that wants no more (RFC 8030, 7.3)."""
_PUSH_REFUSED: Final = (400, 413)
_A_DAY: Final = "86400"


@dataclass(frozen=True, slots=True)
class PushCarrier:
    """Sends pushes the way that ``calls`` go, to the public web alone. ``key`` gives the judge's
    own when it is asked for; ``contact`` is where its keeper can be found; ``forget`` takes the
    endpoint of a device that is gone."""

    calls: CallCarrier
    key: Callable[[], ec.EllipticCurvePrivateKey]
    contact: str
    forget: Callable[[str], None]

    def carry(self, delivery: LetterDelivery) -> None:
        """Send a push.

        Raises:
            Undelivered: if it was not taken.
        """
        push = delivery.letter
        assert isinstance(push, Push)
        parts = urlsplit(push.to)
        try:
            body = seal(push.text.encode(), as_bytes(push.key), as_bytes(push.auth))
        except ValueError:
            raise Undelivered("this push cannot be sealed", for_good=True) from None
        origin = f"{parts.scheme}://{parts.netloc}"
        headers = {
            "Authorization": authorization(self.key(), origin, self.contact, delivery.now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": _A_DAY,
            "Topic": push.topic,
            "Urgency": "normal",
        }
        status = self.calls.posted(push.to, body, headers)
        if status in _DEVICE_GONE:
            self.forget(push.to)
        elif not 200 <= status < 300:
            what = f"{parts.hostname} answered {status}"
            raise Undelivered(what, for_good=status in _PUSH_REFUSED)
