"""Orders as people and programs write them."""

import gzip
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    scan,
    scan_order,
    write,
)

ROOT = Path(__file__).parents[2]
REAL_GAME = ROOT / "tests" / "data" / "real-game.json.gz"

BUD = UnitRef("BUD", "A")
VIE = UnitRef("VIE", "A")
ENG = UnitRef("ENG", "F")


def read(text, board, phase="M"):
    """The short forms of the orders of a text, which must have nothing wrong with it."""
    found = scan(text, board, phase)
    assert not found.diagnostics
    assert not found.press
    return [write(scanned.order) for scanned in found.orders]


# -- DipWork's manual, "Der Scanner": every example order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Bud-Vie", Move(BUD, "VIE")),
        ("Au A Bud-Vie", Move(UnitRef("BUD", "A", "AUSTRIA"), "VIE")),
        ("Armee Bud-Vie", Move(BUD, "VIE")),
        ("a bud mve vie", Move(BUD, "VIE")),
        ("A Vie xxx", Hold(VIE)),
        ("A Vie-xxx", Hold(VIE)),
        ("A Vie holds", Hold(VIE)),
        ("A Boh S A Bud-Vie", Support(UnitRef("BOH", "A"), BUD, "VIE")),
        (
            "A Boh S Au A Bud-Vie",
            Support(UnitRef("BOH", "A"), UnitRef("BUD", "A", "AUSTRIA"), "VIE"),
        ),
        ("A Sil S A Vie xxx", Support(UnitRef("SIL", "A"), VIE)),
        ("F ENG C A Bre-Lon", Convoy(ENG, UnitRef("BRE", "A"), "LON")),
        ("F Nap-Tun", Move(UnitRef("NAP", "F"), "TUN")),
        (
            "En F ENG S Fr A Bre-Lon",
            Support(UnitRef("ENG", "F", "ENGLAND"), UnitRef("BRE", "A", "FRANCE"), "LON"),
        ),
        ("F MID-NAT", Move(UnitRef("MAO", "F"), "NAO")),
        ("F MAO-NAO", Move(UnitRef("MAO", "F"), "NAO")),
        ("F PeS-BOT", Move(UnitRef("STP/SC", "F"), "BOT")),
        ("F Pet(sc)-GOB", Move(UnitRef("STP/SC", "F"), "BOT")),
        ("A Afr-Tun", Move(UnitRef("NAF", "A"), "TUN")),
        ("A Naf-Tun", Move(UnitRef("NAF", "A"), "TUN")),
        (
            "England Fleet ENG sup France Armee Bre move Lon",
            Support(UnitRef("ENG", "F", "ENGLAND"), UnitRef("BRE", "A", "FRANCE"), "LON"),
        ),
        # "IMP Support" among what are no bugs: a support to hold
        ("F NTH S A Hol", Support(UnitRef("NTH", "F"), UnitRef("HOL", "A"))),
    ],
)
def test_dipwork_examples(board, text, order):
    assert scan_order(text, board) == order


@pytest.mark.parametrize(
    ("above", "line", "order"),
    [
        ("A Boh S A Bud-Vie", 'A Gal S "', Support(UnitRef("GAL", "A"), BUD, "VIE")),
        ("A Bud-Vie", 'A Gal S "', Support(UnitRef("GAL", "A"), BUD, "VIE")),
        ("A Vie xxx", "A Gal S ''", Support(UnitRef("GAL", "A"), VIE)),
        ("F Nap-Tun", 'F TYS C "', Convoy(UnitRef("TYS", "F"), UnitRef("NAP", "F"), "TUN")),
        ("F ENG C A Bre-Lon", "F NTH C „", Convoy(UnitRef("NTH", "F"), UnitRef("BRE", "A"), "LON")),
        ("A Bud-Vie\n\n", "A Gal S ditto", Support(UnitRef("GAL", "A"), BUD, "VIE")),
        ("A Bud-Vie, ", 'A Gal S ",', Support(UnitRef("GAL", "A"), BUD, "VIE")),
    ],
)
def test_a_ditto_mark_repeats_what_stands_above_it(board, above, line, order):
    joined = above + line if above[-1] in "\n " else f"{above}\n{line}"
    found = scan(joined, board)
    assert not found.diagnostics
    assert found.orders[-1].order == order


def test_quotation_marks_around_an_order_are_no_ditto_marks(board):
    assert read('"A Bud-Vie"', board) == ["A BUD-VIE"]
    assert read('A Tri H\nA Gal S "A Bud-Vie"', board) == ["A TRI H", "A GAL S A BUD-VIE"]


