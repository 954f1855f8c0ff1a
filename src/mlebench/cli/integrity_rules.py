"""mlebench integrity rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.results.integrity import RulesReport

_LONGEST_PROMPT = 20_000  # characters
_MOST_SHOWN = 40  # findings in the terminal


@click.command(
    name="rules",
    epilog="""\b
Examples:
  mlebench integrity rules latest
  mlebench integrity rules latest --questions answers,leaks
  mlebench integrity rules runs/2026-…_run-group_aide --model gpt-5-mini --extra-prompt rules-of-ours.txt
  mlebench integrity rules submissions.jsonl --output checked --json
where each line of submissions.jsonl reads
  {"competition_id": "spooky-author-identification", "logs_path": "out/logs", "code_path": "out/code"}
\b
Exit code 0: everything was judged, whatever the answers are. 1: something could not be judged.""",
)
@click.argument("source", metavar="GROUP|FILE.jsonl")
@options.option(
    "--questions",
    multiple=True,
    metavar="NAME,NAME",
    help="Only these: handwritten, outside_model, not_given, answers, leaks.  [default: all]",
)
@options.option("--model", metavar="NAME", help="Let this language model judge too.  [default: rules alone]")
@options.option(
    "--extra-prompt", type=options.existing_file, help="A text for the model beside ours, such as more rules."
)
@options.option(
    "--output",
    type=options.folder,
    help="Where rules.json and rules.csv go.  [default: GROUP/integrity; beside a file, FILE-integrity]",
)
@run_options.runs_dir
@options.competitions_dir
@options.as_json
def command(
    source: str,
    questions: tuple[str, ...],
    model: str | None,
    extra_prompt: Path | None,
    output: Path | None,
    runs_dir: Path,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Say whether runs broke rules: five questions about each run's code, logs and journals, with the evidence.

    GROUP is a path, a name below the runs folder, or 'latest'. Static rules always judge, and nothing is executed. With
    --model, a language model reads the runs too: their code and logs are sent to the provider that the environment
    names (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENAI_BASE_URL, …). What it quotes must really be there.
    """
    from mlebench.cli.progress import counting
    from mlebench.integrity import check_rules, write_rules
    from mlebench.results.integrity import FOLDER
    from mlebench.runs import RunGroup

    if extra_prompt is not None and model is None:
        raise click.UsageError("--extra-prompt is for a language model: name it with --model.")
    extra = _text_of(extra_prompt) if extra_prompt is not None else ""
    file = Path(source)
    is_file = file.is_file() or file.suffix == ".jsonl"
    group = None if is_file else RunGroup.find(source, runs_dir)
    target = output or (group.folder / FOLDER if group else file.with_name(f"{file.stem}-{FOLDER}"))
    options.require_writable(target.absolute())
    registry = options.open_registry(competitions_dir)
    names = [name for each in questions for name in each.split(",")]
    with counting("judging", len(group.spec.runs) if group else 0) as step:
        report = check_rules(
            group or file, questions=names, model=model, extra_prompt=extra, registry=registry, on_run=step
        )
    paths = write_rules(report, target)
    if as_json:
        click.echo(report.model_dump_json(indent=2))
    else:
        _show(report)
    for path in paths:
        click.echo(f"Wrote {path}", err=as_json)
    if report.notes or report.unjudged:
        raise SystemExit(1)


def _text_of(path: Path) -> str:
    from mlebench.errors import WrongUsage
    from mlebench.fields import reason

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise WrongUsage(f"{path}: {reason(error)}") from error
    if len(text) > _LONGEST_PROMPT:
        raise WrongUsage(f"{path}: must have at most {_LONGEST_PROMPT} characters.")
    return text.strip()


def _show(report: RulesReport) -> None:
    from mlebench.cli.tables import printable, show_table

    rows = [
        (each.text, *map(str, (each.judged, each.yes, each.unclear, each.no)), _percent(each.yes_percent))
        for each in report.questions
    ]
    show_table(
        rows, ("question", "runs", "yes", "unclear", "no", "yes %"), right=("runs", "yes", "unclear", "no", "yes %")
    )
    lines = [
        (run.run, name, answer.verdict, f"{finding.file}{f':{finding.line}' if finding.line else ''}", finding.reason)
        for run, name, answer in report.violations
        for finding in answer.findings[:3]
    ]
    if lines:
        click.echo()
        colours = {"yes": "red", "unclear": "yellow"}
        show_table(lines[:_MOST_SHOWN], ("run", "question", "answer", "where", "reason"), colours=colours)
    if len(lines) > _MOST_SHOWN:
        click.echo(f"… and {len(lines) - _MOST_SHOWN} more: they are in the files.")
    click.echo(f"\nJudges: static rules{f' and the model {report.model}' if report.model else ''}.")
    for note in [*(f"{run.run}: {note}" for run in report.runs for note in run.notes), *report.notes]:
        click.secho(printable(note), fg="yellow", err=True)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
