"""Names of the published package: which work here as they are, and what there is in place of the others."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

# In `mlebench.published`, which is imported when one of them is asked for.
WORKING = {
    "mlebench.data": ("is_dataset_prepared",),
    "mlebench.grade": ("grade_csv", "validate_submission"),
    "mlebench.grade_helpers": ("CompetitionReport", "Grader", "InvalidSubmissionError"),
    "mlebench.registry": ("Competition", "Registry", "registry"),
}
_PREPARE, _RUN, _REPORT = "mlebench.prepare(ID), or 'mlebench prepare'", "'mlebench run'", "'mlebench report'"
ELSEWHERE = {
    "mlebench.data": {
        "create_prepared_dir": _PREPARE,
        "download_and_prepare_dataset": _PREPARE,
        "download_dataset": _PREPARE,
        "ensure_leaderboard_exists": "mlebench.competition(ID).leaderboard, which every competition brings along",
        "get_leaderboard": "mlebench.competition(ID).leaderboard: thresholds, median and percentiles",
        "prepare_human_baselines": "mlebench.competition(ID).leaderboard: thresholds, median and percentiles",
    },
    "mlebench.grade": {
        "aggregate_reports": "mlebench.grading.report.GradingReport.of(reports)",
        "grade_jsonl": "'mlebench grade --submission FILE --output-dir DIR', or mlebench.grade(path, ID) for each line",
    },
    "mlebench.utils": {
        "authenticate_kaggle_api": _PREPARE,
        "compress": "zipfile.ZipFile",
        "create_run_dir": _RUN,
        "extract": "mlebench.data.zip_files, tar_files, place_members and their siblings",
        "generate_run_id": _RUN,
        "get_logger": "logging.getLogger",
        "get_repo_dir": "mlebench.competition(ID).folder for the files of a competition",
        "get_runs_dir": "--runs-dir, or MLEBENCH_RUNS_DIR",
        "import_fn": "mlebench.competition(ID).prepare_function, check_function and score_function",
        "is_empty": "any(path.iterdir())",
        "load_answers": "mlebench.score_files(ID, submission, answers), which reads both",
        "load_yaml": "yaml.safe_load",
        "read_csv": "mlebench.data.read_csv",
        "read_jsonl": "mlebench.grading.batch.read_lines",
    },
}


def published(module: str) -> Callable[[str], object]:
    """The `__getattr__` of a module that the published package has too."""

    def find(name: str) -> object:
        if name in WORKING.get(module, ()):
            return getattr(import_module("mlebench.published"), name)
        if name in ELSEWHERE.get(module, {}):
            raise ImportError(f"{module}.{name} is the published package's. Here: {ELSEWHERE[module][name]}.")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return find
