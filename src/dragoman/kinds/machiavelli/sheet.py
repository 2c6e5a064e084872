"""What order sheets say of Machiavelli."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dragoman.board import Unit
from dragoman.game import Game, Resolution
from dragoman.games.sheet_lines import InVain, SheetKind as AsInDiplomacy, sheet_words
from dragoman.kinds.machiavelli.campaign_lines import CampaignLines, campaign_words
from dragoman.machiavelli import Account, Gift, Lending, Payment, Transfer
from dragoman.orders import Build
from dragoman.rules import Affairs


class Sheet(AsInDiplomacy):
    """What order sheets say of Machiavelli."""

    def lines(self, game: Game, language: str) -> CampaignLines:
        return CampaignLines(game, language)

    def unadjusted(
        self, game: Game, power: str, resolution: Resolution, told: Callable[[Unit], str]
    ) -> Iterable[str]:
        """The units that nothing says are maintained or removed, where that has to be said."""
        if game.rule_set.money == "no" or game.rule_set.upkeep != "ordered":
            return ()
        named = {
            outcome.unit.location
            for outcome in resolution.outcomes
            if outcome.unit.power == power and not isinstance(outcome.order, Build)
        }
        units = game.position.units_of(power)
        return (told(unit) for unit in units if unit.location not in named)

    def in_vain(self, resolution: Resolution, language: str) -> Iterator[InVain]:
        """Besides those of units, orders for money that are in vain whatever the others pay for
        and the dice say, and those for which there is less money or credit than they name."""
        yield from super().in_vain(resolution, language)
        account = resolution.account
        if account is None:
            return
        mend = str(sheet_words(language)["mend"])
        remedies = campaign_words(language)["remedies"]
        for one in account.spendings:
            code = one.result.value
            if one.result.is_refused:
                yield InVain(one, one.order, code, mend, is_refused=True)
            elif one.result.is_hopeless:
                is_short = one.is_short and code == "too-little"
                remedy = str(remedies["short" if is_short else code]).format(least=one.minimum)
                yield InVain(one, one.order, code, remedy, is_refused=False)
        for code, one in _transfers(account, resolution.before.affairs):
            lent = one.lent if isinstance(one, Lending) else 0
            is_nothing = isinstance(one, Lending) and not lent
            remedy = str(remedies["nothing-lent" if is_nothing else code]).format(lent=lent)
            yield InVain(one, one.order, code, remedy, is_refused=False)


def _transfers(
    account: Account, before: Affairs | None
) -> Iterator[tuple[str, Payment | Lending | Gift]]:
    """The payments, loans and chits that were not what was ordered, each with its code."""
    for one in account.payments:
        if one.order.to == one.power:
            continue  # which is an error, and told as one
        if one.result is not Transfer.DONE:
            yield one.result.value, one
        elif account.overpaid(one, before):
            yield "overpaid", one
    for one in (*account.lendings, *account.gifts):
        if one.result is not Transfer.DONE:
            yield one.result.value, one
