import shutil
from pathlib import Path

from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    shutil.rmtree(public / "old_leaky_data")
