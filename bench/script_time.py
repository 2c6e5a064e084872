"""How long the script of a page keeps the browser's thread busy, by Chromium's own trace."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

_CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline", "v8.execute", "v8")
_SCRIPT = frozenset(
    {
        *("EventDispatch", "FunctionCall", "v8.callFunction", "EvaluateScript", "v8.compile"),
        *("TimerFire", "FireAnimationFrame", "FireIdleCallback", "RunMicrotasks"),
        *("MinorGC", "MajorGC"),
    }
)
"""What counts as script, with all that the browser does for it meanwhile: style and layout that it
asks for, text that it has read as HTML, what it fetches; and clearing memory."""


@dataclass(frozen=True, slots=True)
class Took:
    """What a gesture took until the page rested again, in milliseconds of the thread's time."""

    gesture: str
    pieces: tuple[float, ...]
    """The script of each task: between two of them frames are drawn, and other gestures heard."""
    thread: float
    """All that the thread did, drawing included."""

    @property
    def script(self) -> float:
        return sum(self.pieces)

    @property
    def longest(self) -> float:
        return max(self.pieces, default=0.0)


class Watched:
    """A page whose gestures are measured, one after the other."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self._page = page
        self._events: list[dict[str, Any]] = []
        self._is_done = False
        self._names: list[str] = []
        self._tools = browser.new_browser_cdp_session()
        self._tools.on("Tracing.dataCollected", lambda told: self._events.extend(told["value"]))
        self._tools.on("Tracing.tracingComplete", lambda _: self._complete())
        config = {"includedCategories": ["-*", *_CATEGORIES], "recordMode": "recordUntilFull"}
        self._tools.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})

    def begin(self, name: str) -> None:
        """What comes now is a gesture of that name."""
        self._names.append(name)
        self._mark()

    def end(self) -> None:
        """The gesture is over, and the page rests."""
        self._mark()

    def close(self) -> list[Took]:
        """What each of the gestures took."""
        self._tools.send("Tracing.end")
        while not self._is_done:
            self._page.wait_for_timeout(50)
        return took(self._events, self._names)

    def _complete(self) -> None:
        self._is_done = True

    def _mark(self) -> None:
        self._page.evaluate("console.timeStamp('mark')")


def took(events: Iterable[dict[str, Any]], names: list[str]) -> list[Took]:
    """What each gesture took, of which every one stands between two marks of the trace."""
    all_ = list(events)
    marks = sorted(
        (one for one in all_ if one["name"] == "TimeStamp" and _message(one) == "mark"),
        key=lambda one: one["ts"],
    )
    assert len(marks) == 2 * len(names), "the trace is not whole"
    times = [one["ts"] for one in marks]
    thread = (marks[0]["pid"], marks[0]["tid"]) if marks else None
    done = [
        one
        for one in all_
        if one["ph"] == "X" and (one["pid"], one["tid"]) == thread and "tdur" in one
    ]
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for task, inside in _tasks(done):
        # The marks themselves are script of a debugger, each in a task of its own.
        at, odd = divmod(bisect(times, task["ts"]) - 1, 2)
        if odd == 0 and at >= 0 and task["ts"] + task["dur"] < times[2 * at + 1]:
            script = sum(one["tdur"] for one in _outermost(inside))
            found[at].append((script / 1000, task["tdur"] / 1000))
    return [
        Took(
            name,
            tuple(script for script, _ in found[at] if script),
            sum(whole for _, whole in found[at]),
        )
        for at, name in enumerate(names)
    ]


def _tasks(
    events: list[dict[str, Any]],
) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each task of the thread with what is script in it, in its order."""
    task: dict[str, Any] | None = None
    inside: list[dict[str, Any]] = []
    for one in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        if one["name"] == "RunTask" and (task is None or _after(one, task)):
            if task is not None:
                yield task, inside
            task, inside = one, []
        elif task is not None and one["name"] in _SCRIPT and not _after(one, task):
            inside.append(one)
    if task is not None:
        yield task, inside


def _outermost(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Those that lie in none of the others."""
    last: dict[str, Any] | None = None
    for one in events:
        if last is None or _after(one, last):
            yield one
            last = one


def _after(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["ts"] >= other["ts"] + other["dur"])


def _message(event: dict[str, Any]) -> str:
    return str(event.get("args", {}).get("data", {}).get("message", ""))
