"""The baseline on the miniature of every competition: whatever it makes of the public files must be valid."""

from __future__ import annotations

import pytest
from solver.files import Files
from solver.form import find_form, first_submission
from solver.improve import improve
from solver.metric import guess_metric
from solver.sandbox import Sandbox

from mlebench.catalog import Registry
from mlebench.grading.grade import grade_submission
from tests.conftest import Miniatures


@pytest.mark.parametrize("competition_id", Registry().ids())
def test_the_first_file_and_the_last_are_valid(
    competition_id: str, sandbox: Sandbox, registry: Registry, miniatures: Miniatures
) -> None:
    layout = miniatures.layout(competition_id)
    competition = registry.get(competition_id)
    sandbox.data, sandbox.time_limit = layout.public, 10.0
    files = Files(sandbox.data, sandbox.scratch)
    form = find_form(files, sandbox.submission_form())
    assert form is not None
    sandbox.hand_in_first(first_submission(form, guess_metric(sandbox.evaluation())), form.name)
    first = grade_submission(competition, sandbox.handed_in, layout.data_dir)
    assert first.valid_submission, first.error
    improve(sandbox, files)
    # No validator is asked here: what is invalid would stay, and be seen.
    last = grade_submission(competition, sandbox.handed_in, layout.data_dir)
    assert last.valid_submission, last.error
