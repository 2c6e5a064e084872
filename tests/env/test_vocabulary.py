"""Orders as numbers of the lists that networks know."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import pytest

from dragoman.env.order_lists import dipnet_orders, fair_orders
from dragoman.env.vocabulary import DeepmindActions, ListedOrders, indices
from dragoman.errors import DragomanError
from dragoman.formats import load_variant
from dragoman.orders import scan_order, write
from tests.env.conftest import SMALL, env_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

STANDARD = load_variant("standard")
DEEPMIND = DeepmindActions(STANDARD.board)
DIPNET, FAIR = dipnet_orders(STANDARD.board), fair_orders(STANDARD.board)


def order(text: str, phase: str = "M"):
    return scan_order(text, STANDARD.board, phase)  # type: ignore[arg-type]


def test_the_list_of_deepmind_comes_out_of_its_rule() -> None:
    words = DEEPMIND.words
    assert (len(words), words[:5]) == (18584, (3, 8, 12, 13, 0x203))
    text = "\n".join(map(str, words))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "ed6b6ac7e1968c1b"


@pytest.mark.parametrize(
    ("text", "phase", "word"),
    [
        ("A BOH H", "M", 0x0003),
        ("F BUD B", "A", None),
        ("A BUD B", "A", 10 | 7 << 9),
        ("F STP/SC B", "A", 11 | 74 << 9 | 1 << 8),
        ("F STP/NC B", "A", 11 | 74 << 9),
        ("F LYO - SPA/SC", "M", 4 | 22 << 9 | 73 << 17 | 1 << 16),
        ("A PAR - BUR", "M", 4 | 10 << 9 | 1 << 17),
        ("A LON - NWY", "M", 1 | 58 << 9 | 62 << 17),
        ("A LON - YOR VIA", "M", 1 | 58 << 9 | 47 << 17),
        ("F NTH C A LON - NWY", "M", 2 | 28 << 9 | 62 << 17 | 58 << 25),
        ("A MAR S A PAR - BUR", "M", 6 | 60 << 9 | 1 << 17 | 10 << 25),
        ("A MAR S F SPA/SC", "M", 5 | 60 << 9 | 73 << 17),
        ("F ENG D", "R", 8 | 20 << 9),
        ("F ENG R IRI", "R", 9 | 20 << 9 | 25 << 17),
    ],
)
def test_words_of_orders(text: str, phase: str, word: int | None) -> None:
    one = order(text, phase)
    if word is None:
        with pytest.raises(DragomanError, match="none of DeepMind's actions"):
            DEEPMIND.index(one)
        return
    assert DEEPMIND.word(one) == word
    assert DEEPMIND.words[DEEPMIND.index(one)] == word
    assert DEEPMIND.action(one) == (DEEPMIND.index(one) << 48) + word


def test_every_legal_order_of_random_play_is_in_the_list() -> None:
    env = env_of("standard")
    env.reset(seed=8)
    met = set()
    for _ in range(12):
        found = indices(DEEPMIND, env)
        mask = (env.observation.mask == 1) & (env.observation.counts > 0)[..., None]
        assert ((found >= 0) == mask).all()
        for game in range(2):  # different orders of a unit have different numbers
            for row in found[game].reshape(-1, env.sizes.choices):
                own = row[row >= 0]
                numbers, counts = np.unique(own, return_counts=True)
                # A support says no coast: both of a fleet's moves to Spain are one.
                assert {DEEPMIND.words[one] & 255 for one in numbers[counts > 1]} <= {6}
        met |= {DEEPMIND.words[one] & 255 for one in np.unique(found[found >= 0])}
        env.step_random()
    assert {1, 2, 3, 4, 5, 6, 8, 9, 10, 11} <= met


def test_lists_of_ones_own_are_met_in_their_words() -> None:
    env = env_of("standard")
    env.reset(seed=8)
    for _ in range(6):
        env.step_random()
    texts = {
        write(one, "diplomacy", STANDARD.board)
        for power in env.powers
        for own in env.orders(0, power)
        for one in own
    }
    listed = [*sorted(texts), "A BUD B;F TRI B", "A LON - NWY VIA", "F WES S F LYO - SPA"]
    own = ListedOrders(STANDARD.board, listed)
    assert [own.index(order(text)) for text in sorted(texts)] == list(range(len(texts)))
    assert listed[own.index(order("A LON - NWY"))] == "A LON - NWY VIA"
    assert listed[own.index(order("F WES S F LYO - SPA/SC"))] == "F WES S F LYO - SPA"
    builds = [order("F TRI B", "A"), order("A BUD B", "A")]
    assert listed[own.index_of_builds(builds)] == "A BUD B;F TRI B"
    with pytest.raises(DragomanError, match="F TRI B is not in the list"):
        own.index(builds[0])
    with pytest.raises(DragomanError, match="F TRI B is not in the list"):
        own.index_of_builds(builds[:1])


def test_the_list_is_that_of_the_standard_map() -> None:
    with pytest.raises(DragomanError, match="only the standard map"):
        DeepmindActions(load_variant(SMALL).board)


def test_areas_stand_as_deepmind_has_them() -> None:
    env = env_of("standard", 2, layout="deepmind")
    env.reset(seed=0)
    assert env.areas[:3] == ("BOH", "BUR", "GAL") and env.areas[72:75] == (
        "BUL",
        "BUL/EC",
        "BUL/SC",
    )
    board, area = env.observation.board[0], env.areas.index
    assert board.shape == (81, 35)
    russia = env.powers.index("RUSSIA")
    for place in ("STP", "STP/SC"):  # a fleet on a coast stands in its province, too
        assert np.flatnonzero(board[area(place)]).tolist()[:2] == [1, 3 + russia]
    assert np.flatnonzero(board[area("STP/NC")]).tolist()[:2] == [2, 10]
    owned = board[:, 27 + russia].nonzero()[0].tolist()
    assert {env.areas[k] for k in owned} == {"MOS", "SEV", "WAR", "STP", "STP/NC", "STP/SC"}
    assert board[area("BOH"), 24:35].tolist() == [1, 0, 0] + [0] * 8
    assert board[area("NTH"), 24:27].tolist() == [0, 1, 0]
    assert board[area("SPA/NC"), 24:27].tolist() == [0, 0, 1] and board[area("SPA/NC"), 34] == 1


def prefix(entries: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(entries).encode()).hexdigest()[:16]


def test_the_lists_of_dipnet_and_fairdiplomacy_come_out_of_their_rules() -> None:
    """They are what the programs themselves make: DipNet's ``get_order_vocabulary()`` (with
    diplomacy 1.1.2), and fairdiplomacy's of its own file."""
    assert (len(DIPNET), prefix(DIPNET)) == (13042, "1f4765ee2d3147c6")
    assert (len(FAIR), len({*FAIR}), prefix(FAIR)) == (13426, 13136, "2a0f82e118c960a8")
    both = sorted({*DIPNET} & {*FAIR}, key=lambda one: (one.split()[:2], one))
    assert (len(both) + 1, prefix(["WAIVE", *both])) == (13006, "c653452baabdad4c")
    assert DIPNET[4:13:7] == ("<AUSTRIA>", "WAIVE") and DIPNET[12] == "F ADR H"
    with pytest.raises(DragomanError, match="armies and fleets alone"):
        dipnet_orders(load_variant("machiavelli").board)


