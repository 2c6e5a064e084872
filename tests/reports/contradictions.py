"""Which claims of the explanations of a turn contradict each other.

Whoever reads several explanations of one turn must not find two claims that cannot both be true:
two values of an aspect that has only one, or two statements that exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from claims import Value, claims

from dragoman.reports import Explanation

EXCLUDE = (
    ("counted nowhere", "counted"),
    ("never arrived", "had strength"),
    ("never arrived", "cut something"),
    ("never arrived", "dislodged somebody"),
    ("kept nobody out", "kept somebody out"),
    ("kept nobody out", "had strength against others"),
    ("nobody attacked it", "was attacked"),
    ("nothing stood against it", "was met"),
    ("order was not carried out", "counted"),
    ("order was not carried out", "carried somebody"),
    ("no bribe was left", "highest bribe"),
)
"""Pairs of statements about one unit that cannot both be true."""


def contradictions(explanations: Iterable[Explanation]) -> Iterator[str]:
    """Each pair of claims of a turn that cannot both be true, with the sentences they are from."""
    first: dict[tuple[str, str], tuple[Value, str]] = {}
    for explanation in explanations:
        text = explanation.text()
        for claim in claims(explanation):
            key = (claim.subject, claim.aspect)
            value, said = first.setdefault(key, (claim.value, text))
            if value != claim.value:
                what = f"{claim.subject}: {claim.aspect} {value} or {claim.value}?"
                yield f"{what}\n  {said}\n  {text}"
    for subject, aspect in first:
        for one, other in EXCLUDE:
            if aspect == one and (subject, other) in first:
                texts = (first[subject, one][1], first[subject, other][1])
                yield "\n  ".join((f"{subject}: {one}, but {other}?", *texts))
