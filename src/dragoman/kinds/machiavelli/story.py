"""The story of a game of Machiavelli: money, dice, sieges and losses, and cities for centres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dragoman.game import Resolution, Variant
from dragoman.kinds.machiavelli.reports.campaign_account import CampaignAccount
from dragoman.kinds.machiavelli.reports.campaign_orders import explain_campaign, tell_lost_unit
from dragoman.kinds.machiavelli.reports.explained import AffairExplained, explained_affairs
from dragoman.kinds.machiavelli.reports.ledger import (
    balances,
    explain_upkeep,
    ledger,
    state_of_places,
    wanted,
)
from dragoman.kinds.machiavelli.reports.otherwise import (
    data_of_changes,
    pairs_of_units,
    say_changes,
)
from dragoman.kinds.machiavelli.reports.sections import (
    sections_after_moves,
    sections_before_moves,
    sections_of_opening,
)
from dragoman.machiavelli import Account
from dragoman.orders import Order
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.centers import year_ended
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import Data, Statement
from dragoman.reports.story import Section, StoryKind as AsInDiplomacy
from dragoman.rules import Outcome, PhaseKind, Position, RuleSet, UnusedOrder


class Story(AsInDiplomacy):
    """The story of a game of Machiavelli."""

    def account(self, turn: ResolvedPhase) -> CampaignAccount:
        return CampaignAccount(turn)

    def tell(self, account: OrderAccount, outcome: Outcome) -> None:
        match account.turn.before.phase.kind:
            case PhaseKind.MOVEMENT:
                explain_campaign(account, outcome)
            case PhaseKind.ADJUSTMENT:
                explain_upkeep(account, outcome)
            case PhaseKind.RETREAT:
                super().tell(account, outcome)

    def tell_refused(self, account: OrderAccount, refused: UnusedOrder) -> None:
        if not tell_lost_unit(account, refused):
            super().tell_refused(account, refused)

    def besides(self, turn: ResolvedPhase) -> Iterator[AffairExplained]:
        return explained_affairs(turn)

    def before_moves(
        self, phrasebook: Phrasebook, turn: ResolvedPhase, for_master: bool
    ) -> Iterator[Section]:
        return sections_before_moves(phrasebook, turn, for_master)

    def after_moves(
        self, phrasebook: Phrasebook, turn: ResolvedPhase, for_master: bool
    ) -> Iterator[Section]:
        was, now = turn.before.affairs, turn.resolution.position.affairs
        is_traded = was is not None and now is not None and was.chits != now.chits
        yield from sections_after_moves(phrasebook, turn)
        position = turn.resolution.position
        yield from state_of_places(phrasebook, position, for_master and is_traded)
        yield ledger(phrasebook, position, turn.rule_set)

    def state(
        self,
        phrasebook: Phrasebook,
        position: Position,
        rule_set: RuleSet,
        opening: object,
        for_master: bool,
    ) -> Iterator[Section]:
        if isinstance(opening, Account):
            yield from sections_of_opening(phrasebook, position, rule_set, opening)
        yield from state_of_places(phrasebook, position, for_master)
        yield ledger(phrasebook, position, rule_set)

    def counted_before(
        self, variant: Variant, resolution: Resolution, earlier: Sequence[Resolution]
    ) -> Position:
        """That of a year ago: cities change hands in every campaign."""
        over = [one.position for one in earlier if year_ended(variant, one)]
        return over[-1] if over else (*earlier, resolution)[0].before

    def balances(
        self, variant: Variant, position: Position, before: Position, rule_set: RuleSet
    ) -> Iterator[Statement]:
        return balances(variant, position, before, rule_set)

    def wanted(
        self, variant: Variant, position: Position, power: str, rule_set: RuleSet
    ) -> Statement | None:
        return wanted(variant, position, power, rule_set)

    def unused_builds(self, variant: Variant, resolution: Resolution) -> dict[str, int]:
        """None: nobody has to build."""
        return {}

    def pairs(
        self, was: Resolution, instead: Resolution
    ) -> Iterator[tuple[Outcome | None, Outcome | None]]:
        return pairs_of_units(was, instead)

    def changes(
        self, was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
    ) -> Iterable[Statement]:
        return say_changes(was, instead, taken)

    def changes_data(
        self, was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
    ) -> dict[str, Data]:
        return data_of_changes(was, instead, taken)
