"""A competition as metadata in the form Croissant 1.0, which catalogues of data sets read. No data is in it."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mlebench.catalog.competition import PARQUET

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition

# The vocabulary as the specification gives it.
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_USE = "Measuring how well AI agents do machine-learning engineering: answers are held back, submissions are graded."


def croissant(competition: Competition) -> dict[str, Any]:
    """The description: what the task is, where the data comes from, whose rules hold, digests of public files."""
    c = competition
    direction = "lower" if c.metric.lower_is_better else "higher"
    limits = [f"{issue.kind}: {issue.note}" for issue in c.known_issues]
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": c.id,
        "alternateName": c.name,
        "description": f"{_first_paragraph(c.description)} Scored by {c.metric.name} ({direction} is better).",
        **({"url": c.url, "citeAs": f"{c.name}. A competition on Kaggle. {c.url}"} if c.url else {}),
        "license": f"{c.url}/rules" if c.url else c.licence or "unknown",
        "version": "1.0.0" if c.benchmark == "v1" else "2.0.0",
        "keywords": [c.category, c.metric.name, f"mlebench {c.benchmark}", f"complexity {c.complexity}"],
        "isLiveDataset": False,
        "rai:dataUseCases": [_USE],
        **({"rai:dataLimitations": limits} if limits else {}),
        "distribution": list(_files(c)),
    }


def _first_paragraph(text: str) -> str:
    """What stands first that is no heading, in one line."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return next((part for part in paragraphs if part and not part.startswith(("#", "|", "```"))), "")


def _files(c: Competition) -> Iterator[dict[str, Any]]:
    if c.checksums.archive is not None:
        size = {} if c.archive_gb is None else {"contentSize": f"{c.archive_gb * 1e9:.0f} B"}
        about = "What the host hands out to those who have accepted its rules."
        yield _file("archive", about, f"{c.url}/data", "application/zip", c.checksums.archive) | size
    if not c.shares_v1_data:
        return  # the digests are of what v1 prepares
    for name, digest in c.checksums.public.items():
        if not digest.startswith(PARQUET):  # which is of the content, not of the file
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            about = "A public file, as `mlebench prepare` writes it; the address is below the prepared folder."
            yield _file(f"public/{name}", about, f"public/{name}", kind, digest)


def _file(identifier: str, about: str, url: str, encoding: str, md5: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": identifier,
        "name": identifier,
        "description": about,
        "contentUrl": url,
        "encodingFormat": encoding,
        "md5": md5,
    }
