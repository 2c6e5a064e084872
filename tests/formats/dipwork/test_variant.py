"""Variants to and from DipWork's directories, by the library and by the command."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from dipwork_example import EXAMPLE
from hypothesis import given, settings, strategies as st

from dragoman.board import (
    AUTONOMOUS,
    Board,
    ConvoyWays,
    Path as Way,
    Power,
    Province,
    Terrain,
    Unit,
    UnitKind,
    fold,
)
from dragoman.formats import load_variant, read_variant, write_variant
from dragoman.formats.dipwork import (
    read_dipwork,
    read_text_file,
    read_variant_files,
    scan_orders,
    write_dipwork,
)
from dragoman.game import Game, Variant, process
from dragoman.rules import Phase, Position, RuleSet
from tests.variants.samples import for_other_formats

DATA = Path(__file__).parents[2] / "data"


def written(variant, folder):
    files, losses = write_dipwork(variant)
    for name, file in files.items():
        (folder / name).write_bytes(file.content)
    return [loss.what for loss in losses]


SIGNS = re.compile(r"[^\w /]")
"""What no name has in DipWork's files."""
COAST_WORDS = {"bas", "spn"}
"""Abbreviations of provinces that stand there for a coast of another."""


def own_homes(board, power):
    """The homes of a power, without those that are everybody's."""
    return tuple(key for key in board.homes[power] if not board.provinces[key].is_common_home)


def is_a_word(name):
    """True if DipWork has room for a name: with a capital, without signs, and not as short as its
    own names."""
    return name[0].isupper() and len(name) > 3 and not SIGNS.search(name)


def ways(board):
    return {(path.kind, path.source, path.target) for path in board.paths}


@pytest.mark.slow
@pytest.mark.parametrize("name", for_other_formats())
def test_written_and_read_it_is_the_same(name, tmp_path):
    variant = load_variant(name).as_diplomacy()
    losses = written(variant, tmp_path)
    again, faults = read_dipwork(tmp_path)
    assert [fault for fault in faults if fault.is_error] == []
    board, back = variant.board, again.board
    ground = [key for key, province in board.provinces.items() if province.terrain.is_ground]
    assert list(back.provinces) == ground
    for key in ground:
        one, other = board.provinces[key], back.provinces[key]
        assert other.terrain.is_water == one.terrain.is_water
        assert (other.coasts, other.is_center) == (one.coasts, one.is_center)
        if is_a_word(one.name):
            assert other.name == one.name
    names = [(board.provinces[key].name, back.provinces[key].name) for key in ground]
    changed = [f"{one} is called {other}" for one, other in names if one != other]
    told = f"some names of places: {', '.join(changed)}"
    assert [loss for loss in losses if "names of places" in loss] == [told] * bool(changed)
    assert ways(back) == ways(board)
    assert back.kinds == board.kinds
    powers = {key: SIGNS.sub("", key) for key in board.players}
    assert list(back.powers) == [*powers.values()]
    start, back_to = variant.start, again.start
    neutral = start.units_of(AUTONOMOUS)
    assert not neutral or any("units of nobody" in loss for loss in losses)
    assert str(back_to.phase) == str(start.phase).replace("BC", "")
    owned = {str(one) for one in start.units if one not in neutral}
    assert {str(one) for one in back_to.units} == owned
    assert back_to.owners == {key: powers[owner] for key, owner in start.owners.items()}
    assert again.title == variant.title
    if variant.rule_set.build_in == "one-home":
        assert any("build_in=one-home" in loss for loss in losses)
    elif variant.rule_set.build_in == "home":
        assert dict(back.homes) == {powers[key]: own_homes(board, key) for key in powers}
    else:
        assert again.rule_set.build_in == "any"
    # Whatever stood for one place or power is still understood, but for adjectives.
    for spelling, keys in board.names:
        if len(keys) == 1 and keys[0] in back.province_of and spelling not in COAST_WORDS:
            assert back.names.find(spelling) == keys
    adjectives = {fold(power.adjective) for power in board.powers.values()}
    for spelling, keys in board.power_names:
        if len(keys) == 1 and spelling not in adjectives and keys[0] in powers:
            assert back.power_names.find(spelling) == (powers[keys[0]],)


