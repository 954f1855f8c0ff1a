"""The text tags of a DICOM file, up to its pixels."""

from __future__ import annotations

import struct

_LONG = {b"OB", b"OD", b"OF", b"OL", b"OW", b"SQ", b"UC", b"UN", b"UR", b"UT"}
_NUMBERS = {b"US": "<H", b"SS": "<h", b"UL": "<I", b"SL": "<i", b"FL": "<f", b"FD": "<d"}
_PIXELS = (0x7FE0, 0x0010)
_IMPLICIT = "1.2.840.10008.1.2"
_UNKNOWN = 0xFFFFFFFF  # a sequence that says by a mark where it ends
_LONGEST = 200


def dicom_tags(content: bytes) -> dict[str, str]:
    """Values by tag, as in `0010,0020`. What cannot be read ends the list: the tags before it are enough."""
    tags: dict[str, str] = {}
    if content[128:132] != b"DICM":
        return tags
    position, implicit = 132, False
    try:
        while position < len(content):
            group, element = struct.unpack_from("<HH", content, position)
            if (group, element) == _PIXELS:
                break
            kind = content[position + 4 : position + 6]
            if implicit and group != 2:
                kind, size, start = b"", *struct.unpack_from("<I", content, position + 4), position + 8
            elif kind in _LONG:
                size, start = *struct.unpack_from("<I", content, position + 8), position + 12
            else:
                size, start = *struct.unpack_from("<H", content, position + 6), position + 8
            if size == _UNKNOWN or start + size > len(content):
                break
            value = content[start : start + size]
            if kind in _NUMBERS and size == struct.calcsize(_NUMBERS[kind]):
                tags[f"{group:04x},{element:04x}"] = str(struct.unpack(_NUMBERS[kind], value)[0])
            elif size <= _LONGEST and kind not in _LONG:
                tags[f"{group:04x},{element:04x}"] = value.decode(errors="replace").strip("\0 ")
            implicit = implicit or tags.get("0002,0010") == _IMPLICIT
            position = start + size
    except struct.error:
        pass
    return tags
