from pathlib import Path

from mlebench.data import open_zip

from .prepare import parts, write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Test clips tell nothing of their time: neither their names nor their order, which is that of their content."""
    train, test = parts(raw)
    with open_zip(raw / "train2.zip") as archive:
        test.sort(key=lambda clip: archive.getinfo(f"train2/{clip}").CRC)
    write_parts(raw, public, private, train, test, [""] * len(test))
