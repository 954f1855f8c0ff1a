import hashlib
from pathlib import Path

from .grade import area as score  # noqa: F401 - no score is too good: the answers cannot be written down any more
from .prepare import COVER, METHODS, parts, write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    """What is drawn follows from all versions of a picture, of which only one is public: nobody can repeat the draw."""
    train, test = parts(raw)
    drawn = {name: draw(raw, name) for name in test}
    test.sort(key=lambda name: drawn[name][0])
    write_parts(raw, public, private, train, test, [drawn[name][1] for name in test])


def draw(raw: Path, name: str) -> tuple[bytes, str]:
    """A picture's place in the order, and which version of it is taken."""
    digest = hashlib.sha512()
    for folder in [COVER, *METHODS]:
        digest.update((raw / folder / name).read_bytes())
    place, coin, method = (digest.digest()[start : start + 16] for start in (0, 16, 32))
    stego = METHODS[int.from_bytes(method) % len(METHODS)]
    return place, COVER if coin[0] % 2 else stego
