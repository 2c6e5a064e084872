"""How long a browser may take for what takes a moment, on a machine that has other things to do.

What a test waits for comes at once as a rule; the limit only ends a test that waits in vain. It is
one for all modules: that of ``expect`` holds for the whole process, whoever sets it.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

MILLISECONDS: Final = 60_000

expect.set_options(timeout=MILLISECONDS)
