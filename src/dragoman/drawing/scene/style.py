"""The style sheet within a picture: all colours and widths, so that a page can override them.

What is drawn goes by these classes, whatever its power (``power-NAME``, ``owner-NAME``) and scheme.
Each thing lies on a ``casing``, the same shape, wider, in white or cream.

- ``body`` and ``device``: the shape of a unit, hatched where it is nobody's, and what is drawn on
  it.
- ``coin`` and ``dot``: a centre; ``star``: a home centre or a core, in the colour of its power
  (``home-NAME``); half of one, a core that the power has begun to make.
- ``arrow``: the outline of a move or retreat, broader towards its head.
- ``dashes``: a support, which ends at a ``knob`` on a move, or at a ``ring`` round the unit that it
  helps to hold.
- ``dots``: a convoy, to the army's arrow or round the fleet that it goes by.
- ``corners``: a hold. ``ghost``: the way of a move that nobody makes.
- ``failed``, of an order: pale, its edge dashed, with a ``cross`` where it failed.
- ``strike``: a removal; ``sign``: a build, or another sign beside a unit; ``burst``: dislodged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from dragoman.board import AUTONOMOUS
from dragoman.drawing.embedded_type import FAMILY
from dragoman.drawing.scene.colours import Colour
from dragoman.drawing.scene.contents import Scene
from dragoman.drawing.scene.drawn_orders import css
from dragoman.drawing.scene.schemes import (
    DARK,
    LIGHT,
    MapScheme,
    SchemeColours,
    contrast,
    mixed,
)
from dragoman.quick_dataclass import dataclass

FONT = f'"{FAMILY}","Source Sans Pro","Source Sans 3",sans-serif'
"""The type that pictures are made with; where a picture has none of its own, programs fall back on
one of theirs."""

_HATCHES = (
    "M0,0L8,8M-2,6L2,10M6,-2L10,2",
    "M0,8L8,0M-2,2L2,-2M6,10L10,6",
    "M0,4H8",
    "M4,0V8",
    "M0,0L8,8M0,8L8,0",
    "M0,4H8M4,0V8",
    "M2,2h1.5v1.5h-1.5zM6,6h1.5v1.5h-1.5z",
    "M0,2H8M0,6H8",
    "M2,0V8M6,0V8",
    "M0,4L4,0L8,4",
    "M1,4h6",
    "M4,1v6",
)


def style(scene: Scene) -> str:
    """The rules of a scene."""
    w = _widths(scene)
    rules = _mono(scene) if scene.options.mono else _coloured(scene)
    unit = f".dragoman-map{{--u:{scene.geometry.unit_size:.2f}px}}" if scene.options.on_page else ""
    return (
        f"{unit}.names text,.heading text,.legend text,.letter{{font-family:{FONT}}}"
        ".label{text-anchor:middle;font-weight:600;paint-order:stroke;stroke-linejoin:round;"
        f"stroke-width:{w(0.1)}}}"
        ".label.water{font-style:italic;font-weight:400}"
        f".leader{{fill:none;stroke-width:{w(0.045)}}}"
        ".letter{text-anchor:middle;font-weight:700}"
        ".turn{font-weight:700}.game{text-anchor:end}.player{font-style:italic}"
        ".province{stroke-linejoin:round}"
        f".lands .province,.hole{{stroke-width:{w(0.035)}}}"
        f".seas .province{{stroke-width:{w(0.035)};stroke-dasharray:{w(0.12)} {w(0.1)}}}"
        f".shore{{fill:none;stroke-linejoin:round}}.rivers,.strait{{fill:none;stroke-linecap:round;"
        f"stroke-width:{w(0.035)}}}"
        f".strait{{stroke-width:{w(0.16)}}}.lakes{{stroke-width:{w(0.03)}}}"
        ".overlay .province{fill-opacity:.45}.overlay .province.unowned{fill:none}"
        f".bridge path{{fill:none}}.bank{{stroke-width:{w(0.2)}}}"
        f".deck{{stroke-width:{w(0.11)};stroke-dasharray:{w(0.14)} {w(0.05)}}}"
        f".many .bank{{stroke-width:{w(0.1)}}}"
        f".many .deck{{stroke-width:{w(0.05)};stroke-dasharray:none}}"
        f".railway path,.gateway path{{fill:none}}.rail{{stroke-width:{w(0.04)}}}"
        f".sleepers{{stroke-width:{w(0.16)};stroke-dasharray:{w(0.035)} {w(0.16)}}}"
        f".gateway .rail{{stroke-width:{w(0.09)};stroke-linecap:round;"
        f"stroke-dasharray:0 {w(0.2)}}}.gateway .sleepers{{display:none}}"
        f".center .coin,.center .star{{stroke-width:{w(0.045)};stroke-linejoin:round}}"
        f".center .casing{{stroke-width:{w(0.13)};stroke-linejoin:round}}"
        f"{_order_widths(w)}"
        f".sign circle,.tag{{stroke-width:{w(0.04)}}}"
        ".sign path{stroke-width:.6px;fill:none;stroke-linecap:round}.unit .tag{stroke-width:5px}"
        f".burst{{stroke-width:{w(0.04)};stroke-linejoin:round}}"
        ".unit .casing,.side .casing{stroke-width:17px;stroke-linejoin:round}"
        f"{_dot_widths(scene)}"
        ".unit .body,.side .body{stroke-width:5px;stroke-linejoin:round}.device{stroke:none}"
        f".escape{{fill:none;stroke-width:{w(0.06)};"
        f"stroke-dasharray:{w(0.04)} {w(0.1)};stroke-linecap:round}}"
        f".frame{{fill:none;stroke-width:{w(0.08)}}}"
        f".backdrop .edged{{stroke-width:{w(0.035)}}}"
        f"{_city_widths(scene) if scene.cities else ''}{_hatch_colours(scene)}{rules}"
    )


def _widths(scene: Scene) -> Callable[[float], str]:
    """A function from sizes of a unit to a width of the style sheet. On a page, where a unit has
    another size at each scale that the map is looked at, that is the variable ``--u``."""
    if scene.options.on_page:
        return lambda share: f"calc(var(--u)*{share:g})"
    return lambda share: f"{scene.geometry.unit_size * share:.2f}px"


def _dot_widths(scene: Scene) -> str:
    """The widths of units that are no more than dots."""
    if scene.shows_units:
        return ""
    pixel = scene.sizes.pixel
    return (
        f".unit .small .casing{{stroke-width:{pixel * 3:.2f}px}}"
        f".unit .small .body{{stroke-width:{pixel:.2f}px}}"
    )


def _order_widths(w: Callable[[float], str]) -> str:
    return (
        ".order path,.order circle,.strike,.cross{fill:none;stroke-linecap:round;"
        "stroke-linejoin:round}"
        f".order .arrow{{stroke-width:{w(0.035)}}}.order .arrow.casing{{stroke-width:{w(0.15)}}}"
        f".order .dashes{{stroke-width:{w(0.1)};stroke-linecap:butt;"
        f"stroke-dasharray:{w(0.2)} {w(0.13)}}}"
        f".order .dots{{stroke-width:{w(0.15)};stroke-dasharray:{w(0.005)} {w(0.25)}}}"
        f".order .ring{{stroke-width:{w(0.09)};stroke-linecap:butt;"
        f"stroke-dasharray:{w(0.2)} {w(0.13)}}}"
        f".order .siege-ring{{stroke-width:{w(0.075)}}}"
        f".order .corners{{stroke-width:{w(0.1)}}}"
        f".order .dashes.casing,.order .ring.casing,.order .corners.casing,"
        f".order .siege-ring.casing{{stroke-width:{w(0.2)};stroke-dasharray:none}}"
        f".order .dots.casing{{stroke-width:{w(0.24)}}}"
        f".order .knob{{stroke-width:{w(0.06)}}}"
        f".ghost{{stroke-width:{w(0.06)};stroke-dasharray:{w(0.05)} {w(0.12)}}}"
        f".failed .arrow{{stroke-dasharray:{w(0.16)} {w(0.11)}}}"
        ".failed .arrow.casing{stroke-dasharray:none}.failed .casing{opacity:.65}"
        f".cross circle{{stroke-width:{w(0.05)}}}.order .cross path,.cross path{{"
        f"stroke-width:{w(0.075)};fill:none;stroke-linecap:round}}"
        f".strike{{stroke-width:{w(0.11)}}}.strike.casing{{stroke-width:{w(0.2)}}}"
    )


def _city_widths(scene: Scene) -> str:
    """The widths of the marks of cities and disasters, which are drawn 100 units large."""
    w = _widths(scene)
    return (
        ".walls{stroke-width:6px;stroke-linejoin:round}.worth{text-anchor:middle;font-weight:700;"
        f"font-family:{FONT}}}"
        ".quay,.siege{fill:none;stroke-linecap:round}.quay{stroke-width:7px}.quay.backing"
        "{stroke-width:15px}.siege{stroke-width:10px;stroke-dasharray:22 15}"
        ".siege.backing{stroke-width:18px;stroke-dasharray:none}"
        ".plight circle{stroke-width:6px}.plight path{fill:none;stroke-width:9px;"
        "stroke-linecap:round;stroke-linejoin:round}"
        f".badge circle{{stroke-width:{w(0.03)}}}"
        ".above,.ducats{font-weight:700}.ducats{text-anchor:end}"
    )


# Colours


def _coloured(scene: Scene) -> str:
    w, c = _widths(scene), _scheme_colours(scene.options.scheme)
    prefix = scene.options.prefix
    closed = f"url(#{prefix}closed)"
    rules = [
        f".paper{{fill:{c.paper}}}.frame{{stroke:{c.frame}}}"
        f".heading text,.legend text{{fill:{c.ink}}}.legend .count{{fill:{c.quiet}}}"
        f".province.water{{fill:{c.sea};stroke:{c.sea_line}}}"
        f".province.ice{{fill:{c.shelf};stroke:{c.sea_line}}}"
        f".province.land{{fill:{c.free};stroke:{c.border}}}"
        f".outside,.province.closed{{fill:{closed};stroke:{c.border}}}"
        f".hole{{fill:{c.paper};stroke:{c.border}}}"
        f"{_beyond(scene) if scene.options.on_page else ''}"
        f".backdrop .plain{{fill:{c.free}}}.backdrop .plain.water{{fill:{c.sea}}}"
        f".backdrop .edged{{stroke:{c.border}}}"
        f".shore.far{{stroke:{c.shelf};stroke-width:{w(0.4)}}}"
        f".shore.near{{stroke:{c.coast};stroke-width:{w(0.1)}}}"
        f".rivers{{stroke:{c.river}}}.strait{{stroke:{c.sea}}}"
        f".lakes{{fill:{c.sea};stroke:{c.sea_line}}}"
        f".label{{fill:{c.name};stroke:{c.halo};stroke-opacity:.82}}.leader{{stroke:{c.name}}}"
        f".names .label.water{{fill:{c.water_name};stroke:{c.water_halo}}}"
        f".rail,.sleepers{{stroke:{c.rail}}}.gateway .rail{{stroke:{c.gate}}}"
        f".bank{{stroke:{c.bank}}}.deck{{stroke:{c.deck}}}"
        f".order .casing,.center .casing,.order .knob{{stroke:{c.casing}}}"
        f".coin,.star{{fill:#fff;stroke:{c.rim}}}.center .casing{{fill:{c.casing}}}"
        f".dot{{fill:#fff}}.neutral .dot{{fill:{LIGHT.rim}}}"
        f".order .arrow{{fill:{c.nobody};stroke:{c.rim}}}.order .knob{{fill:{c.nobody}}}"
        f".dashes,.dots,.ring,.corners,.siege-ring{{stroke:{c.nobody}}}"
        f".ghost,.escape{{stroke:{c.ink}}}"
        f".cross circle{{fill:{c.wrong};stroke:#fff}}.cross path{{stroke:#fff}}"
        f".strike{{stroke:{c.wrong}}}"
        f".sign circle{{fill:#fff;stroke:{LIGHT.rim}}}.sign path{{stroke:#1d7a33}}"
        f".sample .coin,.sample .star,.sample .body{{fill:{c.nobody}}}.sample .device{{fill:#fff}}"
        f".burst{{fill:#ffd84d;stroke:{c.wrong}}}"
        f".unit .body,.side .body{{stroke:{c.rim}}}.trim{{fill-opacity:.25;fill:#fff}}"
        f".swatch{{stroke:{c.border}}}"
    ]
    if scene.cities:
        rules.append(
            f".walls{{fill:{c.walls};stroke:{c.rim}}}.worth{{fill:{LIGHT.rim}}}"
            f".quay{{stroke:{c.gate}}}.quay.backing{{stroke:{c.paper}}}"
            f".siege{{stroke:{c.wrong}}}.siege.backing{{stroke:#fff}}"
            f".badge circle{{fill:{c.badge};stroke:{LIGHT.rim}}}"
            f".plight circle{{stroke:{LIGHT.rim}}}"
            ".famine circle{fill:#d9a441}.plague circle{fill:#4a3a55}"
            ".storm circle{fill:#5b8fb5}.rebellion circle{fill:#fff3e6}"
            ".famine path{stroke:#3d2a08}.plague path,.storm path{stroke:#fff}"
            ".rebellion path{fill:#d6331f;stroke:#8c1a0e}"
        )
    for number, side in enumerate(scene.powers):
        rules.append(_power(scene, side.key, side.colour, number))
    rules.append(
        f".unit .casing.casing,.side .casing.casing{{fill:{c.casing};stroke:{c.casing}}}"
        f".order .arrow.casing{{fill:{c.casing};stroke:{c.casing}}}"
        f".strike.strike.casing{{stroke:#fff}}.tag{{fill:#fff;stroke:{LIGHT.rim}}}"
        f".unit .letter.told,.side .letter.told{{fill:{LIGHT.rim}}}"
    )
    return "".join(rules)


def _beyond(scene: Scene) -> str:
    """The rules of what lies beyond the edges of a map: land of no colour, which fades."""
    w, c, prefix = _widths(scene), _scheme_colours(scene.options.scheme), scene.options.prefix
    return (
        f"stop.far-land{{stop-color:{c.closed}}}stop.far-shelf{{stop-color:{c.shelf}}}"
        f"path.far-land{{fill:url(#{prefix}far-land)}}path.far-shelf{{fill:url(#{prefix}far-shelf)}}"
        f".far-border{{fill:none;stroke:{c.border};stroke-width:{w(0.06)}}}"
    )


def _power(scene: Scene, key: str, colour: Colour, number: int) -> str:
    """The rules of a power; units of nobody are hatched. What is pale in its colour is what failed,
    with an edge that is seen on every ground; lines of a light colour lie on a dark casing."""
    options, name, fill = scene.options, css(key), colour.fill
    c = _scheme_colours(options.scheme)
    ground = _both(options.scheme, colour.tint, colour.deep)
    if options.apart or colour.hatch:
        ground = f"url(#{options.prefix}hatch-{number})"
    drawn = _both(options.scheme, _on_ground(fill), fill)
    pale = _both(
        options.scheme, mixed(_on_ground(fill), LIGHT.pale, 0.6), mixed(fill, DARK.pale, 0.6)
    )
    paler = _both(options.scheme, *(mixed(fill, of.pale, 0.42) for of in (LIGHT, DARK)))
    edge = c.casing if colour.ink == "#ffffff" else c.rim
    rules = (
        f".province.owner-{name},.swatch.owner-{name}{{fill:{ground}}}"
        f".power-{name} .body,.power-{name} .coin,.home-{name} .star,.power-{name} .arrow,"
        f".power-{name} .knob{{fill:{fill}}}"
        f".power-{name} .dashes,.power-{name} .dots,.power-{name} .ring,.power-{name} .corners,"
        f".power-{name} .siege-ring{{stroke:{fill}}}"
        f".order.power-{name} .casing{{stroke:{edge}}}"
        f".power-{name} .device,.power-{name} .letter.letter{{fill:{colour.ink}}}"
        f".power-{name}.failed .arrow,.power-{name}.failed .knob{{fill:{paler}}}"
        f".power-{name}.failed .arrow{{stroke:{drawn}}}"
        f".power-{name}.failed .dashes,.power-{name}.failed .dots{{stroke:{pale}}}"
    )
    if key == AUTONOMOUS:
        rules += f".power-{name} .body{{fill:url(#{options.prefix}nobody)}}"
    if scene.cities:
        rules += (
            f".power-{name} .walls{{fill:{fill}}}.power-{name} .worth{{fill:{colour.ink}}}"
            f".power-{name} .badge .letter.letter{{fill:{LIGHT.rim}}}"
        )
    return rules


def _on_ground(fill: str) -> str:
    """A power's colour, darker where a line of it would not be seen on light land."""
    share = 1.0
    while contrast(mixed(fill, LIGHT.rim, share), LIGHT.free) < _SEEN:
        share -= 0.05
    return mixed(fill, LIGHT.rim, share)


