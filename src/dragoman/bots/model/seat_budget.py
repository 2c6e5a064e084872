"""The account of a language model: the costs at each seat, and what may still be spent there."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from dragoman.bots.model.settings import ModelBudget


class BudgetUsed(Exception):
    """There is nothing left for what was to be asked. ``of`` names the limit."""

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self.of = of

    def __str__(self) -> str:
        return f"the budget is used up: {self.of}"


class SeatBudget:
    """The account of a seat in a game. Whoever asks reserves what it may cost at most, and settles
    that when it is known; several may at a time."""

    def __init__(
        self, budget: ModelBudget, seconds_now: Callable[[], float] = time.monotonic
    ) -> None:
        self._budget, self._now = budget, seconds_now
        self._lock = Lock()
        self._phase, self._until = "", 0.0
        self.requests = self.tokens = 0
        self.money = 0.0
        self._phase_requests = self._phase_tokens = 0
        self.said: set[str] = set()
        """All that went wrong and was told already."""

    def begin(self, phase: str) -> None:
        """Something is asked in a phase: in a new one there is the budget of a phase again."""
        with self._lock:
            if phase != self._phase:
                self._phase, self._until = phase, self._now() + self._budget.seconds
                self._phase_requests = self._phase_tokens = 0

    @property
    def seconds_left(self) -> float:
        """The seconds that are left in this phase."""
        return self._until - self._now()

    def reserve(self, sent: int, received: int, spare: int = 0) -> None:
        """Set aside a request and its tokens; ``spare`` requests of the phase have to be left for
        what matters more.

        Raises:
            BudgetUsed: if there is not as much.
        """
        budget, tokens, money = self._budget, sent + received, self._budget.cost(sent, received)
        with self._lock:
            limits = (
                ("requests of the game", self.requests + 1, budget.requests),
                ("tokens of the game", self.tokens + tokens, budget.tokens),
                ("money of the game", self.money + money, budget.money),
                ("requests of the phase", self._phase_requests + 1 + spare, budget.phase_requests),
                ("tokens of the phase", self._phase_tokens + tokens, budget.phase_tokens),
            )
            for name, wanted, limit in limits:
                if wanted > limit:
                    raise BudgetUsed(name)
            if self.seconds_left <= 0:
                raise BudgetUsed("seconds of the phase")
            self.requests += 1
            self._phase_requests += 1
            self._add(tokens, money)

    def settle(self, reserved: tuple[int, int], used: tuple[int, int]) -> None:
        """Put what a request took in place of what was set aside: tokens sent and received."""
        cost = self._budget.cost
        with self._lock:
            self._add(sum(used) - sum(reserved), cost(*used) - cost(*reserved))

    def _add(self, tokens: int, money: float) -> None:
        self.tokens += tokens
        self._phase_tokens += tokens
        self.money += money
