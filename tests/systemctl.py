"""``systemctl`` of a machine without systemd: units are started as they say, by their user, with
their environment, and under most of what restricts them. System calls are not filtered.

It is a program: ``systemctl enable --now UNIT...``, ``start``, ``restart``, ``is-active``.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

UNITS = Path("/etc/systemd/system")
STATE = Path("/run/units")
PROXIES = {
    "caddy": ("caddy", "run", "--config", "/etc/caddy/Caddyfile"),
    "nginx": ("nginx", "-g", "daemon off;"),
}
"""Programs that come with units of their own, and how they are run."""
DENY_WRITE_EXECUTE = 65


def read_unit(name: str) -> dict[str, list[str]]:
    """What a unit says under ``[Service]``, each thing as often as it is said."""
    plain, _, instance = name.removesuffix(".service").partition("@")
    path = UNITS / (f"{plain}@.service" if instance else f"{plain}.service")
    found: dict[str, list[str]] = {}
    for line in path.read_text().replace("%i", instance).splitlines():
        said, is_said, value = line.partition("=")
        if is_said and not line.startswith("#"):
            found.setdefault(said, []).append(value)
    return found


def environment_of(unit: dict[str, list[str]], home: str) -> dict[str, str]:
    told = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"}
    for one in unit.get("Environment", []):
        told |= dict([one.split("=", 1)])
    for one in unit.get("EnvironmentFile", []):
        path = Path(one.removeprefix("-"))
        if not one.startswith("-") or path.exists():
            told |= dict(line.split("=", 1) for line in path.read_text().splitlines() if line)
    return told


def confined(unit: dict[str, list[str]]) -> list[str]:
    """The command that a unit's own is put behind: what it may see and write, and as whom."""
    lines = ["set -e"]
    state = [Path("/var/lib") / one for one in " ".join(unit.get("StateDirectory", [])).split()]
    for one in state:
        lines.append(f"mount --bind {one} {one}")
    if unit.get("ProtectSystem") == ["strict"]:
        lines.append("mount -o remount,bind,ro /")
    if unit.get("PrivateTmp") == ["yes"]:
        lines.append("mount -t tmpfs -o mode=1777 tmpfs /tmp")
    if unit.get("ProtectHome") == ["yes"]:
        source = str(Path(__file__).parent)
        for home in ("/home", "/root"):
            if not source.startswith(f"{home}/"):
                lines.append(f"mount -t tmpfs -o mode=0,ro tmpfs {home}")
    drop = ["setpriv", "--reuid", unit["User"][0], "--regid", unit["Group"][0], "--init-groups"]
    if unit.get("NoNewPrivileges") == ["yes"]:
        drop.append("--no-new-privs")
    if unit.get("CapabilityBoundingSet") == [""]:
        drop += ["--bounding-set=-all", "--inh-caps=-all"]
    lines.append(f'exec {shlex.join(drop)} "$@"')
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", "\n".join(lines), "sh"]


def begin(unit: dict[str, list[str]], command: str, log: Path) -> subprocess.Popen[bytes]:
    entry = pwd.getpwnam(unit["User"][0])
    mode = int(unit.get("StateDirectoryMode", ["0755"])[0], 8)
    for one in " ".join(unit.get("StateDirectory", [])).split():
        folder = Path("/var/lib") / one
        folder.mkdir(exist_ok=True)
        folder.chmod(mode)
        os.chown(folder, entry.pw_uid, entry.pw_gid)

    def restrict() -> None:
        os.setsid()
        os.umask(int(unit.get("UMask", ["0022"])[0], 8))
        if limit := unit.get("LimitNOFILE"):
            most = min(int(limit[0]), resource.getrlimit(resource.RLIMIT_NOFILE)[1])
            resource.setrlimit(resource.RLIMIT_NOFILE, (1024, most))
        if unit.get("MemoryDenyWriteExecute") == ["yes"]:
            assert ctypes.CDLL(None).prctl(DENY_WRITE_EXECUTE, 1, 0, 0, 0) == 0

    with log.open("ab") as out:
        return subprocess.Popen(
            [*confined(unit), *shlex.split(command)],
            cwd=unit.get("WorkingDirectory", ["/"])[0],
            env=environment_of(unit, entry.pw_dir),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            preexec_fn=restrict,  # noqa: PLW1509  there are no threads
        )


def start(name: str) -> int:
    if name.endswith(".timer"):
        (STATE / f"{name}.pid").write_text("1")
        return 0
    log = STATE / f"{name}.log"
    if name in PROXIES:
        with log.open("ab") as out:
            told = os.environ | {"XDG_DATA_HOME": "/var/lib", "HOME": "/var/lib/caddy"}
            ran = subprocess.Popen(
                PROXIES[name], stdout=out, stderr=out, env=told, start_new_session=True
            )
        (STATE / f"{name}.pid").write_text(str(ran.pid))
        return 0
    unit = read_unit(name)
    for command in unit.get("ExecStartPre", []):
        if status := begin(unit, command, log).wait():
            return status
    ran = begin(unit, unit["ExecStart"][0], log)
    if unit.get("Type") == ["oneshot"]:
        return ran.wait()
    (STATE / f"{name}.pid").write_text(str(ran.pid))
    return 0


def stop(name: str) -> None:
    path = STATE / f"{name}.pid"
    if path.exists() and (process := int(path.read_text())) > 1:
        os.killpg(process, signal.SIGTERM)
        while is_active(name):
            time.sleep(0.05)
    path.unlink(missing_ok=True)


def is_active(name: str) -> bool:
    path = STATE / f"{name}.pid"
    if not path.exists():
        return False
    stat = Path("/proc") / path.read_text() / "stat"
    return stat.exists() and not re.search(r"\) Z ", stat.read_text())


def main(words: list[str]) -> int:
    STATE.mkdir(exist_ok=True)
    options = {one for one in words if one.startswith("-")}
    verb, *names = [one for one in words if one not in options]
    (STATE / "said").open("a").write(f"{' '.join(words)}\n")
    match verb:
        case "daemon-reload":
            return 0
        case "is-enabled":
            return int(not all((STATE / f"{one}.enabled").exists() for one in names))
        case "is-active":
            return int(not all(map(is_active, names)))
        case "enable":
            for one in names:
                (STATE / f"{one}.enabled").touch()
            return max(map(start, names)) if "--now" in options else 0
        case "start":
            return max(map(start, names))
        case "stop":
            for one in names:
                stop(one)
            return 0
        case "restart" | "reload-or-restart":
            for one in names:
                stop(one)
            return max(map(start, names))
        case _:
            print(f"{verb} is not known here", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
