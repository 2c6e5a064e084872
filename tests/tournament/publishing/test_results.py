"""From the log to standings, awards, and what the hall may see of them."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from directing import AFTER, Hall

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import (
    at_tables,
    center_counts,
    conduct,
    people,
    tournament_results,
)
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.conduct import HandInSheet, LiftPenalty, Penalise, RuleOnSheet
from dragoman.tournament.commands.people import AmendRegistration, EnterTeam, RegisterPlayer
from dragoman.tournament.commands.results import GiveAward, HoldCeremony, PrintPages
from dragoman.tournament.commands.rounds import EndRound
from dragoman.tournament.commands.tables import AbandonGame, EnterCount, VoteOnDraw
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing import printed_pages
from dragoman.tournament.publishing.exports import EXPORTS, NO_TABLES, export
from dragoman.tournament.publishing.public_view import award_view, view
from dragoman.tournament.rules.preset import preset_text
from dragoman.tournament.scoring import points_text

DRAWN = "10 8 7 5 4 0 0"


@pytest.fixture
def finished() -> Hall:
    """Three rounds of one board: a draw of the digest's example, a solo, an abandoned game."""
    hall = Hall()
    hall.people(7)
    hall.do(people.enter_team, EnterTeam("Red", ("1", "2", "3"), signed=("1", "2")))
    for number in (1, 2, 3):
        hall.boards(number=number)
    for year in range(1901, 1905):
        hall.count(year, "5 5 5 5 5 5 4", "1A")
    for year in range(1905, 1908):
        hall.count(year, "8 8 7 5 4 1 1" if year == 1905 else DRAWN, "1A")
    hall.do(at_tables.end_round, EndRound(1, season="F1907"), AFTER)
    hall.count(1901, "5 5 5 5 5 5 4", "2A")
    hall.count(1902, "3 18 4 3 3 3 0", "2A")
    hall.do(at_tables.abandon, AbandonGame("3A", because="a fire"), AFTER)
    return hall


def scores(hall: Hall, number: int) -> list[str]:
    return [points_text(g.points) for g in compute(hall.t).games if g.round == number]


def test_detour98f(finished: Hall) -> None:
    """10-8-7-5-4-0-0, all seven alive after 1905; a solo; an abandoned game."""
    assert scores(finished, 1) == [
        "31.034",
        "22.414",
        "18.966",
        "13.793",
        "10.345",
        "1.724",
        "1.724",
    ]
    assert scores(finished, 2) == ["0", "110", "0", "0", "0", "0", "0"]
    assert scores(finished, 3) == ["0"] * 7


def test_the_standings_add_up(finished: Hall) -> None:
    placed = compute(finished.t).standings
    assert [(one.place, one.record.name) for one in placed][:3] == [
        (1, "Player Nr2"),
        (2, "Player Nr1"),
        (3, "Player Nr3"),
    ]
    assert points_text(placed[0].record.total) == "132.414"


def test_gm_seats_and_the_disqualified_have_no_place(finished: Hall) -> None:
    finished.do(people.amend, AmendRegistration("1", name="Ann Lee"))
    finished.do(conduct.penalise, Penalise("2", "disqualification", because="bribery"), AFTER)
    finished.log = [
        ev.TournamentEntry(one.number, one.action, one.at, ev.Registered(7, "GM", "Seat", gm=True))
        if isinstance(one.event, ev.Registered) and one.event.player == 7
        else one
        for one in finished.log
    ]
    names = [one.record.name for one in compute(finished.t).standings]
    assert names[0] == "Ann Lee"
    assert "Player Nr2" not in names
    assert "GM Seat" not in names
    assert len(names) == 5


def test_penalties_change_points(finished: Hall) -> None:
    """Points off the total; nothing for a game with outside help, and the others keep theirs."""
    finished.do(conduct.penalise, Penalise("1", "points", because="talk", points="2.5"), AFTER)
    finished.do(conduct.penalise, Penalise("3", "game-zero", because="help", board="1A"), AFTER)
    totals = {
        one.record.name: points_text(one.record.total) for one in compute(finished.t).standings
    }
    assert totals["Player Nr1"] == "28.534"
    assert totals["Player Nr3"] == "0"
    assert totals["Player Nr4"] == "13.793"
    finished.do(conduct.lift, LiftPenalty(2))
    assert scores(finished, 1)[2] == "18.966"


