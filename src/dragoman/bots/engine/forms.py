"""The tables and columns that the reckoning of bots works on: lists, in compiled code arrays."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

Ints: TypeAlias = Sequence[int]
Cells: TypeAlias = MutableSequence[int]
Measures: TypeAlias = MutableSequence[float]

DEPTH: Final = 10
"""How many steps away a centre is still felt."""


class PlayTables(NamedTuple):
    """The tables that bots play by: of a board, its calendar and its packed positions. A node is a
    kind of unit at a location, ``kind * locations + location``."""

    powers: int
    provinces: int
    locations: int
    kinds: int
    centers: int
    province_of: Ints
    """Of each location."""
    center_place: Ints
    """The province of each centre."""
    center_of: Ints
    """Of each province, NONE for none."""
    cost: Ints
    """Of each kind of unit."""
    step_starts: Ints
    """For each node where its list in ``steps`` begins, one more at the end."""
    steps: Ints
    """Locations to go to."""
    help_starts: Ints
    """For each node where its list in ``help_places`` begins, one more at the end."""
    help_places: Ints
    """Provinces to which support can be given."""
    pull_now: Sequence[float]
    """For each centre and node (centre * nodes + node) how strongly it draws a unit when centres
    are counted next: whole numbers, as all measures are, ..."""
    pull_later: Sequence[float]
    """... and when there is a season to go before that."""
    phase_kind: Ints
    """Of each phase of the calendar."""
    counts_next: Ints
    """Whether centres are counted between it and the next movement."""
    ends_year: Ints
    """Whether a phase is an adjustment after which a year begins, with nothing counted."""
    is_plain: int
    """Whether the orders that bots write are legal whatever happens: there is no ice, no gateway,
    railway or high sea."""
    # Where in a packed position what stands.
    first_owner: int
    first_unit: int
    kind_shift: int
    owner_shift: int
    owner_mask: int
    cells_of_dislodged: int
    owner_bits: int
    cell_bits: int


class Sight(NamedTuple):
    """A position as a bot sees it."""

    phase: Cells
    """The place of its phase in the calendar, alone."""
    counts: Cells
    """How many units stand, and how many are dislodged."""
    location: Cells
    kind: Cells
    owner: Cells
    out_location: Cells
    """Of dislodged units; and so on."""
    out_kind: Cells
    out_owner: Cells
    owners: Cells
    """Of each province, NONE for nobody."""
    at: Cells
    """The unit that stands in each province, NONE for none."""
    sizes: Cells
    """How large each power is, and last nobody (see ``size_of``)."""
    felt: Measures
    """For each node what all centres are worth there to a power that owns none, but for a factor
    ..."""
    is_felt: Cells
    """... and whether that has been worked out, alone."""
    near: Cells
    """For each power and province (power * provinces + province) how many of its units stand there
    or could go there."""
    has_terms: Cells
    """Whether any power spares others, or more was agreed (see ``terms``), alone."""
    at_peace: Cells
    """For each power and other (power * powers + other) whether it spares the other, ..."""
    closed: Cells
    """... and for each province (power * provinces + province) whether it has promised not to go
    there."""


class Work(NamedTuple):
    """Room to reckon in."""

    worth_at: Measures
    """What each node is worth to the power whose orders are worked out."""
    weights: Measures
    """What each centre counts for to it."""
    luck: Cells
    """The random state of each of its units."""
    line: Cells
    """Its units in the sequence in which they choose."""
    choice_starts: Cells
    """For each unit where its choices begin, ..."""
    choice_ends: Cells
    """... and where they end."""
    choices: Cells
    """Locations, ..."""
    rank: Cells
    """... and how good each is (see ``dumb.RANKS``); NONE for one that is given up."""
    doing: Cells
    """What each unit on the board was given to do, 0 for nothing yet."""
    goal: Cells
    """The location where each goes or stays."""
    mover: Cells
    """For each province the own unit that goes there, NONE for none."""
    helps: Cells
    """For each province how many own units support what goes or stays there."""
    taken: Cells
    """For each province whether a build or a retreat was ordered to it."""


class Temper(NamedTuple):
    """The temper of a bot that chooses among what is nearly as good."""

    alternative: int
    """How often of a hundred times the next best is preferred to an equal one, ..."""
    gap: int
    """... how many times the share that the next best falls short is taken off that, ..."""
    noise: int
    """... and by how many hundredths at most a worth is thought greater or smaller than it is."""


USUAL: Final = Temper(50, 5, 0)


def room_to_see(
    tables: PlayTables, make: Callable[[int], Any], make_measures: Callable[[int], Any]
) -> tuple[Sight, Work]:
    """Room for positions of a board; ``make(length)`` makes a column, ``make_measures`` one of
    measures."""
    nodes = tables.kinds * tables.locations
    units, places, powers = tables.provinces, tables.provinces, tables.powers
    starts = tables.step_starts
    most = max((end - begin for begin, end in pairwise(starts)), default=0) + 1
    sight = Sight(
        phase=make(1),
        counts=make(2),
        location=make(units),
        kind=make(units),
        owner=make(units),
        out_location=make(units),
        out_kind=make(units),
        out_owner=make(units),
        owners=make(places),
        at=make(places),
        sizes=make(powers + 1),
        felt=make_measures(nodes),
        is_felt=make(1),
        near=make(powers * places),
        has_terms=make(1),
        at_peace=make(powers * powers),
        closed=make(powers * places),
    )
    work = Work(
        worth_at=make_measures(nodes),
        weights=make_measures(tables.centers),
        luck=make(units),
        line=make(units),
        choice_starts=make(units),
        choice_ends=make(units),
        choices=make(units * most),
        rank=make(units * most),
        doing=make(units),
        goal=make(units),
        mover=make(places),
        helps=make(places),
        taken=make(places),
    )
    return sight, work


class ValueNet(NamedTuple):
    """The numbers of a net that estimates the shares powers come to (see ``learned``), and room to
    reckon with it: arrays, in single precision where nothing else is said."""

    inward: Any
    """For each input a row: what it weighs in each hidden number, and then for each power."""
    onward: Any
    """For each hidden number a row: what it weighs for each power."""
    paces: Any
    """The power to which what is held is raised, for each number of years left."""
    part: Any
    """The part of a value that is learned, alone, the rest being made by hand; double precision."""
    winters: Any
    """To which winter positions are played on that have a learned value, alone; an integer."""
    sums: Any
    """The hidden numbers, and what is weighed for each power directly."""
    outputs: Any
    """The logarithm of the share of each power, but for a sum that they have in common; double
    precision."""
    logarithms: Any
    """Of each number of half centres, that of none left out; double precision."""


MOST_LEFT: Final = 9
"""The years left that a net tells apart: more count as so many."""

# Room for the position, the candidates and the tries of a search. Compiled only.

MOST_CHANGED: Final = 160
"""How many sets of orders are tried against each other at most."""
FINALISTS: Final = 4
"""How many of them come into the last part of a race, ..."""
JOINED: Final = 4
"""... and how many made of the changes of several of these."""
MOST_SETS: Final = MOST_CHANGED + JOINED
FORESEEN: Final = 8
"""How often it is drawn what the others may do, to find what of it is worth supporting."""
MET: Final = 512
"""How many positions can be kept in mind in a try, a power of two: more than sets are tried."""


class SearchRoom(NamedTuple):
    """Room for a search."""

    before: Any
    """The position, ..."""
    row: Any
    """... and the one that is played on from it."""
    sets: Any
    """The candidates, a row each: an order for each of the power's choices, in an adjustment phase
    its builds or removals, and NONE behind them."""
    own: Cells
    """The units, or dislodged units, that these are for."""
    score: Measures
    """The sum of what each candidate came to in its tries."""
    sequence: Cells
    """The candidates in the race, the best first."""
    held: Cells
    """What each power holds, in half centres."""
    all_dumb: Cells
    """The ways to play where everybody is played alike, ..."""
    one_dumb: Cells
    """... and where the power alone is played."""
    ways: Cells
    """The orders of its choices that are tried, ..."""
    way_starts: Cells
    """... and where those of each begin, one more at the end."""
    others: Cells
    """What the others order in a try, ..."""
    others_end: Cells
    """... and in an adjustment phase how many orders that is, alone."""
    at: Cells
    """For each province the power's choice that stands there, NONE for none."""
    spent: Cells
    """How many evaluations were made, alone."""
    next_state: Cells
    """The random state of the next try, alone."""
    evaluations: Cells
    """How many evaluations were made in all games, alone."""
    found: Any
    """For each power that searches the orders that it found, ..."""
    of: Any
    """... the units that these are for, ..."""
    lengths: Cells
    """... and how many there are."""
    way_of: Cells
    """The way that makes each candidate another than the first, ..."""
    gains: Measures
    """... what each way gained in its tries, those of the last round in full, ..."""
    tries: Measures
    """... and how many these were, counted likewise."""
    end: Cells
    """The year, as it is packed, before which playing on ends, whether the game ends then, and how
    many years are left of it then."""
    net: ValueNet
    leaf: Cells
    """Which value a position has, alone (see ``rollout``)."""
    met: Cells
    """The digests of the positions after the phase that were met in this try, 0 for none, ..."""
    values: Measures
    """... and what each of them came to."""
    rounds: Cells
    """How many rounds of changes there were, alone."""
    agreed: Cells
    """The order that each unit was agreed to be given, NONE for none."""
    foreseen: Any
    """What the units may be ordered, some draws, a row each."""
    sums: Measures
    """What each candidate for two powers came to in its tries, for the one and for the other."""
    partner_values: Measures
    """``values`` for the other."""
    partner: Cells
    """The power whose units are ordered together with the power's own, alone; NONE for none."""
    goodwill: Measures
    """How much of the shares of those with whom a power is at peace it counts as its own, alone."""
    victory: Cells
    """How many centres win: where others near that counts; 0 if it does not. Alone."""
    chain: Cells
    """For each unit the fleet before it in a chain of convoys, in which it is looked for."""
