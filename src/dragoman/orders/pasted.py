"""The dressing that mail programs put around orders and into them.

Orders come out of mails: quoted, with headers above and a signature below, with the marks of HTML
and of quoted-printable text between their letters. None of it is an order, and none of it may
hide one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_BREAKS = "br|p|div|li|tr|ul|ol|table|tbody|blockquote|pre|h[1-6]|hr|body|html|head"
_INLINE = "b|i|u|em|strong|font|span|tt|code|small|big|sub|sup|center|td|th|o:p"
# The long ones are compiled when a line may hold such a thing: most sheets of orders have none.
_FOREIGN = (
    rf"(?P<tag><(?!a\s*>)/?(?P<tag_name>{_BREAKS}|{_INLINE}|a)"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))*\s*/?>)"
    r"|(?P<entity>&(?:[a-zA-Z]\w{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)"
    # A name may hold a "=": only bytes that mails are full of.
    r"|(?-i:(?P<printable>=(?:20|09|3D|3E|A0|96|97|C4|D6|DC|DF|E4|F6|FC"
    r"|C2=A0|C3=[89AB][0-9A-F]|E2=8[06]=[89AB][0-9A-F])))"
    "|(?P<unseen>[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff])"
)
_HINT = re.compile("[<&=\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")

_QUOTED = re.compile(r"^[\s>|*»]+")
_DRESSING = (
    r"(?:from|to|cc|bcc|subject|date|sent|reply-to|message-id|in-reply-to|references|received"
    r"|return-path|delivered-to|mime-version|content-[\w-]+|user-agent|importance|x-[\w-]+"
    r"|von|an|kopie|betreff|datum|gesendet|antwort an)\s*\*?:.*"
    r"|(?:on|am)\b.*\b(?:wrote|writes|schrieb|schreibt)\b.*:"
    r"|(?:on|am)\b.*<[^<>\s]+@[^<>\s]+>"
    r"|.{0,80}\b(?:wrote|writes|schrieb|schreibt)\s*:"
    r"|[-_=\s]*(?:begin )?(?:original message|forwarded message|ursprüngliche nachricht"
    r"|original-nachricht|originalnachricht|weitergeleitete nachricht)[-_=:\s]*"
    r"|sent from my .*|von meinem .* gesendet|get outlook for .*"
)
_LONGEST = 400
"""Of a line that is dressing."""
_SIGNATURE = re.compile(r"-- ?")


def typed(line: str) -> tuple[str, Sequence[int]]:
    """The line without marks of HTML, entities, quoted-printable bytes and signs nobody sees.

    With it comes where each of its letters stands in the line, and where the line ends.
    """
    if not _HINT.search(line):
        return line, range(len(line) + 1)
    letters: list[str] = []
    origins: list[int] = []
    for text, start in _pieces(line):
        letters.append(text)
        origins += (
            range(start, start + len(text))
            if line.startswith(text, start)
            else ([start] * len(text))
        )
    return "".join(letters), [*origins, len(line)]


def is_dressing(line: str) -> bool:
    """True if a line is plainly put there by a mail program: a header, "On Monday X wrote:"."""
    if len(line) >= _LONGEST:
        return False
    return re.fullmatch(_DRESSING, _QUOTED.sub("", line).strip(), re.IGNORECASE) is not None


def begins_signature(line: str) -> bool:
    """True if what follows is a mail's signature."""
    return _SIGNATURE.fullmatch(_QUOTED.sub("", line)) is not None


def _pieces(line: str) -> Iterator[tuple[str, int]]:
    import html  # only now: it is a large table, and few lines come here

    end = 0
    for match in re.finditer(_FOREIGN, line, re.IGNORECASE):
        yield line[end : match.start()], end
        end = match.end()
        if match["tag"]:
            # What HTML has on lines of its own are orders of their own.
            yield (
                "; " if re.fullmatch(_BREAKS, match["tag_name"], re.IGNORECASE) else "",
                match.start(),
            )
        elif match["entity"]:
            decoded = html.unescape(match["entity"])
            yield (
                decoded if decoded != match["entity"] else html.unescape(decoded.lower()),
                (match.start()),
            )
        elif match["printable"]:
            yield _bytes_of(match["printable"]), match.start()
    yield line[end:], end


def _bytes_of(written: str) -> str:
    content = bytes.fromhex(written.replace("=", ""))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")