_SEEN: Final = 3.0


def _scheme_colours(scheme: MapScheme) -> SchemeColours:
    return _SCHEMES[scheme]


def _both(scheme: MapScheme, light: str, dark: str) -> str:
    """The one of two colours that is of a scheme."""
    if scheme is MapScheme.PAGE:
        return light if light == dark else f"light-dark({light},{dark})"
    return light if scheme is MapScheme.LIGHT else dark


_SCHEMES: Final[Mapping[MapScheme, SchemeColours]] = {
    scheme: SchemeColours(
        **{name: _both(scheme, light, getattr(DARK, name)) for name, light in vars(LIGHT).items()}
    )
    for scheme in MapScheme
}


def _mono(scene: Scene) -> str:
    """Black on white: ground by hatching, powers by their letters."""
    w = _widths(scene)
    prefix = scene.options.prefix
    rules = [
        ".paper,.province,.hole{fill:#fff}.frame,.province.land,.hole{stroke:#000}"
        f".province.water{{fill:url(#{prefix}sea);stroke:#555}}.province.ice{{fill:#fff}}"
        f".outside,.province.closed{{fill:url(#{prefix}closed);stroke:#000}}"
        ".backdrop .plain{fill:#fff}.backdrop .edged{stroke:#000}"
        ".shore.far{stroke:none}"
        f".shore.near{{stroke:#000;stroke-width:{w(0.1)}}}.rivers{{stroke:none}}"
        ".strait{stroke:#fff}"
        f".lakes{{fill:url(#{prefix}sea);stroke:#555}}"
        ".names text,.heading text,.legend text,.letter{fill:#000}.label{stroke:#fff}"
        ".leader{stroke:#000}"
        ".bank,.rail,.sleepers{stroke:#000}.deck{stroke:#fff}"
        ".coin,.star,.tag{fill:#fff;stroke:#000}.center .casing{fill:#fff}.dot{fill:#000}"
        ".casing{stroke:#fff}.dashes,.dots,.ring,.corners,.siege-ring,.ghost,.escape{stroke:#000}"
        ".order .arrow,.order .knob{fill:#000;stroke:#fff}"
        ".failed .arrow,.failed .knob{fill:#fff;stroke:#000}"
        ".cross circle{fill:#fff;stroke:#000}.strike,.sign path,.cross path{stroke:#000}"
        ".sign circle{fill:#fff;stroke:#000}.burst{fill:#fff;stroke:#000}"
        ".body{fill:#fff;stroke:#000}.device{fill:#000}.trim{fill:none}.swatch{stroke:#000}"
        ".unit .casing,.side .casing{stroke:#fff;fill:#fff}"
        ".order .casing.casing{stroke:#fff}.order .arrow.casing{fill:#fff}"
        ".strike.strike.casing{stroke:#fff}"
    ]
    if scene.cities:
        rules.append(
            ".walls{fill:#fff;stroke:#000}.worth{fill:#000}.quay,.siege{stroke:#000}"
            ".quay.backing,.siege.backing{stroke:#fff}.badge circle{fill:#fff;stroke:#000}"
            ".plight circle{fill:#fff;stroke:#000}.plight path{stroke:#000}"
            ".rebellion path{fill:#000}"
        )
    for number, side in enumerate(scene.powers):
        name, hatch = css(side.key), f"{prefix}hatch-{number}"
        rules.append(f".province.owner-{name},.swatch.owner-{name}{{fill:url(#{hatch})}}")
        if side.key == AUTONOMOUS:
            rules.append(f".power-{name} .body{{fill:url(#{prefix}nobody)}}")
    return "".join(rules)


