"""``dragoman judge setup`` into a folder, as whoever is not root tries it."""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path

import pytest

from dragoman.cli.judge import setup as command
from dragoman.judge.running.findings import Finding
from dragoman.judge.setup import plan, reach

GIVEN = ("--address", "judge.example.org", "--admin", "Ann <ann@example.org>")
SETTINGS = Path("etc/dragoman/judge.toml")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked for names or mails, and the program is where it should be."""
    monkeypatch.setattr(reach, "_name", lambda host: Finding(f"name: {host}"))
    monkeypatch.setattr(plan, "likely_host", lambda: "")
    monkeypatch.setattr(plan, "likely_mail_server", lambda: "none")
    monkeypatch.setattr(command, "_program", lambda: Path("/opt/dragoman/bin/dragoman"))


def files_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(one.relative_to(folder)): (stat.S_IMODE(one.stat().st_mode), one.read_bytes())
        for one in folder.rglob("*")
        if one.is_file()
    }


def test_questions_are_asked_until_they_are_answered(call, tmp_path: Path) -> None:
    typed = "Springfield\nhttp://judge\njudge.example.org\n\n\nAnn\nAnn <ann@example.org>\ny\n"
    done = call("judge", "setup", "--into", "there", stdin=typed.encode())
    assert done.status == 0, done.err
    assert "a judge is reached by https" in done.err and "is not a name and an address" in done.err
    there = tmp_path / "there"
    told = tomllib.loads((there / SETTINGS).read_text())
    assert told["name"] == "Springfield" and told["address"] == "https://judge.example.org"
    assert told["database"] == "sqlite:////var/lib/dragoman/judge.db"
    assert told["admin_mail"] == "ann@example.org" and told["mail_server"] == ""
    assert stat.S_IMODE((there / SETTINGS).stat().st_mode) == 0o640
    site = (there / "etc/caddy/dragoman.caddy").read_text()
    assert (
        "judge.example.org {" in site
        and "import dragoman.caddy" in (there / "etc/caddy/Caddyfile").read_text()
    )
    assert "useradd" in done.out and "left to you" in done.out and "mails stay files" in done.out
    refused = call("judge", "setup", "--into", "no", *GIVEN, stdin=b"a\n\n\nn\n")
    assert refused.status == 0 and not (tmp_path / "no").exists()


def test_again_it_changes_nothing(call, tmp_path: Path) -> None:
    assert call("judge", "setup", "--into", "there", *GIVEN, "--yes").status == 0
    before = files_in(tmp_path / "there")
    for again in (("--yes",), (), ("--json",), (*GIVEN, "--yes")):
        done = call("judge", "setup", "--into", "there", *again)
        assert done.status == 0, done.err
        assert "--json" in again or "nothing is changed" in done.out
    assert files_in(tmp_path / "there") == before


def test_settings_that_were_there_before(call, tmp_path: Path) -> None:
    """Somebody began by hand: what his settings say is taken, what they lack is asked for."""
    settings = tmp_path / "there" / SETTINGS
    settings.parent.mkdir(parents=True)
    settings.write_text(
        'port = 8090\naddress = "http://127.0.0.1:8090"\nname = "Ours"\n'
        'mail_address = "judge@example.org"\nmail_port = 2525\n'
    )
    assert call("judge", "setup", "--into", "there", "--json").codes == ["wrong-address"]
    typed = b"judge.example.org\n\n\nAnn <ann@example.org>\ny\n"
    done = call("judge", "setup", "--into", "there", stdin=typed)
    assert done.status == 0 and "not by http" in done.err
    told = tomllib.loads(settings.read_text())
    assert (told["name"], told["port"], told["mail_port"]) == ("Ours", 8090, 2525)
    assert "dragoman-judge-mail.service" in done.out
    assert told["address"] == "https://judge.example.org"
    assert "127.0.0.1:8090" in (tmp_path / "there/etc/caddy/dragoman.caddy").read_text()


def test_what_somebody_changed_stays_beside_it(call, tmp_path: Path) -> None:
    setup = ("judge", "setup", "--into", "there", "--yes")
    assert call(*setup, *GIVEN).status == 0
    there = tmp_path / "there"
    unit = there / "etc/systemd/system/dragoman-judge.service"
    unit.write_text("somebody's own\n")
    caddyfile = there / "etc/caddy/Caddyfile"
    caddyfile.write_text("other.example {\n}\nimport dragoman.caddy\n")
    settings = there / SETTINGS
    settings.write_text(f"# Ours.\nmetrics_port = 9100\n{settings.read_text()}")
    done = call(*setup)
    assert f"what it was is {unit.relative_to(tmp_path)}.old" in done.out
    assert Path(f"{unit}.old").read_text() == "somebody's own\n"
    assert "judge serve" in unit.read_text()
    assert caddyfile.read_text().startswith("other.example"), "it has what it needs"
    assert settings.read_text().startswith("# Ours."), "it says all that it should"
    # A new name goes into the settings, with what else they said; their old text stays, too.
    assert call(*setup, "--name", "Springfield").status == 0
    told = tomllib.loads(settings.read_text())
    assert (told["name"], told["metrics_port"]) == ("Springfield", 9100)
    assert Path(f"{settings}.old").read_text().startswith("# Ours.")
    unit.write_text("somebody's own again\n")
    assert call(*setup).status == 0
    assert Path(f"{unit}.old2").read_text() == "somebody's own again\n"
    settings.chmod(0o644)
    assert "replaced" in call(*setup, "--dry-run").out and call(*setup).status == 0
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640


def test_a_dry_run_shows_all_of_it_without_passwords(call, tmp_path: Path) -> None:
    mail = ("--mail", "smtp://me:hunter2@127.0.0.1:1", "--database", "postgresql")
    done = call(
        "judge", "setup", *GIVEN, *mail, "--proxy", "nginx", "--into", "there", "--dry-run", "--yes"
    )
    assert done.status == 0 and not (tmp_path / "there").exists()
    assert "hunter2" not in done.out + done.err
    assert "does not take mails" in done.err
    for part in ("| ProtectSystem=strict", "certbot certonly", "createuser dragoman", "postgresql"):
        assert part in done.out, part
    assert "listen 443" not in done.out, "there is no certificate yet"
    live = tmp_path / "there/etc/letsencrypt/live/judge.example.org"
    live.mkdir(parents=True)
    (live / "fullchain.pem").touch()
    done = call("judge", "setup", *GIVEN, "--proxy", "nginx", "--into", "there", "--yes")
    assert "listen 443 ssl" in (tmp_path / "there/etc/nginx/sites-available/dragoman").read_text()


def test_nonsense_is_told(call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = ("judge", "setup", "--into", "there", "--json")
    assert call(*setup).codes == ["no-answer"]
    assert call(*setup, *GIVEN, "--proxy", "apache").codes == ["wrong-proxy"]
    assert call(*setup, "--address", "10.0.0.1").codes == ["wrong-address"]
    assert not (tmp_path / "there").exists()
    assert call(*setup, *GIVEN).status == 0
    assert call(*setup, "--database", "postgresql").codes == ["another-database"]
    (tmp_path / "there" / SETTINGS).write_text("prot = 5\n")
    assert call(*setup).codes == ["unknown-setting"]
    monkeypatch.setattr(command, "_program", lambda: Path("/root/dragoman/bin/dragoman"))
    assert call("judge", "setup", "--into", "other", *GIVEN, "--json").codes == ["hidden-program"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert call("judge", "setup", *GIVEN, "--json").codes == ["not-root"]
