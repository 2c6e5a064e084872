"""The worker: it judges what is due, counts the ratings of games that ended, sends what waits to be
sent, and outlives whatever goes wrong on the way."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import CLOCK
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.results.ratings import catch_up
from dragoman.judge.running.budgets import TookTooLong, TooMuchWork, within, working_within
from dragoman.judge.running.log_lines import log, places
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.shifts import carry_on
from dragoman.judge.storage.game_store import Aside, BadGame, GameStore, set_aside
from dragoman.judge.storage.quiet import quiet_since
from dragoman.judge.storage.upkeep import upkeep_of
from dragoman.refusal import ActionRefused

_AWAY: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""For how many seconds the worker waits, time after time, for a database that does not answer."""

_OUTBOX_AWAY: Final = 5.0
"""And the outbox."""

_GIVING_WAY: Final = 0.5
"""For so many seconds each letter gives way to phases that are due: hundreds of them at one stroke
of the clock would else wait for the mails about the first."""

_SWEEP_EVERY: Final = 3600.0
"""Seconds from one time to the next at which what is over is forgotten."""

_AHEAD: Final = timedelta(minutes=1)
"""Games that are due within this are folded before, while there is time."""
_AT_ONCE: Final = 10
"""So many of them, before it looks again for what is due."""

_JUMP: Final = 5.0
"""So many seconds more or fewer than the steady clock counts are a jump of the other."""


