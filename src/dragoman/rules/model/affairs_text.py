"""The affairs of a position in words: ``ducats: MILAN 13, VENICE 17; siege: GEN; seed: 7``.

Groups with ``;`` between them, each of rows of words with ``,`` between them. A group without
rows is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from dragoman.rules.model.affairs import Affairs, Loan
from dragoman.rules.model.quoted_words import Unreadable, WordReader, quoted

_Row = tuple[str, ...]
_T = TypeVar("_T")


def write_affairs(affairs: Affairs) -> str:
    """The affairs in words, in the order of the groups."""
    return "; ".join(
        f"{group}: {', '.join(' '.join(map(quoted, row)) for row in rows)}"
        for group, rows in _rows(affairs).items()
        if rows
    )


def read_affairs(words: WordReader) -> Affairs:
    """Read what ``write_affairs`` wrote, to the end of the text.

    Raises:
        Unreadable: if it is something else.
    """
    found: dict[str, list[_Row]] = {group: [] for group in _rows(Affairs())}
    while True:
        column = words.column
        group = words.word("what the affairs are of")
        if group not in found:
            raise Unreadable(f"there is no {group!r}; there are {', '.join(found)}", column)
        words.need(":")
        while True:
            row = [words.word("a name or a number")]
            while words.sees_word():
                row.append(words.word("a name or a number"))
            if len(row) != _WIDTHS.get(group, 2):
                raise Unreadable(f"{group} takes {_WIDTHS.get(group, 2)} words", column)
            found[group].append(tuple(row))
            if not words.take(","):
                break
        if not words.take(";"):
            break
    try:
        return _affairs(found)
    except ValueError:
        raise Unreadable("a number of these affairs is none", words.column) from None


_WIDTHS = {"loan": 4} | dict.fromkeys(
    ("siege", "rebellion", "famine", "defaulted", "out", "victory", "seed"), 1
)
"""How many words a row has, where they are not two."""


def _rows(affairs: Affairs) -> dict[str, list[_Row]]:
    return {
        "ducats": [(power, str(n)) for power, n in affairs.treasuries.items()],
        "home": list(affairs.homes.items()),
        "loan": [
            (power, str(loan.principal), str(loan.interest), str(loan.campaigns))
            for power, loans in affairs.loans.items()
            for loan in loans
        ],
        "chit": _pairs(affairs.chits),
        "siege": _singles(affairs.sieges),
        "rebellion": _singles(affairs.rebellions),
        "famine": _singles(affairs.famine),
        "defaulted": _singles(affairs.defaulters),
        "out": _singles(affairs.eliminated),
        "ally": _pairs(affairs.allies),
        "victory": [(str(affairs.victory_cities),)],
        "seed": [(str(affairs.seed),)],
    }


def _pairs(given: Mapping[str, Sequence[str]]) -> list[_Row]:
    return [(one, other) for one, others in given.items() for other in others]


def _singles(names: Iterable[str]) -> list[_Row]:
    return [(name,) for name in sorted(names)]


def _affairs(rows: Mapping[str, list[_Row]]) -> Affairs:
    usual = Affairs()

    def number(group: str, absent: int) -> int:
        return int(rows[group][-1][0]) if rows[group] else absent

    def names(group: str) -> frozenset[str]:
        return frozenset(row[0] for row in rows[group])

    def grouped(group: str, value: Callable[[_Row], _T]) -> dict[str, tuple[_T, ...]]:
        found: dict[str, tuple[_T, ...]] = {}
        for row in rows[group]:
            found[row[0]] = (*found.get(row[0], ()), value(row))
        return found

    return Affairs(
        treasuries={power: int(n) for power, n in rows["ducats"]},
        homes={country: power for country, power in rows["home"]},
        loans=grouped("loan", lambda row: Loan(int(row[1]), int(row[2]), int(row[3]))),
        chits=grouped("chit", lambda row: row[1]),
        sieges=names("siege"),
        rebellions=names("rebellion"),
        famine=names("famine"),
        defaulters=names("defaulted"),
        eliminated=names("out"),
        allies=grouped("ally", lambda row: row[1]),
        victory_cities=number("victory", usual.victory_cities),
        seed=number("seed", usual.seed),
    )
