"""What the standard board never asks of the rules: other strengths, half-strength paths,
cities beside their provinces, three kinds of unit, and a board of two hundred provinces."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from random_turns import MOVEMENT, random_orders, random_position
from work import lines_run

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain, Unit, UnitKind
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef
from dragoman.rules import (
    Outcome,
    Phase,
    PhaseResult,
    Position,
    Result,
    RuleSet,
    legal_orders,
    resolve,
)

POWERS = (Power("RED", "R", "Red"), Power("BLUE", "B", "Blue"), Power("GREEN", "G", "Green"))
GUARD = UnitKind("G", "guard", strength=2, convoyable=True)
HORSE = UnitKind("H", "horse", strength=3)
GARRISON = UnitKind("G", "garrison")
WING = UnitKind("W", "wing")

seeds = st.integers(0, 2**40)


def both_ways(kind: UnitKind, edges: str, halves_lost: int = 0) -> Iterator[Path]:
    """Paths there and back for ``AAA-BBB CCC-DDD``."""
    for edge in edges.split():
        one, other = edge.split("-")
        yield Path(kind.letter, one, other, halves_lost)
        yield Path(kind.letter, other, one, halves_lost)


def lands(keys: str) -> list[Province]:
    return [Province(key, key.title(), Terrain.LAND) for key in keys.split()]


def seas(keys: str) -> list[Province]:
    return [Province(key, key.title(), Terrain.WATER) for key in keys.split()]


def play(board: Board, text: str) -> list[Outcome]:
    """The outcomes of orders like ``RED: G AAA-BBB; A CCC S AAA-BBB``, in the order written."""
    orders: dict[str, list[Order]] = {}
    units: list[Unit] = []
    for line in text.splitlines():
        power, _, written = line.partition(": ")
        for order in written.split("; "):
            kind, rest = order.split(" ", 1)
            read = _order(kind, rest)
            units.append(Unit(power, kind, read.unit.location))
            orders.setdefault(power, []).append(read)
    position = Position(MOVEMENT, tuple(units))
    assert position.faults(board) == ()
    outcomes = {o.unit: o for o in resolve(board, position, orders, RuleSet()).outcomes}
    return [outcomes[unit] for unit in units]


def told(board: Board, text: str) -> list[str]:
    """The results of the orders; those of units that were driven out are marked with a star."""
    return [o.result.value + ("*" if o.dislodged_by else "") for o in play(board, text)]


def _order(kind: str, text: str) -> Hold | Move | Support | Convoy:
    words = text.split()
    if len(words) == 1 and "-" in text:
        here, to = text.split("-")
        return Move(UnitRef(here, kind), to)
    named = UnitRef(words[0], kind)
    if words[1] == "H":
        return Hold(named)
    helped, _, to = words[2].partition("-")
    if words[1] == "C":
        return Convoy(named, UnitRef(helped), to)
    return Support(named, UnitRef(helped), to or None)


# Units of strength above one.

STRONG = Board(
    "strong",
    [*lands("AAA BBB CCC DDD EEE"), *seas("SEA")],
    [ARMY, GUARD, HORSE, FLEET],
    [
        path
        for kind in (ARMY, GUARD, HORSE)
        for path in both_ways(
            kind, "AAA-BBB AAA-CCC AAA-DDD BBB-CCC BBB-DDD CCC-DDD CCC-EEE DDD-EEE"
        )
    ]
    + list(both_ways(FLEET, "SEA-AAA SEA-EEE SEA-BBB")),
    POWERS,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RED: G AAA-BBB\nBLUE: A BBB H", "succeeds dislodged*"),
        ("RED: A AAA-BBB; A CCC S AAA-BBB\nBLUE: G BBB H", "bounce succeeds succeeds"),
        ("RED: A AAA-BBB; G CCC S AAA-BBB\nBLUE: G BBB H", "succeeds succeeds dislodged*"),
        ("RED: A AAA-BBB; A CCC S AAA-BBB\nBLUE: G DDD-BBB", "bounce succeeds bounce"),
        ("RED: A AAA-BBB\nBLUE: G DDD-BBB", "bounce succeeds"),
        ("RED: A AAA-BBB\nBLUE: G BBB-AAA", "bounce* succeeds"),
        ("RED: G AAA-BBB\nBLUE: A BBB H; A CCC S BBB", "bounce succeeds succeeds"),
        ("RED: H AAA-BBB\nBLUE: A BBB H; A CCC S BBB", "succeeds dislodged* succeeds"),
        (
            "RED: G AAA-BBB\nBLUE: A BBB H; A CCC S BBB\nGREEN: A EEE-CCC",
            "succeeds dislodged* cut bounce",
        ),
        ("RED: H AAA-BBB; A BBB H", "bounce succeeds"),
        ("RED: A BBB-AAA; A AAA-CCC; G CCC-BBB", "succeeds succeeds succeeds"),
    ],
)
def test_strengths_are_added_up(text: str, expected: str) -> None:
    assert told(STRONG, text) == expected.split()


def test_a_supporter_lends_what_it_is_worth() -> None:
    """In half points: one and three against two and two."""
    outcome, *_ = play(STRONG, "RED: A AAA-BBB; H CCC S AAA-BBB\nBLUE: G BBB H; G DDD S BBB")
    assert outcome.result is Result.BOUNCES and outcome.force is not None
    assert (outcome.force.halves, [met.halves for met in outcome.met]) == (8, [8])
    assert [s.halves for s in outcome.force.supporters] == [6]


def test_a_guard_goes_by_sea_with_all_its_strength() -> None:
    """Horses cannot be convoyed: they are not of a kind that can."""
    assert told(STRONG, "RED: G AAA-EEE; F SEA C AAA-EEE\nBLUE: A EEE H") == [
        "succeeds",
        "succeeds",
        "dislodged*",
    ]
    assert told(STRONG, "RED: H AAA-EEE; F SEA C AAA-EEE\nBLUE: A EEE H") == [
        "illegal",
        "illegal",
        "succeeds",
    ]


# Paths that cost strength. HX is half a point, MX one point.

HALVED = Board(
    "halved",
    [*lands("AAA BBB CCC DDD EEE HHH MMM"), *seas("SEA")],
    [ARMY, FLEET],
    [
        *both_ways(ARMY, "AAA-BBB AAA-CCC AAA-DDD BBB-CCC BBB-DDD CCC-DDD DDD-EEE AAA-EEE"),
        *both_ways(ARMY, "HHH-AAA", halves_lost=1),
        *both_ways(ARMY, "MMM-AAA", halves_lost=2),
        *both_ways(FLEET, "SEA-HHH SEA-AAA SEA-MMM"),
    ],
    POWERS,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Alone: into an empty province, but not past anybody.
        ("RED: A HHH-AAA", "succeeds"),
        ("RED: A HHH-AAA\nBLUE: A BBB-AAA", "bounce succeeds"),
        ("RED: A HHH-AAA\nBLUE: A AAA H", "bounce succeeds"),
        # Half a point less than full strength: one support beats a lone unit, not two.
        ("RED: A HHH-AAA; A BBB S HHH-AAA\nBLUE: A AAA H", "succeeds succeeds dislodged*"),
        (
            "RED: A HHH-AAA; A BBB S HHH-AAA\nBLUE: A AAA H; A CCC S AAA",
            "bounce succeeds succeeds succeeds",
        ),
        (
            "RED: A HHH-AAA; A BBB S HHH-AAA; A DDD S HHH-AAA\nBLUE: A AAA H; A CCC S AAA",
            "succeeds succeeds succeeds dislodged* succeeds",
        ),
        ("RED: A HHH-AAA; A BBB S HHH-AAA\nBLUE: A DDD-AAA", "succeeds succeeds bounce"),
        # Head-on.
        ("RED: A HHH-AAA\nBLUE: A AAA-HHH", "bounce bounce"),
        ("RED: A HHH-AAA; A BBB S HHH-AAA\nBLUE: A AAA-HHH", "succeeds succeeds bounce*"),
        # No support across.
        ("RED: A BBB-AAA; A HHH S BBB-AAA\nBLUE: A AAA H", "bounce illegal succeeds"),
        (
            "RED: A AAA H; A HHH S AAA\nBLUE: A BBB-AAA; A CCC S BBB-AAA",
            "dislodged* illegal succeeds succeeds",
        ),
        # No cut by the mere attack, but by driving the supporter out.
        (
            "RED: A HHH-AAA\nBLUE: A AAA S EEE-DDD; A EEE-DDD\nGREEN: A CCC-DDD",
            "bounce succeeds succeeds bounce",
        ),
        (
            "RED: A HHH-AAA; A BBB S HHH-AAA\nBLUE: A AAA S EEE-DDD; A EEE-DDD\nGREEN: A CCC-DDD",
            "succeeds succeeds cut* bounce bounce",
        ),
        # A whole point less: a supported attack is like a lone one.
        ("RED: A MMM-AAA; A BBB S MMM-AAA\nBLUE: A AAA H", "bounce succeeds succeeds"),
        (
            "RED: A MMM-AAA; A BBB S MMM-AAA; A CCC S MMM-AAA\nBLUE: A AAA H",
            "succeeds succeeds succeeds dislodged*",
        ),
        ("RED: A MMM-AAA; A BBB S MMM-AAA\nBLUE: A DDD-AAA", "bounce succeeds bounce"),
        ("RED: A MMM-AAA; A BBB S MMM-AAA\nGREEN: A HHH-AAA", "succeeds succeeds bounce"),
        ("RED: A BBB-AAA; A MMM S BBB-AAA\nBLUE: A AAA H", "bounce illegal succeeds"),
        # Cuts only if itself supported.
        (
            "RED: A MMM-AAA\nBLUE: A AAA S EEE-DDD; A EEE-DDD\nGREEN: A CCC-DDD",
            "bounce succeeds succeeds bounce",
        ),
        (
            "RED: A MMM-AAA; A BBB S MMM-AAA\nBLUE: A AAA S EEE-DDD; A EEE-DDD\nGREEN: A CCC-DDD",
            "bounce succeeds cut bounce bounce",
        ),
        # Where that support is cut in its turn it cuts nothing.
        (
            "RED: A MMM-AAA; A BBB S MMM-AAA\nBLUE: A AAA S EEE-DDD; A EEE-DDD\nGREEN: A CCC-BBB",
            "bounce cut succeeds succeeds bounce",
        ),
        # By sea there is no loss.
        (
            "RED: A HHH-AAA; F SEA C HHH-AAA\nBLUE: A AAA S EEE-DDD; A EEE-DDD\nGREEN: A CCC-DDD",
            "bounce succeeds cut bounce bounce",
        ),
    ],
)
def test_half_strength_paths(text: str, expected: str) -> None:
    assert told(HALVED, text) == expected.split()


def test_nobody_is_listed_to_support_across_a_costly_path() -> None:
    position = Position(MOVEMENT, (Unit("RED", "A", "HHH"), Unit("RED", "A", "AAA")))
    listed = legal_orders(HALVED, position, RuleSet())
    here = listed[Unit("RED", "A", "HHH")]
    assert Move(UnitRef("HHH", "A"), "AAA") in here
    assert not [order for order in here if isinstance(order, Support)]


# A city beside its province: a place of its own, where a garrison stands.

CITY = Board(
    "city",
    [
        *lands("ROM NAP TUS"),
        Province("ROC", "Rome, the city", Terrain.CITY, city_of="ROM"),
    ],
    [ARMY, GARRISON],
    [
        *both_ways(ARMY, "ROM-NAP ROM-TUS NAP-TUS"),
        *both_ways(GARRISON, "ROC-ROM"),
    ],
    POWERS,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The garrison does not stand in the way of an army, nor an army in that of a garrison.
        ("RED: A NAP-ROM\nBLUE: G ROC H", "succeeds succeeds"),
        ("RED: A ROM H\nBLUE: G ROC H", "succeeds succeeds"),
        # It may help whoever stands or comes before the walls, but not against its own side,
        # and no attack out there disturbs it.
        (
            "RED: A NAP-ROM; A TUS S NAP-ROM\nBLUE: A ROM H; G ROC S ROM",
            "bounce succeeds succeeds succeeds",
        ),
        ("RED: A NAP-ROM\nBLUE: A ROM H\nGREEN: G ROC S NAP-ROM", "succeeds dislodged* succeeds"),
        ("RED: A NAP-ROM\nBLUE: A ROM H; G ROC S NAP-ROM", "bounce succeeds succeeds"),
        # Coming out is a move like any other: it can be stood off, and it can be helped.
        ("RED: A NAP-ROM\nBLUE: G ROC-ROM", "bounce bounce"),
        ("RED: A NAP-ROM\nBLUE: G ROC-ROM; A TUS S ROC-ROM", "bounce succeeds succeeds"),
        ("RED: A ROM-NAP\nBLUE: G ROC-ROM", "succeeds succeeds"),
        ("RED: A ROM-NAP; A NAP-TUS\nBLUE: G ROC-ROM; A TUS-ROM", "bounce bounce bounce bounce"),
        # It cuts the support of an army before the walls, unless that is given against it.
        (
            "RED: A ROM S NAP-TUS; A NAP-TUS\nBLUE: G ROC-ROM; A TUS H",
            "cut bounce bounce succeeds",
        ),
        # One going in and one coming out meet head-on; an army cannot go in at all.
        ("RED: G ROM-ROC\nBLUE: G ROC-ROM", "bounce bounce"),
        ("RED: A ROM-ROC\nBLUE: G ROC H", "illegal succeeds"),
    ],
)
def test_a_city_is_a_place_of_its_own(text: str, expected: str) -> None:
    assert told(CITY, text) == expected.split()


# Three kinds of unit, one of which goes over land and water and carries nobody.

WINGED = Board(
    "winged",
    [*lands("AAA BBB CCC"), *seas("SEA SOU")],
    [ARMY, FLEET, WING],
    [
        *both_ways(ARMY, "AAA-BBB"),
        *both_ways(FLEET, "AAA-SEA BBB-SEA CCC-SEA SEA-SOU CCC-SOU AAA-BBB"),
        *both_ways(WING, "AAA-BBB AAA-SEA BBB-SEA CCC-SEA SEA-SOU CCC-SOU BBB-CCC"),
    ],
    POWERS,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RED: W AAA-SEA", "succeeds"),
        ("RED: A AAA-CCC; W SEA C AAA-CCC", "illegal illegal"),
        ("RED: A AAA-CCC; F SEA C AAA-CCC", "succeeds succeeds"),
        ("RED: W AAA-CCC; F SEA C AAA-CCC", "illegal illegal"),
        (
            "RED: A AAA-CCC; F SEA C AAA-CCC\nBLUE: W SOU-SEA; W BBB S SOU-SEA",
            "disrupted dislodged* succeeds succeeds",
        ),
        (
            "RED: A AAA-CCC; F SEA C AAA-CCC\nBLUE: W CCC S SOU-SEA; W SOU-SEA",
            "disrupted dislodged* succeeds succeeds",
        ),
        ("RED: A AAA-BBB\nBLUE: W BBB-CCC\nGREEN: F CCC-SEA", "succeeds succeeds succeeds"),
    ],
)
def test_three_kinds_of_unit(text: str, expected: str) -> None:
    assert told(WINGED, text) == expected.split()


def test_a_kind_that_flies_is_listed_no_convoys() -> None:
    units = (Unit("RED", "W", "SEA"), Unit("RED", "A", "AAA"))
    listed = legal_orders(WINGED, Position(MOVEMENT, units), RuleSet())
    assert not [o for orders in listed.values() for o in orders if isinstance(o, Convoy)]


@pytest.mark.parametrize(("season", "fleet"), [("S", "succeeds"), ("F", "illegal")])
def test_what_flies_crosses_the_ice_in_fall(season: str, fleet: str) -> None:
    """nJudge: no unit but wings enters or leaves arctic water in fall moves."""
    board = Board(
        "polar",
        [*seas("SEA SOU"), Province("ICE", "Ice", Terrain.ICE)],
        [FLEET, UnitKind("W", "wing", flies=True)],
        [*both_ways(FLEET, "SEA-ICE SOU-ICE"), *both_ways(WING, "SEA-ICE SOU-ICE")],
        POWERS,
    )
    units = (Unit("RED", "W", "SEA"), Unit("RED", "F", "SOU"))
    for unit, result in zip(units, ("succeeds", fleet), strict=True):
        order = Move(UnitRef(unit.location, unit.kind), "ICE")
        position = Position(Phase.parse(f"{season}1901M"), (unit,))
        (outcome,) = resolve(board, position, {"RED": [order]}, RuleSet()).outcomes
        assert outcome.result.value == result


# An ocean of islands: two hundred provinces.

GRID = 14


def ocean() -> Board:
    """A grid of seas, a land in the middle of each nine; fleets go every way, armies by sea."""
    keys = {(row, column): f"P{row:02}{column:02}" for row in range(GRID) for column in range(GRID)}
    lands = {at for at in keys if at[0] % 3 == at[1] % 3 == 1}
    provinces = [
        Province(key, key, Terrain.LAND if at in lands else Terrain.WATER, is_center=at in lands)
        for at, key in keys.items()
    ]
    paths = [
        Path("F", keys[row, column], keys[near])
        for row, column in keys
        for near in ((row + dr, column + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1))
        if near in keys and near != (row, column)
    ]
    paths += [Path("A", keys[at], keys[at]) for at in lands]
    return Board("ocean", provinces, [ARMY, FLEET], paths, POWERS)


OCEAN = ocean()
ISLANDS = [key for key, p in OCEAN.provinces.items() if p.terrain is Terrain.LAND]
WATERS = [key for key, p in OCEAN.provinces.items() if p.terrain is Terrain.WATER]
FULL = Position(
    MOVEMENT,
    (*(Unit("RED", "A", at) for at in ISLANDS[:2]), *(Unit("RED", "F", at) for at in WATERS)),
)
"""A fleet in every sea, and armies on two islands."""
CROSSING = [
    Move(UnitRef(ISLANDS[0], "A"), ISLANDS[-1]),
    *(Convoy(UnitRef(at, "F"), UnitRef(ISLANDS[0], "A"), ISLANDS[-1]) for at in WATERS),
]
"""The first army goes to the last island, with the convoy of each fleet."""


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(1, 150), seeds)
def test_laws_hold_on_the_ocean(size: int, seed: int) -> None:
    dice = Random(seed)
    position = random_position(OCEAN, dice, size)
    settled = resolve(OCEAN, position, random_orders(OCEAN, position, dice), RuleSet())
    places = [unit.location for unit in settled.units]
    assert len(set(places)) == len(places)
    assert len(places) + len(settled.dislodged) == size
    assert all(
        o.dislodged_by is None or o.dislodged_by.power != o.unit.power for o in settled.outcomes
    )


def test_a_convoy_across_the_ocean() -> None:
    """One row of fleets from the first island to the last, through a swarm of others."""
    row = [f"P02{at:02}" for at in range(2, 12)] + [f"P{at:02}12" for at in range(3, 13)]
    fleets = sorted({*row, *Random(1).sample(WATERS, 40)})
    army, goal = ISLANDS[0], ISLANDS[-1]
    units = [Unit("RED", "A", army), *(Unit("RED", "F", at) for at in fleets)]
    carried = [Convoy(UnitRef(at, "F"), UnitRef(army, "A"), goal) for at in row]
    orders = {"RED": [Move(UnitRef(army, "A"), goal), *carried]}
    settled = resolve(OCEAN, Position(MOVEMENT, tuple(units)), orders, RuleSet())
    by_place = {o.unit.location: o for o in settled.outcomes}
    assert by_place[army].moved_to == goal


@pytest.mark.slow
@pytest.mark.parametrize("fleet", [0, 1, 85])
def test_the_search_for_convoys_is_short(fleet: int) -> None:
    """A fleet in every sea: more ways across than anybody could count. That those in the corner
    are on none of them, and that another is on one, is found at once."""
    orders = {"RED": [CROSSING[0], CROSSING[1 + fleet]]}
    resolve(OCEAN, FULL, {}, RuleSet())  # the tables of the board are worked out once
    assert lines_run(lambda: resolve(OCEAN, FULL, orders, RuleSet())) < 100_000


@pytest.mark.slow
def test_an_ocean_of_convoying_fleets() -> None:
    """All 171 of them: the seven that no route needs are told from the others."""
    found: list[PhaseResult] = []
    resolve(OCEAN, FULL, {}, RuleSet())
    assert lines_run(lambda: found.append(resolve(OCEAN, FULL, {"RED": CROSSING}, RuleSet()))) < (
        3_000_000  # a third of a second
    )
    (settled,) = found
    by_place = {o.unit.location: o for o in settled.outcomes}
    assert by_place[ISLANDS[0]].moved_to == ISLANDS[-1]
    idle = {o.unit.location for o in settled.outcomes if o.reason == "on-no-route"}
    assert idle == {"P0000", "P0001", "P0012", "P0013", "P0100", "P1200", "P1300"}
