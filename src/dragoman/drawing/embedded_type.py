"""The type that pictures are made with: its files, and its letters within a picture.

With its letters within it a picture looks the same where the type is not installed. Of each face
only those glyphs are kept that the picture has letters for. A TrueType font is a directory of
tables; glyphs get new numbers here, and the tables that go by numbers (``glyf``, ``loca``,
``hmtx``, ``cmap``) are written anew (OpenType specification 1.9).
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Mapping
from functools import cache, lru_cache
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from dragoman.extras import MissingExtra, extra

FAMILY = "Dragoman Letters"
"""The name of the type within a picture: its own name is kept for the whole of it."""

_FACE_FILES = ("Regular", "It", "Semibold", "Bold")


@cache
def font_files() -> tuple[str, ...]:
    """The files of the type that pictures are made with (Source Sans Pro, SIL OFL).

    They come with a package of their own, so that the same map looks the same everywhere,
    also on a machine without any type at all.
    """
    with extra("pictures"):
        # importlib.resources would find it as well, but brings a good deal with it.
        found = find_spec("font_source_sans_pro")
        if found is None or found.origin is None:
            raise ModuleNotFoundError(name="font_source_sans_pro")
    folder = Path(found.origin).parent / "files"
    return tuple(str(folder / f"SourceSansPro-{face}.ttf") for face in _FACE_FILES)


# The widths of letters

LETTER_WIDTH: Final = 0.5
"""The width of a letter of the type on average, as a part of its height."""
_WIDTHS: Final = {
    **dict.fromkeys("ijlI.,:;'|! ", 0.28),
    **dict.fromkeys("frtJ-()/", 0.38),
    **dict.fromkeys("czsE", 0.48),
    **dict.fromkeys("ABCDFGHKLNOPQRSTUVXYZ", 0.63),
    **dict.fromkeys("wW", 0.79),
    **dict.fromkeys("mM", 0.84),
}
_OTHERS: Final = 0.56
"""Those of all other letters."""


def width_of(line: str) -> float:
    """The width of a line of semibold type as a part of its height, by its letters."""
    return sum(_WIDTHS.get(letter, _OTHERS) for letter in line)


# The letters of a picture within the picture

_FACES = {
    "bold": ("Bold", 700, "normal"),
    "semibold": ("Semibold", 600, "normal"),
    "italic": ("It", 400, "italic"),
    "regular": ("Regular", 400, "normal"),
}
_CLASSES = {
    "label land": "semibold",
    "label water": "italic",
    "letter": "bold",
    "letter told": "bold",
    "turn": "bold",
    "worth": "bold",
    "above": "bold",
    "ducats": "bold",
    "player": "italic",
}
"""The face of texts of a class; all others are regular."""
_TEXT = re.compile(r'<text(?: class="([^"]*)")?[^>]*>(.*?)</text>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def embedded_type(picture: str) -> str:
    """The rules of a style sheet that hold the type of a picture in SVG: empty where the package
    with the type is not installed."""
    used: dict[str, set[str]] = {}
    for found in _TEXT.finditer(picture):
        face = _CLASSES.get(found[1] or "", "regular")
        used.setdefault(face, set()).update(_TAG.sub("", found[2]))
    if 'class="backdrop"' in picture:  # which may have it bold or slanted
        for face in ("bold", "italic"):
            used.setdefault(face, set()).update(used.get("regular", ()))
    return "".join(
        _rule(face, "".join(sorted(set(unescape("".join(sorted(letters)))) | letters)))
        for face, letters in sorted(used.items())
    )


@lru_cache(maxsize=256)
def _rule(face: str, letters: str) -> str:
    name, weight, style = _FACES[face]
    font = _font(name)
    if not font:
        return ""
    content = base64.b64encode(subset(font, letters)).decode("ascii")
    return (
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};font-style:{style};'
        f"src:url(data:font/ttf;base64,{content})}}"
    )


@cache
def _font(face: str) -> bytes:
    """A face of the type (Source Sans Pro, SIL OFL); nothing where it is not installed."""
    try:
        file = next(one for one in font_files() if one.endswith(f"-{face}.ttf"))
    except MissingExtra:
        return b""
    return Path(file).read_bytes()


def subset(font: bytes, letters: str) -> bytes:
    """A TrueType font with the glyphs of these letters only."""
    tables = _tables(font)
    numbers = _characters(tables["cmap"])
    glyphs = _glyphs(tables)
    kept = [0, *dict.fromkeys(numbers[ord(one)] for one in letters if ord(one) in numbers)]
    for glyph in kept:  # grows while it is walked: parts may have parts
        kept += [part for _, part in _parts(glyphs[glyph]) if part not in kept]
    new = {old: number for number, old in enumerate(kept)}
    outlines = [_renumbered(glyphs[old], new) for old in kept]
    starts = [0]
    for outline in outlines:
        starts.append(starts[-1] + len(outline))
    metrics = _metrics(tables)
    head = bytearray(tables["head"])
    struct.pack_into(">h", head, 50, 1)  # starts as numbers of 32 bits
    found = {
        "OS/2": tables["OS/2"],
        "cmap": _cmap({ord(one): new[numbers[ord(one)]] for one in letters if ord(one) in numbers}),
        "cvt ": tables.get("cvt ", b""),
        "fpgm": tables.get("fpgm", b""),
        "glyf": b"".join(outlines),
        "head": bytes(head),
        "hhea": tables["hhea"][:34] + struct.pack(">H", len(kept)),
        "hmtx": b"".join(metrics[old] for old in kept),
        "loca": struct.pack(f">{len(starts)}I", *starts),
        "name": _named(tables["name"]),
        "maxp": tables["maxp"][:4] + struct.pack(">H", len(kept)) + tables["maxp"][6:],
        "post": struct.pack(">I", 0x00030000) + tables["post"][4:32],
        "prep": tables.get("prep", b""),
    }
    return _written({name: content for name, content in found.items() if content})


_KEPT_NAMES = (0, 13, 14)
"""Copyright and licence, which go wherever the glyphs go."""


def _named(name: bytes) -> bytes:
    """A table of names: ours, with the copyright and the licence of the font."""
    told = {1: FAMILY, 2: "Regular", 4: FAMILY, 6: FAMILY.replace(" ", "")}
    count, strings = struct.unpack_from(">HH", name, 2)
    for i in range(count):
        platform, _, _, kind, length, start = struct.unpack_from(">6H", name, 6 + 12 * i)
        if platform == 3 and kind in _KEPT_NAMES:
            told[kind] = name[strings + start : strings + start + length].decode("utf-16-be")
    entries, body = b"", b""
    for kind, text in sorted(told.items()):
        content = text.encode("utf-16-be")
        entries += struct.pack(">6H", 3, 1, 0x409, kind, len(content), len(body))
        body += content
    return struct.pack(">HHH", 0, len(told), 6 + len(entries)) + entries + body


@lru_cache(maxsize=8)
def _tables(font: bytes) -> Mapping[str, bytes]:
    (count,) = struct.unpack_from(">H", font, 4)
    found: dict[str, bytes] = {}
    for i in range(count):
        name, _, start, length = struct.unpack_from(">4sIII", font, 12 + 16 * i)
        found[name.decode("ascii")] = font[start : start + length]
    return found


@lru_cache(maxsize=8)
def _characters(cmap: bytes) -> Mapping[int, int]:
    """The glyph of each character of the basic plane (a table of format 4)."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    for i in range(count):
        _, _, start = struct.unpack_from(">HHI", cmap, 4 + 8 * i)
        if struct.unpack_from(">H", cmap, start)[0] == 4:
            return _format_4(cmap, start)
    return {}


