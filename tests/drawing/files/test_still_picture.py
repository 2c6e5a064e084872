"""What of a designer's picture may not be in a page: it runs, moves, leads away or is fetched."""

import pytest

from dragoman.drawing.files.own_picture import read_own_picture
from dragoman.formats import load_variant

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 80" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" '
    'xmlns:cc="http://creativecommons.org/ns#">'
)


@pytest.fixture(scope="module")
def pure():
    return load_variant("pure")


def read(pure, more):
    """The picture with more in it as text, and what is told of it."""
    shapes = "".join(
        f'<rect id="{key}" x="{i * 100}" width="90" height="70" fill="#fff"/>'
        for i, key in enumerate(pure.board.provinces)
    )
    content = f"{HEAD}{shapes}{more}</svg>".encode()
    (_, backdrop), faults = read_own_picture(content, pure.board, "picture.svg")
    return backdrop, faults


ACTING = (
    "<script>evil</script>",
    '<script href="https://evil.example/x.js"/>',
    "<h:script>evil</h:script>",
    '<desc><h:img src="evil"/></desc>',
    '<desc><iframe src="evil"/></desc>',
    '<desc><iframe xmlns="" src="evil"/></desc>',
    '<img src="evil"/>',
    '<meta http-equiv="refresh" content="evil"/>',
    "<foreignObject><h:p>evil</h:p></foreignObject>",
    '<g><set attributeName="onclick" to="evil"/></g>',
    '<animate attributeName="href" values="evil"/>',
    '<animateTransform attributeName="transform" to="evil"/>',
    '<animateMotion path="evil"/>',
    "<handler>evil</handler>",
    '<text onclick="evil" ONLOAD="evil">x</text>',
    '<a href="javascript:evil()"><text>x</text></a>',
    '<a xlink:href=" JavaScript:evil()"><text>x</text></a>',
    '<a href="https://evil.example/"><text>x</text></a>',
    '<a href="data:text/html,evil"><text>x</text></a>',
    '<g xml:base="https://evil.example/"/>',
)


@pytest.mark.parametrize("acting", ACTING)
def test_what_runs_moves_or_leads_away_is_left_out(pure, acting):
    backdrop, faults = read(pure, acting)
    assert "evil" not in backdrop.lower() and faults == ()
    assert ("<text" in acting) == ("<text" in backdrop)


FETCHED = (
    '<image href="{}" width="9" height="9"/>',
    '<image xlink:href=" {} "/>',
    '<use href="{}#part"/>',
    '<filter id="f"><feImage href="{}"/></filter>',
    '<linearGradient id="g" href="{}#other"/>',
    '<path d="M0,0h9v9z" fill="url({}#a) red"/>',
    "<path d='M0,0h9v9z' style='fill:url( \"{}#a\" )'/>",
    "<style>.x {{ mask: url('{}') }}</style><g class=\"x\"/>",
    '<style>.x {{ --y: u\\72l({}) }}</style><g class="x"/>',
    "<g style=\"background:image-set('{}' 1x)\"/>",
    '<g cursor="url({}), auto"/>',
)


@pytest.mark.parametrize("way", FETCHED)
@pytest.mark.parametrize(
    "file", ["https://example.org/x.png", "x.png", "//example.org/x", "file:///x"]
)
def test_what_would_be_fetched_is_left_out_and_told_of(pure, way, file):
    backdrop, (fault,) = read(pure, way.format(file) * 2)
    assert file not in backdrop
    assert (fault.code, fault.is_error, fault.source) == ("outside-file", False, "picture.svg")
    assert fault.what.count(file) == 1 and fault.remedy


KEPT = (
    '<image href="data:image/png;base64,AAAA"/>',
    '<image xlink:href="DATA:image/png;base64,AA\nAA"/>',
    '<filter id="own-f"><feBlend in="SourceGraphic"/></filter>',
    "<metadata><cc:license>CC BY</cc:license></metadata>",
    "<title>A map</title>",
    '<g id="image(1)" xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="src(A map)"/>',
)


@pytest.mark.parametrize("kept", KEPT)
def test_what_a_picture_holds_itself_stays(pure, kept):
    backdrop, faults = read(pure, kept)
    assert faults == ()
    for word in ("AAAA", "AA&#10;AA", "feBlend", "CC BY", "A map"):
        if word.replace("&#10;", "\n") in kept:
            assert word in backdrop or word.replace("&#10;", " ") in backdrop


def test_references_within_a_picture_hold(pure):
    more = (
        '<g id="a"/><use href=" #a"/><use xlink:href="#a"/><g fill="url( \'#a\' )" mask="url(#a)"/>'
    )
    backdrop, faults = read(pure, more)
    assert faults == ()
    assert backdrop.count('href="#own-a"') == 2 and backdrop.count("url(#own-a)") == 2


def test_text_around_what_is_left_out_stays(pure):
    text = "<text>Na<set/>me<tspan>s</tspan> of<script/> all</text>"
    backdrop, _ = read(pure, text)
    assert "Name<tspan>s</tspan> of all</text>" in backdrop


def test_many_files_are_told_of_in_one_line(pure):
    images = "".join(f'<image href="{i}.png"/>' for i in range(10))
    _, (fault,) = read(pure, images)
    assert fault.what.endswith("6.png, 7.png and 2 more")
