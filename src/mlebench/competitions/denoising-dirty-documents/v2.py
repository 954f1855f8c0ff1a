import hashlib
import io
from pathlib import Path, PurePosixPath

import pandas as pd
from PIL import Image

from mlebench.data import ZipMember, member_names, split_groups

from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    """A fifth of the clean pages, with everything that was dirtied from them, is the test set."""
    members = {PurePosixPath(name).name: name for name in member_names(raw / "train_cleaned.zip")}
    pictures = pd.DataFrame({"name": sorted(name for name in members if name.endswith(".png"))})
    pages = [page_of(ZipMember(raw / "train_cleaned.zip", members[name])) for name in pictures["name"]]
    _, test = split_groups(pictures, pages, test_size=0.2)
    write_parts(raw, public, private, set(test["name"]))


def page_of(picture: ZipMember) -> str:
    """The same for pictures of the same black on white, whatever their file and shades."""
    grey = Image.open(io.BytesIO(picture.read_bytes())).convert("L").point(lambda level: 255 * (level > 127))
    return f"{grey.size} {hashlib.md5(grey.tobytes(), usedforsecurity=False).hexdigest()}"