class Worker:
    """Does what is due in the games of a store, in as many processes as one likes.

    ``send`` sends what waits in the outbox and says whether there was anything; ``tell_admin`` is
    told of games that had to be set aside; ``sweep`` forgets what is over, once an hour. ``poll``
    is how many seconds it sleeps at most.
    """

    def __init__(
        self,
        store: GameStore,
        metrics: Metrics,
        send: Callable[[datetime], bool] = lambda now: False,
        tell_admin: Callable[[Aside, datetime], None] = lambda bad, now: None,
        sweep: Callable[[datetime], None] = lambda now: None,
        poll: float = 1.0,
        budget: float = 60.0,
        map_budget: float = 10.0,
    ) -> None:
        self._store, self._metrics = store, metrics
        self._send, self._tell_admin, self._sweep = send, tell_admin, sweep
        self._poll, self._budget, self._map_budget = poll, budget, map_budget
        self._stopped, self._told, self._has_time = Event(), Event(), Event()
        self._unreadable = set[int]()

    def stop(self) -> None:
        """End after the game in hand."""
        self._stopped.set()
        self._told.set()

    def tell(self) -> None:
        """Have it look at once for what is due."""
        self._told.set()

    def run(self) -> None:
        """Work until it is stopped."""
        sender = threading.Thread(target=self._keep_sending, name="outbox")
        sender.start()
        away = 0
        clock = _SteadyClock()
        while not self._stopped.is_set():
            self._told.clear()
            if jumped := clock.jumped():
                log().warning("the clock jumped", seconds=round(jumped, 1))
            try:
                pause = self.work()
            except ActionRefused as refused:
                pause = _AWAY[min(away, len(_AWAY) - 1)]
                away += 1
                self._metrics.failures.labels("database").inc()
                code = refused.diagnostic.code
                log().warning("the database does not answer", code=code, again_in=pause)
            except (Exception, TookTooLong):
                pause = _AWAY[min(away, len(_AWAY) - 1)]
                away += 1
                self._metrics.failures.labels("worker").inc()
                log().error("the worker met an error", exc_info=True, again_in=pause)
            else:
                if away:
                    log().info("the worker works again", tries=away)
                away = 0
            if pause:
                self._told.wait(pause)
        sender.join()

    def work(self) -> float:
        """Do all that is due; for how many seconds there is nothing to do then.

        Raises:
            ActionRefused: if the database does not answer.
        """
        try:
            return self._work()
        finally:
            self._has_time.set()

    def _work(self) -> float:
        while not self._stopped.is_set():
            now = datetime.now(UTC)
            self._metrics.worked.set(now.timestamp())
            if self._is_quiet() or self._waits(now):
                return self._poll
            begun = time.perf_counter()
            try:
                with within(self._budget):
                    done = self._store.tick(now, self._limit)
            except BadGame as bad:
                if not (isinstance(bad.__cause__, TooMuchWork) and self._halted(bad.game, now)):
                    self._set_aside(bad, now)
                continue
            if done is None:
                self._has_time.set()
                if catch_up(self._store.database):
                    continue
                if self._fold_ahead(now):
                    continue
                due = self._store.next_due()
                if due is None:
                    return self._poll
                return min(self._poll, max(0.0, (due - datetime.now(UTC)).total_seconds()))
            self._has_time.clear()
            late = max(0.0, (now - done.due).total_seconds())
            self._metrics.ticks.inc()
            self._metrics.phases.inc(done.judged)
            self._metrics.lateness.observe(late)
            self._metrics.tick_seconds.observe(time.perf_counter() - begun)
            log().info(
                "done what was due",
                game=done.game,
                count=done.judged,
                late=round(late, 1),
                seconds=round(time.perf_counter() - begun, 4),
            )
        return 0.0

    def _fold_ahead(self, now: datetime) -> bool:
        """Fold some games that are due soon, as that takes a third of what a phase takes: hundreds
        may be due at one stroke of the clock. False if there were none."""
        found = [one for one in self._store.unfolded(now + _AHEAD) if one not in self._unreadable]
        for number in found[:_AT_ONCE]:
            try:
                with within(self._budget):
                    self._store.load(number)
            except ActionRefused:
                raise
            except (Exception, TookTooLong):
                self._unreadable.add(number)  # it is set aside when it is due
        return bool(found)

    def work_once(self) -> None:
        """Do all that is due, and send all that waits.

        Raises:
            ActionRefused: if the database does not answer.
        """
        self.work()
        while not (self._stopped.is_set() or self._is_silent()) and self._send(datetime.now(UTC)):
            pass

    def _is_quiet(self) -> bool:
        is_quiet = quiet_since(self._store.database) is not None
        if is_quiet:
            log().warning("the judge is quiet until `dragoman judge go-live`")
        return is_quiet

    def _is_silent(self) -> bool:
        """True if nothing is sent, for to note that takes writing."""
        return self._is_quiet() or upkeep_of(self._store.database).is_read_only

    def _waits(self, now: datetime) -> bool:
        """True if no clock runs; where deadlines are being shifted, that is done first."""
        found = upkeep_of(self._store.database)
        if found.is_read_only or not found.is_shifting:
            return found.clocks_stand
        done = carry_on(self._store, now)
        while done is not None and done.finished is None and not self._stopped.is_set():
            done = carry_on(self._store, now)
        return self._stopped.is_set()

    def _limit(self, g: JudgedGame) -> AbstractContextManager[None]:
        """The time that judging one phase may take: little where somebody brought the map, lest
        others wait."""
        return working_within(self._map_budget) if g.is_homemade else nullcontext()

    def _halted(self, game: int, now: datetime) -> bool:
        """Pause a game that took too long, and tell its people so; whether that was possible."""
        try:
            with within(self._budget):
                halted = bool(self._store.act(game, c.Halt(), CLOCK, now).events)
        except TookTooLong:
            # Even to read its log takes too long.
            return False
        if halted:
            self._metrics.failures.labels("halted").inc()
            log().error("a game takes too long, and is paused", game=game)
        return halted

    def _set_aside(self, bad: BadGame, now: datetime) -> None:
        """Let the others go on; this game is tried again later."""
        error = bad.__cause__ or bad
        found = set_aside(self._store.database, bad.game, places(error), now)
        self._metrics.failures.labels("game").inc()
        again_in = round((found.again - now).total_seconds())
        log().error(
            "a game is set aside",
            game=bad.game,
            tries=found.tries,
            again_in=again_in,
            exc_info=error,
        )
        if found.tries == 1:
            self._tell_admin(found, now)

    def _keep_sending(self) -> None:
        """Send what waits, apart from judging: a server that answers slowly keeps nobody
        waiting."""
        pause, swept = self._poll, 0.0
        while not self._stopped.wait(pause):
            try:
                if self._is_silent():
                    pause = self._poll
                    continue
                if time.monotonic() - swept > _SWEEP_EVERY or not swept:
                    self._sweep(datetime.now(UTC))
                    swept = time.monotonic()
                self._has_time.wait(_GIVING_WAY)
                pause = 0.0 if self._send(datetime.now(UTC)) else self._poll
            except ActionRefused:
                pause = _OUTBOX_AWAY
            except Exception:
                pause = _OUTBOX_AWAY
                self._metrics.failures.labels("outbox").inc()
                log().error("the outbox met an error", exc_info=True, again_in=pause)


class _SteadyClock:
    """Tells when the clock of the machine was put forward or back."""

    def __init__(self) -> None:
        self._wall, self._steady = time.time(), time.monotonic()

    def jumped(self) -> float:
        """By how many seconds it jumped since the last question; 0 where it did not."""
        wall, steady = time.time(), time.monotonic()
        jump = (wall - self._wall) - (steady - self._steady)
        self._wall, self._steady = wall, steady
        return jump if abs(jump) > _JUMP else 0.0
