"""A program that plays by DPP: all units hold. As an argument it may be told to misbehave."""

import os
import signal
import socket
import sys
import time

manner = sys.argv[1] if len(sys.argv) > 1 else ""


def forever():
    while True:
        pass


def deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def many():
    """Children that do not hear either, in sessions of their own, of which one is nobody's."""
    for number in range(4):
        if not os.fork():
            os.setsid()
            if number or not os.fork():
                deaf()
            os._exit(0)
    deaf()


def fall():
    time.sleep(3.3)
    os.abort()


def hog():
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


HANGING = {
    "hang": lambda: time.sleep(600),
    "stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "loop": forever,
    "deaf": deaf,
    "many": many,
    "fall": fall,
    "hog": hog,
}
memory = os.environ.get("DRAGOMAN_MEMORY", "")
if memory:
    with open(os.path.join(memory, "games"), "a+") as file:
        file.seek(0)
        print("remembers", file.read(), flush=True)
        file.write(os.environ["DRAGOMAN_GAME"] + " ")
print("players", os.environ["DRAGOMAN_PLAYERS"], flush=True)
if manner == "crash":
    sys.exit(3)
once = os.path.join(os.environ.get("TMPDIR", ""), "has-crashed")
if manner == "crash once":
    manner = "" if os.path.exists(once) else "crash later"
if manner == "unix":
    master = socket.socket(socket.AF_UNIX)
    master.connect(os.path.join(os.environ["DRAGOMAN_SOCKETS"], "REF"))
else:
    address = (os.environ["DRAGOMAN_HOST"], int(os.environ["DRAGOMAN_DPP_PORT"]))
    master = socket.create_connection(address)
lines = master.makefile("rw", newline="\n")


def say(text):
    lines.write(text + "\n")
    lines.flush()


say("(NME Holder)")
for number, line in enumerate(lines):
    said = line.strip()
    if manner in HANGING and number > 1:
        HANGING[manner]()
    if manner == "crash later" and number > 2:
        open(once, "w").close()
        os.abort()
    if said.startswith("(ORD "):
        say("(SUB)")
    elif said.startswith("(THK ("):  # what is lacking is what it wants
        say(f"(SUB {said[6:-2].partition(' ')[2].replace(' (NMR)', '')})")
    elif said == "(END)":
        break
if manner == "slow":
    time.sleep(1.2)
print("the end", flush=True)
