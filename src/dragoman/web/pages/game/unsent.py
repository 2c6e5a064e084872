"""Texts that were written while a session ended: they go along with signing in, within its form,
and are shown again to whoever wrote them, who sends them himself. The judge keeps none of them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Final
from urllib.parse import quote

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass
from dragoman.web.pages.html.forms import SentForm
from dragoman.web.pages.html.rendering import Visit, page
from dragoman.web.problems import Problem, refused
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi.responses import Response
    from pydantic import BaseModel, Field, ValidationError

WRITER: Final = "writer"
"""The field of a form that says for whose account its page was made."""
MONEY: Final = "money"
"""What gives an order that no unit gets, by a form of its own."""
NOT_SENT: Final = Diagnostic(
    "not-sent",
    "you were signed out, so this has not been sent",
    "look it over and send it again",
    severity=Severity.WARNING,
)
SIGNED_OUT: Final = Diagnostic("not-signed-in", "this is for those who are signed in", "sign in")
ANOTHER_WROTE: Final = Diagnostic(
    "another-wrote",
    "this was written under another account, so it has not been sent",
    "sign in as whoever wrote it",
)


@dataclass(frozen=True, slots=True)
class UnsentForm:
    """A form of a game's page that was sent by nobody who is signed in: the command that it gives,
    and its fields."""

    game: int
    command: str
    form: SentForm

    def is_by(self, user: int) -> bool:
        """True if its page was made for an account."""
        return self.form.text(WRITER) == str(user)

    @property
    def has_something(self) -> bool:
        """True if there is something in it that would be missed: a text, or an order for money."""
        return self.command == MONEY or self.form.text("text").strip() != ""

    def text(self) -> str:
        """All of it as the text of a field."""
        fields = {name: self.form.every(name) for name in self.form.names("")}
        return _Written(game=self.game, command=self.command, fields=fields).model_dump_json()


class _Written(BaseModel):
    game: Annotated[int, Field(ge=1, le=LARGEST_ID)]
    command: str
    fields: dict[str, list[str]]


def read_unsent(text: str) -> UnsentForm:
    """A form, from the text of a field.

    Raises:
        Problem: if it is none.
    """
    try:
        found = _Written.model_validate_json(text)
    except ValidationError:
        raise refused("wrong-form", "this form cannot be read", "open the page again") from None
    return UnsentForm(found.game, found.command, SentForm(found.fields))


def check_writer(visit: Visit, form: SentForm) -> None:
    """See that a form is sent by the one for whom its page was made: another may have signed in
    since, in the same browser.

    Raises:
        Problem: if not.
    """
    if form.text(WRITER) not in ("", str(visit.user)):
        raise Problem((ANOTHER_WROTE,))


def signed_out_page(visit: Visit, unsent: UnsentForm) -> Response:
    """The page for signing in again, with what was written, if anything was."""
    thread, is_kept = unsent.form.text("thread"), unsent.has_something
    shown: dict[str, Any] = {
        "next": f"/games/{unsent.game}" + (f"?thread={quote(thread)}" if thread else ""),
        "unsent": unsent.text() if is_kept else "",
        "told": () if is_kept else (SIGNED_OUT,),
    }
    return page(visit, "sign_in.html", HTTPStatus.UNAUTHORIZED, who="", **shown)