def _format_4(cmap: bytes, start: int) -> Mapping[int, int]:
    (doubled,) = struct.unpack_from(">H", cmap, start + 6)
    count = doubled // 2
    lasts, firsts, deltas, offsets = (
        struct.unpack_from(f">{count}H", cmap, start + 14 + part * doubled + (2 if part else 0))
        for part in range(4)
    )
    found: dict[int, int] = {}
    for i in range(count):
        for character in range(firsts[i], min(lasts[i], 0xFFFE) + 1):
            glyph = character
            if offsets[i]:
                at = start + 16 + 3 * doubled + 2 * i + offsets[i] + 2 * (character - firsts[i])
                (glyph,) = struct.unpack_from(">H", cmap, at)
                if not glyph:
                    continue
            found[character] = (glyph + deltas[i]) & 0xFFFF
    return found


def _glyphs(tables: Mapping[str, bytes]) -> list[bytes]:
    loca, glyf = tables["loca"], tables["glyf"]
    if struct.unpack_from(">h", tables["head"], 50)[0]:
        starts = struct.unpack(f">{len(loca) // 4}I", loca)
    else:
        starts = [2 * start for start in struct.unpack(f">{len(loca) // 2}H", loca)]
    return [glyf[starts[i] : starts[i + 1]] for i in range(len(starts) - 1)]


