"""`mlebench lint`: does a competition folder hold what the benchmark promises, run on its miniature?"""

from __future__ import annotations

import hashlib
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mlebench.audit.finding import Finding
from mlebench.audit.leaderboards import check_leaderboard
from mlebench.audit.obfuscated import check_obfuscated
from mlebench.audit.verify import verify_competition
from mlebench.catalog import Competition, load_competition
from mlebench.data.layout import DataLayout
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.data.sources.choice import own_source
from mlebench.errors import MlebenchError

_log = logging.getLogger(__name__)
LOADS = "folder is complete and valid"
PREPARES = "miniature prepares"
SEALED = "validator works without the answers"
REPEATS = "preparing twice gives the same bytes"


def lint_folder(folder: Path) -> Iterator[Finding]:
    """Run all checks; a check that makes the later ones pointless ends the list."""
    try:
        competition = load_competition(folder)
        own_source(competition)
    except MlebenchError as error:
        yield Finding(LOADS, False, error.message)
        return
    yield Finding(LOADS, True, "All files are there and their fields are right.")
    yield _description(competition)
    yield check_leaderboard(competition)
    yield _seal(competition)
    with tempfile.TemporaryDirectory(prefix="mlebench-lint-") as first, tempfile.TemporaryDirectory() as second:
        try:
            trees = [_prepare(competition, Path(data_dir)) for data_dir in (first, second)]
        except MlebenchError as error:
            yield Finding(PREPARES, False, error.message)
            return
        except Exception as error:  # whatever the folder's own code raises is a finding, not our crash
            _log.exception("%s: its miniature cannot be prepared.", folder)
            yield Finding(PREPARES, False, f"{type(error).__name__}: {error}")
            return
        yield Finding(PREPARES, True, f"{len(trees[0])} files.")
        changed = sorted(name for name in trees[0].keys() | trees[1].keys() if trees[0].get(name) != trees[1].get(name))
        yield Finding(
            REPEATS, not changed, f"These differ: {', '.join(changed[:5])}" if changed else "They are the same."
        )
        yield check_obfuscated(competition, DataLayout(Path(first), competition.id).prepared)
        yield from verify_competition(competition, Path(first))
        if competition.v2 is not None:
            yield from _version_2(folder, Path(first))


def _version_2(folder: Path, data_dir: Path) -> Iterator[Finding]:
    """The same of version 2 of the benchmark, where it changes something."""
    try:
        competition = load_competition(folder, "v2")
        _prepare(competition, data_dir)
        found = verify_competition(competition, data_dir)
    except MlebenchError as error:
        found = [Finding(PREPARES, False, error.message)]
    except Exception as error:  # as above
        _log.exception("%s: its miniature cannot be prepared for v2.", folder)
        found = [Finding(PREPARES, False, f"{type(error).__name__}: {error}")]
    yield from (finding._replace(name=f"v2: {finding.name}") for finding in found)


def _description(competition: Competition) -> Finding:
    text = competition.description
    missing = [word for word in ("## Evaluation", "## Submission") if word.lower() not in text.lower()]
    detail = f"description.md lacks {', '.join(missing)}." if missing else "It has its sections."
    return Finding("description explains evaluation and submission", not missing, detail)


def _seal(competition: Competition) -> Finding:
    """No failure: a grader in one piece works, but what its validator says may depend on the answers."""
    if competition.is_sealed:
        return Finding(SEALED, True, "grade.py has check(submission, expected) and score(checked, answers).")
    advice = "grade.py has one grade(submission, answers); split it into check and score (docs/how-to/competitions.md)"
    return Finding(SEALED, True, f"It cannot be sealed: {advice}.", warning=True)


def _prepare(competition: Competition, data_dir: Path) -> dict[str, str]:
    prepare(competition, data_dir, Miniature(), PrepareOptions())
    layout = DataLayout.of(competition, data_dir)
    return {
        path.relative_to(layout.prepared).as_posix(): hashlib.md5(path.read_bytes()).hexdigest()
        for side in (layout.public, layout.private)
        for path in sorted(side.rglob("*"))
        if path.is_file()
    }
