"""Keys of what names look like, so that nobody takes one that is confused with another's."""

import sqlalchemy as sa
from alembic import op

from dragoman.judge.storage.name_keys import look_key

revision = "0020"
down_revision = "0019"
needs_stop = ""


def upgrade() -> None:
    op.add_column("people", sa.Column("look_key", sa.Text()))
    connection, taken = op.get_bind(), set[str]()
    table = sa.table("people", *map(sa.column, ("id", "name", "look_key", "deleted")))
    named = sa.select(table.c.id, table.c.name).where(table.c.deleted.is_(None))
    for one in connection.execute(named.order_by(table.c.id)).all():
        key = look_key(one.name)
        # Who has a name that looks like an older one keeps it.
        if key not in taken and not one.name.startswith("("):
            taken.add(key)
            changed = sa.update(table).where(table.c.id == one.id).values(look_key=key)
            connection.execute(changed)
    op.create_index("ix_people_look_key", "people", ["look_key"], unique=True)
