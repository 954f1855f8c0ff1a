from pathlib import Path

from .prepare import prepare_with


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, test_size=0.01)  # seven batches: about as many events as Kaggle's test set
