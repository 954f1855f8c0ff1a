"""What the model is asked, in words."""

import os
from collections import Counter
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from search.attempts import Attempt, Kind, Tree
from search.reading import shortened

_DESCRIPTION, _OVERVIEW, _CODE, _OUTPUT = 24_000, 8_000, 40_000, 6_000  # characters
_HISTORY, _MOST_FILES, _OF_A_KIND = 25, 50_000, 8  # attempts; files; files of one kind in one folder
_TABLES = (".csv", ".tsv", ".txt", ".json", ".jsonl")
_PACKAGES = "numpy pandas scipy sklearn pyarrow PIL torch torchvision transformers timm tensorflow lightgbm xgboost \
catboost cv2 librosa nltk statsmodels networkx joblib"
_TASK = """\
You are an experienced machine-learning engineer in a competition. Nobody answers questions, and nothing can be \
downloaded or installed. Each of your answers holds one complete Python script, which is run as it stands.

# The competition
{description}

# The files in {data} (read only)
{overview}

# The machine
{cpus} CPUs, {gpu}. Python with {packages}.

# Your answer
First a plan of three to eight sentences, then exactly one script in a ```python block. The script
- reads the files from {data}, and needs no arguments and no input;
- measures itself with the competition's own metric on training data that it held out, or by cross-validation; nothing \
of what is held out may leak into the training;
- prints this measure as a line of exactly this form, with the word that fits the metric: \
`validation score: 0.1234 (lower is better)` or `validation score: 0.1234 (higher is better)`;
- writes the predictions for all test data to submission.csv in its working folder, as the competition asks for them;
- is done within {seconds:.0f} seconds; then it is stopped and counts as failed.

"""
_NOW = {
    "draft": "Write a solution: simple and sound, not ambitious. Where others were tried, take another approach.",
    "debug": "This script failed: {problem}\nSay the cause in your plan, and write the whole script again, repaired.",
    "improve": "This script works; its validation score is {score} ({direction} is better). Make one change that may \
improve the score, say in your plan which and why, and write the whole script again. Repeat nothing from before.",
}


def prompt_for(kind: Kind, parent: Attempt | None, tree: Tree, task: str) -> str:
    """The task, what was tried before, and what to do now."""
    if tree.attempts:
        lines = [f"- {str(each)[:300]}. {' '.join(each.plan.split())[:300]}" for each in tree.attempts[-_HISTORY:]]
        task += f"# What was tried before ({tree.direction()} scores are better)\n" + "\n".join(lines) + "\n\n"
    if parent is None:
        return f"{task}# Now\n{_NOW[kind]}\n"
    task += f"# The script of attempt #{parent.number}\n```python\n{shortened(parent.code, _CODE)}\n```\n\n"
    task += f"# What it printed\n```\n{shortened(parent.output, _OUTPUT)}\n```\n\n"
    return f"{task}# Now\n{_NOW[kind].format(problem=parent.problem, score=parent.score, direction=tree.direction())}\n"


def describe_task(data: Path, description: str, files: str, seconds: float) -> str:
    """What every question begins with."""
    return _TASK.format(
        description=shortened(description, _DESCRIPTION),
        data=data,
        overview=shortened(files, _OVERVIEW),
        cpus=len(os.sched_getaffinity(0)),
        gpu="a GPU" if Path("/dev/nvidia0").exists() else "no GPU",
        packages=", ".join(name for name in _PACKAGES.split() if find_spec(name)),
        seconds=seconds,
    )


def overview(data: Path) -> str:
    """The public files with their sizes and the first lines of tables; of many files of a kind, a few."""
    lines: list[str] = []
    seen: Counter[str] = Counter()
    for path in sorted(islice((path for path in data.rglob("*") if path.is_file()), _MOST_FILES)):
        kind = f"{path.parent.relative_to(data)}/*{path.suffix.lower()}"
        seen[kind] += 1
        if seen[kind] <= _OF_A_KIND:
            lines.append(f"{path.relative_to(data)} ({path.stat().st_size:,} bytes)")
            if path.suffix.lower() in _TABLES:
                with path.open(encoding="utf-8", errors="replace") as file:
                    head = [file.readline(1500).rstrip("\n") for _ in range(4)]
                lines += [f"    {line if line is head[0] else line[:300]}" for line in head if line]
    lines += [f"{kind}: {count:,} files in all" for kind, count in seen.items() if count > _OF_A_KIND]
    return "\n".join(lines)
