"""Talking with the server of a language model: a conversation in, an answer out, within limits."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from dragoman.bots.model.answer_form import AnswerForm
from dragoman.bots.model.seat_budget import SeatBudget
from dragoman.bots.model.settings import ModelSettings
from dragoman.extras import extra

if TYPE_CHECKING:
    import httpx

Conversation: TypeAlias = Sequence[Mapping[str, str]]
"""Messages, each with its ``role`` and its ``content``."""

_MOST_BYTES: Final = 1 << 20
"""Of an answer."""
_CONNECTS_IN: Final = 10.0
_TRIES: Final = 3
_PAUSE: Final = 0.5
"""Seconds before the second try, where the server does not say; twice as many before the third."""
_SIGNS_A_TOKEN: Final = 3
"""There are more in most texts: what is reserved is enough."""
_BUSY: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses after which it is asked again."""
_NOT_TAKEN: Final = frozenset({400, 415, 422, 501})
"""Statuses of servers that do not take a form."""
_REFUSED: Final = frozenset({401, 402, 403, 404, 405, 410})
"""Statuses that do not change while a game goes on."""


class NoModelAnswer(Exception):
    """No answer came. ``is_final``: none will, as long as nothing is changed. Nothing of what the
    server wrote is in it, for that may be a key."""

    def __init__(self, why: str, is_final: bool = False) -> None:
        super().__init__(why)
        self.is_final = is_final


class Guidance(Enum):
    """A way to tell a server which answers there may be; the last is not to."""

    SCHEMA = "schema"
    GRAMMAR = "grammar"
    NONE = "none"


class _NotTaken(Exception):
    """The server does not take what was sent in this form."""


class Endpoint:
    """The server of a language model. It is told the form of answers in the best way that it
    takes, which is found out by asking.

    Raises:
        MissingExtra: if the extra ``client`` is not installed.
    """

    def __init__(self, settings: ModelSettings) -> None:
        with extra("client"):
            import httpx
        self._httpx, self._settings = httpx, settings
        self._trusted = httpx.create_ssl_context()  # which takes a while to make
        self._ways = [*Guidance]
        self._limit_name = "max_tokens"

    def ignores_the_form(self) -> None:
        """Note that the server takes a form and does not keep to it: the next way is tried."""
        if len(self._ways) > 1:
            del self._ways[0]

    def ask(
        self, conversation: Conversation, form: AnswerForm, seat: SeatBudget, spare: int = 0
    ) -> str:
        """The answer of the model, asked for in the first way that the server takes.

        Raises:
            NoModelAnswer: if none came.
            BudgetUsed: if it could cost more than there is.
        """
        for way in tuple(self._ways):
            try:
                answer = self._patiently(conversation, form, way, seat, spare)
            except _NotTaken:
                continue
            self._ways = self._ways[self._ways.index(way) :] if way in self._ways else self._ways
            return answer
        raise NoModelAnswer("the server does not take what it is sent (400)")

    def _patiently(
        self,
        conversation: Conversation,
        form: AnswerForm,
        way: Guidance,
        seat: SeatBudget,
        spare: int,
    ) -> str:
        """The answer, tried for again while the server is busy or away."""
        why, pause = "", 0.0
        for number in range(_TRIES):
            if number:
                time.sleep(max(min(pause or _PAUSE * number, seat.seconds_left), 0))
            body = self._body(conversation, form, way)
            reserved = len(json.dumps(body)) // _SIGNS_A_TOKEN, form.tokens
            seat.reserve(*reserved, spare)
            used = (0, 0)  # of what was refused
            try:
                status, content, pause = self._sent(body, seat.seconds_left)
                if status == 200:
                    used = reserved
                    answer, used = _read(content, reserved[0])
                    return answer
            except _Away as away:
                why, used = str(away), reserved
                continue
            finally:
                seat.settle(reserved, used)
            why = f"the server answered {status}"
            if status in _NOT_TAKEN:
                if b"max_completion_tokens" in content and self._limit_name == "max_tokens":
                    self._limit_name = "max_completion_tokens"
                    continue
                raise _NotTaken
            if status not in _BUSY:
                raise NoModelAnswer(why, status in _REFUSED)
        raise NoModelAnswer(f"{why}, {_TRIES} times")

    def _body(
        self, conversation: Conversation, form: AnswerForm, way: Guidance
    ) -> dict[str, object]:
        body: dict[str, object] = {
            "model": self._settings.name,
            "messages": [dict(one) for one in conversation],
            self._limit_name: form.tokens,
        }
        if way is Guidance.SCHEMA:
            told = {"name": "answer", "strict": True, "schema": form.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": told}
        elif way is Guidance.GRAMMAR:
            body["grammar"] = form.grammar
        return body

    def _sent(self, body: dict[str, object], seconds: float) -> tuple[int, bytes, float]:
        """The status and the content with which the server answers, and the seconds for which it
        wants to be left alone, 0 if it does not say.

        Raises:
            _Away: if it does not, in time and in full.
        """
        httpx, until = self._httpx, time.monotonic() + seconds
        headers = {"Accept-Encoding": "identity"}
        if self._settings.key:
            headers["Authorization"] = f"Bearer {self._settings.key}"
        limits = httpx.Timeout(max(seconds, 0.1), connect=min(_CONNECTS_IN, max(seconds, 0.1)))
        try:
            with (
                httpx.Client(verify=self._trusted, timeout=limits) as client,
                client.stream(
                    "POST", self._settings.address, json=body, headers=headers
                ) as response,
            ):
                pause = response.headers.get("Retry-After", "")
                seconds = float(pause) if pause.isdecimal() and len(pause) < 6 else 0.0
                return response.status_code, _taken(response, until), seconds
        except httpx.TimeoutException:
            raise _Away("no answer came in time") from None
        except httpx.HTTPError as error:
            raise _Away(f"the server could not be reached: {type(error).__name__}") from None


class _Away(Exception):
    """The server did not answer."""


def _taken(response: httpx.Response, until: float) -> bytes:
    found = bytearray()
    for part in response.iter_bytes():
        found += part
        if len(found) > _MOST_BYTES:
            raise NoModelAnswer("the answer is larger than any that could be used")
        if time.monotonic() > until:
            raise _Away("no answer came in time")
    return bytes(found)


def _read(content: bytes, sent: int) -> tuple[str, tuple[int, int]]:
    """The words of the model in an answer of the server, and the tokens sent and received.

    Raises:
        NoModelAnswer: if that is no answer.
    """
    try:
        told: Any = json.loads(content)
        answer = told["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise NoModelAnswer("the server answered what is no answer of a model") from None
    text = answer if isinstance(answer, str) else ""
    usage = cast("dict[str, Any]", told).get("usage")
    counts = cast("dict[str, Any]", usage) if isinstance(usage, dict) else {}
    estimate = sent, len(text) // _SIGNS_A_TOKEN + 1
    names = "prompt_tokens", "completion_tokens"
    used = tuple(
        _count(counts.get(name), usual) for name, usual in zip(names, estimate, strict=True)
    )
    return text, (used[0], used[1])


def _count(told: object, usual: int) -> int:
    is_count = isinstance(told, int) and not isinstance(told, bool) and 0 <= told <= 10**9
    return told if is_count and isinstance(told, int) else usual
