"""What is said of text that cannot be read, or may be a mistake; and what is press."""

import time

import pytest
from hypothesis import given, strategies as st

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain
from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant
from dragoman.orders import (
    Awaited,
    Hold,
    Move,
    ScanOptions,
    Support,
    UnitRef,
    scan,
    scan_file,
    scan_order,
    write,
)

BOARD = load_variant("standard").board


def only_fault(text, board=BOARD, phase="M", options=None):
    found = scan(text, board, phase, options or ScanOptions())
    (fault,) = found.diagnostics
    return fault, [write(scanned.order) for scanned in found.orders]


# -- errors: nothing is guessed


@pytest.mark.parametrize(
    ("text", "code", "column", "candidate"),
    [
        ("A Lodnon - Wal", "unknown-place", 3, "London"),
        ("A Holland Supports Rhur - Belgium", "unknown-place", 20, "Ruhr"),
        ("A Bud - Vinena", "unknown-place", 9, "Vienna"),
        ("A Bud-Vie, A Vie - Traiste", "unknown-place", 20, "Trieste"),
        ("Lodnon - Wal", "unknown-place", 1, "London"),
        ("F NTH C A Yorkshrie - Bel", "unknown-place", 11, "Yorkshire"),
        ("F Mao - Spa/xx", "unknown-coast", 13, "SPA/NC"),
        ("F Mao - Spa(mc)", "unknown-coast", 13, "SPA/SC"),
        ("F NTH S", "missing-place", 8, None),
        ("A Bud -", "missing-place", 8, None),
        ("A Lon via", "missing-place", 10, None),
        ("F NTH C A Yor", "missing-target", 9, None),
        ("F NTH C A Yor H", "missing-target", 9, None),
        ('A Boh S "', "nothing-to-repeat", 9, None),
        ('A Bud - Xxyz\nA Boh S "', "unknown-place", 9, None),
    ],
)
def test_orders_that_cannot_be_read(text, code, column, candidate):
    fault = scan(text, BOARD).diagnostics[0]
    assert (fault.code, fault.line, fault.column) == (code, 1, column)
    assert fault.is_error
    assert candidate is None or candidate in fault.candidates


def test_a_ditto_mark_does_not_reach_past_an_order_that_was_lost():
    found = scan('A Mun - Ber\nA Bud - Xxyz\nA Boh S "', BOARD)
    assert [write(scanned.order) for scanned in found.orders] == ["A MUN-BER"]
    assert [fault.code for fault in found.diagnostics] == ["unknown-place", "nothing-to-repeat"]


def test_the_rest_of_the_line_is_read_all_the_same():
    fault, orders = only_fault("A Lodnon - Wal, A Bud - Vie; F Tri - Alb")
    assert fault.code == "unknown-place"
    assert orders == ["A BUD-VIE", "F TRI-ALB"]


def test_an_ambiguous_name_lists_what_it_may_mean():
    fault, orders = only_fault("A Gal - Atlantic", small_board())
    assert (fault.code, fault.column) == ("ambiguous-place", 9)
    assert fault.candidates == ("North Atlantic", "Mid Atlantic")
    assert orders == []


@pytest.mark.parametrize("phase", ["R", "A"])
@pytest.mark.parametrize(
    ("text", "code"), [("A Par", "no-order-word"), ("A Par wishes", "unknown-order-word")]
)
def test_a_unit_without_an_order_holds_only_where_units_hold(text, code, phase):
    fault, orders = only_fault(text, phase=phase)
    assert (fault.code, fault.is_error, orders) == (code, True, [])


def test_scan_order_says_what_is_wrong():
    assert scan_order("A Bud - Vie", BOARD) == Move(UnitRef("BUD", "A"), "VIE")
    for text, code in [
        ("", "no-order"),
        ("good morning", "no-order"),
        ("A Bud - Vie, A Vie - Bud", "not-one-order"),
        ("A Bud - Vie (if I may)", "not-one-order"),
        ("A Bud - Vie please", "unread-text"),
        ("A Bud - Vinena", "unknown-place"),
        ("A Bud", "no-order-word"),
    ]:
        fault = scan_order(text, BOARD)
        assert isinstance(fault, Diagnostic)
        assert fault.code == code


