"""mlebench doctor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options

if TYPE_CHECKING:
    from mlebench.sandbox.probe import Finding

GIB = 1 << 30
# Name of the optional part: the module that it brings, and what it is good for.
EXTRAS = {
    "kaggle": ("kagglesdk", "downloads from Kaggle"),
    "mlflow": ("mlflow", "runs in MLflow"),
    "ray": ("ray", "runs on a Ray cluster"),
    "wandb": ("wandb", "runs in Weights & Biases"),
}
_COLOURS = {"ok": "green", "missing": "yellow", "broken": "red"}


@click.command(
    name="doctor",
    epilog="""\b
Examples:
  mlebench doctor
  mlebench doctor --data-dir /big/disk --json
Exit code 0 unless the core itself does not work; what is merely missing is listed with its remedy.""",
)
@options.data_dir
@options.as_json
def command(data_dir: Path | None, as_json: bool) -> None:
    """Say what this machine can do, and how to get what is missing."""
    import json
    from dataclasses import asdict

    sections = examine(options.resolve_data_dir(data_dir))
    broken = [f for f in sections["core"] if f.state == "broken"]
    if as_json:
        found = {title: [asdict(f) for f in findings] for title, findings in sections.items()}
        click.echo(json.dumps({"ok": not broken, **found}, indent=2))
    else:
        _print(sections)
    if broken:
        raise SystemExit(1)


def examine(data_dir: Path) -> dict[str, list[Finding]]:
    """All findings, by section."""
    from mlebench.sandbox.probe import probe_sandboxes

    return {
        "core": [*_core(), _disk(data_dir)],
        "sandboxes": probe_sandboxes(),
        "optional": [_gpu(), *_extras(), _kaggle_credentials()],
    }


def _core() -> list[Finding]:
    import os
    import platform
    import sys

    import psutil

    from mlebench.catalog import Registry
    from mlebench.errors import MlebenchError
    from mlebench.sandbox.probe import Finding, this_platform

    python = platform.python_version()
    fine = sys.version_info >= (3, 11)
    found = [Finding("Python", "ok" if fine else "broken", python, "" if fine else "Python 3.11 or later is needed.")]
    found.append(this_platform())
    linux = platform.system() == "Linux"
    found.append(Finding("processors", "ok", str(len(os.sched_getaffinity(0)) if linux else os.cpu_count())))
    memory = psutil.virtual_memory()
    found.append(Finding("memory", "ok", f"{memory.total / GIB:.1f} GiB, {memory.available / GIB:.1f} GiB free"))
    try:
        count = len(Registry.default().ids())
        found.append(Finding("competitions", "ok" if count else "broken", f"{count} known"))
    except MlebenchError as error:
        found.append(Finding("competitions", "broken", error.message, error.hint or ""))
    return found


def _disk(data_dir: Path) -> Finding:
    import os
    import shutil

    from mlebench.sandbox.probe import Finding

    folder = data_dir
    while not folder.exists():
        folder = folder.parent
    if not os.access(folder, os.W_OK):
        return Finding("data folder", "broken", f"{data_dir}: cannot be written to", "Choose another: --data-dir")
    free = shutil.disk_usage(folder).free / GIB
    prepared = len(list(data_dir.glob("*/prepared")))
    note = "" if free >= 10 else "The starter track needs little; single competitions need up to hundreds of GiB."
    return Finding("data folder", "ok", f"{data_dir}: {free:,.0f} GiB free, {prepared} competitions prepared", note)


def _gpu() -> Finding:
    import shutil

    from mlebench.sandbox.probe import Finding, try_command

    if shutil.which("nvidia-smi") is None:
        return Finding("GPU", "missing", "no program 'nvidia-smi'", "Needed only by agents that say so.")
    works, line = try_command("nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader")
    if works and line:
        return Finding("GPU", "ok", line)
    return Finding("GPU", "broken", line or "no GPU answers", "Check the driver.")


def _extras() -> list[Finding]:
    import importlib.util

    from mlebench.sandbox.probe import Finding

    found = []
    for extra, (module, use) in EXTRAS.items():
        there = importlib.util.find_spec(module) is not None
        remedy = "" if there else f"pip install 'mlebench[{extra}]'"
        found.append(Finding(f"mlebench[{extra}]", "ok" if there else "missing", use, remedy))
    return found


def _kaggle_credentials() -> Finding:
    """Whether they are set up; what they are is nobody's business."""
    from mlebench.data.sources.kaggle_client import is_set_up, require_client
    from mlebench.errors import MissingExtra
    from mlebench.sandbox.probe import Finding

    name, remedy = (
        "Kaggle credentials",
        "Create a token at https://www.kaggle.com/settings/api and set KAGGLE_API_TOKEN",
    )
    try:
        require_client()
    except MissingExtra:
        return Finding(name, "missing", "not looked for: the Kaggle client is not installed", remedy)
    if not is_set_up():
        return Finding(name, "missing", "none found; the starter track and miniatures need none", remedy)
    return Finding(name, "ok", "found")


def _print(sections: dict[str, list[Finding]]) -> None:
    from mlebench.cli.tables import show_table

    for title, findings in sections.items():
        click.secho(title, bold=True)
        rows = [(f.name, f.state, f"{f.detail}\n→ {f.remedy}" if f.remedy else f.detail) for f in findings]
        show_table(rows, least=(20, 7), colours=_COLOURS)
        click.echo()
