"""``dragoman arena`` as it is typed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dragoman.arena import Contest, entrant_called
from dragoman.arena.results_file import begin_results


@pytest.mark.slow
def test_a_contest_and_again_with_more_games(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_bots.py").write_text("def idle(view):\n    return []\n", "utf-8")
    asked = ("arena", "own_bots:idle", "civil-disorder", "--last-year", "1901", "--jobs", "1")
    first = run(*asked, "--games", "2")
    assert first.status == 0 and "2 games" in first.out, first.err
    kept = Path("arena.jsonl").read_text("utf-8").splitlines()
    again = run(*asked, "--games", "3", "--json")
    assert again.data["games"] == 3 and len(again.data["by_seat"]) == 3
    assert Path("arena.jsonl").read_text("utf-8").splitlines()[:3] == kept
    other = run(*asked, "--games", "3", "--seed", "2")
    assert other.status == 2 and "another contest: seed 1 -" in other.err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("dumbot", "random"), "there is no bot 'dumbot'"),
        (("random", "search:many"), "not a number of evaluations"),
        (("random", "learned:0"), "write learned:2000, say"),
        (("learned:10", "random", "--variant", "crowded"), "learned:10 does not play"),
        (("random", "dumbbot:1,2"), "no temper"),
        (("nowhere:bot", "random"), "no module named 'nowhere'"),
        (("dragoman.bots:nobody", "random"), "has no function 'nobody'"),
        (("dragoman:__name__", "random"), "has no function '__name__'"),
        (("random", "random", "--variant", "nonsense"), "no variant"),
        (("dumbbot", "random", "--variant", "machiavelli"), "dumbbot does not play"),
        (("policy:x:y", "random", "--variant", "machiavelli"), "none sees machiavelli"),
        (("policy:x:y", "random", "--variant", "fog_of_war"), "is a policy"),
        (("policy:x:y", "random"), "no module named 'x'"),
        (("random", "random", "--file", "nowhere/x"), "no such file"),
        (("random",), "two to play"),
        (("random", "loeb", "random"), "two entrants are called random"),
        (("random", "cmd:no-such-program"), "no program 'no-such-program'"),
        (("random", "person:ben"), "connects once"),
        (("a=random", "b=random", "--zine"), "by as many entrants"),
        (("a=random", "b=random", "--category", "dogs"), "says nothing of who"),
        (("a=random", "b=random", "--category", "people"), "a is a program"),
        (("a=random", "b=random", "--last-year", "1800"), "begin in 1901"),
        (("a=random", "b=random", "--report", "page.pdf"), "no name of a page"),
        (("a=random", "b=random", "--report", "nowhere/page.html"), "no folder nowhere"),
        (("a=random", "b=random", "--memory", "--dask", "x:1"), "lies on this machine"),
        (("a=random", "b=random", "--replacement", "loeb"), "whose place loeb could take"),
        (("a=cmd:true", "random", "--replacement", "seat:x"), "neither a bot nor a command"),
        (("a=cmd:true", "random", "--replacement", "nobody"), "there is no bot 'nobody'"),
        (("a=random", "a=loeb"), "two entrants are called a"),
        (("random", "loeb", "--last-year", "8192"), "may never end"),
        (("random", "loeb", "--turn", "5"), "nothing comes of --turn in this contest"),
        (("random", "loeb", "--listen", "::1"), "nothing comes of --listen"),
        (
            ("random", "loeb", "--output", "x", "--memory-limit", "99"),
            "--memory-limit and --output",
        ),
        (("random", "loeb", "--memory", "--jobs", "2"), "nothing comes of --jobs"),
        (("random", "loeb", "--sprt", "0.5", "0.5"), "no two shares"),
        (("random", "loeb", "--sprt", "0.2", "1.5"), "no two shares"),
        (("random", "loeb", "--sprt", "0.1", "0.2", "--alpha", "0.5"), "no chances of an error"),
        (("random", "loeb", "--sprt", "0.1", "0.2", "--beta", "nan"), "no chances of an error"),
        (("random", "loeb", "--sprt", "nan", "0.2"), "no two shares"),
        (("random", "loeb", "--sprt", "0", "0.2"), "no two shares"),
        (("random", "loeb", "--sprt", "0.1", "0.2", "--alpha", "5e-324"), "from 0.000000001"),
        (("a=random", "b=loeb", "c=random", "--sprt", "0.1", "0.2"), "two entrants"),
        (("random", "loeb", "--alpha", "0.1"), "nothing comes of --alpha"),
        (("random", "loeb", "--rows", "rows.xlsx"), "ends in .csv or .parquet"),
        (("random", "loeb", "--rows", "nowhere/rows.csv"), "no folder nowhere"),
        (("random", "loeb", "--rows", "."), "no name of a table"),
        (("random", "loeb", "--rows", "a.csv", "--file", "./a.csv"), "a.csv is named twice"),
        (("random", "loeb", "--report", "a.html", "--file", "a.html"), "a.html is named twice"),
        (("random", "loeb", "--rows", "a.csv", "--rows", "a.csv"), "a.csv is named twice"),
        (("random", "loeb", "--games", "1000001"), "less than or equal to 1000000"),
        (("always", "never", "--dilemma", "3", "--rows", "x.csv"), "--rows in the dilemma"),
        (("always", "nice", "--dilemma", "3"), "nobody plays the dilemma as 'nice'"),
        (("always", "never", "--dilemma", "3", "--zine"), "--zine in the dilemma"),
        (("always", "never", "--dilemma", "3", "--output", "x"), "--output in the dilemma"),
    ],
)
def test_nonsense_is_told(call, tmp_path: Path, asked, said) -> None:
    ran = call("arena", *asked)
    assert ran.status == 2 and said in ran.err.lower(), ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (("--rows", "x.csv"), "x.csv"),
        (("--report", "y.html"), "y.html"),
        (("--file", "new.jsonl", "--rows", "x.csv"), "x.csv"),
        (("--file", "new.jsonl", "--rows", "link.csv"), "link.csv"),
    ],
)
def test_results_are_not_written_over(call, tmp_path: Path, asked, name) -> None:
    for file in (tmp_path / "x.csv", tmp_path / "y.html"):
        begin_results(Contest((entrant_called("random"), entrant_called("loeb"))), file)
    (tmp_path / "link.csv").symlink_to("x.csv")
    kept = (tmp_path / "x.csv").read_bytes()
    ran = call("arena", "random", "loeb", "--file", "x.csv", *asked)
    assert ran.status == 2 and f"{name} has the games of a contest" in ran.err, ran.err
    assert (tmp_path / "x.csv").read_bytes() == kept == (tmp_path / "y.html").read_bytes()
    assert not (tmp_path / "new.jsonl").exists()


@pytest.mark.parametrize(("option", "name"), [("--rows", "d.csv"), ("--report", "d.html")])
def test_a_folder_is_no_place_for_a_file(call, tmp_path: Path, option, name) -> None:
    (tmp_path / name).mkdir()
    ran = call("arena", "random", "loeb", option, name)
    assert ran.status == 2 and f"{name} is a folder" in ran.err
    assert [one.name for one in tmp_path.iterdir()] == [name], "nothing was played"


@pytest.mark.slow
def test_the_figures_are_told_where_nothing_can_be_written(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("arena", "dragoman.bots:civil_disorder", "civil-disorder", "--last-year", "1901")
    asked += ("--games", "1", "--jobs", "1", "--rows", "rows.csv", "--report", "page.html")
    # Of links it can only be seen when they are written to where they lead.
    Path("rows.csv").symlink_to("nowhere/rows.csv")
    Path("page.html").symlink_to("nowhere/page.html")
    ran = run(*asked)
    assert ran.status == 2 and "1 games" in ran.out
    assert ran.err.count("there is no folder") == 2
    again = run(*asked, "--json")
    assert again.data["games"] == 1 and again.codes == ["refused-by-system"] * 2


@pytest.mark.parametrize("text", ["x = (", "1 / 0"])
def test_a_bot_in_a_module_that_is_broken(call, tmp_path: Path, monkeypatch, text) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    name = f"broken_{len(text)}"
    (tmp_path / f"{name}.py").write_text(text, "utf-8")
    ran = call("arena", f"{name}:bot", "random")
    assert ran.status == 2 and f"the module '{name}' cannot be imported: " in ran.err


def test_a_file_that_is_none_is_left_as_it_is(run, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Eric", "utf-8")
    ran = run("arena", "random", "random", "--file", str(path))
    assert ran.status == 2 and "no file of an arena" in ran.err
    assert path.read_text("utf-8") == "Dear Eric"


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs run on Linux alone")
def test_a_program_that_failed_is_told_below_the_table(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("arena", "a=cmd:false", "civil-disorder", "--games", "1", "--last-year", "1901")
    assert ran.status == 0 and ran.out.endswith("\na failed in 1\n"), ran.out + ran.err


def test_the_dilemma(run) -> None:
    ran = run("arena", "always", "never", "--dilemma", "3", "--json")
    assert ran.status == 0 and [one["points"] for one in ran.data["scores"]] == [15, 0]


@pytest.mark.slow
def test_a_test_ends_a_contest_and_rows_tell_its_games(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("arena", "dragoman.bots:civil_disorder", "civil-disorder", "--last-year", "1901")
    asked += ("--games", "20000", "--sprt", "0.3", "0.4", "--jobs", "1", "--rows", "rows.csv")
    ran = run(*asked, "--rows", "rows.parquet")
    assert ran.status == 0 and "a share of 0.3, not 0.4, after 28 games" in ran.out, ran.err
    assert "rows.csv: a row for each power of each game" in ran.out
    assert len(Path("rows.csv").read_text("utf-8").splitlines()) == 1 + 7 * 28
    assert Path("rows.parquet").read_bytes().startswith(b"PAR1")
    again = run(*asked, "--json")
    assert again.data["sprt"]["found"] == 0.3 and again.data["games"] == 28


@pytest.mark.slow
def test_a_contest_of_three_with_its_page(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("arena", "a=civil-disorder", "b=civil-disorder", "dragoman.bots:civil_disorder")
    ran = run(*asked, "--games", "3", "--last-year", "1901", "--jobs", "1", "--report", "page.html")
    assert ran.status == 0 and "3 entrants" in ran.out and "page.html" in ran.out, ran.err
    assert "ahead of" in ran.out and "0.50 ±" in ran.out
    assert "An arena of 3" in Path("page.html").read_text("utf-8")