# Hatches


@dataclass(frozen=True)
class _Hatch:
    """A pattern of a ground: its path on a square tile, in units of the geometry, and colours."""

    name: str
    path: str
    scale: float
    ground: str
    ink: str
    width: float
    side: int = 8


def hatches(scene: Scene) -> str:
    """The patterns of grounds: of impassable land; and those of powers, in black and white, for
    eyes that see some colours alike, and where there are very many powers."""
    prefix = scene.options.prefix
    return "".join(
        f'<pattern id="{prefix}{one.name}" class="pattern-{one.name}" width="{one.side}" '
        f'height="{one.side}" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({one.scale:.3f})">'
        # Larger than the tile, which is cut off somewhere within a pixel.
        f'<rect x="-1" y="-1" width="{one.side + 2}" height="{one.side + 2}"/>'
        f'<path d="{one.path}" fill="none" stroke-width="{one.width}"/></pattern>'
        for one in _hatches(scene)
    )


def _hatch_colours(scene: Scene) -> str:
    return "".join(
        f".pattern-{one.name} rect{{fill:{one.ground}}}.pattern-{one.name} path{{stroke:{one.ink}}}"
        for one in _hatches(scene)
    )


def _hatches(scene: Scene) -> Iterator[_Hatch]:
    options, c = scene.options, _scheme_colours(scene.options.scheme)
    step = scene.geometry.width / 1000
    if options.mono:
        yield _Hatch("closed", _CLOSED, step, "#fff", "#000", 2.2)
        yield _Hatch("sea", _WAVES, step * 0.75, "#fff", "#666", 0.8, 28)
    else:
        yield _Hatch("closed", _CLOSED, step, c.closed, c.closed_line, 0.8)
    for number, side in enumerate(scene.powers):
        name, path = f"hatch-{number}", _HATCHES[number % len(_HATCHES)]
        if side.key == AUTONOMOUS:
            ground, ink = ("#fff", "#999") if options.mono else (side.colour.fill, "#fff")
            yield _Hatch("nobody", _CLOSED, _ON_UNIT, ground, ink, 1.6)
        if side.colour.hatch and not (options.mono or options.apart):
            path = _HATCHES[(side.colour.hatch - 1) * 2]
        if options.mono:
            yield _Hatch(name, path, step, "#fff", "#555", 0.7)
        elif options.apart or side.colour.hatch:
            ground = _both(options.scheme, side.colour.tint, side.colour.deep)
            yield _Hatch(name, path, step, ground, c.stripe, 1.1 if options.apart else 0.8)


_CLOSED: Final = "M0,8L8,0M-2,2L2,-2M6,10L10,6"
"""Heavier than that of any power."""
_ON_UNIT: Final = 2.6
"""The scale of a hatch on a unit, which is drawn 100 units large."""
_WAVES: Final = "M2,8q3,-3 6,0t6,0M16,22q3,-3 6,0t6,0"
