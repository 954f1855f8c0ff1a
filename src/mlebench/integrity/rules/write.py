"""The files of a check: rules.json for machines and reports, rules.csv for spreadsheets."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from mlebench.errors import MlebenchError
from mlebench.files import write_atomically
from mlebench.results.integrity import RULES, RulesReport

TABLE = "rules.csv"
_HEADINGS = (
    "run",
    "competition_id",
    "question",
    "verdict",
    "static",
    "model",
    "judge",
    "file",
    "line",
    "reason",
    "quote",
)


def write_rules(report: RulesReport, folder: Path) -> list[Path]:
    """Both files, in a folder that is made where it is missing."""
    paths = [folder / RULES, folder / TABLE]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in zip(paths, (report.model_dump_json(indent=2) + "\n", to_csv(report))):
            write_atomically(path, text)
    except OSError as error:
        raise MlebenchError(f"{folder}: the result cannot be written ({error.strerror}).") from error
    return paths


def to_csv(report: RulesReport) -> str:
    """A line for each finding; for a question without any, and for a run that could not be judged, one line too."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_HEADINGS)
    for run in report.runs:
        known = [run.run, run.competition_id]
        if not run.answers:
            table.writerow(map(_cell, [*known, "", "not judged", "", "", "", "", "", " ".join(run.notes), ""]))
        for name, answer in run.answers.items():
            verdicts = [name, answer.verdict, answer.static, answer.model or ""]
            rows = [[f.judge, f.file, f.line or "", f.reason, f.quote] for f in answer.findings]
            for row in rows or [[""] * 5]:
                table.writerow(map(_cell, [*known, *verdicts, *row]))
    for note in report.notes:
        table.writerow(map(_cell, ["", "", "", "not judged", "", "", "", "", "", note, ""]))
    return text.getvalue()


def _cell(value: object) -> object:
    """A spreadsheet would carry out what begins like a formula, and a run's code may."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t")) else value