def test_only_who_signed_plays_for_a_team(hall: Hall) -> None:
    hall.people(7)
    hall.do(people.enter_team, EnterTeam("Red", ("1", "2", "3"), signed=("1", "3")))
    hall.boards(number=3)
    hall.do(at_tables.end_round, EndRound(3, season="S1901"), AFTER)
    [red] = compute(hall.t).teams
    assert [game.player for game in red.record.games] == ["Player Nr1", "Player Nr3"]


def test_a_corrected_count_corrects_the_standings(finished: Hall) -> None:
    count = EnterCount("1A", ("9 9 7 5 4 0 0",), year=1907, correct=True)
    finished.do(center_counts.count, count, AFTER)
    assert scores(finished, 1)[0] == scores(finished, 1)[1]


def test_awards_and_the_directors_own(finished: Hall) -> None:
    finished.do(tournament_results.award, GiveAward("Best stab", ("4",), because="by applause"))
    finished.do(
        tournament_results.award, GiveAward("best austria", ("3", "5"), because="by the committee")
    )
    awards = {one.title: one.names for one in compute(finished.t).awards}
    assert awards["Champion"] == ("Player Nr2",)
    assert awards["Best England"] == ("Player Nr2",)
    assert awards["Best Austria"] == ("Player Nr3", "Player Nr5")
    assert awards["Best stab"] == ("Player Nr4",)
    assert "Best team" in awards
    made = {one["title"]: one for one in map(award_view, compute(finished.t).awards)}
    assert made["Best England"].items() >= {"kind": "country", "power": "England"}.items()
    assert made["Best England"]["why"].startswith(f"{made['Best England']['centers']} centres on")
    assert made["Best Austria"].items() >= {"kind": "country", "power": "Austria"}.items()
    assert "board" not in made["Best Austria"], "the committee did not say where"
    assert [made[one]["kind"] for one in ("Champion", "Best stab")] == ["place", ""]
    finished.do(tournament_results.award, GiveAward("Best stab"))
    assert "Best stab" not in {one.title for one in compute(finished.t).awards}
    assert finished.refused(tournament_results.award, GiveAward("Best stab")) == "nobody"


# Board games.


def test_the_worked_example_of_board_games(hall: Hall) -> None:
    """Second of four at Settlers, two wins at Lost Cities, third of six at Family Business:
    40.5 points."""
    hall.people(7)
    hall.do(conduct.hand_in, HandInSheet("settlers", ("2", "1", "3", "4")))
    hall.do(conduct.hand_in, HandInSheet("Lost Cities", ("1", "2")))
    hall.do(conduct.hand_in, HandInSheet("lost", ("1", "3")))
    hall.do(conduct.hand_in, HandInSheet("family", ("2", "3", "1", "4", "5", "6")))
    found = {one.player: points_text(one.total) for one in compute(hall.t).board_games}
    assert found["Player Nr1"] == "40.5"


def test_a_sheet_counts_when_all_have_signed(hall: Hall) -> None:
    hall.people(4)
    hall.do(conduct.hand_in, HandInSheet("shark", ("1", "2=3", "4"), unsigned=("4",)))
    assert not compute(hall.t).board_games
    hall.do(conduct.rule_on_sheet, RuleOnSheet(1, True, because="he left early"))
    assert len(compute(hall.t).board_games) == 4
    assert hall.refused(conduct.rule_on_sheet, RuleOnSheet(1, True)) == "nothing-to-change"
    assert hall.refused(conduct.rule_on_sheet, RuleOnSheet(2, True)) == "unknown-sheet"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "places", "unsigned", "code"),
    [
        ("Chess", ["1", "2"], [], "unknown-board-game"),
        ("Catan", ["1", "2"], [], "unknown-board-game"),
        ("Shark", ["1"], [], "board-game-players"),
        ("Shark", [], [], "nobody"),
        ("Shark", ["1", "2", "1"], [], "named-twice"),
        ("Shark", ["1=1", "2"], [], "named-twice"),
        ("Shark", ["1", "2"], ["3"], "not-on-sheet"),
    ],
)
def test_sheets_that_cannot_be(
    hall: Hall, game: str, places: list[str], unsigned: list[str], code: str
) -> None:
    hall.people(4)
    assert (
        hall.refused(conduct.hand_in, HandInSheet(game, tuple(places), unsigned=tuple(unsigned)))
        == code
    )


