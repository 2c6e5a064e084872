"""A judge looked at from outside, as far as that goes from its own machine: its name in the DNS,
its mail, its door, its certificate."""

from __future__ import annotations

import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final

from dragoman.judge.outbox.mail_carriers import greet
from dragoman.judge.outbox.sending import Undelivered
from dragoman.judge.running.configuration import without_password
from dragoman.judge.running.findings import Finding, advice, fault
from dragoman.judge.setup.answers import SetupAnswers

_SECONDS: Final = 10
_UNTIL_READY: Final = 60
"""Seconds that a judge may take to begin, and a proxy to get a certificate."""


def look_before(answers: SetupAnswers, free: tuple[int, ...]) -> Iterator[Finding]:
    """Findings on what the answers name, before anything is written; and on ports of this machine
    that should be ``free``."""
    yield _name(answers.host)
    yield _mail(answers)
    if free:
        yield _ports(free)


def look_after(answers: SetupAnswers, port: int) -> Iterator[Finding]:
    """Findings on a judge that has been set up: it answers, and people reach it by TLS."""
    yield _door(port)
    yield _certificate(answers.host)


def _name(host: str) -> Finding:
    mine = set(_own_addresses())
    try:
        found = {str(one[4][0]) for one in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        shown = ", ".join(sorted(one for one in mine if ip_address(one).is_global))
        what = f"nobody knows {host} yet"
        remedy = (
            f"make an A or AAAA record of it in your DNS: {shown or 'the address of this machine'}"
        )
        return Finding(f"name: {host}", advice("no-name", what, remedy))
    if found & mine or all(ip_address(one).is_loopback for one in found):
        return Finding(f"name: {host} leads to this machine")
    leads = f"{host} leads to {', '.join(sorted(found))}"
    if not any(ip_address(one).is_global for one in mine):
        return Finding(f"name: {leads}; this machine is behind a router, and cannot tell")
    what = f"{leads}, and this machine is {', '.join(sorted(mine))}"
    return Finding("name", advice("another-machine", what, "mend the record in your DNS"))


def _ports(free: tuple[int, ...]) -> Finding:
    taken = [port for port in free if _answers(port)]
    if not taken:
        return Finding(f"ports: {', '.join(map(str, free))} are free")
    what = f"another program has port {', '.join(map(str, taken))} of this machine"
    remedy = "see which: ss --listening --tcp --processes; end it, or have it be the proxy"
    return Finding("ports", advice("port-taken", what, remedy))


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), _SECONDS):
            return True
    except OSError:
        return False


def _own_addresses() -> Iterator[str]:
    """The addresses under which this machine would speak to others. Nothing is sent."""
    for family, far_away in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as out:
                out.connect((far_away, 9))
                yield str(out.getsockname()[0])
        except OSError:
            continue


def _mail(answers: SetupAnswers) -> Finding:
    if not answers.mail_server:
        return Finding("mail: none; mails become files")
    shown = without_password(answers.mail_server)
    try:
        greet(answers.mail_server)
    except Undelivered as error:
        what = f"the mail server does not take mails: {error}"
        remedy = "see to it, or name another with --mail"
        return Finding(f"mail: {shown}", advice("mail-server-away", what, remedy))
    return Finding(f"mail: {shown} takes mails")


def _door(port: int) -> Finding:
    address = f"http://127.0.0.1:{port}/readyz"
    end = time.monotonic() + _UNTIL_READY
    while True:
        try:
            with urllib.request.urlopen(address, timeout=_SECONDS):
                return Finding(f"judge: ready at {address}")
        except (OSError, urllib.error.URLError) as error:
            if time.monotonic() > end:
                what = f"the judge does not answer at {address}: {error}"
                remedy = "see why: journalctl --unit dragoman-judge"
                return Finding("judge", fault("not-ready", what, remedy))
            time.sleep(0.2)


def _certificate(host: str) -> Finding:
    context = ssl.create_default_context()
    end = time.monotonic() + _UNTIL_READY
    while True:
        try:
            with (
                socket.create_connection(("127.0.0.1", 443), _SECONDS) as line,
                context.wrap_socket(line, server_hostname=host),
            ):
                return Finding(f"certificate: https://{host} answers with one that is trusted")
        except OSError as error:
            is_another = isinstance(error, ssl.SSLCertVerificationError)
            if is_another or isinstance(error, ConnectionRefusedError) or time.monotonic() > end:
                reason = error.verify_message if is_another else error.strerror or str(error)
                what = f"https://{host} is not to be had from here yet: {reason}"
                remedy = "see that the name leads here, and ports 80 and 443: the proxy asks again"
                return Finding("certificate", advice("no-certificate", what, remedy))
            time.sleep(1)