# -- what is read only in part is an error, and no order


@pytest.mark.parametrize(
    ("text", "code", "column", "lost"),
    [
        ("F NTH denkt", "unknown-order-word", 7, ("F NTH", Awaited.ORDER)),
        ("F Edi greets the pope", "unknown-order-word", 7, ("F EDI", Awaited.ORDER)),
        ("F Nwg sppt A Nwy", "unknown-order-word", 7, ("F NWG", Awaited.ORDER)),
        ("A Par Bur", "unknown-order-word", 7, ("A PAR", Awaited.ORDER)),
        ("F Tri", "no-order-word", 6, ("F TRI", Awaited.ORDER)),
        ("A CON x BUL", "unread-text", 9, ("A CON", Awaited.END)),
        ("A CON H Bull", "unread-text", 9, ("A CON", Awaited.END)),
        ("A Par - Bur or Mar", "unread-text", 13, ("A PAR", Awaited.END)),
        ("A Par - Bur (Mar)", "unread-text", 14, ("A PAR", Awaited.END)),
        ("A Par - Bur H", "unread-text", 13, ("A PAR", Awaited.END)),
        ("A Lon - Nwy, Nth", "unread-text", 14, ("A LON", Awaited.END)),
        ("A Mar S A Par Bur", "unread-text", 15, ("A MAR", Awaited.SUPPORTED_ORDER)),
        ("A Mar S A Par (Bur)", "unread-text", 16, ("A MAR", Awaited.SUPPORTED_ORDER)),
        ("A Mar S A Par, Bur", "unread-text", 16, ("A MAR", Awaited.SUPPORTED_ORDER)),
        ("A Mar S A Par please", "unread-text", 15, ("A MAR", Awaited.SUPPORTED_ORDER)),
    ],
)
def test_an_order_that_cannot_be_read_to_its_end(text, code, column, lost):
    found = scan(text, BOARD)
    (fault,) = found.diagnostics
    assert (fault.code, fault.column, fault.is_error) == (code, column, True)
    assert fault.remedy
    assert not found.orders
    (one,) = found.lost
    assert (str(one.unit).upper(), one.awaited) == lost


@pytest.mark.parametrize(
    "text",
    [
        *("Brest mao", "Bre mao", "Edi F Nwg", "Par A - Bur", "hold Par!", "to Burgundy"),
        *("please: A Vie - Tri", "Dear GM, A Vie supports A Bud", "My army: Par - Bur"),
        *("Ammy Par H", "Flet Nth S A Nwy", "Brest moovs Mao", "A Parr suport Maar"),
        *("- Bur", "-> Bur", "— Burgundy", "AParH", "AParSAMar", "APar Bur", "APar hold"),
        "\u0410 Par H",  # a Cyrillic letter that looks like an A
    ],
)
def test_what_looks_like_an_order_but_is_none_is_an_error(text):
    fault, orders = only_fault(text)
    assert (fault.code, fault.is_error, orders) == ("order-in-press", True, [])
    assert fault.remedy


@pytest.mark.parametrize(
    "text", ["A Par, Bur", "A Par / Bur", "Maar - Spaa", "APar-Bur", "A Par-Burr", "A Parh"]
)
def test_other_orders_that_cannot_be_read(text):
    found = scan(text, BOARD)
    assert not found.orders
    assert all(fault.is_error for fault in found.diagnostics)
    assert found.diagnostics


def test_words_that_cannot_belong_to_an_order_are_a_warning():
    fault, orders = only_fault("A Bud - Vie please")
    assert (fault.code, fault.column, fault.is_error) == ("unread-text", 13, False)
    assert orders == ["A BUD-VIE"]


# -- press


