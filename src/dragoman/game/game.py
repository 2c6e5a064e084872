"""A game being played: the one thing in Dragoman that changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman import late_binding, rules as on_boards
from dragoman.board import AUTONOMOUS, Board, Power, Unit, UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError, WrongArgument, checked
from dragoman.game.game_text import write_game_text
from dragoman.game.order_checks import hopeless_orders, illegal_orders
from dragoman.game.order_reading import (
    OrderRead,
    OrderSetReader,
    OrdersGiven,
    by_the_rule,
    gives_way,
    not_allowed,
    repeated,
)
from dragoman.game.order_sets import (
    Intent,
    OrderSet,
    Pending,
    amend,
    due,
    merge,
    orders_that_count,
    units_by_place,
)
from dragoman.game.record_writer import record_of
from dragoman.game.resolution import Resolution, process
from dragoman.game.state import Ending, LegalOrders, agreed_ending, standing_text
from dragoman.game.thrown_dice import (
    DiceError,
    DiceGiven,
    as_warnings,
    begun,
    read_dice,
    unasked_dice,
)
from dragoman.game.variant import PLAY, Variant, find_variant
from dragoman.orders import Notation, Order
from dragoman.other_words import understands
from dragoman.rules import Phase, Position, RuleSet, rules_called

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Account, Means


@understands
@checked
class Game:
    """A variant being played: what happened so far, and the orders for the phase at hand.

    The variant is given by name, by the path of its folder, or loaded. The rule set is the
    variant's own unless another is given, or the name of a preset; the game starts from the
    variant's starting position unless another is given. In Machiavelli dice are rolled from
    ``seed``, or else from a number chosen at random; whoever has it can foresee them. ``thrown``
    is what dice of the first income showed that were thrown on a table. Powers may be named in any
    spelling the variant knows. A mistake in an order, or in what a player wants, changes nothing
    and comes back as diagnostics; the name of a power or a place that there is not raises
    ``UnknownName``.

        >>> game = Game("standard")
        >>> game.order("England", "F lon-nth, F edi-nwg, A lvp-yor")
        ()
        >>> game.process().position.phase
        Phase.parse('F1901M')

    Raises:
        VariantError: if there is no such variant, or its files have errors.
        DiceError: if dice were thrown that cannot be, or that the first income does not ask for.
    """

    def __init__(
        self,
        variant: Variant | str | Path = "standard",
        rules: RuleSet | str | None = None,
        position: Position | str | None = None,
        seed: int | None = None,
        thrown: DiceGiven = (),
    ) -> None:
        self.variant = variant = find_variant(variant)
        self.rule_set = variant.rule_set if rules is None else rules_called(rules)
        self.opening: Account | None = None
        """The account of the first income (Machiavelli); None where the game was started from
        another position."""
        if isinstance(position, str):
            position = Position.parse(position, variant.board)
        if position is None:
            position, self.opening = begun(variant, self.rule_set, seed, thrown)
        self.start = position
        self._history: list[Resolution] = []
        self._pending = Pending()
        self._agreed: Ending | None = None

    # The state of the game.

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.variant.board

    @property
    def powers(self) -> Mapping[str, Power]:
        """The powers that are played, by their keys; see ``survivors``."""
        return self.variant.players

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
        """The resolution of the last phase; None before the first."""
        return self._history[-1] if self._history else None

    @property
    def history(self) -> tuple[Resolution, ...]:
        """Every phase resolved so far, oldest first."""
        return tuple(self._history)

    @property
    def ending(self) -> Ending | None:
        """The ending of the game; None while it goes on."""
        if self._agreed is None and self._history and self._history[-1].winners:
            return Ending("victory", self._history[-1].winners)
        return self._agreed

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""
        return self.ending is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """The powers that won, or shared the draw; empty while the game goes on."""
        return self.ending.powers if self.ending else ()

    @property
    def survivors(self) -> tuple[str, ...]:
        """The powers that still have a unit or a supply centre; not ``AUTONOMOUS``, which nobody
        plays."""
        position = self.position
        alive = {d.unit.power for d in position.dislodged} | set(position.owners.values())
        alive |= {unit.power for unit in position.units}
        return tuple(power for power in self.variant.players if power in alive)

    def units(self, power: str) -> tuple[Unit, ...]:
        """The units of a power that stand, dislodged ones left out.

        Raises:
            UnknownName: if there is no such power.
        """
        return self.position.units_of(self.variant.board.power_called(power))

    def centers(self, power: str) -> tuple[str, ...]:
        """The supply centres that a power owns, by name.

        Raises:
            UnknownName: if there is no such power.
        """
        return self.position.centers_of(self.variant.board.power_called(power))

    def legal_orders(self, power: str | None = None) -> LegalOrders:
        """The orders that each unit may be given now, of one power or of all:
        ``game.legal_orders()["F LON"]``.

        See ``dragoman.rules.legal_orders``, of Machiavelli ``dragoman.machiavelli.legal_orders``,
        on units to be built. Orders for money are not among them: see ``means``.

        Raises:
            UnknownName: if there is no such power.
        """
        found = PLAY.of(self.variant).legal_orders(self.variant, self.position, self.rule_set)
        if power is None:
            return LegalOrders(found)
        key = self.variant.board.power_called(power)
        return LegalOrders({unit: ones for unit, ones in found.items() if unit.power == key})

    @property
    def means(self) -> dict[str, Means]:
        """In Machiavelli what each power has, and what it can spend money on now, by its key; in
        Diplomacy nothing."""
        return PLAY.of(self.variant).means(self.variant, self.position, self.rule_set)

    # The orders for the phase at hand.

    @property
    def pending(self) -> Pending:
        """Everything handed in for the phase at hand."""
        return self._pending

    def orders(self, power: str) -> tuple[Order, ...]:
        """The orders that count for a power now, by the rule set's choices.

        Raises:
            UnknownName: if there is no such power.
        """
        return self._orders().get(self.variant.board.power_called(power), ())

    def order(
        self, power: str, orders: OrdersGiven, *, standing: bool = False
    ) -> tuple[Diagnostic, ...]:
        """Give one order or several, as text or as objects: each replaces what its unit was
        ordered earlier. Of several for one unit here the last counts that can be carried out, or
        the first where the rule set says so (DATC 4.D.3); of those for several units on a high sea
        the last ones, one a unit. A warning tells of an order that gave way to another of these.

        Whatever can be understood is kept; the diagnostics tell of the rest. An order that
        cannot succeed is kept as well, for a bluff is an order too; a warning says why.
        ``standing`` orders are used every turn for units that get no others (DATC 4.E.4).

            >>> game.order("France", ["A par-bur", Hold(UnitRef("MAR", "A"))])
            ()

        Raises:
            UnknownName: if there is no such power, or an object names a place that there is not.
        """
        key, given, faults = self._read(power, orders)
        if standing and self.rule_set.standing_orders == "no":
            return (*faults, not_allowed("standing_orders", "orders that stand for every turn"))
        if not given:
            return faults
        now = self._pending
        several = units_by_place(self.position, key)
        given, gave_way = self._one_a_unit(key, given, several)
        faults = _sorted((*faults, *gave_way))
        later = OrderSet(tuple(one.order for one in given))
        if standing:
            earlier = OrderSet(now.standing.get(key, ()))
            amended = amend(earlier, later, crowds=several)
            stands = {**now.standing, key: amended.orders}
            self._pending = replace(now, standing=stands)
            return faults
        limit = due(self.variant, self.position, key, self.rule_set)
        counting = merge(now.sets.get(key, ()), self.rule_set, limit, several)
        sets = {**now.sets, key: (amend(counting, later, limit, several),)}
        self._pending = replace(now, sets=sets)
        return _sorted((*faults, *self._hopeless(key, given)))

    def submit(
        self,
        power: str,
        orders: OrdersGiven,
        *,
        intent: Intent = Intent.UNSAID,
        dated: bool = True,
        proxies: Mapping[str, str] | None = None,
    ) -> tuple[Diagnostic, ...]:
        """Hand in an order set, as by mail or on paper.

        Whether it replaces the power's earlier sets or adds to them is for the rule set to
        say (DATC 4.D.1, 4.D.2), and which of two orders for one unit counts (DATC 4.D.3).
        ``proxies`` leaves units to other powers (DATC 4.E.5). Of what
        is wrong with the orders see ``order``.

        Raises:
            UnknownName: if there is no such power or place.
        """
        key, given, faults = self._read(power, orders)
        reader, lent = self._reader(), dict[str, str]()
        for unit, to in (proxies or {}).items():
            holder = self.variant.board.power_called(to)
            place, wrong = reader.lend(key, unit, holder, "in-set")
            faults += wrong
            if not wrong:
                lent[place] = holder
        if given or lent:
            now = self._pending
            one = OrderSet(tuple(read.order for read in given), intent, dated, lent)
            self._pending = replace(now, sets={**now.sets, key: (*now.sets.get(key, ()), one)})
        return _sorted((*faults, *self._repeated(key, given), *self._hopeless(key, given)))

    def proxy(self, power: str, unit: str, to: str) -> tuple[Diagnostic, ...]:
        """Tell the judge that another power orders a unit in this phase (DATC 4.E.5).

        Raises:
            UnknownName: if there is no such power or place.
        """
        board = self.variant.board
        key, holder = board.power_called(power), board.power_called(to)
        place, faults = self._reader().lend(key, unit, holder, "beforehand")
        if not faults:
            proxies = {**self._pending.proxies, place: (key, holder)}
            self._pending = replace(self._pending, proxies=proxies)
        return faults

    def clear(self, power: str) -> None:
        """Forget every order of a power, those that stand as well.

        Raises:
            UnknownName: if there is no such power.
        """
        key = self.variant.board.power_called(power)
        now = self._pending
        self._pending = Pending(
            {p: sets for p, sets in now.sets.items() if p != key},
            {p: orders for p, orders in now.standing.items() if p != key},
            {place: proxy for place, proxy in now.proxies.items() if proxy[0] != key},
            now.thrown,
        )

    # The course of the game.

    def provisional(self) -> Resolution:
        """The resolution that the orders given so far would have. Nothing is changed."""
        thrown = self._pending.thrown
        return process(self.variant, self.position, self._orders(), self.rule_set, thrown)

    def throw(self, dice: DiceGiven) -> tuple[Diagnostic, ...]:
        """Tell what dice showed that were thrown on a table for the phase at hand (Machiavelli);
        all others are rolled. What was told before is forgotten.

            >>> game.throw("famine severity: 4 2")
            ()

        Dice that can be understood are kept; the diagnostics tell of the rest, and warn of dice
        that nothing asks for as the orders are now: ``provisional().account.rolls`` has what is.
        """
        thrown, faults = read_dice(self.variant, dice)
        self._pending = replace(self._pending, thrown=thrown)
        if not thrown:
            return faults
        idle = unasked_dice(self.variant, self.provisional().account, thrown)
        return (*faults, *as_warnings(fault for _, fault in idle))

    def process(self, thrown: DiceGiven | None = None) -> Resolution:
        """Resolve the phase at hand and go on to the next. ``thrown`` is what dice showed that
        were thrown on a table, as in ``throw``.

        Raises:
            DragomanError: if the game has ended.
            DiceError: if something is wrong with the dice; the game is as it was then.
        """
        before = self._pending
        if thrown is not None and (faults := self.throw(thrown)):
            self._pending = before
            raise DiceError(faults)
        resolution = self.provisional()
        self.adopt(resolution)
        return resolution

    def adopt(self, resolution: Resolution) -> None:
        """Take a resolution of the phase at hand, made elsewhere, as what happened.

        Raises:
            DragomanError: if the game has ended, or stands at another position.
        """
        if self.ending is not None:
            raise DragomanError(f"the game has ended: {self.ending}")
        if resolution.before != self.position:
            raise DragomanError(f"the game stands at {self.phase}, not at {resolution.phase}")
        self._history.append(resolution)
        self._pending = Pending(standing=self._pending.standing)

    def restore(self, pending: Pending, agreed: Ending | None) -> None:
        """Put back what a record says was handed in, and the draw or concession agreed."""
        self._pending = pending
        self._agreed = agreed

    def undo(self) -> None:
        """Take back what happened last: an agreed ending, else the last phase.

        The orders of that phase count again, and so do dice thrown on a table; both can be
        changed.

        Raises:
            DragomanError: if nothing has happened yet.
        """
        if self._agreed is not None:
            self._agreed = None
        elif self._history:
            last = self._history.pop()
            sets = {power: (OrderSet(tuple(given)),) for power, given in last.orders.items()}
            self._pending = Pending(sets, self._pending.standing, thrown=last.thrown)
        else:
            raise DragomanError("nothing has happened yet")

    def draw(self, powers: Iterable[str] | None = None) -> tuple[Diagnostic, ...]:
        """End the game as a draw between these powers, by default all that survive.

        Raises:
            UnknownName: if there is no such power.
        """
        return self._agree("draw", self.survivors if powers is None else powers)

    def concede(self, to: str) -> tuple[Diagnostic, ...]:
        """End the game as a victory of a power to which all others concede.

        Raises:
            UnknownName: if there is no such power.
        """
        return self._agree("concession", (to,))

    # Copies, texts and pictures.

    def copy(self) -> Game:
        """A game of its own that has come as far. What has happened is shared, so that a copy
        costs next to nothing."""
        twin = Game(self.variant, self.rule_set, self.start)
        twin._history = self._history.copy()
        twin._pending = self._pending
        twin._agreed = self._agreed
        twin.opening = self.opening
        return twin

    __copy__ = copy

    def text(self, headers: Mapping[str, str] | None = None) -> str:
        """The game as a text for people and programs, from which ``read_game_text`` reads it
        back. ``headers`` are put on top: players by power, the place, the date."""
        return write_game_text(self, headers or {})

    def to_dict(self) -> dict[str, Any]:
        """The record of the game, of texts, numbers and lists alone, as JSON takes them; the form
        is ``record.schema.json``'s. ``read_record`` makes a game of the JSON again."""
        return record_of(self)

    def records(self, notation: Notation | None = None) -> list[dict[str, Any]]:
        """A row for each order of every phase, oldest first; see ``Resolution.records``."""
        return [row for resolution in self._history for row in resolution.records(notation)]

    def svg(
        self, phase: Phase | str | None = None, *, orders: bool = True, language: str = "en"
    ) -> str:
        """A picture of the game: of a phase that was resolved with what came of its orders,
        else as it stands, with the orders given so far. ``orders`` may be left out.

        Raises:
            UnknownName: if the game has not had such a phase.
            DragomanError: if there is no map of the variant to draw on, or no such language.
        """
        wanted = Phase.parse(phase) if isinstance(phase, str) else phase or self.phase
        past = next((one for one in self._history if one.phase == wanted), None)
        if past is not None:
            shown = past if orders else None
            return late_binding.draw(self.variant, past.before, shown, {}, language)
        if wanted != self.phase:
            had = [str(one.phase) for one in self._history]
            raise UnknownName("phase", str(wanted), [*had, str(self.phase)])
        given = self._orders() if orders else {}
        return late_binding.draw(self.variant, self.position, None, given, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        """True if two games of one variant went the same way and await the same orders."""
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
        return standing_text(self)

    # Orders and endings as they are given.

    def _orders(self) -> dict[str, tuple[Order, ...]]:
        return orders_that_count(self._pending, self.variant, self.position, self.rule_set)

    def _agree(self, how: str, powers: Iterable[str]) -> tuple[Diagnostic, ...]:
        ending, faults = agreed_ending(how, powers, self.variant.board, self.survivors)
        if not (faults := (*self._over(), *faults)):
            self._agreed = ending
        return faults

    def _over(self) -> tuple[Diagnostic, ...]:
        if self.ending is None:
            return ()
        return (Diagnostic("game-over", f"the game has ended: {self.ending}"),)

    def _reader(self) -> OrderSetReader:
        return OrderSetReader(self.variant.board, self.position, self.rule_set, self._pending)

    def _read(
        self, power: str, orders: OrdersGiven
    ) -> tuple[str, tuple[OrderRead, ...], tuple[Diagnostic, ...]]:
        """The power's key, the orders it may give, and what is wrong with the rest."""
        key = self.variant.board.power_called(power)
        if faults := self._over():
            return key, (), faults
        if key == AUTONOMOUS and self.variant.board.has_neutrals:
            what = "units of nobody hold, and nobody orders them"
            return key, (), (Diagnostic("nobody-orders", what, "order your own units"),)
        given, faults = self._reader().read(key, orders)
        return key, given, _sorted(faults)

    def _one_a_unit(
        self, power: str, given: tuple[OrderRead, ...], crowds: Mapping[str, int]
    ) -> tuple[tuple[OrderRead, ...], tuple[Diagnostic, ...]]:
        """Of several orders for a unit those that count, and what is to be said of the others."""
        dropped: list[OrderRead] = []
        told: list[Diagnostic] = []
        is_first = self.rule_set.two_orders == "first"
        # Whoever writes orders means the later one; programs hand in sets, as on paper.
        is_written = any(one.line for one in given)
        with_builds = is_written and PLAY.of(self.variant).builds_one_a_place
        for several in repeated(given, crowds, with_builds=with_builds):
            orders = [one.order for one in several.orders]
            illegal = illegal_orders(self.variant, self.position, power, orders, self.rule_set)
            counts = several.counting(illegal, is_first)
            for one in several.orders:
                if any(one is other for other in counts):
                    continue
                dropped.append(one)
                if all(one.order != other.order for other in counts):
                    told.append(gives_way(one, counts[-1], illegal, is_first))
        kept = tuple(one for one in given if not any(one is other for other in dropped))
        return kept, tuple(told)

    def _repeated(self, power: str, given: tuple[OrderRead, ...]) -> Iterator[Diagnostic]:
        """Diagnostics of several orders for a unit in one set, of which the rules say what
        counts."""
        play = PLAY.of(self.variant)
        rule, source = play.two_orders(self.phase.kind, self.rule_set), play.cited("DATC 4.D.3")
        for several in repeated(given, units_by_place(self.position, power)):
            orders = [one.order for one in several.orders]
            illegal = illegal_orders(self.variant, self.position, power, orders, self.rule_set)
            yield from by_the_rule(several, illegal, rule, source)

    def _hopeless(self, power: str, given: Iterable[OrderRead]) -> Iterator[Diagnostic]:
        """Warnings of the orders just given that cannot succeed."""
        places = {one.order: one for one in given}
        orders = self._orders().get(power, ())
        found = hopeless_orders(self.variant, self.position, power, orders, self.rule_set)
        for order, warning in found:
            if order in places:
                yield warning.at(line=places[order].line, column=places[order].column)


def _sorted(faults: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


@checked
def legal_orders(
    of: Game | Variant | Board,
    position: Position | None = None,
    rules: RuleSet | str | None = None,
) -> LegalOrders:
    """The orders that each unit could be given: of a game as it stands; of a variant in a position,
    by default where it begins, under rules, by default its own; or on a board, where both have to
    be said.

        >>> legal_orders(Game("standard"))["F LON"]

    See ``dragoman.rules.legal_orders`` on units to be built.

    Raises:
        WrongArgument: if something is missing that has to be said, or a game is given more than
            it needs.
    """
    if isinstance(of, Variant):
        rule_set = of.rule_set if rules is None else rules_called(rules)
        return LegalOrders(PLAY.of(of).legal_orders(of, position or of.start, rule_set))
    if isinstance(of, Board):
        if position is None or rules is None:
            raise WrongArgument(
                "legal_orders of a board needs a position and rules, as in "
                'legal_orders(board, position, "datc"); of a variant it needs neither'
            )
        return LegalOrders(on_boards.legal_orders(of, position, rules))
    if position is not None or rules is not None:
        raise WrongArgument(
            "legal_orders of a game takes neither a position nor rules: it has its own"
        )
    return of.legal_orders()
