"""Settings of a rule that a director may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass

Choice = int | str | bool
"""A value of a setting."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something a director may choose about a system.

    ``choices`` are all that it can be, or, for a number, the least and the most it can be.
    """

    name: str
    default: Choice
    meaning: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def check(self, value: object) -> Diagnostic | None:
        """Why the value will not do; None if it will."""
        if isinstance(self.default, bool):
            wanted = "" if isinstance(value, bool) else "true or false"
        elif isinstance(self.default, int):
            fits = type(value) is int and self.least <= value <= self.most
            wanted = "" if fits else f"a whole number from {self.least} to {self.most}"
        else:
            wanted = "" if value in self.choices else " or ".join(f'"{c}"' for c in self.choices)
        if not wanted:
            return None
        shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
        return Diagnostic(
            "bad-setting",
            f"{self.name} cannot be {shown}",
            f"write {wanted}: {self.meaning}",
        )


def settle(
    title: str, settings: Sequence[Setting], values: Mapping[str, object]
) -> tuple[Mapping[str, Choice], tuple[Diagnostic, ...]]:
    """All settings of a rule as chosen; one that is wrong keeps its default and has a diagnostic.

    ``title`` is what the diagnostics call the rule.
    """
    chosen: dict[str, Choice] = {setting.name: setting.default for setting in settings}
    faults: list[Diagnostic] = []
    known = {setting.name: setting for setting in settings}
    for name, value in values.items():
        if name not in known:
            faults.append(
                Diagnostic(
                    "unknown-setting",
                    f"{title} has no setting {name}",
                    f"it has {', '.join(known)}" if known else "it has none: take it out",
                    candidates=tuple(close_matches(name, known)),
                )
            )
        elif fault := known[name].check(value):
            faults.append(fault)
        elif isinstance(value, int | str):
            chosen[name] = value
    return MappingProxyType(chosen), tuple(faults)
