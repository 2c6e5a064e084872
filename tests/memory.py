"""Temporary folders in memory, where a machine has much of it.

A judge confirms nothing that is not on the disk: thousands of tests write, and each write that is
to outlast a power cut takes a disk ten milliseconds in which nobody works.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
ENOUGH: Final = 4 << 30
"""Bytes. A run of all tests takes less than a tenth of it at once; half of a machine's memory may
lie there as a rule, and in a container 64 MB."""


def work_in_memory() -> None:
    """Have temporary folders of this process, and of those it starts, in memory, unless ``TMPDIR``
    says where they belong, little is free there, or no program may be started from there."""
    if os.environ.get("TMPDIR") or not os.access(MEMORY, os.W_OK | os.X_OK):
        return
    there = os.statvfs(MEMORY)
    if there.f_bavail * there.f_frsize >= ENOUGH and not there.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # found anew
