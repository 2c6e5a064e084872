"""``dragoman tournament call``: board calls by mail and to webhooks."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.tournament.acting import language_of, session_of
from dragoman.games.requests import Answer
from dragoman.words import LANGUAGES, in_language, said

if TYPE_CHECKING:
    from dragoman.judge.outbox.letters import Letter
    from dragoman.judge.outbox.sending import Carrier

app = typer.Typer()


@app.command(rich_help_panel="Rounds")
def call(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ROUND", help="the round", min=1)],
    mail: Annotated[
        bool, typer.Option("--mail", help="a mail to each player whose contact is an address")
    ] = False,
    server: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="DRAGOMAN_MAIL_SERVER",
            help="smtp://user:password@host:port; else mails become files in the folder letters",
        ),
    ] = "",
    sender: Annotated[
        str,
        typer.Option(
            "--from", metavar="ADDRESS", envvar="DRAGOMAN_MAIL_FROM", help="whom mails are from"
        ),
    ] = "",
    webhook: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="call this address, as that of a Discord channel"),
    ] = None,
    language: Annotated[str, typer.Option(metavar="LANGUAGE", help="en, de or fr")] = "en",
    yes: Annotated[bool, typer.Option("--yes", help="do not ask before anything is sent")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell players who sits where in a published round: by mail, and to webhooks.

    What is sent cannot be taken back: who is to be told what is shown first, and you are asked.

    Example: dragoman tournament call 1 --mail --server smtps://td:pw@dip.example

    Example: dragoman tournament call 1 --webhook https://discord.com/api/webhooks/1/abc
    """

    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.publishing.board_calls import board_letters, board_message

        if language not in LANGUAGES:
            raise typer.BadParameter(f"board calls are in {', '.join(LANGUAGES)}")
        if not mail and not webhook:
            raise typer.BadParameter("say --mail, or --webhook ADDRESS")
        session = session_of(context)
        try:
            t = session.store.load()
            letters = board_letters(t, number, language)
            texts = [(one, board_message(t, number, one, language)) for one in webhook or ()]
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        addressed, without = [one for one in letters if "@" in one.to], []
        if mail:
            without = [one.name for one in letters if "@" not in one.to]
        addressed = addressed if mail else []
        plan = [f"{one.to}: {one.name}" for one in addressed] + [one for one, _ in texts]
        if not _agreed(plan, yes, language_of(context)):
            what, remedy = "nothing was sent", "say --yes, or answer at a terminal"
            return Answer(diagnostics=(Diagnostic("not-asked", what, remedy),))

        from dragoman.judge.outbox.letters import Mail, WebhookCall
        from dragoman.judge.outbox.mail_carriers import mail_carrier
        from dragoman.judge.outbox.web_carriers import CallCarrier

        try:
            mails = mail_carrier(server, sender, session.folder / "letters")
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        calls = CallCarrier(private=True).carry
        sent: list[tuple[str, Letter, Carrier]] = [
            (one.to, Mail(one.to, one.subject, one.text), mails) for one in addressed
        ]
        sent += [(to, WebhookCall(to, text), calls) for to, text in texts]
        return _sent(sent, without)

    deliver(answer, as_json, language=language_of(context))


def _agreed(plan: Sequence[str], yes: bool, language: str) -> bool:
    if yes or not plan:
        return True
    typer.echo("\n".join(plan), err=True)
    asked = said("Send to these {number}?", number=len(plan))
    return sys.stdin.isatty() and typer.confirm(in_language(asked, language), err=True)


def _sent(letters: Sequence[tuple[str, Letter, Carrier]], without: Sequence[str]) -> Answer:
    """Everything sent, each on its own; who was not reached is told."""
    import secrets

    from dragoman.diagnostics import Diagnostic, Severity
    from dragoman.judge.outbox.sending import LetterDelivery, Undelivered

    now, secret = datetime.now(UTC), secrets.token_bytes(32)
    lost: dict[str, str] = {}
    for nth, (to, letter, carry) in enumerate(letters, 1):
        try:
            carry(LetterDelivery(nth, letter, now, now, secret))
        except Undelivered as why:
            lost[to] = str(why)
    faults = [
        Diagnostic("not-sent", f"{to} was not told: {why}", "tell them yourself, or call again")
        for to, why in lost.items()
    ]
    if without:
        what = f"no address of mail is known for {', '.join(without)}"
        warning = Severity.WARNING
        faults.append(Diagnostic("no-address", what, "tell them yourself", severity=warning))
    count = len(letters) - len(lost)
    told = said("sent: {count}", count=count) if count else said("nothing was sent")
    return Answer(told, {"sent": count, "lost": lost, "without": list(without)}, tuple(faults))
