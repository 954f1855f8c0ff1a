import json
from pathlib import Path

from .prepare import TEST, TRAIN
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    for name in (TRAIN, TEST):
        document = json.loads((public / name).read_text(encoding="ascii"))
        for category in document["categories"]:
            category.pop("count", None)  # over all pictures, those of the test set included
        (public / name).write_text(json.dumps(document), encoding="ascii")
