"""Play a championship at random through the real commands, and write its result page.

    python tools/championship.py          63 players, nine boards; writes championship.md

Everything goes through ``dragoman tournament desk`` and, for the secret votes, through
``dragoman tournament vote``, in processes of their own: registration from a spreadsheet,
roll calls, draws, late orders, counts, one board a round judged from typed orders, votes,
rounds that end at a deadline, penalties, board games, the ceremony. The same seed plays
the same championship.
"""

from __future__ import annotations

import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dragoman
from dragoman.orders import write
from dragoman.rules import PhaseKind, RuleSet

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "directors" / "championship.md"

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
FIRST = (
    *("Ann", "Ben", "Cara", "Dan", "Eva", "Finn", "Gita", "Hugo"),
    *("Ines", "Jack", "Kira", "Liam", "Mona", "Nils", "Olga", "Paul"),
)
LAST = (
    *("Adler", "Brown", "Clarke", "Dean", "Evans", "Fox", "Gray"),
    *("Hill", "Irving", "Jones", "Kemp", "Lee", "Moore", "Nash"),
)
TOWNS = ("Auckland", "Wellington", "Christchurch", "Dunedin", "Hamilton", "Sydney")
STARTS = ("1999-08-28 09:00", "1999-08-28 16:00", "1999-08-29 10:00")
GAMES = ("Settlers of Catan", "Lost Cities", "Take It Easy", "Modern Art", "Family Business")


