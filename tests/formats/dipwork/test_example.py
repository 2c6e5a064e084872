"""The example project, a year in two phases and one in three, played through."""

from collections import Counter

import pytest
from dipwork_example import EXAMPLE, ROUNDS

from dragoman.board import Unit
from dragoman.drawing import clockwise, map_of
from dragoman.formats import load_variant
from dragoman.formats.dipwork import (
    builds_from_ord,
    carried_on,
    check_pictures,
    in_standard_words,
    moves_to_ord,
    new_game,
    orders_from_ord,
    read_game_file,
    read_pictures,
    read_records,
    read_text_file,
    retreats_from_ord,
    round_of,
    round_to_ord,
    scan_options,
    scan_orders,
    scanned_ord,
    with_new_removals,
    with_old_removals,
    write_records,
)
from dragoman.game import process
from dragoman.orders import Disband, Remove, Retreat, UnitRef
from dragoman.rules import Phase

YEARS = [("TWO01S", "TWO01F"), ("THREE01S", "THREE01F")]


def played(game):
    """Judge a round as its files say: orders from ORDERS.TXT, retreats and builds as the game
    master gave them, which WINTERED.ORD records. Also the records that SCANNED.ORD holds."""
    variant, atlas = game.variant, game.variant_directory.atlas
    orders, _ = scan_orders(
        game.orders, game.variant_directory.files, variant.board, game.parameters
    )
    moves = process(variant, game.start, orders.orders)
    answers, faults = read_records(content(game, "WINTERED.ORD"))
    assert faults == ()
    retreats = adjustments = None
    position = moves.position
    if position.phase.letter == "R":
        retreats = process(variant, position, retreats_from_ord(answers, atlas, variant.board))
        position = retreats.position
    if position.phase.letter == "A":
        adjustments = process(variant, position, builds_from_ord(answers, atlas, variant.board))
        position = adjustments.position
    options = scan_options(game.variant_directory.files, game.parameters)
    scanned = scanned_ord(game.orders, orders, game.start, game.variant_directory, options)
    lines = round_to_ord(moves, retreats, adjustments, atlas, scanned)
    return scanned, moves, lines, position


def content(game, name):
    return (game.folder / name).read_bytes()


@pytest.mark.parametrize("name", [name for name in ROUNDS if name != "TWO01S"])
def test_a_round_comes_out_as_its_files_say_byte_for_byte(game, name):
    """But for TWO01S, where an order could not be read: what the run command makes of it."""
    found = game(name)
    atlas = found.variant_directory.atlas
    scanned, moves, lines, position = played(found)
    fought = carried_on(moves_to_ord(moves, atlas), scanned)
    told = in_standard_words(lines, found)
    assert write_records(scanned) == content(found, "SCANNED.ORD")
    assert write_records(fought) == content(found, "CONFLCED.ORD")
    assert write_records(lines) == content(found, "WINTERED.ORD")
    assert new_game(found, position, told).content == content(found, "NEWGAME.TXT")


@pytest.mark.parametrize(("first", "second"), YEARS)
def test_what_is_accepted_is_the_next_game(game, first, second):
    one, two = game(first), game(second)
    assert content(one, "NEWGAME.TXT") == content(two, "GAME.TXT")
    assert two.start.phase == Phase.parse("F1901M")
    assert [k for k in one.start.owners] == [k for k in two.start.owners]


def test_the_year_in_two_phases(game):
    *_, position = played(game("TWO01F"))
    assert position.phase == Phase.parse("S1902M")
    assert Unit("FRANCE", "A", "PAR") in position.units  # retreated from Burgundy
    assert Unit("ENGLAND", "A", "NOR") in position.units  # came by convoy
    owned = Counter(position.owners.values())
    assert owned["AUSTRIA"] == 5
    assert owned["ENGLAND"] == 4


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_is_taken_up_again_between_its_phases(game, name):
    """CONFLCED.ORD is enough to go on with the retreats."""
    found = game(name)
    lines, _ = read_records(content(found, "CONFLCED.ORD"))
    orders = orders_from_ord(lines, found.variant_directory.atlas, found.variant.board)
    _, moves, _, _ = played(found)
    again = process(found.variant, found.start, orders)
    assert again.position == moves.position


