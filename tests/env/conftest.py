"""Environments that tests share: to make one takes a second, and they are begun anew."""

from __future__ import annotations

from functools import cache

import pytest

from dragoman.env import BatchEnv

SMALL, LARGE = "france_austria", "world_war_4"


@cache
def env_of(variant: str, games: int = 16, **arguments: object) -> BatchEnv:
    """An environment of a variant, which other tests step, too."""
    return BatchEnv(variant, games, **arguments)


@pytest.fixture
def standard() -> BatchEnv:
    env = env_of("standard")
    env.reset(seed=0)
    return env
