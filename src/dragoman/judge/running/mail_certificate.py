"""The certificate by which whoever brings mails knows the judge, and what he says is encrypted."""

from __future__ import annotations

import ssl
from datetime import datetime
from pathlib import Path

from dragoman.extras import extra
from dragoman.judge.running.configuration import Configuration
from dragoman.refusal import ActionRefused

with extra("judge"):
    from cryptography.x509 import load_pem_x509_certificate


def tls_of(told: Configuration) -> ssl.SSLContext | None:
    """The TLS context for incoming mail; None where there is no certificate.

    Raises:
        ActionRefused: if the certificate cannot be used, or is missing where it is needed.
    """
    if not told.mail_certificate:
        if told.mail_tls_port or told.mail_key:
            what = "to take mails encrypted, the judge needs a certificate"
            raise ActionRefused("no-certificate", what, "set mail_certificate and mail_key")
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # Without a password, nobody is asked for one where nobody sits.
        context.load_cert_chain(told.mail_certificate, told.mail_key or None, lambda: "")
    except (OSError, ValueError) as error:
        files = " and ".join(one for one in (told.mail_certificate, told.mail_key) if one)
        what = f"the certificate cannot be used: {files}: {_why(error)}"
        remedy = "see that both are PEM, belong together, need no password, and can be read"
        raise ActionRefused("wrong-certificate", what, remedy) from None
    return context


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no PEM").replace("_", " ").lower()
    return (getattr(error, "strerror", None) or str(error)).lower()


def good_until(told: Configuration) -> datetime:
    """The moment when the certificate, which can be used, ends."""
    pem = Path(told.mail_certificate).read_bytes()
    return load_pem_x509_certificate(pem).not_valid_after_utc