def test_it_plays_the_same(tmp_path):
    """A year on the map that DipWork's files hold ends as it does on ours."""
    orders = {
        "Austria": "A vie-gal, A bud-ser, F tri-alb",
        "England": "F lon-nth, A lvp-yor, F edi-nwg",
        "France": "F bre-mao, A par-bur, A mar S A par-bur",
        "Germany": "A mun-bur, F kie-den, A ber-kie",
        "Russia": "F stp/sc-bot, A war-gal, F sev-rum, A mos-ukr",
    }
    variant = load_variant("standard")
    written(variant, tmp_path)
    again, _ = read_dipwork(tmp_path)
    rules = RuleSet.preset("dipwork")
    games = [Game(variant, rules), Game(again, rules)]
    for game in games:
        for power, text in orders.items():
            assert game.order(power, text) == ()
        game.process()
    assert games[0].position == games[1].position


def test_the_example_variant(standard):
    variant, faults = read_dipwork(EXAMPLE / "VARIANTS" / "STANDARD")
    assert faults == ()  # all of it is held
    assert variant.rule_set.own_support == "driven-anyway"
    assert variant.coordinates["BUD"] == (860, 810)
    assert variant.coordinates["SPA/NC"] == (380, 939)
    assert variant.board.build_grounds == {}
    assert variant.board.convoy_ways == ConvoyWays()
    ours = load_variant("standard").board
    board = variant.board
    to_ours = {}
    for location in board.locations:
        field = standard.atlas.field_of[location]
        found = ours.names.find(field) or ours.names.find(board.provinces[location].name)
        assert len(found) == 1, (location, found)
        to_ours[location] = found[0]
    assert {(k, to_ours[a], to_ours[b]) for k, a, b in ways(board)} == ways(ours)
    assert {to_ours[key] for key in board.centers} == set(ours.centers)
    start = {Unit(u.power, u.kind, to_ours[u.location]) for u in variant.start.units}
    assert start == set(load_variant("standard").start.units)
    assert variant.victory_centers == 18


def test_borders_keep_their_order_around_a_field(tmp_path):
    """It goes clockwise, and retreats are proposed by it."""
    variant, _ = read_dipwork(EXAMPLE / "VARIANTS" / "STANDARD")
    written(variant, tmp_path)
    again, _ = read_dipwork(tmp_path)

    def around(board):
        ways = {}
        for path in board.paths:
            ends = ways.setdefault(path.source, {})
            ends[board.province_of[path.target]] = None
        return {start: [*ends] for start, ends in ways.items()}

    assert around(again.board) == around(variant.board)


def three_kinds():
    """A board with a third kind of unit, strong and costly, that may convoy on land."""
    kinds = [
        UnitKind("A", "army", convoyable=True),
        UnitKind("F", "fleet", can_convoy=True),
        UnitKind("Ok", "okeanid", strength=2),
    ]
    provinces = [
        Province("ONE", "One", Terrain.LAND, ("one",), ("NC", "SC"), True, "REDS"),
        Province("TWO", "Two", Terrain.LAND, ("two",), (), True, "BLUES"),
        Province("BAY", "Bay", Terrain.WATER),
        Province("SEA", "Sea", Terrain.WATER),
    ]
    pairs = [
        ("A", "ONE", "TWO"),
        ("F", "ONE/NC", "SEA"),
        ("F", "ONE/SC", "BAY"),
        ("F", "TWO", "BAY"),
        ("F", "TWO", "SEA"),
        ("F", "BAY", "SEA"),
        ("Ok", "ONE", "BAY"),
        ("Ok", "BAY", "TWO"),
    ]
    paths = [Way(k, a, b) for k, x, y in pairs for a, b in ((x, y), (y, x))]
    powers = [Power("REDS", "R", "Reds"), Power("BLUES", "B", "Blues")]
    board = Board("small", provinces, kinds, paths, powers)
    units = (Unit("REDS", "Ok", "ONE"), Unit("BLUES", "A", "TWO"), Unit("BLUES", "F", "SEA"))
    start = Position(Phase(1901, "S", "M"), units, {"ONE": "REDS", "TWO": "BLUES"})
    return Variant("small", "Small", board, start, RuleSet.preset("dipwork"), 2, board.centers)


