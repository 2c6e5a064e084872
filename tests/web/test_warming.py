"""A server warms up: what people ask for first is made, and nobody can tell that it was asked."""

import pytest
import sqlalchemy as sa

from dragoman.judge.storage.tables import metadata
from dragoman.web import drawn_boards
from dragoman.web.limits import Buckets, Rate, RequestLimits
from dragoman.web.warming import warm_up
from tests.web.conftest import House
from tests.web.tables import begun


def rows(house: House) -> dict[str, int]:
    with house.judge.database.reading() as connection:
        return {
            one.name: connection.execute(sa.select(sa.func.count()).select_from(one)).scalar_one()
            for one in metadata.sorted_tables
        }


def test_what_is_asked_for_first_is_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for variant in ("standard", "machiavelli"):
        begun(house, variant=variant)
    begun(house, variant="england_turkey", listed=False, blind=True)
    monkeypatch.setattr(drawn_boards, "_grounds", type(drawn_boards._grounds)())
    state = house.app.state.web
    monkeypatch.setattr(state, "limits", RequestLimits(requests=Rate(2, 0.1)))
    monkeypatch.setattr(state, "buckets", Buckets())
    before = rows(house)
    house.judge.games._folded.clear()

    async def warm() -> None:
        await warm_up(house.app, 600, lambda: False)

    house.portal.call(warm)
    drawn = {variant.name for variant, *_ in drawn_boards._grounds}
    assert len(drawn) == 3
    assert len(house.judge.games._folded) == 3
    assert rows(house) == before, "nothing is noted"
    assert house.visitor("GET", "/games/1").status_code == 200, "and nobody counted"


def test_it_gives_up_in_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(house)
    house.judge.games._folded.clear()

    async def warm() -> None:
        await warm_up(house.app, 0, lambda: True)

    house.portal.call(warm)
    assert not house.judge.games._folded
