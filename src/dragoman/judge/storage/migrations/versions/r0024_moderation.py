"""Moderation: reports, sanctions, appeals, the audit log, and signals of several accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
needs_stop = ""

_MOMENT = sa.DateTime(timezone=True)
_REFUSAL = "the audit log is only ever added to"


def upgrade() -> None:
    op.add_column(
        "people",
        sa.Column("is_moderator", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "misconduct_reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("about", sa.Integer(), nullable=True),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("ground", sa.String(length=16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("decided", _MOMENT, nullable=True),
        sa.Column("decided_by", sa.Integer(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("by", "subject", "about", "state"):
        op.create_index(f"ix_misconduct_reports_{column}", "misconduct_reports", [column])
    op.create_table(
        "moderator_notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_moderator_notes_about", "moderator_notes", ["about"])
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.Column("until", _MOMENT, nullable=True),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("lifted", _MOMENT, nullable=True),
        sa.Column("lifted_by", sa.Integer(), nullable=True),
        sa.Column("lifted_why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_sanctions_person", "sanctions", ["person"])
    op.create_table(
        "appeals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sanction", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("decided", _MOMENT, nullable=True),
        sa.Column("decided_by", sa.Integer(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sanction"], ["sanctions.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("sanction"),
    )
    op.create_index("ix_appeals_state", "appeals", ["state"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("act", sa.String(length=40), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("at", "actor", "game", "person"):
        op.create_index(f"ix_audit_{column}", "audit", [column])
    _only_added_to()
    op.create_table(
        "sightings",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("first", _MOMENT, nullable=False),
        sa.Column("last", _MOMENT, nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "kind", "key"),
    )
    op.create_index("ix_sightings_key", "sightings", ["key"])
    op.create_index("ix_sightings_last", "sightings", ["last"])
    op.create_table(
        "households",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("other", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    op.create_index("ix_households_other", "households", ["other"])


def _only_added_to() -> None:
    """Have the database itself refuse to change or remove a row of the audit log."""
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_no_{act.lower()} BEFORE {act} ON audit "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_stays()"
    )
