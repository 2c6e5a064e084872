"""The pictures of gallery.md: MkDocs runs this as a hook and puts them into the site.

``.venv/bin/python tools/gallery.py`` writes the one that the README shows, which is kept in
the repository: docs/images/map.png.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from dragoman.board import Unit
from dragoman.drawing import Names, Options, map_of, replay, scene_of, svg
from dragoman.drawing.files.raster import image
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution
from dragoman.rules import Phase, Position

ROOT = Path(__file__).parents[1]
README_PICTURE = ROOT / "docs" / "images" / "map.png"

OPENING = (
    {
        "Austria": "A vie-gal, A bud-ser, F tri-alb",
        "England": "F lon-nth, F edi-nwg, A lvp-yor",
        "France": "A par-bur, A mar S A par-bur, F bre-mao",
        "Germany": "A mun-bur, F kie-den, A ber-kie",
        "Italy": "A ven-tyr, A rom-ven, F nap-ion",
        "Russia": "A war-gal, A mos-ukr, F sev-bla, F stp/sc-bot",
        "Turkey": "A con-bul, A smy-con, F ank-bla",
    },
    {
        "Austria": "A ser-gre, F alb S A ser-gre, A vie-tri",
        "England": "A yor-nwy, F nth C A yor-nwy, F nwg S A yor-nwy",
        "France": "F mao-por, A bur-bel, A mar-spa",
        "Germany": "A kie-hol, F den-swe, A mun-ruh",
        "Italy": "A tyr-tri, A ven S A tyr-tri, F ion-tun",
        "Russia": "F bot-swe, A ukr-rum, F sev S A ukr-rum, A war-gal",
        "Turkey": "A bul-gre, A con-bul, F ank-bla",
    },
)

CONVOYS = {
    "ENGLAND": (
        "A LON, F ENG, F MAO, F WES, A YOR, F NTH, F NWG",
        "A lon-tun via eng mao wes, "
        "F eng C A lon-tun, F mao C A lon-tun, F wes C A lon-tun, A yor-nwy, F nth C A yor-nwy, "
        "F nwg S A yor-nwy",
    ),
    "FRANCE": ("A BRE, F LYO, A MAR", "A mar-rom, F lyo C A mar-rom, A bre H"),
    "ITALY": ("F TYS, A ROM, F ION", "F tys C A mar-rom, A rom-ven, F ion-aeg"),
    "TURKEY": ("A GRE, A SMY, F AEG", "A gre-smy via, A smy-con, F aeg C A gre-smy"),
    "RUSSIA": ("A SWE, F BAL", "A swe-ber, F bal C A swe-ber"),
}

SUPPORTS = {
    "GERMANY": ("A MUN, A BER, A SIL, A BOH, A KIE, A RUH", "A mun H, A ber S A mun, "
    "A sil S A mun, A kie S A mun, A ruh S A mun, A boh S A mun"),
    "FRANCE": ("A BUR, A TYR, A GAS, A MAR", "A bur-mun, A tyr S A bur-mun, A gas-bur, "
    "A mar S A gas-bur"),
    "AUSTRIA": ("A VIE, A GAL, A BUD", "A vie-boh, A gal S A vie-boh, A bud-vie"),
    "RUSSIA": ("A WAR, A PRU, F BAL, A UKR", "A war-sil, A pru S A war-sil, F bal-ber, A ukr-war"),
    "ITALY": ("A PIE, A VEN", "A pie-tyr, A ven S A pie-tyr"),
}  # fmt: skip


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs: add the pictures of the gallery to the pages."""
    for name, content in pictures():
        files.append(File.generated(config, f"gallery/{name}", content=content))
    return files


def pictures() -> Iterator[tuple[str, bytes | str]]:
    """The files of the gallery, by name."""
    opened = opening()
    spring, fall, *_ = opened.history
    yield "opening.png", drawn("standard", spring.before, spring)
    yield "fall.png", drawn("standard", fall.before, fall)
    for name, turn in (("convoys", CONVOYS), ("supports", SUPPORTS)):
        resolution = judged(turn, "F1905M")
        yield f"{name}.png", drawn("standard", resolution.before, resolution)
        if name == "convoys":
            small = Options(names=Names.SHORT, width=800)
            yield "small.png", drawn("standard", resolution.before, resolution, small, 800)
        if name == "supports":
            retreats = resolution.position
            yield "retreats.png", drawn("standard", retreats)
            mono = Options(mono=True)
            yield "mono.png", drawn("standard", resolution.before, resolution, mono)
    short = Options(names=Names.SHORT, legend=False)
    yield "short.png", drawn("standard", fall.before, fall, short, width=640)
    for name in (
        "chaos",
        "britain",
        "abstraction_2",
        "isthmus",
        "white_winter",
        "pure",
        "archipelago",
    ):
        yield f"{name}.png", drawn(name, load_variant(name).start)
    drawn_on, _ = map_of(opened.variant)
    if drawn_on is not None:
        yield "replay.html", replay(opened, drawn_on, title="The year 1901")


def opening() -> Game:
    """The first year of a game."""
    game = Game(load_variant("standard"))
    for orders in OPENING:
        play(game, orders)
    while game.phase.year == 1901:
        for unit, legal in game.legal_orders().items():
            game.order(unit.power, legal[:1])
        game.process()
    return game


def play(game: Game, orders: Mapping[str, str]) -> None:
    for power, texts in orders.items():
        if faults := game.order(power, texts):
            raise SystemExit("\n".join(map(str, faults)))
    game.process()


def judged(turn: Mapping[str, tuple[str, str]], phase: str) -> Resolution:
    """What comes of the orders of units that stand as told."""
    variant = load_variant("standard")
    units = tuple(
        Unit(power, *unit.split())
        for power, (standing, _) in turn.items()
        for unit in standing.split(", ")
    )
    game = Game(variant, position=Position(Phase.parse(phase), units, variant.start.owners))
    play(game, {power: orders for power, (_, orders) in turn.items()})
    return game.history[-1]


def drawn(
    name: str,
    position: Position,
    resolution: Resolution | None = None,
    options: Options | None = None,
    width: int = 1200,
) -> bytes:
    """A picture as PNG with few colours, to be small."""
    variant = load_variant(name)
    drawn_on, faults = map_of(variant)
    if drawn_on is None:
        raise SystemExit("\n".join(map(str, faults)))
    scene = scene_of(variant, drawn_on.geometry, position, resolution=resolution, options=options)
    content = BytesIO()
    image(svg(scene), width).quantize(256).save(content, "PNG", optimize=True)
    return content.getvalue()


def main() -> None:
    resolution = opening().history[1]
    README_PICTURE.write_bytes(drawn("standard", resolution.before, resolution))


if __name__ == "__main__":
    main()
