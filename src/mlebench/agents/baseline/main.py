"""The baseline agent, a small AutoML: finds the task in the public files, fits scikit-learn models, mixes the best.

It knows nothing but the files of its sandbox, needs no language model and no network, and always hands in
something: the sample submission at once, then whatever beats it by the competition's own metric on held-out rows.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from solver.files import Files
from solver.form import find_form, first_submission
from solver.metric import guess_metric
from solver.sandbox import Sandbox


def main() -> int:
    """Hand in the sample, then let the strategies that fit the task improve on it."""
    sandbox = Sandbox.from_environment()
    sandbox.guard()
    files = Files(sandbox.data, sandbox.scratch)
    form = find_form(files, sandbox.submission_form())
    if form is None:
        sandbox.log("no sample submission among the public files: the form of a submission is not known")
        return 1
    sandbox.hand_in_first(first_submission(form, guess_metric(sandbox.evaluation())), form.name)
    shutil.copytree(Path(__file__).parent / "solver", Path(os.environ["CODE_DIR"]) / "solver", dirs_exist_ok=True)
    # Libraries for numbers take seconds to load, on a busy machine many: only now.
    from solver import improve

    improve.improve(sandbox, files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
