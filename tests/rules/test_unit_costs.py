"""Winter where units cost several supply points, and centres give several (DipWork)."""

from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Build, Remove, UnitRef, Waive
from dragoman.rules import Phase, Position, RuleSet, builds_due, builds_left

STANDARD = load_variant("standard")
OLD = STANDARD.board


def board(points=1, **costs):
    provinces = [replace(p, points=points) for p in OLD.provinces.values()]
    kinds = [replace(k, cost=costs.get(k.letter, 1)) for k in OLD.kinds.values()]
    return Board(OLD.name, provinces, kinds, OLD.paths, OLD.powers.values())


def winter(ground, units, centers, orders, rules=None):
    """Who stands after the winter of France, and what became of its orders."""
    start = Position(
        Phase.parse("W1901A"),
        tuple(Unit("FRANCE", *unit.split()) for unit in units),
        dict.fromkeys(centers, "FRANCE"),
    )
    variant = replace(STANDARD, board=ground)
    done = process(variant, start, {"FRANCE": orders}, rules or RuleSet.preset("dipwork"))
    return sorted(str(u) for u in done.position.units), [o.result.value for o in done.outcomes]


def build(text):
    kind, place = text.split()
    return Build(UnitRef(place, kind))


def remove(text):
    kind, place = text.split()
    return Remove(UnitRef(place, kind))


def test_points_are_counted_not_units():
    owned = dict.fromkeys(("PAR", "MAR", "BRE"), "FRANCE")

    def due(ground, *units):
        standing = tuple(Unit("FRANCE", *unit.split()) for unit in units)
        position = Position(Phase.parse("W1901A"), standing, owned)
        return builds_due(ground, position, "FRANCE", RuleSet())

    assert due(board(A=2), "A GAS") == 1
    assert due(board(A=2), "A GAS", "A BUR") == -1
    assert due(board(A=2, F=0), "A GAS", "F MAO") == 1
    assert due(board(points=100, A=50, F=150), "A GAS", "F MAO") == 100


def test_what_is_left_to_build_is_counted_in_units():
    owned = dict.fromkeys(("PAR", "MAR", "BRE", "SPA"), "FRANCE")

    def left(ground, *orders, units=()):
        standing = tuple(Unit("FRANCE", *unit.split()) for unit in units)
        position = Position(Phase.parse("W1901A"), standing, owned)
        return builds_left(ground, position, "FRANCE", orders, RuleSet())

    dear = board(A=2, F=2)
    assert left(dear) == 2
    assert left(dear, build("A PAR")) == 1
    assert left(dear, build("A PAR"), build("A MAR")) == 0
    assert left(dear, build("A PAR"), Waive()) == 0, "one point is left over"
    assert left(board(), build("A PAR")) == 2, "four are due, and there is room for three"
    assert left(board(A=2, F=0), build("A PAR")) == 2
    assert left(dear, units=("A PAR", "A MAR", "F BRE")) == 0


def test_builds_are_kept_as_far_as_points_go():
    centers = ("PAR", "MAR", "BRE")
    units, results = winter(
        board(A=2, F=1), [], centers, [build("A PAR"), build("A MAR"), build("F BRE")]
    )
    assert units == ["A PAR", "F BRE"]
    assert results == ["succeeds", "excess", "succeeds"]
    last = RuleSet.preset("dipwork").replace(excess_builds="last")
    units, _ = winter(
        board(A=2), [], centers, [build("A PAR"), build("A MAR"), build("F BRE")], last
    )
    assert units == ["A MAR", "F BRE"]


def test_removals_gain_what_units_cost():
    standing = ["A GAS", "A BUR", "F MAO"]
    ground = board(A=2)  # 5 points for 3: one army is enough
    units, results = winter(ground, standing, ("PAR", "MAR", "BRE"), [remove("A GAS")])
    assert units == ["A BUR", "F MAO"]
    units, results = winter(
        ground, standing, ("PAR", "MAR", "BRE"), [remove("A GAS"), remove("A BUR")]
    )
    assert (units, results) == (["A BUR", "F MAO"], ["succeeds", "excess"])


def test_disorder_takes_units_until_the_points_are_there():
    units, _ = winter(board(A=2), ["A PAR", "A MUN", "F MAO"], ("PAR", "MAR", "BRE"), [])
    assert units == ["A PAR", "F MAO"]
    units, _ = winter(board(A=2), ["A PAR", "A MUN", "F MAO"], ("PAR",), [])
    assert units == []
