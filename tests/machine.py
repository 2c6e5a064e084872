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
_EXECUTABLE: Final = f"python{sys.version_info.major}.{sys.version_info.minor}"
_FOUND: Final = "LD_LIBRARY_PATH=/opt/python/lib PYTHONPATH=/opt/source/src"
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
mkdir -p run/systemd/system opt/dragoman/bin opt/dragoman/lib opt/python opt/source etc/caddy
rm -rf var/lib/dragoman etc/dragoman etc/systemd/system/dragoman* etc/caddy/dragoman*
# Python and the program are where services see them, who see no home of anybody and no /tmp.
mkdir "$BASE/source" "$BASE/source-work"
layers="lowerdir={ROOT},upperdir=$BASE/source,workdir=$BASE/source-work"
mount -t overlay overlay -o "$layers" opt/source
chmod a+rx opt/source
mount --bind {sys.base_prefix} opt/python
mount --bind {sys.prefix}/lib opt/dragoman/lib
mount -o remount,bind,ro opt/python
mount -o remount,bind,ro opt/dragoman/lib
sed 's#^home = .*#home = /opt/python/bin#' {sys.prefix}/pyvenv.cfg > opt/dragoman/pyvenv.cfg
ln -sf /opt/python/bin/{_EXECUTABLE} opt/dragoman/bin/python
program() {{
  printf '#!/bin/sh\nexport %s\nexec /opt/dragoman/bin/python %s "$@"\n' "{_FOUND}" "$2" > "$1"
  chmod 755 "$1"
}}
program opt/dragoman/bin/dragoman '-m dragoman.cli'
program usr/local/sbin/systemctl /opt/source/tests/systemctl.py
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
    left_out = ("DATABASE_URL", "DRAGOMAN_", "PYTEST", "TMPDIR", "XDG_")
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
