"""Maps that people bring along: an SVG with ids, FIELDS.TXT, pictures of units."""

from dataclasses import replace
from importlib.resources import files
from math import cos, sin

import pytest
from PIL import Image
from svg_reading import by_id, parsed
from touching import touching

from dragoman.drawing import map_of, png, scene_of, svg
from dragoman.drawing.files.fields_txt import read_fields
from dragoman.drawing.files.own_picture import read_own_picture
from dragoman.drawing.files.picture_file import open_picture
from dragoman.drawing.layout.clearance import Clearance
from dragoman.drawing.layout.from_borders import neighbours
from dragoman.drawing.layout.from_points import scatter
from dragoman.drawing.pasted_units import map_on_picture, paint, pictures_for
from dragoman.formats import load_variant
from dragoman.formats.dipwork import new_text_file, read_pictures


@pytest.fixture(scope="module")
def pure():
    return load_variant("pure")


def squares(keys, more=""):
    """An own map of squares in a row, each in a way of its own."""
    ways = (
        '<rect id="{0}" x="{1}" y="0" width="90" height="80" fill="green"/>',
        '<g id="{0}" transform="translate({1},0)"><path d="M0,0h90v80h-90z"/></g>',
        '<polygon id="{0}" points="{1},0 {2},0 {2},80 {1},80"/>',
        '<circle id="{0}" cx="{3}" cy="40" r="40"/>',
    )
    shapes = (
        ways[i % 4].format(key.lower(), i * 100, i * 100 + 90, i * 100 + 45)
        for i, key in enumerate(keys)
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80">'
    return f"{head}{''.join(shapes)}{more}</svg>".encode()


def test_an_own_map(pure):
    keys = list(pure.board.provinces)
    more = f'<circle id="unit-{keys[0]}" cx="11" cy="12" r="2"/>'
    found, faults = read_own_picture(squares(keys, more), pure.board)
    assert faults == ()
    geometry, backdrop = found
    assert (geometry.width, geometry.height) == (700, 80)
    assert geometry.units[keys[0]] == (11, 12)  # where the picture says
    for i, key in enumerate(keys[1:], 1):  # where there is room
        assert geometry.units[key][0] == pytest.approx(i * 100 + 45, abs=6)
    picture = svg(scene_of(pure, geometry, pure.start, backdrop=backdrop))
    assert f"province-{keys[0]}" in by_id(parsed(picture))
    bare = svg(scene_of(pure, geometry, pure.start, backdrop="<g/>"))
    assert png(picture, 700) != png(bare, 700)


def grid(board):
    """A square for each province, by its key: left and top."""
    keys = [key for key, province in board.provinces.items() if province.terrain.is_ground]
    return {key: (i % 10 * 100 + 5, i // 10 * 100 + 5) for i, key in enumerate(keys)}


def jdip_like(board, leave_out=()):
    """A picture built as jDip's and those of the ``diplomacy`` package are: every shape twice, in
    a map that is moved and in a hidden layer for the mouse; places in data of their own; shown at
    half of its size."""
    squares, data = grid(board), []
    for key, (x, y) in squares.items():
        unit = f'<j:UNIT x="{x + 10}" y="{y + 30}"/><j:DISLODGED_UNIT x="{x + 50}" y="{y + 5}"/>'
        data.append(f'<j:PROVINCE name="{key.lower()}">{unit}</j:PROVINCE>')
    data.append('<j:PROVINCE name="stp-nc"><j:UNIT x="20" y="40"/></j:PROVINCE>')
    shown, hidden = (
        "".join(
            f'<path id="{line}{key.lower()}" class="water" '
            f'd="M {x + 195},{y + 170} l 90,0 c 0,30 0,60 0,90 L {x + 195} {y + 260} z"/>'
            for key, (x, y) in squares.items()
            if key not in leave_out
        )
        for line in ("_", "")
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "svg.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:j="svg.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="500px" height="400px" viewBox="0 0 1000 800">
<j:ORDERDRAWING><j:SYMBOLSIZE name="Army" width="40" height="40"/></j:ORDERDRAWING>
<j:PROVINCE_DATA>{"".join(data)}</j:PROVINCE_DATA>
<defs><style type="text/css"><![CDATA[.water {{fill:#c5dfea}}]]></style>
<symbol id="Army" viewBox="0 0 23 15"><rect width="23" height="15"/></symbol></defs>
<g id="MapLayer" transform="translate(-195 -170)">{shown}</g>
<g id="SupplyCenterLayer"><rect id="sc_MUN" x="7" y="9" width="4" height="4"/></g>
<g id="UnitLayer"/><g id="BriefLabelLayer"><text x="1" y="1">mun</text></g>
<g id="MouseLayer" class="invisible" transform="translate(-195 -170)">{hidden}</g></svg>""".encode()


def gm_like(board):
    """A picture built as those of DiplomacyGM are: ids as Inkscape makes them, names as labels, and
    the same names again in layers for units, retreats and centres."""
    squares, layers = grid(board), {}
    names = {key: board.provinces[key].name for key in squares}
    for layer, dx, dy, side in (
        ("Land", 0, 0, 90),
        ("Army", 20, 30, 20),
        ("Retreat Army", 50, 60, 20),
        ("Supply Centers", 70, 10, 10),
        ("Province Names", 40, 70, 10),
    ):
        layers[layer] = "".join(
            f'<rect id="rect{n}{layer[:2]}{layer[8:9]}" inkscape:label="{names[key]}" '
            f'x="{x + dx}" y="{y + dy}" width="{side}" height="{side}"/>'
            for n, (key, (x, y)) in enumerate(squares.items())
        )
    x, y = squares["STP"]
    layers["Fleet"] = f'''<rect id="f1" inkscape:label="St. Petersburg (nc)" x="{x + 60}" y="{y}"
 width="20" height="20"/>'''
    groups = "".join(
        f'<g id="layer{n}" inkscape:groupmode="layer" inkscape:label="{layer}">{content}</g>'
        for n, (layer, content) in enumerate(layers.items())
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">{groups}</svg>""".encode()


@pytest.mark.parametrize("build", [jdip_like, gm_like])
def test_pictures_built_by_other_programs(standard, build):
    found, faults = read_own_picture(build(standard.board), standard.board)
    assert faults == ()
    geometry, backdrop = found
    for key, (x, y) in grid(standard.board).items():
        (ring,) = geometry.shapes[key].rings
        assert {(px - x, py - y) for px, py in ring} >= {(0, 0), (90, 0), (90, 90), (0, 90)}, key
        assert geometry.units[key] == (x + 30, y + (50 if build is jdip_like else 40)), key
        assert geometry.dislodged[key] == (x + (70 if build is jdip_like else 60),
                                           y + (25 if build is jdip_like else 70))  # fmt: skip
    assert geometry.units["STP/NC"] != geometry.units["STP"]
    x, y = grid(standard.board)["MUN"]
    expected = (9, 11) if build is jdip_like else (x + 75, y + 15)
    assert geometry.shapes["MUN"].center == expected
    assert "data-dragoman" not in backdrop
    assert 'width="1000" height="800"' in backdrop
    assert geometry.unit_size > 5


def test_what_is_missing_is_one_list(standard):
    keys = list(grid(standard.board))
    _, (fault,) = read_own_picture(jdip_like(standard.board, keys[:2]), standard.board, "p.svg")
    names = [f"{standard.board.provinces[key].name} ({key})" for key in keys[:2]]
    assert fault.what == f"2 provinces have no shape: {names[0]}, {names[1]}"
    assert f'id="{keys[0]}"' in fault.remedy
    _, (fault,) = read_own_picture(jdip_like(standard.board, keys), standard.board)
    assert "(STP)" not in fault.what and f"and {len(keys) - 8} more" in fault.what


@pytest.mark.parametrize("size", ['width="900px" height="90px"', 'width="10cm" height="1cm"', ""])
def test_shapes_are_where_they_are_however_large_the_picture_is_shown(pure, size):
    content = squares(pure.board.provinces).replace(b"viewBox", f"{size} viewBox".encode())
    (geometry, _), _ = read_own_picture(content, pure.board)
    first = next(iter(pure.board.provinces))
    assert geometry.shapes[first].rings[0][2] == (90, 80)


def test_coasts_with_shapes_of_their_own(standard):
    coast = b'<circle id="stp-sc" cx="33" cy="44" r="9"/></svg>'
    content = gm_like(standard.board).replace(b"</svg>", coast)
    (geometry, _), _ = read_own_picture(content, standard.board)
    assert geometry.units["STP/SC"] == pytest.approx((33, 44), abs=1)


def test_shapes_without_any_room(pure):
    shapes = "".join(f'<path id="{key}" d="M0,0L9,0L18,0z"/>' for key in pure.board.provinces)
    content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80">{shapes}</svg>'
    (geometry, _), (fault,) = read_own_picture(content.encode(), pure.board)
    assert (fault.code, fault.is_error) == ("flat-shape", False) and geometry.unit_size > 0


@pytest.mark.parametrize(
    ("how", "code", "number"),
    [
        ('transform="scale(0)"', "flat-shape", 7),
        ('transform="scale(1,0)"', "flat-shape", 7),
        ('transform="matrix(1 0 1 0 0 0)"', "flat-shape", 7),
        ('transform="scale(0.1)"', "", 0),
        ('transform="translate(0,80)"', "shape-outside", 7),
        ('transform="translate(0,-81)"', "shape-outside", 7),
        ('transform="translate(-300)"', "shape-outside", 3),
        ('transform="translate(300)"', "shape-outside", 3),
        ('transform="translate(0,79)"', "", 0),
    ],
)
def test_shapes_of_which_nothing_is_seen_are_told_of(pure, how, code, number):
    keys = list(pure.board.provinces)
    shapes = "".join(
        f'<path id="{key}" d="M{i * 100},0h90v80h-90z"/>' for i, key in enumerate(keys)
    )
    content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80"><g {how}>{shapes}</g>'
    found, faults = read_own_picture(f"{content}</svg>".encode(), pure.board, "p.svg")
    assert found is not None
    assert [fault.code for fault in faults] == [code] * (number > 0)
    for fault in faults:
        assert not fault.is_error and fault.remedy and fault.source == "p.svg"
        assert sum(f"({key})" in fault.what for key in keys) == number


@pytest.mark.parametrize("around", ["<g>{}</g>", "<defs>{}</defs>"])
def test_a_shape_by_which_nothing_is_drawn_is_told_of_as_that(pure, around):
    first, *others = pure.board.provinces
    content = squares(others).decode().replace("</svg>", "")
    scale = "0" if "<g>" in around else "1"
    circle = f'<circle id="{first}" r="9" transform="scale({scale})"/>'
    content += f"{around.format(circle)}</svg>"
    found, (fault,) = read_own_picture(content.encode(), pure.board)
    assert found is None
    assert fault.code == "no-shape"
    assert fault.remedy == f"give the shape of {first} an area, outside of any defs"


@pytest.mark.parametrize(
    ("size", "box"),
    [
        ('width="100%" height="100%"', None),
        ('width="700" height="100%"', None),
        ('width="50em" height="80"', None),
        ('width="700"', None),
        ('width="-700" height="80"', None),
        ('width="nan" height="80"', None),
        ('width="700" height="80"', (700, 80)),
        ('width=" 700px " height="80.0"', (700, 80)),
        ('width="10in" height="2.54cm"', (960, 96)),
    ],
)
def test_a_picture_without_a_view_box_is_as_large_as_it_says(pure, size, box):
    content = squares(pure.board.provinces).replace(b'viewBox="0 0 700 80"', size.encode())
    found, faults = read_own_picture(content, pure.board)
    if box is None:
        assert found is None
        assert [(fault.code, fault.remedy) for fault in faults] == [
            ("no-size", "give it a viewBox")
        ]
    else:
        assert faults == () and (found[0].width, found[0].height) == box
        first = next(iter(pure.board.provinces))
        assert found[0].shapes[first].rings[0][2] == (90, 80)


def test_an_own_map_changes_nothing_else(pure):
    more = (
        '<script>alert(1)</script><linearGradient id="fade"/>'
        "<style>.unit, text { fill: url(#fade) }</style>"
        '<text class="unit" onclick="alert(2)">Name</text><circle id="unit-BER" r="2"/>'
    )
    (_, backdrop), _ = read_own_picture(squares(pure.board.provinces, more), pure.board)
    assert "alert" not in backdrop
    assert "unit-BER" not in backdrop
    assert "<style" not in backdrop
    assert '<text class="own-unit" style="fill:url(#own-fade)">' in backdrop
    assert 'id="own-fade"' in backdrop


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"not xml", "not-svg"),
        (b"<html/>", "not-svg"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "no-size"),
        (squares(["BER"]), "no-shape"),
    ],
)
def test_no_own_map(pure, content, code):
    found, faults = read_own_picture(content, pure.board, "picture.svg")
    assert found is None
    assert faults[0].code == code
    assert faults[0].remedy
    assert faults[0].source == "picture.svg"


def test_an_own_map_in_the_variants_folder(pure, tmp_path):
    source = files("dragoman").joinpath("variants", "pure")
    for name in ("map.pure", "seed.pure", "variant.toml"):
        (tmp_path / name).write_bytes(source.joinpath(name).read_bytes())
    (tmp_path / "picture.svg").write_bytes(squares(pure.board.provinces))
    drawn_on, faults = map_of(load_variant(tmp_path), tmp_path)
    assert faults == ()
    assert drawn_on.backdrop
    assert map_of(load_variant(tmp_path), str(tmp_path)) == (drawn_on, ())
    (tmp_path / "picture.svg").write_bytes(b"<svg")
    drawn_on, faults = map_of(load_variant(tmp_path), tmp_path)
    assert drawn_on is None
    assert faults[0].line == 1


def fields_of(board):
    """A FIELDS.TXT for the standard map: a grid, and a coast."""
    lines = [
        f"# {key.title()} {40 + i % 10 * 60} {40 + i // 10 * 50} - L 1 Au"
        for i, key in enumerate(board.provinces)
    ]
    return "\n".join([*lines, "# SpN 333 222 Spa C 0 -", "- Kie Mun ja nein", "END", "# X 1 1 - L"])


def test_fields(standard):
    points, faults = read_fields(fields_of(standard.board), standard.board)
    assert [fault.code for fault in faults] == ["behind-end"]
    assert points["SPA/NC"] == (333, 222)
    assert points["STP/SC"] == points["STP"]
    assert len(points) == len(standard.board.locations)


def test_fields_with_faults(standard):
    text = fields_of(standard.board).replace("# Bud", "# Buu", 1) + "\n"
    text = "# Xyz x 810 - L 1 Au\n" + text
    _, faults = read_fields(text, standard.board, "FIELDS.TXT")
    found = {fault.code: fault for fault in faults}
    assert found["bad-field"].is_error and found["bad-field"].line == 1
    assert found["unknown-province"].line > 1 and not found["unknown-province"].is_error
    assert found["no-place"].is_error and "BUD" in found["no-place"].what


def test_a_map_from_points(standard):
    points, _ = read_fields(fields_of(standard.board), standard.board)
    geometry = scatter(standard.board, points)
    near = {frozenset((a, b)) for a, some in neighbours(standard.board).items() for b in some}
    assert touching(geometry) <= near
    drawn = svg(scene_of(standard, geometry, standard.start))
    assert "unit-A-MUN" in by_id(parsed(drawn))


@pytest.fixture
def unit_pictures(standard, tmp_path):
    """A picture for each kind of unit of each power, and a list of them in DOS's spelling."""
    (tmp_path / "unitpics").mkdir()
    lines = []
    for i, power in enumerate(standard.board.powers):
        for kind, high in (("A", 8), ("F", 4)):
            name = f"{power[:2].lower()}_{kind.lower()}.tif"
            picture = Image.new("RGB", (10, high), (20 * i, 0, 0))
            picture.save(tmp_path / "unitpics" / name)
            lines.append(
                f"{kind} {power[:2].title()} UNITPICS\\{name}".replace("UNITPICS", "unitpics")
            )
    listed = tmp_path / "PICLIST.TXT"
    listed.write_text("\n".join([*lines, "END"]), "utf-8")
    Image.new("RGB", (640, 480), "white").save(tmp_path / "empty.tif")
    return listed


def listed(path_or_text):
    """The pictures of a list."""
    text = path_or_text if isinstance(path_or_text, str) else path_or_text.read_text("utf-8")
    pictures, faults = read_pictures(new_text_file("PICLIST.TXT", text.splitlines()))
    assert faults == ()
    return pictures


def test_painting_as_dipwork_does(standard, unit_pictures, tmp_path):
    points, _ = read_fields(fields_of(standard.board), standard.board)
    pictures, faults = pictures_for(
        standard.start, listed(unit_pictures), standard.board, (tmp_path,)
    )
    assert faults == ()
    assert len(pictures) == 14
    painted, faults = paint(standard.start, tmp_path / "empty.tif", pictures, points)
    assert faults == ()
    for unit in standard.start.units:
        number = list(standard.board.powers).index(unit.power)
        x, y = map(int, points[unit.location])
        assert painted.getpixel((x, y)) == (20 * number, 0, 0)
        above = painted.getpixel((x, y - 3))  # armies are 8 high, fleets 4
        assert (above == (255, 255, 255)) == (unit.kind == "F")
    assert painted.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("mode", "becomes", "black"),
    [("1", "1", 0), ("L", "L", 0), ("P", "RGB", (0, 0, 0)), ("RGBA", "RGB", (0, 0, 0))],
)
def test_a_map_keeps_its_kind(standard, tmp_path, mode, becomes, black):
    """A bilevel TIFF, as DipWork's were, stays one; any kind of TIFF can be read."""
    points, _ = read_fields(fields_of(standard.board), standard.board)
    white = Image.new("RGB", (640, 480), "white").convert(mode)
    white.save(tmp_path / "empty.tif")
    Image.new("RGB", (9, 9), "black").convert(mode).save(tmp_path / "unit.tif")
    pictures = {(kind, power): tmp_path / "unit.tif" for kind in "AF" for power in POWERS}
    painted, faults = paint(standard.start, tmp_path / "empty.tif", pictures, points)
    assert faults == ()
    assert painted.mode == becomes
    for unit in standard.start.units:
        assert painted.getpixel(tuple(map(int, points[unit.location]))) == black
    assert painted.getpixel((0, 0)) not in (0, (0, 0, 0))


POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def test_greys_of_sixteen_bits(tmp_path):
    Image.new("I;16", (4, 4), 0x9C40).save(tmp_path / "grey.tif")
    picture = open_picture(tmp_path / "grey.tif")
    assert (picture.mode, picture.getpixel((0, 0))) == ("L", 0x9C)


def test_picture_lists_with_faults(standard, tmp_path):
    text = "A Au nothing.tif\nQ Au x.tif\nA Nobody x.tif\nA En nothing.tif\n"
    board = standard.board
    pictures, faults = pictures_for(standard.start, listed(text), board, (tmp_path,), "LIST.TXT")
    assert pictures == {}
    placed = [(f.code, f.line) for f in faults if f.line]
    assert placed == [("bad-picture", 2), ("bad-picture", 3), ("no-picture", 1), ("no-picture", 4)]
    unlisted = [fault.what for fault in faults if not fault.line]
    assert len(unlisted) == 12  # F of AUSTRIA and ENGLAND, and both of five powers
    assert "the list has no picture for F of AUSTRIA" in unlisted
    assert {fault.source for fault in faults if not fault.line} == {"LIST.TXT"}


def test_units_that_are_not_there_need_no_picture(standard, unit_pictures, tmp_path):
    """The manual, "Crowded": wait with the map until two nations are out."""
    (tmp_path / "unitpics" / "au_a.tif").unlink()
    austria = [unit for unit in standard.start.units if unit.power == "AUSTRIA"]
    rest = tuple(unit for unit in standard.start.units if unit not in austria)
    board, pictures = standard.board, listed(unit_pictures)
    _, faults = pictures_for(standard.start, pictures, board, (tmp_path,))
    assert [(fault.source, fault.line) for fault in faults] == [("PICLIST.TXT", 1)]
    _, faults = pictures_for(replace(standard.start, units=rest), pictures, board, (tmp_path,))
    assert faults == ()


def test_what_is_no_picture(standard, unit_pictures, tmp_path):
    points, _ = read_fields(fields_of(standard.board), standard.board)
    (tmp_path / "empty.tif").write_bytes(b"nonsense")
    pictures, _ = pictures_for(standard.start, listed(unit_pictures), standard.board, (tmp_path,))
    painted, faults = paint(standard.start, tmp_path / "empty.tif", pictures, points)
    assert painted is None
    assert faults[0].code == "not-a-picture"


def test_our_marks_on_a_picture(standard, tmp_path):
    Image.new("RGB", (640, 480), "white").save(tmp_path / "empty.tif")
    points, _ = read_fields(fields_of(standard.board), standard.board)
    drawn_on, faults = map_on_picture(tmp_path / "empty.tif", standard.board, points)
    assert faults == ()
    assert (drawn_on.geometry.width, drawn_on.geometry.height) == (640, 480)
    assert drawn_on.geometry.units["MUN"] == points["MUN"]
    assert 'href="data:image/png;base64,' in drawn_on.backdrop


SHAPE = '<rect id="{}" x="0" y="0" width="90" height="80" fill="green"/>'


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('viewBox="0 0 700 80"', 'viewBox="0 0 . ."', "no-size"),
        ('viewBox="0 0 700 80"', 'viewBox="0 0 1..2 3"', "no-size"),
        ('viewBox="0 0 700 80"', 'viewBox="0 0 7e2 80"', ""),
        ('viewBox="0 0 700 80"', 'viewBox="0 0 7e99 80"', "no-size"),
        (SHAPE, '<path id="{}" d="hello"/>', "not-svg"),
        (SHAPE, '<path id="{}" d="M0,0 L10,0 L20,0z"/>', "flat-shape"),
        (SHAPE, '<rect id="{}" width="1e308" height="80"/>', "bad-shape"),
        (SHAPE, '<rect id="{}" width="1e400" height="80"/>', "bad-shape"),
        (SHAPE, '<rect id="{}" width="nan" height="80"/>', "no-shape"),
        (SHAPE, '<g id="{}"><use href="#{0}"/></g>'.replace("{}", "{0}"), "not-svg"),
    ],
)
def test_odd_pictures(pure, old, new, code):
    keys = list(pure.board.provinces)
    content = squares(keys).decode().replace(old.format(keys[0].lower()), new.format(keys[0]))
    found, faults = read_own_picture(content.encode(), pure.board)
    assert [fault.code for fault in faults] == ([code] if code else [])
    assert (found is None) == any(fault.is_error for fault in faults)


def test_a_picture_with_very_fine_borders(pure, monkeypatch):
    """A megabyte of tiny curves, as drawing programs make them: few of the points count."""
    keys = list(pure.board.provinces)

    def ring(left):
        around = [(left + 45 + 40 * cos(t / 900), 40 + 40 * sin(t / 900)) for t in range(5655)]
        curves = zip(around[1::3], around[2::3], around[3::3], strict=False)
        pieces = (f"C{a:.3f},{b:.3f},{c:.3f},{d:.3f},{e:.3f},{f:.3f}"
                  for (a, b), (c, d), (e, f) in curves)  # fmt: skip
        return f"M{around[0][0]:.3f},{around[0][1]:.3f}{''.join(pieces)}z"

    shapes = "".join(f'<path id="{key}" d="{ring(i * 100)}"/>' for i, key in enumerate(keys))
    content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80">{shapes}</svg>'
    looked_at = 0
    square = Clearance._square

    def counted(self, *at):
        nonlocal looked_at
        looked_at += 1
        return square(self, *at)

    monkeypatch.setattr(Clearance, "_square", counted)
    (geometry, _), faults = read_own_picture(content.encode(), pure.board)
    assert faults == ()
    assert looked_at < 200 * len(keys)
    for i, key in enumerate(keys):
        assert geometry.units[key][0] == pytest.approx(i * 100 + 45, abs=3)
        (outline,) = geometry.shapes[key].rings
        assert len(outline) < 2500
