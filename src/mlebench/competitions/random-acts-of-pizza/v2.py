from pathlib import Path

from .prepare import prepare as prepare_v1
from .prepare import read, write

GIVER = "giver_username_if_known"  # other than N/A only where there was a pizza


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    for name in ("train", "test"):
        requests = read(public / f"{name}.json")
        write(public, name, [{key: value for key, value in request.items() if key != GIVER} for request in requests])
