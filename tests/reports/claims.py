"""What the explanations of a turn claim.

A claim is about a unit (by where it stood), a province or a power. It is either the value of an
aspect that has only one, such as whether a move came through, or a bare statement. Every
explanation claims what its sentences say, with all their gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from dragoman.board import Unit, city_place
from dragoman.orders import Convert, Move, Support, Waive
from dragoman.reports import Explanation
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    Strength,
    WrittenOrder,
)
from dragoman.rules import Outcome, UnusedOrder

Value: TypeAlias = "bool | int | str | tuple[str, ...] | None"


@dataclass(frozen=True)
class Claim:
    """``aspect`` of ``subject`` has this ``value``; a bare statement has the value True."""

    subject: str
    aspect: str
    value: Value = True


def claims(explanation: Explanation) -> Iterator[Claim]:
    """Everything that the sentences of an explanation claim, but of units on high seas: there
    are several in one place."""
    about = explanation.about
    if isinstance(about, UnusedOrder):
        return
    if not isinstance(about, Outcome):
        for statement in explanation.statements:
            yield from _Sentence(statement, "", None).claims()
        return
    high_seas = explanation.turn.board.high_seas
    for statement in explanation.statements:
        goal = explanation.turn.goal(about)
        for claim in _Sentence(statement, _at(about.unit), goal).claims():
            if claim.subject not in high_seas:
                yield claim


def _at(part: Part) -> str:
    """The unit that a part names, by the province where it stood."""
    match part:
        case Unit():
            return part.location.partition("/")[0]
        case WrittenOrder(order) if not isinstance(order, Waive):
            return order.unit.location.partition("/")[0]
        case LocationKey(location):
            return location.partition("/")[0]
        case PowerKey(power):
            return power
        case _:
            raise AssertionError(part)


def _goal(part: Part) -> str:
    if isinstance(part, WrittenOrder) and isinstance(part.order, Convert):
        here = part.order.unit.location.partition("/")[0]
        return here.removesuffix("_CITY") if here.endswith("_CITY") else city_place(here)
    assert isinstance(part, WrittenOrder) and isinstance(part.order, Move), part
    return part.order.target.partition("/")[0]


def _halves_of(unit: Part) -> int:
    """What a unit helps with: mercenaries and professionals of Machiavelli twice as much."""
    assert isinstance(unit, Unit)
    return 4 if unit.kind[1:] in ("m", "p") else 2


_HELPERS = ("force.own-support", "force.own-support-here", "force.supports", "force.supports-with")


def _said_of_a_move(fate: Part) -> bool:
    assert isinstance(fate, Statement)
    return fate.key not in ("fate.held", "fate.dislodged")


def _each(part: Part) -> tuple[Part, ...]:
    return part if isinstance(part, tuple) else (part,)


@dataclass(frozen=True)
class _Sentence:
    said: Statement
    me: str
    """The unit that the explanation is about, by the province where it stood."""
    goal: str | None
    """The province it was to move to."""

    @property
    def attacked_at_home(self) -> bool:
        """Whether it tells of attacks on the unit where it stood."""
        return self.said.key.startswith("hold.") or self.said.key == "move.attacked-at-home"

    @property
    def is_siege(self) -> bool:
        """Whether it tells the strengths that decided a siege."""
        return self.said.key.startswith(("siege.weighed", "lost.weighed-siege"))

    @property
    def has_strength(self) -> bool:
        """Whether the unit itself had any strength."""
        force = self.part("force")
        assert isinstance(force, Statement)
        own = force.parts.get("force", force)
        return isinstance(own, Statement) and own.parts["strength"] != Strength(0)

    def part(self, name: str) -> Part:
        return self.said.parts[name]

    def claims(self) -> Iterator[Claim]:
        for name in ("force", "met"):
            for force in _each(self.said.parts.get(name, ())):
                yield from self.force(force, own=name == "force")
        yield from self.ways()
        table, _, key = self.said.key.partition(".")
        tell = getattr(self, f"{table}_", None)
        if tell is not None:
            yield from tell(key)

    # Where moves went.

    def ways(self) -> Iterator[Claim]:
        """Where each move in the sentence went, and where those went that it says did something
        to another."""
        if self.said.key.startswith(("order.", "railway.", "retreat.")):
            return
        for order in self.orders(self.said):
            if isinstance(order, WrittenOrder) and isinstance(order.order, Move):
                yield Claim(_at(order), "went to", _goal(order))
        parts = self.said.parts
        match self.said.key:
            case "support.cut" | "move.dislodged-head-on" | "hold.dislodged":
                yield Claim(_at(parts["by"]), "went to", self.me)
            case "powerless.own" | "powerless.never-arrived":
                yield Claim(_at(parts["order"]), "went to", self.me)
            case "powerless.beaten" | "powerless.weaker" | "powerless.not-stronger":
                yield Claim(_at(parts["other"]), "went to", _at(parts["order"]))
            case "powerless.driven-out":
                yield Claim(_at(parts["by"]), "went to", _at(parts["order"]))
            case "hold.kept-out":
                for order in (parts["order"], *_each(parts["by"])):
                    yield Claim(_at(order), "went to", self.me)
            case "hold.beleaguered":
                for order in _each(parts["orders"]):
                    yield Claim(_at(order), "went to", self.me)
            case "move.dislodged-rival" | "move.beaten-rival":
                assert self.goal is not None
                yield Claim(_at(parts["order"]), "went to", self.goal)
            case _:
                pass

    def orders(self, part: Part) -> Iterator[Part]:
        """Everything that the sentence names, however deep."""
        match part:
            case Statement(parts=parts):
                for inner in parts.values():
                    yield from self.orders(inner)
            case tuple():
                for inner in part:
                    yield from self.orders(inner)
            case _:
                yield part

    # Strengths.

    def force(self, part: Part, own: bool) -> Iterator[Claim]:
        assert isinstance(part, Statement)
        remarks: tuple[Part, ...] = ()
        if part.key == "force.with-remarks":
            inner = part.parts["force"]
            remarks = _each(part.parts["remarks"])
            assert isinstance(inner, Statement)
            part = inner
        number = part.parts["strength"]
        assert isinstance(number, Strength)
        who, role = self._whose(part, own)
        full, helpers = number.halves, list[str]()
        for remark in remarks:
            assert isinstance(remark, Statement)
            yield from self.remark(remark, who)
            if remark.key == "force.own-support":
                full += _halves_of(remark.parts["unit"])
            if remark.key in _HELPERS:
                units = remark.parts.get("units") or remark.parts["unit"]
                helpers += map(_at, _each(units))
            if remark.key in ("force.stuck", "force.at-home") and not self.is_siege:
                role = "at home"
        yield Claim(who, f"strength {role}", full)
        yield Claim(who, f"helped {role} by", tuple(sorted(helpers)))
        if not own and part.key in ("force.move", "force.head-on"):
            yield Claim(who, "had strength")
            if not self.attacked_at_home and part.key == "force.move":
                yield Claim(who, "had strength against others")
                if self.has_strength:
                    yield Claim(who, "was met")

    def _whose(self, part: Statement, own: bool) -> tuple[str, str]:
        if self.is_siege:
            by = self.part("by") if part.key == "force.own" else part.parts["unit"]
            return _at(by), "in the siege"
        if part.key == "force.own" and own:
            return self.me, "at home" if self.attacked_at_home else "on the way"
        subject = part.parts.get("unit") or part.parts["order"]
        return _at(subject), "at home" if part.key == "force.hold" else "on the way"

    def remark(self, remark: Statement, who: str) -> Iterator[Claim]:
        match remark.key:
            case "force.supports" | "force.own-support-here":
                for unit in _each(remark.parts["units"]):
                    yield Claim(_at(unit), "support", "stood")
                    yield Claim(_at(unit), "counted")
            case "force.supports-with":
                yield Claim(_at(remark.parts["unit"]), "support", "stood")
                yield Claim(_at(remark.parts["unit"]), "counted")
            case "force.own-support":
                yield Claim(_at(remark.parts["unit"]), "support", "stood")
            case "force.cut":
                yield Claim(_at(remark.parts["unit"]), "support", "cut")
                yield Claim(_at(remark.parts["unit"]), "cut by", _at(remark.parts["by"]))
                yield Claim(_at(remark.parts["by"]), "cut something")
                yield Claim(_at(remark.parts["by"]), "went to", _at(remark.parts["unit"]))
            case "force.cut-somehow":
                yield Claim(_at(remark.parts["unit"]), "support", "cut")
            case "force.stuck":
                yield Claim(who, "came through", False)
            case "force.own-part" | "force.at-home" | "force.rebels":
                pass
            case _:
                raise AssertionError(remark.key)

    # What became of orders.

    def fate(self, who: str, fate: Part) -> Iterator[Claim]:
        assert isinstance(fate, Statement)
        match fate.key:
            case "fate.succeeded":
                yield Claim(who, "came through", True)
            case "fate.bounced" | "fate.failed":
                yield Claim(who, "came through", False)
            case "fate.never-arrived":
                yield Claim(who, "came through", False)
                yield Claim(who, "never arrived")
            case _:
                yield Claim(who, "dislodged", fate.key == "fate.dislodged")

    def move_(self, key: str) -> Iterator[Claim]:
        parts = self.said.parts
        match key:
            case "free" | "room" | "followed" | "beat":
                yield Claim(_at(parts["order"]), "came through", True)
                yield Claim(_goal(parts["order"]), "stands there", _at(parts["order"]))
                if key == "free":
                    yield Claim(_at(parts["order"]), "nothing stood against it")
                if key == "followed":
                    yield Claim(_at(parts["unit"]), "came through", True)
            case "bounced" | "own" | "own-back" | "own-head-on" | "too-weak" | "circle":
                yield Claim(_at(parts["order"]), "came through", False)
                if key != "circle":
                    yield Claim(_goal(parts["order"]), "was attacked")
                if key == "own-head-on":
                    yield Claim(_at(parts["other"]), "came through", False)
                if key in ("own", "own-back"):
                    yield Claim(_at(parts["unit"]), "came through", False)
            case "no-convoy" | "disrupted" | "paradox":
                yield Claim(_at(parts["order"]), "came through", False)
                yield Claim(_at(parts["order"]), "never arrived")
            case "all-hold":
                yield Claim(_at(parts["order"]), "came through", False)
            case "ring":
                for order in _each(parts["orders"]):
                    yield Claim(_at(order), "came through", True)
            case "swapped" | "passed":
                yield Claim(_at(parts["unit"]), "came through", True)
                yield Claim(_at(parts["other"]), "came through", True)
            case "dislodges":
                yield Claim(_at(parts["unit"]), "dislodged", True)
            case "dislodged-head-on":
                yield Claim(_at(parts["unit"]), "dislodged", True)
                yield Claim(_at(parts["by"]), "came through", True)
                yield Claim(_at(parts["by"]), "dislodged somebody")
            case "dislodged-rival":
                yield Claim(_at(parts["order"]), "dislodged", True)
                yield Claim(_at(parts["order"]), "kept somebody out")
            case "beaten-rival":
                yield Claim(_at(parts["order"]), "came through", False)
                yield Claim(_at(parts["order"]), "kept somebody out")
            case "stopped":
                for order in _each(parts["orders"]):
                    yield Claim(_at(order), "came through", False)
            case "by-convoy":
                for unit in _each(parts["units"]):
                    yield Claim(_at(unit), "dislodged", False)
                    yield Claim(_at(unit), "carried somebody")
            case "other-route":
                for unit in _each(parts["units"]):
                    yield Claim(_at(unit), "dislodged", True)
            case "attacked-at-home":
                yield Claim(_at(parts["unit"]), "dislodged", False)
                yield Claim(_at(parts["unit"]), "came through", False)
                yield Claim(_at(parts["unit"]), "was attacked")
            case _:
                pass

    def powerless_(self, key: str) -> Iterator[Claim]:
        who = _at(self.part("order"))
        match key:
            case "never-blocked" | "never-arrived":
                yield Claim(who, "came through", False)
                yield Claim(who, "never arrived")
                yield Claim(who, "kept nobody out")
            case "own":
                yield Claim(who, "came through", False)
            case "beaten" | "weaker" | "not-stronger" | "driven-out":
                yield Claim(who, "came through", False)
                yield Claim(who, "kept nobody out")
                if key == "driven-out":
                    yield Claim(who, "dislodged", True)
                    yield Claim(_at(self.part("by")), "came through", True)
            case _:
                yield Claim(who, "kept nobody out")

    def hold_(self, key: str) -> Iterator[Claim]:
        parts = self.said.parts
        match key:
            case "dislodged":
                yield Claim(_at(parts["unit"]), "dislodged", True)
                yield Claim(_at(parts["unit"]), "was attacked")
                yield Claim(_at(parts["by"]), "came through", True)
                yield Claim(_at(parts["by"]), "dislodged somebody")
            case "held":
                yield Claim(_at(parts["unit"]), "dislodged", False)
                yield Claim(_at(parts["unit"]), "was attacked")
            case "quiet":
                yield Claim(_at(parts["unit"]), "nobody attacked it")
            case "no-order" | "neutral":
                yield Claim(_at(parts["unit"]), "dislodged", False)
            case "no-order-lost" | "neutral-lost":
                yield Claim(_at(parts["unit"]), "dislodged", True)
            case "unshaken" | "put-down":
                pass
            case "kept-out":
                yield Claim(_at(parts["order"]), "came through", False)
                for order in _each(parts["by"]):
                    yield Claim(_at(order), "kept somebody out")
            case "kept-out-by-own":
                yield Claim(_at(parts["order"]), "came through", False)
                yield Claim(_at(parts["unit"]), "dislodged", False)
            case _:
                for order in _each(parts["orders"]):
                    yield Claim(_at(order), "came through", False)

    def conversion_(self, key: str) -> Iterator[Claim]:
        yield Claim(_at(self.part("order")), "dislodged", False)
        if key == "stopped":
            yield Claim(_at(self.part("order")), "was attacked")

    def support_(self, key: str) -> Iterator[Claim]:
        parts = self.said.parts
        if key.startswith("not-cut"):
            return
        me = _at(parts["order"])
        yield Claim(me, "support", "cut" if key in ("cut", "cut-somehow", "closed") else "stood")
        match key:
            case "cut":
                yield Claim(me, "cut by", _at(parts["by"]))
                yield Claim(_at(parts["by"]), "cut something")
            case "counted":
                yield Claim(me, "counted")
                yield from self.fate(_at(parts["who"]), parts["fate"])
                strength = parts["strength"]
                assert isinstance(strength, Strength)
                order = parts["order"]
                assert isinstance(order, WrittenOrder) and isinstance(order.order, Support)
                is_moving = _said_of_a_move(parts["fate"])
                if order.order.target is None and not is_moving:
                    yield Claim(_at(parts["who"]), "strength at home", strength.halves)
            case "quiet":
                yield Claim(_at(parts["unit"]), "nobody attacked it")
                yield Claim(me, "counted nowhere")
            case "in-vain":
                yield Claim(me, "counted nowhere")
                yield from self.fate(_at(parts["who"]), parts["fate"])
            case "own" | "vain":
                yield Claim(me, "counted nowhere")
            case "siege":
                yield Claim(me, "counted")
                yield Claim(me, "counted in the siege of", _at(parts["place"]))
            case "own-but" | "vain-but":
                for use in _each(parts["uses"]):
                    assert isinstance(use, Statement)
                    yield Claim(me, "counted")
                    if use.key == "use.siege":
                        yield Claim(me, "counted in the siege of", _at(use.parts["place"]))
                    if use.key == "use.stopped":
                        for order in _each(use.parts["orders"]):
                            yield Claim(_at(order), "came through", False)
            case _:
                pass
        if "who" in parts and isinstance(parts["who"], WrittenOrder) and key.startswith("vain"):
            yield Claim(_at(parts["who"]), "came through", False)

    def convoy_(self, key: str) -> Iterator[Claim]:
        parts = self.said.parts
        if key == "sunk":
            yield Claim(_at(parts["unit"]), "dislodged", True)
            yield Claim(_at(parts["by"]), "came through", True)
            return
        me = _at(parts["order"])
        dislodged = key in ("lost", "lost-by-land", "lost-after", "not-missed")
        yield Claim(me, "dislodged", dislodged)
        if key in ("lost", "broken-elsewhere"):
            yield from self.never(_at(parts["army"]))
        if key == "carried":
            yield from self.fate(_at(parts["army"]), parts["fate"])

    def never(self, who: str) -> Iterator[Claim]:
        yield Claim(who, "came through", False)
        yield Claim(who, "never arrived")

    def order_(self, key: str) -> Iterator[Claim]:
        if key in ("impossible", "void", "unused"):
            yield Claim(_at(self.part("order")), "order was not carried out")

    # Machiavelli.

    def spent_(self, key: str) -> Iterator[Claim]:
        """Bribes: who is said to have been the highest, and what became of the unit."""
        parts = self.said.parts
        if key in ("bought", "disbanded", "freed"):
            yield Claim(_at(parts["unit"]), "was bribed", key)
            yield Claim(_at(parts["unit"]), "highest bribe", _at(parts["power"]))
        if key == "counted":
            yield Claim(_at(parts["unit"]), "highest bribe", _at(parts["other"]))
        if key == "idle":
            yield Claim(_at(parts["unit"]), "no bribe was left")
        reason = parts.get("reason")
        if isinstance(reason, Statement) and reason.key == "wasted.countered":
            yield Claim(_at(reason.parts["unit"]), "was bribed", "no")
            yield Claim(_at(reason.parts["unit"]), "highest bribe", _at(reason.parts["power"]))

    def lost_(self, key: str) -> Iterator[Claim]:
        yield Claim(_at(self.part("unit")), "lost to", key.removeprefix("weighed-"))
        if key.endswith("siege"):
            yield Claim(_at(self.part("by")), "starved out", _at(self.part("unit")))

    def siege_(self, key: str) -> Iterator[Claim]:
        yield Claim(_at(self.part("place")), "siege", key.removeprefix("weighed-"))

    # Retreats.

    def retreat_(self, key: str) -> Iterator[Claim]:
        parts = self.said.parts
        match key:
            case "open":
                yield Claim(_at(parts["unit"]), "dislodged", True)
                for place in _each(parts["choices"]):
                    yield Claim(_at(place), "stands there", None)
            case "none":
                yield Claim(_at(parts["unit"]), "dislodged", True)
            case "closed":
                for way in _each(parts["ways"]):
                    assert isinstance(way, Statement)
                    why = way.parts["why"]
                    assert isinstance(why, Statement)
                    if why.key == "closed.stand-off":
                        yield Claim(_at(way.parts["place"]), "stands there", None)
            case "succeeded":
                yield Claim(_at(parts["place"]), "retreated there", _at(parts["unit"]))
            case "two-met" | "more-met":
                units = tuple(sorted(map(_at, _each(parts["units"]))))
                yield Claim(_at(parts["place"]), "met there", units)
            case _:
                pass

    # Adjustments.

    def adjustment_(self, key: str) -> Iterator[Claim]:
        parts = self.said.parts
        for name in ("centers", "units", "due"):
            part = parts.get(name)
            if isinstance(part, Statement):
                count = part.parts.get("count", 0)
                assert isinstance(count, int)
                yield Claim(_at(parts["power"]), f"{part.key} for {name}", count)
