"""Private boards in a database: whose they are, two at once, quotas, links."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.judge.sandbox import sandbox_store
from dragoman.judge.sandbox.commands import Adjudicate, Order, Share
from dragoman.judge.sandbox.forking import fork_start
from dragoman.judge.sandbox.sandbox_store import SandboxStore
from dragoman.judge.storage.database import Database
from dragoman.refusal import ActionRefused
from tests.judge.stores import NOW
from tests.judge.table import POWERS

OWNER, OTHER = 11, 12


@pytest.fixture
def store(address: str) -> Iterator[SandboxStore]:
    database = Database(address)
    yield SandboxStore(database)
    database.close()


def refused(call: object) -> str:
    assert callable(call)
    with pytest.raises(ActionRefused) as why:
        call()
    return why.value.diagnostic.code


def test_a_board_is_kept_and_is_its_owners(store: SandboxStore) -> None:
    number = store.create(OWNER, fork_start("standard"), NOW)
    store.act(number, OWNER, Order("FRANCE", "A par-bur"), NOW)
    after, decided = store.act(number, OWNER, Adjudicate(), NOW)
    assert decided.events and store.load(number, OWNER) == after
    assert refused(lambda: store.load(number, OTHER)) == "no-sandbox"
    assert refused(lambda: store.act(number, OTHER, Adjudicate(), NOW)) == "no-sandbox"
    assert refused(lambda: store.remove(number, OTHER)) == "no-sandbox"
    assert refused(lambda: store.copy(number, OTHER, NOW)) == "no-sandbox"
    assert store.listed(OTHER) == []
    twin = store.copy(number, OWNER, NOW, "Again")
    assert [one["title"] for one in store.listed(OWNER)] == ["Again", "standard, S1901M"]
    assert [one["sandbox"] for one in store.listed(OWNER, before=twin)] == [number]
    store.remove(number, OWNER)
    assert [one["sandbox"] for one in store.listed(OWNER)] == [twin]


def test_a_link_reads_and_copies_and_no_more(store: SandboxStore) -> None:
    number = store.create(OWNER, fork_start("standard"), NOW)
    link = store.act(number, OWNER, Share(), NOW)[0].link
    assert store.linked(link) == store.load(number, OWNER)
    own = store.copy_linked(link, OTHER, NOW)
    assert store.load(own, OTHER).position(1) == store.load(number, OWNER).position(1)
    store.act(number, OWNER, Share(False), NOW)
    assert refused(lambda: store.linked(link)) == "no-sandbox"
    assert refused(lambda: store.linked("")) == "no-sandbox"


def test_what_comes_at_once_is_not_lost(store: SandboxStore) -> None:
    number = store.create(OWNER, fork_start("standard"), NOW)

    def write(power: str) -> None:
        store.act(number, OWNER, Order(power, "A par-bur"), NOW)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, POWERS))
    assert set(store.load(number, OWNER).nodes[1].sheets) == set(POWERS)


def test_one_account_has_so_many(store: SandboxStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_store, "MOST_OF_ONE", 2)
    for _ in range(2):
        store.create(OWNER, fork_start("standard"), NOW)
    again = lambda: store.create(OWNER, fork_start("standard"), NOW)  # noqa: E731
    assert refused(again) == "too-many-sandboxes"
    store.create(OTHER, fork_start("standard"), NOW)
