"""mlebench integrity rules: groups and files, the outputs, and the report's section."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Registry
from mlebench.integrity import check_rules, write_rules
from mlebench.integrity.rules.questions import QUESTIONS, chosen_questions
from mlebench.results import load_results
from mlebench.results.integrity import PlagiarismReport, RulesReport
from mlebench.results.page import render_page
from mlebench.runs import RunGroup
from tests.agents.scripted_model import MODEL, Fail, Say, scripted_model
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.integrity.rules.test_model_judge import answer, yes
from tests.results.making import group_on_disk
from tests.results.test_page import Checker

IDS = ["spooky-author-identification", "random-acts-of-pizza"]
CHEAT = 'import pandas as pd\nanswers = pd.read_csv("/home/private/test.csv")\n'
HONEST = "print('fitting')\n"


@pytest.fixture
def group(tmp_path: Path, registry: Registry) -> RunGroup:
    """Four runs: one cheats, two are honest, one left nothing."""
    made = group_on_disk(tmp_path / "runs", registry, IDS, lambda *_: "median")
    for run, code in zip(made.spec.runs, (CHEAT, HONEST, HONEST)):
        folder = made.folder_of(run)
        (folder / "code").mkdir()
        (folder / "code" / "solve.py").write_text(code)
        (folder / "run.log").write_text("fold 0: 0.8\n")
    return made


def test_a_run_with_nothing_to_read_is_skipped(group: RunGroup, registry: Registry) -> None:
    report = check_rules(group, registry=registry)
    assert [run.run for run in report.runs] == [run.run_id for run in group.spec.runs]
    [unjudged] = report.unjudged
    assert unjudged.run == group.spec.runs[3].run_id
    assert unjudged.notes == ["There is no code to read.", "There are no logs to read.", "Nothing could be judged."]
    by_name = {each.question: each for each in report.questions}
    found = by_name["answers"]
    assert (found.judged, found.yes, found.no, found.unclear) == (3, 1, 2, 0)
    assert found.yes_percent == pytest.approx(100 / 3)
    assert by_name["leaks"].yes_percent == 0
    assert list(by_name) == list(QUESTIONS)


def test_the_command_and_its_files(cli: Cli, group: RunGroup) -> None:  # noqa: F811
    done = cli("integrity", "rules", "latest", "--runs-dir", group.folder.parent)
    assert done.code == 1, "one run could not be judged"
    assert "Did the agent look for the answers or the grader?" in done.out
    assert "code/solve.py:2" in done.out
    assert "Nothing could be judged." in done.err
    written = RulesReport.model_validate_json((group.folder / "integrity" / "rules.json").read_bytes())
    assert written.model is None
    rows = list(csv.DictReader(io.StringIO((group.folder / "integrity" / "rules.csv").read_text())))
    assert len(rows) == 3 * len(QUESTIONS) + 1
    [bad] = [row for row in rows if row["verdict"] == "yes"]
    assert (bad["question"], bad["static"], bad["model"], bad["file"], bad["line"]) == (
        "answers",
        "yes",
        "",
        "code/solve.py",
        "2",
    )
    assert [row["reason"] for row in rows if row["verdict"] == "not judged"] != [""]
    again = cli(
        "integrity", "rules", group.folder, "--questions", "leaks,handwritten", "--json", "--output", group.folder / "x"
    )
    assert [each["question"] for each in json.loads(again.out)["questions"]] == ["handwritten", "leaks"]
    assert (group.folder / "x" / "rules.json").is_file()


def test_a_file_of_lines(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text(CHEAT)
    (tmp_path / "run.log").write_text("nothing special\n")
    lines: list[Any] = [
        {"competition_id": IDS[0], "submission_path": "s.csv", "code_path": "code", "logs_path": "run.log"},
        {"competition_id": IDS[0], "logs_path": "run.log"},
        {"competition_id": "nobody-knows-it", "code_path": str(tmp_path / "code" / "a.py")},
        {"competition_id": IDS[0], "logs_path": "gone.log", "code_path": "x" * 5000},
        {"competition_id": IDS[0]},
        {"submission_path": "s.csv"},
        {"competition_id": IDS[0], "code_path": 7},
        [1],
    ]
    text = "# a comment\n\n" + "\n".join(map(json.dumps, lines)) + "\n{half\n" + '{"a":' * 100_000 + "\n"
    (tmp_path / "lines.jsonl").write_text(text)
    done = cli("integrity", "rules", "lines.jsonl", "--json")
    assert done.code == 1
    report = RulesReport.model_validate_json(done.out)
    verdicts = {run.run: run.answers["answers"].verdict if run.answers else None for run in report.runs}
    assert verdicts == {"line 3": "yes", "line 4": "no", "line 5": "yes", "line 6": None, "line 7": None}
    notes = {run.run: run.notes for run in report.runs}
    assert notes["line 3"] == []
    assert notes["line 4"] == ["There is no code to read."]
    assert "Its known leaks were not looked for." in notes["line 5"][0]
    assert notes["line 6"][:2] == [
        f"{'x' * 200}: cannot be read (File name too long).",
        "gone.log: cannot be read (No such file or directory).",
    ]
    assert [note.split(":")[0] for note in report.notes] == [f"line {number}" for number in (8, 9, 10, 11, 12)]
    assert (tmp_path / "lines-integrity" / "rules.csv").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["latest", "--questions", "answer"], "Did you mean answers?"),
        (["gone.jsonl"], "gone.jsonl: cannot be read"),
        (["empty.jsonl"], "empty.jsonl: holds no line to judge"),
        (["no-such-group"], "no-such-group is not a run group"),
        (["latest", "--extra-prompt", "prompt.txt"], "--extra-prompt is for a language model"),
        (["latest", "--model", "x"], "No language model is configured"),
        (["latest", "--model", "two words"], "is not the name of a model"),
        (["latest", "--model", "x", "--extra-prompt", "binary.txt"], "is not a text in UTF-8"),
        (["latest", "--model", "x", "--extra-prompt", "long.txt"], "at most 20000 characters"),
    ],
)
def test_wrong_usage_is_tried(
    cli: Cli,  # noqa: F811
    group: RunGroup,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").write_text("\n# only this\n")
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "prompt.txt").write_text("more")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "long.txt").write_text("x" * 20_001)
    done = cli("integrity", "rules", *arguments)
    assert done.code == 2
    assert message in done.err
    assert not (group.folder / "integrity" / "rules.json").exists()


def test_a_model_takes_back_what_the_rules_found(
    cli: Cli,  # noqa: F811
    group: RunGroup,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A log may talk a model into a no, not the rules; and a model may see what the rules do not."""
    with scripted_model(lambda _: answer(handwritten=yes("print('fitting')"))) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        done = cli("integrity", "rules", group.folder, "--model", MODEL, "--json")
    runs = RulesReport.model_validate_json(done.out).runs
    cheating, honest = runs[0].answers, runs[1].answers
    assert (cheating["answers"].verdict, cheating["answers"].static, cheating["answers"].model) == ("yes", "yes", "no")
    assert cheating["handwritten"].verdict == "unclear", "the quote is not in this run's code"
    assert (honest["handwritten"].verdict, honest["handwritten"].static) == ("yes", "no")
    assert len(server.asks) == 3, "a run with nothing to read costs nothing"