# -- nJudge


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (("h", "hold", "holds", "stand"), "A BUD H"),
        (("- vie", "-> vie", "m vie", "move vie", "moves vie", "moves to vie"), "A BUD-VIE"),
        (("s", "sup", "support", "supports"), "A BUD S A VIE"),
        (("c", "con", "convoy", "t", "transport", "ferry"), "A BUD C A VIE-TRI"),
    ],
)
def test_njudge_words(board, words, order):
    rest = {"A BUD S A VIE": " a vie", "A BUD C A VIE-TRI": " a vie-tri"}.get(order, "")
    for word in words:
        assert read(f"a bud {word}{rest}", board) == [order]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("b a par", "A PAR B"),
        ("build a par", "A PAR B"),
        ("build fleet stp/nc", "F STP/NC B"),
        ("r a par", "A PAR D"),
        ("d a par", "A PAR D"),
        ("remove a par", "A PAR D"),
        ("disband a par", "A PAR D"),
        ("a par r", "A PAR D"),
        ("waive", "WAIVE"),
        ("w", "WAIVE"),
    ],
)
def test_njudge_adjustments(board, text, order):
    assert read(text, board, "A") == [order]


def test_njudge_r_retreats_unless_units_are_being_removed(board):
    assert read("a tri r bud", board, "R") == ["A TRI R BUD"]
    assert read("a tri r bud", board, "A") == ["A TRI R BUD"]
    assert read("a tri r", board, "A") == ["A TRI D"]
    assert read("a tri remove", board, "R") == ["A TRI D"]


# -- convoys


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A wal-iri-mao-naf", "A WAL-IRI-MAO-NAF"),
        ("A Wal - Iri -> Mao to Naf", "A WAL-IRI-MAO-NAF"),
        ("A wal-naf via iri, mao", "A WAL-IRI-MAO-NAF VIA"),
        ("A wal-naf via iri - mao", "A WAL-IRI-MAO-NAF VIA"),
        ("A wal via iri to naf", "A WAL-IRI-NAF VIA"),
        ("A wal via iri via mao to naf", "A WAL-IRI-MAO-NAF VIA"),
        ("A wal-naf via convoy over iri and mao", "A WAL-IRI-MAO-NAF VIA"),
        ("A Lon zieht nach Nwy über NTH", "A LON-NTH-NWY VIA"),
        ("A Lon über NTH nach Nwy", "A LON-NTH-NWY"),
        ("A yor-bel via", "A YOR-BEL VIA"),
        ("A yor-bel by convoy", "A YOR-BEL VIA"),
        ("A yor via convoy - bel", "A YOR-BEL VIA"),
        ("A yor-bel (via convoy)", "A YOR-BEL VIA"),
        ("A yor-bel per Geleit", "A YOR-BEL VIA"),
    ],
)
def test_convoys(board, text, order):
    assert read(text, board) == [order]


# -- coasts


@pytest.mark.parametrize(
    "coast",
    [
        *("/nc", "(nc)", "/north coast", "(north coast)", " (North Coast)", " nc", " north coast"),
        *("-nc", " - nc", "/n", "(n)", "[nc]", " Nordküste", "(NK)", "/Nordküste", " (Nordkueste)"),
    ],
)
@pytest.mark.parametrize("province", ["stp", "St. Petersburg", "Petersburg"])
def test_coasts_in_every_usual_spelling(board, province, coast):
    order = Move(UnitRef("STP/NC", "F"), "NWY")
    assert scan_order(f"F {province}{coast} - nwy", board) == order
    assert scan_order(f"F nwy - {province}{coast}", board) == Move(UnitRef("NWY", "F"), "STP/NC")


def test_a_coast_the_province_lacks_is_kept_for_the_rules(board):
    """DATC 4.B.6."""
    assert read("A lon/nc - wal(sc)", board) == ["A LON/NC-WAL/SC"]
    assert read("F mao - spa(ec)", board) == ["F MAO-SPA/EC"]


