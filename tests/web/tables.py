"""Games that have begun, by their doors."""

from __future__ import annotations

from tests.web.conftest import House
from tests.web.people import Caller


def begun(house: House, **settings: object) -> int:
    master = house.person(1)
    answer = master("POST", "/games", {"title": "Friends", **settings})
    assert answer.status_code == 201, answer.text
    game = answer.json()["game"]
    key = house.judge.game_keys.key(game)
    assert answer.headers["Location"] == f"/api/games/{game}"
    view = master.get(f"/games/{game}")
    for user in range(11, 11 + len(view["seats"])):
        joined = house.person(user)("POST", f"/games/{game}/commands/join?key={key}", {})
        assert joined.status_code == 200, joined.text
    master.do(game, "begin")
    return game


def seats(house: House, game: int) -> dict[str, Caller]:
    """Who plays what."""
    view = house.person(1).get(f"/games/{game}")
    return {one["power"]: house.of_account(one["user"]) for one in view["seats"]}
