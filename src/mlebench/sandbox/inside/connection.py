"""The keeper's end of the wire to the harness."""

from __future__ import annotations

import socket
import struct
import sys

HARNESS_GONE = 75  # how a keeper ends whose harness has hung up


def connect(where: str) -> socket.socket:
    """The number of a socket that is open already, or the path of one to call."""
    if where.isdigit():
        wire = socket.socket(fileno=int(where))
    else:
        wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        wire.connect(where)
    wire.set_inheritable(False)
    return wire


def first_line(wire: socket.socket) -> bytes:
    """What to do."""
    line = b""
    while not line.endswith(b"\n"):
        piece = wire.recv(1 << 16)
        if not piece:
            print("The harness has gone.", file=sys.stderr)
            sys.exit(HARNESS_GONE)
        line += piece
    return line


def frame(kind: bytes, content: bytes) -> bytes:
    """A message to the harness."""
    return kind + struct.pack(">I", len(content)) + content
