from pathlib import Path

from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    (private / "sample_submission.csv").rename(public / "sample_submission.csv")
