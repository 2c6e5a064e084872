"""The state of a conversation, by which the same can be said in another language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.board import Board
from dragoman.press.daide.speech import Speech
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position
from dragoman.values import FrozenMap

FAR: Final = Phase(8191, "W", "A")
"""The last turn that DAIDE has numbers for: what has no end in DPP lasts until then in DAIDE."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The speaker, the receiver and the position of what is said: DPP speaks of me and you, and
    names no power with a unit. ``last`` is what the receiver last said to the sender: an answer
    without a message answers that."""

    board: Board
    sender: str
    receiver: str
    position: Position
    last: Speech | None = None

    def between(self, sender: str, receiver: str) -> Exchange:
        """The exchange of two others in this position."""
        return Exchange(self.board, sender, receiver, self.position)

    def turned(self) -> Exchange:
        """The exchange from the receiver to the sender."""
        return self.between(self.receiver, self.sender)


WORDS: Mapping[str, tuple[str, ...]] = FrozenMap(
    {
        "TRY": ("TRY",),
        "HUH": ("HUH",),
        "YES": ("YES",),
        "NOP": ("REJ",),
        "BWX": ("BWX",),
        "DWR": ("FCT", "NOT", "PCE"),
        "PCE": ("PRP", "PCE"),
        "DMZ": ("PRP", "DMZ"),
        "ALY": ("PRP", "ALY", "VSS"),
        "DST": ("PRP", "SCD"),
        "UNO": ("PRP", "NOT", "XDO"),
        "UDO": ("PRP", "XDO"),
        "INO": ("FCT", "NOT", "XDO"),
        "IDO": ("FCT", "XDO"),
        "XNO": ("THK", "NOT", "XDO"),
        "XDO": ("THK", "XDO"),
        "EXP": ("EXP",),
        "SRY": ("SRY", "EXP"),
        "DNY": ("REJ", "EXP"),
        "FOR": ("FOR",),
        "IFF": ("IFF", "THN", "ELS"),
        "WHT": ("WHT",),
        "HOW": ("HOW",),
        "THK": ("THK", "XDO"),
        "FRM": ("FRM",),
        "SND": ("PRP", "SND"),
        "SNT": ("FRM",),
    }
)
"""For the words of DPP's messages those of DAIDE that say the same."""
