"""Which neighbours can be drawn without crossings, and how much is tried to find out."""

from itertools import combinations, product

import networkx
import pytest
from hypothesis import given, strategies as st

from dragoman.drawing.layout import embedding
from dragoman.drawing.layout.embedding import embed
from dragoman.drawing.layout.planarity import is_planar

COMPLETE = {n: list(combinations(range(n), 2)) for n in (3, 4, 5, 6)}
HOUSES_AND_WELLS = list(product(range(3), range(3, 6)))


@pytest.mark.parametrize(
    ("count", "edges", "planar"),
    [
        (1, [], True),
        (4, COMPLETE[4], True),
        (5, COMPLETE[5], False),
        (5, COMPLETE[5][1:], True),
        (6, COMPLETE[6], False),
        (6, HOUSES_AND_WELLS, False),
        (6, HOUSES_AND_WELLS[1:], True),
        (12, [*HOUSES_AND_WELLS[1:], *((a + 6, b + 6) for a, b in HOUSES_AND_WELLS)], False),
    ],
)
def test_small_graphs(count: int, edges: list[tuple[int, int]], planar: bool) -> None:
    assert is_planar(count, edges) is planar


@given(st.data())
def test_it_is_what_another_program_says(data: st.DataObject) -> None:
    count = data.draw(st.integers(3, 12))
    pairs = data.draw(st.permutations(list(combinations(range(count), 2))))
    edges: list[tuple[int, int]] = []
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    extra = data.draw(st.integers(0, 2))  # so many edges too many, of a graph as full as it can be
    for pair in pairs[: data.draw(st.integers(0, len(pairs)))]:
        graph.add_edge(*pair)
        if not networkx.check_planarity(graph)[0]:
            extra -= 1
            if extra < 0:
                graph.remove_edge(*pair)
                continue
        edges.append(pair)
    assert is_planar(count, edges) == networkx.check_planarity(graph)[0]


def two_sheets(side: int) -> tuple[int, list[tuple[int, int]]]:
    """Two sheets of squares, one above the other, as in the variant Layered: in the plane hardly
    any province of one can touch its like in the other."""
    here = [(x, y) for y in range(side) for x in range(side)]
    number = {at: i for i, at in enumerate(here)}
    edges: list[tuple[int, int]] = []
    for x, y in here:
        for near in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if near in number:
                edges += [(number[x, y] + up, number[near] + up) for up in (0, side * side)]
        edges.append((number[x, y], number[x, y] + side * side))
    return 2 * side * side, edges


def test_a_map_with_much_that_crosses_is_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tests = 0

    def counted(count: int, edges: list[tuple[int, int]]) -> bool:
        nonlocal tests
        tests += 1
        return is_planar(count, edges)

    monkeypatch.setattr(embedding, "is_planar", counted)
    count, edges = two_sheets(9)
    figure = embed(count, edges, frozenset())
    assert len(figure.bridges) == 49  # only at their rims do the sheets touch
    assert all(other - one == 81 for one, other in figure.bridges)
    assert tests < 700