def test_no_sheet_after_the_last_round(finished: Hall) -> None:
    assert finished.refused(conduct.hand_in, HandInSheet("Shark", ("1", "2"))) == "too-late"


# What is public.


def everything(found: object) -> str:
    return json.dumps(found, ensure_ascii=False)


def test_a_roster_is_secret_until_it_is_published(hall: Hall) -> None:
    hall.boards(start=None)
    assert "Player" not in everything(view(hall.t, AFTER))
    hall.add(ev.Published(1))
    assert "Player Nr7" in everything(view(hall.t, AFTER))


def test_the_end_of_a_round_is_never_told(playing: Hall) -> None:
    before = view(playing.t, AFTER)
    playing.add(ev.EndTimeSet(1, "1999-08-28T18:45:00"))
    assert view(playing.t, AFTER) == before


def test_a_draw_that_leaves_survivors_out() -> None:
    """Four share 100 of seven survivors, where the preset lets them; all seven have voted."""
    text = preset_text("nz1999").replace('system = "detour98f"', 'system = "draw-size"')
    text = "\n".join(
        line for line in text.splitlines()
        if not line.startswith(("early_end", "place_ties"))
    )  # fmt: skip
    for leave_out in ("false", "true"):
        hall = Hall(text.replace("leave_out = false", f"leave_out = {leave_out}"))
        hall.boards()
        hall.count(1901, "6 6 6 6 4 4 2")
        vote = (
            at_tables.vote,
            VoteOnDraw("A", result="carried", among=("AEFG",), season="S1902"),
            AFTER,
        )
        if leave_out == "false":
            assert hall.refused(*vote) == "not-in-preset"
            continue
        for among, code in (("A", "draw-of-one"), ("AX", "unknown-power")):
            wrong = VoteOnDraw("A", result="carried", among=(among,), season="S1902")
            assert hall.refused(at_tables.vote, wrong, AFTER) == code
        opened = at_tables.vote(
            hall.t, VoteOnDraw("A", agreed=True, among=("AEFGIRT",), season="S1902"), AFTER
        )
        assert opened[0].among == ()  # type: ignore[union-attr]
        hall.do(*vote)
        assert scores(hall, 1) == ["25", "25", "25", "25", "0", "0", "0"]


def test_nothing_from_which_a_draw_can_be_scored_is_seen_before(finished: Hall) -> None:
    """No counts of games that have ended, and none at all unless the preset shows them; with the
    detail of the ceremony, all of them."""
    playing = preset_text("nz1999").replace("public_counts = false", "public_counts = true")
    for preset in (preset_text("nz1999"), playing):
        finished.add(ev.PresetChanged(preset))
        seen = view(finished.t, AFTER)
        boards = [board for round_ in seen["rounds"] for board in round_["boards"]]
        assert [board["state"] for board in boards] == [
            "drawn by time",
            "won by England",
            "abandoned",
        ]
        for board in boards:
            assert "year" not in board
            assert all(set(seat) == {"power", "letter", "player"} for seat in board["seats"])
    other = Hall(playing)
    other.boards()
    other.count(1901, "5 5 5 5 5 5 4")
    assert view(other.t, AFTER)["rounds"][0]["boards"][0]["seats"][0]["centers"] == 5
    other.do(at_tables.abandon, AbandonGame("1A", because="a fire"), AFTER)
    assert "centers" not in view(other.t, AFTER)["rounds"][0]["boards"][0]["seats"][0]
    finished.do(tournament_results.hold_ceremony, HoldCeremony())
    assert "year" not in view(finished.t, AFTER)["rounds"][0]["boards"][0]
    finished.do(tournament_results.hold_ceremony, HoldCeremony(detail=True))
    assert view(finished.t, AFTER)["rounds"][0]["boards"][0]["seats"][0]["centers"] == 10


