"""A game played by tools of the Model Context Protocol, through real processes."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dragoman.formats import load_variant
from dragoman.game import read_record
from tests.patience import SECONDS

pytest.importorskip("mcp")
from httpx2 import AsyncClient, post
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]
TOOLS = {
    *("state", "legal_orders", "check_orders", "submit_orders", "what_if", "explain"),
    *("send_message", "read_messages", "wait_phase", "vote_draw", "history", "map"),
}
FRENCH = "A Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao"
COMMAND = [sys.executable, "-m", "dragoman", "env", "mcp"]


@contextmanager
def served(folder: Path, *asked: str) -> Iterator[dict[str, Any]]:
    """A game served by a process: its address and tokens, and the process."""
    file = folder / "tokens.json"
    command = [*COMMAND, *asked, "--port", "0", "--tokens", str(file), "--json"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=folder, **pipes) as process:
        try:
            until = time.monotonic() + SECONDS
            while not file.exists():
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < until
                time.sleep(0.05)
            yield {**json.loads(file.read_text()), "process": process}
        finally:
            process.kill()


@asynccontextmanager
async def seat(url: str, token: str):
    """A client of the SDK that plays by a token."""
    async with (
        AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=SECONDS) as web,
        Client(streamable_http_client(url, http_client=web)) as client,
    ):
        yield client


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    return found.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    found = await client.call_tool(tool, arguments)
    assert found.is_error
    return found.content[0].text


async def _every_tool(url: str, tokens: dict[str, str]) -> None:
    async with seat(url, tokens["FRANCE"]) as france, seat(url, tokens["GERMANY"]) as germany:
        assert {tool.name for tool in (await france.list_tools()).tools} == TOOLS
        state = await told(france, "state")
        assert state["you"] == "FRANCE" and "You play France." in state["text"]
        legal = await told(france, "legal_orders", unit="A Par")
        assert "A Par - Bur" in legal["units"][0]["orders"] and len(legal["units"]) == 1
        assert len((await told(germany, "legal_orders"))["units"]) == 3
        assert "no unit 'A Mun'" in await refused(france, "legal_orders", unit="A Mun")

        wrong = await told(france, "check_orders", orders="A Par - Lon\nF Bre - Mao")
        assert not wrong["filed"] and wrong["missing"] == ["A Mar", "A Par"]
        (fault,) = [one for one in wrong["diagnostics"] if one["severity"] == "error"]
        assert fault["line"] == 1 and fault["candidates"]
        tried = await told(france, "what_if", orders={"France": FRENCH, "GERMANY": "A Mun - Bur"})
        assert "Bur" in tried["text"] and not tried["diagnostics"]

        sent = await told(france, "send_message", to="Germany", text="Secret: Burgundy is mine.")
        assert sent == {"sent_to": ["GERMANY"]}
        assert "names nobody else" in await refused(france, "send_message", to="SPAIN", text="?")
        (heard,) = (await told(germany, "read_messages"))["messages"]
        assert heard["from"] == "FRANCE" and heard["text"] == "Secret: Burgundy is mine."
        async with seat(url, tokens["ITALY"]) as italy:
            assert (await told(italy, "read_messages"))["messages"] == []

        filed = await told(france, "submit_orders", orders=FRENCH)
        assert filed["filed"] and filed["phase"] == "S1901M"
        assert (await told(france, "state"))["your_orders"] == FRENCH.split("\n")
        looks = [await told(germany, tool) for tool in ("state", "history", "legal_orders")]
        looks.append(await told(germany, "read_messages", since=2))
        looks.append(await told(germany, "submit_orders", orders="A Mun - Bur"))
        said = json.dumps(looks)
        assert "F Bre - Mao" not in said, "the orders of others are secret"
        assert not any(token in said for token in tokens.values())
        assert (await told(germany, "vote_draw"))["you_vote_for_a_draw"]
        assert not (await told(france, "state"))["you_vote_for_a_draw"]
        assert not (await told(germany, "vote_draw", agree=False))["you_vote_for_a_draw"]

        waiting = asyncio.create_task(told(france, "wait_phase", phase="S1901M", seconds=120))
        partial = await told(germany, "submit_orders", orders="A Mun - Bur")
        assert (
            not partial["filed"] and len(partial["missing"]) == 2 and "leave_rest" in str(partial)
        )
        assert (await told(germany, "submit_orders", orders="A Mun - Bur", leave_rest=True))[
            "filed"
        ]
        async with seat(url, tokens["ITALY"]) as italy:
            await told(italy, "submit_orders", orders="", leave_rest=True)
        assert (await waiting)["phase"] == "F1901M"
        past = await told(france, "history", phase="s1901m")
        assert past["orders"]["GERMANY"] == ["A Mun - Bur"], "no hold is invented"
        assert "Bur" in (await told(germany, "explain", unit="A Mun"))["text"]
        assert (await told(france, "history"))["phases"] == ["S1901M"]
        picture = (await france.call_tool("map", {"width": 400})).content[0]
        assert picture.mime_type == "image/png" and len(picture.data) > 5_000
        assert "200 to 2000" in await refused(france, "map", width=9)
        assert "no phase that was judged" in await refused(france, "history", phase="S1999M")


def test_every_tool_and_no_secret(tmp_path: Path) -> None:
    asked = ("--power", "france", "--power", "germany", "--power", "italy", "--last-year", "1901")
    with served(tmp_path, *asked) as game:
        assert {*game["tokens"]} == {"FRANCE", "GERMANY", "ITALY"}
        assert stat.S_IMODE((tmp_path / "tokens.json").stat().st_mode) == 0o600
        asyncio.run(_every_tool(game["url"], game["tokens"]))

        ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        accept = {"Accept": "application/json, text/event-stream"}
        nearly = game["tokens"]["FRANCE"][:-1]
        for said in ("Bearer nonsense", "Basic eDp5", f"Bearer {nearly}", "x"):
            answer = post(game["url"], json=ask, headers={**accept, "Authorization": said})
            assert answer.status_code == 401, said
        assert post(game["url"], json=ask, headers=accept).status_code == 401


def garbled(dice: Random, order: str) -> str:
    """An order as a model may spoil it: another place, a word lost, letters mixed up."""
    words = order.split()
    match dice.randrange(3):
        case 0:
            return f"{' '.join(words[:2])} - Timbuktu"
        case 1:
            return " ".join(words[1:-1]) or "A"
        case _:
            return order[::-1]


async def _garbler(url: str, power: str, token: str, counts: dict[str, int]) -> None:
    """Play random legal orders, of which three in ten are spoiled at first."""
    dice = Random(power)
    async with seat(url, token) as client:
        while True:
            now = await told(client, "state", length="short")
            if now["over"] is not None:
                return
            legal = await told(client, "legal_orders")
            chosen = [dice.choice(one["orders"]) for one in legal["units"] if one["unit"]]
            if legal["due"] is not None:
                chosen = [*dict.fromkeys(chosen)][: abs(legal["due"])]
            spoiled = [garbled(dice, one) if dice.random() < 0.3 else one for one in chosen]
            counts["orders"] += len(chosen)
            counts["spoiled"] += sum(a != b for a, b in zip(chosen, spoiled, strict=True))
            first = await told(client, "submit_orders", orders="\n".join(spoiled), leave_rest=False)
            if not first["filed"]:
                counts["refused"] += 1
                assert first["diagnostics"] or first["missing"] or first["left"]
                again = await told(
                    client, "submit_orders", orders="\n".join(chosen), leave_rest=True
                )
                assert again["filed"], again
            await told(client, "wait_phase", phase=legal["phase"], seconds=60)


def test_a_game_with_three_garbled_orders_in_ten_ends_and_nothing_is_repaired(
    tmp_path: Path,
) -> None:
    asked = ("--power", "france", "--power", "austria", "--last-year", "1903")
    log, kept = tmp_path / "log.jsonl", tmp_path / "game.json"
    counts = {"orders": 0, "spoiled": 0, "refused": 0}
    with served(
        tmp_path, "france_austria", *asked, "--log", str(log), "--record", str(kept)
    ) as game:

        async def play() -> None:
            await asyncio.gather(
                *(
                    _garbler(game["url"], power, token, counts)
                    for power, token in game["tokens"].items()
                )
            )

        asyncio.run(play())
        out, err = game["process"].communicate(timeout=SECONDS)
    assert game["process"].returncode == 0, err
    assert json.loads(out)["how"] == "draw" and "Traceback" not in err
    assert counts["spoiled"] > 0.2 * counts["orders"] and counts["refused"] > 3
    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    record, faults = read_record(kept.read_text("utf-8"), load_variant)
    assert record is not None and not faults and record.ending is not None
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        if row["what"] == "submit_orders":
            errors = [one for one in row["diagnostics"] if one["severity"] == "error"]
            if not errors:
                answers[row["power"], row["phase"]] = row
        else:
            assert row["what"] == "judged"
            for power, orders in row["orders"].items():
                read = [one["order"] for one in answers[power, row["phase"]]["read"]]
                assert orders == read, "what is judged is what was read, and nothing else"
    assert not any(token in log.read_text() for token in game["tokens"].values())


def test_one_power_over_standard_input_and_output(tmp_path: Path) -> None:
    asked = ["france_austria", "--stdio", "--power", "france", "--bot", "random"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    server = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], *asked, "--last-year", "1901"],
        env=environment,
        cwd=str(tmp_path),
    )

    async def play() -> None:
        async with Client(stdio_client(server)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            for _ in range(12):
                now = await told(client, "state")
                if now["over"] is not None:
                    break
                await told(client, "submit_orders", orders="", leave_rest=True)
            assert now["over"]["how"] == "draw"
            assert "over" in await refused(client, "vote_draw")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--power", "spain"), "there is no power 'spain'"),
        (("--stdio",), "one power is played"),
        (("--bot", "nobody"), "there is no bot 'nobody'"),
        (("nonsense",), "no variant"),
        (("fog_of_war",), "in fog"),
        (("machiavelli", "--bot", "prince"), "not of Diplomacy"),
    ],
)
def test_nonsense_is_told(tmp_path: Path, asked: tuple[str, ...], said: str) -> None:
    from dragoman.cli.env.serving import McpAsked, McpPlace, served as serving

    variant = asked[0] if not asked[0].startswith("--") else "standard"
    options = dict(pairwise(asked))
    bot = options.get("--bot", "random")
    powers = (options["--power"],) if "--power" in options else ()
    powers = ("FRANCE",) if bot == "nobody" else powers
    place = McpPlace("127.0.0.1", None if "--stdio" in asked else 0, None, None, None)
    answer = serving(McpAsked(variant, powers, bot, None, 1, True, None), place)
    assert said.lower() in str(answer.diagnostics[0]).lower()
    assert not list(tmp_path.iterdir())


def test_no_file_is_written_over_and_none_is_missed_later(tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    kept.write_text("mine")
    for files in ((kept, None), (None, tmp_path / "nowhere" / "log.jsonl")):
        command = [*COMMAND, "--port", "0", "--power", "france"]
        for option, path in zip(("--record", "--log"), files, strict=True):
            command += [option, str(path)] if path else []
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        assert ran.returncode == 2 and "Traceback" not in ran.stderr
        assert "there already" in ran.stderr or "no folder" in ran.stderr
    assert kept.read_text() == "mine"