def test_more_kinds_of_unit_and_their_strengths(tmp_path):
    variant = three_kinds()
    losses = written(variant, tmp_path)
    assert not any("okeanid" in loss for loss in losses)
    fields = (tmp_path / "FIELDS.TXT").read_text("cp437")
    assert "- Two One ja nein nein nein" in fields
    assert "- BAY One - OnS ja ja" in fields
    again, faults = read_dipwork(tmp_path)
    assert [fault for fault in faults if fault.is_error] == []
    assert again.board.kinds == variant.board.kinds
    assert ways(again.board) == ways(variant.board)
    assert again.start == variant.start
    resolution = process(
        again,
        again.start,
        {"REDS": _orders("Ok one - bay", again), "BLUES": _orders("F sea - bay", again)},
    )
    assert resolution.outcome("SEA").result.value == "bounce"


def _orders(text, variant):
    from dragoman.orders import scan

    return tuple(one.order for one in scan(text, variant.board).orders)


FIELDS = """\
# One 1 1 - LA 100 Re
# Two 1 1 - LA 100 All
# IRE 1 1 - O 0 -
# Ire 1 1 - LC 50 -
# Oce 1 1 - LO 0 -
- One Two ja -
- Two One ja -
- One Ire ja -
- Ire One ja -
- IRE Oce - ja
- Oce IRE - ja
END
"""
VARIANT = """\
VARNAME Hundredths
NATIONLIST
Re Reds
Bl Blues

UNITLIST
A Army # Costs=100 St=50 convoyable AllowedIn=X
F Fleet # Costs=50 St=100 canConvoy AllowedIn=F

ORDERLIST
x
-
S
C

PARTIAL_CUT_POSSIBLE 2
SELF_CUT_OK ja
CONVOY_CUTS ja
CONVOY_RELEVANT_UNITNR 2
END
"""
GAME = """\
VARIANTPATH x
EXACT_MATCH ja
YEAR Herbst 1910
NATION Re
UNITS
A One
%
CENTERS
One
%
NATION Bl
UNITS
%
CENTERS
%
END
"""


def test_what_a_variant_says_of_supply_and_builds(tmp_path):
    for name, text in (("VARIANT.TXT", VARIANT), ("FIELDS.TXT", FIELDS), ("GAME.TXT", GAME)):
        (tmp_path / name).write_text(text)
    variant, faults = read_dipwork(tmp_path)
    assert [fault for fault in faults if fault.is_error] == []
    told = [fault.what for fault in faults if fault.code == "not-held"]
    assert told == ["that no convoy begins or ends in Oce, where units may convoy"]
    board = variant.board
    assert board.build_grounds == {"ONE": (), "TWO": (), "IRE2": ()}
    assert board.common_homes == ("TWO",)
    assert board.homes == {"REDS": ("ONE",), "BLUES": ()}
    assert {key: board.provinces[key].points for key in board.centers} == {
        "ONE": 100,
        "TWO": 100,
        "IRE2": 50,
    }
    assert {kind.letter: kind.cost for kind in board.kinds.values()} == {"A": 100, "F": 50}
    assert variant.coordinates == dict.fromkeys(board.provinces, (1, 1))
    assert variant.rule_set.partial_cut == "whole-by-any-strength"
    assert [kind.strength for kind in variant.board.kinds.values()] == [1, 2]
    assert variant.rule_set.self_cut == "yes"
    assert variant.rule_set.convoy_paradox == "szykman"
    assert variant.rule_set.duality == "yes"
    assert variant.board.provinces["OCE"].convoyable_land
    # Two fields that only capitals tell apart.
    assert {"IRE", "IRE2"} <= set(variant.board.provinces)
    assert variant.start.phase == Phase.parse("F1910M")


def test_exact_match_tells_capitals_apart(tmp_path):
    from dragoman.formats.dipwork import read_game_directory

    texts = {"VARIANT.TXT": VARIANT, "FIELDS.TXT": FIELDS, "GAME.TXT": GAME}
    texts["ORDERS.TXT"] = "NATION Re\nA One-Ire\nEND\n"
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    game, _ = read_game_directory(tmp_path, None, tmp_path)
    orders, faults = scan_orders(
        game.orders, game.variant_directory.files, game.variant.board, game.parameters
    )
    assert faults == ()
    assert orders.orders["REDS"][0].target == "IRE2"


