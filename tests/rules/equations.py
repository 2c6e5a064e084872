"""The rules of movement as equations, written down once more, without a thought to speed.

For a turn that ``move`` has settled: do the results agree with each other, and are there
others that would? The equations are those of the rulebook (support, attack, defence, convoy)
under the default choices, and of nJudge's weak paths; they take from the outcomes only which
orders were carried out and which army went by sea. Strengths are in half points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from dragoman.board import Board, Unit
from dragoman.orders import Convoy, Move, Support
from dragoman.rules import Outcome, Result

NOBODY = -1
"""The strength of nobody: less than that of an army whose way costs it all."""

Answers = Mapping[tuple[str, str], bool]
"""The decisions of a turn by what is asked and of whom: ``("moves", "PAR")`` (does the move
from there succeed?), ``("stands", ...)`` (the support?), ``("open", ...)`` (the convoy?)."""


@dataclass(frozen=True)
class Turn:
    """The orders carried out in a turn, by the province of their unit."""

    board: Board
    units: Mapping[str, Unit]
    moves: Mapping[str, str]
    """From a unit that moves to the province where it goes."""
    supports: Mapping[str, str]
    """From a unit that supports to the unit that it helps."""
    convoys: Mapping[str, tuple[str, ...]]
    """From each army that goes by sea to the fleets that carry it."""
    lost: Mapping[str, int]
    """From a unit that moves to the half points that its way costs it."""

    @classmethod
    def settled(cls, board: Board, outcomes: tuple[Outcome, ...]) -> Turn:
        """The turn that these outcomes belong to."""
        where = board.province_of
        units = {where[o.unit.location]: o.unit for o in outcomes}
        moves: dict[str, str] = {}
        supports: dict[str, str] = {}
        fleets: dict[str, list[str]] = {}
        for outcome in outcomes:
            here = where[outcome.unit.location]
            match outcome.treated_as:
                case Move(target=target):
                    moves[here] = where[target]
                    if outcome.result in (Result.NO_CONVOY, Result.DISRUPTED):
                        fleets.setdefault(here, [])
                case Support(supported=helped) if outcome.result is not Result.VOID:
                    supports[here] = where[helped.location]
                case Convoy(convoyed=army) if outcome.result not in (Result.VOID, Result.UNUSED):
                    if outcome.reason != "off-route" and outcome.reason != "went-by-land":
                        fleets.setdefault(where[army.location], []).append(here)
                case _:
                    pass
        convoys = {army: tuple(found) for army, found in fleets.items()}
        lost = {
            where[path.source]: path.halves_lost_by_convoy
            if where[path.source] in convoys
            else path.halves_lost
            for path in board.paths
            if moves.get(where[path.source]) == where[path.target]
            and units[where[path.source]].kind == path.kind
        }
        return cls(board, units, moves, supports, convoys, lost)

    def answers(self, outcomes: tuple[Outcome, ...]) -> dict[tuple[str, str], bool]:
        """What the outcomes say to each question."""
        found: dict[tuple[str, str], bool] = {}
        for outcome in outcomes:
            here = self.board.province_of[outcome.unit.location]
            if here in self.moves:
                found["moves", here] = outcome.result is Result.SUCCEEDS
            if here in self.supports:
                found["stands", here] = outcome.result is Result.SUCCEEDS
        for outcome in outcomes:
            here = self.board.province_of[outcome.unit.location]
            if here in self.convoys:
                lost = outcome.result in (Result.NO_CONVOY, Result.DISRUPTED)
                found["open", here] = not lost
        return found

    def solutions(self) -> Iterator[dict[tuple[str, str], bool]]:
        """Every set of answers that agree with each other."""
        asked = [
            *(("moves", here) for here in self.moves),
            *(("stands", here) for here in self.supports),
            *(("open", army) for army in self.convoys),
        ]
        for said in product((False, True), repeat=len(asked)):
            answers = dict(zip(asked, said, strict=True))
            if not any(True for _ in self.wrong(answers)):
                yield answers

    def wrong(self, answers: Answers) -> Iterator[tuple[str, str]]:
        """The questions whose answers do not follow from the others."""
        for (what, here), said in answers.items():
            if what == "moves":
                right = self._moves(here, answers)
            elif what == "stands":
                right = self._stands(here, answers)
            else:
                fleets = [f for f in self.convoys[here] if not self.sunk(f, answers)]
                right = self._passable(here, fleets)
            if said is not right:
                yield what, here

    def contested(self, answers: Answers) -> set[str]:
        """Where moves failed that kept others out, or would have: some may be occupied."""
        failed = {here: to for here, to in self.moves.items() if not answers["moves", here]}
        return {to for here, to in failed.items() if self._prevent(here, answers) > 0}

    def sunk(self, fleet: str, answers: Answers) -> bool:
        """Whether a fleet that stays is driven out."""
        return any(answers["moves", here] for here, to in self.moves.items() if to == fleet)

    def _arrives(self, here: str, answers: Answers) -> bool:
        return here not in self.convoys or answers["open", here]

    def _passable(self, army: str, fleets: list[str]) -> bool:
        """Whether these fleets make a chain from the army to where it goes."""
        reached, edge = set[str](), {army}
        while edge:
            edge = {f for f in fleets for e in edge if self._touch(e, f)} - reached
            reached |= edge
        return any(self._touch(fleet, self.moves[army]) for fleet in reached)

    def _touch(self, one: str, other: str) -> bool:
        """Whether a fleet could go from one province to the other."""
        board = self.board
        return any(
            board.province_of[to] == other
            for location in board.provinces[one].locations
            for kind in board.kinds.values()
            if kind.can_convoy
            for to in board.reach(kind.letter, location)
        )

    def _stands(self, here: str, answers: Answers) -> bool:
        against = self.moves.get(self.supports[here])
        for attacker, to in self.moves.items():
            if to != here or self.units[attacker].power == self.units[here].power:
                continue
            if attacker == against:
                if answers["moves", attacker]:
                    return False
            elif self._arrives(attacker, answers) and self._cuts(attacker, answers):
                return False
        return True

    def _cuts(self, here: str, answers: Answers) -> bool:
        """Whether the attack cuts support: one by a path of half strength only by dislodging,
        one by a path of no strength also with support."""
        lost = self.lost.get(here, 0)
        return (
            lost == 0 or answers["moves", here] or (lost == 2 and self._support(here, answers) > 0)
        )

    def _moves(self, here: str, answers: Answers) -> bool:
        goal = self.moves[here]
        if not self._arrives(here, answers):
            return False
        attack = self._attack(here, answers)
        if attack <= self._defence(here, answers):
            return False
        rivals = [rival for rival, to in self.moves.items() if to == goal and rival != here]
        return all(attack > self._prevent(rival, answers) for rival in rivals)

    def _support(self, here: str, answers: Answers, without: str = "") -> int:
        return sum(
            self._own(giver)
            for giver, helped in self.supports.items()
            if helped == here and answers["stands", giver] and self.units[giver].power != without
        )

    def _own(self, here: str) -> int:
        return 2 * self.board.kinds[self.units[here].kind].strength

    def _force(self, here: str) -> int:
        return self._own(here) - self.lost.get(here, 0)

    def _head_on(self, here: str) -> bool:
        """Whether two units meet halfway: neither of them goes by sea."""
        other = self.moves[here]
        swap = self.moves.get(other) == here
        return swap and here not in self.convoys and other not in self.convoys

    def _attack(self, here: str, answers: Answers) -> int:
        there = self.moves[here]
        stays = there in self.units and (self._head_on(here) or not answers.get(("moves", there)))
        if not stays:
            return self._force(here) + self._support(here, answers)
        if self.units[there].power == self.units[here].power:
            return 0
        return self._force(here) + self._support(here, answers, without=self.units[there].power)

    def _defence(self, here: str, answers: Answers) -> int:
        there = self.moves[here]
        if there not in self.units:
            return NOBODY
        if self._head_on(here):
            return max(self._force(there) + self._support(there, answers), self._own(there))
        if there in self.moves:
            return NOBODY if answers["moves", there] else self._own(there)
        return self._own(there) + self._support(there, answers)

    def _prevent(self, here: str, answers: Answers) -> int:
        if not self._arrives(here, answers):
            return NOBODY
        if self._head_on(here) and answers["moves", self.moves[here]]:
            return NOBODY
        return self._force(here) + self._support(here, answers)
