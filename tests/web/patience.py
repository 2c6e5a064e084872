"""How long a browser may take for what takes a moment: as long as others.

The limit is one for all modules: that of ``expect`` holds for the whole process, whoever sets it.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

from tests.patience import SECONDS

MILLISECONDS: Final = 1000 * SECONDS

expect.set_options(timeout=MILLISECONDS)
