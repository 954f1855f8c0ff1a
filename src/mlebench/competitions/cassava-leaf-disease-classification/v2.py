import shutil
from pathlib import Path

from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    shutil.rmtree(public / "test_tfrecords")  # its records say the label; test_images holds the same pictures
