"""The rule set that a person asks for: a preset, with some of its answers changed."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diagnostics import Diagnostic
from dragoman.rules import RuleSet


def chosen_rules(preset: str | None, settings: Sequence[str], usual: RuleSet) -> RuleSet:
    """The chosen preset, or else the usual rule set, with some answers changed.

    Raises:
        UnknownRule: if there is no such preset, switch or answer.
    """
    try:
        rule_set = usual if preset is None else RuleSet.preset(preset)
        return rule_set.with_settings(*settings)
    except ValueError as error:
        raise UnknownRule(str(error)) from None


class UnknownRule(Exception):
    """A rule was chosen that does not exist."""

    @property
    def diagnostic(self) -> Diagnostic:
        return Diagnostic("unknown-rule", str(self), "see them all with: dragoman rules")
