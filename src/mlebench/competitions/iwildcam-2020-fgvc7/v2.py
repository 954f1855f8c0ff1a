import json
from pathlib import Path

from .prepare import TEST, TRAIN, prepare_with


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, counted_twice=False)
    for name in (TRAIN, TEST):
        document = json.loads((public / name).read_text(encoding="ascii"))
        for category in document["categories"]:
            category.pop("count", None)  # over all pictures, those of the test set included
        (public / name).write_text(json.dumps(document), encoding="ascii")