def test_a_game_s_own_switches_come_first(game):
    found = game("TWO01S")
    assert found.variant.rule_set.self_cut == "no"
    files, _ = read_variant_files(
        read_text_file(VARIANT.encode(), "VARIANT.TXT"), read_text_file(FIELDS.encode())
    )
    assert files.parameters.flag("SELF_CUT_OK")


def read_small(tmp_path, **changes):
    for name, text in (("VARIANT.TXT", VARIANT), ("FIELDS.TXT", FIELDS), ("GAME.TXT", GAME)):
        changed = text
        for old, new in changes.items():
            changed = changed.replace(old.replace("_", " "), new)
        (tmp_path / name).write_text(changed)
    return read_dipwork(tmp_path)


def test_a_nation_that_is_called_as_a_unit_is(tmp_path):
    _, faults = read_small(tmp_path, Bl_Blues="S Blues Army")
    assert [fault.what for fault in faults if fault.code == "name-clash"] == [
        "S stands for Blues and for the order S",
        "Army stands for Blues and for the unit A",
    ]


def test_without_an_imaginary_unit_convoys_go_as_fleets_do(tmp_path):
    variant, faults = read_small(tmp_path, UNITNR_2="UNITNR 3")
    assert [(f.code, f.line) for f in faults if f.code == "no-convoy-unit"] == [
        ("no-convoy-unit", 6)
    ]
    assert variant.board.convoy_ways == ConvoyWays()


def test_a_picture_list_that_is_not_there(tmp_path):
    _, faults = read_small(tmp_path, PARTIAL="FNPICLIST pictures.txt\nPARTIAL")
    assert [(f.code, f.source, f.is_error) for f in faults if f.code == "missing-file"] == [
        ("missing-file", "VARIANT.TXT", False)
    ]


# Supply, builds, convoys and coordinates, there and back.


CENTERS = ("ONE", "TWO", "ILE")
SEAS = ("BAY", "SEA")


def plain():
    """Three centres, one of them an island, and two waters; One has two coasts."""
    kinds = [
        UnitKind("A", "army", convoyable=True),
        UnitKind("F", "fleet", can_convoy=True),
    ]
    provinces = [
        Province("ONE", "One", Terrain.LAND, ("one",), ("NC", "SC"), True, "REDS"),
        Province("TWO", "Two", Terrain.LAND, ("two",), (), True, "BLUES"),
        Province("ILE", "Ile", Terrain.LAND, ("ile",), (), True),
        Province("INN", "Inn", Terrain.LAND, ("inn",)),
        *(Province(key, f"{key.title()} Water", Terrain.WATER, (key.lower(),)) for key in SEAS),
    ]
    pairs = [
        *(("A", "ONE", "TWO"), ("A", "TWO", "INN"), ("A", "ONE", "INN")),
        *(("F", "ONE/NC", "SEA"), ("F", "ONE/SC", "BAY"), ("F", "BAY", "SEA")),
        *(("F", "TWO", "BAY"), ("F", "TWO", "SEA"), ("F", "ILE", "SEA")),
    ]
    paths = [Way(k, a, b) for k, x, y in pairs for a, b in ((x, y), (y, x))]
    powers = [Power("REDS", "R", "Reds"), Power("BLUES", "B", "Blues")]
    board = Board("plain", provinces, kinds, paths, powers)
    start = Position(Phase(1901, "S", "M"), (Unit("REDS", "A", "ONE"),), {"ONE": "REDS"})
    rules = RuleSet.preset("dipwork")
    return Variant("plain", "Plain", board, start, rules, 2, board.centers)


PLAIN = plain()
STEPS = [(a, b) for a in (*CENTERS, "INN", *SEAS) for b in SEAS if a != b]
STEPS += [(b, a) for a, b in STEPS if (b, a) not in STEPS]