def _parts(glyph: bytes) -> list[tuple[int, int]]:
    """Of a glyph made of others: where in it each is named, and its number."""
    if not glyph or struct.unpack_from(">h", glyph, 0)[0] >= 0:
        return []
    found: list[tuple[int, int]] = []
    at, flags = 10, 0x20
    while flags & 0x20:  # more parts follow
        flags, number = struct.unpack_from(">HH", glyph, at)
        found.append((at + 2, number))
        at += 4 + (4 if flags & 1 else 2)
        at += 2 if flags & 8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0
    return found


def _renumbered(glyph: bytes, new: Mapping[int, int]) -> bytes:
    content = bytearray(glyph)
    for at, number in _parts(glyph):
        struct.pack_into(">H", content, at, new[number])
    return bytes(content) + b"\0" * (-len(content) % 4)


def _metrics(tables: Mapping[str, bytes]) -> list[bytes]:
    """The width and the left side of each glyph."""
    hmtx = tables["hmtx"]
    (count,) = struct.unpack_from(">H", tables["hhea"], 34)
    (glyphs,) = struct.unpack_from(">H", tables["maxp"], 4)
    found = [hmtx[4 * i : 4 * i + 4] for i in range(count)]
    width, rest = hmtx[4 * count - 4 : 4 * count - 2], 4 * count
    found += [width + hmtx[rest + 2 * i : rest + 2 * i + 2] for i in range(glyphs - count)]
    return found


def _cmap(glyphs: Mapping[int, int]) -> bytes:
    """A table of format 4 with a stretch for each character."""
    characters = [*sorted(glyphs), 0xFFFF]
    deltas = [(glyphs[one] - one) & 0xFFFF for one in characters[:-1]] + [1]
    count = len(characters)
    half = 1 << (count.bit_length() - 1)
    search = (count * 2, half * 2, half.bit_length() - 1, (count - half) * 2)
    body = struct.pack(f">4H{count}H", *search, *characters)
    body += struct.pack(f">H{count}H{count}H", 0, *characters, *deltas) + b"\0\0" * count
    table = struct.pack(">HHH", 4, 6 + len(body), 0) + body
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def _written(tables: Mapping[str, bytes]) -> bytes:
    count = len(tables)
    half = 1 << (count.bit_length() - 1)
    head = struct.pack(
        ">IHHHH", 0x00010000, count, half * 16, half.bit_length() - 1, (count - half) * 16
    )
    entries, body, at = b"", b"", 12 + 16 * count
    for name, content in sorted(tables.items()):
        padded = content + b"\0" * (-len(content) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries += struct.pack(">4sIII", name.encode("ascii"), total, at, len(content))
        body += padded
        at += len(padded)
    return head + entries + body
