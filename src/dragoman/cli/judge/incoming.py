"""``dragoman judge``: mails from a pipe, a port or a folder, and variants for this judge."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import called, opened, told_by, with_judge
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.running.configuration import Configuration
    from dragoman.judge.service import Judge
    from dragoman.mail.server.answerer import Answerer


# Mails

app = typer.Typer()
_TOO_LARGE: Final = 69
_LATER: Final = 75
"""Exit statuses that a mail server understands: that a mail cannot be taken, or not now
(sysexits.h)."""


@app.command()
def mail(
    context: typer.Context,
    serve: Annotated[
        bool, typer.Option("--serve", help="take mails by SMTP and from the folder until stopped")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT", help="with --serve: the port, if not as set; 0 is any", min=0, max=65535
        ),
    ] = None,
    maildir: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="with --serve: the folder, if not as set"),
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option(
            "--to", metavar="ADDRESS", help="to whom the mail came, if it does not say so"
        ),
    ] = None,
    beside: Annotated[
        bool, typer.Option("--beside", help="end when standard input does", hidden=True)
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take mails to the judge, and answer them.

    A mail server hands one over on standard input; it is kept, answered and the exit status 0, or
    75 if the mail server is to try again later. The answer leaves as all mails of the judge do,
    through a worker. With --serve the judge is a mail server itself, or looks into a folder.

    Example: dragoman judge mail --to judge@example.org < message.eml
    """
    if not serve and (port is not None or maildir is not None):
        fault = Diagnostic("without-serve", "--port and --maildir go with --serve", "add --serve")
        deliver(lambda: Answer(diagnostics=(fault,)), as_json)
        return
    if serve:
        deliver(lambda: _serve(context, port, maildir, beside), as_json)
        return
    status, answer = _take_one(context, tuple(to or ()))
    if status:
        typer.echo(str(answer.diagnostics[0]), err=True)
        raise typer.Exit(status)
    deliver(lambda: answer, as_json)


def _take_one(context: typer.Context, recipients: tuple[str, ...]) -> tuple[int, Answer]:
    """Keep the mail on standard input and answer what waits; the exit status, if it was not
    kept."""
    from dragoman.judge.running.log_lines import set_up
    from dragoman.mail.server.inbox import Inbox
    from dragoman.refusal import ActionRefused

    told, wrong = told_by(context)
    if wrong is not None:
        return _LATER, wrong
    if (fault := _no_address(told)) is not None:
        return _LATER, Answer(diagnostics=(fault,))
    set_up(told.log_form, told.log_level)
    if sys.stdin.isatty():
        typer.echo("type a mail, headers first; Ctrl-D ends it", err=True)
    raw = sys.stdin.buffer.read(told.mail_size + 1)
    if len(raw) > told.mail_size:
        what = f"a mail has {told.mail_size} bytes at most"
        return _TOO_LARGE, Answer(diagnostics=(Diagnostic("too-large", what, "send less"),))
    if not raw.strip():
        fault = Diagnostic("no-mail", "there is no mail on standard input", "pipe one into it")
        return 0, Answer(diagnostics=(fault,))
    # As Postfix, Exim and others tell programs that mail is piped into.
    known = (os.environ.get(name, "") for name in ("ORIGINAL_RECIPIENT", "RECIPIENT"))
    named = recipients or tuple(one for one in known if one)
    now = datetime.now(UTC)
    try:
        with opened(told) as judge:
            judge.database.check()
            is_new = Inbox(judge.database).take_in(raw, named, os.environ.get("SENDER"), now)
    except ActionRefused as refused:
        return _LATER, Answer(diagnostics=(refused.diagnostic,))
    try:
        answerer = _answerer(told)
        try:
            while answerer.work(datetime.now(UTC)):
                pass
        finally:
            answerer.close()
    except ActionRefused:
        pass  # it is kept, and whoever looks next answers it
    data = {"taken": is_new}
    return 0, Answer("" if is_new else "this mail came before, and was not taken again", data)


