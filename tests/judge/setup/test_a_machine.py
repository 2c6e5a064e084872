"""From an empty machine to a judge behind TLS whose admin signs in, by one command."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.databases import server_programs
from tests.machine import run_on_machine

pytestmark = pytest.mark.slow

CERTIFICATE = """
live=/etc/letsencrypt/live/judge.localhost
mkdir -p $live
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=judge.localhost \\
  -addext subjectAltName=DNS:judge.localhost -keyout $live/privkey.pem -out $live/fullchain.pem \\
  2>/dev/null
"""
TRUSTED = {
    "caddy": "/var/lib/caddy/pki/authorities/local/root.crt",
    "nginx": "/etc/letsencrypt/live/judge.localhost/fullchain.pem",
}

SETUP = r"""
echo 127.0.0.1 judge.localhost >> /etc/hosts
setup="/opt/dragoman/bin/dragoman judge setup"
cd /tmp
echo "== first"
$setup --name Springfield --address judge.localhost --mail none --database sqlite \
  --admin 'Ann <ann@example.org>' --proxy PROXY --yes | tee first
"""
DOORS = r"""echo "== doors"
for n in $(seq 100); do
  curl -s -o /dev/null --cacert CA https://judge.localhost/readyz && break; sleep 0.2
done
at="curl -s --cacert CA --cookie-jar jar --cookie jar"
at="$at -H X-Dragoman:1 -H Content-Type:application/json"
password=$(sed -n 's/.*the password is: //p' first)
here=https://judge.localhost
told() { echo "$1 $($at -o /tmp/body -w %{http_code} "${@:2}")"; }
who() { echo "{\"who\": \"Ann\", \"password\": \"$1\"}"; }
much() { python3 -c "print('{\"text\": \"' + 'x' * $1 + '\"}')"; }
told readyz $here/readyz
told metrics $here/metrics
told plain http://judge.localhost/
told wrong -d "$(who 'guessed it')" $here/api/session
told right -d "$(who "$password")" $here/api/session
told admin $here/api/admin/people
told page $here/
much 3900000 > big
much 9000000 > bigger
told big -d @big $here/api/variants/check
for n in 1 2 3; do # a proxy may cut off who goes on sending, before its answer is read
  told bigger -d @bigger $here/api/variants/check > once; grep -q 000 once || break
done; cat once
told game -d '{"title": "Over the wire"}' $here/api/games
echo "== stream"
timeout 20 $at --no-buffer $here/api/games/1/stream > stream &
for n in $(seq 100); do grep -q ready stream && break; sleep 0.1; done
told news -d '{"text": "it came through"}' $here/api/games/1/commands/send
for n in $(seq 100); do grep -q "came through" stream && break; sleep 0.1; done
kill %1 && grep -c "came through" stream
echo "== headers"
systemctl stop dragoman-judge.service
python3 - <<'END' &
from http.server import BaseHTTPRequestHandler, HTTPServer

