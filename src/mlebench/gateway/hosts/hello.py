"""Reading the name that a TLS client asks for in its first message: OpenSSL does it, as a server that then hangs up."""

from __future__ import annotations

import ssl

_HANDSHAKE = 0x16


def is_handshake(header: bytes) -> bool:
    """Whether a connection begins as TLS does; `header` are its first five bytes."""
    return len(header) == 5 and header[0] == _HANDSHAKE and header[1] == 3


def server_name(record: bytes) -> str | None:
    """The name in a client's first record, null where it gives none. Raises ValueError where it is no hello."""
    names: list[str | None] = []

    def note(_: ssl.SSLObject, name: str | None, __: ssl.SSLContext) -> int:
        names.append(name)
        return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME  # nobody answers: the message goes on to the real server

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sni_callback = note
    incoming = ssl.MemoryBIO()
    incoming.write(record)
    try:
        context.wrap_bio(incoming, ssl.MemoryBIO(), server_side=True).do_handshake()
    except ssl.SSLError as error:
        if not names:
            raise ValueError(f"no client hello: {error.reason or 'incomplete'}") from error
    return names[0]
