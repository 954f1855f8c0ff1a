"""What graders say beside a score: warnings and suspected exploits are kept apart."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from mlebench.catalog import Registry
from mlebench.errors import InvalidSubmission
from mlebench.grading import Expected, refuse, suspect, warn
from mlebench.grading.grade import check_submission, noting
from mlebench.grading.report import GradingReport


def test_a_suspicion_is_taken_for_a_warning() -> None:
    with noting() as notes:
        warn("a fault")
        suspect("a hole")
        suspect("a hole")
        warn("a fault")
    assert (notes.warnings, notes.exploits, notes.all) == (["a fault"], ["a hole"], ["a fault", "a hole"])


def test_what_was_said_before_a_refusal_is_lost() -> None:
    def refused() -> None:
        with noting():
            suspect("a hole")
            refuse("no")

    with pytest.raises(InvalidSubmission) as caught:
        refused()
    assert caught.value.warnings == ["a hole"]


def test_reports_from_before_there_were_suspicions_cannot_be_read() -> None:
    totals = [name for name in GradingReport.model_fields if name.startswith("total_")]
    old = dict.fromkeys(totals, 0) | {"competition_reports": []}
    del old["total_exploits_suspected"]
    assert GradingReport.model_validate_json(json.dumps(old)).total_exploits_suspected == 0


@pytest.mark.parametrize("benchmark", ["v1", "v2"])
def test_version_2_scores_what_uses_a_hole(benchmark: str) -> None:
    competition = Registry().under(benchmark).get("predict-volcanic-eruptions-ingv-oe")
    expected = Expected(pd.DataFrame({"segment_id": [1, 2]}), ["segment_id", "time_to_eruption"])
    gamed = pd.DataFrame({"segment_id": [1, 2, 2], "time_to_eruption": 0})
    with noting() as notes:
        if benchmark == "v1":
            check_submission(competition, gamed, expected)
        else:
            with pytest.raises(InvalidSubmission, match="is not unique"):
                check_submission(competition, gamed, expected)
    assert bool(notes.exploits) == (benchmark == "v1")
