"""Whole short games between processes, over each transport: what was said, word for word."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import pytest
from daide_client import DaideClient
from programs import text_of
from test_dpp_server import Lines

from tests.patience import SECONDS

pytestmark = pytest.mark.slow
TRANSCRIPTS = Path(__file__).with_name("transcripts")
OTHERS = ("AUSTRIA", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
DPP = {
    "(ORD 0": "(SUB ((FLT LON) MTO NTH) ((FLT EDI) MTO NWG) ((AMY LVP) MTO YOR))",
    "(ORD 1": "(SUB ((FLT NTH) CNV (AMY YOR) MTO BEL) ((AMY YOR) MTO BEL) ((FLT NWG) MTO NWY))",
    "(ORD 3": "(SUB ((FLT LON) BLD) ((AMY LVP) BLD))",
}
DAIDE = {
    "NOW (SPR": "SUB ((ENG FLT LON) MTO NTH) ((ENG FLT EDI) MTO NWG) ((ENG AMY LVP) MTO YOR)",
    "NOW (FAL": "SUB ((ENG FLT NTH) CVY (ENG AMY YOR) CTO BEL)"
    " ((ENG AMY YOR) CTO BEL VIA (NTH)) ((ENG FLT NWG) MTO NWY)",
    "NOW (WIN": "SUB ((ENG FLT LON) BLD) ((ENG AMY LVP) BLD)",
}


async def served(*doors):
    """The program, and where its doors are."""
    bots = [part for power in OTHERS for part in ("--bot", f"{power}=civil-disorder")]
    asked = ("--last-year", "1901", "--seed", "1", "--level", "130", *doors, *bots)
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dragoman", "sockets", "serve", *asked,
        stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    said = (await server.stdout.readline()).decode()
    return server, said.partition(": ")[2].strip()


async def ended(server):
    async with asyncio.timeout(SECONDS):
        out, _ = await server.communicate()
    assert server.returncode == 0
    return out.decode().splitlines()


def compared(name, lines):
    """The transcript is the one that is kept."""
    file = TRANSCRIPTS / name
    if os.environ.get("DRAGOMAN_WRITE_TRANSCRIPTS"):
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    assert lines == file.read_text("utf-8").splitlines()


async def dpp_game(program):
    said = ["> (NME Test ENG)"]
    program.say("(NME Test ENG)")
    while not said[-1].startswith("< (END"):
        line = await program.line()
        said.append(f"< {line}")
        if (orders := DPP.get(line[:6])) is not None:
            program.say(orders)
            said.append(f"> {orders}")
    program.writer.close()
    return said


def test_over_tcp_and_over_unix_sockets_programs_that_speak_dpp_hear_the_same():
    async def play(door, opened):
        server, where = await served(*door)
        said = await dpp_game(await opened(where))
        return said, await ended(server)

    async def over_tcp(where):
        host, _, port = where.rpartition(":")
        return Lines(*await asyncio.open_connection(host, int(port)))

    over_port, out = asyncio.run(play(("--dpp", "0"), over_tcp))
    compared("dpp.txt", over_port)
    with tempfile.TemporaryDirectory(prefix="dpp") as folder:
        table = f"{folder}/t"
        over_path, other = asyncio.run(
            play(("--unix", table), lambda _: Lines.over(f"{table}/REF"))
        )
    assert over_path == over_port and out == other
    assert out[-8] == "draw: AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY"
    assert out[-6] == "  ENGLAND     5  Test"


def test_over_tcp_a_program_that_speaks_daide():
    async def play():
        server, where = await served("--daide", "0")
        program = await DaideClient.connect(int(where.rpartition(":")[2]))
        said = []

        def say(text):
            said.append(f"> {text}")
            program.say(text)

        say("NME ('ENG:Test') ('1')")
        while not (said and said[-1].startswith("< SMR")):
            line = text_of(*await program.frame())
            said.append(f"< {line}")
            if line.startswith("MAP"):
                say("YES (MAP ('standard'))")
            elif (orders := DAIDE.get(line[:8])) is not None:
                say(orders)
        for request in ("HST (FAL 1901)", "SMR"):
            say(request)
            while not said[-1].startswith(("< NOW", "< SMR")):
                said.append(f"< {text_of(*await program.frame())}")
        program.close()
        return said, await ended(server)

    said, out = asyncio.run(play())
    compared("daide.txt", said)
    assert out[-6] == "  ENGLAND     5  ENG:Test"