@pytest.mark.parametrize(
    "text",
    [
        "Dear Austria,",
        "let us march together!",
        "A stab in the back is coming",
        "A convoy would be nice",
        "London is calling",
        "Trolle Maramabad kauen dem GM ein Ohr ab...",
        "Remove all doubts",
        "I waive my rights",
        "Norway",
        "...",
        '"Nothing," he said, "will come of nothing."',
    ],
)
@pytest.mark.parametrize("phase", ["M", "R", "A"])
def test_press_is_no_order_and_no_fault(text, phase):
    found = scan(text, BOARD, phase)
    assert not found.orders
    assert not found.diagnostics


def test_press_is_kept_apart_with_its_place():
    found = scan("Hello!\n\n  A Bud - Vie, hooray\nA Par - Bur (I promise)", BOARD)
    assert [write(scanned.order) for scanned in found.orders] == ["A BUD-VIE", "A PAR-BUR"]
    assert not found.diagnostics
    assert [(press.text, press.line, press.column) for press in found.press] == [
        ("Hello!", 1, 1),
        ("hooray", 3, 16),
        ("(I promise)", 4, 13),
    ]


def test_an_order_quoted_in_press_is_not_read_but_pointed_at():
    fault, orders = only_fault("You promised me: A Vie - Tri")
    assert (fault.code, fault.column, fault.is_error) == ("order-in-press", 18, True)
    assert orders == []


# -- DipWork's EXACT_MATCH and SPELLCHECK


def small_board():
    """A board with the names of the manual's examples."""
    water, land = Terrain.WATER, Terrain.LAND
    provinces = [
        Province("HEL", "HEL", water),
        Province("NTH", "North", water),
        Province("WES", "West", water),
        Province("MAO", "MID", water, ("Mid Atlantic", "Atlantic")),
        Province("BAL", "Baltic", water),
        Province("GAL", "Galicia", land),
        Province("IRI", "IRE", water),
        Province("IRL", "Ire", land),
    ]
    provinces[3] = Province("MAO", "Mid Atlantic", water, ("MID", "Atlantic"))
    provinces.append(Province("NAO", "North Atlantic", water, ("Atlantic",)))
    provinces.sort(key=lambda province: province.key != "NAO")
    paths = [Path("F", "NTH", "HEL"), Path("A", "GAL", "IRL")]
    return Board("small", provinces, [ARMY, FLEET], paths, [Power("X", "X", "Xanadu")])


@pytest.mark.parametrize(
    ("written", "place", "similarity"),
    [
        ("HEI", "HEL", 2),
        ("Helgoland", "HEL", 3),
        ("Northsea", "NTH", 5),
        ("MidAtlant", "MAO", 3),
        ("WestMed...", "WES", 4),
        ("BalticSea", "BAL", 6),
    ],
)
def test_the_table_of_the_manual(written, place, similarity):
    board = table_board()
    order = f"A Gal - {written}"
    for enough in range(1, similarity + 1):
        fault, orders = only_fault(order, board, options=ScanOptions(spellcheck=enough))
        assert (fault.code, fault.column, fault.is_error) == ("corrected-place", 9, False)
        assert orders == [f"A GAL-{place}"]
    for too_much in (0, similarity + 1):
        fault, orders = only_fault(order, board, options=ScanOptions(spellcheck=too_much))
        assert (fault.code, orders) == ("unknown-place", [])


def table_board():
    names = {"HEL": "HEL", "NTH": "North", "MAO": "MID", "WES": "West", "BAL": "Baltic"}
    provinces = [Province(key, name, Terrain.WATER, (name,)) for key, name in names.items()]
    provinces.append(Province("GAL", "Gal", Terrain.LAND))
    paths = [Path("F", "NTH", "HEL"), Path("A", "GAL", "GAL")]
    return Board("table", provinces, [ARMY, FLEET], paths, [Power("X", "X", "Xanadu")])


