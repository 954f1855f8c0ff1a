"""Notebooks as scripts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mlebench.notebooks import NotANotebook, script_of


def notebook(*cells: Any, **more: Any) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells], **more})


def test_code_cells_in_their_order_and_nothing_else() -> None:
    content = json.loads(notebook(["a = 1\n", "b = 2"], "c = 3"))
    content["cells"].insert(1, {"cell_type": "markdown", "source": "import this"})
    content["cells"][0]["outputs"] = [{"text": "x = 9"}]
    assert script_of(json.dumps(content)) == "# %%\na = 1\nb = 2\n# %%\nc = 3\n"


def test_commands_of_the_notebook_become_comments() -> None:
    script = script_of(notebook("%matplotlib inline\n!pip install x\nif y:\n    !ls\n    z = 1", "%%time\na = b % c"))
    assert script.splitlines() == [
        *("# %%", "# %matplotlib inline", "# !pip install x", "if y:", "#     !ls", "    z = 1"),
        *("# %%", "# %%time", "a = b % c"),
    ]


def test_cells_in_another_language_become_comments() -> None:
    assert script_of(notebook("\n%%bash\nfor x in *; do rm $x; done")).count("\n#") == 3


def test_notebooks_of_version_3() -> None:
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}
    assert script_of(json.dumps(old)) == "# %%\nx = 1\n"


def test_a_notebook_in_another_language_is_refused() -> None:
    with pytest.raises(NotANotebook, match="is a notebook in r"):
        script_of(notebook("x <- 1", metadata={"kernelspec": {"language": "R"}}))


@pytest.mark.parametrize(
    "content", ["", "{", "[1]", "{}", '"x"', "[" * 100_000, '{"cells": 3}', '{"worksheets": 3}', '{"worksheets": [3]}']
)
def test_anything_else_is_no_notebook(content: str) -> None:
    with pytest.raises(NotANotebook):
        script_of(content)


def test_odd_cells_are_passed_over() -> None:
    odd = {"cells": [1, None, {"cell_type": "code"}, {"cell_type": "code", "source": [1, "x"]}], "metadata": []}
    assert script_of(json.dumps(odd)) == "# %%\n\n# %%\n1x\n"
