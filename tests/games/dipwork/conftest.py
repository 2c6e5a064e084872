"""A table of the standard variant, whose files a test writes by hand as a game master does."""

import shutil
from pathlib import Path

import pytest

from dragoman.formats.dipwork import read_records
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue

EXAMPLE = Path(__file__).parents[3] / "examples" / "dipwork"
NATIONS = ("Au", "En", "Fr", "Ge", "It", "Ru", "Tu")


class Table:
    """A game directory. ``said`` and ``faults`` are what the last steps said and complained of."""

    def __init__(self, folder):
        self.here = folder
        self.folder = folder / "ROUND"
        self.said = []
        self.faults = ()

    def write(self, units, orders, centers=None, year="Herbst 1901", header=()):
        """``GAME.TXT`` and ``ORDERS.TXT``: units, centres and lines of orders by nation."""
        lines = ["VARIANTPATH variants\\standard", f"YEAR {year}"]
        for nation in NATIONS:
            owned = (centers or {}).get(nation, [])
            lines += [
                f"NATION {nation}",
                "UNITS",
                *units.get(nation, []),
                "",
                "CENTERS",
                *owned,
                "",
            ]
        self.save("GAME.TXT", [*lines, "END"])
        given = [
            line for nation, rows in orders.items() for line in (f"NATION {nation}", *rows, "")
        ]
        self.save("ORDERS.TXT", [*header, *given, "END"])
        return self

    def save(self, name, lines):
        (self.folder / name).write_bytes("".join(f"{line}\r\n" for line in lines).encode("cp437"))

    def play(self, *words, ask=lambda question, suggestion: suggestion):
        self.said = []
        self.faults = run(["ROUND", *words], Dialogue(self.said.append, ask), self.here)
        return self

    @property
    def codes(self):
        return [fault.code for fault in self.faults]

    def errors(self):
        return self.text("ERRORS.TXT").splitlines()

    def text(self, name):
        return (self.folder / name).read_bytes().decode("cp437")

    def records(self, name):
        lines, faults = read_records((self.folder / f"{name}.ORD").read_bytes())
        assert faults == ()
        return lines


@pytest.fixture
def table(tmp_path):
    shutil.copytree(EXAMPLE / "VARIANTS", tmp_path / "VARIANTS")
    shutil.copy(EXAMPLE / "PROJECT.TXT", tmp_path)
    found = Table(tmp_path)
    found.folder.mkdir()
    return found
