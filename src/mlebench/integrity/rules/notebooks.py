"""The code of a notebook, cell by cell."""

from __future__ import annotations

from typing import Any, Literal

_SHELL_CELLS = ("%%bash", "%%sh", "%%script")


def cells(notebook: Any) -> list[tuple[int, Literal["python", "shell"], str]] | None:
    """Number (from 1, as Jupyter counts all cells), language and source of its code; null where it is no notebook."""
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        return None
    found: list[tuple[int, Literal["python", "shell"], str]] = []
    for number, cell in enumerate(notebook["cells"], 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source")
        text = "".join(map(str, source)) if isinstance(source, list) else str(source or "")
        if text.lstrip().startswith(_SHELL_CELLS):
            found.append((number, "shell", text.replace("%%", "# %%", 1)))
            continue
        found.append((number, "python", "\n".join("" if _is_magic(line) else line for line in text.split("\n"))))
        shell = "\n".join(_command(line) for line in text.split("\n"))
        if shell.strip():
            found.append((number, "shell", shell))
    return found


def _is_magic(line: str) -> bool:
    return line.lstrip().startswith(("!", "%"))


def _command(line: str) -> str:
    """What a line gives to the shell; nothing where it is Python. Line numbers stay as they are."""
    line = line.strip()
    if line.startswith("!"):
        return line.removeprefix("!")
    return line.removeprefix("%") if line.startswith(("%pip", "%conda")) else ""
