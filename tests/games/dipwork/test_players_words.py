"""What players write: the manual's tables and examples in whole directories, and what comes back
in the records and in ``ERRORS.TXT``."""

import pytest

from dragoman.formats.dipwork import OrdCode

AT_HOME = {"Au": ["A Bud", "A Vie", "F Tri"], "En": ["F Lon"]}


def fields_with(table, *synonyms):
    """The standard map with these synonyms alone."""
    path = table.here / "VARIANTS" / "STANDARD" / "FIELDS.TXT"
    lines = path.read_bytes().decode("cp437").splitlines()
    kept = [line for line in lines if not line.startswith("=") and line != "END"]
    path.write_bytes("".join(f"{line}\r\n" for line in (*kept, *synonyms, "END")).encode("cp437"))


@pytest.mark.parametrize(
    ("written", "field", "similarity"),
    [
        ("HEI", "HEL", 2),
        ("Helgoland", "HEL", 3),
        ("Northsea", "NTH", 5),
        ("MidAtlant", "MID", 3),
        ("WestMed...", "WES", 4),
        ("BalticSea", "BAS", 6),
    ],
)
def test_the_table_of_similarities_in_a_whole_directory(table, written, field, similarity):
    """The manual, SPELLCHECK. What is not similar enough is in ERRORS.TXT, with its number."""
    fields_with(table, "= NTH North", "= WES West", "= BAS Baltic")
    for enough in (0, 1, similarity, similarity + 1):
        orders = {"Ge": [f"F Kie-{written}"]}
        table.write({"Ge": ["F Kie"]}, orders, header=[f"SPELLCHECK {enough}"]).play("/s")
        (line,) = table.records("SCANNED")
        if 1 <= enough <= similarity:
            assert (line.order, line.error, table.errors()) == (OrdCode.MOVE, 0, [])
            assert table.codes == ["corrected-place"]
        else:
            assert (line.order, line.error) == (OrdCode.HOLD, 115)
            assert table.errors()[1:] == [f"  Ge  F Kie-{written}  {{115 zeMoveToField}}"]
            assert table.codes == ["unknown-place"]


@pytest.mark.parametrize(("enough", "is_read"), [(1, True), (3, True), (4, False)])
def test_an_umlaut_is_one_letter(table, enough, is_read):
    """Mün has three letters in common with München: as the manual counts them."""
    orders = {"Ge": ["A Ber-Mün"]}
    table.write({"Ge": ["A Ber"]}, orders, header=[f"SPELLCHECK {enough}"]).play("/s")
    (line,) = table.records("SCANNED")
    assert (line.order, line.error) == ((OrdCode.MOVE, 0) if is_read else (OrdCode.HOLD, 115))


@pytest.mark.parametrize(
    ("units", "orders", "is_read"),
    [
        ({"Tu": ["A Con"]}, ["A con-bulgaira"], True),
        ({"Tu": ["A Con", "A Bul"]}, ["A Con S A Bulgaira"], True),
        ({"Tu": ["A Con", "A Gre"]}, ["A Con S A Gre-Bulgaira"], True),
        ({"Tu": ["A Bul"]}, ["A Bulgaira-Con"], True),
        ({"Tu": ["F Con"]}, ["F con-bulgaira"], False),  # which coast?
        ({"Tu": ["A Con"]}, ["con-bulgaira"], False),  # whose?
    ],
)
def test_a_province_and_its_coasts_are_one_place_to_an_army(table, units, orders, is_read):
    """Players write long names; the coasts of a field begin with its own."""
    table.write(units, {"Tu": orders}, header=["SPELLCHECK 3"]).play("/s")
    assert table.codes == (["corrected-place"] if is_read else ["ambiguous-place"])
    read = [line for line in table.records("SCANNED") if line.error == 0]
    assert len(read) == is_read