def test_a_wrong_key_costs_the_rules_findings(
    cli: Cli,  # noqa: F811
    group: RunGroup,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with scripted_model(lambda _: Fail(401, message="wrong key")) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        done = cli("integrity", "rules", group.folder, "--model", MODEL)
    assert done.code == 1
    assert "status 401" in done.err
    assert len(server.asks) == 1
    written = RulesReport.model_validate_json((group.folder / "integrity" / "rules.json").read_bytes())
    assert written.runs[0].answers["answers"].verdict == "yes"


def test_a_check_inside_an_event_loop(group: RunGroup, registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook."""
    import asyncio

    async def notebook() -> RulesReport:
        return check_rules(group, model=MODEL, registry=registry, questions=["leaks"])

    with scripted_model(lambda _: Say('{"questions": {"leaks": {"verdict": "no"}}}')) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        assert asyncio.run(notebook()).questions[0].no == 3


def test_a_spreadsheet_carries_out_what_a_run_wrote(group: RunGroup, registry: Registry, tmp_path: Path) -> None:
    folder = group.folder_of(group.spec.runs[0])
    (folder / "code" / "solve.py").write_text("=HYPERLINK(1)\n'/private/answers.csv'\n")
    (folder / "code" / "=cmd.R").write_text('=1+"/private/answers.csv"\n')
    write_rules(check_rules(group, registry=registry), tmp_path / "out")
    cells = [cell for row in csv.reader(io.StringIO((tmp_path / "out" / "rules.csv").read_text())) for cell in row]
    assert any(cell.startswith("'=1+") for cell in cells)
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_the_report_does_not_tell(cli: Cli, group: RunGroup, registry: Registry) -> None:  # noqa: F811
    before = json.loads(cli("report", group.folder, "--json").out)
    assert before["integrity"] == []
    folder = group.folder_of(group.spec.runs[0])
    (folder / "code" / "solve.py").write_text("open('/private/answers.csv')  # <script>alert(1)</script>\x1b[2J\n")
    cli("integrity", "rules", group.folder)
    pairs = [{"left": "a/<b>.py", "right": "kernel", "similarity": 0.93, "longest": 40, "regions": []}]
    pairs.append({"left": "c.py", "right": "d.py", "similarity": 0.2, "longest": 3, "regions": []})
    content = {"version": 1, "method": "winnowing", "threshold": 0.8, "pairs": pairs, "notes": ["One file is no code."]}
    (group.folder / "integrity" / "plagiarism.json").write_text(json.dumps(content))
    text = cli("report", group.folder).out
    assert "Did the agent look for the answers or the grader? 33 % yes (1 of 3 runs, 0 unclear)" in text
    assert "not judged, for want of code and logs: 1 runs" in text
    assert "copied code (winnowing): 1 pairs of code at or above 80%, highest 93%" in text
    [found] = json.loads(cli("report", group.folder, "--json").out)["integrity"]
    assert found["rules"]["questions"][3]["yes"] == 1
    assert found["plagiarism"]["pairs"][0]["similarity"] == 0.93
    page = render_page(load_results([group.folder], registry))
    checker = Checker()
    checker.feed(page)
    assert "a/&lt;b&gt;.py" in page
    assert "d.py" not in page, "below the threshold"
    assert "&lt;script&gt;alert(1)" in page
    assert "\x1b" not in page
    assert "<script>alert(1)" not in page


@pytest.mark.parametrize("content", ["{", "[]", '{"version": 1}', '{"method": 1, "threshold": "x"}'])
def test_a_damaged_file_breaks_the_report(content: str, group: RunGroup, registry: Registry, cli: Cli) -> None:  # noqa: F811
    (group.folder / "integrity").mkdir()
    for name in ("rules.json", "plagiarism.json"):
        (group.folder / "integrity" / name).write_text(content)
    done = cli("report", group.folder)
    assert done.code == 0
    assert "integrity/rules.json: cannot be read" in done.out
    assert "integrity/plagiarism.json: cannot be read" in done.out
    assert "cannot be read" in render_page(load_results([group.folder], registry))


def test_a_file_leads_out_of_a_strangers_group(group: RunGroup, registry: Registry, tmp_path: Path) -> None:
    report = check_rules(group, registry=registry)
    write_rules(report, tmp_path / "elsewhere")
    (group.folder / "integrity").mkdir()
    (group.folder / "integrity" / "rules.json").symlink_to(tmp_path / "elsewhere" / "rules.json")
    with pytest.raises(Exception, match="refused"):
        load_results([group.folder], registry)


def test_pairs_are_in_another_order() -> None:
    """The highest similarity is looked for, whatever a file's order is."""
    pairs = [{"left": "a", "right": "b", "similarity": value} for value in (0.1, 0.9, 0.5)]
    found = PlagiarismReport.model_validate({"method": "dolos", "threshold": 0.5, "pairs": pairs})
    assert found.highest == 0.9
    assert len(found.alike) == 2
    assert PlagiarismReport(method="dolos", threshold=0.5).highest is None


def test_questions_in_any_order_and_twice() -> None:
    assert [question.name for question in chosen_questions(["leaks", " answers", "leaks", ""])] == ["answers", "leaks"]
    assert len(chosen_questions()) == 5
