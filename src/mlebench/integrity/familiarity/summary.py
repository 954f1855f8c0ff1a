"""What was measured, for machines: `familiarity.json`, beside a group in its folder `integrity`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.integrity.familiarity.measure import Familiarity
from mlebench.integrity.familiarity.performance import Comparison
from mlebench.results.statistics import Correlation

FILE = Path("integrity") / "familiarity.json"
_VERSION = 1


def to_json(model: str, found: Sequence[Familiarity], comparisons: Sequence[Comparison]) -> str:
    """All documents in their order, and each agent's results beside them."""
    content = {
        "version": _VERSION,
        "model": model,
        "documents": [asdict(each) for each in found],
        "comparisons": [
            {**asdict(each), "pearson": _named(each.pearson), "spearman": _named(each.spearman)}
            | {"sentence": each.sentence}
            for each in comparisons
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False)


def keep_beside(group: Path, text: str) -> Path:
    """Write it where the group's report looks for it."""
    path = group / FILE
    try:
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, text + "\n")
    except OSError as error:
        raise MlebenchError(f"{path}: cannot be written ({error.strerror}).") from error
    return path


def _named(found: Correlation | None) -> dict[str, object] | None:
    return None if found is None else {**found._asdict(), "interval": list(found.interval)}
