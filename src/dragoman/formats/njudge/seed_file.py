"""What a seed file says: the turn a game starts with, the units, and who owns what."""

from __future__ import annotations

from dataclasses import field

from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase

BLOCK = 77
"""How many provinces a row of the Machiavelli record holds before the next block begins."""
SPECIAL_KINDS = {"c": "citizen militia", "m": "mercenaries", "p": "professionals"}
"""What the letter before a unit's kind means, in Machiavelli."""
OWNER_ROWS = {"O": "provinces", "C": "cities", "H": "home countries"}
"""Rows of the Machiavelli record that say who owns what."""
NEW_OWNER_ROWS = {"o": "provinces", "c": "cities"}
"""Rows that say who owns what since the moves, in a retreat phase."""
FLAGS = "".join(map(chr, range(ord("0"), ord("0") + 16)))
"""The characters of the row ``F``: 0 and the sum of a province's flags, ``:`` for ten to ``?``."""
LOANS = 6
"""How many campaigns ahead a treasury's loans are listed."""
NOBODY = ".&="
"""Owners that are no power: nobody, autonomous, neutral."""


@dataclass(frozen=True, slots=True)
class SeedUnit:
    """One line of the unit list.

    ``owner`` is the letter of a power, ``.`` nobody, ``&`` autonomous, ``=`` neutral.
    ``status`` is ``:`` for a unit that stands, ``r`` for a dislodged one, whose
    ``retreats`` may follow, ``m`` for one maintained in the opening winter. ``place`` and
    ``retreats`` are as written. ``special`` is a letter of ``SPECIAL_KINDS``, or empty.
    """

    owner: str
    status: str
    kind: str
    place: str
    retreats: tuple[str, ...] = ()
    special: str = ""
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SeedRow:
    """A row of the Machiavelli record, which a letter and a colon begin.

    ``O``, ``C``, ``H``: who owns province and city, and whose home it is; ``o``, ``c``: who
    has owned them since the moves. ``F``: one of ``FLAGS``, the sum of 1 famine, 2 and 4
    rebellion of province and city, 8 siege. ``S``: units held since last turn. ``N``, ``n``:
    three letters of each name, for people to read downwards.
    """

    tag: str
    text: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Loan:
    """What a power owes the bank in one campaign, in ducats."""

    principal: int
    interest: int


@dataclass(frozen=True, slots=True)
class Treasury:
    """A row ``D``: a power's ducats, and its loans by the campaigns in which they are due, the
    next one first, up to ``LOANS``."""

    power: str
    ducats: int
    loans: tuple[Loan, ...] = ()
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pledge:
    """A row ``A`` or ``a``: the powers whose assassination chits a power has (one may come more
    than once), or those it lets through its straits (a retreat phase only). Letters."""

    tag: str
    power: str
    others: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SeedFile:
    """What could be read of a seed file, or what is to be written.

    ``turn`` is season, year of four digits and phase as nJudge writes them (``F1900B``;
    ``F1498A`` opens Machiavelli), empty where the file does not say. ``ownership`` has one
    character for each province of the map, in its order; None means that ``rows`` or, where
    there are none either, home centres and units say who owns what. ``rows``, ``treasuries``
    and ``pledges`` are the Machiavelli record.
    """

    turn: str = ""
    units: tuple[SeedUnit, ...] = ()
    ownership: str | None = None
    rows: tuple[SeedRow, ...] = ()
    treasuries: tuple[Treasury, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    ownership_line: int = field(default=0, compare=False)
    name: str = field(default="", compare=False)

    @property
    def phase(self) -> Phase | None:
        """The turn; builds and opening adjustments both are adjustments of winter."""
        return Phase.parse(self.turn) if self.turn else None

    @property
    def has_record(self) -> bool:
        """Whether it has anything of the Machiavelli record."""
        return bool(self.rows or self.treasuries or self.pledges)

    def record(self, tag: str) -> tuple[tuple[int, SeedRow], ...]:
        """The rows of a tag, one for each block of provinces, with the index of their first.

        The second row ``N`` opens the second block, and so on.
        """
        start = 0
        found: list[tuple[int, SeedRow]] = []
        has_names = False
        for row in self.rows:
            if row.tag == "N":
                start += BLOCK if has_names else 0
                has_names = True
            if row.tag == tag:
                found.append((start, row))
        return tuple(found)
