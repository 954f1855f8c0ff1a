"""What files of test samples tell without their content: names, sizes, time stamps, places in archives, tags."""

from __future__ import annotations

import io
import warnings
from typing import Any

import pandas as pd

from mlebench.audit.leaks.contents import Contents, Entry
from mlebench.audit.leaks.features import MAX_TARGETS
from mlebench.audit.leaks.linked import Family
from mlebench.audit.leaks.predictive import gives_away
from mlebench.audit.leaks.report import Leak, Search
from mlebench.audit.leaks.truth import Truth
from mlebench.data.formats.dicom import dicom_tags

NAME = "names, sizes, times and tags of files tell nothing"
PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp")
DICOM = (".dcm", ".dicom")
_HEAD = 1 << 20  # of a picture: its tags stand at the beginning
_MAX_TAG = 200
_OF_PREPARATION = ("name", "time stamp", "place")


def telling_metadata(contents: Contents, families: list[Family], truth: Truth, *, synthetic: bool) -> Search:
    """Each property of the files of one kind against the answers.

    `synthetic`: sizes and tags are those that a miniature's program made up, and no more than a caution; names,
    times and places are the preparation's.
    """
    if not families:
        return Search(NAME, not_run="No public file has the id of a test row in its name.")
    if not truth.unique:
        return Search(NAME, not_run="An id has several rows.")
    answers = truth.targets.set_axis(truth.ids)
    leaks = []
    for family in families:
        properties = pd.DataFrame.from_dict(_properties(contents, family), orient="index").fillna("").astype(str)
        wanted = answers.loc[properties.index].reset_index(drop=True)
        for name in properties.columns:
            column = properties[name].reset_index(drop=True).astype(object)
            for target in list(wanted.columns)[:MAX_TARGETS]:
                verdict = gives_away(column, wanted[target]) if column.nunique() > 1 else None
                if verdict:
                    made_up = synthetic and name not in _OF_PREPARATION
                    detail = f"{verdict.how} ({target}){', on synthetic files' if made_up else ''}"
                    caution = made_up or not verdict.sure
                    leaks.append(Leak("metadata", family.pattern, detail, str(name), caution))
                    break
    return Search(NAME, leaks)


def _properties(contents: Contents, family: Family) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {
        one: {"name": family.names[one], "size": entry.size, "time stamp": entry.changed, "place": entry.place}
        for one, entry in family.files.items()
    }
    suffix = family.suffix
    if suffix in (*PICTURES, *DICOM):
        sample = {entry.name: one for one, entry in family.sample().items()}
        if len(sample) < len(found):
            contents.notes.append(f"{family.pattern}: tags of {len(sample):,} of {len(found):,} files were read")
            found = {one: found[one] for one in sample.values()}

        def look(entry: Entry, content: bytes) -> None:
            tags = dicom_tags(content) if suffix in DICOM else picture_tags(content)
            found[sample[entry.name]].update(tags)

        contents.read(set(sample), look, limit=_HEAD)
    return found


def picture_tags(content: bytes) -> dict[str, str]:
    """Size, EXIF, text chunks and comments of a picture; nothing of what is no picture."""
    from PIL import ExifTags, Image

    tags: dict[str, str] = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content)) as image:
                tags = {"width": str(image.width), "height": str(image.height), "mode": image.mode}
                for name, value in image.info.items():
                    if isinstance(value, str | bytes | int | float) and name not in (
                        "exif",
                        "icc_profile",
                        "photoshop",
                    ):
                        tags[f"text {name}"] = str(value)[:_MAX_TAG]
                for number, value in image.getexif().items():
                    tags[f"EXIF {ExifTags.TAGS.get(number, number)}"] = str(value)[:_MAX_TAG]
    except Exception:  # of any kind: Pillow's readers raise what they like over odd content
        return tags
    return tags
