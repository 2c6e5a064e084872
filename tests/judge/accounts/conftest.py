"""A judge with people."""

from __future__ import annotations

import pytest

from dragoman.judge.service import Accounts, Judge
from tests.judge.accounts.letterbox import Letterbox
from tests.judge.stores import Opened


@pytest.fixture
def judge(opened: Opened) -> Judge:
    return opened()


@pytest.fixture
def accounts(judge: Judge) -> Accounts:
    return judge.accounts


@pytest.fixture
def letters(judge: Judge) -> Letterbox:
    return Letterbox(judge)
