"""Positions of Machiavelli with affairs of every kind, drawn by Hypothesis."""

from functools import lru_cache

from hypothesis import strategies as st

from dragoman.formats import load_variant
from dragoman.game import Variant
from dragoman.rules import Affairs, Loan, Position

EDITIONS = ("machiavelli", "machiavelli2")


@lru_cache
def variant_of(edition: str) -> Variant:
    return load_variant(edition)


@st.composite
def affairs(draw: st.DrawFn, edition: str) -> Affairs:
    """Affairs that can be: each part of them may be empty or full."""
    variant = variant_of(edition)
    scenario = variant.scenario
    assert scenario is not None
    players = st.sampled_from(scenario.players)
    areas = [key for key, one in variant.board.provinces.items() if one.city_of is None]
    places = [*areas, *(city.place for city in scenario.cities.values())]
    loans = st.builds(Loan, st.integers(0, 25), st.integers(0, 13), st.integers(1, 6))

    def some(names: list[str]) -> st.SearchStrategy[frozenset[str]]:
        return st.frozensets(st.sampled_from(names), max_size=5)

    def listed() -> st.SearchStrategy[dict[str, tuple[str, ...]]]:
        return st.dictionaries(players, st.lists(players, min_size=1, max_size=4).map(tuple))

    return Affairs(
        treasuries=draw(st.dictionaries(players, st.integers(0, 10**6))),
        homes=draw(st.dictionaries(st.sampled_from([*scenario.countries]), players)),
        loans=draw(st.dictionaries(players, st.lists(loans, min_size=1, max_size=3).map(tuple))),
        chits=draw(listed()),
        sieges=draw(some(areas)),
        rebellions=draw(some(places)),
        famine=draw(some(areas)),
        defaulters=draw(some([*scenario.players])),
        eliminated=draw(some([*scenario.players])),
        allies=draw(listed()),
        victory_cities=draw(st.integers(0, 99)),
        seed=draw(st.integers(0, 2**64)),
    )


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, Position]:
    """An edition, and its beginning with other affairs."""
    edition = draw(st.sampled_from(EDITIONS))
    start = variant_of(edition).start
    there = Position(start.phase, start.units, start.owners, affairs=draw(affairs(edition)))
    return edition, there