def _serve(context: typer.Context, port: int | None, maildir: Path | None, beside: bool) -> Answer:
    from dragoman.judge.running.log_lines import log, set_up
    from dragoman.judge.running.mail_certificate import tls_of
    from dragoman.mail.server.inbox import Inbox
    from dragoman.mail.server.receivers import is_maildir
    from dragoman.mail.server.service import MailService, MailSources
    from dragoman.refusal import ActionRefused

    told, wrong = told_by(context)
    if wrong is not None:
        return wrong
    if (fault := _no_address(told)) is not None:
        return Answer(diagnostics=(fault,))
    folder = maildir or (Path(told.mail_maildir) if told.mail_maildir else None)
    if folder is not None and not is_maildir(folder):
        what = f"{folder} is no folder of mails: it has new, cur and tmp in it"
        fault = Diagnostic("no-maildir", what, "make one, with maildirmake or mkdir")
        return Answer(diagnostics=(fault,))
    at = port if port is not None else (told.mail_port or None)
    tls_at = told.mail_tls_port or None
    lmtp_at = told.mail_lmtp_port or None
    if at is None and tls_at is None and lmtp_at is None and folder is None:
        what = "there is neither a port nor a folder to take mails from"
        remedy = "set mail_port or mail_maildir, or name one with --port or --maildir"
        return Answer(diagnostics=(Diagnostic("no-way-in", what, remedy),))
    try:
        tls = tls_of(told)
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    set_up(told.log_form, told.log_level)
    listens = (told.mail_listen, at, tls_at, tls, folder, lmtp_at)
    sources = MailSources(told.mail_address, told.mail_size, *listens)

    def listening(address: str) -> None:
        typer.echo(f"mail: {address}")
        sys.stdout.flush()

    try:
        with opened(told) as judge:
            judge.database.check()
            answerer = _answerer(told)
            service = MailService(sources, Inbox(judge.database), answerer, listening)
            _end_when_told(service.close, beside)
            log().info("the mail service begins", process=os.getpid())
            try:
                service.run()
            finally:
                answerer.close()
            log().info("the mail service ends", process=os.getpid())
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    except OSError:
        ports = " or ".join(str(one) for one in (at, tls_at, lmtp_at) if one)
        what = f"port {ports} cannot be used"
        return Answer(diagnostics=(Diagnostic("port-taken", what, "name another"),))
    return Answer()


def _end_when_told(close: Callable[[], None], beside: bool) -> None:
    def stop(_: int, __: FrameType | None) -> None:
        close()

    def stop_with_input() -> None:
        while sys.stdin.buffer.read(4096):
            pass
        close()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN if beside else stop)
    if beside:
        threading.Thread(target=stop_with_input, daemon=True).start()


def _answerer(told: Configuration) -> Answerer:
    from dragoman.judge.running.configuration import site_of
    from dragoman.judge.service import Judge
    from dragoman.mail.execution.answering import answer
    from dragoman.mail.server.answerer import Answerer

    def open_judge() -> Judge:
        site = site_of(told)
        return Judge(told.database, site=site, admin=told.admin_mail, kept=told.kept_games)

    servers = [one.strip() for one in told.mail_servers.split(",") if one.strip()]
    return Answerer(open_judge, answer, servers, told.admin_mail)


def _no_address(told: Configuration) -> Diagnostic | None:
    if told.mail_address:
        return None
    what = "this judge takes no mails: it has no address for them"
    return Diagnostic("no-mail-address", what, "set mail_address, as judge@example.org")


# Variants


@app.command()
def bring(
    context: typer.Context,
    source: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="a folder, or a zip file, with the variant")
    ],
    owner: Annotated[
        str, typer.Option("--owner", metavar="NAME", help="whose it is, by his account")
    ],
    as_json: AsJson = False,
) -> None:
    """Take a variant in: map.NAME, seed.NAME and variant.toml, if there is one.

    It is checked as on the pages, and never changes once it is here; a better one gets another
    name. Games of it can be created at once.

    Example: dragoman judge bring hundred.zip --owner "Ann Lee"
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.games.variants.trial import try_variant
        from dragoman.mail.message import Attachment
        from dragoman.mail.server.mailed_variant import files_of_a_variant

        person = called(judge, owner)
        paths = sorted(source.iterdir()) if source.is_dir() else [source]
        try:
            given = [Attachment(one.name, "", one.read_bytes()) for one in paths if one.is_file()]
        except OSError as error:
            what = f"the variant cannot be read: {error.strerror or error}"
            return Answer(diagnostics=(Diagnostic("no-variant", what, "name another"),))
        files = files_of_a_variant(given)
        if files is None or not files.map or not files.seed:
            what = f"{source} has no map.NAME and seed.NAME of one variant"
            remedy = "name a folder, or a zip file, that has both"
            return Answer(diagnostics=(Diagnostic("incomplete-variant", what, remedy),))
        texts = (files.map, files.seed, files.toml)
        tried = try_variant(files.name, texts)
        if tried.facts is None or has_errors(tried.told):
            return Answer(diagnostics=tried.told)
        kept = judge.variants.keep(
            files.name, tried.title, person.number, now, texts, tried.geometry, tried.facts
        )
        said = f"{kept.key}: {tried.title}, {len(tried.facts['powers'])} powers"
        return Answer(said, {"variant": kept.key}, tried.told)

    with_judge(context, answer, as_json)
