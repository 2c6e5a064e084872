"""The command line of DIP_RUN, as DipWork's manual gives it: options that toggle.

    GAME /s /p /c /w /m /op=conflced.ord /all !project.txt /debug1 /fieldtest

An option that is given twice is off again: ``/all /m`` is every step but the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.words import said


class Step(Enum):
    """A step of a round, with its option. Steps run in this order, however they are typed."""

    SCAN = "s"
    PARSE = "p"
    CONFLICT = "c"
    WINTER = "w"
    MAP = "m"
    PLAIN = "op"


USUAL_RECORDS = "WINTERED.ORD"
"""What the report is about where ``/op`` names no file."""
_OTHERS = ("debug1", "debug2", "fieldtest", "orderview", "mono", "?")


@dataclass(frozen=True, slots=True)
class Options:
    """What is to be done. ``project`` is empty where no ``!file`` was given."""

    game: str = ""
    project: str = ""
    steps: tuple[Step, ...] = ()
    records: str = USUAL_RECORDS
    others: frozenset[str] = field(default_factory=frozenset[str])

    def has(self, option: str) -> bool:
        """Whether an option other than a step is on: ``debug1``, ``fieldtest``, ..."""
        return option in self.others


def read_options(words: Sequence[str]) -> tuple[Options, tuple[Diagnostic, ...]]:
    """The options in a command line, and what is wrong with it."""
    steps = {step.value for step in Step}
    on: set[str] = set()
    faults: list[Diagnostic] = []
    game, project, records = "", "", USUAL_RECORDS
    for word in words:
        head, equals, file = word[1:].partition("=")
        head = head.lower()
        if word.startswith("!"):
            project = word[1:]
        elif not word.startswith("/") or "/" in word[1:]:  # a path such as /home/gm/spring
            if game and word != game:  # the manual's EVALGAME and its MENULIST both name it
                what = said("{word!r} is a second game, after {game!r}", word=word, game=game)
                faults.append(Diagnostic("bad-option", what, "run one game at a time"))
            game = game or word
        elif equals and head != Step.PLAIN.value:
            faults.append(
                Diagnostic(
                    "bad-option",
                    said("/{head} takes no file", head=head),
                    said("write /{head}", head=head),
                )
            )
        elif head == "all":
            on ^= steps
        elif head in steps or head in _OTHERS:
            on ^= {head}
            if file:
                records = file
        else:
            known = tuple(f"/{name}" for name in (*(s.value for s in Step), "all", *_OTHERS))
            what = said("there is no option {word}", word=word)
            faults.append(Diagnostic("bad-option", what, "see /?", candidates=known))
    found = Options(
        game,
        project,
        tuple(step for step in Step if step.value in on),
        records,
        frozenset(on - steps),
    )
    return found, tuple(faults)
