"""The style sheet within a picture: all colours and widths, so that a page can override them."""

from __future__ import annotations

from collections.abc import Callable

from dragoman.drawing.embedded_type import FAMILY
from dragoman.drawing.scene.colours import CLOSED, NEUTRAL, PAPER, SEA
from dragoman.drawing.scene.contents import Scene
from dragoman.drawing.scene.drawn_orders import css

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
        f"{unit}.names text,.heading text,.legend text,.letter"
        f"{{font-family:{FONT};fill:#2b2620}}"
        ".label{text-anchor:middle;font-weight:600;paint-order:stroke;stroke-linejoin:round;"
        f"stroke-width:{w(0.09)}}}"
        ".label.water{font-style:italic;font-weight:400}"
        f".leader{{fill:none;stroke-width:{w(0.045)}}}"
        ".letter{text-anchor:middle;font-weight:700}"
        ".turn{font-weight:700}.game{text-anchor:end}.player{font-style:italic}"
        ".province{stroke-linejoin:round}"
        f".lands .province,.hole{{stroke-width:{w(0.035)}}}"
        f".seas .province{{stroke-width:{w(0.035)};"
        f"stroke-dasharray:{w(0.12)} {w(0.1)}}}"
        f".shore{{fill:none;stroke-linejoin:round}}.rivers,.strait{{fill:none;stroke-linecap:round;"
        f"stroke-width:{w(0.035)}}}"
        f".strait{{stroke-width:{w(0.16)}}}.lakes{{stroke-width:{w(0.03)}}}"
        f".overlay .province{{fill-opacity:.45}}.overlay .province.unowned{{fill:none}}"
        f".bridge path{{fill:none}}.bank{{stroke-width:{w(0.2)}}}"
        f".deck{{stroke-width:{w(0.11)};stroke-dasharray:{w(0.14)} {w(0.05)}}}"
        f".many .bank{{stroke-width:{w(0.1)}}}"
        f".many .deck{{stroke-width:{w(0.05)};stroke-dasharray:none}}"
        f".railway path,.gateway path{{fill:none}}.rail{{stroke-width:{w(0.04)}}}"
        f".sleepers{{stroke-width:{w(0.16)};"
        f"stroke-dasharray:{w(0.035)} {w(0.16)}}}"
        f".gateway .rail{{stroke-width:{w(0.09)};stroke-linecap:round;"
        f"stroke-dasharray:0 {w(0.2)}}}.gateway .sleepers{{display:none}}"
        f".center .coin{{stroke-width:{w(0.045)}}}"
        ".order path,.order circle,.strike,.cross{fill:none;stroke-linecap:round;"
        "stroke-linejoin:round}"
        f".order .casing{{stroke-width:{w(0.2)}}}"
        f".order .shaft{{stroke-width:{w(0.13)}}}"
        f".order .head{{stroke-width:{w(0.05)};stroke-linejoin:round}}"
        f".order .core{{stroke-width:{w(0.055)}}}"
        f".order .dashes{{stroke-width:{w(0.085)};stroke-linecap:butt;"
        f"stroke-dasharray:{w(0.17)} {w(0.09)}}}"
        f".support .casing,.convoy .casing{{stroke-width:{w(0.13)}}}"
        f".order .guard{{stroke-width:{w(0.1)}}}"
        f".order .guard.casing{{stroke-width:{w(0.17)}}}"
        f".order .ring{{stroke-width:{w(0.075)}}}"
        f".order .ring.casing{{stroke-width:{w(0.14)}}}"
        f".order .waves{{stroke-width:{w(0.075)}}}"
        f".order .waves.casing{{stroke-width:{w(0.15)}}}"
        f".ghost{{stroke-width:{w(0.06)};stroke-dasharray:{w(0.05)} {w(0.12)}}}"
        f".cross{{stroke-width:{w(0.085)}}}"
        f".order .cross.casing,.cross.casing{{stroke-width:{w(0.17)}}}"
        f".strike{{stroke-width:{w(0.11)}}}.strike.casing{{stroke-width:{w(0.2)}}}"
        f".knob{{stroke-width:{w(0.04)}}}"
        f".sign circle{{stroke-width:{w(0.04)}}}"
        ".sign path{stroke-width:.6px;fill:none;stroke-linecap:round}"
        f".burst{{stroke-width:{w(0.04)};stroke-linejoin:round}}"
        ".unit .casing,.side .casing{stroke-width:13px;stroke-linejoin:round}"
        ".unit .body,.side .body{stroke-width:5px;stroke-linejoin:round}"
        f".escape{{fill:none;stroke-width:{w(0.06)};"
        f"stroke-dasharray:{w(0.04)} {w(0.1)};stroke-linecap:round}}"
        f".frame{{fill:none;stroke-width:{w(0.08)}}}"
        f".backdrop .edged{{stroke-width:{w(0.035)}}}"
        f"{_city_widths(scene) if scene.cities else ''}{rules}"
    )


