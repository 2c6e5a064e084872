"""A machine to try things on that are for root: this one, in which nothing lasts.

Its files are those of this machine, with whatever is written going nowhere; it has a network, and
processes, of its own. Its systemd is ``tests/systemctl.py``, which starts what units say, as their
user and under most of their restrictions. Only root, on Linux, can have one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.patience import SECONDS

ROOT: Final = Path(__file__).parents[1]
SYSTEMCTL: Final = Path(__file__).parent / "systemctl.py"
_NEEDED: Final = ("unshare", "setpriv", "runuser", "useradd", "ip", "chroot", "curl")

_ENTER: Final = f"""
set -e
ip link set lo up
mount -t tmpfs tmpfs "$BASE"
mkdir "$BASE/up" "$BASE/work" "$BASE/root"
mount -t overlay overlay -o lowerdir=/,upperdir="$BASE/up",workdir="$BASE/work" "$BASE/root"
mount -t proc proc "$BASE/root/proc"
mount --rbind /dev "$BASE/root/dev"
mount -t sysfs sysfs "$BASE/root/sys"
mount -t tmpfs tmpfs "$BASE/root/run"
mount -t tmpfs -o mode=1777 tmpfs "$BASE/root/tmp"
cd "$BASE/root"
mkdir -p run/systemd/system opt/dragoman/bin etc/caddy
rm -rf var/lib/dragoman etc/dragoman etc/systemd/system/dragoman* etc/caddy/dragoman*
cp {sys.prefix}/pyvenv.cfg opt/dragoman/
ln -sf {sys.prefix}/lib opt/dragoman/lib
ln -sf {os.path.realpath(sys.executable)} opt/dragoman/bin/python
program() {{
  printf '#!/bin/sh\\nexec /opt/dragoman/bin/python %s "$@"\\n' "$2" > "$1"
  chmod 755 "$1"
}}
program opt/dragoman/bin/dragoman '-m dragoman.cli'
program usr/local/sbin/systemctl {SYSTEMCTL}
at={ROOT}
while [ "$at" != / ]; do chmod a+rx ".$at"; at=$(dirname "$at"); done
exec chroot . bash -e -o pipefail -s
"""


def run_on_machine(script: str, folder: Path) -> str:
    """Run lines of bash as root on an empty machine; what they say.

    ``folder`` is where the machine is while it lasts.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root has machines")
    if missing := [one for one in _NEEDED if shutil.which(one) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    base = folder / "machine"
    base.mkdir()
    apart = ("--mount", "--net", "--pid", "--fork", "--kill-child", "--propagation", "private")
    if subprocess.run(["unshare", *apart, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this machine gives no namespaces")
    left_out = ("DATABASE_URL", "DRAGOMAN_", "PYTEST", "XDG_")
    told = {name: one for name, one in os.environ.items() if not name.startswith(left_out)}
    ran = subprocess.run(
        ["unshare", *apart, "bash", "-c", _ENTER],
        input=script,
        env=told | {"BASE": str(base), "HOME": "/root", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=5 * SECONDS,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return ran.stdout
