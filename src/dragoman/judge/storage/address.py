"""Where the judge's database is, in the ways in which people and hosts write it."""

from __future__ import annotations

import ssl
from typing import Any

from dragoman.extras import extra
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa
    from sqlalchemy.exc import ArgumentError

_POSTGRESQL = ("postgresql", "postgres", "postgresql+pg8000")
_DEFAULT_PORT = 5432


def read_address(text: str) -> tuple[sa.URL, dict[str, Any]]:
    """The address of a database, and what its driver has to be told besides.

    ``sqlite:////var/lib/dragoman/judge.db`` is a file, ``postgresql://judge:secret@host/judge`` a
    server. As elsewhere, ``?host=/var/run/postgresql`` is the folder of a Unix socket, and
    ``sslmode`` one of ``disable``, ``require``, ``verify-full``.

    Raises:
        ActionRefused: if it is no address of a database that can be used here.
    """
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        raise _refused(f"{_without_password(text)!r} is not an address of a database") from None
    if url.drivername == "sqlite":
        if not url.database or url.database == ":memory:":
            raise _refused("a judge in memory would forget its games")
        return url, {}
    if url.drivername not in _POSTGRESQL:
        raise _refused(f"databases of the kind {url.drivername!r} cannot be used")
    options: dict[str, Any] = {}
    query = {key: one if isinstance(one, str) else one[-1] for key, one in url.query.items()}
    folder = query.pop("host", "")
    if folder.startswith("/"):
        options["unix_sock"] = f"{folder}/.s.PGSQL.{url.port or _DEFAULT_PORT}"
        url = url.set(host=None, port=None)
    elif folder:
        url = url.set(host=folder)
    options["ssl_context"] = _ssl(query.pop("sslmode", "disable"))
    if query:
        raise _refused(f"the address has options that nobody reads: {', '.join(query)}")
    return url.set(drivername="postgresql+pg8000", query={}), options


def _ssl(mode: str) -> ssl.SSLContext | bool:
    match mode:
        case "disable":
            return False
        case "require":
            # As everywhere: the line is encrypted, and whoever answers is believed.
            return True
        case "verify-full":
            return ssl.create_default_context()
        case _:
            raise _refused(f"sslmode is disable, require or verify-full, not {mode!r}")


def _without_password(text: str) -> str:
    before, at, after = text.rpartition("@")
    return f"…@{after}" if at and before else text


def _refused(what: str) -> ActionRefused:
    remedy = "write sqlite:////path/to/judge.db or postgresql://user:password@host/name"
    return ActionRefused("wrong-database-address", what, remedy)