def _widths(scene: Scene) -> Callable[[float], str]:
    """A function from sizes of a unit to a width of the style sheet. On a page, where a unit has
    another size at each scale that the map is looked at, that is the variable ``--u``."""
    if scene.options.on_page:
        return lambda share: f"calc(var(--u)*{share:g})"
    return lambda share: f"{scene.geometry.unit_size * share:.2f}px"


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


def _coloured(scene: Scene) -> str:
    w = _widths(scene)
    closed = f"url(#{scene.options.prefix}closed)"
    rules = [
        f".paper{{fill:{PAPER}}}.frame{{stroke:#4a3f33}}"
        f".province.water{{fill:{SEA};stroke:#7fa9c2}}.province.ice{{fill:#fff;stroke:#a9c3d2}}"
        f".province.land{{fill:{NEUTRAL};stroke:#8b7a60}}"
        f".outside,.province.closed{{fill:{closed};stroke:#8b7a60}}"
        f".hole{{fill:{PAPER};stroke:#8b7a60}}"
        f".backdrop .plain{{fill:{NEUTRAL}}}.backdrop .plain.water{{fill:{SEA}}}"
        ".backdrop .edged{stroke:#8b7a60}"
        f".shore.far{{stroke:#dceefa;stroke-width:{w(0.4)}}}"
        f".shore.near{{stroke:#4d6470;stroke-width:{w(0.1)}}}"
        f".rivers{{stroke:#8fb6cb}}.strait{{stroke:{SEA}}}.lakes{{fill:{SEA};stroke:#7fa9c2}}"
        f".label{{stroke:{PAPER};stroke-opacity:.75}}.leader{{stroke:#2b2620}}"
        ".names .label.water{fill:#22506e;stroke:#dceefa}"
        ".rail,.sleepers{stroke:#6b5d4a}.gateway .rail{stroke:#2c5570}"
        ".bank{stroke:#5d4c36}.deck{stroke:#e5cf9f}"
        f".center .coin{{fill:{PAPER};stroke:#2b2620}}.center .dot{{fill:#2b2620}}"
        ".casing{stroke:#2b2620}.shaft,.dashes,.ring,.waves,.guard{stroke:#8a8378}"
        ".head,.knob{fill:#8a8378;stroke:#2b2620}"
        f".core{{stroke:{PAPER}}}.ghost,.escape{{stroke:#2b2620}}"
        f".failed .head{{fill:{PAPER}}}"
        ".cross{stroke:#d11f1f}.cross.casing{stroke:#fff}"
        ".strike{stroke:#d11f1f}.strike.casing{stroke:#fff}"
        ".sign circle{fill:#fff;stroke:#2b2620}.sign path{stroke:#1d7a33}"
        ".burst{fill:#ffd84d;stroke:#c21a1a}"
        ".unit .casing,.side .casing{stroke:#fff;fill:#fff}"
        ".unit .body,.side .body{stroke:#1c1a17}.trim{fill-opacity:.25;fill:#fff}"
        ".swatch{stroke:#8b7a60}.legend .count{fill:#6f675b}"
    ]
    if scene.cities:
        rules.append(
            ".walls{fill:#d6c6a0;stroke:#2b2620}.worth{fill:#2b2620}.quay{stroke:#2c5570}"
            ".quay.backing{stroke:#fbf8f0}.siege{stroke:#c21a1a}.siege.backing{stroke:#fff}"
            ".badge circle{fill:#ffe9a8;stroke:#2b2620}"
            ".plight circle{stroke:#2b2620}.famine circle{fill:#d9a441}.plague circle{fill:#4a3a55}"
            ".storm circle{fill:#5b8fb5}.rebellion circle{fill:#fff3e6}"
            ".famine path{stroke:#3d2a08}.plague path,.storm path{stroke:#fff}"
            ".rebellion path{fill:#d6331f;stroke:#8c1a0e}"
        )
    for side in scene.powers:
        name, colour = css(side.key), side.colour
        if scene.cities:
            rules.append(
                f".power-{name} .walls{{fill:{colour.fill}}}"
                f".power-{name} .worth{{fill:{colour.ink}}}"
                f".power-{name} .badge .letter.letter{{fill:#2b2620}}"
            )
        rules.append(
            f".province.owner-{name},.swatch.owner-{name}{{fill:{colour.tint}}}"
            f".power-{name} .body,.power-{name} .coin,.power-{name} .head,"
            f".power-{name} .knob{{fill:{colour.fill}}}"
            f".power-{name} .shaft,.power-{name} .dashes,.power-{name} .ring,"
            f".power-{name} .waves,.power-{name} .guard{{stroke:{colour.fill}}}"
            f".power-{name} .casing{{stroke:{'#fff' if colour.ink == '#ffffff' else '#2b2620'}}}"
            f".power-{name} .letter.letter{{fill:{colour.ink}}}"
            f".power-{name}.failed .head{{fill:{PAPER}}}"
        )
    rules.append(".unit .casing,.side .casing{stroke:#fff}.order .cross.casing{stroke:#fff}")
    return "".join(rules)


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
        ".coin{fill:#fff;stroke:#000}.dot{fill:#000}"
        ".casing{stroke:#fff}.shaft,.dashes,.ring,.waves,.guard,.ghost,.escape{stroke:#000}"
        ".head,.knob{fill:#000;stroke:#fff}.core{stroke:#fff}.failed .head{fill:#fff;stroke:#000}"
        ".cross,.strike,.sign path{stroke:#000}.cross.casing,.strike.casing{stroke:#fff}"
        ".sign circle{fill:#fff;stroke:#000}.burst{fill:#fff;stroke:#000}"
        ".unit .casing,.side .casing{stroke:#fff;fill:#fff}"
        ".body{fill:#fff;stroke:#000}.trim{fill:none}.swatch{stroke:#000}"
    ]
    if scene.cities:
        rules.append(
            ".walls{fill:#fff;stroke:#000}.worth{fill:#000}.quay,.siege{stroke:#000}"
            ".quay.backing,.siege.backing{stroke:#fff}.badge circle{fill:#fff;stroke:#000}"
            ".plight circle{fill:#fff;stroke:#000}.plight path{stroke:#000}"
            ".rebellion path{fill:#000}"
        )
    for i, side in enumerate(scene.powers):
        name, hatch = css(side.key), f"{scene.options.prefix}hatch-{i % len(_HATCHES)}"
        rules.append(f".province.owner-{name},.swatch.owner-{name}{{fill:url(#{hatch})}}")
    return "".join(rules)


