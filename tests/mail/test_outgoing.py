"""What leaves the judge by mail: pages, maps, addresses to answer to, threads, and how it stops."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import partial
from pathlib import Path

import pytest

from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.mail_carriers import mail_carrier
from dragoman.judge.running.run_worker import draw_map
from dragoman.judge.service import Judge
from tests.judge.accounts.letterbox import person
from tests.judge.stores import NOW
from tests.mail.post import OWN, PostOffice, written

THREE = "S1901M | FRANCE: A PAR; ITALY: A ROM; TURKEY: A CON | FRANCE: PAR; ITALY: ROM; TURKEY: CON"
POWERS = ("FRANCE", "ITALY", "TURKEY")
NAMES = ("Fred", "Ida", "Tom")


class Friends:
    """A small game of three, whose master is Ann, and the mails that come as files."""

    def __init__(self, office: PostOffice, folder: Path, **settings: object) -> None:
        self.office, self.judge = office, office.judge
        self.people = {name: person(office.judge, name) for name in NAMES}
        self.game = office.game(start=THREE, **settings)
        self.now = NOW
        draw = partial(draw_map, office.judge)
        self._carry, self._folder = mail_carrier("", OWN, folder, draw), folder
        for name, power in zip(NAMES, POWERS, strict=True):
            self.do(name, c.Join((power,)))
        self.do("Ann", c.Begin())

    def do(self, name: str, command: c.Command) -> None:
        actor = Actor(self.people.get(name, self.office.ann))
        answer = self.judge.act(self.game, command, actor, self.now)
        assert answer.events, answer.told

    def mails(self) -> dict[str, list[EmailMessage]]:
        """What everybody got since the last question, as it left."""
        self.now += timedelta(minutes=1)
        while self.judge.notify(self.now):
            pass
        while self.judge.outbox.send(self._carry, self._carry, self.now):
            pass
        found: dict[str, list[EmailMessage]] = {}
        for file in sorted(self._folder.glob("*.eml")):
            message = message_from_bytes(file.read_bytes(), policy=default)
            assert isinstance(message, EmailMessage)
            found.setdefault(message["To"].partition("@")[0].title(), []).append(message)
            file.unlink()
        return found


@pytest.fixture
def friends(office: PostOffice, tmp_path: Path) -> Friends:
    found = Friends(office, tmp_path / "mails")
    found.mails()
    return found


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert isinstance(part, EmailMessage)
    return str(part.get_content())


def root_of(mail: EmailMessage) -> str:
    assert mail["In-Reply-To"] == mail["References"]
    return str(mail["References"])


@pytest.mark.slow
def test_results_come_as_text_as_a_page_and_with_a_map(friends: Friends) -> None:
    german = MailWishes("de", "Europe/Berlin")
    friends.judge.accounts.wishes.choose(
        Actor(friends.people["Ida"]), friends.people["Ida"], german, NOW
    )
    friends.do("Fred", c.SaveOrders("A par-bur"))
    friends.do("Ann", c.ProcessNow())
    found = friends.mails()
    [fred], [ida] = found["Fred"], found["Ida"]
    for kind in ("plain", "html"):
        assert "Par–Bur" in text_of(fred, kind)
    assert "wurde ausgewertet" in text_of(ida) or "Frühjahr" in text_of(ida)
    for mail in (fred, ida):
        [picture] = [one for one in mail.walk() if one.get_content_type() == "image/png"]
        assert picture.get_content().startswith(b"\x89PNG")
        assert len(picture.get_content()) < 200_000
        assert picture.get_filename() == f"game-{friends.game}-S1901M.png"
        assert f'src="cid:{str(picture["Content-ID"]).strip("<>")}"' in text_of(mail, "html")
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].startswith("<https://dip.example/api/mails/stop/")
    assert root_of(fred) == root_of(ida) == f"<game-{friends.game}@dip.example>"
    assert fred["Message-ID"] != ida["Message-ID"]


def test_the_map_of_a_blind_game_shows_what_its_reader_sees(
    office: PostOffice, tmp_path: Path
) -> None:
    friends = Friends(office, tmp_path / "mails", blind=True)
    friends.mails()
    friends.do("Fred", c.SaveOrders("A par-bur"))
    friends.do("Ann", c.ProcessNow())
    found = friends.mails()
    maps = {
        name: next(
            one.get_content() for one in mail.walk() if one.get_content_type() == "image/png"
        )
        for name, [mail] in found.items()
    }
    assert len({*maps.values()}) == len(maps), "nobody sees the same"


def test_answers_go_where_the_mail_says(friends: Friends) -> None:
    """Press is answered in its thread, all else by commands, in the name of whoever got it."""
    friends.do("Fred", c.Send("Peace?", ("ITALY",)))
    friends.do("Fred", c.Send("Hello, all."))
    found = friends.mails()
    private, public = sorted(found["Ida"], key=lambda one: "Hello" in text_of(one))
    assert "your reply is sent as press" in text_of(private)
    assert root_of(private) != root_of(public) != f"<game-{friends.game}@dip.example>"
    friends.do("Ann", c.ProcessNow())
    [results] = friends.mails()["Ida"]
    assert "with orders or commands" in text_of(results)
    threads: list[str] = []
    for mail in (private, public, results):
        answer = written("Yes.", "ida@example.org", To=mail["Reply-To"])
        assert friends.office.take(answer)
        assert friends.office.answerer.work(NOW)
        seat = friends.office.parrot.heard[-1].seat
        assert seat is not None and (seat.person, seat.game) == (
            friends.people["Ida"],
            friends.game,
        )
        threads.append(seat.thread)
    assert threads == ["FRANCE+ITALY", "ALL", ""]


def test_mails_of_one_thread_of_press_stand_together(friends: Friends) -> None:
    for text in ("One.", "Two."):
        friends.do("Fred", c.Send(text, ("ITALY",)))
    friends.do("Tom", c.Send("Three.", ("ITALY",)))
    roots = [root_of(mail) for mail in friends.mails()["Ida"]]
    assert roots[0] == roots[1] != roots[2]


def test_nothing_tells_who_plays_what_in_an_anonymous_game(
    office: PostOffice, tmp_path: Path
) -> None:
    friends = Friends(office, tmp_path / "mails", anonymous=True)
    friends.mails()
    friends.do("Fred", c.Send("Peace?", ("ITALY",)))
    [mail] = friends.mails()["Ida"]
    assert "fred" not in mail.as_string().casefold()


def test_press_in_a_digest_or_not_at_all(friends: Friends) -> None:
    for name, press in (("Ida", PressMails.DIGEST), ("Tom", PressMails.NONE)):
        number = friends.people[name]
        friends.judge.accounts.wishes.choose(Actor(number), number, MailWishes(press=press), NOW)
    friends.do("Fred", c.Send("Hello, all."))
    assert set(friends.mails()) == {"Ann"}
    friends.now += timedelta(days=1)
    [digest] = [one for one in friends.mails()["Ida"] if "Hello" in text_of(one)]
    assert digest["Reply-To"] == OWN and "Hello, all." in text_of(digest, "html")


def test_a_judge_that_takes_no_mails_says_so(tmp_path: Path, address: str) -> None:
    judge = Judge(address)
    ann = person(judge, "Ann")
    number, _ = judge.games.create({"title": "Friends", "start": THREE}, ann, NOW)
    assert number is not None
    for user, power in zip((101, 102, 103), POWERS, strict=True):
        assert judge.games.act(number, c.Join((power,)), Actor(user), NOW).events
    assert judge.games.act(number, c.Begin(), Actor(ann), NOW).events
    while judge.notify(NOW):
        pass
    carry = mail_carrier("", "judge@dip.example", tmp_path)
    while judge.outbox.send(carry, carry, NOW):
        pass
    mails = [message_from_bytes(one.read_bytes(), policy=default) for one in tmp_path.glob("*.eml")]
    assert mails and all(one["Reply-To"] is None for one in mails)
    assert all("on the judge" in one.as_string() for one in mails)
    judge.close()
