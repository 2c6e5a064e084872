"""A private board in one file: a page that needs no judge elsewhere, no network and no other file.

Its turns are judged in the browser, by the machine code that stands in it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from dragoman.drawing import (
    Map,
    Options,
    layers,
    names_layer,
    scene_of,
    terrain_layer,
    terrain_scene,
)
from dragoman.drawing.scene.readable import width_at
from dragoman.game import Variant
from dragoman.reports.judge_tables import judge_tables, judge_words
from dragoman.rules import Position, RuleSet
from dragoman.web.drawn_boards import ground_facts
from dragoman.web.pages.html.rendering import part
from dragoman.web.pages.html.static_files import content_of
from dragoman.web.pages.html.wording import in_words
from dragoman.words import LANGUAGES, word_file

_BOARD_WORDS: Final = Path(__file__).with_name("board")
_CENTER: Final = re.compile(r'(?=<g class="center )')
_KEY: Final = re.compile(r'id="center-([^"]+)"')


def sandbox_page(
    variant: Variant, drawn_on: Map, rule_set: RuleSet | None = None, language: str = "en"
) -> str:
    """The page of a variant under a rule set, its own where none is named.

    Raises:
        DragomanError: if the judge in a browser has no room for it, or it is no Diplomacy.
    """
    data = {
        "tables": judge_tables(variant, rule_set),
        "words": judge_words(variant, language),
        "map": _map(variant, drawn_on, language),
        "wasm": b64encode(content_of("judge.wasm")).decode(),
        "board": _board_words(language),
        "labels": {
            "unreadable": in_words("This line is no order", language),
            "won": in_words("%(power)s wins", language) % {"power": "{power}"},
        },
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return part(
        "alone.html",
        language,
        title=variant.title,
        style=Markup("\n".join(content_of(one).decode() for one in ("pages.css", "alone.css"))),
        scripts=[Markup(content_of(one).decode()) for one in ("dip-board.js", "dip-alone.js")],
        data=Markup(written),
    )


def _board_words(language: str) -> Any:
    """The words of the board in another language than English, which it has itself."""
    return None if language == LANGUAGES[0] else word_file(_BOARD_WORDS, language)["board"]


def _map(variant: Variant, drawn_on: Map, language: str) -> dict[str, Any]:
    """The map without anything on it, and the marks of each centre: where it is nobody's, its home
    power's, and another's."""
    geometry = drawn_on.geometry
    width = width_at(geometry, 0)
    on = geometry, drawn_on.backdrop
    ground = terrain_scene(variant, *on, language, width=width)
    board, start = variant.board, variant.start
    homes = {key: power for power, keys in board.homes.items() for key in keys}
    powers = [*board.players]
    others = {key: next(one for one in powers if one != homes.get(key)) for key in board.centers}

    def marks(owners: dict[str, str]) -> dict[str, str]:
        scene = scene_of(
            variant,
            geometry,
            Position(start.phase, start.units, owners),
            language=language,
            options=Options(title=False, legend=False, on_page=True, width=width),
            backdrop=drawn_on.backdrop,
        )
        found = layers(scene, "").centers
        parts = _CENTER.split(found.removeprefix('<g class="centers">').removesuffix("</g>"))
        return {key[1]: one for one in parts if (key := _KEY.search(one))}

    neutral, home, foreign = marks({}), marks(homes), marks(others)
    return {
        "ground": ground_facts(variant, geometry, ground, language),
        "picture": terrain_layer(ground),
        "names": names_layer(ground),
        "centers": {
            key: {"neutral": neutral[key], "home": home[key], "foreign": foreign[key]}
            for key in neutral
        },
        "homes": homes,
    }