def test_spellcheck_never_chooses_between_two_places():
    fault, orders = only_fault("A Bud - Marmara", options=ScanOptions(spellcheck=1))
    assert orders == ["A BUD-MAR"]
    fault, orders = only_fault("F NTH - Norxx", options=ScanOptions(spellcheck=3))
    assert fault.code == "ambiguous-place"
    assert set(fault.candidates) > {"North Sea", "Norway", "Norwegian Sea"}
    assert orders == []


def fields_board():
    """A board whose names are those of DipWork's fields: one word each, no dashes."""
    names = {"BUD": "Bud", "VIE": "Vie", "BOH": "Boh", "NTS": "North_Sea", "SEA": "Seaton"}
    provinces = [Province(key, name, Terrain.LAND) for key, name in names.items()]
    paths = [Path(kind, "BUD", "VIE") for kind in "AF"]
    return Board("fields", provinces, [ARMY, FLEET], paths, [Power("X", "X", "Xanadu")])


@pytest.mark.parametrize(
    ("text", "order", "corrected"),
    [
        ("A Budapest-Vienna", "A BUD-VIE", [3, 12]),
        ("A Budd-Viennaaa", "A BUD-VIE", [3, 8]),
        ("A Budapest - Vienna", "A BUD-VIE", [3, 14]),
        ("A Boh S A Budapest-Vienna", "A BOH S A BUD-VIE", [11, 20]),
        ("F Boh C A Budapest-Vienna", "F BOH C A BUD-VIE", [11, 20]),
        ("A Boh S A Budapest", "A BOH S A BUD", [11]),
        ("A Bud-Northsee", "A BUD-NTS", [7]),
        ("Budapest-Vienna", "BUD-VIE", [1, 10]),
        ("Budapest S Vienna", None, []),
        ("A Budapest Vienna", None, [3]),  # a name is one word: no order word is here
        ("A Budapest supprts A Vienna", None, []),
        ("A Boh S A Budapest Vienna", None, [11]),
        ("A Boh-Budapest-Viennaa", None, [7, 16]),  # a route, or a name with a dash
        ("A Bud-North-Seaa", None, [7, 13]),
        ("A Bud-Wienn", None, []),
    ],
)
def test_spellcheck_makes_no_other_order_of_a_misspelt_one(text, order, corrected):
    """The manual: the name of a field holds no blanks and no dashes."""
    found = scan(text, fields_board(), "M", ScanOptions(spellcheck=3))
    told = [(fault.column, fault.is_error) for fault in found.diagnostics]
    assert [column for column, is_error in told if not is_error] == corrected
    assert any(is_error for _, is_error in told) == (order is None)
    assert [write(scanned.order) for scanned in found.orders] == ([order] if order else [])


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F North Atlanntic - Mid-Atlantic", "F NAO-MAO"),
        ("F Nwg - North Seaa", "F NWG-NTH"),
        ("A St. Petersburgg - Mosskow", None),
        ("F Lond supprts A Wal", None),
        ("F Nwg - North-Atlanntic", None),
        ("F Nwg - Western-Medd", None),
    ],
)
def test_spellcheck_takes_words_of_one_name_together(text, order):
    """Ours have names of several words; a dash may then be a part of a misspelt one, so that a
    route of corrected names is none."""
    found = scan(text, BOARD, "M", ScanOptions(spellcheck=3))
    assert [write(scanned.order) for scanned in found.orders] == ([order] if order else [])
    assert any(fault.is_error for fault in found.diagnostics) == (order is None)


def test_spellcheck_is_for_places_only():
    """ "Geprüft wird nur dort, wo ein Feldname zu erwarten ist": not order words."""
    found = scan("F Nwg sppt A Nwy\nGood morning", BOARD, "M", ScanOptions(spellcheck=3))
    assert [fault.code for fault in found.diagnostics] == ["unknown-order-word"]
    assert not found.orders
    corrected = scan("A Silezia S A Berlim - Spainx/sc", BOARD, "M", ScanOptions(spellcheck=3))
    assert corrected.orders[0].order == Support(UnitRef("SIL", "A"), UnitRef("BER", "A"), "SPA/SC")
    assert [fault.column for fault in corrected.diagnostics] == [3, 15, 24]


