"""How pushes leave: sealed, to the service of somebody's browser; a device that is gone is
forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from dragoman.judge.outbox.call_carrier import CallCarrier
from dragoman.judge.outbox.letters import Push
from dragoman.judge.outbox.sealing import as_bytes, authorization, seal
from dragoman.judge.outbox.sending import Delivery, Undelivered
from dragoman.quick_dataclass import dataclass

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

_GONE: Final = (404, 410)
"""What services answer of a device that wants no more (RFC 8030, 7.3)."""
_FOR_GOOD: Final = (400, 413)
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

    def carry(self, delivery: Delivery) -> None:
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
        if status in _GONE:
            self.forget(push.to)
        elif not 200 <= status < 300:
            what = f"{parts.hostname} answered {status}"
            raise Undelivered(what, for_good=status in _FOR_GOOD)
