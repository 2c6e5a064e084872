"""Lists of games: filters, pages, and what does not stand in them."""

from __future__ import annotations

import pytest

from tests.web.conftest import House


@pytest.fixture
def games(house: House) -> list[int]:
    return made_games(house)


def made_games(house: House) -> list[int]:
    titles = ("Spring", "Summer", "Autumn in Rome", "Hidden", "Winter 100%")
    made = []
    for title in titles:
        settings = {"title": title, "variant": "machiavelli" if "Rome" in title else "standard"}
        if title == "Hidden":
            settings["listed"] = False
        made.append(house.person(1)("POST", "/games", settings).json()["game"])
    house.person(11).do(made[0], "join")
    come(house, 11, made[3])
    return made


def come(house: House, number: int, game: int, command: str = "join") -> None:
    """Come to a game by an address that has its key."""
    key = house.judge.game_keys.key(game)
    answer = house.person(number)("POST", f"/games/{game}/commands/{command}?key={key}", {})
    assert answer.status_code == 200, answer.text


def listed(house: House, caller: object, query: str = "") -> list[int]:
    return [one["game"] for one in caller.get(f"/games?{query}")["items"]]


def test_filters(house: House, games: list[int]) -> None:
    spring, summer, rome, hidden, winter = games
    visitor = house.visitor
    assert listed(house, visitor) == [winter, rome, summer, spring]
    assert listed(house, visitor, "variant=machiavelli") == [rome]
    assert listed(house, visitor, "title=MER") == [summer]
    assert listed(house, visitor, "title=0%25") == [winter]
    assert listed(house, visitor, "open=true&stage=forming") == [winter, rome, summer, spring]
    assert listed(house, visitor, "stage=over") == []
    assert listed(house, house.person(11)) == games[::-1]
    assert listed(house, house.person(11), "mine=waiting") == [hidden, spring]
    assert listed(house, house.person(1), "mine=master") == games[::-1]
    assert listed(house, house.person(11), "mine=player") == []
    assert visitor("GET", "/games?mine=any").status_code == 401


def test_pace_press_and_who_plays(house_on_both: House) -> None:
    house, master = house_on_both, house_on_both.person(1)
    made: dict[str, int] = {}
    for title, settings in {
        "live": {"movement": "10 min", "press": []},
        "daily": {"movement": "daily 20:00", "press": ["public"]},
        "a day": {"movement": "24 h", "anonymous": True},
        "slow": {"movement": "Tue and Fri 20:00", "press": ["private", "public", "grey"]},
        "days": {"movement": "2 d", "press": ["public", "grey"]},
    }.items():
        made[title] = master("POST", "/games", {"title": title, **settings}).json()["game"]
    for query, titles in {
        "pace=live": ["live"],
        "pace=daily": ["a day", "daily"],
        "pace=slow": ["days", "slow"],
        "press=none": ["live"],
        "press=public": ["days", "daily"],
        "press=private": ["slow", "a day"],
        "anonymous=true": ["a day"],
        "anonymous=false&pace=slow&press=public": ["days"],
        "pace=live&press=private": [],
        "pace=slow&limit=1": ["days"],
    }.items():
        found = listed(house, house.visitor, query)
        assert found == [made[one] for one in titles], query
    page = house.visitor.get("/games?pace=slow&limit=1")
    assert listed(house, house.visitor, f"pace=slow&cursor={page['next']}") == [made["slow"]]
    assert house.visitor("GET", "/games?pace=fast").status_code == 422


def test_pages(house_on_both: House) -> None:
    house = house_on_both
    games = made_games(house)
    found: list[int] = []
    cursor = 0
    while cursor is not None:
        page = house.visitor.get(f"/games?limit=2&cursor={cursor}")
        assert len(page["items"]) <= 2
        found += [one["game"] for one in page["items"]]
        cursor = page["next"]
    assert found == [games[4], games[2], games[1], games[0]]


def test_who_leaves_is_in_the_list_no_more(house: House, games: list[int]) -> None:
    house.person(11).do(games[0], "leave")
    assert listed(house, house.person(11), "mine=any") == [games[3]]
    assert house.visitor.get("/games?title=spring")["items"][0]["waiting"] == 0


def test_who_finds_what_stands_in_no_list(house: House) -> None:
    """Whoever takes part in it, whatever as, and admins."""
    master = house.person(1)
    game = master("POST", "/games", {"title": "Hidden", "listed": False}).json()["game"]
    for number in range(11, 18):
        come(house, number, game)
    finds = {"visitor": house.visitor, "user": house.person(60)}
    known = {"master": master, "applicant": house.person(11)}
    known["admin"] = house.person(99, "read", "admin")
    known["invited"] = house.person(63)
    master.do(game, "invite", user=house.account(63))
    for stage in ("forming", "running", "over"):
        assert not any(listed(house, one, f"stage={stage}") for one in finds.values()), stage
        for who, one in known.items():
            assert listed(house, one, f"stage={stage}") == [game], f"{who}, {stage}"
        assert listed(house, house.person(99, "read")) == [], "without the scope he is anybody"
        if stage == "forming":
            master.do(game, "begin")
            known["player"] = known.pop("applicant")
            come(house, 61, game, "observe")
            known["observer"] = house.person(61)
            come(house, 62, game)
            known["applicant"] = house.person(62)
        elif stage == "running":
            known.pop("applicant")
            house.person(62).do(game, "leave")
            master.do(game, "terminate")