def test_standings_are_secret_until_the_ceremony(finished: Hall) -> None:
    """Not a point, not a place, not an award; centres are seen on the boards anyway."""
    told = {"name", "place", "now", "warnings", "rounds", "turns", "writing"}
    assert set(view(finished.t, AFTER)) == told
    told = everything(view(finished.t, AFTER))
    assert "31.034" not in told
    assert "standings" not in told
    finished.do(tournament_results.hold_ceremony, HoldCeremony())
    shown = view(finished.t, AFTER)["results"]
    assert shown["standings"][0] == {
        "place": 1,
        "equals": 1,
        "player": "Player Nr2",
        "points": "132.414",
        "games": 3,
    }
    assert "games" not in shown
    assert finished.refused(tournament_results.hold_ceremony, HoldCeremony()) == "held-already"
    finished.do(tournament_results.hold_ceremony, HoldCeremony(detail=True))
    assert len(view(finished.t, AFTER)["results"]["games"]) == 21


def test_nothing_personal_is_public(finished: Hall) -> None:
    finished.do(conduct.penalise, Penalise("1", "warning", because="shouting"), AFTER)
    finished.do(tournament_results.hold_ceremony, HoldCeremony(detail=True))
    told = everything(view(finished.t, AFTER))
    assert "021" not in told
    assert "Porirua" not in told
    assert "shouting" not in told


def test_no_ceremony_before_all_games_have_results(playing: Hall) -> None:
    assert playing.refused(tournament_results.hold_ceremony, HoldCeremony()) == "not-over"
    assert Hall().refused(tournament_results.hold_ceremony, HoldCeremony()) == "not-over"


# Files.


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_world_diplomacy_database(finished: Hall) -> None:
    finished.do(tournament_results.award, GiveAward("Best stab", ("4",)))
    files = export(finished.t, "wdd", 1)
    people_rows, board_rows = rows(files["classification"]), rows(files["boards"])
    assert len(people_rows) == 7
    champion = people_rows[0]
    assert (champion["FIRST NAME"], champion["NAME"], champion["HOMONYME"]) == (
        "Player",
        "Nr2",
        "1",
    )
    assert (champion["RANK"], champion["EXAEQUO"], champion["SCORE"]) == ("1", "1", "132.414")
    assert [champion[f"R{n}"] for n in (1, 2, 3)] == ["22.414", "110", "0"]
    assert (champion["RK_0EN"], champion["PT_0EN"], champion["HEAT_0EN"]) == ("1", "110", "2")
    assert champion["RK_0AU"] == ""
    assert [one["RK_AWA_1"] for one in people_rows if one["NAME"] == "Nr4"] == ["1"]
    assert (champion["TEAM"], champion["TEAM_RANK"]) == ("Red", "1")
    assert len(board_rows) == 21
    first, *_, last = [one for one in board_rows if one["ROUND"] == "1"]
    assert (first["RANK"], first["DRAW"], first["NB_CENTRE"]) == ("1", "5", "10")
    assert [first[f"CT_{n:02}"] for n in (1, 5, 7, 8)] == ["5", "8", "10", ""]
    assert (last["YEAR_ELIMINATION"], last["DRAW"], last["EXAEQUO"]) == ("6", "0", "2")
    solo = [one for one in board_rows if one["ROUND"] == "2"]
    assert [one["DRAW"] for one in solo] == ["0", "1", "0", "0", "0", "0", "0"]


def test_no_files_for_the_database_before_the_end(playing: Hall) -> None:
    with pytest.raises(ActionRefused) as why:
        export(playing.t, "wdd", 1)
    assert why.value.diagnostic.code == "not-over"
    with pytest.raises(ActionRefused):
        export(Hall().t, "wdd", 1)


@pytest.mark.parametrize("what", [one for one in EXPORTS if one not in NO_TABLES])
def test_every_export_but_what_is_published_is_a_table(finished: Hall, what: str) -> None:
    for text in export(finished.t, what, 1).values():
        widths = {len(line) for line in csv.reader(io.StringIO(text))}
        assert len(widths) == 1
        assert len(text.splitlines()) > 1


