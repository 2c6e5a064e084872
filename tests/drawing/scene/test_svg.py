"""The picture: ids and classes that a page can count on, and nothing too large."""

import math
import random
import re
from dataclasses import replace

import pytest
from svg_reading import by_id, parsed

from dragoman.drawing import Names, Options, map_of, scene_of, svg
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.orders import Build, Remove
from dragoman.rules import Phase
from tests.variants.samples import sample


@pytest.fixture(scope="module")
def picture(standard, europe, busy):
    return svg(scene_of(standard, europe, busy.before, resolution=busy))


def test_a_standard_turn_is_small(picture):
    assert len(picture.encode()) < 400 * 1024


def test_every_province_unit_and_order_can_be_found(picture, standard, busy):
    found = by_id(parsed(picture))
    for key in standard.board.provinces:
        assert "province" in found[f"province-{key}"].get("class").split()
    for unit in busy.before.units:
        name = f"{unit.kind}-{unit.location}".replace("/", "-")
        assert found[f"unit-{name}"].get("data-unit") == str(unit)
        assert any(identity.startswith(f"order-{name}-") for identity in found)
    for center in standard.board.centers:
        assert f"center-{center}" in found


@pytest.mark.parametrize(
    ("identity", "classes"),
    [
        ("province-MUN", "province land owner-germany"),
        ("province-NTH", "province water unowned"),
        ("province-SWI", "province land closed unowned"),
        ("unit-A-MUN", "unit kind-a power-germany"),
        ("unit-A-SIL", "unit kind-a power-germany beaten"),
        ("unit-F-STP-SC", "unit kind-f power-russia"),
        ("order-A-BUR-move", "order move failed result-bounce power-france"),
        ("order-A-SIL-support", "order support failed result-cut power-germany"),
        ("order-A-MUN-hold", "order hold done result-succeeds power-germany"),
        ("order-F-NTH-convoy", "order convoy done result-succeeds power-england"),
        ("center-BEL", "center neutral"),
        ("center-PAR", "center power-france home-france"),
    ],
)
def test_classes(picture, identity, classes):
    assert by_id(parsed(picture))[identity].get("class") == classes


def test_what_was_ordered_is_a_title(picture):
    element = by_id(parsed(picture))["order-A-BUR-move"]
    assert element[0].text == "A Bur–Mun (bounced)"


def test_two_maps_on_one_page(standard, europe):
    one, other = (
        svg(scene_of(standard, europe, standard.start, options=Options(prefix=prefix)))
        for prefix in ("a-", "b-")
    )
    assert not set(by_id(parsed(one))) & set(by_id(parsed(other)))
    for prefix, picture in (("a-", one), ("b-", other)):
        named = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture)
        assert named
        assert all((a or b).startswith(prefix) for a, b in named)


