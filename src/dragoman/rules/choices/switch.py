"""A switch: a question that the rulebooks leave open, with named answers.

The answers' letters are those of DATC 3.0, chapter 4, so ``4.A.2=f`` and
``convoy_paradox=szykman`` set the same thing.
"""

from __future__ import annotations

from dragoman.errors import DragomanError
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a switch's question: a word for it, DATC's letter, and what it means."""

    word: str
    letter: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule choice: its name in ``RuleSet``, where it comes from, the question, the answers.

    The first choice has code 0 in the arrays of the resolver, the second 1, and so on.
    """

    name: str
    source: str
    question: str
    choices: tuple[Choice, ...]

    def word(self, answer: str) -> str:
        """The word for an answer given by word or by letter.

        Raises:
            DragomanError: if the switch has no such answer; the message lists those it has.
        """
        given = answer.strip().lower()
        for choice in self.choices:
            if given in (choice.word, choice.letter):
                return choice.word
        known = ", ".join(
            f"{c.word} ({c.letter})" if c.letter != c.word else c.word for c in self.choices
        )
        raise DragomanError(f"{self.name} ({self.source}) cannot be {answer!r}; it can be: {known}")


def switch(name: str, source: str, question: str, *choices: str) -> Switch:
    """A switch; each choice is written ``LETTER WORD: meaning``, or ``WORD: meaning``."""
    made: list[Choice] = []
    for choice in choices:
        head, _, meaning = choice.partition(": ")
        letter, _, word = head.rpartition(" ")
        made.append(Choice(word, letter or word, meaning))
    return Switch(name, source, question, tuple(made))
