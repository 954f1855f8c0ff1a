"""Every kind of leak is found, and sound data is left in peace: as often as the documentation says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from tests.audit.leaks.cases import ALSO, LEAKS, Hide, build
from tests.audit.leaks.sound_cases import CLEAN

DOCS = Path(__file__).parents[3] / "docs" / "how-to" / "integrity.md"
SEEDS = (0, 1)


def found(hide: Hide, root: Path, seed: int) -> set[str]:
    return {leak.kind for leak in build(hide, root, seed).audit().leaks if leak.fails}


def test_precision_and_recall_are_those_of_the_documentation(tmp_path: Path) -> None:
    hidden: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    surprises = []
    cases = [(kind, hide) for kind, hides in LEAKS.items() for hide in hides] + [(None, hide) for hide in CLEAN]
    for seed in SEEDS:
        for kind, hide in cases:
            kinds = found(hide, tmp_path / f"{hide.__name__}-{seed}", seed)
            if kind is not None:
                hidden[kind] += 1
                right[kind] += kind in kinds
            unasked = kinds - {kind} - ALSO.get(hide, set())
            wrong.update(unasked)
            if (kind is not None and kind not in kinds) or unasked:
                surprises.append(f"{hide.__name__} (seed {seed}): {sorted(kinds)}")
    table = re.findall(r"^\| `([a-z-]+)` \| .* \| (\d+) of (\d+) \| (\d+) of (\d+) \|$", DOCS.read_text(), re.MULTILINE)
    told = {kind: tuple(map(int, figures)) for kind, *figures in table}
    measured = {kind: (right[kind], right[kind] + wrong[kind], right[kind], hidden[kind]) for kind in LEAKS}
    assert told == measured, surprises
    assert set(wrong) <= set(measured)