def ends(picture, identity):
    """The first and the last point of an order's line."""
    element = by_id(parsed(picture))[identity]
    path = next(e for e in element.iter() if e.get("class") in ("arrow", "dashes"))
    points = [tuple(map(float, p.split(","))) for p in path.get("d").strip("MZ").split("L")]
    if path.get("class") == "arrow":  # of its outline: where it begins, and the tip
        (ax, ay), (bx, by) = points[0], points[-1]
        return ((ax + bx) / 2, (ay + by) / 2), points[len(points) // 2]
    return points[0], points[-1]


def test_a_support_ends_on_the_arrow_it_serves(picture):
    start, end = ends(picture, "order-A-BUR-move")
    _, at = ends(picture, "order-A-TYR-support")
    along = math.dist(start, at) + math.dist(at, end)
    assert along == pytest.approx(math.dist(start, end), abs=1)


def test_a_support_to_hold_ends_at_the_unit(picture, europe):
    for supporter in ("RUH", "KIE", "BER"):
        _, at = ends(picture, f"order-A-{supporter}-support")
        distance = math.dist(at, europe.units["MUN"])
        assert europe.unit_size * 0.5 < distance < europe.unit_size * 1.4


def test_many_supports_end_in_different_places(standard, europe, judge):
    resolution = judge(
        {
            "GERMANY": (
                "A MUN, A BER, A SIL, A BOH, A TYR",
                "A mun-boh, A ber-pru, A sil S A mun-boh, A tyr S A mun-boh, A boh-gal",
            ),
            "AUSTRIA": ("A VIE, A GAL", "A vie S A mun-boh, A gal-war"),
        }
    )
    drawn = svg(scene_of(standard, europe, resolution.before, resolution=resolution))
    spots = [ends(drawn, f"order-A-{at}-support")[1] for at in ("SIL", "TYR", "VIE")]
    apart = [math.dist(a, b) for a in spots for b in spots if a != b]
    assert len(apart) == 6
    assert min(apart) > europe.unit_size * 0.15


def test_moves_against_each_other_run_side_by_side(standard, europe, judge):
    resolution = judge({"FRANCE": ("A PAR", "A par-bur"), "GERMANY": ("A BUR", "A bur-par")})
    drawn = svg(scene_of(standard, europe, resolution.before, resolution=resolution))
    paths = []
    for identity in ("order-A-PAR-move", "order-A-BUR-move"):
        (ax, ay), (bx, by) = ends(drawn, identity)
        paths.append(((ax + bx) / 2, (ay + by) / 2))
    assert math.dist(*paths) > europe.unit_size * 0.4


def test_builds_and_removals(standard, europe):
    from dragoman.board import Unit
    from dragoman.game import process
    from dragoman.orders import UnitRef

    position = replace(
        standard.start,
        phase=Phase.parse("W1901A"),
        units=(Unit("ENGLAND", "F", "NTH"), Unit("FRANCE", "A", "PIC"), Unit("FRANCE", "A", "GAS")),
        owners={"LON": "ENGLAND", "EDI": "ENGLAND", "PAR": "FRANCE"},
    )
    orders = {"ENGLAND": [Build(UnitRef("LON", "F"))], "FRANCE": [Remove(UnitRef("PIC", "A"))]}
    resolution = process(standard, position, orders)
    found = by_id(parsed(svg(scene_of(standard, europe, position, resolution=resolution))))
    assert "built" in found["unit-F-LON"].get("class").split()
    assert "order-F-LON-build" in found
    assert any(e.get("class") == "strike" for e in found["order-A-PIC-remove"])


def test_ways_out_of_a_dislodged_unit(standard, europe, busy):
    root = parsed(svg(scene_of(standard, europe, busy.position)))
    dislodged = [d for d in busy.position.dislodged]
    assert f"dislodged-unit-A-{dislodged[0].unit.location}" in by_id(root)
    drawn = [e for e in root.iter() if e.get("class") == "escape"]
    assert len(drawn) == sum(len(d.options) for d in dislodged)


def test_names_of_people_cannot_break_the_picture(standard, europe):
    scene = scene_of(standard, europe, standard.start, title='<b> & "Co"')
    root = parsed(svg(scene))
    assert root[0].text.startswith('<b> & "Co"')


@pytest.mark.parametrize("names", Names)
def test_names(standard, europe, names):
    scene = scene_of(standard, europe, standard.start, options=Options(names=names))
    labels = {
        "".join(t.text for t in e)
        for e in parsed(svg(scene)).iter()
        if "label" in (e.get("class") or "").split()
    }
    expected = {Names.FITTING: "Munich", Names.SHORT: "Mun", Names.NONE: None}[names]
    assert (expected in labels) if expected else not labels


def test_without_title_and_legend(standard, europe):
    options = Options(title=False, legend=False)
    root = parsed(svg(scene_of(standard, europe, standard.start, options=options)))
    assert root.get("viewBox") == f"0 -0.0 {europe.width:.1f} {europe.height:.1f}"
    classes = {e.get("class") for e in root.iter()}
    assert not classes & {"legend", "heading"}


@pytest.mark.parametrize("name", ["standard", "chaos", "crowded", "britain", "isthmus", "pure"])
def test_shipped_variants_have_a_picture(name):
    variant = load_variant(name)
    drawn_on, faults = map_of(variant)
    assert faults == ()
    found = by_id(parsed(svg(scene_of(variant, drawn_on.geometry, variant.start))))
    for unit in variant.start.units:
        assert f"unit-{unit.kind}-{unit.location}".replace("/", "-") in found


@pytest.mark.slow
@pytest.mark.parametrize("name", sample())
def test_whatever_is_ordered_can_be_drawn(name):
    """Random play to a winter: all kinds of orders, phases and outcomes, gateways and railways too,
    on maps of each size, of each kind of game, with all that any board has. Whether names and units
    find their places on each map is tried in ``test_names.py``."""
    variant = load_variant(name)
    drawn_on, _ = map_of(variant)
    chance = random.Random(name)
    game = Game(variant)
    for _ in range(5):
        for unit, legal in game.legal_orders().items():
            game.order(unit.power, [chance.choice(legal)])
        game.process()
    for resolution in game.history:
        position = resolution.before
        judged = scene_of(variant, drawn_on.geometry, position, resolution=resolution)
        given = scene_of(variant, drawn_on.geometry, position, orders=resolution.orders)
        for scene in (judged, given):
            picture = svg(scene)
            by_id(parsed(picture))
            assert "nan" not in re.sub(r">[^<]*<|data-\w+=\"[^\"]*\"|id=\"[^\"]*\"", "", picture)


@pytest.mark.parametrize("mono", [False, True])
def test_holes_of_a_layout_are_not_land_that_nobody_enters(standard, europe, mono):
    hole = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0))
    geometry = replace(europe, holes=(hole,), outside=())
    options = Options(mono=mono)
    picture = svg(scene_of(standard, geometry, standard.start, options=options))
    assert '<path class="hole" d="M10,10l' in picture
    assert 'class="outside"' not in picture
    rules = [one for one in picture.partition("</style>")[0].split("}") if ".hole" in one]
    filled = [rule for rule in rules if "{fill:" in rule]
    assert len(filled) == 1 and "closed" not in filled[0] and ".outside" not in filled[0]