class Desk:
    """A director at ``dragoman tournament desk``: one command after another, all of them good."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commands = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dragoman", "tournament", "-C", str(folder), "desk"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def do(self, *words: object) -> dict[str, Any]:
        """Type a command; its answer as data. What is refused is an error of this script."""
        answer = self.type(*words)
        faults = [d["what"] for d in answer["diagnostics"] if d["severity"] == "error"]
        assert not faults, (words, faults)
        return answer

    def type(self, *words: object) -> dict[str, Any]:
        """Type a command that may be refused; its answer as data."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self.commands += 1
        self._process.stdin.write(shlex.join([*map(str, words), "--json"]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the desk is gone after {words}"
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@dataclass
class Board:
    """A table as this script plays it."""

    key: str
    seats: dict[str, str]
    counts: dict[str, int] = field(
        default_factory=lambda: dict(zip(POWERS, (3, 3, 3, 3, 3, 4, 3), strict=True))
    )
    game: Any = None
    over: bool = False

    @property
    def alive(self) -> list[str]:
        return [power for power in POWERS if self.counts[power]]


def play(
    folder: Path, players: int, seed: int, years: tuple[int, int] = (6, 9), title: str = ""
) -> Desk:
    """Play a championship in a folder; the desk, still open, to ask for its results.

    Each round ends after so many years, at the least and at the most. It is called as its preset
    says where no title is given.
    """
    chance = random.Random(seed)
    called = (title,) if title else ()
    subprocess.run(
        [sys.executable, "-m", "dragoman", "tournament", "new", str(folder), *called],
        check=True,
        capture_output=True,
    )
    desk = Desk(folder)
    names = _register(desk, folder, players, chance)
    desk.do("committee", "Grace Torrance", "Quinn Ballard")
    for number in (1, 2, 3):
        boards = _seat(desk, number, names, seed + number, chance)
        desk.do("start", number, "--at", STARTS[number - 1])
        desk.do("endtime", number, STARTS[number - 1][:11] + "23:59")
        if number == 1:
            boards[0].game = dragoman.Game("standard", RuleSet.preset("nz1999"))
        if number == 2 and len(boards) > 1:
            _abandon(desk, boards[-1], chance)
        _play_round(desk, number, boards, chance.randint(*years), chance)
        _board_games(desk, names, chance)
        if number == 1:
            someone = names[chance.randrange(players)]
            desk.do("penalty", someone, "points", "--points", "2.5", "--because", "table talk")
            desk.do("dispute", "a retreat was shown too early", "--board", boards[0].key)
            desk.do("ruling", 1, "the retreat stands", "--by", "Quinn Ballard")
        if number == 2:
            helped = next(iter(boards[0].seats.values()))
            desk.do("penalty", helped, "game-zero", "--board", boards[0].key, "--because", "help")
    desk.do("award", "Best stab", names[3], "--because", "by applause")
    desk.do("ceremony")
    return desk


def _register(desk: Desk, folder: Path, players: int, chance: random.Random) -> list[str]:
    pairs = [f"{first} {last}" for last in LAST for first in FIRST]
    names = sorted(chance.sample(pairs, players))
    lines = ["name,contact,home,nationality,rounds,signed,standby,team"]
    for number, name in enumerate(names):
        team = f"Team {number // 3 + 1}" if number < players // 2 // 3 * 3 else ""
        standby = "yes" if number % 11 == 5 else "no"
        lines.append(f"{name},021 {number:03},{chance.choice(TOWNS)},NZL,all,yes,{standby},{team}")
    forms = folder / "forms.csv"
    forms.write_text("\n".join(lines), "utf-8")
    desk.do("import-players", forms)
    desk.do("apart", names[0], names[-1], "--because", "a family")
    desk.do("spread", "beginners", *names[5:12])
    return names


def _seat(
    desk: Desk, number: int, names: list[str], seed: int, chance: random.Random
) -> list[Board]:
    """Call the roll and draw. In the second round some stay away, and others stand down; in the
    third the organisers fill the seats that are left."""
    missing = chance.sample(names, 3) if number > 1 and len(names) > 14 else []
    desk.do("checkin", "--all", "--round", number, *missing)
    over = (len(names) - len(missing)) % 7
    if over and number == 2:
        desk.do("standdown", "--round", number, "--choose", over, "--seed", seed)
    elif over:
        for seat in range(7 - over):
            name = f"GM Seat{seat + 1}"
            if len(desk.do("players", name)["players"]) == 0:
                desk.do("register", name, "--gm")
            desk.do("checkin", "--round", number, name)
    desk.do("draw", number, "--seed", seed)
    desk.do("publish", number)
    roster = desk.do("roster", number)
    return [Board(f"{number}{letter}", seats) for letter, seats in roster["boards"].items()]


def _play_round(
    desk: Desk, number: int, boards: list[Board], years: int, chance: random.Random
) -> None:
    last = f"F{1900 + years}"
    for year in range(1901, 1901 + years):
        for season in (f"S{year}", f"F{year}"):
            for board in boards:
                if not board.over:
                    _vote(desk, board, season, chance)
                if not board.over:
                    _orders(desk, board, season, chance)
            if season == last:
                desk.do("end", number, "--season", season)
            for board in boards:
                if not board.over and season.startswith("F"):
                    _count(desk, board, year, chance)


def _orders(desk: Desk, board: Board, season: str, chance: random.Random) -> None:
    """Some orders are late, some are missing, somebody reads. A judged board is judged."""
    late = [power for power in board.alive if chance.random() < 0.01]
    if late:
        desk.do("late", board.key, *(power[0] for power in late), "--season", season)
    missing = [p for p in board.alive if p not in late and chance.random() < 0.004]
    words = [word for power in missing for word in ("--missing", power[0])]
    desk.do("read", board.key, "--season", season, *words)
    if board.game is not None and season.startswith("S"):
        _judge(desk, board, int(season[1:]), "S", chance)


def _count(desk: Desk, board: Board, year: int, chance: random.Random) -> None:
    if board.game is not None:
        _judge(desk, board, year, "F", chance)
        owners = list(board.game.position.owners.values())
        board.counts = {power: owners.count(power) for power in POWERS}
        board.over = max(board.counts.values()) >= 18
        return
    _fight(board, year, chance)
    neutral = 34 - sum(board.counts.values())
    counts = [f"{power[0]}{count}" for power, count in board.counts.items()]
    left = ("--neutral", neutral) if neutral else ()
    # Random years are wilder than what units can take.
    desk.do("count", board.key, *counts, *left, "--sure")
    board.over = max(board.counts.values()) >= 18


def _fight(board: Board, year: int, chance: random.Random) -> None:
    """A year of war: neutral centres are taken, then the strong eat the weak, mostly."""
    neutral = 34 - sum(board.counts.values())
    for _ in range(min(neutral, {1901: 10, 1902: 1}.get(year, neutral))):
        board.counts[chance.choice(board.alive)] += 1
    for _ in range(chance.randint(1, 5)):
        if len(board.alive) < 2:
            return
        loser = chance.choice(board.alive)
        others = [power for power in board.alive if power != loser]
        winner = chance.choices(others, [board.counts[power] for power in others])[0]
        if max(board.counts.values()) >= 18:
            return
        board.counts[loser] -= 1
        board.counts[winner] += 1


def _judge(desk: Desk, board: Board, year: int, season: str, chance: random.Random) -> None:
    """Give random orders until the season is over; a fall with its builds, if the game lasts."""
    game = board.game
    while game.phase.year == year and (game.phase.season == season or season == "F"):
        if game.ending is not None:
            return
        lines: list[str] = []
        for unit, orders in game.legal_orders().items():
            lines.append(f"{unit.power}: {write(chance.choice(orders))}")
        if game.phase.kind is PhaseKind.ADJUSTMENT:
            lines = []
        file = desk.folder / "orders.txt"
        file.write_text("\n".join(lines) + "\n", "utf-8")
        answer = desk.type("judge", board.key, file, "--final", "--anyway")
        if any(fault["code"] == "game-over" for fault in answer["diagnostics"]):
            return  # the round ended with the fall: no builds
        assert answer["final"], answer
        disorder = {power.upper() for power in answer["disorder"]}
        for line in lines:
            power, _, order = line.partition(": ")
            if power not in disorder:
                game.order(power, order)
        game.process()


def _vote(desk: Desk, board: Board, season: str, chance: random.Random) -> None:
    if season < "S1904" or int(season[1:]) < 1904 or chance.random() > 0.12:
        return
    if chance.random() < 0.3:
        desk.do("vote", board.key, "--refused", "--season", season)
        return
    carried = chance.random() < 0.35
    if chance.random() < 0.25:
        against = None if carried else chance.choice(board.alive)
        board.over = vote_by_tokens(desk.folder, board.key, season, board.alive, against)
        return
    result = "carried" if carried else "failed"
    board.over = desk.do("vote", board.key, "--season", season, "--result", result)["carried"]


def vote_by_tokens(
    folder: Path, key: str, season: str, survivors: list[str], against: str | None
) -> bool:
    """Vote as people do: each is dealt two tokens at the screen, then all type one of theirs.
    All are for the draw, but one, if one is against it."""
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(folder), "vote", key]
    with subprocess.Popen(
        [*command, "--season", season, "--agreed", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as voting:
        assert voting.stdin is not None and voting.stderr is not None
        voting.stdin.write("\n\n" * len(survivors))
        voting.stdin.flush()
        tokens: list[str] = []
        while len(tokens) < 2 * len(survivors):
            if found := re.search(r"draw\): +(\w+ \w+)", voting.stderr.readline()):
                tokens.append(found[1])
        for place, power in enumerate(survivors):
            voting.stdin.write(tokens[2 * place + (power == against)] + "\n")
        out, _ = voting.communicate()
    return json.loads(out)["carried"]


def _abandon(desk: Desk, board: Board, chance: random.Random) -> None:
    """A table that plays a year and then cannot go on."""
    desk.do("count", board.key, *["A5", "E4", "F5", "G5", "I4", "R6", "T4"], "--neutral", 1)
    desk.do("abandon", board.key, "--because", chance.choice(["the board fell down", "a fire"]))
    board.over = True


def _board_games(desk: Desk, names: list[str], chance: random.Random) -> None:
    """Between the rounds; none after the last."""
    for _ in range(4):
        answer = desk.type(
            "sheet", chance.choice(GAMES), *chance.sample(names, chance.randint(2, 6))
        )
        assert all(fault["code"] == "too-late" for fault in answer["diagnostics"]), answer


def page(desk: Desk, players: int, seed: int) -> str:
    """The result page, in Markdown."""
    standings = desk.do("standings")
    awards = desk.do("awards")["awards"]
    scores = desk.do("scores")["scores"]
    lateness = desk.do("lateness")["lateness"]
    report = desk.do("roster", 3)["report"]
    lines = [
        "# A championship, played at random",
        "",
        f"{players} players, three rounds by the rules of NZ1999, all of it through the commands",
        f"a director types: {desk.commands} of them. `tools/championship.py` plays it again, with",
        f"seed {seed}, and writes this page.",
        "",
        "## Awards",
        "",
        "| award | |",
        "|---|---|",
        *(
            f"| {one['title']} | {' and '.join(one['names'])}"
            f"{' (' + one['why'] + ')' if one['why'] else ''} |"
            for one in awards
        ),
        "",
        "## Standings",
        "",
        "| place | player | games | points |",
        "|---:|---|---:|---:|",
        *(
            f"| {_place(one)} | {one['player']} | {one['games']} | {one['points']} |"
            for one in standings["standings"]
        ),
        "",
        "## Teams",
        "",
        "| place | team | points |",
        "|---:|---|---:|",
        *(f"| {_place(one)} | {one['team']} | {one['points']} |" for one in standings["teams"]),
        "",
        "## Board games",
        "",
        "| place | player | points |",
        "|---:|---|---:|",
        *(
            f"| {_place(one)} | {one['player']} | {one['points']} |"
            for one in standings["board_games"]
        ),
        "",
        "## The draw",
        "",
        "What `roster 3` tells the director of the draw over all three rounds:",
        "",
        "```text",
        *report[:-1],
        "```",
        "",
        "## Late orders",
        "",
        "| player | board | season | power | what | ruling |",
        "|---|---|---|---|---|---|",
        *(f"| {' | '.join(one.values())} |" for one in lateness),
        "",
        "## Every game",
        "",
        "| board | power | player | centres | points |",
        "|---|---|---|---:|---:|",
        *(
            f"| {one['board']} | {one['power']} | {one['player']} | {one['centers']} "
            f"| {one['points']} |"
            for one in scores
        ),
    ]
    return "\n".join(lines) + "\n"


def _place(one: dict[str, Any]) -> str:
    return f"{one['place']}{'=' if one['equals'] > 1 else ''}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        done = play(Path(scratch) / "championship", 63, 1999)
        PAGE.write_text(page(done, 63, 1999), "utf-8")
        done.close()
    print(PAGE)
