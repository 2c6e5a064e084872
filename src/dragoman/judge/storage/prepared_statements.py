"""Connections to PostgreSQL that ask each question in one journey.

By itself the driver takes three for a statement with parameters (to parse it, to describe what it
answers, to run it), three more to commit, and one to begin a transaction, wanted or not; and it
looks through each letter of every statement for the places of its parameters. Here a statement
has its parameters numbered as the server wants them; it is parsed and described when a connection
first sees it, and from then on only run.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from dragoman.extras import extra

with extra("judge"):
    from pg8000 import core  # pyright: ignore[reportMissingTypeStubs]
    from pg8000.legacy import Connection, Cursor  # pyright: ignore[reportMissingTypeStubs]


PARAMETERS: Final = "numeric_dollar"
"""How statements for these connections are written: ``WHERE id = $1``."""
_MOST: Final = 200
"""How many statements a connection keeps; the server keeps them as well."""


class PreparingConnection(Connection):
    """A connection that keeps its statements, and begins no transaction by itself."""

    def __init__(self, *given: Any, **options: Any) -> None:
        self._kept = OrderedDict[str, tuple[bytes, Any, Any]]()
        self.parameters: Sequence[Any] = ()
        """Those of the statement at hand."""
        super().__init__(*given, **options)  # pyright: ignore[reportUnknownMemberType]
        self.autocommit = True

    def cursor(self) -> Cursor:
        return _Cursor(self)

    def commit(self) -> None:
        self.execute_simple("COMMIT")

    def rollback(self) -> None:
        if self._in_transaction:
            self.execute_simple("ROLLBACK")

    def execute_simple(self, statement: str) -> core.Context:
        """Run a statement with the parameters at hand."""
        driver: Any = super()  # untyped
        if not self.parameters:
            return driver.execute_simple(statement)
        kept = self._kept.get(statement)
        if kept is None:
            if len(self._kept) >= _MOST:
                _, (oldest, *_) = self._kept.popitem(last=False)
                driver.close_prepared_statement(oldest)
            kept = self._kept[statement] = driver.prepare_statement(statement, ())
        self._kept.move_to_end(statement)
        name, columns, read = kept
        untyped: Any = core
        given = untyped.make_params(self.py_types, self.parameters)  # pyright: ignore[reportUnknownMemberType]
        return driver.execute_named(name, given, columns, read, statement)


class _Cursor(Cursor):
    """A cursor of such a connection."""

    def __init__(self, connection: PreparingConnection) -> None:
        super().__init__(connection)  # pyright: ignore[reportUnknownMemberType]
        self._asked = connection

    def execute(self, operation: str, args: Sequence[Any] = (), stream: Any = None) -> Cursor:
        self._asked.parameters = args
        try:
            # Without parameters the driver hands a statement on as it is, and tells its errors.
            driver: Any = super()  # untyped
            return driver.execute(operation, (), stream)
        finally:
            self._asked.parameters = ()
