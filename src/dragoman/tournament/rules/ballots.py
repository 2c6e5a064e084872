"""The secret ballot on a draw (NZ1999, rule 13).

Every survivor is dealt two tokens, a white one (for the draw) and a brown one (against). On
a laptop a token is a word that only its holder has seen, so that nobody who watches it
being typed learns the colour. The ballots live in memory and nowhere else; nothing is told
before the last one is in, and then only whether the draw is carried, or where the rules say so,
how many were against it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

_FIRST = ("amber", "blue", "coral", "dark", "early", "frosty", "green", "happy", "icy", "jolly")
_SECOND = ("anchor", "badger", "castle", "dragon", "eagle", "falcon", "garden", "harbour")


@dataclass(frozen=True, slots=True)
class BallotTokens:
    """The two words of one survivor."""

    white: str
    brown: str


class Ballot:
    """One vote of one table."""

    def __init__(self, survivors: Iterable[str]) -> None:
        survivors = tuple(survivors)
        words = _words(2 * len(survivors))
        self.tokens = {power: BallotTokens(next(words), next(words)) for power in survivors}
        self._white = {tokens.white: power for power, tokens in self.tokens.items()}
        self._brown = {tokens.brown: power for power, tokens in self.tokens.items()}
        self._cast: dict[str, bool] = {}

    @property
    def count(self) -> int:
        """The number of ballots that are in. Whose they are is not told."""
        return len(self._cast)

    @property
    def complete(self) -> bool:
        return self.count == len(self.tokens)

    def cast(self, token: str) -> None:
        """Put a token into the box.

        Raises:
            ActionRefused: if it is no token of this vote, or its holder has voted.
        """
        word = " ".join(token.lower().split())
        power = self._white.get(word) or self._brown.get(word)
        if power is None:
            raise ActionRefused(
                "no-token", "that is no token of this vote", "type the two words again"
            )
        if power in self._cast:
            raise ActionRefused(
                "cast-twice",
                "the holder of this token has voted already",
                "keep the other token to yourself: it counts for nothing now",
            )
        self._cast[power] = word in self._white

    def close(self) -> int:
        """The number of brown tokens in the box: the draw is carried if there is none. Forgets the
        ballots.

        Raises:
            ActionRefused: if a ballot is still missing.
        """
        if not self.complete:
            missing = len(self.tokens) - self.count
            raise ActionRefused("ballots-missing", f"{missing} ballots are still missing")
        against = sum(not white for white in self._cast.values())
        self.tokens, self._white, self._brown, self._cast = {}, {}, {}, {}
        return against


def _words(count: int) -> Iterator[str]:
    pairs = [f"{first} {second}" for first in _FIRST for second in _SECOND]
    return iter(secrets.SystemRandom().sample(pairs, count))