@st.composite
def supplied(draw):
    """The plain variant with whatever can be said of supply, builds, convoys and coordinates."""
    board = PLAIN.board
    common = draw(st.sets(st.sampled_from(CENTERS), max_size=2))
    points = draw(st.dictionaries(st.sampled_from(CENTERS), st.integers(1, 300)))
    provinces = [
        replace(
            province,
            home=None if key in common else province.home,
            is_common_home=key in common,
            points=points.get(key, 1),
        )
        for key, province in board.provinces.items()
    ]
    costs = draw(st.tuples(st.integers(0, 300), st.integers(0, 300)))
    kinds = [replace(k, cost=c) for k, c in zip(board.kinds.values(), costs, strict=True)]
    at = [place for place in board.locations if board.province_of[place] in CENTERS]
    letters = st.lists(st.sampled_from("AF"), unique=True).map(tuple)
    grounds = draw(st.dictionaries(st.sampled_from(at), letters))
    steps = draw(st.sets(st.sampled_from(STEPS)))
    usual = board.convoy_steps
    also, never = sorted(steps - usual), sorted(usual - steps)
    supplied_board = Board(
        board.name,
        provinces,
        kinds,
        board.paths,
        board.powers.values(),
        build_grounds=grounds,
        convoy_ways=ConvoyWays(tuple(also), tuple(never)),
    )
    drawn = draw(
        st.dictionaries(
            st.sampled_from(board.locations), st.tuples(st.integers(1, 999), st.integers(-9, 999))
        )
    )
    return replace(PLAIN, board=supplied_board, coordinates=drawn)


def said(variant):
    """What was said of supply, builds, convoys and coordinates, whatever the words."""
    board = variant.board
    return {
        "common": board.common_homes,
        "homes": board.homes,
        "points": [board.provinces[key].points for key in board.centers],
        "costs": [kind.cost for kind in board.kinds.values()],
        "builds": {
            kind: {at for at in places if board.province_of[at] in board.centers}
            for kind, places in board.buildable.items()
        },
        "steps": {step for step in board.convoy_steps if {*step} & {*SEAS}},
        "drawn": dict(variant.coordinates),
        "start": variant.start,
    }


@pytest.mark.slow
@settings(max_examples=50)
@given(supplied())
def test_supply_builds_and_convoys_go_there_and_back(variant):
    with TemporaryDirectory() as name:
        folder = Path(name)
        losses = written(variant, folder)
        theirs, faults = read_dipwork(folder)
        assert [fault for fault in faults if fault.is_error or fault.code == "not-held"] == []
        assert all("coordinates" in what or "those of" in what for what in losses)
        ours, _ = write_variant(theirs)
        (folder / "ours").mkdir()
        for file, text in ours.items():
            (folder / "ours" / file).write_text(text, "utf-8")
        again, faults = read_variant(folder / "ours")
        assert [fault for fault in faults if fault.is_error] == []
        assert said(theirs) == said(variant)
        assert said(again) == said(variant)


def test_a_coast_has_the_letters_of_its_whole_field_too(tmp_path):
    """The manual gives letters to provinces, and builds units in fields."""
    small = DATA.parent / "cases" / "dipwork" / "small"
    for file in small.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    fields = (small / "FIELDS.TXT").read_bytes()
    for middle, coasts, built in (
        (b"LCA", b"CF", {"A": {"MID"}, "F": {"MID/NC", "MID/SC"}}),
        (b"LCAF", b"C", {"A": {"MID"}, "F": {"MID/NC", "MID/SC"}}),
        (b"LC", b"CF", {"A": set(), "F": {"MID/NC", "MID/SC"}}),
        (b"LCA", b"C", {"A": {"MID"}, "F": set()}),
    ):
        changed = fields.replace(b"- LCA 1 -", b"- %s 1 -" % middle).replace(
            b"Mid CF", b"Mid " + coasts
        )
        (tmp_path / "FIELDS.TXT").write_bytes(changed)
        variant, faults = read_dipwork(tmp_path)
        assert [fault for fault in faults if fault.is_error] == []
        found = variant.board.buildable
        assert {k: {at for at in found[k] if at.startswith("MID")} for k in found} == built


