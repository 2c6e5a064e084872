"""The settings of a language model: its name and address, its key, and what it may cost."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final
from urllib.parse import urlsplit

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

MODEL: Final = "model"
_ADDRESS: Final = re.compile(r"@(?=https?://)")
_NAME: Final = re.compile(r"[^\s=]+")
_LONGEST: Final = 200
_USUAL_ADDRESS: Final = "http://127.0.0.1:8080/v1"
"""Where llama.cpp's server listens."""
_PREFIX: Final = "DRAGOMAN_MODEL_"


@dataclass(frozen=True, slots=True)
class ModelBudget:
    """The most that a model may cost at a seat, in a game and in a phase; money in whatever the
    prices of a million tokens are in."""

    requests: int = 400
    tokens: int = 2_000_000
    money: float = math.inf
    phase_requests: int = 8
    phase_tokens: int = 100_000
    seconds: float = 60.0
    """In which it has to have answered all that it is asked in a phase."""
    price: tuple[float, float] = (0.0, 0.0)
    """Of a million tokens that are sent, and of a million that come back."""

    def cost(self, sent: int, received: int) -> float:
        """The money for so many tokens."""
        return (sent * self.price[0] + received * self.price[1]) / 1_000_000


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A language model as it was asked for. ``address`` is that to which conversations are sent,
    ``record`` a file that is told where its orders came from, if one is named."""

    name: str
    address: str
    key: str = field(default="", repr=False)
    budget: ModelBudget = ModelBudget()
    record: str = ""
    is_replaced: bool = True
    """True if DumbBot orders what the model does not; else that has no order."""

    @property
    def shown(self) -> str:
        """Its name as others read it, who are to know that it is no person."""
        return f"{self.name} (program)"


def model_settings(text: str, environment: Mapping[str, str] = os.environ) -> ModelSettings:
    """The settings of ``model:NAME@URL``, or of ``model:NAME`` at the address that the environment
    names; key and budget come from there as well.

    Raises:
        ActionRefused: if something is wrong with one of them; a key is never told.
    """
    name, *given = _ADDRESS.split(text.strip().removeprefix(f"{MODEL}:"), maxsplit=1)
    if not _NAME.fullmatch(name) or "://" in name or len(text) > _LONGEST:
        what = "this names no language model"
        raise ActionRefused("bad-model", what, f"write model:NAME@{_USUAL_ADDRESS}, say")
    address = given[0] if given else environment.get(f"{_PREFIX}URL", "") or _USUAL_ADDRESS
    return ModelSettings(
        name,
        _conversations_at(address),
        _key(environment),
        _budget(environment),
        environment.get(f"{_PREFIX}RECORD", ""),
        _is_replaced(environment.get(f"{_PREFIX}INSTEAD", "")),
    )


def _is_replaced(text: str) -> bool:
    if text.strip() not in ("", "dumbbot", "nobody"):
        what = f"{_PREFIX}INSTEAD says neither dumbbot nor nobody"
        raise ActionRefused(
            "bad-model", what, f"set it to nobody, or leave it out: {text!r} is none"
        )
    return text.strip() != "nobody"


def _conversations_at(address: str) -> str:
    """The address of conversations on a server, of whose address the end may be left out."""
    bad = ActionRefused(
        "bad-model",
        "the address of the language model is none that can be used",
        f"write {_USUAL_ADDRESS}, say: no password, ? or # in it; keys go into {_PREFIX}KEY",
    )
    try:
        parts = urlsplit(address)
        has_more = parts.username is not None or parts.query or parts.fragment
        if has_more or parts.scheme not in ("http", "https") or not parts.hostname:
            raise bad
        _ = parts.port  # which may be no number
    except ValueError:
        raise bad from None
    bare = address.rstrip("/")
    if bare.endswith("/chat/completions"):
        return bare
    return f"{bare}/chat/completions" if parts.path.strip("/") else f"{bare}/v1/chat/completions"


def _key(environment: Mapping[str, str]) -> str:
    key = environment.get(f"{_PREFIX}KEY", "").strip()
    if not (key.isascii() and key.isprintable()):
        what = f"{_PREFIX}KEY has signs in it that no key has"
        raise ActionRefused("bad-model", what, "set it to the key alone")
    return key


def _budget(environment: Mapping[str, str]) -> ModelBudget:
    def number(name: str, usual: float) -> float:
        return _number(f"{_PREFIX}{name}", environment.get(f"{_PREFIX}{name}", ""), usual)

    usual = ModelBudget()
    price = environment.get(f"{_PREFIX}PRICE", "").split()
    if len(price) not in (0, 2):
        what = f"{_PREFIX}PRICE names not two prices"
        raise ActionRefused("bad-model", what, "of a million tokens sent and received: '0.15 0.60'")
    sent, received = (_number(f"{_PREFIX}PRICE", one, 0.0) for one in price or ("0", "0"))
    money = number("MONEY", usual.money)
    if money < math.inf and sent + received == 0:
        what = f"{_PREFIX}MONEY limits what nobody has priced"
        raise ActionRefused("bad-model", what, f"set {_PREFIX}PRICE, too: '0.15 0.60', say")
    return ModelBudget(
        int(number("REQUESTS", usual.requests)),
        int(number("TOKENS", usual.tokens)),
        money,
        int(number("PHASE_REQUESTS", usual.phase_requests)),
        int(number("PHASE_TOKENS", usual.phase_tokens)),
        number("SECONDS", usual.seconds),
        (sent, received),
    )


def _number(name: str, text: str, usual: float) -> float:
    if not text.strip():
        return usual
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1e12:
        raise ActionRefused("bad-model", f"{name} is no number from 0 on", f"set it to {usual:g}")
    return found