# -- names of places


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F Mid-Atlantic Ocean - Spain(nc)", "F MAO-SPA/NC"),
        ("F mid atlantic ocean-SPAIN/nc", "F MAO-SPA/NC"),
        ("F MidAtlanticOcean-Spa/nc", "F MAO-SPA/NC"),
        ("F MID_ATLANTIC_OCEAN -> SPAIN_SC", "F MAO-SPA/SC"),
        ("A St. Petersburg-Moscow", "A STP-MOS"),
        ("F norwegian sea supports f norway", "F NWG S F NWY"),
        ("F Gulf of Lyon - Gulf of Bothnia", "F LYO-BOT"),
        ("A Swe-Den", "A SWE-DEN"),
        ("A Mar S A Gas - Spa", "A MAR S A GAS-SPA"),
        ("A Con S A Bul", "A CON S A BUL"),
        ("F Por T A Spa - Naf", "F POR C A SPA-NAF"),
        ("F Black S F Con", "F BLA S F CON"),
        ("A. Bud. - Vie.", "A BUD-VIE"),
        ("Armee München-Böhmen", "A MUN-BOH"),
        ("Armee Muenchen-Boehmen", "A MUN-BOH"),
        ("Armee Munchen-Bohmen", "A MUN-BOH"),
    ],
)
def test_names_of_places(board, text, order):
    assert read(text, board) == [order]


# -- units and powers


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Bud - Vie", "BUD-VIE"),
        ("A Prussia Supports Livonia - Prussia", "A PRU S LVN-PRU"),
        ("F Tri S Austrian A Bud - Vie", "F TRI S AUSTRIA A BUD-VIE"),
        ("F ENG S France's A Bre - Lon", "F ENG S FRANCE A BRE-LON"),
        ("England: F Lon - Nth", "ENGLAND F LON-NTH"),
        ("The Army in Paris moves to Burgundy", "A PAR-BUR"),
        ("Austria-Hungary A Bud holds", "AUSTRIA A BUD H"),
        ("English Channel S Bre - Mao", "ENG S BRE-MAO"),
        ("F Bre S English Fleet English Channel", "F BRE S ENGLAND F ENG"),
        ("F ENG S France Bre - Mao", "F ENG S FRANCE BRE-MAO"),
        ("A Bur: - Par", "A BUR-PAR"),
        ("A Bur to Par", "A BUR-PAR"),
        ("A Mun supports A Ber to hold", "A MUN S A BER"),
        ("A Mun supports A Ber moving to Kie", "A MUN S A BER-KIE"),
        ("A Mun S A Ber - xxx", "A MUN S A BER"),
    ],
)
def test_units_and_powers(board, text, order):
    assert read(text, board) == [order]


# -- German


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Armee Budapest zieht nach Wien", "A BUD-VIE"),
        ("Armee Budapest nach Wien", "A BUD-VIE"),
        ("A Vie hält", "A VIE H"),
        ("Fl Nordsee unterstützt Fl Norwegen nach Schweden", "F NTH S F NWY-SWE"),
        ("Flotte Nordsee geleitet Armee Yorkshire nach Belgien", "F NTH C A YOR-BEL"),
        ("Österreich A Bud - Vie", "AUSTRIA A BUD-VIE"),
    ],
)
def test_german_movements(board, text, order):
    assert read(text, board) == [order]


@pytest.mark.parametrize(
    ("text", "phase", "order"),
    [
        ("A Tri zieht sich zurück nach Bud", "R", "A TRI R BUD"),
        ("A Tri Rückzug nach Bud", "R", "A TRI R BUD"),
        ("A Tri löst sich auf", "R", "A TRI D"),
        ("Aufbau Flotte Petersburg (Südküste)", "A", "F STP/SC B"),
        ("Abbau A Par", "A", "A PAR D"),
        ("Verzicht", "A", "WAIVE"),
    ],
)
def test_german_retreats_and_adjustments(board, text, phase, order):
    assert read(text, board, phase) == [order]


# -- phases


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Tri - Bud", Retreat(UnitRef("TRI", "A"), "BUD")),
        ("A TRI R BUD", Retreat(UnitRef("TRI", "A"), "BUD")),
        ("A Tri retreats to Bud", Retreat(UnitRef("TRI", "A"), "BUD")),
        ("retreat A Tri to Bud", Retreat(UnitRef("TRI", "A"), "BUD")),
        ("A Tri R - Bud", Retreat(UnitRef("TRI", "A"), "BUD")),
        ("A TRI D", Disband(UnitRef("TRI", "A"))),
        ("A Tri - disband", Disband(UnitRef("TRI", "A"))),
        ("disband A Tri", Disband(UnitRef("TRI", "A"))),
    ],
)
def test_retreats(board, text, order):
    assert scan_order(text, board, "R") == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A PAR B", Build(UnitRef("PAR", "A"))),
        ("BUILD A PAR", Build(UnitRef("PAR", "A"))),
        ("build army paris", Build(UnitRef("PAR", "A"))),
        ("Build a fleet in Brest", Build(UnitRef("BRE", "F"))),
        ("build stp/nc", Build(UnitRef("STP/NC"))),
        ("A PAR D", Remove(UnitRef("PAR", "A"))),
        ("Remove F Gulf of Lyon", Remove(UnitRef("LYO", "F"))),
        ("WAIVE", Waive()),
        ("waive build", Waive()),
    ],
)
def test_adjustments(board, text, order):
    assert scan_order(text, board, "A") == order


