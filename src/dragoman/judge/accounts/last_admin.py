"""A judge that has an admin keeps one."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import people
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


def keep_an_admin(connection: sa.Connection, number: int) -> None:
    """See that somebody is not the only admin who can sign in, in the transaction that takes that
    from him. Of two who do so to each other at once, one has to wait, and is refused.

    Raises:
        ActionRefused: if he is.
    """
    can = people.c.is_admin & people.c.blocked.is_(None) & people.c.deleted.is_(None)
    admins = sa.select(people.c.id).where(can).order_by(people.c.id).with_for_update()
    if list(connection.execute(admins).scalars()) == [number]:
        what = "this is the only admin of the judge"
        raise ActionRefused("last-admin", what, "make somebody else an admin first")