EXAMPLES = {
    "Au": {
        "A Bud-Vie": "A Bud-Vie",
        "Au A Bud-Vie": "A Bud-Vie",
        "Armee Bud-Vie": "A Bud-Vie",
        "a bud mve vie": "A Bud-Vie",
        "A Vie xxx": "A Vie xxx",
        "A Vie-xxx": "A Vie xxx",
        "A Vie holds": "A Vie xxx",
        "A Boh S A Bud-Vie": "A Boh S A Bud-Vie",
        'A Bud S "': "A Bud S A Bud-Vie",
        "A Boh S Au A Bud-Vie": "A Boh S A Bud-Vie",
        "A Sil S A Vie xxx": "A Sil S A Vie xxx",
    },
    "En": {
        "F ENG C A Bre-Lon": "F ENG C Fr A Bre-Lon",
        "En F ENG S Fr A Bre-Lon": "F ENG S Fr A Bre-Lon",
        "England Fleet ENG sup France Armee Bre move Lon": "F ENG S Fr A Bre-Lon",
        "F MID-NAT": "F MID-NAT",
        "F MAO-NAO": "F MID-NAT",
    },
    "It": {"F Nap-Tun": "F Nap-Tun", 'F TYS C "': "F TYS C F Nap-Tun"},
    "Ru": {
        "F PeS-BOT": "F PeS-BOT",
        "F Pet(sc)-GOB": "F PeS-BOT",
        "A Afr-Tun": "A Afr-Tun",
        "A Naf-Tun": "A Afr-Tun",
    },
}
STANDING = {
    "Au": ["A Bud", "A Vie", "A Boh", "A Sil"],
    "En": ["F ENG", "F MID"],
    "Fr": ["A Bre"],
    "It": ["F Nap", "F TYS"],
    "Ru": ["F PeS", "A Afr"],
}
REPEATING = ('A Bud S "', 'F TYS C "')


def test_the_example_orders_of_the_manual_come_back_in_the_players_words(table):
    """The manual, Der Scanner. An order that repeats another is told in our words: by itself it
    says nothing."""
    table.write(STANDING, {nation: [*rows] for nation, rows in EXAMPLES.items()}).play("/s")
    assert (table.codes, table.errors()) == ([], [])
    given = [
        standard if written in REPEATING else written
        for rows in EXAMPLES.values()
        for written, standard in rows.items()
    ]
    assert [line.comment for line in table.records("SCANNED")] == given


@pytest.mark.parametrize(
    ("nation", "written", "standard"),
    [(n, w, s) for n, rows in EXAMPLES.items() for w, s in rows.items() if w not in REPEATING],
)
def test_reports_are_in_standard_words_and_records_in_the_players(table, nation, written, standard):
    table.write(STANDING, {nation: [written]}, year="Frühjahr 1901")
    table.play("/s", "/p", "/c", "/w", "/op")
    for name in ("PARSED", "CONFLCED", "WINTERED"):
        assert written in [line.comment for line in table.records(name)]
    assert standard in table.text("NEWGAME.TXT")
    assert written == standard or written not in table.text("NEWGAME.TXT")


@pytest.mark.parametrize(
    "order",
    [
        "A Vie retreats Boh",
        "A Vie R Boh",
        "A Vie D",
        "A Vie ex",
        "A Vie disbands",
        "A Vie builds",
        "A Vie B",
        "Build A Vie",
        "Remove A Vie",
        "retreat A Vie Boh",
        "A Vie denkt",
        "A VieS A Bud-Vie",
        "A Vie",
    ],
)
def test_what_is_no_order_of_a_movement_is_a_hold_with_109(table, order):
    """Retreats, builds and removals among the moves: none of them vanishes."""
    table.write(AT_HOME, {"Au": [order, "A Bud-Ser"]}).play("/s", "/p", "/c")
    assert table.errors() == ["Can not evaluate this line:", f"  Au  {order}  {{109 zeOrderExp}}"]
    for name in ("SCANNED", "PARSED", "CONFLCED"):
        (line,) = [line for line in table.records(name) if line.comment == order]
        assert (line.order, line.error) == (OrdCode.HOLD, 109)
    assert any(fault.line == 2 for fault in table.faults)


def test_a_waived_build_among_the_moves_is_told(table):
    table.write(AT_HOME, {"Au": ["waive", "A Bud-Ser"]}).play("/s")
    assert table.errors()[1:] == ["  Au  waive  {303 zeUnitOrNationExp}"]


@pytest.mark.parametrize(
    ("order", "target"), [("A Bud-Vie-Boh", "Vie"), ("A Bud - Vie - Boh - Mun", "Vie")]
)
def test_a_move_ends_at_its_first_target(table, order, target):
    """By the BNF a move has one target; the rest is told not to have been read."""
    table.write(AT_HOME, {"Au": [order, "A Vie-Gal"]}).play("/s", "/p", "/c", "/op=conflced.ord")
    (line,) = [line for line in table.records("CONFLCED") if line.comment == order]
    assert (line.order, line.error) == (OrdCode.MOVE, 0)
    assert f"A Bud-{target}" in table.text("PLAIN.TXT")
    assert table.codes == ["unread-text"]
    assert "Boh" in table.faults[0].what
    assert table.errors() == ["Not read to its end:", f"  Au  {order}"]


