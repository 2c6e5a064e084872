"""Which rules of the style sheets of a designer's picture count."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from dragoman.drawing import Options, png, scene_of, svg
from dragoman.drawing.files.own_picture import read_own_picture
from dragoman.drawing.files.style_sheets import pixels
from dragoman.formats import load_variant

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80">'
SAND = (0xFF, 0xCC, 0x99)
OURS = (0xF4, 0xEC, 0xD9)


@pytest.fixture(scope="module")
def pure():
    return load_variant("pure")


def read(pure, more, shape='class="l"'):
    """A picture of squares, and the colour of the first of them."""
    shapes = "".join(
        f'<rect id="{key}" x="{i * 100}" width="90" height="70" {shape}/>'
        for i, key in enumerate(pure.board.provinces)
    )
    found, faults = read_own_picture(
        f"{HEAD}{more}{shapes}</svg>".encode(), pure.board, "picture.svg"
    )
    assert found is not None, faults
    empty = replace(pure.start, units=(), owners={})
    options = Options(title=False, legend=False)
    scene = scene_of(pure, found[0], empty, backdrop=found[1], options=options)
    drawn = Image.open(BytesIO(png(svg(scene), 700))).convert("RGB")
    return drawn.getpixel((8, 8)), faults


def sheet(rules, more=""):
    return f"<style {more}>{rules}</style>"


BLACK = "rect{fill:#000}"


@pytest.mark.parametrize(
    "how",
    [
        *("print", "PRINT", "print, speech", "not all", "not screen", "tty"),
        *("screen and (max-width: 300px)", "not (min-width: 300px)", "only print"),
        *("(width: 200px)", "(orientation: portrait)", "(prefers-color-scheme: dark)"),
        *("screen and (min-height:81px)", "screen and (min-width: 20cm)", "print and (color)"),
    ],
)
@pytest.mark.parametrize("place", ["sheet", "rule"])
def test_what_is_not_for_this_screen_does_not_count(pure, how, place):
    black = sheet(BLACK, f'media="{how}"')
    if place == "rule":
        black = sheet(f"@media {how} {{ {BLACK} }}")
    assert read(pure, sheet(".l{fill:#fc9}") + black) == (SAND, ())


@pytest.mark.parametrize(
    "how",
    [
        *("", "all", "screen", "only screen", "Only Screen", "print, screen", "not print"),
        *("screen and (min-width:10px)", "(min-width: 10px)", "(max-width: 700px)"),
        *("only screen and (min-width:1cm) and (max-height: 6in)", "screen and (color)"),
        *("(orientation:landscape)", "print, (width:700px)", "not screen and (min-width:701px)"),
        "/* of course */ screen /* and nothing else */",
    ],
)
@pytest.mark.parametrize("place", ["sheet", "rule"])
def test_what_is_for_this_screen_counts(pure, how, place):
    sand = "rect{fill:#fc9}"
    told = sheet(sand, f'media="{how}"')
    if place == "rule":
        told = sheet(f"@media {how} {{ {sand} }}")
    assert read(pure, told) == (SAND, ())


@pytest.mark.parametrize("kind", ["text/less", "text/x-scss", "less", "text/plain"])
def test_a_sheet_in_another_language_is_none(pure, kind):
    assert read(pure, sheet(".l{fill:#fc9}") + sheet(BLACK, f'type="{kind}"')) == (SAND, ())


@pytest.mark.parametrize("kind", ["", "text/css", "Text/CSS", "text/css; charset=utf-8", " "])
def test_a_sheet_in_css_is_one(pure, kind):
    assert read(pure, sheet("rect{fill:#fc9}", f'type="{kind}"')) == (SAND, ())


NOTHING = ("qqq", "", "#ff", "red blue", "url(", "12px", "rgb(1,2", "no ne", "visible")


@pytest.mark.parametrize("wrong", NOTHING)
def test_a_later_value_that_is_none_is_passed_over(pure, wrong):
    rules = f".l{{fill:#fc9}} .l{{fill:{wrong}}}"
    assert read(pure, sheet(rules))[0] == SAND
    assert read(pure, sheet(".l{fill:#fc9}"), f'class="l" style="fill:{wrong};"')[0] == SAND
    assert read(pure, "", f'fill="#fc9" style="fill:{wrong};"')[0] == SAND


@pytest.mark.parametrize("wrong", ['fill="qqq"', 'style="fill:;"', 'fill=""', 'style="fill:qqq"'])
def test_shapes_with_a_colour_that_is_none_get_ours(pure, wrong):
    assert read(pure, "", wrong) == (OURS, ())


@pytest.mark.parametrize(
    "right",
    [
        *("#fc9", "#FFCC99", "#fc9f", "rgb(255,204,153)", "rgb(100%, 80%, 60%)"),
        *("url(#sand)", "url('#sand') none", "url(#none-such) #fc9", "currentColor", "inherit"),
        *("#fc9 icc-color(printers, 0.1, 0.2)", "rgb(255 204 153)", "hsl(30deg 100% 80%)"),
        *("rgb(100% 80% 60% / 1)", "hwb(30 60% 0%)", "color(srgb 1 .8 .6)", "RGB(300,204,153)"),
    ],
)
def test_whatever_is_a_colour_counts(pure, right):
    sand = '<linearGradient id="sand"><stop stop-color="#fc9"/></linearGradient>'
    rules = f"svg{{color:#fc9;fill:#fc9}} .l{{fill:#000;fill:{right}}}"
    assert read(pure, sand + sheet(rules)) == (SAND, ())
    assert read(pure, sand + sheet("svg{color:#fc9;fill:#fc9}"), f'fill="{right}"') == (SAND, ())


def test_an_attribute_that_is_no_colour_is_passed_over(pure):
    rules = "svg{fill:#fc9}"
    assert read(pure, sheet(rules), 'fill="qqq"') == (SAND, ())


@pytest.mark.parametrize("odd", ["--x:'\\1'", "--\\2 x:y", "font-family:\\b A", "--x:'\\ffff '"])
def test_characters_that_xml_cannot_hold_are_passed_over(pure, odd):
    assert read(pure, sheet(f".l{{fill:#fc9;{odd}}}")) == (SAND, ())
    assert read(pure, "", f'style="fill:#fc9;{odd}"') == (SAND, ())


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("display:none", "display:qqq"),
        ("display:none", "display:"),
        ("visibility:hidden", "visibility:9"),
        ("opacity:0", "opacity:much"),
        ("stroke:none;fill:none", "stroke-width:a b;fill:qqq"),
    ],
)
def test_what_hides_goes_on_hiding(pure, earlier, later):
    """A cover over the whole picture, which is not seen."""
    cover = '<rect class="c" width="700" height="80"/>'
    rules = f".l{{fill:#fc9}} .c{{fill:#000;{earlier}}} .c{{{later}}}"
    shapes = "".join(
        f'<rect id="{key}" class="l" x="{i * 100}" width="90" height="70"/>'
        for i, key in enumerate(pure.board.provinces)
    )
    found, faults = read_own_picture(
        f"{HEAD}{sheet(rules)}{shapes}{cover}</svg>".encode(), pure.board
    )
    assert faults == ()
    drawn = Image.open(BytesIO(png(found[1], 700))).convert("RGB")
    assert drawn.getpixel((8, 8)) == SAND


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (f"@supports (fill:red) {{ {BLACK} }}", "@supports"),
        (f"@layer base {{ {BLACK} }} @LAYER x;", "@layer"),
        (f"@media (hover) {{ {BLACK} }}", "@media (hover)"),
        (f"@media screen and {{ {BLACK} }}", "@media screen and"),
        (f"@media screen or (color) {{ {BLACK} }}", "@media screen or (color)"),
        ("svg{ .l{fill:#000} }", "rules within rules"),
        (".l{ @media screen{fill:#000} }", "@media"),
        ("@import url(x.css);@font-face{font-family:X}", "@import, @font-face"),
        (f"@supports (a:b) {{ {BLACK} }} " * 3, "@supports"),
    ],
)
def test_rules_that_are_left_out_are_told_of_once(pure, rules, told):
    colour, (fault,) = read(pure, sheet(".l{fill:#fc9}") + sheet(rules) + sheet(rules))
    assert colour == SAND
    assert (fault.code, fault.is_error, fault.source) == ("unused-rules", False, "picture.svg")
    assert fault.what.endswith(f": {told}") and fault.remedy


def test_a_sheet_for_an_unknown_medium_is_told_of(pure):
    colour, (fault,) = read(pure, sheet(".l{fill:#fc9}") + sheet(BLACK, 'media="(hover)"'))
    assert colour == SAND and fault.what.endswith(": @media (hover)")


def test_what_makes_no_difference_is_not_told_of(pure):
    rules = '@charset "utf-8"; @namespace url(http://www.w3.org/2000/svg); @page{margin:1cm}'
    assert read(pure, sheet(f"{rules} .l{{fill:#fc9}}")) == (SAND, ())


@pytest.mark.parametrize(
    ("written", "number"),
    [("12", 12), ("1.5px", 1.5), ("1in", 96), ("2.54cm", 96), ("25.4mm", 96), ("72pt", 96)]
    + [(wrong, None) for wrong in ("100%", "3em", "", "px", "9 9", "nan", "1e", "10vw")],
)
def test_lengths(written, number):
    assert pixels(written) == (None if number is None else pytest.approx(number))


GEORGIA = "Not Georgia,'Nor This'"


@pytest.mark.parametrize(
    "font",
    [
        *("40px {}", "italic bold 40px/1.2 {}", "700 40px / 2 {}", "xx-large {}", "SMALL {}"),
        *("oblique small-caps 300 condensed 3.5em {}", "120% {}", "calc(30px + 2px) {}"),
    ],
)
@pytest.mark.parametrize("way", ["style", "class"])
def test_types_in_the_short_form_are_replaced_and_told_of(pure, font, way):
    said = font.format(GEORGIA)
    rule, how = (
        (f".t{{font:{said}}}", 'class="t"') if way == "class" else ("", f'style="font:{said}"')
    )
    text = f'<text x="2" y="60" fill="#f0f" {how}>Nn</text>'
    shapes = "".join(f'<rect id="{key}" width="90" height="70"/>' for key in pure.board.provinces)
    picture = f"{HEAD}<style>{rule}</style>{shapes}{text}</svg>".encode()
    (_, backdrop), (fault,) = read_own_picture(picture, pure.board)
    assert (fault.code, "'Not Georgia'" in fault.what) == ("no-type", True)
    drawn = Image.open(BytesIO(png(f'{HEAD}<g class="backdrop">{backdrop}</g></svg>', 700)))
    colours = drawn.convert("RGB").getcolors(1 << 20)
    assert sum(n for n, (red, green, _) in colours if red > 180 and green < 90) > 20


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("font-family:Not This;font:40px Nor This", ["Nor This"]),
        ("font:40px Nor This;font-family:Not This", ["Not This"]),
        ("font:inherit", []),
        ("font:caption", []),
        ("font-family:inherit", []),
        ("font:bold", []),
        ("font:Nor This", []),
        ("font:40px Source Sans Pro", []),
    ],
)
def test_the_type_that_counts_is_told_of(pure, style, told):
    text = f'<text y="60" font-family="Attribute, Source Sans Pro" style="{style}">Nn</text>'
    _, faults = read(pure, text)
    assert [fault.what.split("'")[1] for fault in faults] == told
