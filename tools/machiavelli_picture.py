"""Draw machiavelli.png: a fall of the game on tutorials/machiavelli.md, with its orders."""

from __future__ import annotations

import re
from pathlib import Path

from gallery import drawn

from dragoman.game import Game, Resolution
from dragoman.orders import scan_file

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "tutorials" / "machiavelli.md"
PICTURE = DOCS / "images" / "machiavelli.png"

_SHEET = re.compile(r'^```text title="rome/orders.txt"\n(.*?)^```$', re.M | re.S)


def resolutions() -> tuple[Resolution, ...]:
    """The phases of the game on the page, from its order sheets."""
    page = PAGE.read_text("utf-8")
    seed = re.search(r"--seed (\d+)", page)
    assert seed is not None
    game = Game("machiavelli", seed=int(seed[1]))
    for sheet in _SHEET.findall(page):
        found = scan_file(sheet, game.variant.board, game.phase.kind.value)
        assert not found.diagnostics, found.diagnostics
        for power, orders in found.orders.items():
            game.submit(power, orders)
        game.process()
    return game.history


def main() -> None:
    fall = next(one for one in resolutions() if str(one.phase) == "F1454M")
    PICTURE.write_bytes(drawn("machiavelli", fall.before, fall, width=1100))


if __name__ == "__main__":
    main()