def test_exports_and_pages_that_there_are_not(finished: Hall, tmp_path: Path) -> None:
    for made in (
        lambda: export(finished.t, "secrets", 1),
        lambda: printed_pages.print_pages(finished.t, PrintPages("secrets"), 1, tmp_path, "en"),
        lambda: export(Hall().t, "calls", 1),
    ):
        with pytest.raises(ActionRefused):
            made()


def test_powers_go_by_their_codes_and_who_sat_on_the_top_board_is_told(finished: Hall) -> None:
    top = preset_text("nz1999").replace("[standings]", '[standings]\ntop_board = "2A"', 1)
    finished.add(ev.PresetChanged(top))
    files = export(finished.t, "wdr", 1)
    assert files == export(finished.t, "wdd", 1)
    boards = [*csv.DictReader(io.StringIO(files["boards"]))]
    assert {row["COUNTRY"] for row in boards} == {"0AU", "0EN", "0FR", "0GE", "0IT", "0RU", "0TU"}
    ranked = {
        row["COUNTRY_TOPBOARD"]: row for row in csv.DictReader(io.StringIO(files["classification"]))
    }
    won = ranked["0EN"]
    found = [won[f"{what}_TOPBOARD"] for what in ("NAME", "HEAT", "BOARD", "RK", "CT")]
    assert found == ["A", "2", "1", "1", "18"]
    finished.add(ev.PresetChanged(preset_text("nz1999")))
    assert "NAME_TOPBOARD" not in export(finished.t, "wdd", 1)["classification"]


def test_forms_are_printed_for_the_years_that_are_played(finished: Hall) -> None:
    forms = printed_pages.render(finished.t, "orders", 1, "1901-1902")
    assert forms.count('class="form"') == 7 * 4 and "Fall 1902" in forms
    assert printed_pages.render(finished.t, "winter", 1, "1904").count("Winter 1904") == 7
    for years in ("1903-1901", "1899", "soon"):
        with pytest.raises(ActionRefused) as why:
            printed_pages.render(finished.t, "orders", 1, years)
        assert why.value.diagnostic.code == "bad-years"


def test_everybody_finds_his_name_at_the_door_and_on_a_badge(finished: Hall) -> None:
    t = finished.t
    door = printed_pages.render(t, "door", 1)
    places = [door.index(f"<b>{t.players[n].name}</b>") for n in sorted(t.rounds[1].present)[:7]]
    assert places == sorted(places), "by name"
    badges = printed_pages.render(t, "badges", 1)
    assert badges.count('class="badge"') == len([one for one in t.players.values() if not one.gm])


@pytest.mark.parametrize("what", printed_pages.PAGES)
def test_every_page_names_its_people(finished: Hall, tmp_path: Path, what: str) -> None:
    [page] = printed_pages.print_pages(finished.t, PrintPages(what), 1, tmp_path, "en")
    text = page.read_text("utf-8")
    assert "Player Nr2" in text
    assert "http" not in text.replace("http-equiv", "")


def test_names_cannot_break_a_page(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("Ann <script>alert(1)</script>"))
    hall.people(6)
    hall.boards(start=None)
    text = printed_pages.render(hall.t, "calls", 1)
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_pages_say_what_is_secret(finished: Hall) -> None:
    assert "For the director only" in printed_pages.render(finished.t, "standings", 1)
    finished.do(tournament_results.hold_ceremony, HoldCeremony())
    assert "For the director only" not in printed_pages.render(finished.t, "standings", 1)
    assert "For the director only" in printed_pages.render(finished.t, "scores", 1)


def test_a_pdf_needs_a_browser(
    finished: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ActionRefused) as why:
        printed_pages.print_pages(finished.t, PrintPages("calls", pdf=True), 1, tmp_path, "en")
    assert why.value.diagnostic.code == "no-browser"
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(
    not any(map(shutil.which, printed_pages.BROWSERS)), reason="there is no Chromium"
)
def test_a_pdf(finished: Hall, tmp_path: Path) -> None:
    page, pdf = printed_pages.print_pages(
        finished.t, PrintPages("calls", pdf=True), 1, tmp_path, "en"
    )
    assert (page.name, pdf.name) == ("calls-1.html", "calls-1.pdf")
    assert pdf.read_bytes().startswith(b"%PDF")
