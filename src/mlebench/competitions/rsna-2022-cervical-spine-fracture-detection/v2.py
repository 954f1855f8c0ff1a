from pathlib import Path

from .prepare import SHARE, prepare_with


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, 1 - SHARE)
