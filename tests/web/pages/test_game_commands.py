"""Commands that players give seldom, and those of game masters, by the forms of a game's page."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.web.conftest import House
from tests.web.pages.reader import Page, PageForm, Reader, reader
from tests.web.pages.test_pages import set_up
from tests.web.tables import begun, seats


def form_with(page: Page, action: str, **fixed: str) -> PageForm:
    """The form for a command that has these fields settled."""
    return next(
        one
        for one in page.forms
        if one.action.endswith(action)
        and all(one.fields.get(name) == [text] for name, text in fixed.items())
    )


def table(house: House, **settings: object) -> tuple[int, Reader, dict[str, Reader]]:
    """A game, its master, and its players by their powers."""
    game = begun(house, **settings)
    numbers = {id(caller): number for (number, _), caller in house.callers.items()}
    players = {
        power: reader(house, numbers[id(caller)]) for power, caller in seats(house, game).items()
    }
    return game, reader(house, 1), players


def confirmed(one: Reader, page: Page, action: str) -> Page:
    """The page after the question was answered."""
    return one.send(page.form(action))


# Players


def test_an_absence_is_announced_by_the_clock_of_its_writer(house: House):
    game, _, players = table(house)
    one = players["FRANCE"]
    form = one.get(f"/games/{game}").form("/do/announce-absence")
    page = one.send(form, start="2026-01-10T08:00", end="2026-01-12T20:00", zone="Europe/Berlin")
    assert "You are away from" in page.text
    (away,) = house.judge.games.load(game).absences.values()
    assert away == [(datetime(2026, 1, 10, 7, tzinfo=UTC), datetime(2026, 1, 12, 19, tzinfo=UTC))]
    page = one.send(page.form("/do/end-absence"))
    assert "You are away from" not in page.text


def test_what_is_wrong_with_a_form_stands_at_its_field_and_nothing_is_lost(house: House):
    game, _, players = table(house)
    one = players["FRANCE"]
    form = one.get(f"/games/{game}").form("/do/announce-absence")
    page = one.send(form, start="2026-01-10T08:00", end="tomorrow")
    assert page.status == 422
    again = page.form("/do/announce-absence").fields
    assert (again["start"], again["end"]) == (["2026-01-10T08:00"], ["tomorrow"])
    assert 'aria-invalid="true" aria-describedby="announce-absence-2-hint ' in page.source
    assert "&#39;tomorrow&#39; is not a moment" in page.source
    offer = one.get(f"/games/{game}").form("/do/offer-seat")
    page = one.send(offer, **{"user:called": "Nobody by that name"})
    assert page.status == 422
    assert page.form("/do/offer-seat").fields["user:called"] == ["Nobody by that name"]
    late = one.get(f"/games/{game}").form("/do/announce-absence")
    page = one.send(late, start="2026-03-10T08:00", end="2026-06-12T20:00")
    assert page.status == 409 or page.status == 422
    assert page.form("/do/announce-absence").fields["end"] == ["2026-06-12T20:00"]


def test_more_time_is_asked_for_and_a_concession_proposed(house: House):
    game, _, players = table(house)
    one, path = players["FRANCE"], f"/games/{game}"
    form = form_with(one.get(path), "/do/propose", what="extension")
    page = one.send(form, until="2026-01-09T12:00", zone="UTC")
    assert "until Fri 9 Jan 2026, 12:00 (UTC)" in page.text
    form = form_with(one.get(path), "/do/propose", what="concession")
    assert "FRANCE" not in form.offered["powers"], "nobody concedes to himself"
    page = one.send(form, powers="ITALY")
    assert "By proposing it you agree to it" in page.text
    page = confirmed(one, page, "/do/propose")
    assert "Concession : Italy" in page.text


def test_forms_that_are_kept_have_nothing_of_another_reader(house: House):
    game, _, players = table(house)

    def offered(power: str) -> list[str]:
        form = form_with(players[power].get(f"/games/{game}"), "/do/mute", muted="yes")
        return form.offered["other"]

    others = {power: ["", *(one for one in players if one != power)] for power in players}
    assert all(offered(power) == others[power] for power in (*players, *players))
    # Nor what somebody wrote into one, or what was wrong with it.
    form = players["ITALY"].get(f"/games/{game}").form("/do/announce-absence")
    assert "Venice" in players["ITALY"].send(form, start="Venice", end="").source
    for power in players:
        assert "Venice" not in players[power].get(f"/games/{game}").source
    # What they say follows each reader's language and zone.
    look = {"language": "de", "zone": "Asia/Tokyo"}
    players["TURKEY"].send(players["TURKEY"].get("/settings").form("/settings"), **look)
    page = players["TURKEY"].get(f"/games/{game}")
    assert "Asia/Tokyo" in page.source and page.form("/do/announce-absence")
    assert "Asia/Tokyo" not in players["ITALY"].get(f"/games/{game}").source


def test_resigning_is_asked_about_with_what_follows(house: House):
    game, _, players = table(house)
    house.person(30).do(game, "join")
    one, path = players["FRANCE"], f"/games/{game}"
    page = one.send(one.get(path).form("/do/resign"))
    assert "Give up France?" in page.text
    assert "Player 30 is on the waiting list, and plays it at once." in page.text
    assert "counts like 10 deadlines missed" in page.text
    assert "FRANCE" in seats(house, game), "nothing is done before the answer"
    confirmed(one, page, "/do/resign")
    assert seats(house, game)["FRANCE"] is house.person(30)


def test_who_waits_is_not_named_in_an_anonymous_game(house: House):
    game, _, players = table(house, anonymous=True)
    house.person(30).do(game, "join")
    one = players["FRANCE"]
    page = one.send(one.get(f"/games/{game}").form("/do/resign"))
    assert "Somebody on the waiting list plays it at once." in page.text
    assert "Player 30" not in page.text


def test_a_seat_is_handed_over_to_somebody_who_accepts(house: House):
    game, _, players = table(house)
    friend, one, path = reader(house, 30), players["FRANCE"], f"/games/{game}"
    assert not [form for form in friend.get(path).forms if form.action.endswith("/take-seat")]
    form = one.get(path).form("/do/offer-seat")
    page = one.send(form, **{"user:called": "Player 30"})
    assert "Hand France over to Player 30?" in page.text
    page = confirmed(one, page, "/do/offer-seat")
    assert "You have offered your power to Player 30" in page.text
    page = friend.get(path)
    assert "France is handed over to you" in page.text
    page = friend.send(form_with(page, "/do/take-seat", power="FRANCE"))
    assert "You play France" in page.text
    assert "was handed over" in one.get(path).text


def test_an_offer_is_declined_or_taken_back(house: House):
    game, _, players = table(house)
    friend, one, path = reader(house, 30), players["FRANCE"], f"/games/{game}"
    for _ in range(2):
        form = one.get(path).form("/do/offer-seat")
        confirmed(one, one.send(form, **{"user:called": "Player 30"}), "/do/offer-seat")
        last = _ == 1
        if last:
            one.send(one.get(path).form("/do/withdraw-offer"))
        else:
            friend.send(friend.get(path).form("/do/decline"))
        assert "is handed over to you" not in friend.get(path).text
    assert not house.judge.games.load(game).offers


def test_a_power_is_muted_and_heard_again(house: House):
    game, _, players = table(house)
    one, path = players["FRANCE"], f"/games/{game}"
    one.send(form_with(one.get(path), "/do/mute", muted="yes"), other="ITALY")
    italy = players["ITALY"]
    italy.send(italy.get(path).form("/do/send"), text="Psst", to=["FRANCE"])
    page = one.get(f"{path}?thread=FRANCE%2BITALY")
    assert "whom you have muted" in page.text
    one.send(form_with(page, "/do/mute", muted="no"), other="ITALY")
    assert "whom you have muted" not in one.get(f"{path}?thread=FRANCE%2BITALY").text


def test_a_letter_and_a_player_are_reported_and_whoever_is_learns_nothing(house: House):
    game, master, players = table(house)
    one, italy, path = players["FRANCE"], players["ITALY"], f"/games/{game}"
    italy.send(italy.get(path).form("/do/send"), text="You fool", to=["FRANCE"])
    before = italy.get(path).text
    page = one.get(f"{path}/letters/1")
    assert "You fool" in page.text
    refused = one.send(page.form("/do/report-message"), why=" ")
    assert refused.status == 422
    assert "You fool" in refused.text
    one.send(page.form("/do/report-message"), why="rude")
    one.send(one.get(path).form("/do/report-power"), other="ITALY", why="two accounts")
    assert italy.get(path).text == before
    page = master.get(path)
    assert "France complains: rude" in page.text
    assert "France complains: two accounts" in page.text
    assert "It is about how Italy is played." in master.get("/desk").text
    assert italy.get(f"{path}/letters/9").status == 404


# Game masters


def test_who_is_missing_is_reminded(house: House):
    game, master, _ = table(house)
    path = f"/games/{game}"
    page = master.get(path)
    assert "Missing: Austria, England" in page.text
    page = master.send(page.form("/do/remind"))
    assert "reminded the players" in page.text
    page = master.send(page.form("/do/remind"))
    assert "the players were reminded less than an hour ago" in page.text


def test_a_deadline_is_set_by_date_and_by_the_masters_clock(house: House):
    game, master, _ = table(house)
    form = master.get(f"/games/{game}").form("/do/set-deadline")
    master.send(form, deadline="2026-01-20T20:00", zone="America/New_York", why="holidays")
    deadline = house.judge.games.load(game).deadline
    assert deadline == datetime(2026, 1, 21, 1, tzinfo=UTC)


def test_ejecting_is_asked_about_and_another_is_seated(house: House):
    game, master, players = table(house)
    path = f"/games/{game}"
    page = master.send(master.get(path).form("/do/eject"), power="FRANCE", why="rude")
    assert "Take France from its player?" in page.text
    assert "FRANCE" in seats(house, game)
    page = confirmed(master, page, "/do/eject")
    assert "took France from its player" in page.text
    house.person(30).do(game, "join", wishes=["Italy"])
    form = master.get(path).form("/do/seat-player")
    assert form.offered["power"] == ["", "FRANCE"]
    master.send(form, power="FRANCE", user=str(house.account(30)))
    assert seats(house, game)["FRANCE"] is house.person(30)
    assert players["FRANCE"].get(path).status == 200


def test_settings_that_may_change_are_changed_on_a_page(house: House):
    game, master, players = table(house, movement="2 d", press=["public"])
    page = master.get(f"/games/{game}/settings")
    form = page.form("/settings")
    assert "variant" not in form.fields and "rated" not in form.fields, "the game has begun"
    assert form.fields["movement"] == ["2 d"]
    page = master.send(form, movement="whenever", title="Renamed")
    assert page.status == 422
    assert page.form("/settings").fields["title"] == ["Renamed"]
    master.send(page.form("/settings"), movement="3 d")
    settings = house.judge.games.load(game).settings
    assert (settings.title, settings.movement, settings.press) == ("Renamed", "3 d", ("public",))
    assert players["FRANCE"].get(f"/games/{game}/settings").status == 403


def test_a_position_is_shown_before_it_is_stored(house: House):
    game, master, players = table(house)
    page = master.get(f"/games/{game}/position")
    form = page.form("/do/set-position")
    text = form.fields["position"][0]
    wrong = master.send(form, position=text.replace("F BRE", "F XYZ"))
    assert wrong.status == 422
    assert "F XYZ" in wrong.form("/do/set-position").fields["position"][0]
    page = master.send(form, position=text.replace("F BRE", "F MAO"), why="typo")
    assert "gone: F BRE new: F MAO" in page.text
    assert "data:image/svg+xml" in page.source
    assert "F MAO" not in str(house.person(1).get(f"/games/{game}")["position"])
    confirmed(master, page, "/do/set-position")
    assert "F MAO" in str(house.person(1).get(f"/games/{game}")["position"])
    assert players["FRANCE"].get(f"/games/{game}/position").status == 403


def test_the_end_is_asked_about(house: House):
    game, master, players = table(house)
    page = master.get(f"/games/{game}")
    asked = master.send(page.form("/do/terminate"), why="no time")
    assert "Cancel the game?" in asked.text
    asked = master.send(form_with(page, "/do/declare-result", how="draw"), why="by mail")
    assert "Draw: Austria, England" in asked.text
    confirmed(master, asked, "/do/declare-result")
    assert "drawn" in players["FRANCE"].get(f"/games/{game}").text


def test_a_master_who_plays_learns_nothing_by_it(house: House):
    game, _, players = table(house)
    house.person(1).do(game, "promote", user=house.account(12))
    numbers = {number: reader(house, number) for number in (12,)}
    one = numbers[12]
    for player in players.values():
        view = player.get(f"/games/{game}")
        assert view.status == 200
    page = one.get(f"/games/{game}")
    assert "You play yourself: who has ordered is not shown to you" in page.text
    assert "Missing:" not in page.text
    page = one.send(page.form("/do/process-now"))
    assert "You play yourself, so you are not told who has ordered." in page.text
    assert "not ordered by" not in page.text
    page = one.get(f"/games/{game}")
    assert not [form for form in page.forms if form.fields.get("power") == ["AUSTRIA"]]


def test_in_a_blind_game_a_master_who_plays_is_not_shown_the_position(house: House):
    game, master, _ = table(house, blind=True)
    house.person(1).do(game, "promote", user=house.account(12))
    page = reader(house, 12).get(f"/games/{game}/position")
    assert "this position holds what is not for you to see" in page.text
    assert "AUSTRIA" not in page.source
    assert "AUSTRIA" in master.get(f"/games/{game}/position").source


def test_others_are_asked_for_nothing(house: House):
    """The pages of masters are for masters, and what is refused says so."""
    _, _, game = set_up(house)
    stranger = reader(house, 60)
    for place in ("settings", "position"):
        assert stranger.get(f"/games/{game}/{place}").status == 403
    eject = PageForm(f"/games/{game}/do/eject", "post", {"power": ["FRANCE"]})
    page = stranger.send(eject)
    assert page.status == 403
    assert "Take France" not in page.text
