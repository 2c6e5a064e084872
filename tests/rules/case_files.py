"""Rule cases as they are written in ``tests/cases/**/*.toml`` (format: tests/cases/README.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dragoman.rules import Phase

CASES = Path(__file__).parents[1] / "cases"


class CaseError(Exception):
    """A case file that says something its format does not know. For whoever writes cases."""


@dataclass(frozen=True, slots=True)
class Line:
    """One order and the results that pass, the expected one first; none: it is not checked."""

    order: str
    results: tuple[str, ...]

    @property
    def unit(self) -> str:
        """The unit the order is for (``F SPA/SC``), as the order names it."""
        match = _UNIT.match(self.order)
        return match[1] if match else self.order


@dataclass(frozen=True, slots=True)
class Step:
    """One phase: what it starts from, the orders, and what is expected of it.

    ``units`` is None where the case leaves them out: then they are those the orders name
    or, in a second step, those the first has left. An expectation that is None is not
    checked. Units are written ``F SPA/SC``; powers as people write them.
    """

    phase: Phase
    orders: Mapping[str, tuple[Line, ...]]
    as_written: Mapping[str, str]
    units: Mapping[str, tuple[str, ...]] | None
    centers: Mapping[str, tuple[str, ...]]
    adjustment: Mapping[str, int]
    results: Mapping[str, tuple[str, ...]]
    treated_as: Mapping[str, str]
    after: Mapping[str, tuple[str, ...]] | None
    dislodged: Mapping[str, str]
    retreat_options: Mapping[str, Mapping[str, tuple[str, ...]]]
    disbanded: tuple[str, ...] | None
    civil_disorder: Mapping[str, tuple[str, ...]]
    distances: Mapping[str, int]
    winner: str | None
    owned: Mapping[str, tuple[str, ...]] | None
    cores: Mapping[str, tuple[str, ...]] | None
    half_cores: Mapping[str, tuple[str, ...]]
    cored: Mapping[str, tuple[str, ...]] | None
    half_cored: Mapping[str, tuple[str, ...]] | None

    def units_ordered(self) -> Mapping[str, tuple[str, ...]]:
        """The units the orders name, by power."""
        return {power: tuple(line.unit for line in lines) for power, lines in self.orders.items()}


@dataclass(frozen=True, slots=True)
class Trial:
    """A case under one choice of rules: what a test runs.

    ``scenarios`` are independent of each other; the steps of one follow each other.
    ``only_positions``: the results of the orders are not checked, only who stands where.
    """

    case: Case
    choice: str
    scenarios: tuple[tuple[Step, ...], ...]
    only_positions: bool = False
    derived: bool = False

    @property
    def id(self) -> str:
        return f"{self.case.id}[{self.choice.replace(' ', '')}]" if self.choice else self.case.id

    @property
    def settings(self) -> tuple[str, ...]:
        """The switches this trial sets, on top of the case's preset."""
        return (*self.case.settings, *(s.strip() for s in self.choice.split("+") if s.strip()))


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file with all the choices it is to be run under.

    ``open_choices`` are those under which the source gives no outcome, with its reason.
    """

    id: str
    title: str
    source: str
    note: str
    variant: str
    rules: str
    settings: tuple[str, ...]
    preferred: tuple[str, ...]
    trials: tuple[Trial, ...] = field(default=(), repr=False)
    open_choices: Mapping[str, str] = field(default_factory=dict[str, str])


def read_all(folder: Path = CASES) -> Iterator[Case]:
    """Every case of every file below a folder, file by file, in the order written."""
    for path in sorted(folder.rglob("*.toml")):
        yield from read(path)


def read(path: Path) -> Iterator[Case]:
    """The cases of one file.

    Raises:
        CaseError: naming the file and the case that is not written as the format says.
    """
    document = tomllib.loads(path.read_text("utf-8"))
    common = {key: value for key, value in document.items() if key != "case"}
    for table in document.get("case", ()):
        try:
            yield _case({**common, **table})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CaseError(f"{path.name}, case {table.get('id', '?')}: {error!r}") from error


_UNIT = re.compile(r"(?:BUILD |REMOVE )?((?:\w )?[\w/]+)")
_LINE = re.compile(r"(?P<order>.+?)(?:\s+:\s+(?P<results>.+?))?\s*\Z")
_OF_CASE = {"id", "title", "source", "note", "variant", "rules", "set", "preferred", "assumed"}
_OF_CASE |= {"same_under", "under", "step", "scenario"}
_OF_UNDER = {"choice", "derived", "no_answer"}
_OF_STEP = {"note", *Step.__dataclass_fields__}


def _case(table: Mapping[str, Any]) -> Case:
    _refuse_unknown(table, _OF_CASE | _OF_STEP)
    case = Case(
        id=table["id"],
        title=table["title"],
        source=table.get("source", ""),
        note=table.get("note", ""),
        variant=table.get("variant", "standard"),
        rules=table.get("rules", "datc"),
        settings=_texts(table.get("set", ())),
        preferred=_texts(table.get("preferred", ())),
    )
    main = tuple(_scenarios(table))
    trials = [Trial(case, "", main)]
    trials += [Trial(case, choice, main, True) for choice in table.get("same_under", ())]
    open_choices: dict[str, str] = {}
    for block in table.get("under", ()):
        _refuse_unknown(block, _OF_UNDER | _OF_STEP)
        for choice in _texts(block["choice"]):
            if "no_answer" in block:
                open_choices[choice] = block["no_answer"]
            else:
                ((step,),) = main  # a choice has its own outcome only where there is one phase
                other = ((_overlaid(step, block),),)
                trials.append(Trial(case, choice, other, derived=block.get("derived", False)))
    return replace(case, trials=tuple(trials), open_choices=open_choices)


def _scenarios(table: Mapping[str, Any]) -> Iterator[tuple[Step, ...]]:
    start = {key: value for key, value in table.items() if key in _OF_STEP}
    if "step" in table:
        yield tuple(_step({**start, **step}) for step in table["step"])
    elif "scenario" in table:
        yield from ((_step({**start, **scenario}),) for scenario in table["scenario"])
    else:
        yield (_step(start),)


def _step(table: Mapping[str, Any]) -> Step:
    _refuse_unknown(table, _OF_STEP)
    return Step(
        phase=Phase.parse(table["phase"]),
        orders={power: tuple(_lines(text)) for power, text in table.get("orders", {}).items()},
        as_written=table.get("as_written", {}),
        units=_lists(table["units"]) if "units" in table else None,
        centers=_lists(table.get("centers", {})),
        adjustment=table.get("adjustment", {}),
        results=_results(table.get("results", {})),
        treated_as=table.get("treated_as", {}),
        after=_lists(table["after"]) if "after" in table else None,
        dislodged=_dislodged(table.get("dislodged", {})),
        retreat_options={u: _lists(t) for u, t in table.get("retreat_options", {}).items()},
        disbanded=_texts(table["disbanded"]) if "disbanded" in table else None,
        civil_disorder=_lists(table.get("civil_disorder", {})),
        distances=table.get("distances", {}),
        winner=table.get("winner"),
        owned=_lists(table["owned"]) if "owned" in table else None,
        cores=_lists(table["cores"]) if "cores" in table else None,
        half_cores=_lists(table.get("half_cores", {})),
        cored=_lists(table["cored"]) if "cored" in table else None,
        half_cored=_lists(table["half_cored"]) if "half_cored" in table else None,
    )


def _overlaid(step: Step, block: Mapping[str, Any]) -> Step:
    """The step with another choice's expectations: ``results`` unit by unit, the rest whole.

    A unit is named in ``results`` as its order names it.
    """
    results = _results(block.get("results", {}))
    orders = {
        power: tuple(replace(line, results=results.get(line.unit, line.results)) for line in lines)
        for power, lines in step.orders.items()
    }
    ordered = {line.unit for lines in orders.values() for line in lines}
    changes: dict[str, Any] = {"orders": orders}
    changes["results"] = {**step.results, **{u: results[u] for u in set(results) - ordered}}
    other = _step({"phase": str(step.phase), **{k: block[k] for k in block if k in _OF_STEP}})
    for name in set(block) - _OF_UNDER - {"results"}:
        changes[name] = getattr(other, name)
    return replace(step, **changes)


def _lines(text: str) -> Iterator[Line]:
    for written in filter(None, map(str.strip, text.splitlines())):
        if match := _LINE.match(written):
            yield Line(match["order"], _alternatives(match["results"] or ""))


def _results(table: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    return {unit: _alternatives(text) for unit, text in table.items()}


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(" or ")))


def _dislodged(table: Mapping[str, str]) -> Mapping[str, str]:
    return {unit: text.removeprefix("from ") for unit, text in table.items()}


def _lists(table: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    return {key: _texts(value) for key, value in table.items()}


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _refuse_unknown(table: Mapping[str, Any], known: set[str]) -> None:
    if unknown := sorted(set(table) - known):
        raise ValueError(f"unknown key {', '.join(unknown)}")
