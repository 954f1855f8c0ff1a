from pathlib import Path

from mlebench.data import coco

from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    path = public / "test/metadata.json"
    document = coco.read_json(path)
    for image in document["images"]:
        image.pop("license", None)  # tells the institution that holds the specimen
        image["id"] = int(image["id"])
    coco.write_json(document, path)
