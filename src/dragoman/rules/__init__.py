"""The rules: every rule choice as data, what is legal, and what becomes of the orders."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.rules.choices.answers import Answers as Answers
    from dragoman.rules.choices.rule_set import (
        PRESET_SOURCES as PRESET_SOURCES,
        PRESETS as PRESETS,
        RuleSet as RuleSet,
        rules_called as rules_called,
    )
    from dragoman.rules.choices.switch import Choice as Choice, Switch as Switch
    from dragoman.rules.choices.switches import SWITCHES as SWITCHES
    from dragoman.rules.judge.adjustments import (
        build_sites as build_sites,
        builds_due as builds_due,
        builds_left as builds_left,
    )
    from dragoman.rules.judge.retreats import (
        open_retreats as open_retreats,
        right_hand_retreat as right_hand_retreat,
    )
    from dragoman.rules.model.affairs import Affairs as Affairs, Loan as Loan
    from dragoman.rules.model.calendar import (
        CAMPAIGNS as CAMPAIGNS,
        DIPLOMACY as DIPLOMACY,
        Calendar as Calendar,
        CalendarPhase as CalendarPhase,
    )
    from dragoman.rules.model.outcome import (
        Force as Force,
        Link as Link,
        Orders as Orders,
        Outcome as Outcome,
        PhaseResult as PhaseResult,
        Result as Result,
        Role as Role,
        Supporter as Supporter,
        UnusedOrder as UnusedOrder,
    )
    from dragoman.rules.model.phase import Phase as Phase, PhaseKind as PhaseKind
    from dragoman.rules.model.position import (
        Dislodged as Dislodged,
        Position as Position,
        PositionError as PositionError,
    )
    from dragoman.rules.model.reasons import REASONS as REASONS, Reason as Reason
    from dragoman.rules.one_turn.resolve import (
        legal_orders as legal_orders,
        resolve as resolve,
        resolve_given as resolve_given,
    )

__getattr__, __dir__, __all__ = exported(__name__)