class Echo(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(bytes(self.headers))

HTTPServer(("127.0.0.1", 8080), Echo).serve_forever()
END
for n in $(seq 50); do curl -s -o /dev/null http://127.0.0.1:8080/ && break; sleep 0.1; done
lie="X-Forwarded-For: 198.51.100.7"
$at -H "$lie" -H "X-Forwarded-Proto: gopher" $here/ | grep -iE "^(host|x-forwarded-(for|proto))"
kill %%
systemctl start dragoman-judge.service
"""
SERVICES = r"""echo "== again"
$setup --proxy PROXY --yes
echo "== files"
stat --format '%a %U:%G %n' /etc/dragoman/judge.toml /var/lib/dragoman /var/lib/dragoman/judge.db
echo "== backup"
systemctl start dragoman-judge-backup.service
ls /var/lib/dragoman/backups | wc --lines
echo "== restrictions"
server=$(cat /run/units/dragoman-judge.service.pid)
grep -E '^(Uid|CapBnd|CapEff|NoNewPrivs)' /proc/$server/status | tr '\t' ' '
grep 'open files' /proc/$server/limits
nsenter --mount --target $server --root --wd setpriv --reuid dragoman --clear-groups sh -c \
  'for one in /etc/x /opt/dragoman/x /var/lib/x /var/lib/dragoman/x; do
     if touch $one 2>/dev/null; then echo "may write $one"; else echo "may not write $one"; fi
   done'
echo "== changed"
echo "# mine" >> /etc/systemd/system/dragoman-judge.service
sed -i '1i metrics_port = 9100' /etc/dragoman/judge.toml
$setup --proxy PROXY --yes --name Shelbyville
tail -1 /etc/systemd/system/dragoman-judge.service.old
grep -E '^(name|metrics_port)' /etc/dragoman/judge.toml
$setup --proxy PROXY --yes | grep nothing
"""


POSTGRESQL = r"""
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
mkdir -p /var/run/postgresql /tmp/cluster
chown postgres /var/run/postgresql /tmp/cluster
cluster() { runuser -u postgres -- $bin/pg_ctl -D /tmp/cluster -l /tmp/cluster/log -w "$@"; }
runuser -u postgres -- $bin/initdb -D /tmp/cluster -A peer -N > /dev/null
echo "== away"
/opt/dragoman/bin/dragoman judge setup --address judge.localhost --mail none \
  --database postgresql --admin 'Ann <ann@example.org>' --proxy PROXY --yes 2>&1 && exit 1
cluster -o "-c unix_socket_directories=/var/run/postgresql -c listen_addresses=" start > /dev/null
"""
LOOK = r"""
echo "== again"
$setup --proxy PROXY --yes
systemctl start dragoman-judge-backup.service
echo "== look"
as="runuser -u dragoman -- /opt/dragoman/bin/dragoman judge --config /etc/dragoman/judge.toml"
$as doctor 2>&1
$as verify /var/lib/dragoman/backups/*.zip
cluster -m immediate stop > /dev/null
"""


def said_on_machine(proxy: str, script: str, folder: Path) -> dict[str, str]:
    """What each part of a script says, on a machine behind this proxy."""
    if shutil.which(proxy) is None:
        pytest.skip(f"{proxy} is not installed")
    script = script.replace("PROXY", proxy).replace("CA ", f"{TRUSTED[proxy]} ")
    named = re.split(r"^== (\w+)\n", run_on_machine(script, folder), flags=re.M)[1:]
    return dict(zip(named[::2], named[1::2], strict=True))


def check_doors(proxy: str, part: dict[str, str]) -> None:
    """See that an admin signed in through a proxy, which lets through what it should."""
    assert dict(line.split() for line in part["doors"].splitlines()) == {
        "readyz": "200",
        "metrics": "404",
        "plain": {"caddy": "308", "nginx": "301"}[proxy],
        "wrong": "401",
        "right": "200",
        "admin": "200",
        "page": "200",
        "big": "422",
        "bigger": "413",
        "game": "201",
    }
    assert part["stream"].split() == ["news", "200", "1"]
    sent = dict(line.lower().split(": ") for line in part["headers"].splitlines())
    assert sent["x-forwarded-for"] == "127.0.0.1", "whoever asks cannot say who he is"
    assert (sent["x-forwarded-proto"], sent["host"]) == ("https", "judge.localhost")


def test_from_nothing_to_a_judge(tmp_path: Path) -> None:
    part = said_on_machine("caddy", SETUP + DOORS + SERVICES, tmp_path)
    assert "Ann has account 1; the password is: " in part["first"]
    assert "ran: useradd" in part["first"] and "good    judge: ready" in part["first"]
    check_doors("caddy", part)
    assert "nothing is changed" in part["again"] and "written" not in part["again"]
    assert part["files"].splitlines() == [
        "640 root:dragoman /etc/dragoman/judge.toml",
        "700 dragoman:dragoman /var/lib/dragoman",
        "600 dragoman:dragoman /var/lib/dragoman/judge.db",
    ]
    assert part["backup"].split() == ["1"]

    found = part["restrictions"]
    assert "NoNewPrivs: 1" in found and "CapBnd: 0000000000000000" in found
    assert "Uid: 0" not in found
    files = re.search(r"open files +(\d+)", found)
    assert files and int(files[1]) > 1024, "the program raises its own limit"
    for place in ("/etc/x", "/opt/dragoman/x", "/var/lib/x"):
        assert f"may not write {place}" in found
    assert "may write /var/lib/dragoman/x" in found

    assert "# mine\n" in part["changed"] and "what it was is" in part["changed"]
    assert "metrics_port = 9100" in part["changed"] and 'name = "Shelbyville"' in part["changed"]
    assert part["changed"].rstrip().endswith("nothing is changed: all is set up so already")


def test_behind_nginx_with_postgresql(tmp_path: Path) -> None:
    """The other proxy, and the other database: it is away at first."""
    if server_programs() is None:
        pytest.skip("PostgreSQL's server is not installed")
    setup = SETUP.replace("--database sqlite", "--database postgresql")
    part = said_on_machine("nginx", CERTIFICATE + POSTGRESQL + setup + DOORS + LOOK, tmp_path)
    assert "run setup again" in part["away"] and "left to you" not in part["away"]
    assert "written: /etc/dragoman/judge.toml" in part["away"], "what is done stays done"
    assert "useradd" not in part["first"]
    for one in ("createuser dragoman", "createdb --owner dragoman judge", "good    judge: ready"):
        assert one in part["first"]
    check_doors("nginx", part)
    assert "nothing is changed" in part["again"]
    assert "judge?host=/var/run/postgresql answers" in part["look"]
    assert "WRONG" not in part["look"] and "good    logs:" in part["look"]
