"""XML as elements with their lines. Entities that a text declares for itself are refused: nothing
that is read here has any, and they can make a small text a large one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from xml.parsers.expat import ExpatError, ParserCreate

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass

_DEEPEST = 60
_MOST_ELEMENTS = 200_000


@dataclass(slots=True)
class XmlElement:
    """An element: its name and attributes, what is in it, and the line that it begins on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[XmlElement] = field(default_factory=list["XmlElement"])
    text: str = ""

    def get(self, name: str) -> str:
        """An attribute; empty where there is none."""
        return self.attributes.get(name, "").strip()

    def all(self, tag: str) -> Iterator[XmlElement]:
        """The elements of a name in it, however deep."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def first(self, tag: str) -> XmlElement | None:
        return next(self.all(tag), None)


class _TooMuchXml(Exception):
    pass


def read_xml(content: bytes, source: str) -> XmlElement | Diagnostic:
    """The outermost element of a text, or what is wrong with it."""
    parser = ParserCreate()
    root = XmlElement("", {}, 0)
    stack = [root]
    count = 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(stack) > _DEEPEST or count > _MOST_ELEMENTS:
            raise _TooMuchXml("it has too many elements, or too deep in each other")
        element = XmlElement(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def write(text: str) -> None:
        stack[-1].text += text

    def refuse(*_: object) -> None:
        raise _TooMuchXml("it declares entities of its own")

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = write
    parser.EntityDeclHandler = refuse
    parser.buffer_text = True
    line = 0
    try:
        parser.Parse(content, True)
    except ExpatError as error:
        what, line = f"this is no XML: {error}", error.lineno
    except (_TooMuchXml, LookupError, ValueError) as error:
        what, line = f"this XML is not read: {error}", parser.CurrentLineNumber
    else:
        return root.children[0]
    return Diagnostic("not-xml", what, "save it as plain XML, in UTF-8", source, line, 1)
