"""Jupyter notebooks as scripts. They are JSON: nothing of them is executed, and no notebook library is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_OTHER_LANGUAGES = {
    *("bash", "sh", "script", "system", "cmd", "perl", "ruby", "r", "julia", "cython", "sql", "bigquery"),
    *("html", "svg", "javascript", "js", "latex", "markdown"),
}


class NotANotebook(ValueError):
    """What is given is no notebook, or none in Python."""


def script_of(notebook: bytes | str) -> str:
    """The code cells of a notebook, one after the other. Commands of the notebook's shell become comments.

    >>> print(script_of('{"cells": [{"cell_type": "code", "source": ["!pip list\\\\n", "x = 1"]}]}'), end="")
    # %%
    # !pip list
    x = 1
    """
    try:
        content = json.loads(notebook)
    except (ValueError, RecursionError) as error:
        raise NotANotebook("is not JSON") from error
    if not isinstance(content, dict):
        raise NotANotebook("is not a notebook")
    language = _language(content)
    if language not in ("python", "ipython"):
        raise NotANotebook(f"is a notebook in {language}")
    cells = list(_code_cells(content))
    return "".join(f"# %%\n{_plain(cell)}\n" for cell in cells)


def _language(content: dict[str, Any]) -> str:
    metadata = content.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    for part, field in (("language_info", "name"), ("kernelspec", "language")):
        facts = metadata.get(part)
        if isinstance(facts, dict) and isinstance(facts.get(field), str):
            return str(facts[field]).lower()
    return "python"


def _code_cells(content: dict[str, Any]) -> Iterator[str]:
    sheets = content.get("worksheets", [content])  # until version 3 of the format, cells lay in sheets
    found = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)] if isinstance(sheets, list) else []
    if not any(isinstance(cells, list) for cells in found):
        raise NotANotebook("is not a notebook: it has no cells")
    for cells in found:
        for cell in cells if isinstance(cells, list) else ():
            if isinstance(cell, dict) and cell.get("cell_type") == "code":
                source = cell.get("source", cell.get("input", ""))
                yield "".join(map(str, source)) if isinstance(source, list) else str(source)


def _plain(cell: str) -> str:
    lines = cell.splitlines()
    first = next((line.strip() for line in lines if line.strip()), "")
    magic = first.removeprefix("%%").split(maxsplit=1) if first.startswith("%%") else []
    if magic and magic[0].lower() in _OTHER_LANGUAGES:
        return "\n".join(f"# {line}" for line in lines)
    return "\n".join(f"# {line}" if line.lstrip().startswith(("%", "!", "?")) else line for line in lines)
