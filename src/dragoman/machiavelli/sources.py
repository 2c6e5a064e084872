"""Where Machiavelli's own rules say what Diplomacy's sources say: what is cited in its games.

The ids are those of the page of the rules and their tests, ``docs/reference/machiavelli-rules.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ORDERS: Final = "Machiavelli, orders"
"""How orders are read and which of them count, where the rules have no number for it."""

_STATEMENTS: Mapping[str, str] = MappingProxyType(
    {
        "DATC 4.A.1": "K-2",
        "DATC 4.A.2": "S-7",
        "DATC 4.A.3": "K-1",
        "the `diplomacy` package and others; see DATC 4.A.3, 6.G.8": "K-1",
        "DATC 4.A.4": "S-5",
        "DATC 4.A.5": "R-1",
        "DATC 4.A.6; nJudge STRICT CONVOY": "K-1",
        "DATC 4.A.7": "S-2",
        "DATC 4.B.1": "C-6",
        "DATC 4.B.2": "C-6",
        "DATC 4.B.3": "M-6",
        "DATC 4.B.4": "O-2",
        "DATC 4.B.4, 6.B.9": "O-2",
        "DATC 4.B.5": "M-6",
        "DATC 4.B.6": "M-6",
        "DATC 6.A.1": "U-1",
        "DATC 6.A.4": "U-1",
        "DATC 6.A.7": "K-1",
        "DATC 6.A.8": "O-2",
        "DATC 6.A.10": "O-3",
        "DATC 6.D.7": "O-2",
        "DATC 6.D.8": "K-1",
        "DATC 6.D.22": "O-2",
        "DATC 6.F.1": "K-1",
        "DATC 6.G.6": "K-1",
        "DATC 6.H.5": "R-1",
        "DipWork SELF_CUT_OK": "S-5",
        "DipWork IX_3_INTERPRETATION": "S-4",
        "DipWork IX_7_INTERPRETATION": "S-2",
        "DipWork PARTIAL_CUT_POSSIBLE; Machiavelli 1995, errata": "S-6",
        "rulebook, Retreats": "R-3",
    }
)


def statement(id_: str) -> str:
    """A statement of Machiavelli's rules as it is cited."""
    return f"Machiavelli {id_}"


def cited_in_machiavelli(source: str) -> str:
    """The citation in a game of Machiavelli for a source of a reason or switch."""
    if (found := _STATEMENTS.get(source)) is not None:
        return statement(found)
    return ORDERS if "DATC" in source or source.startswith("DipWork") else source
