"""A terminal for tests: runs a command in a pseudo-terminal and keeps its screen as text."""

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

_PARTS = re.compile(
    r"\x1b\[(?P<codes>[0-9;?<>=$ ]*)(?P<end>[@-~])|\x1b[P_^\]].*?(?:\x1b\\|\x07)"
    r"|\x1b[()][0-9A-B]|\x1b[@-Z=>\\^_a-z78]|(?P<text>[^\x1b\x00-\x1f]+)|(?P<sign>[\r\n\b])|.",
    re.DOTALL,
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-9;?<>=$ ]*|[P_^\]][^\x1b\x07]*)?\Z")


class Terminal:
    """Enough of a terminal for programs that place all their text themselves."""

    def __init__(self, command, folder, columns=100, rows=28):
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self._rest = b""
        self._text = ""
        self._fd, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        env = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        env |= {"COLUMNS": str(columns), "LINES": str(rows), "TEXTUAL_ANIMATIONS": "none"}
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=child, stdout=child, stderr=child, env=env, close_fds=True
        )
        os.close(child)

    @property
    def screen(self):
        lines = ["".join(row).rstrip() for row in self.cells]
        return "\n".join(lines).rstrip() + "\n"

    def type(self, keys):
        os.write(self._fd, keys.encode())

    def wait_for(self, text, gone=False, seconds=40):
        """Read until the screen shows a text, or until it is gone from there."""
        self.wait_until(lambda screen: (text in screen) != gone, text, seconds)

    def wait_until(self, is_so, what, seconds=40):
        """Read until something is so of the screen; ``what`` says what that is."""
        end = time.monotonic() + seconds
        while not is_so(self.screen):
            assert time.monotonic() < end, f"{what!r} was waited for:\n{self.screen}"
            self._read(0.2)

    def wants_a_key(self):
        """Whether the program reads single keys now: what is typed before that may be lost."""
        return not termios.tcgetattr(self._fd)[3] & termios.ICANON

    def rest(self):
        """Read until nothing more comes."""
        while self._read(0.5):
            pass

    def end(self):
        """The exit status of the program, once it has ended."""
        while self._process.poll() is None:
            self._read(0.1)
        return self._process.returncode

    def close(self):
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._fd)

    def _read(self, seconds):
        ready, _, _ = select.select([self._fd], [], [], seconds)
        content = b""
        if ready:
            with contextlib.suppress(OSError):  # the program has ended
                content = os.read(self._fd, 65536)
        if not content:
            return False
        content = self._rest + content
        good = content.decode("utf-8", "ignore")
        self._rest = content[len(good.encode()) :]
        text = self._text + good
        cut = _UNFINISHED.search(text)
        self._text = text[cut.start() :] if cut else ""
        self._put(text[: cut.start()] if cut else text)
        return True

    def _put(self, text):
        for part in _PARTS.finditer(text):
            if part["text"]:
                for sign in part["text"]:
                    if self.column < len(self.cells[0]):
                        self.cells[self.row][self.column] = sign
                    self.column += 1
            elif part["sign"] == "\r":
                self.column = 0
            elif part["sign"] == "\n":
                self.row = min(self.row + 1, len(self.cells) - 1)
            elif part["end"]:
                self._control(part["codes"], part["end"])

    def _control(self, codes, end):
        numbers = [int(code) if code.isdigit() else 0 for code in codes.split(";")]
        if end == "H":
            row, column = (*numbers, 0)[:2]
            self.row = min(max(row, 1), len(self.cells)) - 1
            self.column = max(column, 1) - 1
        elif end == "J":
            self.cells = [[" "] * len(row) for row in self.cells]
        elif end == "K":
            row = self.cells[self.row]
            row[self.column :] = [" "] * (len(row) - self.column)
        elif end == "C":
            self.column += max(numbers[0], 1)
        elif end == "D":
            self.column = max(self.column - max(numbers[0], 1), 0)
