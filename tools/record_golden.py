"""Record what a competition prepares and scores on its miniature: tests/golden/ID.json, for v2 tests/golden-v2/ID.json.

    python tools/record_golden.py spooky-author-identification            # by the mlebench of this environment
    python tools/record_golden.py ID… --check                             # compare only; exit code 1 if it differs
    python tools/record_golden.py ID… --benchmark v2                      # what version 2 of the benchmark changes
    python tools/record_golden.py ID… --command "v1/bin/mlebench"         # by any other command
    python tools/record_golden.py my-task --competitions-dir DIR --cases-dir CASES --golden-dir GOLDEN

The command is called as `CMD prepare -c ID --raw-dir RAW --data-dir DATA --skip-verification`, which must write
DATA/ID/prepared/{public,private}, and as `CMD grade --submission FILE.jsonl --output-dir OUT --data-dir DATA`,
which must write OUT/*_grading_report.json. Only for v2 is it told `--benchmark v2`, and writes
DATA/ID/prepared-v2 where v2 has other data.

What agrees with an existing record stays as it is written there, since v1's own recording knew more than a report
tells: whether v1 declared a submission invalid or crashed over it, and scores of nan and inf, which we refuse.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the tests' own helpers

from tests.competitions import cases, golden

from mlebench.catalog import BENCHMARKS, Competition, Registry
from mlebench.catalog.registry import ENVIRONMENT
from mlebench.data.layout import DataLayout
from mlebench.errors import MlebenchError


class CommandFailed(Exception):
    """The command that prepares and grades did not do so."""


def main(arguments: list[str] | None = None) -> int:
    """Record or check each competition; the exit code."""
    options = _parser().parse_args(arguments)
    registry = Registry.default(options.competitions_dir).under(options.benchmark)
    golden_dir = options.golden_dir or golden.FOLDERS[options.benchmark]
    folders = filter(None, [os.environ.get(ENVIRONMENT, ""), *map(str, options.competitions_dir)])
    environment = os.environ | {ENVIRONMENT: os.pathsep.join(folders)}
    problems = 0
    for competition_id in options.ids:
        try:
            found = record(registry.get(competition_id), shlex.split(options.command), options.cases_dir, environment)
        except (MlebenchError, CommandFailed) as error:
            print(f"{competition_id}: {error}", file=sys.stderr)
            problems += 1
            continue
        problems += _compare_or_write(golden_dir / f"{competition_id}.json", found, check=options.check)
    return int(problems > 0)


def record(competition: Competition, command: list[str], cases_dir: Path, environment: dict[str, str]) -> golden.Record:
    """Build the miniature, let the command prepare it and grade the cases, and say what came out."""
    if not (cases_dir / f"{competition.id}.py").is_file():
        raise CommandFailed(f"{cases_dir / competition.id}.py is missing: it writes the submissions to grade.")
    with tempfile.TemporaryDirectory() as folder:
        raw, data, out = (Path(folder) / name for name in ("raw", "data", "graded"))
        raw.mkdir()
        competition.build_miniature(raw, np.random.default_rng(cases.SEED))
        version = [] if competition.benchmark == "v1" else ["--benchmark", competition.benchmark]
        wanted = [
            "prepare",
            "-c",
            competition.id,
            "--raw-dir",
            raw,
            "--data-dir",
            data,
            "--skip-verification",
            *version,
        ]
        _run([*command, *map(str, wanted)], environment)
        prepared = DataLayout.of(competition, data).prepared
        if not (prepared / competition.answers).is_file():
            raise CommandFailed(f"{shlex.join(command)} prepared no {prepared.relative_to(data) / competition.answers}")
        submissions = cases.write_cases(competition, prepared, Path(folder) / "cases", cases_dir)
        lines = Path(folder) / "submissions.jsonl"
        ids = {"competition_id": competition.id}
        lines.write_text("".join(json.dumps(ids | {"submission_path": str(path)}) + "\n" for path in submissions))
        wanted = ["grade", "--submission", lines, "--output-dir", out, "--data-dir", data, *version]
        _run([*command, *map(str, wanted)], environment)
        index = golden.raw_index(raw)
        return {
            **ids,
            "grades": [golden.graded(case, report) for case, report in _reports(out, submissions).items()],
            "private": golden.manifest(prepared / "private", index),
            "public": golden.manifest(prepared / "public", index),
            "raw_files": sum(path.is_file() for path in raw.rglob("*")),
            "seed": cases.SEED,
        }


def _run(command: list[str], environment: dict[str, str]) -> None:
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CommandFailed(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode:
        said = "\n".join((done.stderr or done.stdout).splitlines()[-20:])
        raise CommandFailed(f"exit code {done.returncode} of {shlex.join(command)}\n{said}")


def _reports(out: Path, submissions: list[Path]) -> dict[str, dict[str, Any]]:
    """By case, in the order of the files."""
    written = sorted(out.glob("*_grading_report.json"))
    if not written:
        raise CommandFailed("grading wrote no *_grading_report.json")
    reports = json.loads(written[-1].read_text(encoding="utf-8"))["competition_reports"]
    by_case = {Path(report["submission_path"]).stem: report for report in reports}
    if missing := [path.stem for path in submissions if path.stem not in by_case]:
        raise CommandFailed(f"the grading report lacks {', '.join(missing)}")
    return {path.stem: by_case[path.stem] for path in submissions}


def _compare_or_write(path: Path, found: golden.Record, *, check: bool) -> bool:
    """Whether there is something to complain about."""
    old = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
    told = golden.differences(old, found) if old else []
    if faults := [f"{grade['case']}: {grade['fault']}" for grade in found["grades"] if "fault" in grade]:
        print(f"{path.stem}: not recorded, since grading failed", *faults, sep="\n  ", file=sys.stderr)
        return True
    if check:
        print(f"{path.stem}: {'differs' if told else 'nothing differs' if old else 'no record yet'}", *told, sep="\n  ")
        return bool(told) or old is None
    path.parent.mkdir(parents=True, exist_ok=True)
    content = json.dumps(_keep_what_agrees(old or {}, found), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    path.write_text(content + "\n", encoding="utf-8")
    print(f"{path.stem}: {'changed' if told else 'unchanged' if old else 'recorded'} in {path}", *told, sep="\n  ")
    return False


def _keep_what_agrees(old: golden.Record, found: golden.Record) -> golden.Record:
    def kept(entries: golden.Entries, recorded: golden.Entries, agree: Any) -> golden.Entries:
        return {k: recorded[k] if agree(recorded.get(k), new) else new for k, new in entries.items()}

    sides = {side: kept(found[side], old.get(side, {}), golden.same_file) for side in ("public", "private")}
    grades = kept(golden.by_name(found["grades"]), golden.by_name(old.get("grades", [])), golden.same_grade)
    return found | sides | {"grades": list(grades.values())}


def _parser() -> argparse.ArgumentParser:
    told = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=told)
    parser.add_argument("ids", nargs="+", metavar="ID", help="competitions")
    parser.add_argument("--check", action="store_true", help="compare with the record instead of writing it")
    ours = shlex.join([sys.executable, "-m", "mlebench"])
    parser.add_argument("--command", default=ours, metavar="CMD", help="what prepares and grades [this mlebench]")
    own = {"type": Path, "metavar": "DIR"}
    parser.add_argument("--competitions-dir", **own, action="append", default=[], help="more folders of competitions")
    parser.add_argument("--cases-dir", **own, default=cases.FOLDER, help="folder of ID.py that write submissions")
    parser.add_argument("--golden-dir", **own, help="folder of the records [tests/golden, tests/golden-v2]")
    parser.add_argument("--benchmark", choices=BENCHMARKS, default="v1", help="version of the benchmark [v1]")
    return parser


if __name__ == "__main__":
    sys.exit(main())
