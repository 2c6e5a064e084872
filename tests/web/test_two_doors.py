"""Two servers on one PostgreSQL: who follows a game at one hears what is done at the other."""

import re

from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from dragoman.web.limits import Buckets, MapQueue
from dragoman.web.news import News
from dragoman.web.web_state import WebState
from tests.databases import Cluster
from tests.patience import wait_until
from tests.web.conftest import House, opened_house
from tests.web.contract import Contract
from tests.web.people import FREELY, Browser, Caller, portal
from tests.web.streams import listening
from tests.web.tables import begun, seats


def test_forty_of_forty_events_are_heard_at_either(
    cluster: Cluster, postgresql_template: str
) -> None:
    with cluster.lent(postgresql_template) as address, portal() as loop:
        other = Judge(address)
        apps = [make_app(other, limits=FREELY) for _ in range(2)]
        contract = Contract(apps[0])
        with opened_house(address, apps[0], loop, contract) as here:
            there = House(other, apps[1], loop, here.clock, contract, here.accounts)
            limits = (FREELY, Buckets(), MapQueue(FREELY.map_work))
            apps[1].state.web = WebState(other, News(other.changes), *limits, here.clock)
            game = begun(here)
            player = seats(here, game)["AUSTRIA"]
            doors = [Caller(Browser(loop, app, contract)) for app in apps]
            for one in doors:
                one.headers = player.headers
            with (
                listening(here, game, {"here": doors[0]}) as told_here,
                listening(there, game, {"there": doors[1]}) as told_there,
            ):
                texts = [f"letter {number}." for number in range(40)]
                for number, text in enumerate(texts):
                    doors[number % 2].do(game, "send", text=text)

                def heard() -> list[list[str]]:
                    told = (told_here["here"], told_there["there"])
                    return [re.findall(r"letter \d+\.", one) for one in told]

                wait_until(lambda: all(len(one) >= 40 for one in heard()))
                assert heard() == [texts, texts], "each once, in their order"
        other.close()
