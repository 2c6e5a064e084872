"""Programs that play on a judge elsewhere: a thin client of its JSON API.

>>> from dragoman.client import Client
>>> judge = Client("https://dip.example", token="...")  # doctest: +SKIP
>>> game = judge.game(17)  # doctest: +SKIP
>>> game.do("save-orders", text="A par-bur, F bre-mao")  # doctest: +SKIP

Answers are the plain data that the API's page describes. What the judge refuses is raised as
``Refused``, with its diagnostics.
"""

from dragoman.client.answers import Event, Refused, Sheet
from dragoman.client.judge_client import Client, GameClient, SandboxClient

__all__ = ["Client", "Event", "GameClient", "Refused", "SandboxClient", "Sheet"]
