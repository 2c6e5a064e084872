"""Moderation, as each person walks through it: who reports, who moderates, who is sanctioned."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.moderation.sanctions import Sentence
from dragoman.judge.service import BARRED
from dragoman.refusal import ActionRefused
from dragoman.sockets.judged_table import JudgedPlayers
from dragoman.words import LANGUAGES
from tests.judge.accounts.letterbox import Letterbox
from tests.patience import SECONDS
from tests.web.conftest import ROOT, House
from tests.web.pages.reader import Reader, reader
from tests.web.tables import begun, seats

MODERATOR, OTHER = 70, 71


def moderator(house: House, number: int = MODERATOR) -> Reader:
    house.judge.moderation.moderators.set(ROOT, house.account(number), True)
    return reader(house, number)


def number_of(house: House, game: int, power: str) -> int:
    account = house.person(1).get(f"/games/{game}")["seats"]
    (user,) = (one["user"] for one in account if one["power"] == power)
    return next(number for number, made in house.accounts.items() if made == user)


def mails(house: House) -> dict[str, str]:
    """The new mails: of each address what was written to it last."""
    return {
        one.to: f"{one.subject}\n{one.text}" for one in Letterbox(house.judge).new(house.clock())
    }


def test_from_a_letter_to_a_mute_and_back(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    france, italy = number_of(house, game, "FRANCE"), number_of(house, game, "ITALY")
    who["FRANCE"].do(game, "send", text="Peace in Piedmont?", to=["ITALY"])
    who["FRANCE"].do(game, "send", text="You are a worm and I know where you live", to=["ITALY"])
    who["FRANCE"].do(game, "send", text="Italy must die", to=["GERMANY"])
    who["FRANCE"].do(game, "save-orders", text="A par - bur")
    mails(house)

    # A player reports the letter, from the letter.
    reporter = reader(house, italy)
    page = reporter.get(f"/games/{game}/letters/2")
    (link,) = (one for one in page.links if one.startswith("/report?"))
    form = reporter.get(link).form("/report")
    page = reporter.send(form, ground="insult", why="he threatens me")
    assert "he threatens me" in page.text and "waits" in page.text
    page = reporter.send(reporter.get(link).form("/report"), ground="insult", why="again")
    assert "you have reported this" in page.text

    # A moderator finds it in the queue, and sees the letter and its thread, nothing else.
    first = moderator(house)
    page = first.get("/")
    assert "/moderation" in page.links and "One report or appeal is waiting" in page.text
    queue = first.get("/moderation")
    (link,) = (one for one in queue.links if one.startswith("/moderation/reports/"))
    page = first.get(link)
    assert "I know where you live" in page.text and "Peace in Piedmont" in page.text
    assert "Italy must die" not in page.text
    assert first.browser.request("GET", f"/api/games/{game}/orders?power=FRANCE").status_code == 403

    # He decides: no press for a week.
    form = page.form("/decide")
    assert not {"kind", "long", "seats"} & set(form.fields), "nothing is chosen beforehand"
    page = first.send(form, kind="mute", long="", why="Threats are no press")
    assert "say for how many days" in page.text
    page = first.send(
        page.form("/decide"), kind="mute", long="7", why="Threats are no press", answer="Thank you"
    )
    assert page.status == 200 and "All concerned are told" in page.text

    # Both are told, and neither who the other is in this.
    told = mails(house)
    muted = told[f"player{france}@dip.example"]
    assert "Threats are no press" in muted and f"Player {italy}" not in muted
    assert f"Player {MODERATOR}" not in muted and "/decisions" in muted
    assert "Thank you" in told[f"player{italy}@dip.example"]

    # His letters are refused with the reason; those to the master are not, and he plays on.
    answer = who["FRANCE"]("POST", f"/games/{game}/commands/send", {"text": "so", "to": ["ITALY"]})
    assert answer.status_code == 403
    assert "Threats are no press" in answer.json()["diagnostics"][0]["what"]
    who["FRANCE"].do(game, "send", text="is that fair?", to=["MASTER"])
    who["FRANCE"].do(game, "save-orders", text="A par - pic")

    # He appeals, once; who decided cannot refuse it, another can grant it.
    him = reader(house, france)
    assert "A decision of the moderators about you" in him.get("/").text
    page = him.get("/decisions")
    assert "Threats are no press" in page.text and f"Player {MODERATOR}" not in page.text
    page = him.send(page.form("/appeal"), text="It was a joke among friends")
    assert "waits for an answer" in page.text and not [
        f for f in page.forms if "appeal" in f.action
    ]
    number = house.account(france)
    second = moderator(house, OTHER)
    page = first.get(f"/moderation/people/{number}")
    page = first.browser.request(
        "POST",
        page.form("/grant").action.replace("grant", "refuse"),
        data={"why": "no"},
        headers={"Origin": "http://judge"},
    )
    assert page.status_code == 403 and "another moderator" in page.text
    assert "a joke among friends" in second.get("/moderation").text
    page = second.get(f"/moderation/people/{number}")
    page = second.send(page.form("/grant"), why="They have made up")
    assert "They have made up" in page.text

    # And he writes again.
    assert "They have made up" in mails(house)[f"player{france}@dip.example"]
    who["FRANCE"].do(game, "send", text="I am sorry", to=["ITALY"])
    assert "granted" in him.get("/decisions").text


def test_who_plays_there_himself_sees_no_letter(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    who["FRANCE"].do(game, "send", text="you worm", to=["ITALY"])
    body = {"ground": "insult", "why": "rude", "game": game, "letter": 1}
    assert who["ITALY"]("POST", "/reports", body).status_code == 201
    assert who["GERMANY"]("POST", "/reports", body).status_code == 422, "not his to read"
    player = moderator(house, number_of(house, game, "GERMANY"))
    page = player.get("/moderation/reports/1")
    assert "you worm" not in page.text and "another moderator has to" in page.text
    assert "you worm" in moderator(house).get("/moderation/reports/1").text


def test_a_ban_frees_seats_and_holds_at_every_page(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    number = number_of(house, game, "FRANCE")
    him, judge = reader(house, number), moderator(house)
    page = judge.get(f"/moderation/people/{house.account(number)}")
    page = judge.send(page.form("/sanction"), kind="ban", long="30", why="Again and again")
    assert "say what becomes of his seats" in page.text
    judge.send(page.form("/sanction"), kind="ban", long="30", why="Again and again", seats="free")
    view = house.person(1).get(f"/games/{game}")
    (seat,) = (one for one in view["seats"] if one["power"] == "FRANCE")
    assert seat["user"] is None
    events = house.person(1).get(f"/games/{game}/events")["items"]
    assert BARRED in str(events)
    assert "Again and again" in him.get("/decisions").text
    for path, fields in (("/play", {}), ("/friends/follow/1", {}), ("/clubs", {"title": "X"})):
        answer = him.browser.request("POST", path, data=fields, headers={"Origin": "http://judge"})
        assert answer.status_code == 403 and "Again and again" in answer.text, path
    for path, body in ((f"/games/{game}/commands/join", {}), ("/games", {"title": "Mine"})):
        answer = who["FRANCE"]("POST", path, body)
        assert answer.json()["diagnostics"][0]["code"] == "barred", path
    house.clock.wait(days=31)
    assert who["FRANCE"]("POST", "/games", {"title": "Mine"}).status_code == 201


def test_a_barred_player_keeps_his_seat_where_the_moderator_says_so(house: House) -> None:
    game = begun(house)
    number = number_of(house, game, "FRANCE")
    mails(house)
    judge = moderator(house)
    page = judge.get(f"/moderation/people/{house.account(number)}")
    judge.send(page.form("/sanction"), kind="ban", long="1", why="A day off", seats="keep")
    view = house.person(1).get(f"/games/{game}")
    (seat,) = (one for one in view["seats"] if one["power"] == "FRANCE")
    assert seat["user"] == house.account(number)
    assert "France" in mails(house)["player1@dip.example"], "its master is told"


def test_moderators_are_below_admins(house: House) -> None:
    judge, root = moderator(house), reader(house, 99)
    admin, other = house.account(99), house.account(OTHER)
    house.judge.moderation.moderators.set(ROOT, other, True)
    assert judge.get("/admin").status == 403
    for person, said in ((admin, "nobody is above one"), (other, "an admin decides that")):
        page = judge.get(f"/moderation/people/{person}")
        page = judge.send(page.form("/sanction"), kind="warning", why="x")
        assert page.status == 403 and said in page.text
    # What is reported of a moderator goes to admins.
    body = {"ground": "other", "why": "he is harsh", "person": other}
    assert house.person(5)("POST", "/reports", body).status_code == 201
    assert "Player 71" not in judge.get("/moderation").text.partition("Moderators:")[0]
    assert judge.get("/moderation/reports/1").status == 404
    assert "he is harsh" in root.get("/moderation/reports/1").text
    page = root.get(f"/admin/people/{house.account(MODERATOR)}")
    assert "moderator" in page.text
    root.send(page.form("/unmake-moderator"))
    assert judge.get("/moderation").status == 403


def test_reports_cannot_flood(house: House) -> None:
    caller, answers = house.person(5), list[int]()
    for number in range(20, 30):
        body = {"ground": "name", "why": "x", "person": house.account(number)}
        answers.append(caller("POST", "/reports", body).status_code)
    assert answers[:6] == [201] * 6 and set(answers[6:]) == {429}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_told_in_his_language(house: House, language: str) -> None:
    person = house.account(5)
    wishes = house.judge.accounts.wishes
    wishes.choose(
        Actor(person), person, wishes.of(Actor(person), person).__class__(language), house.clock()
    )
    judge = moderator(house)
    for kind in ("warning", "mute", "no-new-games", "ban"):
        page = judge.get(f"/moderation/people/{person}")
        judge.send(page.form("/sanction"), kind=kind, long="7", why="Genug", seats="keep")
    wanted = {"en": "warn you", "de": "verwarnt dich", "fr": "avertissent"}
    found = [one.text for one in Letterbox(house.judge).new(house.clock())]
    assert any(wanted[language] in one for one in found)
    assert len([one for one in found if "Genug" in one and "{" not in one]) == 4


def test_of_two_who_decide_at_once_one_is_told(house_on_both: House) -> None:
    house = house_on_both
    person = house.account(5)
    body = {"ground": "other", "why": "x", "person": person}
    assert house.person(6)("POST", "/reports", body).status_code == 201
    judge = house.judge
    one, other = (Actor(house.account(number), is_moderator=True) for number in (MODERATOR, OTHER))
    found = judge.moderation.reports.one(one, 1)
    gate, outcomes = Barrier(2), list[str]()

    def decide(actor: Actor) -> None:
        gate.wait(SECONDS)
        try:
            judge.impose(actor, person, Sentence(SanctionKind.MUTE, "why"), house.clock(), found)
            outcomes.append("decided")
        except ActionRefused as refused:
            outcomes.append(refused.diagnostic.code)

    threads = [Thread(target=decide, args=(actor,)) for actor in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert sorted(outcomes) == ["changed-meanwhile", "decided"]
    assert len(judge.moderation.sanctions.of(one, person)) == 1


def test_bars_hold_at_tables_of_programs(house: House) -> None:
    game = begun(house)
    number = number_of(house, game, "FRANCE")
    root = Actor(house.account(99), is_admin=True)
    sentence = Sentence(SanctionKind.MUTE, "Threats are no press")
    house.judge.impose(root, house.account(number), sentence, house.clock())
    players = JudgedPlayers(house.judge, game, house.clock, lambda: None)
    actor = players.actor(house.token(number), "press")
    with pytest.raises(ActionRefused, match="Threats are no press"):
        players.give(actor, c.Send("so", ("ITALY",)))
    players.give(actor, c.Send("so", ("MASTER",)))


def test_programs_do_not_write_for_whoever_is_muted(house: House) -> None:
    owner, now = house.account(5), house.clock()
    programs = house.judge.accounts.programs
    programs.make(Actor(owner), owner, "Bot", "mine", now)
    root = Actor(house.account(99), is_admin=True)
    house.judge.impose(root, owner, Sentence(SanctionKind.BAN, "Enough"), now)
    number = house.judge.accounts.people.called("Bot")
    assert number is not None
    with pytest.raises(ActionRefused, match="Enough"):
        house.judge.create({"title": "Mine"}, Actor(number.number, is_program=True), now)