def test_deleted_orders_are_told_in_the_players_words(table):
    orders = {"Au": ["Armee Bud zieht Vie", "a bud mve vie", "Flotte Ank zieht BLA"]}
    table.write(AT_HOME, orders).play("/s", "/p")
    assert [line.strip() for line in table.errors()] == [
        "Multiple orders:",
        "Au  a bud mve vie  {200 zeMul1del}",
        "",
        "No Such Unit:",
        "Au  Flotte Ank zieht BLA  {209 zeNSU}",
    ]


def test_an_order_that_was_impossible_is_judged_from_the_players_words(table):
    orders = {"Au": ["Armee Wien zieht nach Konstantinopel", "Flotte Triest hlt Kurs auf Wien"]}
    table.write(AT_HOME, orders).play("/s", "/p", "/c", "/op=conflced.ord")
    (line,) = [line for line in table.records("CONFLCED") if line.comment == orders["Au"][0]]
    assert line.error == 139
    assert "[A Vie-Con]?" in table.text("PLAIN.TXT")


def test_words_that_a_record_cannot_hold_are_told_in_ours(table):
    """Longer than 80 letters, or with letters that DOS does not have."""
    table.save("GAME.TXT", [])
    table.write(AT_HOME, {"Au": [f"A Bud{' ' * 90}- Ser"]}).play("/s")
    assert [line.comment for line in table.records("SCANNED")] == ["A Bud-Ser"]
    path = table.folder / "ORDERS.TXT"
    path.write_text("NATION Au\nA Bud→Ser\nF Tri zieht nach Venedig → schnell\nEND\n", "utf-8")
    table.play("/s")
    assert table.records("SCANNED")[0].comment == "A Bud-Ser"


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        (["NATION Xx", "A Bud-Ser"], ["Xx  NATION Xx", "Xx  A Bud-Ser"]),
        (["A Bud-Ser", "NATION Au"], ["?  A Bud-Ser"]),
        (["NATION Au", "A Vie xxx", "NATION", "A Bud-Ser"], ["Au  NATION"]),
        (["YEAR Herbst 1901", "SPELLCHECK viel", "NATION Au", "A Bud-Ser"], ["?  SPELLCHECK viel"]),
    ],
)
def test_a_file_that_is_refused_says_why_in_errors_txt(table, lines, lost):
    """Not the ERRORS.TXT of the round before: whoever opens it sees what stops the scanner."""
    table.write(AT_HOME, {"Au": ["A Bud-Wer weiß wohin"]}).play("/s")
    before = table.text("ERRORS.TXT")
    table.save("ORDERS.TXT", [*lines, "END"])
    table.play("/s")
    assert any(fault.is_error for fault in table.faults)
    assert table.text("ERRORS.TXT") != before
    shown = [line.partition("  {")[0].strip() for line in table.errors()]
    assert shown == ["Can not evaluate this line:", *lost]


@pytest.mark.parametrize(
    ("answer", "gone"),
    [
        ("F SpS", "F SpS"),
        ("f sps", "F SpS"),
        ("-F Spa(sc)", "F SpS"),
        ("A Yorkshyre", "A Yor"),
        ("Armee Yorks", "A Yor"),
        ("Fleet Nordsea", "F NTH"),
    ],
)
def test_names_in_the_answers_of_a_winter_are_corrected_too(table, answer, gone):
    """SPELLCHECK holds wherever a field's name is expected; what was made of it is said."""
    units = {"En": ["F SpS", "A Yor", "F NTH"]}
    table.write(units, {}, centers={"En": ["Lon"]})
    answers = iter([answer])

    def ask(question, suggestion):
        return next(answers) if question.startswith("En has") else suggestion

    table.play("/s", "/p", "/c", "/w", ask=ask)
    assert f"\r\n-{gone}\r\n" in table.text("NEWGAME.TXT")
    corrected = [text for text in table.said if "was read as" in text]
    assert bool(corrected) == (answer in ("A Yorkshyre", "Armee Yorks", "Fleet Nordsea"))


def test_who_has_not_sent_orders(table):
    """An order that cannot be read is one; a nation without units sends none."""
    units = {**AT_HOME, "Ge": ["A Kie"], "It": ["A Rom"]}
    table.write(units, {"Au": ["A Bud-Ser"], "It": ["A Rom denkt"], "Tu": []}).play("/s")
    assert "  No orders from: En, Ge" in table.said