@pytest.mark.parametrize(
    ("text", "phase", "order"),
    [
        ("A Ser S F Tri - Alb", "R", Support(UnitRef("SER", "A"), UnitRef("TRI", "F"), "ALB")),
        ("F Nth C A Hol - Yor", "R", Convoy(UnitRef("NTH", "F"), UnitRef("HOL", "A"), "YOR")),
        ("A Hol - Yor via convoy", "R", Move(UnitRef("HOL", "A"), "YOR", via_convoy=True)),
        ("A Hol - Nth - Yor", "R", Move(UnitRef("HOL", "A"), "YOR", route=("NTH",))),
        ("A Bud - Vie", "A", Move(BUD, "VIE")),
        ("A Bud H", "A", Hold(BUD)),
        ("A Bud B", "M", Build(BUD)),
        ("BUILD A BUD", "M", Build(BUD)),
        ("A Bud R Vie", "M", Retreat(BUD, "VIE")),
        ("A Bud D", "M", Disband(BUD)),
        ("Remove A Bud", "M", Remove(BUD)),
        ("WAIVE", "M", Waive()),
    ],
)
def test_an_order_of_another_phase_is_read_as_what_it_is(board, text, phase, order):
    assert scan_order(text, board, phase) == order


# -- several on a line


@pytest.mark.parametrize(
    "text",
    [
        "A bud-vie, F tri-alb; A vie-gal",
        "A bud-vie F tri-alb A vie-gal",
        "A bud-vie. F tri-alb. A vie-gal.",
        "A bud-vie and F tri-alb, and A vie-gal",
        "A bud-vie | F tri-alb | A vie-gal",
        "1. A bud-vie\n2. F tri-alb\n3) A vie-gal",
        "* A bud-vie\r\n- F tri-alb\r[A vie-gal]",
        "A bud-vie # home\n% nothing\nF tri-alb, A vie-gal % and back",
    ],
)
def test_several_orders(board, text):
    assert read(text, board) == ["A BUD-VIE", "F TRI-ALB", "A VIE-GAL"]


# -- whole collections


def steps_of(table):
    """The phases of a case of the DATC, with what the case says of all of them."""
    parts = table.get("step") or table.get("scenario")
    if parts is None:
        yield table
    for part in parts or ():
        yield {"phase": table["phase"], **part}


def datc_orders():
    """(case, phase, the order in short, the order as the document has it or None)"""
    for path in sorted((ROOT / "tests" / "cases" / "datc").glob("*.toml")):
        document = tomllib.loads(path.read_text("utf-8"))
        for case in document["case"]:
            for step in steps_of({"phase": document.get("phase"), **case}):
                phase = step["phase"][-1].replace("B", "A")
                for power, text in step.get("orders", {}).items():
                    lines = [line.split(" : ")[0].strip() for line in text.split("\n")]
                    lines = [line for line in lines if line]
                    full = step.get("as_written", {}).get(power, "").strip().split("\n")
                    full = full if full != [""] else [None] * len(lines)
                    for line, raw in zip(lines, full, strict=True):
                        yield case["id"], phase, line, raw


DATC = list(datc_orders())


def test_the_datc_is_there():
    assert len({case for case, *_ in DATC}) > 150
    assert sum(raw is not None for *_, raw in DATC) > 150


def test_datc_orders_in_short(board):
    for case, phase, line, _ in DATC:
        order = scan_order(line, board, phase)
        assert write(order, "datc") == line, case


def test_datc_orders_as_the_document_has_them(board):
    for case, phase, line, raw in DATC:
        if raw is not None:
            assert with_kinds(scan_order(raw, board, phase)) == with_kinds(
                scan_order(line, board, phase)
            ), (case, raw)


def with_kinds(order):
    """The order without the kind of the other unit, which the document may leave out."""
    match order:
        case Support(supported=other):
            return replace(order, supported=replace(other, kind=None))
        case Convoy(convoyed=other):
            return replace(order, convoyed=replace(other, kind=None))
    return order


def test_the_orders_of_a_real_game(board):
    count = 0
    for phase in json.loads(gzip.decompress(REAL_GAME.read_bytes()))["phases"]:
        for orders in phase["orders"].values():
            for text in orders or ():
                order = scan_order(text, board, phase["phase"][-1])
                assert write(order, "diplomacy") == text
                count += 1
    assert count > 900
