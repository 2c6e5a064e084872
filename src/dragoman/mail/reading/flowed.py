"""Lines that a mail program broke, put together again (RFC 3676)."""

from __future__ import annotations


def unflowed(text: str, drops_space: bool) -> str:
    """A text of the kind ``format=flowed``: a line that ends with a space goes on in the next one
    of the same depth of quoting."""
    found: list[tuple[int, str]] = []
    goes_on = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if goes_on and found and found[-1][0] == depth and content != "-- ":
            before = found[-1][1]
            found[-1] = depth, (before[:-1] if drops_space else before) + content
        else:
            found.append((depth, content))
        goes_on = content.endswith(" ") and content != "-- "
    return "\n".join(">" * depth + " " * bool(depth) + content for depth, content in found)
