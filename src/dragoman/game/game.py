"""A game being played: the one thing in Dragoman that changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game.calendar import spoken
from dragoman.game.order_sets import (
    Intent,
    OrderSet,
    Pending,
    amend,
    due,
    merge,
    orders_that_count,
    province_ordered,
    proxies_that_count,
    units_by_place,
)
from dragoman.game.resolution import Resolution, process
from dragoman.game.variant import Variant
from dragoman.orders import Build, Order, Press, Waive, scan, write
from dragoman.rules import SWITCHES, Phase, PhaseKind, Position, RuleSet, legal_orders


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``victory``, ``draw`` or ``concession``, and the powers it names."""

    how: str
    powers: tuple[str, ...]

    def __str__(self) -> str:
        said = {"victory": "won by", "draw": "drawn between", "concession": "conceded to"}
        return f"{said[self.how]} {', '.join(self.powers).title()}"


class Game:
    """A variant being played: what happened so far, and the orders for the phase at hand.

    The rule set is the variant's own unless another is given, and the game starts from the
    variant's starting position unless another is given. Powers may be named in any spelling
    the variant knows. A mistake in an order, or in what a player wants, changes nothing
    and comes back as diagnostics.

        >>> game = Game(variant)
        >>> game.order("England", "F lon-nth, F edi-nwg, A lvp-yor")
        ()
        >>> game.process().position.phase
        Phase(year=1901, season='F', letter='M')
    """

    def __init__(
        self, variant: Variant, rule_set: RuleSet | None = None, start: Position | None = None
    ) -> None:
        self.variant = variant
        self.rule_set = rule_set or variant.rule_set
        self.start = start or variant.start
        self._history: list[Resolution] = []
        self._pending = Pending()
        self._agreed: Ending | None = None

    # What is known.

    @property
    def position(self) -> Position:
        """The position now."""
        return self._history[-1].position if self._history else self.start

    @property
    def phase(self) -> Phase:
        """The phase now."""
        return self.position.phase

    @property
    def resolution(self) -> Resolution | None:
        """What came of the last phase; None before the first."""
        return self._history[-1] if self._history else None

    @property
    def history(self) -> tuple[Resolution, ...]:
        """Every phase resolved so far, oldest first."""
        return tuple(self._history)

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        if self._agreed is None and self._history and self._history[-1].winners:
            return Ending("victory", self._history[-1].winners)
        return self._agreed

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, or shared the draw; empty while the game goes on."""
        return self.ending.powers if self.ending else ()

    @property
    def survivors(self) -> tuple[str, ...]:
        """The powers that still have a unit or a supply centre."""
        position = self.position
        alive = {d.unit.power for d in position.dislodged} | set(position.owners.values())
        alive |= {unit.power for unit in position.units}
        return tuple(power for power in self.variant.board.powers if power in alive)

    def legal_orders(self, power: str | None = None) -> dict[Unit, tuple[Order, ...]]:
        """The orders that each unit may be given now, of one power or of all.

        See ``dragoman.rules.legal_orders`` on units to be built. Unknown powers have none.
        """
        found = legal_orders(self.variant.board, self.position, self.rule_set)
        if power is None:
            return found
        key, _ = self._power(power)
        return {unit: orders for unit, orders in found.items() if unit.power == key}

    # The orders for the phase at hand.

    @property
    def pending(self) -> Pending:
        """Everything handed in for the phase at hand."""
        return self._pending

    def orders(self, power: str) -> tuple[Order, ...]:
        """The orders that count for a power now, by the rule set's choices."""
        key, _ = self._power(power)
        return self._orders().get(key, ())

    def order(
        self, power: str, orders: str | Iterable[Order], *, standing: bool = False
    ) -> tuple[Diagnostic, ...]:
        """Give orders: each replaces what its unit was ordered before. For several units on
        a high sea the last orders count, one a unit.

        Whatever can be understood is kept; the diagnostics tell of the rest. ``standing``
        orders are used every turn for units that get no others (DATC 4.E.4).
        """
        key, given, faults = self._read(power, orders)
        if standing and self.rule_set.standing_orders == "no":
            return (*faults, _not_allowed("standing_orders", "orders that stand for every turn"))
        if not given:
            return faults
        now = self._pending
        several = units_by_place(self.position, key)
        if standing:
            earlier = OrderSet(now.standing.get(key, ()))
            amended = amend(earlier, OrderSet(given), crowds=several)
            stands = {**now.standing, key: amended.orders}
            self._pending = replace(now, standing=stands)
        else:
            limit = due(self.variant.board, self.position, key, self.rule_set)
            counting = merge(now.sets.get(key, ()), self.rule_set, limit, several)
            sets = {**now.sets, key: (amend(counting, OrderSet(given), limit, several),)}
            self._pending = replace(now, sets=sets)
        return faults

    def submit(
        self,
        power: str,
        orders: str | Iterable[Order],
        *,
        intent: Intent = Intent.UNSAID,
        dated: bool = True,
        proxies: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[Diagnostic, ...]:
        """Hand in an order set, as by mail or on paper.

        Whether it replaces the power's earlier sets or adds to them is for the rule set to
        say (DATC 4.D.1, 4.D.2). ``proxies`` leaves units to other powers (DATC 4.E.5).
        """
        key, given, faults = self._read(power, orders)
        lent: dict[str, str] = {}
        for unit, to in proxies.items():
            place, holder, wrong = self._lending(key, unit, to, "in-set")
            faults += wrong
            if not wrong:
                lent[place] = holder
        if given or lent:
            now = self._pending
            one = OrderSet(given, intent, dated, lent)
            self._pending = replace(now, sets={**now.sets, key: (*now.sets.get(key, ()), one)})
        return faults

    def proxy(self, power: str, unit: str, to: str) -> tuple[Diagnostic, ...]:
        """Tell the judge that another power orders a unit in this phase (DATC 4.E.5)."""
        key, faults = self._power(power)
        if not faults:
            place, holder, faults = self._lending(key, unit, to, "beforehand")
            if not faults:
                proxies = {**self._pending.proxies, place: (key, holder)}
                self._pending = replace(self._pending, proxies=proxies)
        return faults

    def clear(self, power: str) -> tuple[Diagnostic, ...]:
        """Forget every order of a power, those that stand as well."""
        key, faults = self._power(power)
        now = self._pending
        self._pending = Pending(
            {p: sets for p, sets in now.sets.items() if p != key},
            {p: orders for p, orders in now.standing.items() if p != key},
            {place: proxy for place, proxy in now.proxies.items() if proxy[0] != key},
        )
        return faults

    # The course of the game.

    def provisional(self) -> Resolution:
        """What would come of the orders given so far. Nothing is changed."""
        return process(self.variant, self.position, self._orders(), self.rule_set)

    def process(self) -> Resolution:
        """Resolve the phase at hand and go on to the next.

        Raises:
            ValueError: if the game has ended.
        """
        resolution = self.provisional()
        self.adopt(resolution)
        return resolution

    def adopt(self, resolution: Resolution) -> None:
        """Take a resolution of the phase at hand, made elsewhere, as what happened.

        Raises:
            ValueError: if the game has ended, or stands at another position.
        """
        if self.ending is not None:
            raise ValueError(f"the game has ended: {self.ending}")
        if resolution.before != self.position:
            raise ValueError(f"the game stands at {self.phase}, not at {resolution.phase}")
        self._history.append(resolution)
        self._pending = Pending(standing=self._pending.standing)

    def restore(self, pending: Pending, agreed: Ending | None) -> None:
        """Put back what a record says was handed in, and the draw or concession agreed."""
        self._pending = pending
        self._agreed = agreed

    def undo(self) -> None:
        """Take back what happened last: an agreed ending, else the last phase.

        The orders of that phase count again, and can be changed.

        Raises:
            ValueError: if nothing has happened yet.
        """
        if self._agreed is not None:
            self._agreed = None
        elif self._history:
            orders = self._history.pop().orders
            sets = {power: (OrderSet(tuple(given)),) for power, given in orders.items()}
            self._pending = Pending(sets, self._pending.standing)
        else:
            raise ValueError("nothing has happened yet")

    def draw(self, powers: Iterable[str] | None = None) -> tuple[Diagnostic, ...]:
        """End the game as a draw between these powers, by default all that survive."""
        return self._agree("draw", self.survivors if powers is None else powers)

    def concede(self, to: str) -> tuple[Diagnostic, ...]:
        """End the game as a victory of a power to which all others concede."""
        return self._agree("concession", (to,))

    # How games compare and show themselves.

    def __eq__(self, other: object) -> bool:
        """Whether two games of one variant went the same way and await the same orders."""
        return isinstance(other, Game) and self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _facts(self) -> tuple[object, ...]:
        return (
            self.variant.name,
            self.rule_set,
            self.start,
            self._history,
            self._pending,
            self._agreed,
        )

    def __repr__(self) -> str:
        return f"<Game of {self.variant.name}: {self.ending or self.phase}>"

    def __str__(self) -> str:
        position = self.position
        lines = [f"{self.variant.title}, {self.ending or spoken(self.phase)}"]
        for power in self.survivors:
            units = [*map(str, position.units_of(power))]
            units += [str(d) for d in position.dislodged if d.unit.power == power]
            centers = len(position.centers_of(power))
            owned = "1 centre" if centers == 1 else f"{centers} centres"
            name = self.variant.board.powers[power].name
            lines.append(f"{name}: {', '.join(units) or 'no units'}; {owned}")
        return "\n".join(lines)

    # Reading what people want.

    def _orders(self) -> dict[str, tuple[Order, ...]]:
        return orders_that_count(self._pending, self.variant.board, self.position, self.rule_set)

    def _agree(self, how: str, powers: Iterable[str]) -> tuple[Diagnostic, ...]:
        faults = self._over()
        keys: list[str] = []
        for power in powers:
            key, unknown = self._power(power)
            faults += unknown
            if not unknown and key not in self.survivors:
                what = f"{self.variant.board.powers[key].name} has neither units nor centres left"
                faults += (Diagnostic("eliminated-power", what),)
            keys.append(key)
        if not faults:
            self._agreed = Ending(how, tuple(p for p in self.variant.board.powers if p in keys))
        return faults

    def _over(self) -> tuple[Diagnostic, ...]:
        if self.ending is None:
            return ()
        return (Diagnostic("game-over", f"the game has ended: {self.ending}"),)

    def _power(self, name: str) -> tuple[str, tuple[Diagnostic, ...]]:
        """The key of a power, empty where the name stands for none or for several."""
        board = self.variant.board
        match board.power_names.find(name):
            case (key,):
                return key, ()
            case ():
                what = f"there is no power {name!r} in this game"
                return "", (Diagnostic("unknown-power", what, candidates=tuple(board.powers)),)
            case several:
                what = f"{name!r} may be several powers"
                return "", (Diagnostic("ambiguous-power", what, candidates=several),)

    def _read(
        self, power: str, orders: str | Iterable[Order]
    ) -> tuple[str, tuple[Order, ...], tuple[Diagnostic, ...]]:
        """The power's key, the orders it may give, and what is wrong with the rest."""
        key, faults = self._power(power)
        faults += self._over()
        if faults:
            return key, (), faults
        kept: list[Order] = []
        if isinstance(orders, str):
            found = scan(orders, self.variant.board, self.phase.kind.value)
            faults += (*found.diagnostics, *map(_press, found.press))
            placed = [(one.order, one.line, one.column) for one in found.orders]
        else:
            placed = [(order, 0, 0) for order in orders]
        for order, line, column in placed:
            if fault := self._not_for(key, order):
                faults += (fault.at(line=line, column=column),)
            else:
                kept.append(order)
        return key, tuple(kept), tuple(sorted(faults, key=lambda f: (f.line, f.column)))

    def _not_for(self, power: str, order: Order) -> Diagnostic | None:
        """Why a power cannot order this unit; None where it can."""
        if isinstance(order, Build | Waive):
            return None
        place = province_ordered(order)
        owners = self._owners(place)
        lent = proxies_that_count(self._pending, self.rule_set).get(place)
        if power in owners or any(lent == (owner, power) for owner in owners):
            return None
        if not owners:
            what = f"{write(order)}: there is no unit to be ordered in {place}"
            return Diagnostic("no-such-unit", what)
        *whose, ours = (self.variant.board.powers[key].name for key in (*owners, power))
        what = f"{write(order)}: the unit in {place} belongs to {whose[0]}, not to {ours}"
        if len(whose) > 1:
            what = f"{write(order)}: the units in {place} belong to {' and '.join(whose)}"
        return Diagnostic("not-your-unit", what)

    def _owners(self, province: str) -> tuple[str, ...]:
        """The powers of the units that can be ordered in a province in this phase, one unless
        it is a high sea; of a gateway's notional unit that of the unit that controls it."""
        for gateway in self.variant.board.gateways:
            if gateway.province == province:
                if self.rule_set.gateways == "no" or self.phase.kind is not PhaseKind.MOVEMENT:
                    return ()
                province = gateway.controller
        waiting = tuple(dislodged.unit for dislodged in self.position.dislodged)
        units = waiting if self.phase.kind is PhaseKind.RETREAT else self.position.units
        place = self.variant.board.province_of
        return tuple(dict.fromkeys(u.power for u in units if place[u.location] == province))

    def _lending(
        self, owner: str, unit: str, to: str, how: str
    ) -> tuple[str, str, tuple[Diagnostic, ...]]:
        """The province and the power that a proxy names, and what is wrong with it."""
        holder, faults = self._power(to)
        places = self.variant.board.names.find(unit)
        place = self.variant.board.province_of[places[0]] if len(places) == 1 else ""
        if self.rule_set.proxy_orders != how:
            faults += (_not_allowed("proxy_orders", "proxies given so"),)
        if place in self.variant.board.high_seas:
            what = f"units on a high sea ({place}) cannot be left to another power"
            faults += (Diagnostic("not-allowed", what),)
        elif not place or self._owners(place) != (owner,):
            what = f"there is no unit in {unit} that can be left to another power"
            faults += (Diagnostic("no-such-unit", what),)
        return place, holder, faults


def _not_allowed(switch: str, what: str) -> Diagnostic:
    source = SWITCHES[switch].source
    return Diagnostic("not-allowed", f"the rule set does not allow {what} ({source})")


def _press(passage: Press) -> Diagnostic:
    what = f"{passage.text!r} was not taken for an order"
    return Diagnostic(
        "no-order",
        what,
        line=passage.line,
        column=passage.column,
        severity=Severity.WARNING,
    )
