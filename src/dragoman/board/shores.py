"""Whether fleets pass along the shore of two lands that were joined."""

from __future__ import annotations

from enum import StrEnum


class Shores(StrEnum):
    """Whether fleets pass between two lands that are joined, where the quake does not say."""

    SHARED_WATER = "shared-water"
    """Between shores of one water, as everywhere on the standard map."""
    NEVER = "never"
