"""``dragoman dipwork run`` beyond every limit of the manual's chapter "Programmlimits"."""

import shutil
from pathlib import Path

import pytest
from PIL import Image

from dragoman.formats.dipwork import read_records
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue

EXAMPLE = Path(__file__).parents[3] / "examples" / "dipwork"
FIELDS, NATIONS, KINDS, CENTERS, BORDERS = 300, 40, 12, 120, 100


def name(number):
    return f"A_field_with_a_name_of_more_than_forty_letters_{number:03}"


def kind(number):
    return f"U{number % KINDS:02}"


def variant_text():
    others = " ".join(f"Spelling{n:03}" for n in range(30))
    lines = ["NATIONLIST", *(f"N{n:02} Nation{n:02}" for n in range(NATIONS))]
    lines[1] += f" {others}"
    lines += ["", "UNITLIST"]
    lines += [f"{kind(k)} Kind{k:02} # Costs=1 St=1 AllowedIn=A" for k in range(KINDS)]
    lines += ["", "ORDERLIST", "x xxx", "-", "S", "C", ""]
    lines += [f"CONVOY_RELEVANT_UNITNR {KINDS + 1}", f"MASTER {'x' * 300}"]
    lines += ["TABCOLUMNWIDTH 300", "PLAINOUTWIDTH 400", "END"]
    return lines


def fields_text():
    """A ring of fields, of which the first borders on a hundred."""
    ways = " ".join(["ja"] * KINDS + ["nein"])
    lines = [f"# {name(i)} {i} 99999 - {'LCA' * 10} 1 N{i % NATIONS:02}" for i in range(FIELDS)]
    pairs = [(i, (i + 1) % FIELDS) for i in range(FIELDS)]
    pairs += [(0, i) for i in range(2, BORDERS + 2)]
    for i, j in pairs:
        lines += [f"- {name(i)} {name(j)} {ways}", f"- {name(j)} {name(i)} {ways}"]
    return [*lines, "END"]


def game_text():
    lines = ["VARIANTPATH large", f"NAME {'y' * 300}", "YEAR Herbst 1901"]
    for nation in range(NATIONS):
        units = [f"{kind(i)} {name(i)}" for i in range(nation, FIELDS, NATIONS)]
        centers = [name(i) for i in range(CENTERS)] if nation == 0 else []
        lines += [f"NATION N{nation:02}", "UNITS", *units, "%", "CENTERS", *centers, "%"]
    return [*lines, "END"]


def orders_text():
    lines = []
    for nation in range(NATIONS):
        lines.append(f"NATION N{nation:02}")
        for i in range(nation, FIELDS, NATIONS):
            j = (i + 1) % FIELDS
            if i % 50 == 7:  # whom the next one follows
                lines.append(
                    f"{kind(i)} {name(i)} S N{(i - 1) % NATIONS:02} {kind(i - 1)} {name(i - 1)}"
                )
            elif i % 50 == 6:
                lines.append(f"{kind(i)} {name(i)} xxx")
            else:
                lines.append(f"{kind(i)} {name(i)}-{name(j)}")
    return [*lines, "END"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The game directory after all steps, and what was asked."""
    folder = tmp_path_factory.mktemp("limits")
    for file, lines in (
        ("LARGE/VARIANT.TXT", variant_text()),
        ("LARGE/FIELDS.TXT", fields_text()),
        ("GAME/GAME.TXT", game_text()),
        ("GAME/ORDERS.TXT", orders_text()),
    ):
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text("\r\n".join([*lines, ""]), "ascii", newline="")
    asked = []

    def answer(question, suggestion):
        asked.append(question)
        return "summer" if "Summer" in question else suggestion

    steps = ("/s", "/p", "/c", "/w", "/op")
    faults = run(["GAME", *steps], Dialogue(ask=answer), folder)
    assert [fault for fault in faults if fault.is_error] == []
    return folder / "GAME"


def test_orders_and_fields_of_a_conflict(played):
    """More than 255 orders, and more than 255 fields that are fought over at once."""
    lines, faults = read_records((played / "WINTERED.ORD").read_bytes())
    assert faults == ()
    assert len(lines) == FIELDS > 255
    assert len({line.place.field for line in lines} | {line.target.field for line in lines}) > 255


def test_unit_types_nations_and_borders(played):
    """12 types of 8, 40 nations of 30 in the report, 100 borders of 90."""
    report = (played / "PLAIN.TXT").read_text("ascii")
    assert all(f"Nation{n:02}" in report for n in range(NATIONS))
    lines, _ = read_records((played / "WINTERED.ORD").read_bytes())
    assert {line.unit for line in lines} == set(range(1, KINDS + 1))


def test_long_orders_lines_and_texts(played):
    """Orders of more than 80 letters, names of more than 40, texts of more than 255; field
    types of more than 16 and lines of VARIANT.TXT of more than 255 were read."""
    report = (played / "PLAIN.TXT").read_text("ascii")
    order = f"{kind(20)} {name(20)}-{name(21)}"
    assert len(order) > 80
    assert order in report
    assert f"{kind(7)} {name(7)} S N06 {kind(6)} {name(6)} xxx" in report
    assert "y" * 300 in report
    assert "x" * 300 in report
    assert order in (played / "NEWGAME.TXT").read_text("ascii")


def test_centres(played):
    """120 centres of 90 in one nation's list, with names of far more than 800 letters."""
    report = (played / "PLAIN.TXT").read_text("ascii")
    assert f"Nation00 ({CENTERS})" in report
    assert all(name(i) in report for i in range(CENTERS))


def test_the_width_of_a_picture(tmp_path):
    """A unit's picture that is wider than 1024 points, where 1024 had room."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    game, variant = tmp_path / "TWO01S", tmp_path / "VARIANTS" / "STANDARD"
    units = "A Vie", "A Bud", "F Tri"
    text = (game / "GAME.TXT").read_text("cp437").split("NATION En")[0]
    for nation in ("En", "Fr", "Ge", "It", "Ru", "Tu"):
        text += f"NATION {nation}\nUNITS\n%\nCENTERS\n%\n"
    (game / "GAME.TXT").write_text(text + "END\n", "cp437")
    (game / "ORDERS.TXT").write_text("YEAR Frühjahr 1901\nEND\n", "cp437")
    Image.new("RGB", (2400, 1400), "white").save(variant / "STANDARD.TIF")
    rows = [f"{unit} Au {unit}.TIF" for unit in "AF"]
    (variant / "PICLST64.TXT").write_text("\n".join([*rows, "END", ""]))
    for unit in "AF":
        Image.new("RGB", (1100, 3), "black").save(variant / f"{unit}.TIF")
    steps = ("/s", "/p", "/c", "/w", "/m")

    faults = run(["TWO01S", *steps], Dialogue(ask=lambda asked, usual: "summer"), tmp_path)
    assert [fault for fault in faults if fault.is_error] == []
    with Image.open(game / "STANDARD.TIF") as drawn:
        black = {colour: count for count, colour in drawn.convert("RGB").getcolors()}[0, 0, 0]
    assert black == len(units) * 1100 * 3
