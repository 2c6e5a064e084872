"""The doctor looks at what is the operator's own: his texts and his logo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.judge.accounts.house_texts import LARGEST, LARGEST_LOGO, TEXTS
from dragoman.judge.running.configuration import Configuration
from dragoman.judge.running.findings import Finding, advice, fault


def look_at_house(told: Configuration) -> Iterator[Finding]:
    """A finding on the operator's own texts and his logo; none where he has neither."""
    if not (told.pages or told.logo):
        return
    faults: tuple[Diagnostic, ...] = ()
    folder, logo = Path(told.pages), Path(told.logo)
    if told.pages and not folder.is_dir():
        faults += fault("no-pages", f"there is no folder {folder}", "make it, or mend `pages`")
    if told.logo and not (logo.is_file() and logo.stat().st_size <= LARGEST_LOGO):
        what = f"{logo} is no file of up to {LARGEST_LOGO} bytes"
        faults += fault("no-logo", what, "mend `logo`")
    texts = sorted(folder.glob("*.md")) if told.pages else []
    for one in texts:
        faults += tuple(_wrong_with(one))
    yield Finding(f"own texts: {len(texts)}", faults)


def _wrong_with(file: Path) -> Iterator[Diagnostic]:
    if file.name.partition(".")[0] not in TEXTS:
        yield from advice(
            "unknown-text", f"nothing shows {file}", f"it is one of {', '.join(TEXTS)}"
        )
        return
    content = file.read_bytes()
    try:
        content.decode()
    except UnicodeDecodeError:
        yield from fault("no-utf-8", f"{file} is not UTF-8", "save it as UTF-8")
    if len(content) > LARGEST:
        what = f"{file} has more than {LARGEST} bytes, and is not shown"
        yield from fault("large-text", what, "make it shorter")