def test_the_pictures(standard):
    path = EXAMPLE / "VARIANTS" / "STANDARD" / "PICLST64.TXT"
    file = read_text_file(path.read_bytes(), path.name)
    pictures, faults = read_pictures(file)
    files = standard.files
    assert (*faults, *check_pictures(pictures, files.units, files.nations, "")) == ()
    assert len(pictures) == 14
    assert str(pictures[0]) == "A Au VARIANTS\\UNITPICS\\au_a_64.tif"


def test_a_unit_that_retreats_and_is_removed(game):
    found = game("THREE01F")
    atlas, board = found.variant_directory.atlas, found.variant.board
    lines, _ = read_records(content(found, "WINTERED.ORD"))
    bud = UnitRef("BUD", "A")
    assert Retreat(UnitRef("RUM", "A"), "BUD") in retreats_from_ord(lines, atlas, board)["AUSTRIA"]
    assert Remove(bud) in builds_from_ord(lines, atlas, board)["AUSTRIA"]
    # Read as a file of an earlier version, the unit was disbanded where it stood.
    old = retreats_from_ord(lines, atlas, board, before_2_0_7=True)["AUSTRIA"]
    assert Disband(UnitRef("RUM", "A")) in old
    # Written as one, it is two records.
    earlier = with_old_removals(lines)
    assert len(earlier) == len(lines) + 1
    assert retreats_from_ord(earlier, atlas, board, True) == retreats_from_ord(lines, atlas, board)
    assert with_new_removals(earlier) == lines


@pytest.mark.parametrize("name", ROUNDS)
def test_what_newgame_tells_of_the_round(game, name):
    found = game(name)
    atlas, board = found.variant_directory.atlas, found.variant.board
    told, _ = read_game_file(read_text_file(content(found, "NEWGAME.TXT"), "NEWGAME.TXT"))
    listed, faults = round_of(told, atlas, board)
    assert faults == ()
    lines, _ = read_records(content(found, "WINTERED.ORD"))
    assert {p: {*o} for p, o in listed["BUILDUPS"].items() if o} == {
        p: {*o} for p, o in builds_from_ord(lines, atlas, board).items()
    }
    retreats = retreats_from_ord(lines, atlas, board)
    shown = {order for orders in listed["RETREATS"].values() for order in orders}
    removed = {Retreat(UnitRef("RUM", "A"), "BUD")}  # told of with the removals alone
    assert {order for orders in retreats.values() for order in orders} - removed == shown
    moves = sum(len(orders) for orders in listed["ORDERS"].values())
    assert moves == len(found.start.units)


@pytest.mark.slow
def test_the_borders_are_listed_clockwise(standard):
    """As they lie on the standard map: the right-hand rule goes by their order, round and round,
    wherever a list begins."""
    board = load_variant("standard").board
    geography = standard.files.geography
    location_of = {}
    for field in geography.fields:
        spellings = [
            s for row in geography.synonyms if row.name == field.name for s in row.spellings
        ]
        wishes = (spelling.replace("_", " ") for spelling in (*spellings, field.name))
        found = {at for wish in wishes for at in board.names.find(wish)}
        province = location_of.get(field.coast_of)
        if province:
            coasts = (at for at in board.provinces[province].locations[1:])
            found = {next(at for at in coasts if at.partition("/")[2].startswith(field.name[-1]))}
        assert len(found) == 1, (field.name, found)
        location_of[field.name] = found.pop()
    around = clockwise(board, map_of(load_variant("standard"))[0].geometry)
    for field, location in location_of.items():
        listed = [location_of[b.target] for b in geography.borders if b.start == field]
        drawn = [at for at in around[location] if at in listed]
        start = drawn.index(listed[0]) if listed else 0
        assert listed == [*drawn[start:], *drawn[:start]]
