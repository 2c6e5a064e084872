"""Openings for the spring and the fall of 1901 on the standard map, chosen by who is trusted.

Loeb's letter says that there is such a book, and that English openings that lead to convoys are not
in it, but not what stands in it. These are openings that players have named for decades.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

HOLD: Final = ""


class Opening(NamedTuple):
    """For whom an opening is: where one of ``enemies`` is an enemy, or in any case."""

    enemies: tuple[str, ...]
    targets: Mapping[str, str]
    """From where each unit stands to where it goes; ``MAR: "PAR-BUR"`` supports that move,
    ``UKR: "RUM-RUM"`` what stays there."""


SPRING: Final[Mapping[str, Sequence[Opening]]] = {
    "AUSTRIA": (
        Opening(("ITALY",), {"TRI": "VEN", "VIE": "GAL", "BUD": "SER"}),
        Opening(("RUSSIA",), {"TRI": "ALB", "VIE": "GAL", "BUD": "SER"}),
        Opening((), {"TRI": "ALB", "VIE": "BUD", "BUD": "SER"}),
    ),
    "ENGLAND": (
        Opening(("FRANCE",), {"LON": "ENG", "EDI": "NTH", "LVP": "WAL"}),
        Opening((), {"LON": "NTH", "EDI": "NWG", "LVP": "YOR"}),
    ),
    "FRANCE": (
        Opening(("ENGLAND",), {"BRE": "ENG", "PAR": "PIC", "MAR": "SPA"}),
        Opening(("GERMANY",), {"BRE": "MAO", "PAR": "BUR", "MAR": "PAR-BUR"}),
        Opening((), {"BRE": "MAO", "PAR": "PIC", "MAR": "SPA"}),
    ),
    "GERMANY": (
        Opening(("FRANCE",), {"KIE": "DEN", "BER": "KIE", "MUN": "BUR"}),
        Opening(("RUSSIA",), {"KIE": "DEN", "BER": "PRU", "MUN": "SIL"}),
        Opening((), {"KIE": "DEN", "BER": "KIE", "MUN": "RUH"}),
    ),
    "ITALY": (
        Opening(("AUSTRIA",), {"VEN": "TRI", "ROM": "VEN", "NAP": "ION"}),
        Opening(("FRANCE",), {"VEN": "PIE", "ROM": "VEN", "NAP": "TYS"}),
        Opening((), {"VEN": HOLD, "ROM": "APU", "NAP": "ION"}),
    ),
    "RUSSIA": (
        Opening(("TURKEY",), {"SEV": "BLA", "MOS": "SEV", "WAR": "UKR", "STP/SC": "BOT"}),
        Opening(("AUSTRIA",), {"SEV": "BLA", "MOS": "UKR", "WAR": "GAL", "STP/SC": "BOT"}),
        Opening(("ENGLAND",), {"SEV": "BLA", "MOS": "STP", "WAR": "UKR", "STP/SC": "BOT"}),
        Opening((), {"SEV": "RUM", "MOS": "SEV", "WAR": "UKR", "STP/SC": "BOT"}),
    ),
    "TURKEY": (
        Opening(("RUSSIA",), {"ANK": "BLA", "CON": "BUL", "SMY": "ARM"}),
        Opening((), {"ANK": "CON", "CON": "BUL", "SMY": HOLD}),
    ),
}
FALL: Final[Mapping[str, Sequence[Opening]]] = {
    "AUSTRIA": (
        Opening((), {"ALB": "SER-GRE", "GAL": "RUM", "SER": "GRE"}),
        Opening((), {"ALB": "GRE", "BUD": "RUM", "SER": "ALB-GRE"}),
    ),
    "ENGLAND": (
        Opening((), {"ENG": "BEL", "NTH": "ENG-BEL", "WAL": HOLD}),
        Opening((), {"NTH": "HOL", "NWG": "NWY", "YOR": HOLD}),
    ),
    "FRANCE": (
        Opening((), {"MAO": "POR", "BUR": "BEL", "MAR": "SPA"}),
        Opening((), {"MAO": "POR", "PIC": "BEL", "SPA": HOLD}),
        Opening((), {"ENG": "BEL", "PIC": "ENG-BEL", "SPA": "POR"}),
    ),
    "GERMANY": (
        Opening(("RUSSIA",), {"DEN": "SWE", "KIE": "HOL", "RUH": "BEL"}),
        Opening((), {"DEN": HOLD, "KIE": "HOL", "RUH": "KIE-HOL"}),
        Opening((), {"DEN": "SWE", "KIE": "HOL", "BUR": "BEL"}),
        Opening((), {"DEN": "SWE", "PRU": "WAR", "SIL": "PRU-WAR"}),
    ),
    "ITALY": (
        Opening((), {"ION": "TUN", "TRI": HOLD, "VEN": "TRI-TRI"}),
        Opening((), {"TYS": "TUN", "PIE": "MAR", "VEN": HOLD}),
        Opening((), {"ION": "TUN", "VEN": HOLD, "APU": HOLD}),
    ),
    "RUSSIA": (
        Opening((), {"BLA": "RUM", "SEV": "ARM", "UKR": "BLA-RUM", "BOT": "SWE"}),
        Opening((), {"BLA": "RUM", "UKR": "BLA-RUM", "GAL": HOLD, "BOT": "SWE"}),
        Opening((), {"BLA": "RUM", "STP": "NWY", "UKR": "BLA-RUM", "BOT": "SWE"}),
        Opening((), {"RUM": HOLD, "SEV": "RUM-RUM", "UKR": "RUM-RUM", "BOT": "SWE"}),
    ),
    "TURKEY": (
        Opening((), {"BLA": "RUM", "BUL": "BLA-RUM", "ARM": "SEV"}),
        Opening((), {"CON": "AEG", "BUL": "GRE", "SMY": "CON"}),
    ),
}
"""Where an opening of spring led, in the sequence of what is best."""
