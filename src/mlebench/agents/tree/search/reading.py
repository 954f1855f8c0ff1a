"""Reading what others wrote: the model's answer, a script's output, the competition's description."""

import ast
import re

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*(\w*)[ \t]*\r?$", re.MULTILINE)
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d\d?)?"
_SCORE = re.compile(rf"^\W*validation score\W*[:=]\s*({_NUMBER})(?![\w.])(.*)$", re.IGNORECASE | re.MULTILINE)
_DIRECTION = re.compile(r"\b(lower|smaller|higher|larger|greater)\b[^.\n]{0,40}\bbetter\b", re.IGNORECASE)
_LOSSES = re.compile(r"\b(rm?sl?e|mae|mse|error|loss|distance|deviation|divergence|perplexity)\b", re.IGNORECASE)


def split_answer(text: str) -> tuple[str, str]:
    """The plan and the script of an answer; no script where it holds none."""
    text = re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL)
    fences = list(_FENCE.finditer(text))[:40]
    blocks = [(True, len(text), 0, len(text))] if not fences and "import " in text and is_python(text) else []
    closings = [len(text), *(fence.start() for fence in reversed(fences) if not fence[1])]
    named = [fence for fence in fences if fence[1].lower() in ("py", "python", "python3")]
    for fence in named or [fence for fence in fences if not fence[1]]:
        # Fences may stand inside the script, and the last may be missing: the longest piece that is Python.
        ends = [end for end in closings if end >= fence.end()]
        end = next((end for end in ends if is_python(text[fence.end() : end])), ends[-1])
        blocks.append((is_python(text[fence.end() : end]), end - fence.end(), fence.end(), end))
    *_, start, end = max(blocks, default=(len(text), len(text)))
    return _FENCE.sub("", f"{text[:start]}\n{text[end:]}").strip(), text[start:end].strip("\r\n")


def is_python(code: str) -> bool:
    """Whether this is a script that does something."""
    try:
        return bool(ast.parse(code.strip("\r\n")).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def read_score(output: str) -> tuple[float | None, bool | None]:
    """The last validation score that a script printed, and whether it says that lower is better."""
    found = _SCORE.findall(output)
    return (float(found[-1][0]), _says_lower(found[-1][1])) if found else (None, None)


def lower_is_better(description: str) -> bool:
    """What the competition's description says; where it does not, what its words suggest."""
    said = _says_lower(description)
    return bool(_LOSSES.search(description)) if said is None else said


def _says_lower(text: str) -> bool | None:
    said = _DIRECTION.search(text)
    return said[1].lower() in ("lower", "smaller") if said else None


def shortened(text: str, most: int) -> str:
    """A text with its middle left out where it is long: errors stand at the end."""
    if len(text) <= most:
        return text
    return f"{text[: most // 4]}\n[... {len(text) - most} characters left out ...]\n{text[-(most - most // 4) :]}"
