"""Messages damaged at random."""

import os
import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

MUTATIONS = int(os.environ.get("DRAGOMAN_TEST_MUTATIONS", "500"))
"""How many damaged messages each test reads."""


def damaged(messages: Sequence[Sequence[T]], tokens: Sequence[T], seed: int) -> Iterator[list[T]]:
    """Messages with a few tokens left out, doubled, moved, exchanged or put in."""
    dice = random.Random(seed)
    for _ in range(MUTATIONS):
        message = list(dice.choice(messages))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(message) + 1)
            match dice.randrange(5):
                case 0:
                    del message[at : at + dice.randint(1, 3)]
                case 1:
                    message[at:at] = message[at : at + 5]
                case 2:
                    message.insert(at, dice.choice(tokens))
                case 3 if message:
                    message[at % len(message)] = dice.choice(tokens)
                case _:
                    other = dice.choice(messages)
                    start = dice.randrange(len(other) + 1)
                    message[at:at] = other[start : start + 6]
        yield message
