"""How long a test waits for what takes a moment, on a machine that has other things to do.

What is waited for comes at once as a rule; the limit only ends a test that waits in vain.
"""

import time
from collections.abc import Callable
from typing import Final

SECONDS: Final = 120


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that another thread or process does."""
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
