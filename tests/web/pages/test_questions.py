"""One question before what its doer cannot take back, and none before anything else."""

from __future__ import annotations

from tests.web.conftest import House
from tests.web.pages.reader import PageForm
from tests.web.pages.test_pages import set_up


def test_ready_with_gaps_is_asked_about(house: House):
    _, players, game = set_up(house)
    one, path = players[0], f"/games/{game}"
    page = one.send(one.get(path).form("/do/set-ready"), ready="yes")
    assert "units have no order yet, and would hold" in page.text
    assert "Not ready after all" not in one.get(path).text, "nothing is done before the answer"
    page = one.send(page.form("/do/set-ready"))
    assert "Not ready after all" in page.text
    page = one.send(page.form("/do/set-ready"))
    assert page.answer.url.path == path, "to wait on is done at once"


def test_ready_with_an_order_for_every_unit_is_not(house: House):
    _, players, game = set_up(house)
    one, path = players[0], f"/games/{game}"
    page = one.get(path)
    units = [name for name in page.form("/listed-orders").fields if name.startswith("order:")]
    form = page.form("/listed-orders")
    holds = {name: f"{name.removeprefix('order:')} H" for name in units}
    page = one.send(form, **holds)
    page = one.send(page.form("/do/set-ready"), ready="yes")
    assert page.answer.url.path == path
    assert "Not ready after all" in page.text


def test_judging_now_tells_who_has_not_ordered(house: House):
    master, players, game = set_up(house)
    path = f"/games/{game}"
    page = master.send(master.get(path).form("/do/process-now"))
    assert "Judge Spring 1901, movement now?" in page.text
    assert "Something is not ordered by" in page.text
    assert "Spring 1901, movement" in players[0].get(path).text
    page = master.send(page.form("/do/process-now"))
    assert "Fall 1901, movement" in page.text


def test_rolling_back_tells_what_goes(house: House):
    master, _, game = set_up(house)
    path = f"/games/{game}"
    for _ in range(2):
        page = master.send(master.get(path).form("/do/process-now"))
        page = master.send(page.form("/do/process-now"))
    page = master.send(page.form("/do/roll-back"), phase="S1901M")
    assert "The results of 2 phases are undone" in page.text
    assert "Spring 1901, movement; Fall 1901, movement" in page.text
    page = master.send(page.form("/do/roll-back"))
    assert "Spring 1901, movement" in page.text


def test_agreeing_to_a_draw_is_asked_about_and_disagreeing_is_not(house: House):
    _, players, game = set_up(house)
    path = f"/games/{game}"
    one, other = players[:2]
    page = one.send(one.get(path).form("/do/propose"))
    assert "By proposing it you agree to it" in page.text
    one.send(page.form("/do/propose"))
    form = other.get(path).form("/do/vote")
    page = other.send(form, agrees="yes")
    assert "If everybody agrees, the game is over with that" in page.text
    assert other.send(form, agrees="no").answer.url.path == path


def test_nobody_ticked_is_not_everybody(house: House):
    _, players, game = set_up(house)
    one, other = players[:2]
    path = f"/games/{game}"
    form = one.get(path).form("/do/send")
    page = one.send(form, text="Psst, not for all!")
    assert page.status == 422
    assert "nobody is chosen who gets this" in page.text
    assert page.form("/do/send").fields["text"] == ["Psst, not for all!"], "nothing is lost"
    assert "Psst" not in other.get(path).text
    both = one.send(form, text="Both?", all="yes", to=["MASTER"])
    assert "choose one of the two" in both.text
    one.send(form, text="Hello all", all="yes")
    assert "Hello all" in other.get(f"{path}?thread=ALL").text


def test_a_question_tells_nothing_to_whoever_may_not_do_it(house: House):
    """Nor does it tell a player what another has not ordered, or who has ordered at all."""
    master, players, game = set_up(house)
    path = f"/games/{game}"
    one, *others = players
    form = one.get(path).form("/do/set-ready")
    powers = [two.get(path).text.partition("You play ")[2].split()[0] for two in others]
    for power in powers:
        page = one.send(form, ready="yes", power=power.upper())
        assert page.status == 403
        assert "would hold" not in page.text
    now = master.get(path).form("/do/process-now")
    back = PageForm(f"{path}/do/roll-back", "post", {"phase": ["S1901M"]})
    for form in (now, back):
        page = one.send(form)
        assert page.status == 403
        assert "not ordered by" not in page.text
    assert "Spring 1901, movement" in one.get(path).text
