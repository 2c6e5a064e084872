"""Answers to phones whose players have codes of their own: whoever tries wrong ones has to wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dragoman.extras import extra
from dragoman.guesses import Doubling, WrongGuesses, network_of
from dragoman.refusal import ActionRefused
from dragoman.words import in_language, refusal_in_language, said

with extra("tournament"):
    from fastapi import Request
    from fastapi.responses import JSONResponse

_CODE_GUESSES: Final = Doubling(free=5, longest=300, forgotten=900)
_MOST_ADDRESSES: Final = 1000


class OwnCodes:
    """The door of a page to which players come with their codes. ``headers`` go with each
    answer."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._headers = headers
        self._guesses = WrongGuesses(_CODE_GUESSES, _MOST_ADDRESSES)

    def answered(
        self, request: Request, language: str, answer: Callable[[], dict[str, Any]]
    ) -> JSONResponse:
        """The answer, or why it is refused, in a language; none to an address with too many wrong
        codes."""
        address = network_of(request.client.host if request.client is not None else "")
        if wait := self._guesses.begin(address):
            what = said("too many wrong codes; try again in {wait} s", wait=wait)
            more = {**self._headers, "Retry-After": str(wait)}
            return JSONResponse({"error": in_language(what, language)}, 429, more)
        try:
            found = answer()
        except ActionRefused as refused:
            if refused.diagnostic.code != "no-code":
                self._guesses.right(address)
            why = refused.diagnostic.told(lambda text: refusal_in_language(text, language))
            return JSONResponse({"error": why}, 400, self._headers)
        self._guesses.right(address)
        return JSONResponse(found, headers=self._headers)
