"""Pictures of designers with layers, styles and types of their own."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from dragoman.board import Terrain
from dragoman.drawing import Options, map_of, png, scene_of, svg
from dragoman.drawing.files.own_picture import read_own_picture
from dragoman.formats import load_variant, write_variant

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
)
HIDING = {
    "a style": ('style="fill:red; display: none"', ""),
    "an attribute": ('display="none"', ""),
    "a class": ('class="gone"', ".st0, .gone { display : none }"),
    "the class of a medium": ('class="gone"', "@media screen { g.gone { display:none } }"),
    "an id": ('id="old"', "/* a, b */ #old{display:none!important}"),
    "visibility": ('style="visibility:hidden"', ""),
    "no opacity": ('opacity="0"', ""),
    "no opacity by percent": ('style="opacity:0%"', ""),
    "what it lies in": ('class="x"', "svg > g.x { display: none }"),
}


@pytest.fixture(scope="module")
def pure():
    return load_variant("pure")


def row(keys, top, side, more=""):
    return "".join(
        f'<rect id="{key}{more}" x="{i * 100}" y="{top}" width="{side}" height="{side}"/>'
        for i, key in enumerate(keys)
    )


def layer(content, how="", name="Layer", ident=""):
    mark = f'inkscape:groupmode="layer" inkscape:label="{name}"'
    return f"<g {mark} {how} {ident}>{content}</g>"


def read(pure, content, shown=()):
    found, faults = read_own_picture(f"{HEAD}{content}</svg>".encode(), pure.board, "p.svg", shown)
    return found, faults


def drawn(pure, found, width=700):
    geometry, backdrop = found
    nobody = replace(pure.start, units=())  # who would hide some of the picture
    content = png(svg(scene_of(pure, geometry, nobody, backdrop=backdrop)), width)
    return Image.open(BytesIO(content)).convert("RGB")


@pytest.mark.parametrize("how", HIDING)
@pytest.mark.parametrize("order", ["first", "last"])
def test_what_is_hidden_is_no_shape(pure, how, order):
    marked, sheet = HIDING[how]
    keys = list(pure.board.provinces)
    old, new = layer(row(keys, 0, 20), marked), layer(row(keys, 0, 70), 'fill="#ddd"')
    layers = old + new if order == "first" else new + old
    found, faults = read(pure, f"<style>{sheet}</style>{layers}")
    assert faults == ()
    for ground in found[0].shapes.values():
        assert max(y for ring in ground.rings for _, y in ring) == 70


def test_what_is_shown_in_a_hidden_layer_counts(pure):
    keys = list(pure.board.provinces)
    shapes = f'<g visibility="visible">{row(keys, 0, 70)}</g>'
    found, faults = read(pure, layer(shapes, 'visibility="hidden"'))
    assert found is not None and faults == ()


def test_a_hidden_shape_is_told_of(pure):
    keys = list(pure.board.provinces)
    found, (fault,) = read(pure, layer(row(keys, 0, 70), 'display="none"'))
    assert found is None
    assert fault.code == "no-shape" and f"{keys[0]} is hidden" in fault.remedy


def test_shapes_that_nothing_is_seen_of_are_for_the_mouse(pure):
    """Over a photograph: they count where there is no other."""
    found, faults = read(pure, layer(row(pure.board.provinces, 0, 70), 'opacity="0"'))
    assert found is not None and faults == ()


@pytest.mark.parametrize("how", ['display="none"', 'style="visibility:hidden"'])
def test_a_part_that_a_group_hides_is_none_of_its_shape(pure, how):
    first, *others = pure.board.provinces
    group = (
        f'<g id="{first}"><rect width="30" height="30" fill="#ddd"/>'
        f'<rect x="90" width="9" height="70" {how}/></g>'
    )
    found, _ = read(pure, group + row(others, 0, 70))
    assert found[0].shapes[first].rings == (((0, 0), (30, 0), (30, 30), (0, 30)),)


def test_anchors_may_be_hidden(pure):
    keys = list(pure.board.provinces)
    units = layer(row(keys, 50, 4).replace('id="', 'inkscape:label="'), 'display="none"', "Army")
    found, faults = read(pure, layer(row(keys, 0, 70), 'fill="#eee"') + units)
    assert faults == ()
    assert [found[0].units[key] for key in keys] == [(i * 100 + 2, 52) for i in range(len(keys))]


def names(keys, how):
    texts = "".join(
        f'<text x="{i * 100 + 5}" y="70" font-size="20" fill="#f0f">{key}</text>'
        for i, key in enumerate(keys)
    )
    return layer(texts, how, "Province Names")


def pinks(picture):
    return sum(
        number for number, (r, g, b) in picture.getcolors(1 << 20) if r > 180 and g < 90 and b > 180
    )


@pytest.mark.parametrize("how", ["a style", "an attribute", "a class", "visibility", "no opacity"])
@pytest.mark.parametrize("called", ["Province Names", "province names"])
def test_a_hidden_layer_of_names_can_be_switched_on(pure, how, called):
    marked, sheet = HIDING[how]
    keys = list(pure.board.provinces)
    content = f"<style>{sheet}</style>" + layer(row(keys, 0, 70), 'fill="#fff"')
    content += names(keys, marked)
    hidden, _ = read(pure, content)
    shown, faults = read(pure, content, (called,))
    assert faults == ()
    assert pinks(drawn(pure, shown)) > pinks(drawn(pure, hidden)) + 100


@pytest.mark.parametrize("called", ["layer5", "LAYER5", "Province Names", "province_names"])
def test_a_layer_is_switched_on_by_its_name_or_its_id(pure, called):
    keys = list(pure.board.provinces)
    ground = layer(row(keys, 0, 70), 'fill="#fff"', ident='id="layer1"')
    content = ground + names(keys, 'display="none" id="layer5"')
    hidden, _ = read(pure, content)
    shown, faults = read(pure, content, (called,))
    assert faults == ()
    assert pinks(drawn(pure, shown)) > pinks(drawn(pure, hidden)) + 100
    _, (fault,) = read(pure, content, ("layer6",))
    assert (fault.code, fault.candidates) == ("no-layer", ("Province Names",))


@pytest.mark.parametrize("how", ['display="none"', 'visibility="hidden"', 'style="opacity:0"'])
def test_a_layer_in_a_hidden_one_is_shown_alone(pure, how):
    keys = list(pure.board.provinces)
    notes = layer('<circle cx="30" cy="30" r="20" fill="#f0f"/>', name="Notes")
    texts = names(keys, 'display="none"')
    ground = layer(row(keys, 0, 70), 'fill="#fff"')
    whole, _ = read(pure, ground + layer(texts + notes, how, "Extras"), ("Province Names",))
    alone, _ = read(pure, ground + names(keys, ""))
    assert abs(pinks(drawn(pure, whole)) - pinks(drawn(pure, alone))) < 5
    both, _ = read(pure, ground + layer(texts + notes, how, "Extras"), ("Province Names", "Notes"))
    assert pinks(drawn(pure, both)) > pinks(drawn(pure, alone)) + 300


@pytest.mark.parametrize("name", ["", " ", "MUN", "Layer 9"])
def test_a_layer_that_is_none_is_told_of(pure, name):
    _, faults = read(pure, layer(row(pure.board.provinces, 0, 70), 'fill="#fff"'), (name,))
    assert [fault.code for fault in faults] == ["no-layer"]


ODD = (
    "<style>@@@ {{{ </style>",
    "<style>rect { fill: url( } } .a:nth-child( { }</style>",
    "<style>rect::before { display:none } :hover, a:visited { display:none }</style>",
    '<rect style="fill:url(;;:;display" width="3" height="3"/>',
    '<text font-family="" x="3" y="9">Aa</text><text font-family=",,," y="9">Bb</text>',
    "<text style=\"font-family:'\" x='3' y='9'>Aa</text>",
    '<text font-family="&lt;x&gt;&amp;" y="9">Bb</text>',
    '<g opacity="much" display="" visibility="9"/>',
)


@pytest.mark.parametrize("odd", ODD)
def test_odd_styles_are_no_fault(pure, odd):
    found, faults = read(pure, odd + layer(row(pure.board.provinces, 0, 70), 'fill="#fff"'))
    assert found is not None
    assert {fault.code for fault in faults} <= {"no-type"}
    assert drawn(pure, found).size


def test_a_layer_that_is_not_there_is_told_of(pure):
    keys = list(pure.board.provinces)
    content = layer(row(keys, 0, 70), 'fill="#fff"') + names(keys, 'display="none"')
    found, (fault,) = read(pure, content, ("Name",))
    assert found is not None
    assert (fault.code, fault.is_error, fault.candidates) == (
        "no-layer",
        False,
        ("Province Names",),
    )


def test_layers_are_switched_on_in_the_variants_file(pure, tmp_path):
    keys = list(pure.board.provinces)
    content = layer(row(keys, 0, 70), 'fill="#fff"') + names(keys, 'style="display:none"')
    texts, _ = write_variant(pure)
    for file, text in texts.items():
        (tmp_path / file).write_text(text, "utf-8")
    (tmp_path / "picture.svg").write_text(f"{HEAD}{content}</svg>", "utf-8")
    before, _ = map_of(load_variant(tmp_path), tmp_path)
    toml = tmp_path / "variant.toml"
    toml.write_text(toml.read_text("utf-8") + '\n[picture]\nshow = ["Province Names"]\n', "utf-8")
    variant = load_variant(tmp_path)
    after, faults = map_of(variant, tmp_path)
    assert faults == ()
    assert "display:none" in before.backdrop and "display:none" not in after.backdrop
    assert 'show = ["Province Names"]' in write_variant(variant)[0]["variant.toml"]


@pytest.mark.parametrize(
    "shown", ["Papyrus", "Papyrus, Chalkduster", "'No Such Type',\"Nor This\""]
)
@pytest.mark.parametrize("how", ['font-family="{}"', "style='font-family:{}'", "class='t'"])
def test_a_type_that_is_not_there_is_replaced_and_told_of(pure, shown, how):
    keys = list(pure.board.provinces)
    family = shown.replace('"', "&quot;").replace("'", "&apos;")
    text = f'<g {how.format(family)}><text x="5" y="70" font-size="40" fill="#f0f">Names</text></g>'
    sheet = f"<style>.t {{ font-family: {shown} }}</style>"
    found, (fault,) = read(pure, sheet + layer(row(keys, 0, 70), 'fill="#fff"') + text)
    first = shown.split(",")[0].strip("'\"")
    assert (fault.code, fault.is_error) == ("no-type", False)
    assert repr(first) in fault.what
    bare, _ = read(pure, layer(row(keys, 0, 70), 'fill="#fff"'))
    assert pinks(drawn(pure, found)) > pinks(drawn(pure, bare)) + 100


def test_bold_names_are_in_one_type(pure):
    """All their letters are in the type that the picture holds."""
    text = '<text font-family="Papyrus" font-weight="bold" x="5" y="70">Zyxw</text>'
    keys = list(pure.board.provinces)
    both = []
    for more in ("", text):
        (geometry, backdrop), _ = read(pure, layer(row(keys, 0, 70), 'fill="#fff"') + more)
        picture = svg(scene_of(pure, geometry, pure.start, backdrop=backdrop))
        (face,) = re.findall(r"@font-face\{[^}]*font-weight:700;[^}]*base64,([^)]*)\)", picture)
        both.append(len(face))
    assert both[1] > both[0] + 500


def test_a_type_that_is_there_stays(pure):
    keys = list(pure.board.provinces)
    text = '<text font-family="Papyrus, Source Sans Pro" x="5" y="70">Names</text>'
    found, faults = read(pure, layer(row(keys, 0, 70), 'fill="#fff"') + text)
    assert faults == () and 'font-family="Papyrus, Source Sans Pro,' in found[1]


def test_a_layered_picture_is_not_black(standard):
    """As programs have them that give provinces their colours: shapes without any, and a layer
    for each kind of thing that is put on the map."""
    board = standard.board
    keys = [key for key, province in board.provinces.items() if province.terrain.is_ground]

    def grid(dx, dy, side):
        return "".join(
            f'<rect inkscape:label="{board.provinces[key].name}" x="{i % 10 * 70 + dx}" '
            f'y="{i // 10 * 70 + dy}" width="{side}" height="{side}"/>'
            for i, key in enumerate(keys)
        )

    layers = [("Land", 0, 0, 68), ("Army", 8, 8, 25), ("Fleet", 30, 8, 25)]
    layers += [("Retreat Army", 8, 40, 20), ("Supply Centers", 50, 50, 12)]
    content = "".join(layer(grid(*box), name=name) for name, *box in layers)
    head = HEAD.replace("0 0 700 80", "0 0 700 560")
    found, faults = read_own_picture(f"{head}{content}</svg>".encode(), board)
    assert faults == ()
    geometry, backdrop = found
    nobody = replace(standard.start, units=(), owners={})
    empty = scene_of(standard, geometry, nobody, backdrop=backdrop)
    picture = Image.open(BytesIO(png(svg(empty), 700))).convert("L")
    dark = sum(picture.histogram()[:60])
    assert dark < 0.06 * picture.width * picture.height
    water = next(key for key in keys if board.provinces[key].terrain is Terrain.WATER)
    at = keys.index(water)
    left, top = at % 10 * 70 + 4, at // 10 * 70 + 64
    bare = replace(empty, options=Options(title=False, legend=False))
    coloured = Image.open(BytesIO(png(svg(bare), 700))).convert("RGB")
    assert coloured.getpixel((left, top)) == (0xD3, 0xE3, 0xEA)


@pytest.mark.parametrize("shape", ["path", "use", "a group of its own", "one with a mask"])
@pytest.mark.parametrize("fill", ["", 'fill="#e8d8b0"'])
def test_a_name_within_the_group_of_its_province_stays_as_it_is(pure, shape, fill):
    """It has the colour of text, and no edge."""
    keys = list(pure.board.provinces)
    shapes = {
        "path": f'<path {fill} d="M{{x}},0h90v70h-90z"/>',
        "use": f'<use {fill} href="#square" x="{{x}}"/>',
        "a group of its own": f'<g><rect {fill} x="{{x}}" width="90" height="70"/></g>',
        "one with a mask": '<mask id="m{x}"><rect width="700" height="80" fill="#fff"/></mask>'
        f'<g mask="url(#m{{x}})"><rect {fill} x="{{x}}" width="90" height="70"/></g>',
    }
    text = '<text x="{x}" y="60" font-size="40">{key}</text>'
    used = '<defs><rect id="square" width="90" height="70"/></defs>'

    def picture(row):
        filled = [row.format(x=100 * i, key=key) for i, key in enumerate(keys)]
        (geometry, backdrop), faults = read(pure, used + "".join(filled))
        assert faults == ()
        options = Options(title=False, legend=False)
        empty = replace(pure.start, units=(), owners={})
        scene = scene_of(pure, geometry, empty, backdrop=backdrop, options=options)
        return Image.open(BytesIO(png(svg(scene), 1400))).convert("RGB")

    within = picture(f'<g id="{{key}}">{shapes[shape]}{text}</g>')
    beside = picture(f'<g id="{{key}}">{shapes[shape]}</g>{text}')
    assert within.tobytes() == beside.tobytes()
    assert dict((colour, n) for n, colour in within.getcolors(1 << 20))[0, 0, 0] > 500
    ground = within.getpixel((4, 4))
    assert ground == ((0xE8, 0xD8, 0xB0) if fill else (0xF4, 0xEC, 0xD9))


def test_names_in_a_layer_stay_and_marks_of_places_go(pure):
    keys = list(pure.board.provinces)
    texts = "".join(f'<path inkscape:label="{key}" d="M1,1h3v3z"/>' for key in keys)
    marks = row(keys, 60, 3).replace('id="', 'inkscape:label="')
    found, _ = read(pure, row(keys, 0, 70) + layer(texts + marks, name="Names"))
    assert found[1].count("<path") == len(keys)
    assert found[1].count("<rect") == len(keys)


@pytest.mark.parametrize("quoted", ["#fade", "'#fade'", '"#fade"'])
def test_references_hold(pure, quoted):
    """Ids get a prefix, and so does whatever names one of them."""
    more = '<linearGradient id="fade"><stop stop-color="#f0f"/></linearGradient>'
    sheet = f"<style>rect {{ fill: url({quoted}) }}</style>"
    found, faults = read(pure, more + sheet + row(pure.board.provinces, 0, 70))
    assert faults == ()
    assert pinks(Image.open(BytesIO(png(found[1], 700))).convert("RGB")) > 20_000
