"""Whatever somebody answers to press: no line that the judge reads as an order or a command is in
what others receive, unless he wrote it as press. ``DRAGOMAN_TEST_MAILS`` says how many are tried.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from dragoman.formats import load_variant
from dragoman.mail.language.parser import MailCommand, MailLine, MisreadCommand, read
from dragoman.mail.language.verbs import VERBS
from dragoman.mail.message import ReplySeat
from dragoman.orders import scan
from tests.mail.house import PEOPLE, House, open_house
from tests.mail.mutating import mutated

MAILS = int(os.environ.get("DRAGOMAN_TEST_MAILS", "120"))
WORDS = (
    "Shall we be friends?", "Gladly.", "I shall go to Burgundy, you to Munich.", "Hans",
    "I will move A PAR-BUR.", "Thanks!", "Was meinst du?", "", "A deal is a deal, and I keep mine.",
)  # fmt: skip
ORDERS = (
    "A PAR-BUR", "a par - bur", "Army Paris moves to Burgundy", "Armee Paris nach Burgund",
    "F BRE-MAO, A MAR-SPA", "  * A PAR S A MAR-BUR", "A PAR H", "A PRA-BUR", "Paris holds",
    "ok, A PAR-BUR", "My orders: A PAR-BUR", "We agree. A PAR-BUR", "A \u200bPAR-BUR",
)  # fmt: skip
BOARD = load_variant("standard").board
THREADS = ("ALL", "ENGLAND+FRANCE", "FRANCE+GERMANY+ITALY", "FRANCE+MASTER")


def commands() -> list[str]:
    """Commands as somebody may write them: whole, shortened, in small letters."""
    found = ["SET NOWAIT", "set nowait", "Setze NOWAIT", "CLEAR", "clear.", "Signoff", "sign off"]
    for verb in VERBS.values():
        for word in verb.words:
            found += [word, word.upper(), word.title(), word[:4] if " " not in word else word]
    return [one for one in found if any(not isinstance(x, MailLine) for x in read(one).items)]


def is_for_the_judge(line: str, house: House) -> bool:
    """Whether the judge would take a line for an order or a command, were it written to it."""
    g = house.judge.games.load(1)
    if any(isinstance(one, MailCommand | MisreadCommand) for one in read(line).items):
        return True
    return bool(scan(line, g.game.variant.board, g.phase.kind.value).orders)


def sent_of(house: House, text: str, thread: str) -> list[str]:
    """The lines that others got by an answer to press, but for what was written as press."""
    before = len(house.judge.games.load(1).messages)
    house.write("france", text, known=False, seat=ReplySeat(PEOPLE["france"], 1, thread))
    new = house.judge.games.load(1).messages[before:]
    items = read(text).items
    if any(isinstance(one, MailCommand) and one.key in ("press", "broadcast") for one in items):
        return []
    return [line for one in new for line in one.text.split("\n")]


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(-(-MAILS // 400)))
def test_no_order_and_no_command_is_sent_unasked(batch: int, tmp_path: Path) -> None:
    house = open_house(tmp_path)
    every = commands()
    sent = 0
    for number in range(batch * 400, min(MAILS, (batch + 1) * 400)):
        dice = Random(number)
        if dice.random() < 0.3:
            text = mutated(dice)
        else:
            lines = [*dice.choices(WORDS, k=dice.randrange(4))]
            for _ in range(dice.choice((0, 1, 1, 2))):
                kind = dice.choice((ORDERS, every))
                lines.insert(dice.randrange(len(lines) + 1), dice.choice(kind))
            text = "\n".join(lines)
        lines = sent_of(house, text, dice.choice(THREADS))
        sent += bool(lines)
        for line in lines:
            assert not is_for_the_judge(line, house), (number, line, text)
        if house.judge.games.load(1).players.get(PEOPLE["france"]) is None:
            break  # he has resigned
    assert sent > 5, "most were press"
    house.judge.close()


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("thread", ("ALL", "ENGLAND+FRANCE"))
def test_an_order_among_words_is_asked_about(order: str, thread: str, tmp_path: Path) -> None:
    house = open_house(tmp_path)
    assert sent_of(house, f"Dear all,\n{order}\nYours, France", thread) == []
    answer = house.sent[-1][1]
    assert "  !!  " in answer.text and "what do you mean?" in answer.text
    assert house.log(1)[-1] != "OrdersSaved"
    # What is asked about is sent as it was, by an answer to the question.
    block = next(part for part in answer.parts if part.lines[-1:] == ("ENDPRESS",))
    house.write("france", "\n".join(block.lines), known=False, seat=ReplySeat(PEOPLE["france"], 1))
    last = house.judge.games.load(1).messages[-1]
    assert last.text == f"Dear all,\n{order}\nYours, France"
    assert last.to == (() if thread == "ALL" else ("ENGLAND",))
    house.judge.close()


@pytest.mark.parametrize("order", [one for one in ORDERS if scan(one, BOARD).orders])
def test_orders_alone_are_on_file(order: str, tmp_path: Path) -> None:
    house = open_house(tmp_path)
    assert sent_of(house, f"{order}\nset nowait", "ALL") == []
    g = house.judge.games.load(1)
    assert g.sheets[("FRANCE", str(g.phase))].text == order.replace("\u200b", "")
    house.judge.close()
