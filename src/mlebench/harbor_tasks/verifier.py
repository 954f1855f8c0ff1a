"""Grades in Harbor's verifier: python3 grade.py SUBMISSION COMPETITION BENCHMARK. Copied into each task."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import mlebench
from mlebench.catalog import Benchmark

LOGS = Path("/logs/verifier")


def main() -> None:
    """Write rewards and the whole report. A fault of the grader gives no reward, so that it is never a zero."""
    submission, competition_id, benchmark = sys.argv[1:]
    if Path(submission).is_symlink():
        Path(submission).unlink()  # it could lead to the answers, which lie beside this file
    chosen: Benchmark = "v2" if benchmark == "v2" else "v1"
    report = mlebench.grade(submission, competition_id, data_dir=Path(__file__).parent / "data", benchmark=chosen)
    (LOGS / "report.json").write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    print(report.model_dump_json(indent=2))
    if report.error_kind not in (None, "invalid", "missing"):
        sys.exit(f"The grader failed: {report.error}")
    rewards: dict[str, float | None] = {
        "reward": float(report.any_medal),
        "gold": float(report.gold_medal),
        "silver": float(report.silver_medal),
        "bronze": float(report.bronze_medal),
        "above_median": float(report.above_median),
        "valid": float(report.valid_submission),
        "percentile": report.percentile,
        "score": report.score,
    }
    known = {name: value for name, value in rewards.items() if value is not None and math.isfinite(value)}
    (LOGS / "reward.json").write_text(json.dumps(known) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