def test_exact_match_tells_capitals_from_small_letters():
    exact = ScanOptions(exact_match=True)
    assert scan("A Lon S A Wal xxx", BOARD, "M", exact).orders[0].order == Support(
        UnitRef("LON", "A"), UnitRef("WAL", "A")
    )
    assert not scan("a lon s a wal xxx", BOARD, "M", exact).orders
    board = small_board()
    found = scan("A IRE - Ire", board, "M", exact)
    assert found.orders[0].order == Move(UnitRef("IRI", "A"), "IRL")
    assert scan("A Ire H", board).diagnostics[0].code == "ambiguous-place"


# -- any text at all

SNIPPETS = [
    *(
        "A",
        "F",
        "Fl",
        "Bud",
        "Mid-Atlantic",
        "Spa",
        "St.",
        "Petersburg",
        "Swe",
        "Den",
        "Mar",
        "the",
    ),
    *("-", "->", "S", "C", "xxx", "via", "convoy", "by", "R", "D", "B", "waive", "build", "and"),
    *(
        '"',
        "''",
        ",",
        ";",
        "(",
        ")",
        "/",
        "nc",
        "[",
        "]",
        ":",
        ".",
        "#",
        "%",
        "*",
        "1.",
        "\n",
        "\r",
    ),
    *("England", "Austria's", "En", "nation", "über", "München", "blah", "Lodnon", "_", "’s", "\0"),
]
texts = st.text() | st.lists(st.sampled_from(SNIPPETS) | st.text(max_size=4), max_size=30).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda gap: gap.join(words))
)
options = st.builds(
    ScanOptions,
    exact_match=st.booleans(),
    spellcheck=st.sampled_from([0, 1, 3]),
    languages=st.sampled_from([("en",), ("de",), ("en", "de")]),
)


@given(texts, st.sampled_from("MRA"), options)
def test_no_text_breaks_the_scanner_and_all_places_are_right(text, phase, options):
    found = scan(text, BOARD, phase, options)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for passage in (*found.orders, *found.press):
        line = lines[passage.line - 1]
        assert line[passage.column - 1 :].startswith(passage.text)
        assert passage.text
    for fault in found.diagnostics:
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1


@given(texts, st.sampled_from("MRA"))
def test_no_text_breaks_the_others(text, phase):
    scan_order(text, BOARD, phase)
    found = scan_file(text, BOARD, phase)
    assert set(found.orders) <= set(BOARD.powers)


@given(texts)
def test_reading_again_what_was_read_gives_the_same(text):
    for scanned in scan(text, BOARD).orders:
        order = scanned.order
        phase = "A" if type(order).__name__ in ("Build", "Remove", "Waive") else "M"
        if type(order).__name__ in ("Retreat", "Disband"):
            phase = "R"
        assert scan_order(write(order), BOARD, phase) == order


def test_a_long_line_is_read_in_reasonable_depth():
    found = scan("A " + "-".join(["wal", "iri"] * 3000), BOARD)
    assert len(found.orders[0].order.route) == 5998
    assert scan("A " * 5000, BOARD).orders == ()
    assert scan("A Bud S " * 2000, BOARD)
    assert isinstance(scan("A Bud H " * 1000, BOARD).orders[0].order, Hold)


def test_a_text_that_is_too_long_is_an_error(board):
    """It would take seconds; and nothing of it is read, as its end may take back its beginning."""
    text = "A Par - Bur\n" * 10000
    for found in (scan(text, board), scan_file(f"France\n{text}", board)):
        (fault,) = found.diagnostics
        assert fault.code == "too-long"
        assert fault.is_error
        assert not found.orders
    assert scan_order(text, board).code == "too-long"
    wider = ScanOptions(longest=200_000)
    assert len(scan(text, board, options=wider).orders) == 10000


def test_a_line_of_words_that_say_nothing_takes_no_time(board):
    """Each of them looked for the end of all."""
    begin = time.process_time()
    scan("the " * 10_000, board)
    assert time.process_time() - begin < 4
