from pathlib import Path

from mlebench.data import ZipMember

from .prepare import ROOT, SEGMENT_TABLES, SUPPLEMENTAL
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    for name in SEGMENT_TABLES:
        with ZipMember(raw / "mlsp_contest_dataset.zip", f"{ROOT}{SUPPLEMENTAL}{name}").open() as file:
            header = file.readline().rstrip()
        path = public / SUPPLEMENTAL / name
        path.write_bytes(header + b"\n" + path.read_bytes().partition(b"\n")[2])