def test_convoys_go_by_the_column_of_the_imaginary_unit(tmp_path):
    small = DATA.parent / "cases" / "dipwork" / "small"
    for file in small.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    fields = (small / "FIELDS.TXT").read_bytes()

    def ways(*changes):
        changed = fields
        for old, new in changes:
            assert old in changed
            changed = changed.replace(old, new)
        (tmp_path / "FIELDS.TXT").write_bytes(changed)
        return read_dipwork(tmp_path)[0].board.convoy_ways

    assert ways() == ConvoyWays()
    # One way is closed; what leads back stays.
    assert ways((b"- Alf NOS nein ja ja", b"- Alf NOS nein ja nein")) == ConvoyWays(
        never=(("ALF", "NOS"),)
    )
    # A convoy neither begins nor ends where there is no coast.
    assert ways((b"- LCAF 1 Re", b"- LAF 1 Re")) == ConvoyWays(
        never=(("ALF", "NOS"), ("ALF", "SOS"), ("NOS", "ALF"), ("SOS", "ALF"))
    )
    # A step that no fleet takes.
    assert ways((b"- NOS Zed - ja ja", b"- NOS Zed - ja ja\n- NOS SOS - nein ja")) == ConvoyWays(
        also=(("NOS", "SOS"),)
    )
    # No convoy at all: the column is there, and says no.
    shut = [(b" ja\n", b" nein\n"), (b" ja\r\n", b" nein\r\n")]
    changes = [change for change in shut if change[0] in fields]
    assert len(ways(*changes).never) == 12


# The command.


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "dragoman", "variant", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_command_converts_both_ways(tmp_path):
    done = run(tmp_path, "convert", "crowded", "old/crowded/VARIANT.TXT")
    assert done.returncode == 0
    assert sorted(path.name for path in (tmp_path / "old" / "crowded").iterdir()) == [
        "FIELDS.TXT",
        "GAME.TXT",
        "ORDERS.TXT",
        "VARIANT.TXT",
    ]
    assert "warning: the adjectives of powers" in done.stderr
    content = (tmp_path / "old" / "crowded" / "VARIANT.TXT").read_bytes()
    assert b"\r\n" in content
    assert "hält".encode("cp437") in content

    fields = (tmp_path / "old" / "crowded" / "FIELDS.TXT").read_text("cp437").splitlines()
    assert "# Ruh 646 782 - LA 1 Lo" in fields  # where a unit stands on the map of 1612 points
    listed = [line.split()[2] for line in fields if line.startswith("- Boh ")]
    assert listed == ["Sil", "Gal", "Vie", "Tyr", "Mun"]  # clockwise

    again = run(tmp_path, "convert", "crowded", "old/crowded/VARIANT.TXT")
    assert again.returncode == 2
    assert "is there already" in again.stderr

    back = run(tmp_path, "convert", "old/crowded", "mine")
    assert back.returncode == 0, back.stderr
    checked = run(tmp_path, "check", "mine")
    assert checked.returncode == 0
    assert "76 provinces, 35 centres, 11 powers" in checked.stdout
    by_file = run(tmp_path, "check", "old/crowded/variant.txt")
    assert by_file.returncode == 2  # there is no such file: here capitals count
    by_file = run(tmp_path, "describe", "old/crowded/VARIANT.TXT")
    assert by_file.returncode == 0


def test_a_variant_that_was_not_converted_is_told_of():
    from dragoman.formats import read_variant

    variant, faults = read_variant(EXAMPLE / "VARIANTS" / "STANDARD")
    assert variant is None
    assert [fault.code for fault in faults] == ["dipwork-variant"]
    assert "dragoman variant convert" in faults[0].remedy


@pytest.mark.slow
def test_the_command_finds_faults_and_writes_nothing(tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    for name, text in (("VARIANT.TXT", VARIANT), ("FIELDS.TXT", FIELDS), ("GAME.TXT", GAME)):
        (folder / name).write_text(text.replace("# Two 1 1", "# Two 1"))
    done = run(tmp_path, "convert", "broken", "new")
    assert done.returncode == 2
    assert "FIELDS.TXT:2:1: error:" in done.stderr
    assert "nothing was written" in done.stderr
    assert not (tmp_path / "new").exists()
    checked = run(tmp_path, "check", "broken")
    assert checked.returncode == 2
    assert "Traceback" not in checked.stderr
