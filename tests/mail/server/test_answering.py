"""Each mail is answered once, or passed over with a line in the log; nothing is done by halves."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.running.maintenance import finish, order_going_on, stop
from dragoman.judge.storage.tables import incoming
from dragoman.judge.storage.upkeep import StandstillMode
from dragoman.mail.execution.answering import answer
from dragoman.mail.reading.decoding import came_over
from dragoman.mail.reading.mail import message_of
from dragoman.mail.server import answerer, inbox
from dragoman.mail.server.answerer import Answerer
from dragoman.mail.server.automatic_mail import why_passed_over
from dragoman.mail.server.inbox import HELD, MOST_TRIES
from dragoman.mail.server.sender_auth import SenderAuth, sender_auth
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD, person
from tests.judge.processes import Running, running
from tests.judge.stores import NOW
from tests.mail.killing import answer_and_stay
from tests.mail.post import OWN, Parrot, PostOffice, opened_judge, written


def outcomes(office: PostOffice) -> list[str]:
    with office.judge.database.reading() as connection:
        wanted = sa.select(incoming.c.outcome).order_by(incoming.c.id)
        return list(connection.execute(wanted).scalars())


def messages(office: PostOffice, game: int) -> list[str]:
    return [one.text for one in office.judge.games.load(game).messages]


def test_a_mail_is_answered_in_its_thread(each_office: PostOffice) -> None:
    office = each_office
    [mail] = office.asked("Hello.", Message_ID="<x@y>", References="<v@y> <w@y>")
    assert (mail.to, mail.subject) == ("ann@example.org", "Re: orders")
    assert mail.text.startswith("Hello.\n") and "https://dip.example" in mail.text
    assert mail.headers["In-Reply-To"] == "<x@y>"
    assert mail.headers["References"] == "<v@y> <w@y> <x@y>"
    assert mail.headers["Auto-Submitted"] == "auto-replied"
    assert mail.headers["Reply-To"] == OWN
    assert "Hello." in mail.html
    assert office.answers() == [] and outcomes(office) == ["answered"]


def test_what_a_mail_said_is_forgotten_when_it_is_answered(office: PostOffice) -> None:
    office.asked("my secret plan")
    with office.judge.database.reading() as connection:
        assert connection.execute(sa.select(incoming.c.raw)).scalars().all() == [b""]


def test_a_mail_that_comes_twice_is_answered_once(each_office: PostOffice) -> None:
    office = each_office
    raw = written("Hello.")
    assert office.take(raw) and not office.take(raw)
    assert len(office.answers()) == 1
    assert not office.take(raw.replace(b"Hello", b"Hello again"))
    assert office.answers() == []
    assert office.take(written("Hello.", Message_ID="")), "who has no name is known by its text"
    assert not office.take(written("Hello.", Message_ID=""))


@pytest.mark.parametrize(
    ("headers", "why"),
    (
        ({"Auto_Submitted": "auto-replied"}, "auto-submitted"),
        ({"Auto_Submitted": "auto-generated; x=y"}, "auto-submitted"),
        ({"Precedence": "Bulk"}, "precedence"),
        ({"Return_Path": "<>"}, "bounce"),
        ({"Return_Path": "<MAILER-DAEMON>"}, "bounce"),
        ({"Return_Path": "<ann@example.org>"}, ""),
        ({"From": "MAILER-DAEMON@example.org"}, "machine"),
        ({"From": "no-reply@example.org"}, "machine"),
        ({"From": "Judge <judge@DIP.example>"}, "own-address"),
        ({"From": "judge+abcdef@dip.example"}, "own-address"),
        ({"Sender": OWN}, "own-address"),
        ({"From": ""}, "no-sender"),
        ({"From": "nobody at all"}, "no-sender"),
        ({"List_Id": "<diplomacy.example.org>"}, "mailing-list"),
        ({"X_Autoreply": "yes"}, "auto-submitted"),
    ),
)
def test_what_machines_write_is_passed_over(headers: dict[str, str], why: str) -> None:
    assert why_passed_over(message_of(written("Hello.", **headers)), None, OWN) == why


def test_reports_of_the_post_are_passed_over(office: PostOffice) -> None:
    assert office.take(written("Hello."), came_from="")
    assert office.take(written("Hello."), came_from="<>")
    assert office.take(written("Hello.", Precedence="bulk"), came_from="ann@example.org")
    assert office.answers() == [] and not office.parrot.heard
    assert outcomes(office) == ["bounce", "bounce", "precedence"]


def test_a_person_may_say_that_nobody_submitted_it(office: PostOffice) -> None:
    assert len(office.asked("Hello.", Auto_Submitted="no", Precedence="normal")) == 1


def test_the_judge_never_answers_its_own_answers(office: PostOffice) -> None:
    [mail] = office.asked("Hello.")
    back = {**mail.headers, "From": "ann@example.org", "Subject": mail.subject}
    assert office.asked(mail.text, **{name: value for name, value in back.items()}) == []


def test_a_reply_address_says_who_writes(office: PostOffice) -> None:
    game = office.game()
    [mail] = office.asked("Hello.", To=office.reply_address(office.ann, game))
    seat = office.parrot.heard[-1].seat
    assert seat is not None and (seat.person, seat.game, seat.thread) == (office.ann, game, "")
    [again] = office.asked("Hello.", To=mail.headers["Reply-To"])
    seat = office.parrot.heard[-1].seat
    assert seat is not None and (seat.person, seat.game) == (office.ann, 0)
    assert again.headers["Reply-To"] == mail.headers["Reply-To"]


def test_an_answer_about_a_game_is_answered_to_the_same_seat(office: PostOffice) -> None:
    game = office.game()
    to = office.reply_address(office.ann, game)
    [mail] = office.asked(f"press {game} Welcome, all.", To=to)
    assert messages(office, game) == ["Welcome, all."]
    assert mail.headers["Reply-To"] == to


def test_an_address_that_was_tampered_with_is_good_for_nothing(office: PostOffice) -> None:
    to = office.reply_address(office.ann, office.game())
    name, _, host = to.partition("@")
    other = "a" if name[-3] != "a" else "b"
    for wrong in (f"{name[:-3]}{other}{name[-2:]}@{host}", f"{name}x@{host}", f"{name[:-1]}@{host}",
                  f"judge+{'a' * 36}@{host}", f"judge+ü@{host}"):  # fmt: skip
        assert office.take(written("Hello."), (wrong,))
    told = office.answers()
    assert told and all("good no longer" in mail.text for mail in told)
    assert not office.parrot.heard


def test_an_address_in_capitals_is_good(office: PostOffice) -> None:
    to = office.reply_address(office.ann, office.game())
    assert office.take(written("Hello."), (to.upper(),))
    office.answers()
    assert office.parrot.heard[-1].seat is not None


def test_nobody_writes_to_the_address_of_another(office: PostOffice) -> None:
    person(office.judge, "Bob")
    to = office.reply_address(office.ann, office.game())
    for who in ("bob@example.org", "stranger@example.net"):
        [mail] = office.asked("Hello.", who, To=to)
        assert mail.to == who and "somebody else" in mail.text
    assert not office.parrot.heard


def test_an_address_is_good_for_as_long_as_the_seat(office: PostOffice) -> None:
    bob = person(office.judge, "Bob")
    game = office.game()
    before = office.reply_address(bob, game)
    games = office.judge.games
    for user in (bob, *range(101, 107)):
        assert games.act(game, c.Join(), Actor(user), NOW).events
    assert games.act(game, c.Begin(), Actor(office.ann), NOW).events
    playing = office.reply_address(bob, game)
    for to in (before, playing):
        assert office.asked("Hello.", "bob@example.org", To=to)[0].text.startswith("Hello.")
    assert games.act(game, c.Resign(), Actor(bob), NOW).events
    assert "good no longer" in office.asked("Hello.", "bob@example.org", To=playing)[0].text
    assert games.act(game, c.Join(), Actor(bob), NOW + timedelta(hours=1)).events
    assert "good no longer" in office.asked("Hello.", "bob@example.org", To=playing)[0].text


def test_press_is_answered_in_its_thread(office: PostOffice) -> None:
    bob = person(office.judge, "Bob")
    game = office.game()
    games = office.judge.games
    for user in (bob, *range(101, 107)):
        assert games.act(game, c.Join(), Actor(user), NOW).events
    assert games.act(game, c.Begin(), Actor(office.ann), NOW).events
    g: JudgedGame = games.load(game)
    power = g.players[bob]
    other = next(one for user, one in g.players.items() if user == 101)
    for command in (c.Send("Hello, all."), c.Send("You alone.", (power,))):
        assert games.act(game, command, Actor(101), NOW).events
    for number, thread in ((1, "ALL"), (2, {power, other})):
        office.asked("Yes.", "bob@example.org", To=office.reply_address(bob, game, number))
        seat = office.parrot.heard[-1].seat
        assert seat is not None
        assert (seat.thread if number == 1 else {*seat.thread.split("+")}) == thread
    [mail] = office.asked("Yes.", To=office.reply_address(office.ann, game, 9))
    assert "good no longer" not in mail.text, "a number that is no message's means none"


def test_who_is_blocked_has_no_address_here(office: PostOffice) -> None:
    to = office.reply_address(office.ann, office.game())
    office.judge.accounts.people.block(ADMIN, office.ann, "why not")
    [mail] = office.asked("Hello.", To=to)
    assert "somebody else" in mail.text and not office.parrot.heard


def test_what_is_quoted_alone_is_not_carried_out_and_told(office: PostOffice) -> None:
    [mail] = office.asked("> A mun-kie\n> F kie-den\n")
    assert "Quoted text is not read" in mail.text and not office.parrot.heard[0].text
    [mail] = office.asked("Yes.\n> A mun-kie\n")
    assert "Quoted text" not in mail.text


@pytest.mark.parametrize(
    ("result", "word"),
    (
        ("mx.example.net; dmarc=pass header.from=example.org", SenderAuth.YES),
        ("mx.example.net; dkim=pass header.d=example.org", SenderAuth.YES),
        ("mx.example.net 1; spf=pass (it is) smtp.mailfrom=ann@example.org", SenderAuth.YES),
        ("mx.example.net; spf=pass smtp.mailfrom=x@evil.example", SenderAuth.UNKNOWN),
        ("mx.example.net; dkim=pass header.d=evil.example", SenderAuth.UNKNOWN),
        ("mx.example.net; dkim=pass header.d=org", SenderAuth.UNKNOWN),
        ("mx.example.net; dkim=pass header.d=t.example.org", SenderAuth.UNKNOWN),
        ("mx.example.net; none", SenderAuth.UNKNOWN),
        ("mx.example.net; dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
         SenderAuth.NO),
        ("mx.example.net; spf=fail smtp.mailfrom=ann@example.org; dkim=none", SenderAuth.NO),
        ("mx.example.net; spf=fail; dkim=pass header.d=example.org", SenderAuth.YES),
        ("mx.evil.example; dmarc=pass header.from=example.org", SenderAuth.UNKNOWN),
        (";;;===", SenderAuth.UNKNOWN),
    ),
)  # fmt: skip
def test_what_the_receiving_server_says_of_the_sender(result: str, word: SenderAuth) -> None:
    message = message_of(written("Hello.", Authentication_Results=result))
    assert sender_auth(message, ("mx.example.net",), "ann@example.org") is word
    assert sender_auth(message, (), "ann@example.org") is SenderAuth.UNKNOWN


@pytest.mark.parametrize(
    ("written_by_it", "word"),
    [
        ("mx.example.net; dmarc=pass (p=none dis=none) header.from=example.org", SenderAuth.YES),
        ("mx.example.net; dmarc=fail (p=reject dis=none) header.from=example.org", SenderAuth.NO),
        (
            "mx.example.net;\n\tdkim=none;\n\tspf=pass (mx.example.net: domain of x@evil.example"
            " designates 192.0.2.1 as permitted sender) smtp.mailfrom=x@evil.example;\n\tdmarc=fail"
            ' reason="SPF not aligned (relaxed), No valid DKIM" header.from=example.org'
            " (policy=reject)",
            SenderAuth.NO,
        ),
        (
            "mx.example.net;\n\tdkim=pass header.d=example.org header.s=s1 header.b=Ab/+c1;\n\t"
            "dmarc=pass (policy=reject) header.from=example.org",
            SenderAuth.YES,
        ),
    ],
)
def test_words_are_read_as_opendmarc_and_rspamd_write_them_under_that_name_alone(
    written_by_it: str, word: SenderAuth
) -> None:
    message = message_of(f"Authentication-Results: {written_by_it}\n".encode() + written("Hello."))
    assert sender_auth(message, ("mx.example.net",), "ann@example.org") is word
    assert sender_auth(message, ("example.net",), "ann@example.org") is SenderAuth.UNKNOWN


def test_only_the_first_word_of_a_server_counts() -> None:
    forged = b"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n"
    real = b"Authentication-Results: mx.example.net; spf=softfail smtp.mailfrom=x@evil.example\n"
    message = message_of(real + forged + written("Hello."))
    assert sender_auth(message, ("mx.example.net",), "ann@example.org") is SenderAuth.UNKNOWN


def test_what_is_forged_is_passed_over_and_what_is_vouched_for_known(office: PostOffice) -> None:
    told = Answerer(lambda: opened_judge(office.address), office.parrot, ("MX.example.net",))
    for word in ("dmarc=fail", "dmarc=pass"):
        result = f"mx.example.net; {word} header.from=example.org"
        assert office.take(written("Hello.", Authentication_Results=result))
        assert told.work(NOW)
    told.close()
    assert outcomes(office) == ["forged", "answered"]
    assert [one.is_verified for one in office.parrot.heard] == [True]


def test_a_reply_address_that_others_know_makes_no_forged_mail_good(office: PostOffice) -> None:
    game = office.game()
    told = Answerer(lambda: opened_judge(office.address), office.parrot, ("mx.example.net",))
    forged = {"To": office.reply_address(office.ann, game)}
    forged["Authentication_Results"] = "mx.example.net; dmarc=fail (p=none) header.from=example.org"
    for _ in range(3):
        assert office.take(written(f"press {game} I am Ann.", **forged))
        assert told.work(NOW)
    told.close()
    assert outcomes(office) == ["forged"] * 3 and messages(office, game) == []
    # Whose address it is hears of it, once: in case it was her after all.
    [mail] = office.letters.new(NOW)
    assert mail.to == "ann@example.org" and "was not carried out" in mail.text
    assert "I am Ann" not in mail.text


def test_who_is_new_is_told_how_few_mails_are_read_before_he_is_shut_out(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [office.asked("Sing me on?", "new@example.net") for _ in range(8)]
    texts = [one[0].text if one else "" for one in found]
    warned = [
        next((line for line in text.split("\n") if "of the mails from your" in line), "")
        for text in texts
    ]
    assert [bool(one) for one in warned] == [False] * 3 + [True] * 3 + [False] * 2
    assert " 2 more of" in warned[3] and " 0 more of" in warned[5] and "HELP" in texts[3]
    assert "more mails than the judge reads" in texts[6] and texts[7] == ""
    monkeypatch.setattr(answerer, "FROM_ONE", answerer.RateLimit("of one", 3, 3))
    [mail] = office.asked("Hello.", To=office.reply_address(office.ann))
    assert "2 more of your mails" in mail.text and "REGISTER" not in mail.text


def test_who_writes_too_much_is_told_once(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answerer, "FROM_STRANGER", answerer.RateLimit("few", 2, 1))
    found = [office.asked("Hello.", "stranger@example.net") for _ in range(6)]
    assert [len(one) for one in found] == [1, 1, 1, 0, 0, 0]
    assert "more mails" in found[2][0].text and len(office.parrot.heard) == 2
    assert len(office.asked("Hello.")) == 1, "others are heard"


FROM_ELSEWHERE = "from evil.example (evil.example [203.0.113.9]) by mx.dip.example with ESMTP"


@pytest.mark.slow
@pytest.mark.parametrize("words", ("A PAR-BUR", "SIGNON F1 wrong words here", "REGISTER Ann"))
@pytest.mark.parametrize("received", ("", FROM_ELSEWHERE))
def test_nobody_silences_another_by_writing_in_his_name(
    office_address: str, words: str, received: str
) -> None:
    office = PostOffice(office_address, answer, servers=("mx.dip.example",))
    game = office.game()
    told = sum(len(office.asked(words, Received=received)) for _ in range(70))
    if not words.startswith("SIGNON"):
        assert told <= 8, "few answers go to who may never have written"
    to = office.reply_address(office.ann, game)
    vouched_for = "mx.dip.example; dmarc=pass header.from=example.org"
    own = "from home.example (home.example [198.51.100.7]) by mx.dip.example with ESMTP"
    for headers in (
        {"To": to},
        {"Authentication_Results": vouched_for},
        {"Received": own},
        {"Received": ""},
    ):
        text = "LIST" if len(headers) == 1 and "Received" not in headers else ""
        text = text or f'SIGNON M{game} "{PASSWORD}"'
        [mail] = office.asked(text, **headers)
        assert "!!" not in mail.text and "The judge reads only" not in mail.text, mail.text
        assert "Friends" in mail.text
    office.close()


def test_what_is_proven_counts_for_its_writer_alone(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answerer, "FROM_ONE", answerer.RateLimit("few", 2, 1))
    to = office.reply_address(office.ann)
    found = [office.asked("Hello.", To=to) for _ in range(4)]
    assert [len(one) for one in found] == [1, 1, 1, 0] and "more mails" in found[2][0].text
    assert len(office.asked("Hello.")) == 1, "what proves nothing counts by itself"


def test_from_where_a_mail_came() -> None:
    inside = "from gate (gate [192.168.1.2]) by inner.dip.example"
    assert came_over((inside, FROM_ELSEWHERE, "from x ([198.51.100.1]) by y")) == "203.0.113.9"
    assert came_over(("from x ([IPv6:2001:db8::1]) by y [198.51.100.1]",)) == "2001:db8::1"
    assert came_over((inside, "by mail from nowhere [999.1.1.1]")) == ""


def test_what_fails_leaves_nothing_and_is_tried_again(each_office: PostOffice) -> None:
    office = each_office
    game = office.game()
    to = office.reply_address(office.ann, game)
    assert office.take(written(f"press {game} Hello, all.\nfail", To=to))
    now = NOW
    for _ in range(MOST_TRIES):
        assert office.answerer.work(now)
        assert messages(office, game) == [] and office.letters.new(now) == []
        assert not office.answerer.work(now), "not at once"
        now += timedelta(hours=1)
    [mail] = office.answers(now)
    assert "went wrong" in mail.text and outcomes(office) == ["given-up"]
    assert len(office.parrot.heard) == MOST_TRIES
    [after] = office.asked(f"press {game} Now.", To=to)
    assert messages(office, game) == ["Now."] and after.text.startswith("press")


def test_whoever_runs_the_judge_hears_of_what_was_given_up(office: PostOffice) -> None:
    answerer = Answerer(lambda: opened_judge(office.address), office.parrot, admin="root@x.example")
    assert office.take(written("fail"))
    for hour in range(MOST_TRIES + 1):
        answerer.work(NOW + timedelta(hours=hour))
    answerer.close()
    told = [mail.to for mail in office.letters.new(NOW + timedelta(days=1))]
    assert sorted(told) == ["ann@example.org", "root@x.example"]


def test_others_wait_while_one_is_at_a_mail(office: PostOffice) -> None:
    assert office.take(written("Hello."))
    held = office.incoming.next(NOW)
    assert held is not None and office.answers() == []
    [mail] = office.answers(NOW + HELD)
    assert mail.text.startswith("Hello.")
    assert not office.incoming.close(held, "answered"), "who was slow is too late"


def test_too_many_mails_stay_with_the_server_that_brings_them(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "MOST_WAITING", 2)
    office.take(written("one"))
    office.take(written("two"))
    with pytest.raises(ActionRefused, match="too many mails"):
        office.take(written("three"))


def test_two_at_once_answer_each_mail_once(each_office: PostOffice) -> None:
    office = each_office
    game = office.game()
    to = office.reply_address(office.ann, game)
    for number in range(12):
        assert office.take(written(f"press {game} number {number}", To=to))
    second = Answerer(lambda: opened_judge(office.address), Parrot())

    def work(answerer: Answerer) -> None:
        while answerer.work(NOW):
            pass

    threads = [threading.Thread(target=work, args=(one,)) for one in (office.answerer, second)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    second.close()
    while office.incoming.count():  # what was put back as both wrote to one game
        work_later = NOW + timedelta(minutes=30)
        office.answerer.work(work_later)
    assert sorted(messages(office, game)) == sorted(f"number {n}" for n in range(12))
    assert len(office.letters.new(NOW + timedelta(hours=1))) == 12


@pytest.mark.slow
@pytest.mark.parametrize("stay", ("before", "between", "after"))
def test_who_is_killed_leaves_neither_half_a_mail_nor_two_answers(
    each_office: PostOffice, stay: str
) -> None:
    office = each_office
    game = office.game()
    to = office.reply_address(office.ann, game)
    assert office.take(written(f"press {game} Hello, all.", To=to))
    one: Running
    with running(answer_and_stay, office.address, stay) as one:
        assert one.next() == "there"
        one.kill()
    is_done = stay == "after"
    assert messages(office, game) == (["Hello, all."] if is_done else [])
    assert office.answerer.work(NOW) is False
    answers = office.answers(NOW + HELD)
    assert messages(office, game) == ["Hello, all."] and len(answers) == 1


def test_what_is_asked_often_is_answered_once(office_address: str) -> None:
    office = PostOffice(office_address, answer)
    asked = "HELP\nGET map.standard\nGET MAP 1\nSUMMARY 1\n"
    office.game()
    to = office.reply_address(office.ann)
    (once,), (often,) = (office.asked(asked * count, To=to) for count in (1, 49))
    assert len(once.files) == len(often.files) == 1
    assert len(once.maps) == len(often.maps)
    assert once.text.count("What can be written") == often.text.count("What can be written") == 1
    office.close()


def test_while_the_judge_is_only_read_mails_are_kept_and_answered_later(
    each_office: PostOffice,
) -> None:
    stop(each_office.judge, StandstillMode.READ_ONLY, "a new disk", NOW)
    assert each_office.take(written("hello"))
    assert not each_office.answerer.work(NOW) and each_office.incoming.count() == 1
    order_going_on(each_office.judge, NOW)
    finish(each_office.judge, NOW)
    (answer,) = each_office.answers()
    assert "hello" in answer.text
