"""What was measured: figures of several rounds, in the parts of the page."""

from __future__ import annotations

import gc
import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

_Things = TypeVar("_Things")
SECONDS = 0.3
"""How long each figure is measured in each round."""


@dataclass(slots=True)
class Figure:
    """One thing that was measured, once a round.

    ``unit`` is what the values count. ``beside`` names the figures of other programs in the same
    part that it is compared with, under the names of the programs.
    """

    name: str
    unit: str
    beside: dict[str, str] = field(default_factory=dict[str, str])
    values: list[float] = field(default_factory=list[float])


@dataclass(slots=True)
class Part:
    """Figures that belong together. ``clock`` says what their time is: of the processor, or on
    the wall."""

    title: str
    clock: str
    figures: list[Figure] = field(default_factory=list[Figure])

    def note(self, name: str, value: float, unit: str = "a second", **beside: str) -> None:
        """Keep the value of a round. ``diplomacy`` and ``dipcc`` name the figures that it is
        compared with, where there are such."""
        for figure in self.figures:
            if figure.name == name:
                break
        else:
            figure = Figure(name, unit, beside)
            self.figures.append(figure)
        figure.values.append(value)


@dataclass(slots=True)
class Results:
    """All that was measured, and where."""

    machine: dict[str, Any]
    mix: dict[str, float] = field(default_factory=dict[str, float])
    parts: list[Part] = field(default_factory=list[Part])

    def part(self, title: str, clock: str = "processor") -> Part:
        """The part of this title, a new one if there was none."""
        for part in self.parts:
            if part.title == title:
                return part
        self.parts.append(Part(title, clock))
        return self.parts[-1]

    def as_json(self) -> dict[str, Any]:
        """As it is kept in the file beside the page."""
        return asdict(self)


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Things done a second of processor time, over at least so long. What is loaded, compiled or
    worked out but once is so beforehand."""
    work()
    return _rate(work, seconds, time.process_time)


def rate_once(work: Callable[[_Things], int], things: _Things, others: _Things) -> float:
    """The same for things that are done with once each; beforehand it is done with others."""
    work(others)
    return _rate(lambda: work(things), 0, time.process_time)


def wall_rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Things done a second on the wall, over at least so long, and once beforehand."""
    work()
    return _rate(work, seconds, time.perf_counter)


def _rate(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    gc.collect()  # what others have left is not looked through in our time
    done, begun = 0, clock()
    while (spent := clock() - begun) < seconds or not done:
        done += work()
    return done / spent


def machine() -> dict[str, Any]:
    """The processor, how many cores, the versions."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def load() -> float:
    """How many processes wanted a core over the last minute."""
    return os.getloadavg()[0]


def _processor() -> str:
    told = dict[str, str]()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        told.setdefault(key.strip(), value.strip())
    name = told.get("model name", platform.processor() or "unknown")
    if "model" not in told:
        return name
    numbers = f"family {told.get('cpu family')}, model {told['model']}"
    return f"{name} ({numbers})" + (", virtual" if "hypervisor" in told.get("flags", "") else "")
