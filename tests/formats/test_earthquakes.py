"""Earthquakes: what they do to a board, and what can be wrong with a list of them."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from dragoman.board import Junction, Merger, Separation, Shores, Split, shake
from dragoman.formats import load_variant, read_quakes
from dragoman.game import after_quakes, changes

STANDARD = load_variant("standard")
BOARD = STANDARD.board
GROUND = [key for key in BOARD.provinces]
NEAR = sorted(
    {
        tuple(sorted((BOARD.province_of[path.source], BOARD.province_of[path.target])))
        for path in BOARD.paths
        if BOARD.province_of[path.source] != BOARD.province_of[path.target]
    }
)
WITH_COASTS = ("BUL", "SPA", "STP")


def shaken(*lines, shores=Shores.SHARED_WATER):
    """The board after a list without faults."""
    quakes, faults = read_quakes("\n".join(lines), "list", BOARD, shores)
    assert faults == ()
    return shake(BOARD, quakes, shores).board


def faults_of(*lines):
    return [(fault.code, fault.line) for fault in read_quakes("\n".join(lines), "l", BOARD)[1]]


def ways(board):
    return {(path.kind, path.source, path.target) for path in board.paths}


# What a quake does.


def test_a_separation_closes_all_ways_between_two_provinces():
    board = shaken("separate Munich - Burgundy", "separate kie-den", "separate stp - nwy")
    assert ways(BOARD) - ways(board) == {
        ("A", "MUN", "BUR"),
        ("A", "BUR", "MUN"),
        *((kind, *ends) for kind in "AF" for ends in (("KIE", "DEN"), ("DEN", "KIE"))),
        ("A", "STP", "NWY"),
        ("A", "NWY", "STP"),
        ("F", "STP/NC", "NWY"),
        ("F", "NWY", "STP/NC"),
    }
    assert ways(board) < ways(BOARD)


def test_it_may_be_for_one_kind_of_unit_or_one_coast():
    board = shaken("separate kie - den by fleet", "separate spa/nc - por  # Galicia")
    assert "DEN" in board.reach("A", "KIE")
    assert "DEN" not in board.reach("F", "KIE")
    assert {"SPA/SC", "MAO"} == set(board.reach("F", "POR"))


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("join pic - lon", "AF"),  # both on the Channel
        ("join pic - lon by army", "A"),
        ("join mun - vie", "A"),
        ("join mun - rom", "A"),  # no water is shared
        ("join bel - eng", ""),
        ("join vie - adr", "F"),  # Vienna gets a shore
        ("join bal - bla", "F"),
        ("join swi - tyr", "A"),  # nobody could be there before
    ],
)
def test_a_junction_opens_ways_to_all_who_can_be_in_both(line, kinds):
    quakes, faults = read_quakes(line, "list", BOARD)
    assert [fault.code for fault in faults] == ([] if kinds else ["already-joined"])
    found = ways(shake(BOARD, quakes).board) - ways(BOARD)
    assert {kind for kind, _, _ in found} == set(kinds)
    assert len(found) == 2 * len(kinds)


def test_whether_fleets_pass_along_a_shore_can_be_chosen():
    board = shaken("join pic - lon", shores=Shores.NEVER)
    assert "LON" in board.reach("A", "PIC")
    assert "LON" not in board.reach("F", "PIC")
    board = shaken("join pic - lon by army, fleet", shores=Shores.NEVER)
    assert "LON" in board.reach("F", "PIC")


def test_a_shore_that_comes_in_the_same_list_counts():
    lines = ("join vie - adr", "join vie - ven")
    assert shaken(*lines).reach("F", "VIE") == {"ADR": 0, "VEN": 0}
    assert ways(shaken(*lines)) == ways(shaken(*reversed(lines)))


def test_coasts_become_one():
    board = shaken("merge stp")
    assert board.provinces["STP"].coasts == ()
    assert set(board.reach("F", "STP")) == {"BAR", "NWY", "BOT", "FIN", "LVN"}
    assert set(board.reach("A", "STP")) == set(BOARD.reach("A", "STP"))
    assert len(shaken("merge all").locations) == len(BOARD.provinces)


def test_a_province_gets_coasts_in_the_order_of_their_neighbours():
    board = shaken("split gas: sc spa/nc; nc mao, bre", "join lyo - gas/sc")
    assert board.provinces["GAS"].coasts == ("SC", "NC")
    assert [*board.reach("F", "GAS/NC")] == ["MAO", "BRE"]
    assert [*board.reach("F", "GAS/SC")] == ["SPA/NC", "LYO"]
    assert "GAS/SC" in board.reach("F", "SPA/NC")
    assert not board.reach("F", "GAS")
    assert set(board.reach("A", "GAS")) == set(BOARD.reach("A", "GAS"))


def test_a_coast_without_ways_is_gone():
    board = shaken("separate bul/ec - bla", "separate bul/ec - con", "separate bul/ec - rum")
    assert board.provinces["BUL"].coasts == ("SC",)
    assert board.names.find("BuE") == ()
    assert board.names.find("BuS") == ("BUL/SC",)


def test_units_and_names_go_with_the_coasts():
    quakes, _ = read_quakes("merge stp\nsplit kie: ec bal, ber; wc hel, den, hol", "l", BOARD)
    after = after_quakes(STANDARD, quakes)
    at = {str(unit) for unit in after.start.units}
    assert {"F STP", "F KIE/EC"} < at
    assert after.start.faults(after.board) == ()
    assert after.place_name("STP", "de") == "Sankt Petersburg"
    assert "STP/NC" not in after.names["de"].places
    found = changes(BOARD, after.board)
    assert found.coasts_gone == ("STP/NC", "STP/SC")
    assert found.coasts_new == ("KIE/EC", "KIE/WC")


# Its laws.

_SEPARATIONS = st.sets(st.sampled_from(NEAR), max_size=12)
_APART = [
    (one, other)
    for i, one in enumerate(GROUND)
    for other in GROUND[i + 1 :]
    if tuple(sorted((one, other))) not in NEAR and not {one, other} & {*WITH_COASTS}
]
_JUNCTIONS = st.sets(st.sampled_from(_APART), max_size=12)
_MERGERS = st.sets(st.sampled_from(WITH_COASTS))


def _quakes(separated, joined, merged):
    return [
        *(Separation(*pair) for pair in separated),
        *(Junction(*pair) for pair in joined),
        *map(Merger, merged),
    ]


@pytest.mark.slow
@given(_SEPARATIONS, _JUNCTIONS, _MERGERS, st.randoms())
def test_the_order_of_a_list_is_nothing_and_ways_go_both_ways(
    separated, joined, merged, random: Random
):
    quakes = _quakes(separated, joined, merged)
    board, faults = shake(BOARD, quakes)
    random.shuffle(quakes)
    again, same = shake(BOARD, quakes)
    assert [(path.kind, path.source, path.target) for path in again.paths] == [
        (path.kind, path.source, path.target) for path in board.paths
    ]
    assert again.locations == board.locations
    assert dict(same) == dict(faults)
    found = ways(board)
    assert {(kind, target, source) for kind, source, target in found} == found
    assert {(path.kind, path.target) for path in board.paths} <= {
        (kind, place) for kind, places in board.stands.items() for place in places
    }
    for one, other in separated:
        between = {path for path in found if {*map(_province, path[1:])} == {one, other}}
        assert not between


def _province(location):
    return location.partition("/")[0]


@pytest.mark.slow
@given(_SEPARATIONS, _JUNCTIONS)
def test_what_was_changed_can_be_changed_back(separated, joined):
    board, _ = shake(BOARD, _quakes(separated, joined, ()))
    found = changes(BOARD, board)
    back = [Junction(one, other, (kind,)) for kind, one, other in found.ways_gone]
    back += [Separation(one, other, (kind,)) for kind, one, other in found.ways_new]
    if found.coasts_gone:
        return  # a coast that lost all its ways comes back by a split only
    again, faults = shake(board, back)
    assert ways(again) == ways(BOARD)
    assert faults == ()


def test_a_split_is_undone_by_a_merger():
    split = Split("GAS", (("NC", ("MAO", "BRE")), ("SC", ("SPA",))))
    board, faults = shake(BOARD, [split])
    assert faults == ()
    assert ways(shake(board, [Merger("GAS")]).board) == ways(BOARD)


@pytest.mark.slow
@given(_SEPARATIONS, _JUNCTIONS, _MERGERS)
def test_nothing_else_is_changed(separated, joined, merged):
    after = after_quakes(STANDARD, _quakes(separated, joined, merged))
    board = after.board
    assert board.centers == BOARD.centers
    assert board.homes == BOARD.homes
    assert board.powers == BOARD.powers
    assert len(after.start.units) == len(STANDARD.start.units)


# What can be wrong with a list.


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("shake mun", "unknown-quake"),
        ("separate", "no-two-places"),
        ("separate mun", "no-two-places"),
        ("join mun -", "no-two-places"),
        ("join mun - atlantis", "unknown-province"),
        ("join mun - mun", "same-province"),
        ("join stp/nc - stp/sc", "same-province"),
        ("separate mun - lon", "no-border"),
        ("separate mun - bur by fleet", "no-border"),
        ("separate mun - bur by cavalry", "unknown-kind"),
        ("join mun - bur", "already-joined"),
        ("join mun - nth by army", "nobody-passes"),
        ("join stp - nth", "coast-needed"),
        ("join stp - swe by fleet", "coast-needed"),
        ("join gas/nc - eng", "unknown-province"),
        ("separate gas/nc - mao", "unknown-province"),
        ("separate nor - mun", "no-border"),
        ("merge", "unknown-province"),
        ("merge gas", "no-coasts"),
        ("merge stp/nc", "no-province"),
        ("split gas", "no-coasts"),
        ("split gas: nc mao, bre, spa", "no-coasts"),
        ("split gas: nc mao; xc bre", "unknown-coast"),
        ("split gas: nc mao; nc bre", "unknown-coast"),
        ("split gas: nc mao; sc", "no-neighbours"),
        ("split gas: nc mao; sc bre", "left-out"),
        ("split gas: nc mao, bre; sc spa, lyo", "no-border"),
        ("split spa: nc mao; sc lyo", "not-to-split"),
        ("split nth: nc nwg; sc eng", "not-to-split"),
    ],
)
def test_a_fault_has_its_line_and_a_remedy(line, code):
    _, faults = read_quakes(f"# a list\n\n{line}\n", "quakes.txt", BOARD)
    assert [(fault.code, fault.line, fault.source) for fault in faults] == [(code, 3, "quakes.txt")]
    assert faults[0].remedy


def test_quakes_that_contradict_each_other():
    assert faults_of("separate mun-bur", "join mun-bur") == [("contradiction", 2)]
    assert faults_of("join bur-mun by army", "separate mun-bur") == [("contradiction", 1)]
    assert faults_of("separate spa/nc - por", "join spa/sc - bre by fleet") == []
    both = ("split gas: nc mao; sc bre, spa", "split gas: nc mao, bre; sc spa")
    assert [code for code, _ in faults_of(*both)] == ["contradiction"]


def test_a_quake_that_stands_there_twice_counts_once():
    _, faults = read_quakes("join pic-lon\njoin lon - pic\n", "l", BOARD)
    assert [(fault.code, fault.line, fault.is_error) for fault in faults] == [
        ("said-twice", 2, False)
    ]


@pytest.mark.slow
@given(st.text(max_size=60))
def test_no_list_raises(text):
    for word in ("", "separate ", "join ", "merge ", "split ", "split gas: nc "):
        read_quakes(f"{word}{text}", "l", BOARD)


@given(st.binary(max_size=60))
def test_no_bytes_raise(content):
    read_quakes(content, "l", BOARD)
