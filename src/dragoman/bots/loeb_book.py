"""Openings for the spring and the fall of 1901 on the standard map, chosen by who is trusted.

Loeb's letter says that there is such a book, and that English openings that lead to convoys are not
in it, but not what stands in it. These are openings that players have named for decades.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

HOLD: Final = ""


class BookOpening(NamedTuple):
    """For whom an opening is: where one of ``enemies`` is an enemy, or in any case."""

    enemies: tuple[str, ...]
    targets: Mapping[str, str]
    """From where each unit stands to where it goes; ``MAR: "PAR-BUR"`` supports that move,
    ``UKR: "RUM-RUM"`` what stays there."""


SPRING: Final[Mapping[str, Sequence[BookOpening]]] = {
    "AUSTRIA": (
        BookOpening(("ITALY",), {"TRI": "VEN", "VIE": "GAL", "BUD": "SER"}),
        BookOpening(("RUSSIA",), {"TRI": "ALB", "VIE": "GAL", "BUD": "SER"}),
        BookOpening((), {"TRI": "ALB", "VIE": "BUD", "BUD": "SER"}),
    ),
    "ENGLAND": (
        BookOpening(("FRANCE",), {"LON": "ENG", "EDI": "NTH", "LVP": "WAL"}),
        BookOpening((), {"LON": "NTH", "EDI": "NWG", "LVP": "YOR"}),
    ),
    "FRANCE": (
        BookOpening(("ENGLAND",), {"BRE": "ENG", "PAR": "PIC", "MAR": "SPA"}),
        BookOpening(("GERMANY",), {"BRE": "MAO", "PAR": "BUR", "MAR": "PAR-BUR"}),
        BookOpening((), {"BRE": "MAO", "PAR": "PIC", "MAR": "SPA"}),
    ),
    "GERMANY": (
        BookOpening(("FRANCE",), {"KIE": "DEN", "BER": "KIE", "MUN": "BUR"}),
        BookOpening(("RUSSIA",), {"KIE": "DEN", "BER": "PRU", "MUN": "SIL"}),
        BookOpening((), {"KIE": "DEN", "BER": "KIE", "MUN": "RUH"}),
    ),
    "ITALY": (
        BookOpening(("AUSTRIA",), {"VEN": "TRI", "ROM": "VEN", "NAP": "ION"}),
        BookOpening(("FRANCE",), {"VEN": "PIE", "ROM": "VEN", "NAP": "TYS"}),
        BookOpening((), {"VEN": HOLD, "ROM": "APU", "NAP": "ION"}),
    ),
    "RUSSIA": (
        BookOpening(("TURKEY",), {"SEV": "BLA", "MOS": "SEV", "WAR": "UKR", "STP/SC": "BOT"}),
        BookOpening(("AUSTRIA",), {"SEV": "BLA", "MOS": "UKR", "WAR": "GAL", "STP/SC": "BOT"}),
        BookOpening(("ENGLAND",), {"SEV": "BLA", "MOS": "STP", "WAR": "UKR", "STP/SC": "BOT"}),
        BookOpening((), {"SEV": "RUM", "MOS": "SEV", "WAR": "UKR", "STP/SC": "BOT"}),
    ),
    "TURKEY": (
        BookOpening(("RUSSIA",), {"ANK": "BLA", "CON": "BUL", "SMY": "ARM"}),
        BookOpening((), {"ANK": "CON", "CON": "BUL", "SMY": HOLD}),
    ),
}
FALL: Final[Mapping[str, Sequence[BookOpening]]] = {
    "AUSTRIA": (
        BookOpening((), {"ALB": "SER-GRE", "GAL": "RUM", "SER": "GRE"}),
        BookOpening((), {"ALB": "GRE", "BUD": "RUM", "SER": "ALB-GRE"}),
    ),
    "ENGLAND": (
        BookOpening((), {"ENG": "BEL", "NTH": "ENG-BEL", "WAL": HOLD}),
        BookOpening((), {"NTH": "HOL", "NWG": "NWY", "YOR": HOLD}),
    ),
    "FRANCE": (
        BookOpening((), {"MAO": "POR", "BUR": "BEL", "MAR": "SPA"}),
        BookOpening((), {"MAO": "POR", "PIC": "BEL", "SPA": HOLD}),
        BookOpening((), {"ENG": "BEL", "PIC": "ENG-BEL", "SPA": "POR"}),
    ),
    "GERMANY": (
        BookOpening(("RUSSIA",), {"DEN": "SWE", "KIE": "HOL", "RUH": "BEL"}),
        BookOpening((), {"DEN": HOLD, "KIE": "HOL", "RUH": "KIE-HOL"}),
        BookOpening((), {"DEN": "SWE", "KIE": "HOL", "BUR": "BEL"}),
        BookOpening((), {"DEN": "SWE", "PRU": "WAR", "SIL": "PRU-WAR"}),
    ),
    "ITALY": (
        BookOpening((), {"ION": "TUN", "TRI": HOLD, "VEN": "TRI-TRI"}),
        BookOpening((), {"TYS": "TUN", "PIE": "MAR", "VEN": HOLD}),
        BookOpening((), {"ION": "TUN", "VEN": HOLD, "APU": HOLD}),
    ),
    "RUSSIA": (
        BookOpening((), {"BLA": "RUM", "SEV": "ARM", "UKR": "BLA-RUM", "BOT": "SWE"}),
        BookOpening((), {"BLA": "RUM", "UKR": "BLA-RUM", "GAL": HOLD, "BOT": "SWE"}),
        BookOpening((), {"BLA": "RUM", "STP": "NWY", "UKR": "BLA-RUM", "BOT": "SWE"}),
        BookOpening((), {"RUM": HOLD, "SEV": "RUM-RUM", "UKR": "RUM-RUM", "BOT": "SWE"}),
    ),
    "TURKEY": (
        BookOpening((), {"BLA": "RUM", "BUL": "BLA-RUM", "ARM": "SEV"}),
        BookOpening((), {"CON": "AEG", "BUL": "GRE", "SMY": "CON"}),
    ),
}
"""Where an opening of spring led, in the sequence of what is best."""