@pytest.mark.parametrize(("is_mono", "of_half"), [(False, 1), (True, 2)])
def test_cores_whole_and_half(standard, europe, is_mono, of_half):
    """In black and white a line parts a star in two."""
    cores = {"BEL": "FRANCE", "WAR": "RUSSIA"}
    half = {"SPA": "FRANCE", "WAR": "AUSTRIA"}
    cored = replace(standard.start, cores=cores, half_cores=half)
    scene = scene_of(standard, europe, cored, options=Options(mono=is_mono))
    found = by_id(parsed(svg(scene)))
    for key, number in (("BEL", 1), ("SPA", of_half), ("WAR", of_half), ("PAR", 0)):
        assert [one.get("class") for one in found[f"center-{key}"]].count("star") == number
    assert found["center-BEL"].get("class") == "center neutral home-france"
    assert "home-" not in found["center-PAR"].get("class")


def test_half_a_core_has_the_colour_of_who_makes_it(standard, europe):
    half = {"SPA": "FRANCE"}
    begun = svg(scene_of(standard, europe, replace(standard.start, half_cores=half)))
    star = re.search(r'id="center-SPA">.*?</g><g class="([^"]+)"><path class="star"', begun)
    assert star is not None
    assert star[1] == "center home-france"
    told = "".join(parsed(begun).itertext())
    assert "half a core" in told
    assert "home centre" not in told


@pytest.mark.parametrize("options", [Options(), Options(mono=True), Options(apart=True)])
def test_units_of_nobody_are_hatched(options):
    variant = load_variant("sengoku")
    drawn_on, _ = map_of(variant)
    picture = svg(scene_of(variant, drawn_on.geometry, variant.start, options=options))
    assert ".power-autonomous .body{fill:url(#nobody)}" in picture
    assert '<pattern id="nobody"' in picture
    assert ".power-hojo .body{fill:url" not in picture
