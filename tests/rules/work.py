"""Work that is counted, which no busy machine makes more."""

import sys
from collections.abc import Callable
from types import FrameType


def lines_run(call: Callable[[], object]) -> int:
    """How many lines of Python a call runs: some five million take a second."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
