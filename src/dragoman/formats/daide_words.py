"""The words of DAIDE, the language of programs that play Diplomacy, and their numbers.

Those of powers and provinces belong to a map; all others are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.values import FrozenMap

_ROWS: Final = (
    (0x4000, "( )"),
    (0x4200, "AMY FLT"),
    (0x4320, "CTO CVY HLD MTO SUP VIA"),
    (0x4340, "DSB RTO"),
    (0x4380, "BLD REM WVE"),
    (0x4400, "MBV - CST ESC FAR HSC NAS NMB NMR NRN NRS NSA NSC NSF NSP - NSU NVR NYU YSC"),
    (0x4500, "SUC BNC CUT DSR - NSO RET"),
    (0x4600, "NCS - NEC - ECS - SEC - SCS - SWC - WCS - NWC"),
    (0x4700, "SPR SUM FAL AUT WIN"),
    (0x4800, "CCD DRW FRM GOF HLO HST HUH IAM LOD MAP MDF MIS NME NOT NOW OBS"),
    (0x4810, "OFF ORD OUT PRN REJ SCO SLO SND SUB SVE THX TME YES ADM SMR"),
    (0x4900, "AOA BTL ERR LVL MRT MTL NPB NPR PDA PTL RTL UNO - DSD"),
    (0x4A00, "ALY AND BWX DMZ ELS EXP FCT FOR FWD HOW IDK IFF INS - OCC ORR"),
    (0x4A10, "PCE POB - PRP QRY SCD SRY SUG THK THN TRY - VSS WHT WHY XDO"),
    (0x4A20, "XOY YDO CHO BCC UNT NAR CCL"),
)
"""Words with numbers one after the other, from the first; a dash is a word taken out of the
language, whose number stays unused."""

WORDS: Mapping[str, int] = FrozenMap(
    {
        word: first + place
        for first, row in _ROWS
        for place, word in enumerate(row.split())
        if word != "-"
    }
)
"""Every word that is on all maps, with its number."""

COASTS: Mapping[str, str] = FrozenMap(
    {
        "NC": "NCS",
        "NE": "NEC",
        "EC": "ECS",
        "SE": "SEC",
        "SC": "SCS",
        "SW": "SWC",
        "WC": "WCS",
        "NW": "NWC",
    }
)
"""From the ending of a coast (``STP/NC``) to its word."""

NOBODY: Final = "UNO"
"""Stands for a power where a centre is nobody's."""