def hatches(scene: Scene) -> str:
    """The patterns of grounds: of impassable land, and of all of them in black and white."""
    step = scene.geometry.width / 1000
    if not scene.options.mono:
        return _pattern(scene, "closed", _CLOSED, step, CLOSED, "#8d7c61", 0.8)
    parts = [
        _pattern(scene, "closed", _CLOSED, step, "#fff", "#000", 2.2),
        _pattern(scene, "sea", _WAVES, step * 0.75, "#fff", "#666", 0.8, 28),
    ]
    parts += [
        _pattern(scene, f"hatch-{i}", path, step, "#fff", "#555", 0.7)
        for i, path in enumerate(_HATCHES)
    ]
    return "".join(parts)


_CLOSED = "M0,8L8,0M-2,2L2,-2M6,10L10,6"
"""Heavier than that of any power."""
_WAVES = "M2,8q3,-3 6,0t6,0M16,22q3,-3 6,0t6,0"


def _pattern(
    scene: Scene,
    name: str,
    path: str,
    step: float,
    ground: str,
    ink: str,
    width: float,
    side: int = 8,
) -> str:
    return (
        f'<pattern id="{scene.options.prefix}{name}" width="{side}" height="{side}" '
        f'patternUnits="userSpaceOnUse" patternTransform="scale({step:.3f})">'
        f'<rect width="{side}" height="{side}" fill="{ground}"/>'
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}"/></pattern>'
    )
