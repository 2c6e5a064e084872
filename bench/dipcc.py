"""dipcc, the judge in C++ of Meta's Cicero, where its source is at hand; it is not shipped here.

``make bench DIPCC=FOLDER`` names the folder: the ``dipcc`` of a checkout of diplomacy_cicero, or
the checkout itself. Of it only the judge is compiled, without its Python interface and its
encoders, so neither PyTorch nor pybind11 nor glog is needed: a compiler of C++17 is. What it logs
is left out, and it is compiled with ``-O3`` as its own build does.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bench.turns import STANDARD, Texts, Turn
from dragoman.rules import Position

_JUDGE = [
    "adjudicator",
    "checks",
    "enums",
    "game_state",
    "loc",
    "order",
    "owned_unit",
    "phase",
    "power",
    "scoring",
    "unit",
    "util",
]
_DRIVER = Path(__file__).with_name("dipcc_driver")
_COMPILE = ("g++", "-std=c++17", "-O3", "-w")


class CannotBuild(Exception):
    """The sources are not there, or cannot be compiled."""


@dataclass(frozen=True)
class Measured:
    """Rates a second by what is done, and who stood where after each turn."""

    rates: dict[str, float]
    after: list[set[str]]


def build(folder: Path, into: Path) -> Path:
    """Compile dipcc's judge and our driver: the program that times it.

    Raises:
        CannotBuild: if it cannot be done.
    """
    sources = next(
        (f for f in (folder / "dipcc/cc", folder / "dipcc/dipcc/cc", folder) if _is_there(f)), None
    )
    if sources is None:
        raise CannotBuild(f"{folder} has no dipcc/cc/adjudicator.cc: it is not dipcc's folder")
    includes = f"-I{_DRIVER}", f"-I{sources}"
    files = [*(sources / f"{name}.cc" for name in _JUDGE), _DRIVER / "driver.cc"]
    objects = [into / f"{file.stem}.o" for file in files]
    with ThreadPoolExecutor(2) as pool:
        tasks = [
            pool.submit(_compile, *includes, "-c", str(file), "-o", str(object_))
            for file, object_ in zip(files, objects, strict=True)
        ]
        for task in tasks:
            task.result()
    program = into / "dipcc"
    _compile(*map(str, objects), "-o", str(program), "-lpthread")
    return program


def measure(
    program: Path, turns: Sequence[Turn], seed: int, games: int, last_year: int
) -> Measured:
    """Have it judge movement turns, list their legal orders, and play."""
    given = [*_lines(STANDARD.start, {})]
    for position, _, texts in turns:
        given += _lines(position, texts)
    told = subprocess.run(
        [program, str(seed), str(games), str(last_year)],
        input="\n".join(given) + "\n",
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    rates, after = dict[str, float](), list[set[str]]()
    for line in told.splitlines():
        name, *rest = line.split()
        if name == "after":
            after.append(set(rest))
        else:
            rates[name] = float(rest[0])
    return Measured(rates, after)


def stands(position: Position) -> set[str]:
    """Who stands where, as it says so."""
    return {f"{unit.power}:{unit.kind}:{unit.location}" for unit in position.units}


def _lines(position: Position, texts: Texts) -> list[str]:
    return [
        f"turn {position.phase}",
        *(f"unit {unit.power} {unit.kind} {unit.location}" for unit in position.units),
        *(f"center {owner} {center}" for center, owner in position.owners.items()),
        *(f"order {power} {text}" for power, own in texts.items() for text in own),
    ]


def _is_there(sources: Path) -> bool:
    return (sources / "adjudicator.cc").is_file()


def _compile(*arguments: str) -> None:
    try:
        subprocess.run([*_COMPILE, *arguments], check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise CannotBuild(f"there is no {_COMPILE[0]}") from None
    except subprocess.CalledProcessError as error:
        raise CannotBuild(error.stderr[-2000:]) from None