def test_each_order_is_found_where_the_programs_have_it() -> None:
    dipnet, fair = ListedOrders(STANDARD.board, DIPNET), ListedOrders(STANDARD.board, FAIR)
    for place, text in enumerate(DIPNET[11:], 11):
        words = text.split()
        last = {"D": "R", "B": "A", "WAIVE": "A"}.get(words[-1], "M")
        assert dipnet.index(order(text, "R" if "R" in words else last)) == place
    for builds in (["F STP/NC B", "A MOS B"], ["A PAR B"]):
        place = fair.index_of_builds([order(one, "A") for one in builds])
        joined = ";".join(sorted(builds))
        assert place == max(at for at, text in enumerate(FAIR) if text == joined)
    with pytest.raises(DragomanError, match="WAIVE is not in the list"):
        fair.index(order("WAIVE", "A"))


def test_every_legal_order_of_random_play_is_in_these_lists() -> None:
    env = env_of("standard", 2)
    env.reset(seed=8)
    dipnet, fair = ListedOrders(STANDARD.board, DIPNET), ListedOrders(STANDARD.board, FAIR)
    in_fair = 0
    for _ in range(12):
        found = indices(dipnet, env)
        assert (
            (found >= 0) == (env.observation.mask * env.observation.counts[..., None] > 0)
        ).all()
        if DIPNET.index("WAIVE") not in found:
            indices(fair, env)
            in_fair += 1
        env.step_random()
    assert in_fair > 6
